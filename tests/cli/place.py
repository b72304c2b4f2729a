#!/usr/bin/env python3
"""`ridge place`: what it asks, where it says to begin, what it never does. TAP.

    place.py RIDGE SOURCES

The right answers are found by reading the toy lab's questions as somebody would who knows the matter.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

RIDGE, SRC = sys.argv[1:3]
tmp = tempfile.TemporaryDirectory()
root = tmp.name + "/root"
shutil.copytree(SRC + "/tests/data/curriculum", root)
os.symlink(SRC + "/curriculum/lua", root + "/curriculum/lua")
os.symlink(SRC + "/grader", root + "/grader")
count = bad = 0


def row(good, name, detail=""):
    global count, bad
    count += 1
    bad += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("".join(f"# {line}\n" for line in str(detail).splitlines()[:30]), end="")


def ridge(*args, says="", where=root, home="home"):
    env = dict(os.environ, HOME=tmp.name, XDG_CACHE_HOME=tmp.name + "/cache", NO_COLOR="1", LC_ALL="C.UTF-8",
               RIDGE_ROOT=where, COLUMNS="200")
    env.pop("XDG_DATA_HOME", None)
    r = subprocess.run([RIDGE, "--home", f"{tmp.name}/{home}", *args], input=says, capture_output=True, text=True,
                       env=env)
    return r.returncode, r.stdout, r.stderr


def right(block):
    """The answer to the question of this block of text."""
    options = {text.strip(): n for n, text in re.findall(r"^ +(\d)\) (.*)$", block, re.M)}
    floats = re.search(r"Bytes of ([\d,]+) floats", block)
    if floats:
        return f"{4 * int(floats.group(1).replace(',', '')) / 2**30} GiB"
    if "How many?" in block:
        return "42"
    if "Which is " in block:
        return options[re.search(r"Which is (.*)\?", block).group(1)]
    if "hides latency" in block:
        return options["Prefetch"]
    if "are counted" in block:
        return f"{options['Bytes']},{options['FLOP, all of them']}"
    if "are even" in block:
        return f"{options['2']},{options['4']}"
    if "two rings" in block:
        return "2*(G-1)/G*n/b + 2*(N-1)/N*n/(G*c)"
    assert "Nearly n" in block, block
    return "n + sqrt(n)"


def blocks(out):
    """The questions, each with what was said to its answer, as the page has them."""
    return re.split(r"\n\n  t01-toy", out)[1:]


# ---- right answers, as many as are asked ---------------------------------------------------------

said = []
for _ in range(9):
    code, out, err = ridge("place", says="".join(a + "\n" for a in said))
    asked = blocks(out)
    if len(asked) <= len(said):
        break
    said.append(right(asked[len(said)]))
row(code == 0 and len(said) == 2, "two right answers are enough for a step", out + err)
row("2 of 2 answers right." in out and "You know what can be asked of every step" in out,
    "who knows every step is told so", out)
row("Begin at" not in out, "and is sent nowhere", out)
known = list(said)

code, out, err = ridge("place", says=f"{known[0]}\n\n{known[1]}\n")
row(code == 0 and "of 3 answers right" in out, "after a slip there is a third question", out + err)
code, out, err = ridge("place", says="\n\n")
row("0 of 2 answers right." in out and "Begin at 1, First: `ridge start t01-toy`." in out,
    "two empty lines are two times no idea, and one begins there", out)
code, out, err = ridge("place", says="rubbish {\n\x1b[31m\nnonsense ;\n\n")
row(code == 0 and "0 of 2 answers right." in out and "\x1b" not in out,
    "what can't be read is asked again, three times in all, and nothing of it reaches the terminal", out)
code, out, err = ridge("place", says=known[0] + "\n" + "9" * 5000 + "\n")
row(code == 0 and "Begin at 1" in out, "a line without end is no answer", out[-400:])
code, out, err = ridge("place", says="q\n", home="fresh")
row(code == 0 and "Begin at 1, First" in out, "q at once is no idea, too", out)
_, log, _ = ridge("log", home="fresh")
row("place" not in log, "and nothing is kept of it", log)

# ---- what is kept, and what is not ------------------------------------------------------------------

_, log, _ = ridge("log")
row(re.search(r"place +main/1", log) is not None, "the log says where to begin", log)
_, answers, _ = ridge("answer", "t01", "--json")
row(all(q["status"] == "PENDING" for q in json.loads(answers)["questions"]), "no question of a lab counts as answered",
    answers)
_, out, _ = ridge("map", "main")
row("locked" in out, "no step is opened", out)
code, out, err = ridge("place", "--json", says="".join(a + "\n" for a in known))
doc = json.loads(out)
row((doc["schema"], doc["known"], doc["right"], doc["begin"]) == ("ridge.place/1", ["1"], 2, None),
    "--json says what is known, and asks without a word", out)
code, out, err = ridge("place", "--json")
doc = json.loads(out)
row(doc["begin"]["name"] == "1" and doc["begin"]["next"] == "t01-toy" and doc["right"] == 0, "and where to begin", out)

# ---- other tracks, bad input -------------------------------------------------------------------------

code, out, err = ridge("place", "none")
row(code == 2 and 'no track "none"' in err, "an unknown track is told", err)
code, out, err = ridge("place", "gpu", says="\n\n", where=SRC)
row(code == 0 and "Begin at 1, The machine: `ridge start w01-roofline`." in out and "`ridge config track gpu`" in out,
    "another track than one's own says how to choose it", out + err)
code, out, err = ridge("place", "silicon", says="q\n", where=SRC, home="gated")
row(code == 0 and "`ridge start c04-ownership`" in out, "a gated track begins with its first phase", out + err)
print(f"1..{count}")
sys.exit(bad > 0)
