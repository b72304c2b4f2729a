-- Version 10: what the school's system says of a submission's time where its file's time says nothing, and what a person
-- said afterwards.

CREATE TABLE submission_clock (
    submission INTEGER NOT NULL REFERENCES submission (id),
    says       TEXT NOT NULL CHECK (says IN ('at', 'in time', 'late')),   -- in the order of their weight
    received   INTEGER,                                                  -- at: when
    PRIMARY KEY (submission, says),
    CHECK ((says = 'at') = (received IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TRIGGER submission_clock_is_fixed BEFORE UPDATE ON submission_clock
BEGIN SELECT RAISE(ABORT, 'submission_clock is append-only'); END;
CREATE TRIGGER submission_clock_stays BEFORE DELETE ON submission_clock
BEGIN SELECT RAISE(ABORT, 'submission_clock is append-only'); END;
