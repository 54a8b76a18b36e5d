# A browser for tests: headless Chromium by chromedriver's WebDriver protocol, without
# network and in a new profile.

import base64
import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request

FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run
--disable-background-networking --disable-component-update --disable-sync
--disable-dev-shm-usage --hide-scrollbars""".split()

KEYS = {"Up": "\ue013", "Down": "\ue015", "Left": "\ue012", "Right": "\ue014",
        "Enter": "\ue007", "Escape": "\ue00c", "End": "\ue010", "Home": "\ue011",
        "Tab": "\ue004"}


class Browser:
    def __init__(self, server):
        self.server = server

    def ask(self, method, path, **body):
        request = urllib.request.Request(
            self.server + path, method=method,
            data=json.dumps(body).encode() if method == "POST" else None)
        try:
            with urllib.request.urlopen(request, timeout=600) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, path, size=(1280, 800)):
        self.ask("POST", "/window/rect", width=size[0], height=size[1])
        self.ask("POST", "/url", url=pathlib.Path(path).resolve().as_uri())

    def run(self, script, *arguments):
        """The result of the script, which is a function's body."""
        return self.ask("POST", "/execute/sync", script=script, args=arguments)

    def devtools(self, command, **parameters):
        return self.ask("POST", "/goog/cdp/execute", cmd=command, params=parameters)

    def be_phone(self, width=390, height=844):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True)
        self.devtools("Emulation.setTouchEmulationEnabled", enabled=True)

    def cpu_seconds(self):
        """The CPU time of the page's main thread, which other programs hardly change."""
        self.devtools("Performance.enable", timeDomain="threadTicks")
        metrics = self.devtools("Performance.getMetrics")["metrics"]
        return next(each["value"] for each in metrics if each["name"] == "TaskDuration")

    def print(self):
        """The page on paper, as PDF."""
        return base64.b64decode(self.devtools("Page.printToPDF")["data"])

    def find(self, selector):
        found = self.ask("POST", "/element", using="css selector", value=selector)
        return "/element/" + next(iter(found.values()))

    def click(self, selector):
        self.ask("POST", self.find(selector) + "/click")

    def press(self, *keys):
        strokes = []
        for key in keys:
            value = KEYS.get(key, key)
            strokes += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self.ask("POST", "/actions",
                 actions=[{"type": "key", "id": "keys", "actions": strokes}])

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])]"
                        ".map((each) => each.textContent)", selector)

    def wait(self, condition, seconds=30):
        """Waits until the expression is true. Only a hang is a failure."""
        end = time.monotonic() + seconds
        while not self.run(f"return Boolean({condition})"):
            assert time.monotonic() < end, condition
            time.sleep(0.02)

    def complaints(self):
        """The console's messages since the last call."""
        return [each["message"] for each in self.ask("POST", "/se/log", type="browser")]


@contextlib.contextmanager
def browser():
    folder = tempfile.mkdtemp()
    driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
    session = None
    try:
        for line in driver.stdout:
            if port := re.search(r"started successfully on port (\d+)", line):
                break
        server = Browser(f"http://127.0.0.1:{port[1]}")
        started = server.ask("POST", "/session", capabilities={"alwaysMatch": {
            "goog:loggingPrefs": {"browser": "ALL"},
            "goog:chromeOptions": {"args": FLAGS + [f"--user-data-dir={folder}"]},
        }})
        session = Browser(f"{server.server}/session/{started['sessionId']}")
        yield session
    finally:
        if session:
            session.ask("DELETE", "")
        driver.terminate()
        driver.wait()
        shutil.rmtree(folder, ignore_errors=True)
