-- Version 3: a class, its submissions and their grades.

-- A class: who is in it, what was handed in, and what became of it.
CREATE TABLE student (
    id      INTEGER PRIMARY KEY,
    key     TEXT NOT NULL UNIQUE CHECK (key <> ''),   -- the id that the school knows
    name    TEXT NOT NULL,
    email   TEXT NOT NULL,
    section TEXT NOT NULL,
    extra   TEXT              -- JSON: the roster's other columns
) STRICT;
CREATE TRIGGER student_key_is_fixed BEFORE UPDATE OF id, key ON student
BEGIN SELECT RAISE(ABORT, 'student: id and key never change'); END;
CREATE TRIGGER student_stays BEFORE DELETE ON student
BEGIN SELECT RAISE(ABORT, 'student: rows stay'); END;

CREATE TABLE assignment (
    lab    TEXT PRIMARY KEY CHECK (lab <> ''),
    policy TEXT NOT NULL      -- JSON, as given
) STRICT, WITHOUT ROWID;
CREATE TRIGGER assignment_stays BEFORE DELETE ON assignment
BEGIN SELECT RAISE(ABORT, 'assignment: rows stay'); END;

CREATE TABLE submission (
    id       INTEGER PRIMARY KEY,
    student  INTEGER NOT NULL REFERENCES student (id),
    lab      TEXT NOT NULL CHECK (lab <> ''),
    received INTEGER NOT NULL,
    origin   TEXT NOT NULL,   -- where it came from: a file, an upload
    refused  TEXT NOT NULL,   -- why it was not taken, or ''
    hash     BLOB NOT NULL CHECK (length(hash) = 32),   -- over names and hashes
    UNIQUE (student, lab, hash, refused)
) STRICT;
CREATE TRIGGER submission_is_fixed BEFORE UPDATE ON submission
BEGIN SELECT RAISE(ABORT, 'submission is append-only'); END;
CREATE TRIGGER submission_stays BEFORE DELETE ON submission
BEGIN SELECT RAISE(ABORT, 'submission is append-only'); END;
CREATE INDEX submission_by_lab ON submission (lab, id);

CREATE TABLE submission_file (
    submission INTEGER NOT NULL REFERENCES submission (id),
    name       TEXT NOT NULL CHECK (name <> ''),
    source     INTEGER NOT NULL REFERENCES source (id),
    PRIMARY KEY (submission, name)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER submission_file_is_fixed BEFORE UPDATE ON submission_file
BEGIN SELECT RAISE(ABORT, 'submission_file is append-only'); END;
CREATE TRIGGER submission_file_stays BEFORE DELETE ON submission_file
BEGIN SELECT RAISE(ABORT, 'submission_file is append-only'); END;

-- One grading of one submission: queued -> leased -> done, held, or queued again.
CREATE TABLE grading (
    id          INTEGER PRIMARY KEY,
    submission  INTEGER NOT NULL REFERENCES submission (id),
    lab_rev     INTEGER NOT NULL,
    round       INTEGER NOT NULL CHECK (round >= 0),   -- 0, then one more a regrade
    state       TEXT NOT NULL CHECK (state IN ('queued', 'leased', 'done', 'held')),
    tries       INTEGER NOT NULL,                      -- how often it was leased
    worker      TEXT NOT NULL,                         -- who has or had the lease
    leased      INTEGER,                               -- since when
    expires     INTEGER,                               -- and until when
    why         TEXT NOT NULL,                         -- why it went back or is held
    finished    INTEGER,                               -- done or held: when
    status      TEXT CHECK (status IN ('PASS', 'FAIL', 'ERROR', 'SKIPPED',
                    'INCONCLUSIVE', 'SUSPICIOUS', 'STALE', 'PENDING')),
    stage       TEXT CHECK (stage IN ('', 'bronze', 'silver', 'gold')),
    points      REAL,
    max         REAL,
    sandbox     TEXT,
    duration_ms INTEGER,
    UNIQUE (submission, lab_rev, round),
    CHECK ((state = 'leased') = (expires IS NOT NULL AND leased IS NOT NULL)),
    CHECK ((state IN ('done', 'held')) = (finished IS NOT NULL)),
    CHECK (state <> 'held' OR why <> ''),
    CHECK (state <> 'done' OR (status IS NOT NULL AND stage IS NOT NULL AND points IS NOT NULL
           AND max IS NOT NULL AND sandbox IS NOT NULL AND duration_ms IS NOT NULL)),
    CHECK (state = 'done' OR (status IS NULL AND stage IS NULL AND points IS NULL
           AND max IS NULL AND sandbox IS NULL AND duration_ms IS NULL))
) STRICT;
CREATE TRIGGER grading_begins_queued BEFORE INSERT ON grading
WHEN NEW.state <> 'queued' OR NEW.tries <> 0
BEGIN SELECT RAISE(ABORT, 'grading: begins in the queue'); END;
CREATE TRIGGER grading_subject_is_fixed
BEFORE UPDATE OF id, submission, lab_rev, round ON grading
BEGIN SELECT RAISE(ABORT, 'grading: its submission, revision and round never change'); END;
CREATE TRIGGER grading_ends_once BEFORE UPDATE ON grading WHEN OLD.state IN ('done', 'held')
BEGIN SELECT RAISE(ABORT, 'grading: it is over'); END;
CREATE TRIGGER grading_leaves_the_queue_by_a_lease BEFORE UPDATE ON grading
WHEN OLD.state = 'queued' AND NEW.state <> 'leased'
BEGIN SELECT RAISE(ABORT, 'grading: only a lease takes it from the queue'); END;
CREATE TRIGGER grading_lease_counts BEFORE UPDATE ON grading
WHEN NEW.tries <> OLD.tries + (NEW.state = 'leased') OR (NEW.state = 'leased' AND NEW.worker = '')
BEGIN SELECT RAISE(ABORT, 'grading: a lease counts as one try and has a worker'); END;
CREATE TRIGGER grading_lease_runs_out_first BEFORE UPDATE ON grading
WHEN OLD.state = 'leased' AND NEW.state = 'leased' AND NEW.leased < OLD.expires
BEGIN SELECT RAISE(ABORT, 'grading: another worker holds the lease'); END;
CREATE TRIGGER grading_stays BEFORE DELETE ON grading
BEGIN SELECT RAISE(ABORT, 'grading: rows stay'); END;
CREATE INDEX grading_open ON grading (tries, id) WHERE state IN ('queued', 'leased');

CREATE TABLE grading_report (
    grading INTEGER PRIMARY KEY REFERENCES grading (id),
    json    TEXT NOT NULL
) STRICT;
CREATE TRIGGER grading_report_comes_from_a_lease BEFORE INSERT ON grading_report
WHEN (SELECT state FROM grading WHERE id = NEW.grading) IS NOT 'leased'
BEGIN SELECT RAISE(ABORT, 'grading_report: the grading is not leased'); END;
CREATE TRIGGER grading_report_is_fixed BEFORE UPDATE ON grading_report
BEGIN SELECT RAISE(ABORT, 'grading_report is append-only'); END;
CREATE TRIGGER grading_report_stays BEFORE DELETE ON grading_report
BEGIN SELECT RAISE(ABORT, 'grading_report is append-only'); END;

-- Who did what to the class, in an unbroken chain: each hash covers the one before.
CREATE TABLE audit (
    id      INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    who     TEXT NOT NULL,
    what    TEXT NOT NULL CHECK (what <> ''),
    subject TEXT NOT NULL,
    data    TEXT,             -- JSON
    hash    BLOB NOT NULL CHECK (length(hash) = 32)   -- BLAKE2b-256 of the hash before and this row
) STRICT;
CREATE TRIGGER audit_has_no_gaps BEFORE INSERT ON audit
WHEN NEW.id <> (SELECT ifnull(max(id), 0) + 1 FROM audit)
BEGIN SELECT RAISE(ABORT, 'audit: rows are numbered without gaps'); END;
CREATE TRIGGER audit_is_fixed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
CREATE TRIGGER audit_stays BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
