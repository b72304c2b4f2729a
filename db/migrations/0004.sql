-- Version 4: spaced review remembers how stable a memory is, and every review that says so.

-- Spaced review (FSRS): one row a card that was reviewed, what the latest review left.
CREATE TABLE card (
    learner    INTEGER NOT NULL REFERENCES learner (id),
    kind       TEXT NOT NULL CHECK (kind IN ('concept', 'question')),
    owner      TEXT NOT NULL CHECK (owner <> ''),   -- a lab or a week
    key        TEXT NOT NULL CHECK (key <> ''),
    stability  REAL NOT NULL CHECK (stability > 0),   -- days until recall falls to 0.9
    difficulty REAL NOT NULL CHECK (difficulty BETWEEN 1 AND 10),
    due        INTEGER NOT NULL,
    last       INTEGER NOT NULL,                      -- the latest review
    reviews    INTEGER NOT NULL CHECK (reviews > 0),
    lapses     INTEGER NOT NULL CHECK (lapses >= 0),  -- how often it was graded "again"
    PRIMARY KEY (learner, kind, owner, key)
) STRICT, WITHOUT ROWID;

-- The dates of version 2 had an interval and no model; a middling difficulty goes with it.
INSERT INTO card
    SELECT learner, 'question', owner, question, max(interval, 0.01), 5, due,
           due - CAST(interval * 86400000 AS INTEGER), 1, 0
    FROM question_state;
DROP TABLE question_state;

-- Every review, so that the model can be fitted again to what was really remembered.
CREATE TABLE review (
    id         INTEGER PRIMARY KEY,
    learner    INTEGER NOT NULL REFERENCES learner (id),
    kind       TEXT NOT NULL CHECK (kind IN ('concept', 'question')),
    owner      TEXT NOT NULL CHECK (owner <> ''),
    key        TEXT NOT NULL CHECK (key <> ''),
    at         INTEGER NOT NULL,
    days       REAL NOT NULL CHECK (days >= 0),       -- since the review before; 0 at the first
    grade      INTEGER NOT NULL CHECK (grade BETWEEN 1 AND 4),   -- again, hard, good, easy
    params     TEXT,                                  -- JSON: the drawn parameters of a question
    text       TEXT NOT NULL,                         -- the answer as typed, '' without one
    status     TEXT NOT NULL CHECK (status IN ('', 'PASS', 'FAIL')),
    stability  REAL NOT NULL CHECK (stability > 0),   -- as this review left it
    difficulty REAL NOT NULL CHECK (difficulty BETWEEN 1 AND 10),
    due        INTEGER NOT NULL
) STRICT;
CREATE TRIGGER review_is_fixed BEFORE UPDATE ON review
BEGIN SELECT RAISE(ABORT, 'review is append-only'); END;
CREATE TRIGGER review_stays BEFORE DELETE ON review
BEGIN SELECT RAISE(ABORT, 'review is append-only'); END;
CREATE INDEX review_by_time ON review (learner, at);
