"""Runs the workloads: checks the output, measures the time in turns, counts the
instructions."""

import concurrent.futures
import os

import builds
import measure
import peers
import programs

SLOW_ROUNDS = 3


class Runner:
    def __init__(self, work, results, jobs=builds.JOBS):
        self.work = work
        self.results = results
        self.jobs = jobs
        self.expected = {}  # the plain build's output, by workload and size

    def command(self, workload, peer, size, folder):
        program = builds.executable(self.work, self.program(workload), peer)
        arguments, stdin = workload.command(self.work, size)
        prefix = [part.format(run=folder) for part in peer.prefix]
        return [*prefix, program, *arguments], stdin

    @staticmethod
    def program(workload):
        return programs.BY_NAME[workload.program]

    def _folder(self, workload, peer, kind):
        path = os.path.join(self.work, "runs", workload.name, peer.name, kind)
        return measure.empty_folder(path)

    def run(self, workload, peer, size):
        """Runs once; if that fails, returns None and adds the reason to the results."""
        folder = self._folder(workload, peer, size)
        command, stdin = self.command(workload, peer, size, folder)
        done = measure.run(command, folder, stdin, peers.environment(peer, folder))
        if not self._is_right(workload, peer, size, done):
            return None
        outputs = self.results.table("outputs", size, workload.name)
        outputs[peer.name] = measure.bytes_below(folder)
        return measure.empty_folder(folder) and done

    def _is_right(self, workload, peer, size, done):
        key = workload.name, size
        if key not in self.expected:
            plain = peers.BY_NAME["plain"]
            if peer is plain:
                self.expected[key] = (done.status, done.checksum)
            else:
                self.run(workload, plain, size)
        status, checksum = self.expected[key]
        reason = None
        if done.checksum != checksum:
            reason = "printed something else than the plain build"
        # uftrace has an exit status of its own.
        elif done.status != status and not peer.prefix:
            reason = f"ended with status {done.status}"
        if reason:
            errors = done.errors.strip().splitlines()
            reason += f": {errors[-1][:120]}" if errors else ""
            self.results.table("missing", workload.name)[peer.name] = reason
        return not reason

    def able(self, workload, chosen):
        """The peers that have a build and did not fail in this workload."""
        return [
            peer
            for peer in chosen
            if self.results.get("builds", workload.program, peer.name)
            and not self.results.is_missing(workload.program, workload.name, peer.name)
        ]

    def check(self, workload, chosen):
        """Runs the least work once with each build; the output must equal plain's."""
        for peer in self.able(workload, chosen):
            if self.results.get("outputs", "count", workload.name, peer.name) is None:
                self.run(workload, peer, "count")

    def time(self, workload, chosen, size, rounds):
        """Runs all builds in turns; each round starts with another build."""
        chosen = self.able(workload, chosen)
        times = self.results.table("times", size, workload.name)
        for turn in range(rounds):
            first = turn % max(len(chosen), 1)
            for peer in chosen[first:] + chosen[:first]:
                taken = times.setdefault(peer.name, [])
                if len(taken) > turn:
                    continue
                done = self.run(workload, peer, size)
                if done:
                    taken.append([round(done.user, 4), round(done.system, 4)])
            self.results.save()

    def time_all(self, workload, chosen, size, rounds):
        fast = [peer for peer in chosen if not workload.is_slow(peer)]
        self.time(workload, fast, size, rounds)
        slow = [peer for peer in self.able(workload, chosen) if workload.is_slow(peer)]
        if slow:
            baselines = {peer.baseline for peer in slow}
            slow = [peer for peer in chosen if peer in slow or peer.name in baselines]
            self.time(workload, slow, "small", min(rounds, SLOW_ROUNDS))

    def count(self, workload, chosen):
        if workload.group == "growth":
            return  # no table shows these counts
        counts = self.results.table("counts", workload.name)
        todo = [
            peer
            for peer in self.able(workload, chosen)
            if peer.counted and peer.name not in counts
        ]
        if todo and (workload.name, "count") not in self.expected:
            self.run(workload, peers.BY_NAME["plain"], "count")
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for peer, number in zip(todo, pool.map(
                    lambda peer: self._instructions(workload, peer), todo)):
                if number:
                    counts[peer.name] = number
        self.results.save()

    def _instructions(self, workload, peer):
        folder = self._folder(workload, peer, "callgrind")
        command, stdin = self.command(workload, peer, "count", folder)
        number, done = measure.instructions(
            command, folder, stdin, peers.environment(peer, folder)
        )
        measure.empty_folder(folder)
        return number if self._is_right(workload, peer, "count", done) else None
