/*
 * learning.c: what the learner said: predictions before a run, answers to questions.
 */
#include "internal.h"

#include <stdlib.h>

/* ---- Predictions ------------------------------------------------------------------------ */

#define PREDICTION_COLUMNS                                                                         \
    "id, lab, key, axis, value, choice, unit, made AS \"when\", attempt, measured, "               \
    "measured_choice"

static const char predictions[] = "read the predictions";

enum db_status db_prediction_put(struct db *db, const char *lab, const char *key, const char *axis,
                                 double value, const char *choice, const char *unit,
                                 int64_t *ret_id)
{
    enum db_status status =
        db_write(db, "store the prediction",
                 "INSERT INTO prediction (learner, lab, key, axis, value, choice, unit, made)"
                 " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                 DB_ARGS(db_i(db->learner), db_t(lab), db_t(key), db_t(axis ? axis : ""),
                         choice ? db_t(NULL) : db_d(value), db_t(choice), db_t(unit ? unit : ""),
                         db_i(db_now(db))));

    if (status == DB_OK && ret_id)
        *ret_id = sqlite3_last_insert_rowid(db->sql);
    return status;
}

enum db_status db_prediction_measure(struct db *db, const char *lab, const char *key,
                                     int64_t attempt, double value, const char *choice)
{
    static const char what[] = "store what was measured against the prediction";
    enum db_status status = db_write_begin(db, what);

    if (status != DB_OK)
        return status;
    status = db_run(db, what,
                    "UPDATE prediction SET attempt = ?1, measured = ?2, measured_choice = ?3"
                    " WHERE attempt IS NULL AND id = (SELECT max(id) FROM prediction"
                    "  WHERE learner = ?4 AND lab = ?5 AND key = ?6)",
                    DB_ARGS(db_i(attempt), choice ? db_t(NULL) : db_d(value), db_t(choice),
                            db_i(db->learner), db_t(lab), db_t(key)));
    if (status == DB_OK && sqlite3_changes(db->sql) == 0)
        status = db_fail(db, DB_NOTFOUND, "No prediction of %s for %s waits for a measurement.",
                         key, lab);
    return db_write_end(db, what, status);
}

enum db_status db_prediction_get(struct db *db, const char *lab, const char *key, json_t **ret)
{
    return db_row(db, predictions, ret,
                  "SELECT " PREDICTION_COLUMNS " FROM prediction"
                  " WHERE learner = ? AND lab = ? AND key = ? ORDER BY id DESC LIMIT 1",
                  DB_ARGS(db_i(db->learner), db_t(lab), db_t(key)));
}

enum db_status db_predictions(struct db *db, const char *lab, json_t **ret)
{
    if (!lab)
        return db_rows(db, predictions, ret,
                       "SELECT " PREDICTION_COLUMNS " FROM prediction WHERE learner = ? ORDER BY id",
                       DB_ARGS(db_i(db->learner)));
    return db_rows(db, predictions, ret,
                   "SELECT " PREDICTION_COLUMNS " FROM prediction"
                   " WHERE learner = ? AND lab = ? ORDER BY id",
                   DB_ARGS(db_i(db->learner), db_t(lab)));
}

/* ---- Answers ---------------------------------------------------------------------------- */

/* The rubric of a text as JSON: the latest word of each person on each item, whose `ticked` SQLite takes for max(). */
#define TICKS                                                                                      \
    "(SELECT nullif(json_group_array(json_object('who', who, 'item', item, 'ticked',"              \
    " json(iif(ticked, 'true', 'false')))), '[]') FROM (SELECT who, item, ticked, max(at)"         \
    " FROM rubric_tick WHERE answer = a.id GROUP BY who, item)) AS \"ticks:json\""

/* The latest answer of each question that `and` chooses; an index alone says which answers are the latest. */
#define LATEST_ANSWERS(and)                                                                        \
    "WITH latest (id, tries) AS (SELECT max(id), count(*) FROM answer WHERE learner = ?1" and      \
    " GROUP BY owner, question) SELECT owner, question, params AS \"params:json\", text, status,"  \
    " at AS \"when\", lab_rev AS rev, tries, a.id, " TICKS                            \
    " FROM latest CROSS JOIN answer a ON a.id = latest.id"                                         \
    " ORDER BY owner, question"

static const char answers[] = "read the answers";

enum db_status db_answer_put(struct db *db, const char *owner, int lab_rev, const char *question,
                             const json_t *params, const char *text, const char *status,
                             int64_t *ret_id)
{
    static const char what[] = "store the answer";
    char *json;
    enum db_status rc = db_dump_json(db, what, params, &json);

    if (rc == DB_OK)
        rc = db_write(db, what,
                      "INSERT INTO answer (learner, owner, question, params, text, status, at, lab_rev)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, nullif(?8, 0))",
                      DB_ARGS(db_i(db->learner), db_t(owner), db_t(question), db_t(json),
                              db_t(text), db_t(status), db_i(db_now(db)), db_i(lab_rev)));
    free(json);
    if (rc == DB_OK && ret_id)
        *ret_id = sqlite3_last_insert_rowid(db->sql);
    return rc;
}

enum db_status db_answer_latest(struct db *db, const char *owner, const char *question,
                                json_t **ret)
{
    return db_row(db, answers, ret, LATEST_ANSWERS(" AND owner = ?2 AND question = ?3"),
                  DB_ARGS(db_i(db->learner), db_t(owner), db_t(question)));
}

enum db_status db_answers(struct db *db, const char *owner, json_t **ret)
{
    if (!owner)
        return db_rows(db, answers, ret, LATEST_ANSWERS(""), DB_ARGS(db_i(db->learner)));
    return db_rows(db, answers, ret, LATEST_ANSWERS(" AND owner = ?2"),
                   DB_ARGS(db_i(db->learner), db_t(owner)));
}
