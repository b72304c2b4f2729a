/*
 * db.h: the learner's workbook, one SQLite file.
 *
 * The database holds facts and takes no decisions. What happened (an attempt, its sources, what was
 * measured, an answer, a hint taken) is only ever added; triggers refuse to change or delete it.
 * Ticks, notes, review dates and screen state can change.
 *
 * Rules that hold for every function here:
 *
 *  - It returns DB_OK or another status; db_error() then says what failed, where, and what to do.
 *    Results are written on DB_OK only; otherwise what `ret` points at is untouched.
 *  - A `json_t **ret` receives a new reference: json_decref() it. JSON passed in is borrowed.
 *  - A write is one transaction, on disk when the function returns (synchronous=EXTRA). A failed
 *    write leaves nothing behind, whatever the reason: a full disk, a kill, a power cut.
 *  - Several processes may have the same file open. A writer waits up to ten seconds for another.
 *  - A handle belongs to the thread and the process that opened it. After fork() the child must
 *    not use it; exec() is safe.
 *  - Times are milliseconds since 1970, UTC.
 */
#ifndef RIDGE_DB_H
#define RIDGE_DB_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runner/base/err.h"

struct db;

enum db_status {
    DB_OK,
    DB_ERROR,    /* anything else: see the message */
    DB_NOTFOUND, /* no such file (without DB_CREATE), or no such row */
    DB_BUSY,     /* another process kept on writing */
    DB_FULL,     /* the disk or a quota is full */
    DB_READONLY, /* the file, its directory or the handle can't be written */
    DB_NEWER,    /* the file belongs to a later version of Ridge; it was not touched */
    DB_FOREIGN,  /* the file is not a workbook; it was not touched */
    DB_CORRUPT,  /* the file is damaged; it was not touched, the message names the latest backup */
};

enum db_flag {
    DB_CREATE = 1,   /* make the file (0600), and the directories (0700) that lead to it */
    DB_RDONLY = 2,   /* write nothing; works in a read-only directory and on a full disk too */
    DB_MEMORY = 4,   /* a new workbook that db_close() forgets; `path` is ignored */
    DB_ROLLBACK = 8, /* no WAL, as on a network file system, which is noticed without this */
};

enum { DB_ERR_MAX = 2048 }; /* long enough for every message, with two long paths in it */

/* ---- Opening and closing ---------------------------------------------------------------- */

/*
 * Opens the workbook at `path`, upgrading an older one after a verified backup. On failure `e` (NULL:
 * nobody wants it) holds the message. After DB_READONLY or DB_FULL, opening again with DB_RDONLY still reads; after
 * any failure, DB_MEMORY gives a session that works and keeps nothing.
 */
enum db_status db_open(const char *path, unsigned flags, struct db **ret, struct err *e);

void db_close(struct db *db); /* accepts NULL */

const char *db_error(const struct db *db);  /* of the last call that failed */
const char *db_notice(const struct db *db); /* worth telling once (an upgrade, NFS), or NULL */
const char *db_path(const struct db *db);   /* absolute; ":memory:" for DB_MEMORY */
bool db_is_readonly(const struct db *db);
const char *db_status_name(enum db_status status); /* "DB_FULL" */

/* True once after each commit by another process: time to draw again. */
bool db_changed(struct db *db);

/* Pins the clock that dates new rows, for tests and screen captures; 0 returns to the real one. */
void db_set_clock(struct db *db, int64_t ms);

/* Makes several writes one: all of them are kept, or none. Not nested. db_rollback() is harmless
 * without db_begin(). */
enum db_status db_begin(struct db *db);
enum db_status db_commit(struct db *db);
void db_rollback(struct db *db);

/* ---- The learner ------------------------------------------------------------------------ */

/* {"id","name","seed","created"}; the seed draws the questions' parameters and never changes. */
enum db_status db_learner(struct db *db, json_t **ret);
enum db_status db_learner_rename(struct db *db, const char *name);

/* ---- Attempts --------------------------------------------------------------------------- */

struct db_file {
    const char *name; /* relative, '/' between folders, no ".." */
    const void *data;
    size_t size;
};

enum { DB_MAX_FILES = 256, DB_MAX_FILE_BYTES = 16 << 20 };

struct db_attempt {
    const char *lab;
    int lab_rev;
    const char *backend;
    const char *impl; /* NULL: "learner". Only those count as progress */
    const char *verb; /* NULL: "test"; else "bench" or "profile", which ran some phases only */
    int64_t started;  /* 0: now, less duration_ms */
    int64_t duration_ms;
    const char *status; /* PASS FAIL ERROR SKIPPED INCONCLUSIVE SUSPICIOUS STALE PENDING */
    double points, max;
    const char *stage;   /* NULL, "bronze", "silver" or "gold" */
    bool watch;          /* started by a save, not by hand */
    const char *sandbox; /* the level the run was confined to, or NULL */
};

/*
 * Stores a run: the sources (each distinct text once), the report word for word, and from the
 * report: milestones, measurements with their samples, counters, and the cases that did not pass.
 * Only milestones are held to their form (an id and a known status); the rest may be absent.
 */
enum db_status db_attempt_insert(struct db *db, const struct db_attempt *attempt,
                                 const struct db_file *files, size_t nfiles, const json_t *report,
                                 int64_t *ret_id);

/*
 * The learner's latest attempts, newest first; lab NULL: of every lab.
 * [{"id","lab","rev","backend","impl","verb","started","duration_ms","status","points","max",
 *   "stage","watch","sandbox","source","after_solution"}]; after_solution: as in db_won(); source: hex hash over the
 * files' names and texts.
 */
enum db_status db_attempts(struct db *db, const char *lab, int limit, json_t **ret);

/* How many cases of its `correct` were right: {"right","cases"}, null where the report does not say; DB_NOTFOUND when
 * it passed, or was not tried. */
enum db_status db_cases_right(struct db *db, int64_t attempt, json_t **ret);

/* One attempt, of any impl: the fields above and "milestones", "measurements", "counters",
 * "cases", "files" ([{"name","hash","size"}]), "report". */
enum db_status db_attempt_get(struct db *db, int64_t id, json_t **ret);

/* The files of an attempt, checked against their hashes; free them with db_files_free(). */
enum db_status db_attempt_source(struct db *db, int64_t id, struct db_file **ret, size_t *ret_n);
void db_files_free(struct db_file *files, size_t n); /* accepts NULL */

/* [[t_reference, t_learner], …] of one benchmark of an attempt, in the order taken. */
enum db_status db_samples(struct db *db, int64_t attempt, const char *bench, json_t **ret);

/* The learner's measurements of a lab, newest first; bench NULL: all of them.
 * [{"attempt","started","rev","bench","call","case","clock","pairs","ratio","lo","hi",
 *   "t_reference","t_learner","gflops","gbps","busy","note"}] */
enum db_status db_measurements(struct db *db, const char *lab, const char *bench, int limit,
                               json_t **ret);

/* The learner's curves of a lab, newest run first; attempt 0: of any of its runs.
 * [{"attempt","started","rev","verb","status","id","call","case","title","unit","n","bad","least_at","last",
 *   "points"}] */
enum db_status db_curves(struct db *db, const char *lab, int64_t attempt, int limit, json_t **ret);
/* The newest run that has curves, {"lab","attempt"}, or DB_NOTFOUND. */
enum db_status db_curve_latest(struct db *db, json_t **ret);

/*
 * What a lab's runs prove, the oldest first: the learner's, and those of one version against another or against a rung
 * of the lab ("impl": "versus:attempt:12", "versus:naive"), which no other list has.
 * {"attempts":[{…as above, "correct":bool,"gates":bool: all of its lab's gates hold,"counters":"name,name"}],
 *  "measurements":[{"attempt","bench",…as above}],
 *  "counted":[{"attempt","call","case","name","value"}]}
 */
enum db_status db_evidence(struct db *db, const char *lab, json_t **ret);

/* ---- Progress --------------------------------------------------------------------------- */

/*
 * {"lab","attempts",
 *  "passed":[{"id","rev","stage","attempt","when","after_solution"}],
 *  "best":{…attempt…}|null, "last":{…attempt…,"milestones":[…]}|null,
 *  "hints":N, "revealed":null|"passed"|"gave_up"}
 *
 * The best attempt is the full test that passed before anything else, then the later revision, then the points.
 * `passed` has one row a milestone: its latest revision passed, with the best stage there. What it all comes to is
 * grader/standing.h's to say, from db_won().
 */
enum db_status db_lab_progress(struct db *db, const char *lab, json_t **ret);

/* {"LAB":{the same, without last.milestones}} for every lab with an attempt, a hint or a reveal. */
enum db_status db_progress_all(struct db *db, json_t **ret);

/* {"LAB":{"lab","begun":bool,"last": status of the last attempt}} of the same labs: a few look-ups each, however many
 * attempts there were. */
enum db_status db_standing_all(struct db *db, json_t **ret);

/* [{"lab","id","rev","stage","attempt","when","kind","points","max","after_solution"}], the oldest of a lab first: each
 * milestone, revision and stage with the run that was the first to reach it, and its points there; after_solution: the
 * solution had been opened before that run (db_reveal_put); lab NULL: of all labs. */
enum db_status db_won(struct db *db, const char *lab, json_t **ret);

/*
 * What a check may ask about the past, at revision `lab_rev` (0: at any):
 * {"profiled":bool, "profile":attempt|null, "attempts":N, "passed":["correct",…],
 *  "answers":{"q1":{latest, as in db_answer_latest}},
 *  "predictions":{"flops":{latest, as in db_prediction_get}}}
 * profiled: some attempt passed `correct` and has counters.
 */
enum db_status db_history_for_grader(struct db *db, const char *lab, int lab_rev, json_t **ret);

/* ---- Predictions and answers ------------------------------------------------------------ */

/* A number (choice NULL) or a choice, said before the run. The latest of a key counts; the earlier
 * ones stay. ret_id may be NULL. */
enum db_status db_prediction_put(struct db *db, const char *lab, const char *key, const char *axis,
                                 double value, const char *choice, const char *unit,
                                 int64_t *ret_id);

/* What the attempt showed, for the latest prediction of the key, which must not have been measured
 * yet: DB_NOTFOUND otherwise. */
enum db_status db_prediction_measure(struct db *db, const char *lab, const char *key,
                                     int64_t attempt, double value, const char *choice);

/* The latest: {"id","lab","key","axis","value","choice","unit","when","attempt","measured",
 * "measured_choice"}. */
enum db_status db_prediction_get(struct db *db, const char *lab, const char *key, json_t **ret);

/* All, oldest first: the history of calibration. lab NULL: of every lab. */
enum db_status db_predictions(struct db *db, const char *lab, json_t **ret);

/* owner: a lab's id or a week's; lab_rev: the lab's revision, 0 for none; params: the drawn parameters, or NULL;
 * status as in db_attempt. */
enum db_status db_answer_put(struct db *db, const char *owner, int lab_rev, const char *question,
                             const json_t *params, const char *text, const char *status,
                             int64_t *ret_id);

/* {"id","owner","question","params","text","status","when","rev","tries","ticks"}; rev: null where none is known;
 * ticks: of a text, [{"who","item","ticked"}], the latest of each item; a new text has none */
enum db_status db_answer_latest(struct db *db, const char *owner, const char *question,
                                json_t **ret);

/* The latest answer of each question; owner NULL: of every owner. */
enum db_status db_answers(struct db *db, const char *owner, json_t **ret);

/* What the text of an answer has of the `items` items of its rubric: `has` are the numbers (from 1) of those, all
 * others are kept as missing. who: "self", "partner" or "class". */
enum db_status db_rubric_put(struct db *db, int64_t answer, const char *who, const json_t *has, int items);

/* ---- Sittings --------------------------------------------------------------------------- */

/* Begins a closed-book sitting over `questions`, [{"owner","question","kind"}] as they are asked; minutes 0: no limit.
 */
enum db_status db_sitting_begin(struct db *db, const char *scope, const json_t *questions, int minutes,
                                int64_t seed, int64_t *ret_id);
/* The n-th question (from 0) was tried; answer 0: left out. A question is tried once. */
enum db_status db_sitting_answer(struct db *db, int64_t sitting, int n, int64_t answer, int64_t ms);
/* how: "done", "time" or "aborted"; a sitting ends once. */
enum db_status db_sitting_end(struct db *db, int64_t sitting, const char *how, int solved, int of,
                              bool open_book, bool passed);

/* Newest first: [{"id","scope","questions","minutes","seed","when","end","how","solved","of","open_book","passed"}];
 * the last six are null of an open one. */
enum db_status db_sittings(struct db *db, int limit, json_t **ret);
/* One of them, and the open one (DB_NOTFOUND: there is none), with "answers": [{"n","answer","ms","text","status",
 * "when"}]; answer null: left out. */
enum db_status db_sitting_get(struct db *db, int64_t id, json_t **ret);
enum db_status db_sitting_open(struct db *db, json_t **ret);

/* The questions that were answered right at least once: [{"owner","question","when"}], the first time. */
enum db_status db_answers_right(struct db *db, json_t **ret);

/* ---- Spaced review ---------------------------------------------------------------------- */

struct db_review {
    const char *kind;        /* "concept" or "question" */
    const char *owner, *key; /* a week or a lab; the concept's or the question's id */
    double days;             /* since the review before, >= 0 */
    int grade;               /* 1 again, 2 hard, 3 good, 4 easy */
    const json_t *params;    /* drawn for this review, or NULL */
    const char *text;        /* the answer as typed, or NULL */
    const char *status;      /* PASS or FAIL of the answer, or NULL */
    double stability, difficulty; /* as this review leaves them: days (> 0), 1 to 10 */
    int64_t due;
    int lab_rev;             /* the revision of the lab; 0 for none */
};

/* Adds a review to the log, and what it leaves to the card. */
enum db_status db_review_put(struct db *db, const struct db_review *review);

/* The cards that were reviewed, by due date:
 * [{"kind","owner","key","stability","difficulty","due","last","reviews","lapses"}] */
enum db_status db_cards(struct db *db, json_t **ret);

/* The log, newest first: [{"id","kind","owner","key","when","days","grade","params","text","status",
 * "stability","difficulty","due","rev"}]; stability, difficulty and due as that review left them. */
enum db_status db_reviews(struct db *db, int limit, json_t **ret);

/* ---- Ticks, hints, reveals, notes, state, events ---------------------------------------- */

enum db_tick_kind { DB_TICK_READING, DB_TICK_CONCEPT };

/* owner: a week or a lab, or "" for none. [{"owner","key","when"}]; owner NULL: of every owner. */
enum db_status db_tick(struct db *db, enum db_tick_kind kind, const char *owner, const char *key,
                       bool on);
enum db_status db_ticks(struct db *db, enum db_tick_kind kind, const char *owner, json_t **ret);

/* Taking the same hint again changes nothing. [{"hint","attempts","when"}]: attempts by then. */
enum db_status db_hint_take(struct db *db, const char *lab, const char *hint);
enum db_status db_hints(struct db *db, const char *lab, json_t **ret);

/* how: "passed" or "gave_up"; the first reveal stays. Get: {"how","when"} or DB_NOTFOUND. */
enum db_status db_reveal_put(struct db *db, const char *lab, const char *how);
enum db_status db_reveal_get(struct db *db, const char *lab, json_t **ret);

/* [{"id","owner","text","created","updated"}]; owner NULL: of every owner. */
enum db_status db_note_add(struct db *db, const char *owner, const char *text, int64_t *ret_id);
enum db_status db_note_edit(struct db *db, int64_t id, const char *text);
enum db_status db_note_delete(struct db *db, int64_t id);
enum db_status db_notes(struct db *db, const char *owner, json_t **ret);

/* Puts a deleted note back as db_notes() gave it, number and dates included. */
enum db_status db_note_restore(struct db *db, const json_t *note);

/* Any JSON under a key; value NULL forgets the key. */
enum db_status db_state_put(struct db *db, const char *key, const json_t *value);
enum db_status db_state_get(struct db *db, const char *key, json_t **ret);

/* The log, newest first: [{"id","when","kind","subject","data"}]; kind NULL: all. */
enum db_status db_event(struct db *db, const char *kind, const char *subject, const json_t *data);
enum db_status db_events(struct db *db, const char *kind, int limit, json_t **ret);

/*
 * Everything that happened from `since` on, newest first, at most `limit` of it:
 * [{"when","kind","subject","key","status","text","number","of","ms","id","rev"}]
 *
 * kind            subject  key       status   text                        number  of   ms        id
 * test bench      lab      stage     of run   milestones passed first     points  max  duration  attempt
 *  profile
 * answer          owner    question  verdict  as typed                    ticks   -    0         answer
 * reading idea    owner    its key   PASS     -                           -       -    0         0
 * hint solution   lab      which/how -        -                           -       -    0         0
 * review          owner    key       verdict  as typed                    grade   -    0         review
 * note            owner    -         -        the note                    -       -    0         note
 * others          subject  -         -        data's "reason"             -       -    0         event
 *
 * Ticks: how many items of its rubric a text has by the learner's own word; null where nobody ticked.
 * rev: the revision of the lab that a run, an answer or a review is of; null where there is none.
 * Texts are cut at 200 characters. Ticks that were taken away again are not there.
 */
enum db_status db_journal(struct db *db, int64_t since, int limit, json_t **ret);

/* ---- Upkeep ----------------------------------------------------------------------------- */

/* A verified copy in one file, which must not exist yet. */
enum db_status db_backup(struct db *db, const char *path);

/* Keeps a generation in PATH.backups/ unless the newest is younger than min_age_s; five stay, and
 * besides them the five from before upgrades. Only a verified copy counts. */
enum db_status db_backup_keep(struct db *db, int min_age_s);

/* The newest backup of the workbook at `path` that opens and is sound, or DB_NOTFOUND. */
enum db_status db_backup_latest(const char *path, char *ret, size_t size);

/*
 * All of the learner's facts (not a class's) into one file, which must not exist yet; transfer.h says
 * what it looks like. {"attempts","answers","predictions","reviews","notes","events","sources"}
 */
enum db_status db_export(struct db *db, const char *path, json_t **ret);

/*
 * Such a file into this workbook: the union of both, numbered by time, in one transaction and after a
 * verified backup; merge.c says what counts as the same and how what differs is settled. Twice is as
 * good as once. Other writers wait meanwhile. What was new:
 * {"attempts","answers","predictions","reviews","notes","events","ticks", "hints","solutions","settings","renumbered"
 * (attempts of this workbook),"backup" (a path, or "" when nothing was new)}. DB_FOREIGN, DB_CORRUPT, DB_NEWER: the
 * file was refused, nothing changed.
 */
enum db_status db_import(struct db *db, const char *path, json_t **ret);

/* For doctor: [{"check","ok","message"}], every page read. DB_OK says that the checks ran. */
enum db_status db_check(struct db *db, json_t **ret);

#endif
