/*
 * merge.c: the union of one or two histories, numbered in the order of time.
 *
 * The merge works on a connection with these databases attached: `book`, a workbook; `src`, another one's
 * facts, unless there is none; `merged`, an empty one that receives the union. transfer.c says what
 * that is for.
 *
 * A fact is known by its content: equal facts of two histories are one, and what a history holds k
 * times is there k times. So the order of merging does not matter, nor how often it is done. What
 * can change is settled so:
 *
 *  - a prediction that one side has measured is measured; of two measurements the earlier one stays
 *    (both attempts stay in any case);
 *  - a note whose wording differs keeps the one written last; the other goes to the log of events,
 *    as "note.earlier". A note or tick taken away on one side only comes back;
 *  - a tick, a hint, a revealed solution: the first time counts; of a rubric's ticks all are kept;
 *  - a card is what its latest review left, and counts the reviews of both logs;
 *  - states of the screen, and the seed, stay those of `book` unless nothing happened there yet;
 *    the calibration belongs to the machine, and stays out.
 */
#include "internal.h"

#include <string.h>

static const char merging[] = "merge two histories";

#define EACH(list) list, sizeof(list) / sizeof *(list)

/* ---- Which rows there are --------------------------------------------------------------- */

/* row: each fact of each side; `occ` tells equal ones of one side apart, `rk` keeps the order of
 * those of one moment, `pref` says which of two equal ones is copied, the least. */
static const char *const tables[] = {
    "CREATE TEMP TABLE row (tab TEXT, side INTEGER, old INTEGER, h BLOB, moment INTEGER, occ INTEGER,"
    " rk INTEGER, pref INTEGER, new INTEGER, keep INTEGER, UNIQUE (tab, side, old))",
    "CREATE TEMP TABLE num (tab TEXT, h BLOB, occ INTEGER, new INTEGER, PRIMARY KEY (tab, h, occ))"
    " WITHOUT ROWID",
    "CREATE TEMP TABLE measure (side INTEGER, old INTEGER, attempt INTEGER, new INTEGER,"
    " PRIMARY KEY (side, old)) WITHOUT ROWID",
    "CREATE TEMP TABLE event (id INTEGER PRIMARY KEY, at INTEGER, kind TEXT, subject TEXT,"
    " data TEXT)",
    "CREATE TEMP TABLE note_pair (book INTEGER, src INTEGER, book_wins INTEGER)",
};

#define C_ATTEMPT                                                                                  \
    "lab, lab_rev, backend, impl, verb, started, duration_ms, status, points, max, stage,"         \
    " source_hash, watch, sandbox"
#define C_MILESTONE "n, milestone, kind, status, stage, points, max, message, hint"
#define C_MEASUREMENT                                                                              \
    "bench, call, case_id, clock, pairs, ratio, lo, hi, t_reference, t_learner, gflops, gbps,"     \
    " busy, note"
#define C_COUNTER "call, case_id, name, source, value"
#define C_CASE "n, call, case_id, hidden, status, message, mismatch"
#define C_CURVE "n, curve, call, case_id, title, unit, steps, bad, least_at, last, points"
#define C_PREDICTION "lab, key, axis, value, choice, unit, made"
#define C_ANSWER "owner, question, params, text, status, at, lab_rev"
#define C_REVIEW                                                                                   \
    "kind, owner, key, at, days, grade, params, text, status, stability, difficulty, due, lab_rev"
#define C_SITTING "scope, questions, minutes, seed, at"
#define C_EVENT "at, kind, subject, data"
#define C_NOTE "owner, text, created, updated"
#define C_CARD "kind, owner, key, stability, difficulty, due, last, reviews, lapses"

#define KEYED(N, TAB, AT, HASHED, FROM)                                                            \
    "INSERT INTO temp.row (tab, side, old, h, moment, occ, rk) SELECT '" TAB "', " N ", id, h, at,"  \
    " row_number() OVER (PARTITION BY h ORDER BY id),"                                             \
    " row_number() OVER (PARTITION BY at ORDER BY id)"                                             \
    " FROM (SELECT id, " AT " AS at, ridge_hash(" HASHED ") AS h FROM " FROM ")"

#define STAGE(S, N)                                                                                \
    KEYED(N, "attempt", "started + duration_ms",                                                   \
          C_ATTEMPT ", (SELECT json FROM " S ".report r WHERE r.attempt = t.id)",                  \
          S ".attempt t WHERE learner = 1"),                                                       \
    KEYED(N, "prediction", "made", C_PREDICTION, S ".prediction WHERE learner = 1"),               \
    KEYED(N, "answer", "at", C_ANSWER, S ".answer WHERE learner = 1"),                             \
    KEYED(N, "review", "at", C_REVIEW, S ".review WHERE learner = 1"),                             \
    KEYED(N, "sitting", "at", C_SITTING, S ".sitting WHERE learner = 1"),                          \
    KEYED(N, "event", "at", C_EVENT, S ".event"),                                                  \
    KEYED(N, "note", "created", "owner, created, text", S ".note WHERE learner = 1"),              \
    "UPDATE temp.row SET pref = -(SELECT updated FROM " S ".note t WHERE t.id = old)"              \
    " WHERE tab = 'note' AND side = " N

static const char *const stage_book[] = { STAGE("book", "0") };
static const char *const stage_src[] = { STAGE("src", "1") };

/* Notes whose wording differs are one note only where each side has a single note of that owner and moment. */
static const char *const settle_notes[] = {
    "INSERT INTO temp.note_pair SELECT b.id, s.id, (b.updated, b.text) > (s.updated, s.text)"
    " FROM book.note b JOIN src.note s"
    "  ON s.owner = b.owner AND s.created = b.created AND s.text <> b.text"
    " WHERE (SELECT count(*) FROM book.note x WHERE x.owner = b.owner AND x.created = b.created) = 1"
    "  AND (SELECT count(*) FROM src.note x WHERE x.owner = b.owner AND x.created = b.created) = 1",
    "INSERT INTO temp.event (at, kind, subject, data) SELECT updated, 'note.earlier', owner,"
    " json_object('created', created, 'text', text) FROM book.note"
    " WHERE id IN (SELECT book FROM temp.note_pair WHERE NOT book_wins)",
    "INSERT INTO temp.event (at, kind, subject, data) SELECT updated, 'note.earlier', owner,"
    " json_object('created', created, 'text', text) FROM src.note"
    " WHERE id IN (SELECT src FROM temp.note_pair WHERE book_wins)",
    "DELETE FROM temp.row WHERE tab = 'note' AND side = 0"
    " AND old IN (SELECT book FROM temp.note_pair WHERE NOT book_wins)",
    "DELETE FROM temp.row WHERE tab = 'note' AND side = 1"
    " AND old IN (SELECT src FROM temp.note_pair WHERE book_wins)",
    KEYED("2", "event", "at", C_EVENT, "temp.event"),
};

static const char *const number[] = {
    "INSERT INTO temp.num SELECT tab, h, occ,"
    " row_number() OVER (PARTITION BY tab ORDER BY moment, rk, h, occ) FROM ("
    "  SELECT tab, h, occ, min(moment) AS moment, min(rk) AS rk FROM temp.row GROUP BY tab, h, occ)",
    "UPDATE temp.row SET new = (SELECT n.new FROM temp.num n"
    " WHERE n.tab = row.tab AND n.h = row.h AND n.occ = row.occ)",
};

#define PREFER(S, N)                                                                               \
    "UPDATE temp.row SET pref = (SELECT a.new FROM " S ".prediction p JOIN temp.row a"             \
    "  ON a.tab = 'attempt' AND a.side = " N " AND a.old = p.attempt WHERE p.id = row.old)"        \
    " WHERE tab = 'prediction' AND side = " N

static const char *const prefer_book[] = { PREFER("book", "0") };
static const char *const prefer_src[] = { PREFER("src", "1") };

static const char *const choose[] = {
    "UPDATE temp.row SET keep = 1 WHERE rowid IN (SELECT rowid FROM (SELECT rowid,"
    " row_number() OVER (PARTITION BY tab, new ORDER BY pref IS NULL, pref, side) AS k"
    " FROM temp.row) WHERE k = 1)",
};

#define MEASURE(S, N)                                                                              \
    "INSERT INTO temp.measure (side, old, attempt) SELECT " N ", t.id, k.new"                      \
    " FROM temp.row k JOIN " S ".measurement t ON t.attempt = k.old"                               \
    " WHERE k.tab = 'attempt' AND k.side = " N " AND k.keep"

static const char *const measure_book[] = { MEASURE("book", "0") };
static const char *const measure_src[] = { MEASURE("src", "1") };
static const char *const number_measures[] = {
    "UPDATE temp.measure SET new = n FROM (SELECT side AS s, old AS o,"
    " row_number() OVER (ORDER BY attempt, old) AS n FROM temp.measure) WHERE side = s AND old = o",
};

/* ---- Into the union --------------------------------------------------------------------- */

#define KEPT(S, N, TABLE, TAB)                                                                     \
    " FROM temp.row k JOIN " S "." TABLE " t ON t.id = k.old"                                      \
    " WHERE k.tab = '" TAB "' AND k.side = " N " AND k.keep"

#define OF_ATTEMPT(S, N, TABLE, COLUMNS)                                                           \
    "INSERT INTO merged." TABLE " (attempt, " COLUMNS ") SELECT k.new, " COLUMNS                   \
    " FROM temp.row k JOIN " S "." TABLE " t ON t.attempt = k.old"                                 \
    " WHERE k.tab = 'attempt' AND k.side = " N " AND k.keep"

#define NUMBERED(S, N, TABLE, COLUMNS)                                                             \
    "INSERT INTO merged." TABLE " (id, learner, " COLUMNS ") SELECT k.new, 1, " COLUMNS            \
    KEPT(S, N, TABLE, TABLE)

#define COPY_TICKS(S, TABLE)                                                                       \
    "INSERT INTO merged." TABLE " (learner, owner, key, at) SELECT 1, owner, key, at"              \
    " FROM " S "." TABLE " WHERE learner = 1"                                                      \
    " ON CONFLICT DO UPDATE SET at = min(at, excluded.at)"

#define COPY(S, N)                                                                                 \
    NUMBERED(S, N, "attempt", C_ATTEMPT),                                                          \
    OF_ATTEMPT(S, N, "report", "json"),                                                            \
    OF_ATTEMPT(S, N, "milestone_result", C_MILESTONE),                                             \
    OF_ATTEMPT(S, N, "counter", C_COUNTER),                                                        \
    OF_ATTEMPT(S, N, "case_result", C_CASE),                                                       \
    OF_ATTEMPT(S, N, "curve", C_CURVE),                                                            \
    "INSERT INTO merged.source (hash, text) SELECT hash, text FROM " S ".source"                   \
    " WHERE id IN (SELECT source FROM " S ".attempt_file) ON CONFLICT DO NOTHING",                 \
    "INSERT INTO merged.attempt_file (attempt, name, source) SELECT k.new, f.name, m.id"           \
    " FROM temp.row k JOIN " S ".attempt_file f ON f.attempt = k.old"                              \
    " JOIN " S ".source s ON s.id = f.source JOIN merged.source m ON m.hash = s.hash"              \
    " WHERE k.tab = 'attempt' AND k.side = " N " AND k.keep",                                      \
    "INSERT INTO merged.measurement (id, attempt, " C_MEASUREMENT ")"                              \
    " SELECT m.new, m.attempt, " C_MEASUREMENT " FROM temp.measure m"                              \
    " JOIN " S ".measurement t ON t.id = m.old WHERE m.side = " N,                                 \
    "INSERT INTO merged.sample (measurement, n, t_reference, t_learner)"                           \
    " SELECT m.new, t.n, t.t_reference, t.t_learner FROM temp.measure m"                           \
    " JOIN " S ".sample t ON t.measurement = m.old WHERE m.side = " N,                             \
    "INSERT INTO merged.prediction (id, learner, " C_PREDICTION ", attempt, measured,"             \
    " measured_choice) SELECT k.new, 1, " C_PREDICTION ", k.pref, measured, measured_choice"       \
    KEPT(S, N, "prediction", "prediction"),                                                        \
    NUMBERED(S, N, "answer", C_ANSWER),                                                            \
    "INSERT INTO merged.rubric_tick (answer, who, item, at, ticked) SELECT k.new, who, item, at,"    \
    " ticked FROM temp.row k JOIN " S ".rubric_tick t ON t.answer = k.old WHERE k.tab = 'answer'"   \
    " AND k.side = " N " ON CONFLICT DO UPDATE SET ticked = max(ticked, excluded.ticked)",          \
    NUMBERED(S, N, "sitting", C_SITTING),                                                          \
    "INSERT INTO merged.sitting_answer (sitting, n, answer, ms) SELECT k.new, n, w.new, ms"         \
    " FROM temp.row k JOIN " S ".sitting_answer t ON t.sitting = k.old LEFT JOIN temp.row w"        \
    " ON w.tab = 'answer' AND w.side = " N " AND w.old = t.answer WHERE k.tab = 'sitting'"          \
    " AND k.side = " N " ON CONFLICT DO UPDATE SET answer = excluded.answer, ms = excluded.ms"      \
    " WHERE ifnull(excluded.answer, 1 << 60) < ifnull(sitting_answer.answer, 1 << 60)",             \
    "INSERT INTO merged.sitting_end (sitting, at, how, solved, of_all, open_book, passed)"          \
    " SELECT k.new, at, how, solved, of_all, open_book, passed FROM temp.row k"                     \
    " JOIN " S ".sitting_end t ON t.sitting = k.old WHERE k.tab = 'sitting' AND k.side = " N        \
    " ON CONFLICT DO UPDATE SET at = excluded.at, how = excluded.how, solved = excluded.solved,"    \
    " open_book = excluded.open_book, passed = excluded.passed WHERE excluded.at < sitting_end.at", \
    NUMBERED(S, N, "review", C_REVIEW),                                                            \
    NUMBERED(S, N, "note", C_NOTE),                                                                \
    "INSERT INTO merged.event (id, " C_EVENT ") SELECT k.new, " C_EVENT                            \
    KEPT(S, N, "event", "event"),                                                                  \
    COPY_TICKS(S, "reading_tick"),                                                                 \
    COPY_TICKS(S, "concept_tick"),                                                                 \
    "INSERT INTO merged.hint_taken (learner, lab, hint, attempts, at) SELECT 1, lab, hint,"        \
    " attempts, at FROM " S ".hint_taken WHERE learner = 1 ON CONFLICT DO UPDATE SET"              \
    " attempts = excluded.attempts, at = excluded.at WHERE excluded.at < hint_taken.at",           \
    "INSERT INTO merged.reveal (learner, lab, how, at) SELECT 1, lab, how, at"                     \
    " FROM " S ".reveal WHERE learner = 1 ON CONFLICT DO UPDATE SET"                               \
    " how = excluded.how, at = excluded.at WHERE excluded.at < reveal.at"

static const char *const copy_book[] = { COPY("book", "0") };
static const char *const copy_src[] = { COPY("src", "1") };
static const char *const copy_temp[] = {
    "INSERT INTO merged.event (id, " C_EVENT ") SELECT k.new, " C_EVENT
    KEPT("temp", "2", "event", "event"),
};

static const char *const derive[] = {
    /* as attempt.c makes it of one attempt */
    "INSERT INTO merged.passed (learner, lab, milestone, lab_rev, stage, attempt)"
    " SELECT 1, a.lab, m.milestone, a.lab_rev, m.stage, min(a.id)"
    " FROM merged.attempt a JOIN merged.milestone_result m ON m.attempt = a.id"
    " WHERE a.impl = 'learner' AND m.status = 'PASS'"
    " GROUP BY a.lab, m.milestone, a.lab_rev, m.stage",
    "INSERT INTO merged.partly (learner, lab, milestone, lab_rev, points, attempt)"
    " SELECT 1, lab, milestone, lab_rev, points, id FROM (SELECT a.lab, m.milestone, a.lab_rev,"
    "  m.points, a.id, row_number() OVER (PARTITION BY a.lab, m.milestone, a.lab_rev"
    "  ORDER BY m.points DESC, a.id) AS r"
    "  FROM merged.attempt a JOIN merged.milestone_result m ON m.attempt = a.id"
    "  WHERE a.impl = 'learner' AND m.points > 0 AND m.status IN ('FAIL', 'ERROR')) WHERE r = 1",
    "INSERT INTO merged.card (learner, " C_CARD ") SELECT 1, kind, owner, key, stability,"
    " difficulty, due, at, n, lapses FROM (SELECT *, count(*) OVER w AS n,"
    "  sum(grade = 1) OVER w AS lapses,"
    "  row_number() OVER (PARTITION BY kind, owner, key ORDER BY at DESC, id DESC) AS r"
    "  FROM merged.review WINDOW w AS (PARTITION BY kind, owner, key)) WHERE r = 1",
};

/* Cards from before the log of reviews, and what a screen keeps. The calibration is a machine's, and
 * what the class's commands keep there is no learner's. */
#define COPY_STATE(S, AND)                                                                         \
    "INSERT INTO merged.card (learner, " C_CARD ") SELECT 1, " C_CARD " FROM " S ".card"           \
    " WHERE learner = 1 ON CONFLICT DO UPDATE SET stability = excluded.stability,"                 \
    " difficulty = excluded.difficulty, due = excluded.due, last = excluded.last,"                 \
    " reviews = max(reviews, excluded.reviews), lapses = max(lapses, excluded.lapses)"             \
    " WHERE excluded.last > card.last",                                                            \
    "INSERT INTO merged.ui_state (key, value, updated) SELECT key, value, updated"                 \
    " FROM " S ".ui_state WHERE key NOT GLOB 'class*'" AND " ON CONFLICT DO NOTHING"

static const char *const state_book[] = { COPY_STATE("book", "") };
static const char *const state_src[] = { COPY_STATE("src", " AND key <> 'calibration'") };

#define NOTHING_HAPPENED                                                                           \
    "NOT EXISTS (SELECT 1 FROM book.attempt) AND NOT EXISTS (SELECT 1 FROM book.answer)"           \
    " AND NOT EXISTS (SELECT 1 FROM book.prediction) AND NOT EXISTS (SELECT 1 FROM book.review)"

static const char *const learner_book[] = {
    "UPDATE merged.learner SET (name, seed, created) ="
    " (SELECT name, seed, created FROM book.learner WHERE id = 1)",
};
static const char *const learner_src[] = {
    "UPDATE merged.learner SET name = (SELECT name FROM src.learner WHERE id = 1) WHERE name = ''",
    "UPDATE merged.learner SET (seed, created) ="
    " (SELECT seed, created FROM src.learner WHERE id = 1) WHERE " NOTHING_HAPPENED,
};

static enum db_status run_all(struct db *db, const char *const *list, size_t n)
{
    enum db_status status = DB_OK;

    for (size_t k = 0; k < n && status == DB_OK; k++)
        status = db_run(db, merging, list[k], NULL, 0);
    return status;
}

#define THEN(status, list) ((status) == DB_OK ? run_all(db, EACH(list)) : (status))
#define THEN_IF(status, list, cond) ((cond) ? THEN(status, list) : (status))

enum db_status db_merge(struct db *db, bool src)
{
    enum db_status status = run_all(db, EACH(tables));

    status = THEN(status, stage_book);
    status = THEN_IF(status, stage_src, src);
    status = THEN_IF(status, settle_notes, src);
    status = THEN(status, number);
    status = THEN(status, prefer_book);
    status = THEN_IF(status, prefer_src, src);
    status = THEN(status, choose);
    status = THEN(status, measure_book);
    status = THEN_IF(status, measure_src, src);
    status = THEN(status, number_measures);
    status = THEN(status, copy_book);
    status = THEN_IF(status, copy_src, src);
    status = THEN(status, copy_temp);
    status = THEN(status, derive);
    status = THEN(status, state_book);
    status = THEN_IF(status, state_src, src);
    status = THEN(status, learner_book);
    return THEN_IF(status, learner_src, src);
}

/* ---- What it brought -------------------------------------------------------------------- */

#define BROUGHT(TAB) "(SELECT count(*) FROM temp.row WHERE tab = '" TAB "' AND side > 0 AND keep)"
#define DIFFER(TABLE, COLUMNS)                                                                     \
    "(SELECT count(*) FROM (SELECT " COLUMNS " FROM merged." TABLE                                 \
    " EXCEPT SELECT " COLUMNS " FROM book." TABLE "))"

enum db_status db_merge_brought(struct db *db, json_t **ret)
{
    return db_row(db, merging, ret,
                  "SELECT " BROUGHT("attempt") " AS attempts, " BROUGHT("answer") " AS answers, "
                  BROUGHT("prediction") " AS predictions, " BROUGHT("review") " AS reviews, "
                  BROUGHT("sitting") " AS sittings, "
                  BROUGHT("note") " AS notes, " BROUGHT("event") " AS events, "
                  DIFFER("reading_tick", "owner, key, at") " + "
                  DIFFER("concept_tick", "owner, key, at") " + "
                  DIFFER("rubric_tick", "answer, who, item, at, ticked") " AS ticks, "
                  DIFFER("hint_taken", "lab, hint, attempts, at") " AS hints, "
                  DIFFER("reveal", "lab, how, at") " AS solutions, "
                  "(SELECT count(*) FROM src.ui_state WHERE key <> 'calibration'"
                  " AND key NOT GLOB 'class*' AND key NOT IN (SELECT key FROM book.ui_state))"
                  " + (SELECT count(*) FROM merged.learner m JOIN book.learner b ON b.id = m.id"
                  "  WHERE m.name <> b.name OR m.seed <> b.seed) AS settings,"
                  " (SELECT count(*) FROM temp.row WHERE tab = 'attempt' AND side = 0 AND old <> new)"
                  " AS renumbered",
                  NULL, 0);
}

/* ---- The union in place of what was there ----------------------------------------------- */

#define REPLACE(TABLE, COLUMNS)                                                                    \
    "INSERT INTO book." TABLE " (" COLUMNS ") SELECT " COLUMNS " FROM merged." TABLE

static const char *const replace[] = {
    "PRAGMA defer_foreign_keys = ON",
    "DELETE FROM book.passed",
    "DELETE FROM book.partly",
    "DELETE FROM book.prediction",
    "DELETE FROM book.sample",
    "DELETE FROM book.measurement",
    "DELETE FROM book.counter",
    "DELETE FROM book.case_result",
    "DELETE FROM book.curve",
    "DELETE FROM book.milestone_result",
    "DELETE FROM book.report",
    "DELETE FROM book.attempt_file",
    "DELETE FROM book.attempt",
    "DELETE FROM book.sitting_answer",
    "DELETE FROM book.sitting_end",
    "DELETE FROM book.sitting",
    "DELETE FROM book.rubric_tick",
    "DELETE FROM book.answer",
    "DELETE FROM book.review",
    "DELETE FROM book.card",
    "DELETE FROM book.note",
    "DELETE FROM book.event",
    "DELETE FROM book.reading_tick",
    "DELETE FROM book.concept_tick",
    "DELETE FROM book.hint_taken",
    "DELETE FROM book.reveal",
    "UPDATE book.learner SET (name, seed, created) = (SELECT name, seed, created"
    " FROM merged.learner) WHERE id = 1",
    REPLACE("attempt", "id, learner, " C_ATTEMPT),
    REPLACE("report", "attempt, json"),
    REPLACE("milestone_result", "attempt, " C_MILESTONE),
    REPLACE("measurement", "id, attempt, " C_MEASUREMENT),
    REPLACE("sample", "measurement, n, t_reference, t_learner"),
    REPLACE("counter", "attempt, " C_COUNTER),
    REPLACE("case_result", "attempt, " C_CASE),
    REPLACE("curve", "attempt, " C_CURVE),
    "INSERT INTO book.source (hash, text) SELECT hash, text FROM merged.source WHERE true"
    " ON CONFLICT DO NOTHING",
    "INSERT INTO book.attempt_file (attempt, name, source) SELECT f.attempt, f.name, b.id"
    " FROM merged.attempt_file f JOIN merged.source m ON m.id = f.source"
    " JOIN book.source b ON b.hash = m.hash",
    REPLACE("prediction", "id, learner, " C_PREDICTION ", attempt, measured, measured_choice"),
    REPLACE("passed", "learner, lab, milestone, lab_rev, stage, attempt"),
    REPLACE("partly", "learner, lab, milestone, lab_rev, points, attempt"),
    REPLACE("answer", "id, learner, " C_ANSWER),
    REPLACE("rubric_tick", "answer, who, item, at, ticked"),
    REPLACE("sitting", "id, learner, " C_SITTING),
    REPLACE("sitting_answer", "sitting, n, answer, ms"),
    REPLACE("sitting_end", "sitting, at, how, solved, of_all, open_book, passed"),
    REPLACE("review", "id, learner, " C_REVIEW),
    REPLACE("card", "learner, " C_CARD),
    REPLACE("note", "id, learner, " C_NOTE),
    REPLACE("event", "id, " C_EVENT),
    REPLACE("reading_tick", "learner, owner, key, at"),
    REPLACE("concept_tick", "learner, owner, key, at"),
    REPLACE("hint_taken", "learner, lab, hint, attempts, at"),
    REPLACE("reveal", "learner, lab, how, at"),
    REPLACE("ui_state", "key, value, updated") " WHERE true ON CONFLICT DO NOTHING",
};

enum db_status db_merge_adopt(struct db *db)
{
    return run_all(db, EACH(replace));
}

/* ---- What a foreign file may hold -------------------------------------------------------- */

/* Names are printed to terminals as they are: no controls, C1 included, and no novels. */
#define BAD_NAMES(TABLE, NAMES)                                                                    \
    "EXISTS (SELECT 1 FROM src." TABLE " WHERE length(" NAMES ") > 8192 OR (" NAMES ")"            \
    " GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || ']*')"
/* An infinity goes into no JSON, so that its row could not be read any more. */
#define BAD_FIGURES(TABLE, FIGURES)                                                                \
    "EXISTS (SELECT 1 FROM src." TABLE " WHERE 9e999 IN (" FIGURES ") OR -9e999 IN (" FIGURES "))"
#define BAD_TIMES(TABLE, TIMES)                                                                    \
    "EXISTS (SELECT 1 FROM src." TABLE " WHERE min(0, " TIMES ") < -253402300799999"               \
    " OR max(0, " TIMES ") > 253402300799999)"

static const struct {
    const char *sql, *what;
} rules[] = {
    { "SELECT count(*) FROM src.source WHERE hash <> ridge_blake(text)",
      "has a source text that does not match its hash" },
    { "SELECT count(*) FROM src.source WHERE length(text) > 16777216",
      "has a source text of more than 16 MiB" },
    { "SELECT count(*) FROM src.attempt_file WHERE NOT ridge_good_name(name)",
      "has a source file whose name leads out of its folder" },
    { "SELECT (SELECT count(*) FROM src.learner) <> 1"
      " OR NOT EXISTS (SELECT 1 FROM src.learner WHERE id = 1)",
      "is not of one learner" },
    { "SELECT (SELECT count(*) FROM src.report WHERE ridge_json(json) IS NOT 'object')"
      " + (SELECT count(*) FROM src.event WHERE ridge_json(ifnull(data, 'null')) IS NULL)"
      " + (SELECT count(*) FROM src.answer WHERE ridge_json(ifnull(params, 'null')) IS NULL)"
      " + (SELECT count(*) FROM src.review WHERE ridge_json(ifnull(params, 'null')) IS NULL)"
      " + (SELECT count(*) FROM src.case_result WHERE ridge_json(ifnull(mismatch, 'null')) IS NULL)"
      " + (SELECT count(*) FROM src.sitting WHERE ridge_json(questions) IS NULL)"
      " + (SELECT count(*) FROM src.curve WHERE ridge_json(points) IS NULL)"
      " + (SELECT count(*) FROM src.ui_state WHERE ridge_json(value) IS NULL)",
      "has a document that is no JSON" },
    { "SELECT " BAD_NAMES("learner", "name") " OR " BAD_NAMES("attempt", "lab || backend || impl || sandbox")
      " OR " BAD_NAMES("attempt_file", "name") " OR " BAD_NAMES("milestone_result", "milestone || kind")
      " OR " BAD_NAMES("measurement", "bench || call || case_id || clock")
      " OR " BAD_NAMES("counter", "call || case_id || name || source")
      " OR " BAD_NAMES("case_result", "call || case_id || status")
      " OR " BAD_NAMES("curve", "curve || call || case_id || title || unit")
      " OR " BAD_NAMES("prediction", "lab || key || axis || unit") " OR " BAD_NAMES("answer", "owner || question")
      " OR " BAD_NAMES("card", "owner || key") " OR " BAD_NAMES("review", "owner || key")
      " OR " BAD_NAMES("reading_tick", "owner || key") " OR " BAD_NAMES("concept_tick", "owner || key")
      " OR " BAD_NAMES("hint_taken", "lab || hint") " OR " BAD_NAMES("reveal", "lab")
      " OR " BAD_NAMES("note", "owner") " OR " BAD_NAMES("event", "kind || subject")
      " OR " BAD_NAMES("ui_state", "key") " OR " BAD_NAMES("sitting", "scope"),
      "has a name with control characters, or one of thousands of letters" },
    { "SELECT " BAD_FIGURES("attempt", "points, max") " OR " BAD_FIGURES("milestone_result", "points, max")
      " OR " BAD_FIGURES("measurement", "ratio, lo, hi, t_reference, t_learner, gflops, gbps, busy")
      " OR " BAD_FIGURES("sample", "t_reference, t_learner") " OR " BAD_FIGURES("counter", "value")
      " OR " BAD_FIGURES("curve", "last")
      " OR " BAD_FIGURES("prediction", "value, measured") " OR " BAD_FIGURES("card", "stability")
      " OR " BAD_FIGURES("review", "days, stability"),
      "has a figure that is infinite" },
    { "SELECT " BAD_TIMES("learner", "created") " OR " BAD_TIMES("attempt", "started, duration_ms")
      " OR " BAD_TIMES("prediction", "made") " OR " BAD_TIMES("answer", "at") " OR " BAD_TIMES("review", "at, due")
      " OR " BAD_TIMES("rubric_tick", "at") " OR " BAD_TIMES("sitting", "at") " OR " BAD_TIMES("sitting_end", "at")
      " OR " BAD_TIMES("card", "due, last") " OR " BAD_TIMES("event", "at") " OR " BAD_TIMES("note", "created, updated")
      " OR " BAD_TIMES("reading_tick", "at") " OR " BAD_TIMES("concept_tick", "at")
      " OR " BAD_TIMES("hint_taken", "at") " OR " BAD_TIMES("reveal", "at") " OR " BAD_TIMES("ui_state", "updated"),
      "has a time thousands of years away" },
};

enum db_status db_merge_inspect(struct db *db, const char **ret_what)
{
    enum db_status status = DB_OK;
    int64_t n = 0;

    *ret_what = NULL;
    for (size_t k = 0; k < sizeof rules / sizeof *rules && status == DB_OK && !*ret_what; k++) {
        status = db_int(db, merging, &n, rules[k].sql, NULL, 0);
        if (status == DB_OK && n)
            *ret_what = rules[k].what;
    }
    return status;
}
