"""Runs the built `cursus` on a free loopback port over an empty data directory, for as long as a `with` block lasts."""

import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """The address is in `url`; settings go in as keyword arguments and become `CURSUS_...` variables."""

    def __init__(self, binary, **settings):
        self.binary = str(pathlib.Path(binary).resolve())
        self.settings = settings

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="cursus-test-")
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        environment = {key: value for key, value in os.environ.items() if not key.startswith("CURSUS_")}
        environment["CURSUS_LISTEN"] = f"127.0.0.1:{port}"
        environment["CURSUS_DATA_DIR"] = os.path.join(self.folder, "data")
        for name, value in self.settings.items():
            environment[f"CURSUS_{name.upper()}"] = str(value)
        self.log_path = os.path.join(self.folder, "log")
        self.log = open(self.log_path, "wb")
        self.process = subprocess.Popen(
            [self.binary, "serve"], env=environment, cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=subprocess.STDOUT,
        )
        try:
            self._wait()
        except BaseException:
            self.__exit__(*sys.exc_info())
            raise
        return self

    def _wait(self):
        for _ in range(600):
            if self.process.poll() is not None:
                raise RuntimeError(f"the server stopped with {self.process.returncode}")
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=5) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                pass
            time.sleep(0.1)
        raise RuntimeError("the server did not answer within a minute")

    def alive(self):
        return self.process.poll() is None

    def __exit__(self, kind, error, trace):
        died = self.process.poll() is not None
        if not died:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()
        if kind is not None or died:
            sys.stderr.write("--- the server's last words ---\n")
            with open(self.log_path, "rb") as log:
                sys.stderr.write(log.read()[-6000:].decode("utf-8", "replace"))
        shutil.rmtree(self.folder, ignore_errors=True)
        if died and kind is None:
            raise RuntimeError(f"the server stopped with {self.process.returncode} while the test ran")
