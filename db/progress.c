/*
 * progress.c: where the learner stands, over any length of history.
 *
 * A lab's best and last attempt are one look-up each in an index, and `passed` is small, so a
 * hundred thousand attempts cost little more than a hundred. The rules of "best" are told in db.h.
 */
#include "internal.h"

static const char reading[] = "read the progress";

#define BEST                                                                                       \
    "(SELECT a.id FROM attempt a WHERE a.learner = ?1 AND a.lab = labs.lab"                        \
    "   AND a.impl = 'learner' AND a.verb = 'test' ORDER BY (a.status = 'PASS') DESC,"             \
    "   a.lab_rev DESC, a.points DESC, a.id DESC LIMIT 1)"
#define LAST                                                                                       \
    "(SELECT max(a.id) FROM attempt a WHERE a.learner = ?1 AND a.lab = labs.lab"                   \
    "   AND a.impl = 'learner')"

/* One row a lab of the table `labs`. */
#define PER_LAB                                                                                    \
    " SELECT lab,"                                                                                 \
    " (SELECT count(*) FROM attempt a WHERE a.learner = ?1 AND a.lab = labs.lab"                   \
    "   AND a.impl = 'learner') AS attempts,"                                                      \
    " " BEST " AS best, " LAST " AS last,"                                                         \
    " (SELECT count(*) FROM hint_taken WHERE learner = ?1 AND lab = labs.lab) AS hints,"           \
    " (SELECT how FROM reveal WHERE learner = ?1 AND lab = labs.lab) AS revealed"                  \
    " FROM labs"

/* Every lab with a trace of the learner. The attempts' labs are found by hopping along the index,
 * not by reading it through. */
#define ALL_LABS                                                                                   \
    "WITH RECURSIVE hop (lab) AS ("                                                                \
    "  SELECT min(lab) FROM attempt WHERE learner = ?1 AND impl = 'learner'"                       \
    "  UNION ALL SELECT (SELECT min(lab) FROM attempt WHERE learner = ?1 AND impl = 'learner'"     \
    "    AND lab > hop.lab) FROM hop WHERE hop.lab IS NOT NULL),"                                  \
    " labs (lab) AS (SELECT lab FROM hop WHERE lab IS NOT NULL"                                    \
    "  UNION SELECT lab FROM hint_taken WHERE learner = ?1"                                        \
    "  UNION SELECT lab FROM reveal WHERE learner = ?1)"

static enum db_status no_memory(struct db *db)
{
    return db_fail(db, DB_ERROR, "Ridge cannot %s of %s: out of memory.", reading, db->path);
}

/* Puts the attempt in the place of its id under `key`; a null stays. */
static enum db_status expand(struct db *db, json_t *row, const char *key)
{
    json_t *id = json_object_get(row, key), *attempt;
    enum db_status status;

    if (!json_is_integer(id))
        return DB_OK;
    status =
        db_row(db, reading, &attempt, "SELECT " DB_ATTEMPT_COLUMNS " FROM attempt a WHERE a.id = ?",
               DB_ARGS(db_i(json_integer_value(id))));
    if (status == DB_OK && json_object_set_new(row, key, attempt))
        status = no_memory(db);
    return status;
}

/* Each milestone's latest passed revision, and the best stage there; lab NULL: of all labs. */
static enum db_status passed_rows(struct db *db, const char *lab, int lab_rev, json_t **ret)
{
    return db_rows(db, reading, ret,
                   "SELECT lab, id, rev, stage, attempt, \"when\", \"after_solution:bool\" FROM ("
                   " SELECT p.lab, p.milestone AS id, p.lab_rev AS rev, p.stage, p.attempt,"
                   "  a.started AS \"when\", " DB_AFTER_SOLUTION ", row_number() OVER (PARTITION BY p.lab, p.milestone"
                   "   ORDER BY p.lab_rev DESC, p.stage = 'gold' DESC, p.stage = 'silver' DESC,"
                   "   p.stage DESC) AS place"
                   " FROM passed p JOIN attempt a ON a.id = p.attempt"
                   " WHERE p.learner = ?1 AND (?2 IS NULL OR p.lab = ?2)"
                   "  AND (?3 = 0 OR p.lab_rev = ?3))"
                   " WHERE place = 1 ORDER BY lab, attempt, id",
                   DB_ARGS(db_i(db->learner), db_t(lab), db_i(lab_rev)));
}

static enum db_status add_passed(struct db *db, const char *lab, json_t *labs)
{
    json_t *rows;
    enum db_status status = passed_rows(db, lab, 0, &rows);

    if (status != DB_OK)
        return status;
    for (size_t k = 0; k < json_array_size(rows); k++) {
        json_t *row = json_array_get(rows, k);
        json_t *o = json_object_get(labs, json_string_value(json_object_get(row, "lab")));

        json_object_del(row, "lab");
        if (o && json_array_append(json_object_get(o, "passed"), row))
            status = no_memory(db);
    }
    json_decref(rows);
    return status;
}

/* {"LAB": progress} of the labs that `sql` yields; parameters: learner, and lab unless NULL. */
static enum db_status progress(struct db *db, const char *sql, const char *lab, json_t **ret)
{
    struct db_arg args[] = {db_i(db->learner), db_t(lab)};
    json_t *rows, *labs = json_object();
    enum db_status status = db_rows(db, reading, &rows, sql, args, lab ? 2 : 1);

    if (status != DB_OK) {
        json_decref(labs);
        return status;
    }
    for (size_t k = 0; k < json_array_size(rows) && status == DB_OK; k++) {
        json_t *row = json_array_get(rows, k);

        status = expand(db, row, "best");
        if (status == DB_OK)
            status = expand(db, row, "last");
        if (status == DB_OK && json_object_set_new(row, "passed", json_array()))
            status = no_memory(db);
        if (status == DB_OK &&
            json_object_set(labs, json_string_value(json_object_get(row, "lab")), row))
            status = no_memory(db);
    }
    json_decref(rows);
    if (status == DB_OK)
        status = add_passed(db, lab, labs);
    if (status == DB_OK)
        *ret = labs;
    else
        json_decref(labs);
    return status;
}

enum db_status db_progress_all(struct db *db, json_t **ret)
{
    enum db_status status = db_read_begin(db, reading);

    if (status != DB_OK)
        return status;
    status = progress(db, ALL_LABS PER_LAB, NULL, ret);
    db_read_end(db);
    return status;
}

enum db_status db_standing_all(struct db *db, json_t **ret)
{
    json_t *rows, *labs = json_object();
    enum db_status status =
        db_rows(db, reading, &rows,
                ALL_LABS " SELECT labs.lab, a.id IS NOT NULL AS \"begun:bool\","
                         " coalesce(a.status, 'PENDING') AS last"
                         " FROM labs LEFT JOIN attempt a ON a.id = " LAST,
                DB_ARGS(db_i(db->learner)));

    if (status != DB_OK) {
        json_decref(labs);
        return status;
    }
    for (size_t k = 0; k < json_array_size(rows) && status == DB_OK; k++) {
        json_t *row = json_array_get(rows, k);

        if (json_object_set(labs, json_string_value(json_object_get(row, "lab")), row))
            status = no_memory(db);
    }
    json_decref(rows);
    if (status == DB_OK)
        *ret = labs;
    else
        json_decref(labs);
    return status;
}

enum db_status db_won(struct db *db, const char *lab, json_t **ret)
{
#define WON(stage, partial)                                                                        \
    "SELECT p.lab AS lab, p.milestone AS id, p.lab_rev AS rev, " stage " AS stage,"                  \
    " p.attempt AS attempt, a.started AS \"when\", m.kind, m.points, m.max, " DB_AFTER_SOLUTION ", " \
    partial " AS \"partial:bool\", m.n"
    return db_rows(db, reading, ret,
                   WON("p.stage", "0")
                   " FROM passed p JOIN attempt a ON a.id = p.attempt"
                   " JOIN milestone_result m ON m.attempt = p.attempt AND m.milestone = p.milestone"
                   " WHERE p.learner = ?1 AND (?2 IS NULL OR p.lab = ?2)"
                   " UNION ALL "
                   WON("''", "1")
                   " FROM partly p JOIN attempt a ON a.id = p.attempt"
                   " JOIN milestone_result m ON m.attempt = p.attempt AND m.milestone = p.milestone"
                   " WHERE p.learner = ?1 AND (?2 IS NULL OR p.lab = ?2) ORDER BY lab, attempt, n",
                   DB_ARGS(db_i(db->learner), db_t(lab)));
#undef WON
}

static enum db_status add_last_milestones(struct db *db, json_t *lab)
{
    json_t *last = json_object_get(lab, "last"), *rows;
    enum db_status status;

    if (!json_is_object(last))
        return DB_OK;
    status = db_rows(db, reading, &rows,
                     "SELECT milestone AS id, kind, status, stage, points, max, message, hint"
                     " FROM milestone_result WHERE attempt = ? ORDER BY n",
                     DB_ARGS(db_i(json_integer_value(json_object_get(last, "id")))));
    if (status == DB_OK && json_object_set_new(last, "milestones", rows))
        status = no_memory(db);
    return status;
}

enum db_status db_lab_progress(struct db *db, const char *lab, json_t **ret)
{
    json_t *labs = NULL, *o;
    enum db_status status = db_read_begin(db, reading);

    if (status != DB_OK)
        return status;
    status = progress(db, "WITH labs (lab) AS (VALUES (?2))" PER_LAB, lab, &labs);
    o = json_object_get(labs, lab);
    if (status == DB_OK)
        status = add_last_milestones(db, o);
    if (status == DB_OK)
        *ret = json_incref(o);
    db_read_end(db);
    json_decref(labs);
    return status;
}

/* ---- For the grader --------------------------------------------------------------------- */

/* The verbs are named so that an index alone can count: there is none that leads to a lab's revisions otherwise. */
static enum db_status grader_counts(struct db *db, const char *lab, int lab_rev, json_t **ret)
{
    return db_row(db, reading, ret,
                  "SELECT (SELECT count(*) FROM attempt WHERE learner = ?1 AND lab = ?2"
                  "   AND impl = 'learner' AND verb IN ('test', 'bench', 'profile')"
                  "   AND (?3 = 0 OR lab_rev = ?3)) AS attempts,"
                  " (SELECT a.id FROM attempt a WHERE a.learner = ?1 AND a.lab = ?2"
                  "   AND a.impl = 'learner' AND (?3 = 0 OR a.lab_rev = ?3)"
                  "   AND EXISTS (SELECT 1 FROM counter WHERE attempt = a.id)"
                  "   AND EXISTS (SELECT 1 FROM milestone_result WHERE attempt = a.id"
                  "     AND kind = 'correct' AND status = 'PASS')"
                  "   ORDER BY a.id LIMIT 1) AS profile",
                  DB_ARGS(db_i(db->learner), db_t(lab), db_i(lab_rev)));
}

/* Sets o[key] to the rows as an object, keyed by one of their fields. Takes the rows. */
static enum db_status add_keyed(struct db *db, json_t *o, const char *key, json_t *rows,
                                const char *field)
{
    json_t *out = json_object();
    int bad = 0;

    for (size_t k = 0; k < json_array_size(rows); k++) {
        json_t *row = json_array_get(rows, k);

        bad |= json_object_set(out, json_string_value(json_object_get(row, field)), row);
    }
    json_decref(rows);
    return json_object_set_new(o, key, out) || bad ? no_memory(db) : DB_OK;
}

static enum db_status add_grader_passed(struct db *db, json_t *o, const char *lab, int lab_rev)
{
    json_t *rows, *ids = json_array();
    bool profiled = json_is_integer(json_object_get(o, "profile"));
    int bad = json_object_set_new(o, "profiled", json_boolean(profiled)) |
              json_object_set_new(o, "passed", ids);
    enum db_status status = passed_rows(db, lab, lab_rev, &rows);

    if (status != DB_OK)
        return status;
    for (size_t k = 0; k < json_array_size(rows); k++)
        bad |= json_array_append(ids, json_object_get(json_array_get(rows, k), "id"));
    json_decref(rows);
    return bad ? no_memory(db) : DB_OK;
}

enum db_status db_history_for_grader(struct db *db, const char *lab, int lab_rev, json_t **ret)
{
    json_t *o = NULL, *rows;
    enum db_status status = db_read_begin(db, reading);

    if (status != DB_OK)
        return status;
    status = grader_counts(db, lab, lab_rev, &o);
    if (status == DB_OK)
        status = add_grader_passed(db, o, lab, lab_rev);
    if (status == DB_OK)
        status = db_answers(db, lab, &rows);
    if (status == DB_OK)
        status = add_keyed(db, o, "answers", rows, "question");
    if (status == DB_OK)
        status = db_predictions(db, lab, &rows);
    if (status == DB_OK)
        status = add_keyed(db, o, "predictions", rows, "key"); /* oldest first: the latest stays */
    db_read_end(db);
    if (status == DB_OK)
        *ret = o;
    else
        json_decref(o);
    return status;
}
