/*
 * review.c: spaced review: what each review left of a card, and all the reviews there were. When a
 * card is due is the caller's to say: no model of memory lives here.
 */
#include "internal.h"

#include <stdlib.h>

static const char storing[] = "store the review", reading[] = "read the review cards";

static enum db_status add_review(struct db *db, const struct db_review *r, const char *params,
                                 int64_t now)
{
    return db_run(db, storing,
                  "INSERT INTO review (learner, kind, owner, key, at, days, grade, params, text,"
                  " status, stability, difficulty, due, lab_rev)"
                  " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, 0))",
                  DB_ARGS(db_i(db->learner), db_t(r->kind), db_t(r->owner), db_t(r->key), db_i(now),
                          db_d(r->days), db_i(r->grade), db_t(params), db_t(r->text ? r->text : ""),
                          db_t(r->status ? r->status : ""), db_d(r->stability),
                          db_d(r->difficulty), db_i(r->due), db_i(r->lab_rev)));
}

static enum db_status set_card(struct db *db, const struct db_review *r, int64_t now)
{
    return db_run(db, storing,
                  "INSERT INTO card (learner, kind, owner, key, stability, difficulty, due, last,"
                  " reviews, lapses) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1, ?9)"
                  " ON CONFLICT DO UPDATE SET stability = excluded.stability,"
                  " difficulty = excluded.difficulty, due = excluded.due, last = excluded.last,"
                  " reviews = reviews + 1, lapses = lapses + excluded.lapses",
                  DB_ARGS(db_i(db->learner), db_t(r->kind), db_t(r->owner), db_t(r->key),
                          db_d(r->stability), db_d(r->difficulty), db_i(r->due), db_i(now),
                          db_i(r->grade == 1)));
}

enum db_status db_review_put(struct db *db, const struct db_review *r)
{
    int64_t now = db_now(db);
    char *params = NULL;
    enum db_status status = db_dump_json(db, storing, r->params, &params);

    if (status == DB_OK && (status = db_write_begin(db, storing)) == DB_OK) {
        status = add_review(db, r, params, now);
        if (status == DB_OK)
            status = set_card(db, r, now);
        status = db_write_end(db, storing, status);
    }
    free(params);
    return status;
}

enum db_status db_cards(struct db *db, json_t **ret)
{
    return db_rows(db, reading, ret,
                   "SELECT kind, owner, key, stability, difficulty, due, last, reviews, lapses"
                   " FROM card WHERE learner = ? ORDER BY due, owner, key",
                   DB_ARGS(db_i(db->learner)));
}

enum db_status db_reviews(struct db *db, int limit, json_t **ret)
{
    /* the plus keeps SQLite from an index, after which it would have to sort */
    return db_rows(db, reading, ret,
                   "SELECT id, kind, owner, key, at AS \"when\", days, grade,"
                   " params AS \"params:json\", text, status, stability, difficulty, due,"
                   " lab_rev AS rev FROM review WHERE +learner = ? ORDER BY id DESC LIMIT ?",
                   DB_ARGS(db_i(db->learner), db_i(limit)));
}

enum db_status db_answers_right(struct db *db, json_t **ret)
{
    return db_rows(db, "read the answers", ret,
                   "SELECT owner, question, min(at) AS \"when\" FROM answer"
                   " WHERE learner = ? AND status = 'PASS' GROUP BY owner, question",
                   DB_ARGS(db_i(db->learner)));
}
