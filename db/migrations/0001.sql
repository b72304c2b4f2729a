-- Version 1: what a run leaves behind.
-- Every time is in milliseconds since 1970, UTC. Facts are append-only: the triggers say which.

CREATE TABLE learner (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL DEFAULT '',
    seed    INTEGER NOT NULL,   -- draws the questions' per-learner parameters; never changes
    created INTEGER NOT NULL
) STRICT;
CREATE TRIGGER learner_seed_is_fixed BEFORE UPDATE OF id, seed, created ON learner
BEGIN SELECT RAISE(ABORT, 'learner: id, seed and created never change'); END;
CREATE TRIGGER learner_stays BEFORE DELETE ON learner
BEGIN SELECT RAISE(ABORT, 'learner is append-only'); END;

CREATE TABLE source (
    id   INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),   -- BLAKE2b-256 of text
    text BLOB NOT NULL
) STRICT;
CREATE TRIGGER source_is_fixed BEFORE UPDATE ON source
BEGIN SELECT RAISE(ABORT, 'source is append-only'); END;
CREATE TRIGGER source_stays BEFORE DELETE ON source
BEGIN SELECT RAISE(ABORT, 'source is append-only'); END;

CREATE TABLE attempt (
    id          INTEGER PRIMARY KEY,
    learner     INTEGER NOT NULL REFERENCES learner (id),
    lab         TEXT NOT NULL CHECK (lab <> ''),
    lab_rev     INTEGER NOT NULL,
    backend     TEXT NOT NULL,
    impl        TEXT NOT NULL,    -- learner, skeleton, reference, mutant:NAME
    verb        TEXT NOT NULL CHECK (verb IN ('test', 'bench', 'profile')),
    started     INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    status      TEXT NOT NULL CHECK (status IN ('PASS', 'FAIL', 'ERROR', 'SKIPPED',
                    'INCONCLUSIVE', 'SUSPICIOUS', 'STALE', 'PENDING')),
    points      REAL NOT NULL,
    max         REAL NOT NULL,
    stage       TEXT NOT NULL CHECK (stage IN ('', 'bronze', 'silver', 'gold')),
    source_hash BLOB NOT NULL CHECK (length(source_hash) = 32),   -- over names and hashes
    watch       INTEGER NOT NULL CHECK (watch IN (0, 1)),
    sandbox     TEXT NOT NULL     -- the level that the run was confined to
) STRICT;
CREATE TRIGGER attempt_is_fixed BEFORE UPDATE ON attempt
BEGIN SELECT RAISE(ABORT, 'attempt is append-only'); END;
CREATE TRIGGER attempt_stays BEFORE DELETE ON attempt
BEGIN SELECT RAISE(ABORT, 'attempt is append-only'); END;
CREATE INDEX attempt_by_lab ON attempt (learner, impl, lab, id);
CREATE INDEX attempt_best
    ON attempt (learner, impl, verb, lab, (status = 'PASS'), lab_rev, points, id);

CREATE TABLE attempt_file (
    attempt INTEGER NOT NULL REFERENCES attempt (id),
    name    TEXT NOT NULL CHECK (name <> ''),
    source  INTEGER NOT NULL REFERENCES source (id),
    PRIMARY KEY (attempt, name)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER attempt_file_is_fixed BEFORE UPDATE ON attempt_file
BEGIN SELECT RAISE(ABORT, 'attempt_file is append-only'); END;
CREATE TRIGGER attempt_file_stays BEFORE DELETE ON attempt_file
BEGIN SELECT RAISE(ABORT, 'attempt_file is append-only'); END;

-- The whole report, word for word; the tables below are what is searched.
CREATE TABLE report (
    attempt INTEGER PRIMARY KEY REFERENCES attempt (id),
    json    TEXT NOT NULL
) STRICT;
CREATE TRIGGER report_is_fixed BEFORE UPDATE ON report
BEGIN SELECT RAISE(ABORT, 'report is append-only'); END;
CREATE TRIGGER report_stays BEFORE DELETE ON report
BEGIN SELECT RAISE(ABORT, 'report is append-only'); END;

CREATE TABLE milestone_result (
    attempt   INTEGER NOT NULL REFERENCES attempt (id),
    n         INTEGER NOT NULL,   -- its place in the lab
    milestone TEXT NOT NULL CHECK (milestone <> ''),
    kind      TEXT NOT NULL,
    status    TEXT NOT NULL CHECK (status IN ('PASS', 'FAIL', 'ERROR', 'SKIPPED',
                  'INCONCLUSIVE', 'SUSPICIOUS', 'STALE', 'PENDING')),
    stage     TEXT NOT NULL CHECK (stage IN ('', 'bronze', 'silver', 'gold')),
    points    REAL NOT NULL,
    max       REAL NOT NULL,
    message   TEXT NOT NULL,
    hint      TEXT NOT NULL,
    PRIMARY KEY (attempt, n),
    UNIQUE (attempt, milestone)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER milestone_result_is_fixed BEFORE UPDATE ON milestone_result
BEGIN SELECT RAISE(ABORT, 'milestone_result is append-only'); END;
CREATE TRIGGER milestone_result_stays BEFORE DELETE ON milestone_result
BEGIN SELECT RAISE(ABORT, 'milestone_result is append-only'); END;

-- One benchmark against the reference; times in the report's unit, ratio = t_reference / t_learner.
CREATE TABLE measurement (
    id          INTEGER PRIMARY KEY,
    attempt     INTEGER NOT NULL REFERENCES attempt (id),
    bench       TEXT NOT NULL,
    call        TEXT NOT NULL,
    case_id     TEXT NOT NULL,
    clock       TEXT NOT NULL,
    pairs       INTEGER,
    ratio       REAL,
    lo          REAL,
    hi          REAL,
    t_reference REAL,
    t_learner   REAL,
    gflops      REAL,
    gbps        REAL,
    busy        REAL,
    note        TEXT NOT NULL,
    UNIQUE (attempt, bench)
) STRICT;
CREATE TRIGGER measurement_is_fixed BEFORE UPDATE ON measurement
BEGIN SELECT RAISE(ABORT, 'measurement is append-only'); END;
CREATE TRIGGER measurement_stays BEFORE DELETE ON measurement
BEGIN SELECT RAISE(ABORT, 'measurement is append-only'); END;

CREATE TABLE sample (
    measurement INTEGER NOT NULL REFERENCES measurement (id),
    n           INTEGER NOT NULL,
    t_reference REAL NOT NULL,
    t_learner   REAL NOT NULL,
    PRIMARY KEY (measurement, n)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER sample_is_fixed BEFORE UPDATE ON sample
BEGIN SELECT RAISE(ABORT, 'sample is append-only'); END;
CREATE TRIGGER sample_stays BEFORE DELETE ON sample
BEGIN SELECT RAISE(ABORT, 'sample is append-only'); END;

CREATE TABLE counter (
    attempt INTEGER NOT NULL REFERENCES attempt (id),
    call    TEXT NOT NULL,
    case_id TEXT NOT NULL,
    name    TEXT NOT NULL CHECK (name <> ''),
    source  TEXT NOT NULL,   -- what counted it: perf, ctrace, verify, ptxas
    value   REAL NOT NULL,
    PRIMARY KEY (attempt, call, case_id, name, source)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER counter_is_fixed BEFORE UPDATE ON counter
BEGIN SELECT RAISE(ABORT, 'counter is append-only'); END;
CREATE TRIGGER counter_stays BEFORE DELETE ON counter
BEGIN SELECT RAISE(ABORT, 'counter is append-only'); END;

-- Only the cases that did not pass.
CREATE TABLE case_result (
    attempt  INTEGER NOT NULL REFERENCES attempt (id),
    n        INTEGER NOT NULL,
    call     TEXT NOT NULL,
    case_id  TEXT NOT NULL,
    hidden   INTEGER NOT NULL CHECK (hidden IN (0, 1)),
    status   TEXT NOT NULL,
    message  TEXT NOT NULL,
    mismatch TEXT,           -- JSON: where, expected, actual
    PRIMARY KEY (attempt, n)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER case_result_is_fixed BEFORE UPDATE ON case_result
BEGIN SELECT RAISE(ABORT, 'case_result is append-only'); END;
CREATE TRIGGER case_result_stays BEFORE DELETE ON case_result
BEGIN SELECT RAISE(ABORT, 'case_result is append-only'); END;

CREATE TABLE event (
    id      INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    kind    TEXT NOT NULL CHECK (kind <> ''),
    subject TEXT NOT NULL,
    data    TEXT             -- JSON
) STRICT;
CREATE TRIGGER event_is_fixed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'event is append-only'); END;
CREATE TRIGGER event_stays BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'event is append-only'); END;
