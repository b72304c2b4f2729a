#!/usr/bin/env python3
"""What ridge lab check says while it works: a line a stage at a terminal, nothing into a pipe. TAP.
    progress.py RIDGE ROOT"""
import os, pty, re, shutil, subprocess, sys, tempfile

ridge, root = os.path.realpath(sys.argv[1]), sys.argv[2]
home = tempfile.mkdtemp()
os.chmod(home, 0o755)
os.environ.update(RIDGE_ROOT=root, HOME=home, LC_ALL="C.UTF-8", TERM="xterm", NO_COLOR="1")
os.environ.pop("XDG_DATA_HOME", None)
os.environ["XDG_CACHE_HOME"] = os.environ.get("RIDGE_TEST_CACHE", home + "/cache")
n = bad = 0


def row(ok, name, seen):
    global n, bad
    n, bad = n + 1, bad + (not ok)
    print(("ok" if ok else "not ok"), n, "-", name, flush=True)
    if not ok:
        print("\n".join("# " + line for line in seen[-2000:].splitlines()), flush=True)


def at_a_terminal(args):
    pid, fd = pty.fork()
    if pid == 0:
        os.execv(ridge, [ridge] + args)
    seen = b""
    while True:
        try:
            part = os.read(fd, 65536)
        except OSError:
            break
        if not part:
            break
        seen += part
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), re.sub(r"\r\033\[K|\r", "", seen.decode("utf-8", "replace"))


os.chdir(home)
subprocess.run([ridge, "lab", "new", "bar-rows"], check=True, stdout=subprocess.DEVNULL)
os.chdir("bar")
check = ["lab", "check", "bar-rows", "--mutants", "1", "--draw", "c"]
code, seen = at_a_terminal(check)
stages = [re.sub(r"seed \d+", "seed N", s) for s in re.findall(r"  bar-rows on cpu: (.*)\n", seen)]
row(code == 0 and stages == ["the reference and the skeleton", "1 mutant", "the reference, seed N", "the fakes"],
    "a line for each stage, in their order", seen)
p = subprocess.run([ridge] + check, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
row(p.returncode == 0 and "bar-rows on cpu:" not in p.stdout and "\r" not in p.stdout, "a pipe gets none of them", p.stdout)
os.chdir("/")
shutil.rmtree(home, ignore_errors=True)
print(f"1..{n}")
sys.exit(bad != 0)
