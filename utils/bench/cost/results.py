"""The results, in a file that is rewritten after each step, so that an interrupted run
continues."""

import json
import os

EMPTY = {
    "machine": {},
    # Program, peer: id, text and data in bytes, seconds of each compilation.
    "builds": {},
    # Program or workload, peer: the reason for a missing figure.
    "missing": {},
    # Scale, workload, peer: [user, system] seconds of each run.
    "times": {},
    # Workload, peer: callgrind's instructions.
    "counts": {},
    # Scale, workload, peer: bytes of the files that the run left.
    "outputs": {},
}


class Results:
    def __init__(self, path):
        self.path = path
        self.data = json.loads(json.dumps(EMPTY))
        if os.path.exists(path):
            with open(path) as file:
                self.data.update(json.load(file))

    def save(self):
        with open(self.path + ".new", "w") as file:
            json.dump(self.data, file, indent=1, sort_keys=True)
        os.replace(self.path + ".new", self.path)

    def table(self, *keys):
        """The dictionary at these keys, made if it does not exist."""
        here = self.data
        for key in keys:
            here = here.setdefault(key, {})
        return here

    def get(self, *keys):
        """The value at these keys, or None."""
        here = self.data
        for key in keys:
            here = here.get(key)
            if here is None:
                return None
        return here

    def forget_program(self, peer, workloads):
        """Forgets PEER's runs: they are not comparable with those of its new build."""
        for scale in self.data["times"].values():
            for workload in workloads:
                scale.pop(workload, None)
        for workload in workloads:
            self.table("counts", workload).pop(peer, None)
            self.table("missing", workload).pop(peer, None)
            for scale in self.data["outputs"].values():
                scale.get(workload, {}).pop(peer, None)

    def is_missing(self, program, workload, peer):
        """The reason for a missing figure, or None."""
        return self.get("missing", program, peer) or self.get("missing", workload, peer)
