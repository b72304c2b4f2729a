"""Which rows of a long suite a run takes: all of them, or, where RIDGE_DRAW=WORD is set, one of so many, drawn by that
word, and at least one.

./check draws by the commit, so that each commit tries others and the same commit always the same; .ci/run and
./check --full take all.
"""
import hashlib
import os


def one_of(many, rows, name):
    """The rows that this run takes, in their order; name(row) is what a row is drawn by."""
    word = os.environ.get("RIDGE_DRAW", "")
    if not word:
        return list(rows)

    def lot(row):
        return hashlib.sha256((word + " " + name(row)).encode()).digest()

    return [r for r in rows if lot(r)[0] % many == 0] or sorted(rows, key=lot)[:1]
