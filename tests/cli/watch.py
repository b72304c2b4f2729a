#!/usr/bin/env python3
"""ridge watch as a person at a terminal sees it: TAP. Waits for what must come, and for nothing else.
    watch.py RIDGE ROOT"""
import os, pty, re, select, shutil, signal, sys, tempfile, time

ridge, root = os.path.realpath(sys.argv[1]), sys.argv[2]
home = tempfile.mkdtemp()
os.environ.update(RIDGE_ROOT=root, LC_ALL="C.UTF-8", TERM="xterm", NO_COLOR="1", TZ="UTC", RIDGE_NOW="1764615600")
os.environ.setdefault("XDG_CACHE_HOME", os.environ.get("RIDGE_TEST_CACHE", home + "/cache"))
n = bad = 0
seen = ""


def row(ok, name):
    global n, bad
    n, bad = n + 1, bad + (not ok)
    print(("ok" if ok else "not ok"), n, "-", name, flush=True)
    if not ok:
        print("\n".join("# " + line for line in seen[-2000:].splitlines()), flush=True)


def until(pattern):
    """Reads on until the pattern has come since the last time; two minutes are a fault and no measure."""
    global seen
    end = time.monotonic() + 120
    seen = ""
    while not re.search(pattern, seen):
        if not select.select([fd], [], [], max(0, end - time.monotonic()))[0]:
            return False
        try:
            seen += os.read(fd, 65536).decode("utf-8", "replace")
        except OSError:
            return False
    return True


assert os.system(f"'{ridge}' --home '{home}' start c06 >/dev/null") == 0
pid, fd = pty.fork()
if pid == 0:
    os.execv(ridge, [ridge, "--home", home, "watch", "c06"])
row(until(r"q quit") and "\033[2J" in seen and "c06-floatbits" in seen and "19:00:00" in seen,
    "a cleared page with the lab and the time, and its keys")
row(re.search(r"of 100 points so far: no milestone is won yet", seen) is not None, "what is won so far")
os.write(fd, b"h")
row(until(r"q quit") and "Hint 1 of" in seen, "h is a hint")
os.write(fd, b"r")
row(until(r"q quit") and "\033[2J" in seen and "correct" in seen, "r runs again, on a cleared page")
work = os.path.join(home, "work", "c06-floatbits")
with open(os.path.join(work, next(f for f in os.listdir(work) if f.endswith(".c"))), "a") as f:
    f.write("\n")
row(until(r"q quit") and "correct" in seen, "and so does a save")
os.write(fd, b"q")
until(r"\0never")
_, status = os.waitpid(pid, 0)
row(os.WIFEXITED(status) and os.WEXITSTATUS(status) != 130, "q ends it, with the last run's exit code")
shutil.rmtree(home, ignore_errors=True)
print(f"1..{n}")
sys.exit(bad != 0)
