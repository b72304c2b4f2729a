-- A learner's workbook, version 15: the whole schema of a new file.
--
-- Files of an older version come here by migrations/NNNN.sql, one step a version; a test holds the
-- two ways against each other. Change both, and DB_VERSION in internal.h.
--
-- In a WITHOUT ROWID table the columns of the key stand first, in the key's order: where they do
-- not, integrity_check of SQLite 3.40 sees NULLs that are not there.
--
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
CREATE INDEX attempt_by_time ON attempt (learner, impl, started);

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
CREATE INDEX event_by_time ON event (at);

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
CREATE TRIGGER passed_is_fixed BEFORE UPDATE ON passed
BEGIN SELECT RAISE(ABORT, 'passed is append-only'); END;
CREATE TRIGGER passed_stays BEFORE DELETE ON passed
BEGIN SELECT RAISE(ABORT, 'passed is append-only'); END;

-- The most that an attempt had of a milestone without passing it (partial credit), and which was the first to.
CREATE TABLE partly (
    learner   INTEGER NOT NULL REFERENCES learner (id),
    lab       TEXT NOT NULL,
    milestone TEXT NOT NULL,
    lab_rev   INTEGER NOT NULL,
    points    REAL NOT NULL CHECK (points > 0),
    attempt   INTEGER NOT NULL REFERENCES attempt (id),
    PRIMARY KEY (learner, lab, milestone, lab_rev)
) STRICT, WITHOUT ROWID;

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
    at       INTEGER NOT NULL,
    lab_rev  INTEGER              -- the lab's revision; NULL: of a week or a card, or from before version 9
) STRICT;
CREATE TRIGGER answer_is_fixed BEFORE UPDATE ON answer
BEGIN SELECT RAISE(ABORT, 'answer is append-only'); END;
CREATE TRIGGER answer_stays BEFORE DELETE ON answer
BEGIN SELECT RAISE(ABORT, 'answer is append-only'); END;
CREATE INDEX answer_by_question ON answer (learner, owner, question, id);
CREATE INDEX answer_right ON answer (learner, owner, question, at) WHERE status = 'PASS';
CREATE INDEX answer_by_time ON answer (learner, at);

-- What a text has of its rubric, item by item, by whose word; an item is only ever judged anew: the latest holds.
CREATE TABLE rubric_tick (
    answer INTEGER NOT NULL REFERENCES answer (id),
    who    TEXT NOT NULL CHECK (who IN ('self', 'partner', 'class')),
    item   INTEGER NOT NULL CHECK (item > 0),           -- its number in the rubric
    at     INTEGER NOT NULL,
    ticked INTEGER NOT NULL CHECK (ticked IN (0, 1)),
    PRIMARY KEY (answer, who, item, at)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER rubric_tick_is_fixed BEFORE UPDATE ON rubric_tick
BEGIN SELECT RAISE(ABORT, 'rubric_tick is append-only'); END;
CREATE TRIGGER rubric_tick_stays BEFORE DELETE ON rubric_tick
BEGIN SELECT RAISE(ABORT, 'rubric_tick is append-only'); END;

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
    due        INTEGER NOT NULL,
    lab_rev    INTEGER                                -- as of an answer
) STRICT;
CREATE TRIGGER review_is_fixed BEFORE UPDATE ON review
BEGIN SELECT RAISE(ABORT, 'review is append-only'); END;
CREATE TRIGGER review_stays BEFORE DELETE ON review
BEGIN SELECT RAISE(ABORT, 'review is append-only'); END;
CREATE INDEX review_by_time ON review (learner, at);

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

-- What the school's system says of a submission's time where its file's time says nothing, and what a person said then.
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

-- Leases that ended with the process that held them (a kill, a power cut): no tries of the submission.
CREATE TABLE lost_lease (
    grading INTEGER NOT NULL REFERENCES grading (id),
    try     INTEGER NOT NULL CHECK (try > 0),          -- grading.tries when the lease was lost
    PRIMARY KEY (grading, try)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER lost_lease_is_fixed BEFORE UPDATE ON lost_lease
BEGIN SELECT RAISE(ABORT, 'lost_lease is append-only'); END;
CREATE TRIGGER lost_lease_stays BEFORE DELETE ON lost_lease
BEGIN SELECT RAISE(ABORT, 'lost_lease is append-only'); END;

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

-- What people say of one student's work in one lab: comments, points by hand, requests and their answers; only ever
-- added.
CREATE TABLE remark (
    id         INTEGER PRIMARY KEY,
    student    INTEGER NOT NULL REFERENCES student (id),
    lab        TEXT NOT NULL CHECK (lab <> ''),
    kind       TEXT NOT NULL CHECK (kind IN ('comment', 'mark', 'request', 'accept', 'decline', 'undo')),
    place      TEXT NOT NULL,                           -- comment: a file, or ''; mark: the rubric's item
    submission INTEGER,                                 -- comment: whose file it is; it may be forgotten since
    line       INTEGER NOT NULL CHECK (line >= 0),      -- comment: of the file; 0 is all of it
    value      INTEGER NOT NULL,                        -- mark: thousandths; request: when it was made, ms
    most       INTEGER NOT NULL CHECK (most >= 0),      -- mark: what the item had to give, thousandths
    about      INTEGER REFERENCES remark (id),          -- accept, decline, undo: of which row
    text       TEXT NOT NULL CHECK (text <> ''),
    who        TEXT NOT NULL,
    at         INTEGER NOT NULL,
    CHECK ((about IS NOT NULL) = (kind IN ('accept', 'decline', 'undo')))
) STRICT;
CREATE TRIGGER remark_is_fixed BEFORE UPDATE ON remark
BEGIN SELECT RAISE(ABORT, 'remark is append-only'); END;
CREATE TRIGGER remark_stays BEFORE DELETE ON remark
BEGIN SELECT RAISE(ABORT, 'remark is append-only'); END;
CREATE INDEX remark_by_lab ON remark (lab, id);
CREATE INDEX remark_by_student ON remark (student, lab, kind);

-- Students who hand in together have a team of one name.
CREATE TABLE team (
    student INTEGER PRIMARY KEY REFERENCES student (id),
    name    TEXT NOT NULL      -- '' is no team any more
) STRICT;
CREATE TRIGGER team_stays BEFORE DELETE ON team
BEGIN SELECT RAISE(ABORT, 'team: rows stay'); END;

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
CREATE INDEX audit_by_subject ON audit (subject, what);
