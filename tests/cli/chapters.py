#!/usr/bin/env python3
"""The exercises of deep dives as a learner meets them: right, wrong in each named way, and not readable. TAP.

    chapters.py RIDGE SOURCES

Answers are computed here anew from the parameters that were drawn, not by the curriculum's own formulas.
"""
import json
import os
import subprocess
import sys
import tempfile

RIDGE, SRC = sys.argv[1:3]
tmp = tempfile.TemporaryDirectory()
count = bad = 0
PASS, FAIL, INVALID = 0, 1, 2


def row(good, name, detail=""):
    global count, bad
    count += 1
    bad += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("".join(f"# {line}\n" for line in str(detail).splitlines()[:30]), end="")


def ridge(*args):
    env = dict(os.environ, HOME=tmp.name, XDG_CACHE_HOME=tmp.name + "/cache", NO_COLOR="1", LC_ALL="C.UTF-8",
               RIDGE_ROOT=SRC, COLUMNS="200")
    env.pop("XDG_DATA_HOME", None)
    r = subprocess.run([RIDGE, "--home", tmp.name + "/home", *args], capture_output=True, text=True, env=env)
    return r.returncode, r.stdout + r.stderr


def drawn(chapter):
    """Exercise -> the parameters that this learner was given."""
    _, text = ridge("answer", chapter, "--json")
    return {q["id"]: q["params"] for q in json.loads(text)["questions"]}


def table(*rows):
    return "; ".join(" ".join(f"{x:.6g}" for x in r) for r in rows)


# ---- D03 ----------------------------------------------------------------------------------------------------


def d03(p):
    k = p["d03-variants"]["k"]
    yield "d03-variants", str(k), FAIL, "4096 and 8192"
    yield "d03-variants", str({5: 1, 7: 2, 10: 4}[k]), FAIL, "value 1 are part"
    yield "d03-variants", str({5: 3, 7: 5, 10: 7}[k]), FAIL, "promises less"
    yield "d03-variants", str({5: 4, 7: 6, 10: 8}[k]), PASS, "Call 9: another constexpr"
    yield "d03-variants", "zebra", INVALID, "not a number"

    s = p["d03-tile"]["s"]
    right = [[128, 48 * s, 228 // (48 * s + 1), 256 / 3], [128, 64, 3, 64], [32, 30, 7, 64 / 3], [128, 192, 1, 256 / 3]]
    yield "d03-tile", table([256, *right[0][1:]], *right[1:]), FAIL, "one register each"
    yield "d03-tile", table([128, 48, *right[0][2:]], *right[1:]), FAIL, "its own buffers"
    yield "d03-tile", table([*right[0][:3], 128 / 3], *right[1:]), FAIL, "2 FLOP"
    yield "d03-tile", table(*right), PASS, "pruned with a pencil"
    yield "d03-tile", "1 2; 3", INVALID, "4 rows of 4"

    whole = "g*d/sqrt(q/n+e) - x*S/(n*(q/n+e)^1.5)"
    yield "d03-rmsnorm", "g*d/sqrt(q/n+e)", FAIL, "q depends"
    yield "d03-rmsnorm", "g*d/sqrt(q/n+e) - x*S/(q/n+e)^1.5", FAIL, "has a 1/n"
    yield "d03-rmsnorm", whole.replace("-", "+"), FAIL, "If x_j grows"
    yield "d03-rmsnorm", f"2*({whole})", FAIL, "factor of 2"
    yield "d03-rmsnorm", whole, PASS, "*one* reduction and a store"
    yield "d03-rmsnorm", "g*y", INVALID, "no name 'y'"

    claim, fix = "padded lanes take part: they load 0, and they store", "other = -inf, and the mask on the store"
    yield "d03-masks", f"exp overflows; 2 5 7; {fix}", FAIL, "nothing is large"
    yield "d03-masks", f"{claim}; 2 5 8; {fix}", FAIL, "speaks against it"
    yield "d03-masks", f"{claim}; 2 5; {fix}", FAIL, "one more line"
    yield "d03-masks", f"{claim}; 2 5 7; other = -inf", FAIL, "line 7 stays"
    yield "d03-masks", f"{claim}; 2 5 7; BLOCK = 781", FAIL, "power of two"
    yield "d03-masks", f"{claim}; 2 5 7; {fix}", PASS, "every result is 1/1,024"
    yield "d03-masks", f"{claim}; 2 17; {fix}", INVALID, "numbers 1 to 9"
    yield "d03-choose", "Triton, always.", INVALID, "write at least 60"


# ---- D09 ----------------------------------------------------------------------------------------------------


def speedup(m, bits):
    work, rate = 2 * m / 989.4e12, 3.35e12
    return max(work, 2 / rate) / max(work, bits / 8 / rate)


def worst(weights, step, zero, least, most):
    codes = [min(most, max(least, round(w / step) + zero)) for w in weights]
    return max(abs((c - zero) * step - w) for c, w in zip(codes, weights))


def d09(p):
    m = p["d09-w4"]["m"]
    yield "d09-w4", "4 x", FAIL, "are bytes, too"
    if m == 16:
        yield "d09-w4", f"{16 / 4.125} x", FAIL, "and the zero point"
    else:
        yield "d09-w4", f"{16 / 4.25} x", FAIL, "still bound by bytes"
    yield "d09-w4", f"{speedup(m, 4.25)} x", PASS, "ends at the ridge"
    yield "d09-w4", "fast", INVALID, "not a number"

    top = p["d09-affine"]["top"]
    w = (-.90, -.30, .05, .60, top)
    step, half, fine = (top + .90) / 15, top / 7, top / 127
    right = [[step, round(.90 / step), worst(w, step, round(.90 / step), 0, 15)],
             [half, 0, worst(w, half, 0, -7, 7)], [fine, 0, worst(w, fine, 0, -127, 127)]]
    yield "d09-affine", table([(top + .90) / 16, *right[0][1:]], *right[1:]), FAIL, "have fifteen steps"
    yield "d09-affine", table(right[0], [2 * top / 15, *right[1][1:]], right[2]), FAIL, "Seven steps on each side"
    yield "d09-affine", table(*right[:2], [fine, 0, fine / 2]), FAIL, "is the bound"
    yield "d09-affine", table(*right), PASS, "finer because the group is not centred"
    yield "d09-affine", "1 2 3", INVALID, "3 rows of 3"

    steps = ["Expand the layer's loss", "Demand that weight q", "Write the Lagrangian", "Stationarity",
             "The constraint fixes", "Remove q from", "H is the same", "A Cholesky factor", "Defer changes"]
    _, text = ridge("answer", "d09", "d09-obs")
    shown = {}
    for line in text.splitlines():
        number, _, words = line.strip().partition(") ")
        shown.update({k: number for k in steps if words.startswith(k) and number.isdigit()})

    def order(*of):
        return " ".join(shown[steps[k - 1]] for k in of)
    yield "d09-obs", order(1, 2, 3, 4, 5, 8, 6, 7, 9), FAIL, "of what?"
    yield "d09-obs", order(1, 2, 3, 4, 5, 6, 9, 7, 8), FAIL, "presuppose one order"
    yield "d09-obs", order(1, 2, 3, 5, 4, 6, 7, 8, 9), FAIL, "A multiple of what"
    yield "d09-obs", order(2, 1, 3, 4, 5, 7, 6, 8, 9), PASS, "changes no result"
    yield "d09-obs", "1 2 3", INVALID, ""

    claim = "three small kernels cost more than the saved weight bytes bring"
    fix = "quantise in the kernel before, dequantise in the epilogue (or quantise weights alone)"
    yield "d09-slow-int8", f"the product is badly tiled; 2 4; {fix}", FAIL, "at the roof"
    yield "d09-slow-int8", f"{claim}; 2 3; {fix}", FAIL, "speaks against it"
    yield "d09-slow-int8", f"{claim}; 4 1; {fix}", FAIL, "one more line"
    yield "d09-slow-int8", f"{claim}; 4 6; activations of 4 bits", FAIL, "same three kernels"
    yield "d09-slow-int8", f"{claim}; 4 6; {fix}", PASS, "Bytes saved must exceed launches added"
    yield "d09-slow-int8", "b", INVALID, "claim; lines; fix"
    yield "d09-smooth", "yes", INVALID, "ridge test w05-int8-outliers --drill smooth"
    yield "d09-eval", "It is fine.", INVALID, "write at least 65"


CHAPTERS = [("d03", d03, "from w09-tile-dsl", "def attention("),
            ("d09", d09, "from c08-gptq", "sources differ", "research stage as of")]


def main():
    for chapter, exercises, *told in CHAPTERS:
        rc, page = ridge("show", chapter)
        for text in told:
            row(rc == 0 and text in page, f"{chapter} says: {text}", page[-500:])
        for exercise, answer, rc_wanted, said in exercises(drawn(chapter)):
            rc, text = ridge("answer", chapter, exercise, answer)
            what = ["is right", "is wrong, and is told why", "is not readable"][rc_wanted]
            row(rc == rc_wanted and said in " ".join(text.split()),
                f"{exercise}: {answer[:60]} {what}", f"{rc}: {text}")
        _, text = ridge("show", chapter, "--json")
        states = [x["status"] for x in json.loads(text)["exercises"] if x["kind"] not in ("text", "build")]
        row(states and set(states) == {"right"}, f"{chapter} has each of them as right", text[-800:])
    print(f"1..{count}")
    return bad > 0


sys.exit(main())
