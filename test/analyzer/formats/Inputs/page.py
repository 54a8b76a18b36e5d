# page.py FILE: checks that an HTML page of llvm-gprof is well formed and has only
# llvm-gprof's elements, and prints the page's profile as indented JSON.

import base64
import hashlib
import html.parser
import json
import sys

EMPTY = {"link", "meta"}
ELEMENTS = """html head meta meta meta meta meta title link style body header a h1
nav div main noscript p script script""".split()


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.elements, self.open, self.texts, self.policy = [], [], {}, ""

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.elements.append(tag)
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]
        for name, value in attributes.items():
            assert not name.startswith("on"), name
            if name in ("href", "src"):
                assert value.startswith("#") or value == "data:,", value
        if tag not in EMPTY:
            self.open.append((tag, attributes.get("id")))

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag, tag

    def handle_data(self, data):
        if self.open:
            key = self.open[-1]
            self.texts[key] = self.texts.get(key, "") + data


text = open(sys.argv[1], encoding="utf-8").read()
page = Page()
page.feed(text)
page.close()
assert not page.open, page.open
assert page.elements == ELEMENTS, page.elements
for tag in ("script", "style"):
    digest = hashlib.sha256(page.texts[tag, None].encode()).digest()
    assert f"{tag}-src 'sha256-{base64.b64encode(digest).decode()}'" in page.policy
assert page.policy.startswith("default-src 'none';")
assert "innerHTML" not in text and "//" + "cdn" not in text
data = page.texts["script", "content"]
assert not set("<>&\u2028\u2029") & set(data)
print(json.dumps(json.loads(data), indent=0))
