-- Version 2: what a learner leaves behind, and which milestones were ever passed.

-- The first attempt that passed a milestone at a revision of the lab, and at each stage. Small, so
-- that progress over a long history is a few look-ups.
CREATE TABLE passed (
    learner   INTEGER NOT NULL REFERENCES learner (id),
    lab       TEXT NOT NULL,
    milestone TEXT NOT NULL,
    lab_rev   INTEGER NOT NULL,
    stage     TEXT NOT NULL,
    attempt   INTEGER NOT NULL REFERENCES attempt (id),
    PRIMARY KEY (learner, lab, milestone, lab_rev, stage)
) STRICT, WITHOUT ROWID;
INSERT INTO passed
    SELECT a.learner, a.lab, m.milestone, a.lab_rev, m.stage, min(a.id)
    FROM attempt a JOIN milestone_result m ON m.attempt = a.id
    WHERE a.impl = 'learner' AND m.status = 'PASS'
    GROUP BY a.learner, a.lab, m.milestone, a.lab_rev, m.stage;
CREATE TRIGGER passed_is_fixed BEFORE UPDATE ON passed
BEGIN SELECT RAISE(ABORT, 'passed is append-only'); END;
CREATE TRIGGER passed_stays BEFORE DELETE ON passed
BEGIN SELECT RAISE(ABORT, 'passed is append-only'); END;

-- Said before the run; `measured` is filled in once, by the run that shows it.
CREATE TABLE prediction (
    id              INTEGER PRIMARY KEY,
    learner         INTEGER NOT NULL REFERENCES learner (id),
    lab             TEXT NOT NULL CHECK (lab <> ''),
    key             TEXT NOT NULL CHECK (key <> ''),   -- the manifest's id of the prediction
    axis            TEXT NOT NULL,
    value           REAL,
    choice          TEXT,
    unit            TEXT NOT NULL,
    made            INTEGER NOT NULL,
    attempt         INTEGER REFERENCES attempt (id),
    measured        REAL,
    measured_choice TEXT,
    CHECK ((value IS NULL) <> (choice IS NULL)),
    CHECK (measured IS NULL OR measured_choice IS NULL),
    CHECK ((attempt IS NULL) = (measured IS NULL AND measured_choice IS NULL))
) STRICT;
CREATE TRIGGER prediction_is_fixed
BEFORE UPDATE OF id, learner, lab, key, axis, value, choice, unit, made ON prediction
BEGIN SELECT RAISE(ABORT, 'prediction: only the measured value may be added'); END;
CREATE TRIGGER prediction_is_measured_once BEFORE UPDATE ON prediction WHEN OLD.attempt IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'prediction: already measured'); END;
CREATE TRIGGER prediction_stays BEFORE DELETE ON prediction
BEGIN SELECT RAISE(ABORT, 'prediction is append-only'); END;
CREATE INDEX prediction_by_lab ON prediction (learner, lab, key, id);

CREATE TABLE answer (
    id       INTEGER PRIMARY KEY,
    learner  INTEGER NOT NULL REFERENCES learner (id),
    owner    TEXT NOT NULL CHECK (owner <> ''),   -- a lab or a week
    question TEXT NOT NULL CHECK (question <> ''),
    params   TEXT,                                -- JSON: the drawn parameters
    text     TEXT NOT NULL,
    status   TEXT NOT NULL CHECK (status IN ('PASS', 'FAIL', 'ERROR', 'SKIPPED',
                 'INCONCLUSIVE', 'SUSPICIOUS', 'STALE', 'PENDING')),
    at       INTEGER NOT NULL
) STRICT;
CREATE TRIGGER answer_is_fixed BEFORE UPDATE ON answer
BEGIN SELECT RAISE(ABORT, 'answer is append-only'); END;
CREATE TRIGGER answer_stays BEFORE DELETE ON answer
BEGIN SELECT RAISE(ABORT, 'answer is append-only'); END;
CREATE INDEX answer_by_question ON answer (learner, owner, question, id);

-- Spaced review: when a question comes back.
CREATE TABLE question_state (
    learner  INTEGER NOT NULL REFERENCES learner (id),
    owner    TEXT NOT NULL CHECK (owner <> ''),
    question TEXT NOT NULL CHECK (question <> ''),
    due      INTEGER NOT NULL,
    interval REAL NOT NULL CHECK (interval >= 0),   -- days
    ease     REAL NOT NULL CHECK (ease > 0),
    PRIMARY KEY (learner, owner, question)
) STRICT, WITHOUT ROWID;
CREATE INDEX question_state_due ON question_state (learner, due);

CREATE TABLE reading_tick (
    learner INTEGER NOT NULL REFERENCES learner (id),
    owner   TEXT NOT NULL,
    key     TEXT NOT NULL CHECK (key <> ''),
    at      INTEGER NOT NULL,
    PRIMARY KEY (learner, owner, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE concept_tick (
    learner INTEGER NOT NULL REFERENCES learner (id),
    owner   TEXT NOT NULL,
    key     TEXT NOT NULL CHECK (key <> ''),
    at      INTEGER NOT NULL,
    PRIMARY KEY (learner, owner, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE hint_taken (
    learner  INTEGER NOT NULL REFERENCES learner (id),
    lab      TEXT NOT NULL CHECK (lab <> ''),
    hint     TEXT NOT NULL CHECK (hint <> ''),
    attempts INTEGER NOT NULL,   -- how many attempts the learner had made by then
    at       INTEGER NOT NULL,
    PRIMARY KEY (learner, lab, hint)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER hint_taken_is_fixed BEFORE UPDATE ON hint_taken
BEGIN SELECT RAISE(ABORT, 'hint_taken is append-only'); END;
CREATE TRIGGER hint_taken_stays BEFORE DELETE ON hint_taken
BEGIN SELECT RAISE(ABORT, 'hint_taken is append-only'); END;

-- The solution was shown, for the first time.
CREATE TABLE reveal (
    learner INTEGER NOT NULL REFERENCES learner (id),
    lab     TEXT NOT NULL CHECK (lab <> ''),
    how     TEXT NOT NULL CHECK (how IN ('passed', 'gave_up')),
    at      INTEGER NOT NULL,
    PRIMARY KEY (learner, lab)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER reveal_is_fixed BEFORE UPDATE ON reveal
BEGIN SELECT RAISE(ABORT, 'reveal is append-only'); END;
CREATE TRIGGER reveal_stays BEFORE DELETE ON reveal
BEGIN SELECT RAISE(ABORT, 'reveal is append-only'); END;

CREATE TABLE note (
    id      INTEGER PRIMARY KEY,
    learner INTEGER NOT NULL REFERENCES learner (id),
    owner   TEXT NOT NULL,
    text    TEXT NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL
) STRICT;
CREATE INDEX note_by_owner ON note (learner, owner, id);

-- Bookmarks, scroll positions, the chosen track: anything a screen wants to find again.
CREATE TABLE ui_state (
    key     TEXT PRIMARY KEY CHECK (key <> ''),
    value   TEXT NOT NULL,   -- JSON
    updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
