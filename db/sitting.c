/*
 * sitting.c: closed-book sittings: what was asked, what was answered, how it ended. A sitting without an end is open.
 */
#include "internal.h"

#include <stdlib.h>

static const char storing[] = "store the sitting", reading[] = "read the sittings";

enum db_status db_sitting_begin(struct db *db, const char *scope, const json_t *questions, int minutes, int64_t seed,
                                int64_t *ret_id)
{
    char *json = NULL;
    enum db_status status = db_dump_json(db, storing, questions, &json);

    if (status == DB_OK)
        status = db_write(db, storing,
                          "INSERT INTO sitting (learner, scope, questions, minutes, seed, at)"
                          " VALUES (?, ?, ?, ?, ?, ?)",
                          DB_ARGS(db_i(db->learner), db_t(scope), db_t(json), db_i(minutes), db_i(seed),
                                  db_i(db_now(db))));
    free(json);
    if (status == DB_OK && ret_id)
        *ret_id = sqlite3_last_insert_rowid(db->sql);
    return status;
}

enum db_status db_sitting_answer(struct db *db, int64_t sitting, int n, int64_t answer, int64_t ms)
{
    return db_write(db, storing, "INSERT INTO sitting_answer (sitting, n, answer, ms) VALUES (?, ?, nullif(?, 0), ?)",
                    DB_ARGS(db_i(sitting), db_i(n), db_i(answer), db_i(ms)));
}

enum db_status db_sitting_end(struct db *db, int64_t sitting, const char *how, int solved, int of, bool open_book,
                              bool passed)
{
    return db_write(db, storing,
                    "INSERT INTO sitting_end (sitting, at, how, solved, of_all, open_book, passed)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    DB_ARGS(db_i(sitting), db_i(db_now(db)), db_t(how), db_i(solved), db_i(of), db_i(open_book),
                            db_i(passed)));
}

#define SITTING                                                                                    \
    "SELECT s.id, scope, questions AS \"questions:json\", minutes, seed, s.at AS \"when\","         \
    " e.at AS \"end\", how, solved, of_all AS \"of\", open_book AS \"open_book:bool\","             \
    " passed AS \"passed:bool\" FROM sitting s LEFT JOIN sitting_end e ON e.sitting = s.id"        \
    " WHERE learner = ?1"

enum db_status db_sittings(struct db *db, int limit, json_t **ret)
{
    return db_rows(db, reading, ret, SITTING " ORDER BY s.id DESC LIMIT ?2", DB_ARGS(db_i(db->learner), db_i(limit)));
}

/* The answers given so far, in the order of the questions. */
static enum db_status add_answers(struct db *db, json_t *sitting)
{
    json_t *rows = NULL;
    enum db_status status =
        db_rows(db, reading, &rows,
                "SELECT n, t.answer, ms, a.text, a.status, a.at AS \"when\" FROM sitting_answer t"
                " LEFT JOIN answer a ON a.id = t.answer WHERE t.sitting = ? ORDER BY n",
                DB_ARGS(db_i(json_integer_value(json_object_get(sitting, "id")))));

    if (status == DB_OK)
        json_object_set_new(sitting, "answers", rows);
    return status;
}

static enum db_status with_answers(struct db *db, enum db_status status, json_t *sitting, json_t **ret)
{
    if (status == DB_OK && (status = add_answers(db, sitting)) == DB_OK)
        *ret = sitting;
    else
        json_decref(sitting);
    return status;
}

enum db_status db_sitting_get(struct db *db, int64_t id, json_t **ret)
{
    json_t *row = NULL;
    enum db_status status =
        db_row(db, reading, &row, SITTING " AND s.id = ?2", DB_ARGS(db_i(db->learner), db_i(id)));

    return with_answers(db, status, row, ret);
}

enum db_status db_sitting_open(struct db *db, json_t **ret)
{
    json_t *row = NULL;
    enum db_status status = db_row(db, reading, &row, SITTING " AND e.sitting IS NULL ORDER BY s.id DESC LIMIT 1",
                                   DB_ARGS(db_i(db->learner)));

    return with_answers(db, status, row, ret);
}
