-- Version 15: closed-book sittings.

-- A closed-book sitting: questions drawn by a seed of its own, each tried once. It is open until it has an end.
CREATE TABLE sitting (
    id        INTEGER PRIMARY KEY,
    learner   INTEGER NOT NULL REFERENCES learner (id),
    scope     TEXT NOT NULL CHECK (scope <> ''),          -- a chapter, deep/d07, or a track
    questions TEXT NOT NULL,                              -- JSON: [{"owner","question","kind"}] as they are asked
    minutes   INTEGER NOT NULL CHECK (minutes >= 0),      -- 0: no limit
    seed      INTEGER NOT NULL,
    at        INTEGER NOT NULL
) STRICT;
CREATE TRIGGER sitting_is_fixed BEFORE UPDATE ON sitting
BEGIN SELECT RAISE(ABORT, 'sitting is append-only'); END;
CREATE TRIGGER sitting_stays BEFORE DELETE ON sitting
BEGIN SELECT RAISE(ABORT, 'sitting is append-only'); END;
CREATE INDEX sitting_by_learner ON sitting (learner, id);

CREATE TABLE sitting_answer (
    sitting INTEGER NOT NULL REFERENCES sitting (id),
    n       INTEGER NOT NULL CHECK (n >= 0),              -- its place among the questions
    answer  INTEGER REFERENCES answer (id),               -- NULL: left out
    ms      INTEGER NOT NULL,                             -- how long it took
    PRIMARY KEY (sitting, n)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER sitting_answer_is_fixed BEFORE UPDATE ON sitting_answer
BEGIN SELECT RAISE(ABORT, 'sitting_answer is append-only'); END;
CREATE TRIGGER sitting_answer_stays BEFORE DELETE ON sitting_answer
BEGIN SELECT RAISE(ABORT, 'sitting_answer is append-only'); END;

CREATE TABLE sitting_end (
    sitting   INTEGER PRIMARY KEY REFERENCES sitting (id),
    at        INTEGER NOT NULL,
    how       TEXT NOT NULL CHECK (how IN ('done', 'time', 'aborted')),
    solved    INTEGER NOT NULL CHECK (solved >= 0),       -- of the questions that a machine judges
    of_all    INTEGER NOT NULL,
    open_book INTEGER NOT NULL CHECK (open_book IN (0, 1)),
    passed    INTEGER NOT NULL CHECK (passed IN (0, 1))
) STRICT;
CREATE TRIGGER sitting_end_is_fixed BEFORE UPDATE ON sitting_end
BEGIN SELECT RAISE(ABORT, 'sitting_end is append-only'); END;
CREATE TRIGGER sitting_end_stays BEFORE DELETE ON sitting_end
BEGIN SELECT RAISE(ABORT, 'sitting_end is append-only'); END;
CREATE INDEX sitting_end_by_time ON sitting_end (at);
