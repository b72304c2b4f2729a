"""What the comments of the suite's programs promise, and whether a ridge.simt/1 document keeps it.

    // expect KERNEL[#n][@label] COUNTER OP VALUE   n-th launch of that kernel, or all; the next line with //@label
    // moves KERNEL LDG STG LDS STS [here ...]      requests as nvcc makes them; here: as the emulator counts them
    // expect-error KIND[|KIND] @label[|@label]|*   must be reported there; KIND * is any
    // allow-error KIND [@label[|@label]]           may be reported
    // reports N                                    errors that stand for themselves, and not under another
    // expect-exit N|*                              0 unless said
    // args WORDS                                   a case: what follows belongs to it, what came before to all
    // with FILE                                    another source of the program
    // flags WORDS                                  of ridge simt
    // env NAME=VALUE                               of the case, or before the first of all
    // native no                                    has no defined result on a GPU
"""
import os
import re
import shlex

HERE = os.path.dirname(os.path.abspath(__file__))
MOVES = ["g_ld_req", "g_st_req", "sh_ld_req", "sh_st_req"]
OPS = {
    "==": lambda a, b: abs(a - b) <= 1e-9 * max(1.0, abs(b)),
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


class Case:
    def __init__(self, args):
        self.args = args
        self.expect, self.errors, self.allow, self.exit, self.env, self.moves = [], [], [], "0", [], []
        self.reports = None

    def copy(self, args):
        c = Case(args)
        c.expect, c.errors, c.allow, c.exit = self.expect[:], self.errors[:], self.allow[:], self.exit
        c.env, c.moves, c.reports = self.env[:], self.moves[:], self.reports
        return c


class Program:
    """One file of the suite."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.name = os.path.splitext(os.path.basename(path))[0]
        self.labels, self.sources, self.flags, self.native = {}, [self.path], [], True
        common = Case([])
        self.cases = []
        with open(path, encoding="utf-8") as f:
            lines = f.read().split("\n")
        for number, line in enumerate(lines, 1):
            for label in re.findall(r"//@(\w+)", line):
                self.labels.setdefault(label, []).append(number)
        for number, line in enumerate(lines, 1):
            m = re.match(r"\s*// (expect-error|expect-exit|allow-error|expect|moves|args|with|flags|env|native|reports)\b *(.*)", line)
            if m:
                self.take(common, m.group(1), m.group(2).strip(), number)
        if not self.cases:
            self.cases = [common]

    def take(self, common, word, rest, number):
        case = self.cases[-1] if self.cases else common
        if word == "args":
            self.cases.append(common.copy(shlex.split(rest)))
        elif word == "with":
            self.sources.append(os.path.join(os.path.dirname(self.path), rest))
        elif word == "flags":
            self.flags = shlex.split(rest)
        elif word == "env":
            case.env.append(tuple(rest.split("=", 1)))
        elif word == "native":
            self.native = rest != "no"
        elif word == "reports":
            case.reports = int(rest)
        elif word == "expect-exit":
            case.exit = rest
        elif word == "allow-error":
            kind, _, where = rest.partition(" ")
            case.allow.append((kind, self.places(where, number) if where else None))
        elif word == "expect-error":
            kinds, where = rest.split()[:2]
            case.errors.append((kinds.split("|"), self.places(where, number), number))
        elif word == "moves":
            kernel, _, figures = rest.partition(" ")
            theirs, _, here = figures.partition(" here ")
            theirs = [int(x) for x in theirs.split()]
            here = [int(x) for x in here.split()] or theirs
            case.moves.append((kernel, theirs, here, number))
            case.expect += [(kernel, 0, 0, c, "==", n, number) for c, n in zip(MOVES, here)]
        else:
            m = re.fullmatch(r"([\w:]+)(?:#(\d+))?(?:@(\w+))? (\w+) (==|!=|<=|>=|<|>) ([-\d.e]+)", rest)
            if not m:
                raise SystemExit("%s:%d: cannot read this expectation" % (self.path, number))
            kernel, nth, label, counter, op, value = m.groups()
            line = self.line(label, number) if label else 0
            case.expect.append((kernel, int(nth or 0), line, counter, op, float(value), number))

    def places(self, where, number):
        if where == "*":
            return None
        lines = []
        for w in where.split("|"):
            lines.append(int(w) if w.isdigit() else self.line(w[1:], number))
        return lines

    def line(self, label, number):
        """The first line after `number` that is marked so, or the only one."""
        marked = self.labels.get(label)
        if not marked:
            raise SystemExit("%s:%d: no line is marked //@%s" % (self.path, number, label))
        return next((k for k in marked if k > number), marked[-1])


def all_errors(doc):
    found = list(doc.get("errors") or [])
    for launch in doc.get("launches") or []:
        found += launch.get("errors") or []
    return found


def under(errors):
    """What stands under these."""
    return [f for e in errors for f in e.get("follows") or []]


def line_sum(launch, lines, counter):
    """A counter over every function inlined at one line; ratios are those of the one that has them."""
    found = [row[counter] for row in launch.get("lines") or [] if row.get("line") in lines and row.get(counter) is not None]
    return sum(found) if counter.rpartition("_")[2] not in ("eff", "spr", "thr") else (found or [0])[0]


def check_counters(program, case, doc):
    wrong = []
    for kernel, nth, line, counter, op, value, number in case.expect:
        runs = [x for x in doc.get("launches") or [] if x.get("kernel") == kernel]
        chosen = runs if nth == 0 else runs[nth - 1:nth]
        if not chosen:
            wrong.append("%s:%d: %s was not launched" % (program.name, number, kernel))
        for k, launch in enumerate(chosen):
            if line:
                got = line_sum(launch, [line], counter)
            else:
                got = (launch.get("counters") or {}).get(counter)
            if got is None or not OPS[op](got, value):
                where = " at line %d" % line if line else ""
                wrong.append("%s:%d: %s#%d%s %s is %s, wanted %s %g" % (
                    program.name, number, kernel, nth or k + 1, where, counter, got, op, value))
    return wrong


def check_errors(program, case, doc):
    wrong = []
    met = [False] * len(case.errors)
    errors = all_errors(doc)
    if case.reports is not None and len(errors) != case.reports:
        wrong.append("%d reports, not %d: %s" % (len(errors), case.reports, [(e.get("kind"), e.get("line")) for e in errors]))
    for k, e in enumerate(errors + under(errors)):
        known = k >= len(errors) or any(
            kind in ("*", e.get("kind")) and (lines is None or e.get("line") in lines) for kind, lines in case.allow)
        for k, (kinds, lines, _) in enumerate(case.errors):
            if e.get("kind") not in kinds and "*" not in kinds:
                continue
            if lines is None or (e.get("line") in lines and str(e.get("file", "")).endswith(os.path.basename(program.path))):
                met[k] = known = True
        if not known:
            wrong.append("reported: %s at %s:%s: %s" % (e.get("kind"), e.get("file"), e.get("line"), e.get("message")))
    for k, (kinds, lines, number) in enumerate(case.errors):
        if not met[k]:
            wrong.append("%s:%d: no %s%s was reported" % (
                program.name, number, "|".join(kinds), "" if lines is None else " at line " + "|".join(map(str, lines))))
    return wrong


def check(program, case, doc, output):
    """What is wrong, as lines; none when all is as promised."""
    wrong = check_errors(program, case, doc) + check_counters(program, case, doc)
    if case.exit != "*" and str(doc.get("exit_code")) != case.exit:
        wrong.append("exit %s, signal %s" % (doc.get("exit_code"), doc.get("signal")))
    last = output.rstrip("\n").rpartition("\n")[2]
    if case.exit == "0" and last != "ok":
        wrong.append("the last line is not ok: " + output[-600:])
    return wrong


def counters_only(doc):
    """What must be the same with any number of workers, and for programs without errors any schedule."""
    return [[x.get("kernel"), x.get("grid"), x.get("block"), x.get("counters"), x.get("lines")] for x in doc.get("launches") or []]


def find(names):
    """Programs by file name, or all."""
    if not names:
        names = sorted(n for n in os.listdir(HERE) if n.endswith(".cu"))
    return [Program(n if os.path.exists(n) else os.path.join(HERE, n if n.endswith(".cu") else n + ".cu")) for n in names]
