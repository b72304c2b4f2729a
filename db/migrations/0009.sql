-- Version 9: an answer and a review say which revision of the lab they are of.
--
-- The tables are made anew and not altered, so that their text is that of a new workbook.

ALTER TABLE review RENAME TO review_old;
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
    due        INTEGER NOT NULL,
    lab_rev    INTEGER                                -- as of an answer
) STRICT;
INSERT INTO review (id, learner, kind, owner, key, at, days, grade, params, text, status, stability, difficulty, due)
SELECT id, learner, kind, owner, key, at, days, grade, params, text, status, stability, difficulty, due
FROM review_old;
DROP TABLE review_old;
CREATE TRIGGER review_is_fixed BEFORE UPDATE ON review
BEGIN SELECT RAISE(ABORT, 'review is append-only'); END;
CREATE TRIGGER review_stays BEFORE DELETE ON review
BEGIN SELECT RAISE(ABORT, 'review is append-only'); END;
CREATE INDEX review_by_time ON review (learner, at);

ALTER TABLE answer RENAME TO answer_old;
CREATE TABLE answer (
    id       INTEGER PRIMARY KEY,
    learner  INTEGER NOT NULL REFERENCES learner (id),
    owner    TEXT NOT NULL CHECK (owner <> ''),   -- a lab or a week
    question TEXT NOT NULL CHECK (question <> ''),
    params   TEXT,                                -- JSON: the drawn parameters
    text     TEXT NOT NULL,
    status   TEXT NOT NULL CHECK (status IN ('PASS', 'FAIL', 'ERROR', 'SKIPPED',
                 'INCONCLUSIVE', 'SUSPICIOUS', 'STALE', 'PENDING')),
    at       INTEGER NOT NULL,
    lab_rev  INTEGER              -- the lab's revision; NULL: of a week or a card, or from before version 9
) STRICT;
INSERT INTO answer (id, learner, owner, question, params, text, status, at)
SELECT id, learner, owner, question, params, text, status, at
FROM answer_old;
DROP TABLE answer_old;
CREATE TRIGGER answer_is_fixed BEFORE UPDATE ON answer
BEGIN SELECT RAISE(ABORT, 'answer is append-only'); END;
CREATE TRIGGER answer_stays BEFORE DELETE ON answer
BEGIN SELECT RAISE(ABORT, 'answer is append-only'); END;
CREATE INDEX answer_by_question ON answer (learner, owner, question, id);
CREATE INDEX answer_right ON answer (learner, owner, question, at) WHERE status = 'PASS';
CREATE INDEX answer_by_time ON answer (learner, at);
