-- Version 7: one student's due time, an excuse, a grade set by hand, each with its reason.

-- What an instructor decided of one student in one lab: only ever added, the latest holds.
CREATE TABLE adjustment (
    id      INTEGER PRIMARY KEY,
    student INTEGER NOT NULL REFERENCES student (id),
    lab     TEXT NOT NULL CHECK (lab <> ''),
    kind    TEXT NOT NULL CHECK (kind IN ('due', 'excuse', 'points', 'undo')),
    value   INTEGER,          -- due: ms, NULL is no due time; points: thousandths
    most    INTEGER,          -- points: what could be reached, thousandths
    reason  TEXT NOT NULL CHECK (reason <> ''),
    who     TEXT NOT NULL,
    at      INTEGER NOT NULL,
    CHECK ((kind = 'points') = (most IS NOT NULL)),
    CHECK (kind IN ('due', 'points') OR value IS NULL),
    CHECK (kind <> 'points' OR (value IS NOT NULL AND value >= 0))
) STRICT;
CREATE TRIGGER adjustment_is_fixed BEFORE UPDATE ON adjustment
BEGIN SELECT RAISE(ABORT, 'adjustment is append-only'); END;
CREATE TRIGGER adjustment_stays BEFORE DELETE ON adjustment
BEGIN SELECT RAISE(ABORT, 'adjustment is append-only'); END;
CREATE INDEX adjustment_by_lab ON adjustment (lab, id);
CREATE INDEX adjustment_by_student ON adjustment (student, lab, id);
