-- Version 13: the series that training wrote in a run.

-- A series that the learner's code wrote in a run, such as the loss by step: as many points as runner/exec/curve.h says.
CREATE TABLE curve (
    attempt  INTEGER NOT NULL REFERENCES attempt (id),
    n        INTEGER NOT NULL,   -- its place in the report
    curve    TEXT NOT NULL CHECK (curve <> ''),
    call     TEXT NOT NULL,
    case_id  TEXT NOT NULL,
    title    TEXT NOT NULL,
    unit     TEXT NOT NULL,
    steps    INTEGER NOT NULL CHECK (steps >= 0),   -- how many values the series had
    bad      INTEGER NOT NULL CHECK (bad >= 0),     -- of them not finite
    least_at INTEGER,                               -- the step of the least, from 0
    last     REAL,                                  -- the last value, where it is finite
    points   TEXT NOT NULL CHECK (length(points) <= 32768),   -- JSON: a value a step, or [least, most] of several
    PRIMARY KEY (attempt, n),
    UNIQUE (attempt, curve)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER curve_is_fixed BEFORE UPDATE ON curve
BEGIN SELECT RAISE(ABORT, 'curve is append-only'); END;
CREATE TRIGGER curve_stays BEFORE DELETE ON curve
BEGIN SELECT RAISE(ABORT, 'curve is append-only'); END;
