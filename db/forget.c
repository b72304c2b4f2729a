/*
 * forget.c: a student's rows go, and the bytes that they were written in.
 *
 * The tables are append-only by triggers. Here, and nowhere else, those of a class are lifted: dropped in the
 * transaction that deletes and made again, word for word, before it ends, so that no other connection ever sees the
 * tables without them. The audit's rows about the student stay in the chain as audit.c's tombstones.
 */
#include "gradebook.h"
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char forgetting[] = "forget the student";

#define TABLES                                                                                     \
    "('student', 'submission', 'submission_file', 'source', 'grading', 'grading_report', 'lost_lease'," \
    " 'submission_clock', 'adjustment', 'remark', 'team', 'audit')"

/* [{"name","sql"}] of the triggers on those tables, which are gone from then on. */
static enum db_status lift(struct db *db, json_t **ret)
{
    json_t *t;
    size_t k;
    enum db_status status = db_rows(db, forgetting, ret,
                                    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
                                    " AND tbl_name IN " TABLES " ORDER BY name",
                                    NULL, 0);

    if (status != DB_OK)
        return status;
    json_array_foreach(*ret, k, t) {
        char *drop = sqlite3_mprintf("DROP TRIGGER \"%w\"", json_string_value(json_object_get(t, "name")));

        if (status == DB_OK)
            status = drop ? db_run(db, forgetting, drop, NULL, 0)
                          : db_fail(db, DB_ERROR, "Ridge cannot %s: out of memory.", forgetting);
        sqlite3_free(drop);
    }
    return status;
}

static enum db_status restore(struct db *db, const json_t *triggers)
{
    enum db_status status = DB_OK;
    json_t *t;
    size_t k;

    json_array_foreach(triggers, k, t)
        if (status == DB_OK)
            status = db_run(db, forgetting, json_string_value(json_object_get(t, "sql")), NULL, 0);
    return status;
}

#define OF_STUDENT "(SELECT id FROM submission WHERE student = ?1)"
#define GRADINGS "(SELECT id FROM grading WHERE submission IN " OF_STUDENT ")"

/* A source stays where somebody else handed in the same text. */
static enum db_status erase(struct db *db, int64_t id)
{
    static const char *const steps[] = {
        "DELETE FROM lost_lease WHERE grading IN " GRADINGS,
        "DELETE FROM grading_report WHERE grading IN " GRADINGS,
        "DELETE FROM grading WHERE submission IN " OF_STUDENT,
        "DELETE FROM source WHERE id IN (SELECT source FROM submission_file WHERE submission IN " OF_STUDENT ")"
        " AND id NOT IN (SELECT source FROM attempt_file)"
        " AND id NOT IN (SELECT source FROM submission_file WHERE submission NOT IN " OF_STUDENT ")",
        "DELETE FROM submission_file WHERE submission IN " OF_STUDENT,
        "DELETE FROM submission_clock WHERE submission IN " OF_STUDENT,
        "DELETE FROM submission WHERE student = ?1",
        "DELETE FROM adjustment WHERE student = ?1",
        "DELETE FROM remark WHERE student = ?1",
        "DELETE FROM team WHERE student = ?1",
        "DELETE FROM student WHERE id = ?1",
    };
    /* a source goes before the row that names it: references are looked at when the transaction ends */
    enum db_status status = db_run(db, forgetting, "PRAGMA defer_foreign_keys = ON", NULL, 0);

    for (size_t k = 0; k < sizeof steps / sizeof *steps && status == DB_OK; k++)
        status = db_run(db, forgetting, steps[k], DB_ARGS(db_i(id)));
    return status;
}

/* DB_BUSY while a worker grades a submission of the student: the verdict would find no row. */
static enum db_status check_idle(struct db *db, int64_t id)
{
    int64_t busy = 0;
    enum db_status status = db_int(db, forgetting, &busy,
                                   "SELECT count(*) FROM grading WHERE state = 'leased' AND submission IN " OF_STUDENT,
                                   DB_ARGS(db_i(id)));

    if (status == DB_OK && busy)
        status = db_fail(db, DB_BUSY, "Ridge cannot %s: %lld of the submissions %s being graded. Nothing was erased.",
                         forgetting, (long long)busy, busy == 1 ? "is" : "are");
    return status;
}

static enum db_status count(struct db *db, int64_t id, json_t **ret)
{
    return db_row(db, forgetting, ret,
                  "SELECT (SELECT count(*) FROM submission WHERE student = ?1) AS submissions,"
                  " (SELECT count(*) FROM grading WHERE submission IN " OF_STUDENT ") AS gradings,"
                  " (SELECT count(*) FROM adjustment WHERE student = ?1) AS adjustments,"
                  " (SELECT count(*) FROM remark WHERE student = ?1) AS remarks",
                  DB_ARGS(db_i(id)));
}

/* The screens' last places name students by their keys. */
static enum db_status erase_places(struct db *db, const char *key)
{
    return db_run(db, forgetting, "DELETE FROM ui_state WHERE key = 'tui' AND instr(value, ?1) > 0",
                  DB_ARGS(db_t(key)));
}

static enum db_status forget(struct db *db, const char *key, int64_t id, json_t **ret)
{
    json_t *triggers = NULL, *erased = json_object();
    int64_t rows = 0;
    enum db_status status = check_idle(db, id);

    if (status == DB_OK)
        status = count(db, id, ret);
    if (status == DB_OK)
        status = lift(db, &triggers);
    if (status == DB_OK)
        status = db_audit_erase(db, id, key, erased);
    if (status == DB_OK)
        status = erase(db, id);
    if (status == DB_OK)
        status = erase_places(db, key);
    if (status == DB_OK)
        status = restore(db, triggers);
    rows = (int64_t)json_object_size(erased);
    if (status == DB_OK) {
        json_t *data = json_pack("{s:O}", "erased", erased);

        status = data ? db_audit_add(db, NULL, DB_FORGOTTEN, "", data)
                      : db_fail(db, DB_ERROR, "Ridge cannot %s: out of memory.", forgetting);
        json_decref(data);
    }
    json_decref(triggers);
    json_decref(erased);
    if (status == DB_OK)
        json_object_set_new(*ret, "audit", json_integer(rows));
    return status;
}

enum db_status db_student_forget(struct db *db, const char *key, json_t **ret)
{
    json_t *counts = NULL;
    int64_t id = 0;
    enum db_status status;

    if (db->batch)
        return db_fail(db, DB_ERROR, "Ridge cannot %s in the middle of a batch.", forgetting);
    status = db_int(db, forgetting, &id, "SELECT id FROM student WHERE key = ?", DB_ARGS(db_t(key)));
    if (status == DB_NOTFOUND)
        return db_fail(db, DB_NOTFOUND, "There is no student with the key \"%s\" in %s.", key, db->path);
    if (status == DB_OK)
        status = db_run(db, forgetting, "PRAGMA secure_delete = ON", NULL, 0);
    if (status == DB_OK)
        status = db_write_begin(db, forgetting);
    if (status != DB_OK)
        return status;
    status = db_write_end(db, forgetting, forget(db, key, id, &counts));
    if (status == DB_OK)
        *ret = counts;
    else
        json_decref(counts);
    return status;
}

enum db_status db_purge(struct db *db)
{
    static const char purging[] = "write the file anew";
    int64_t busy = 0;
    enum db_status status = db_run(db, purging, "VACUUM", NULL, 0);

    /* the old pages are in the WAL, too, until it is emptied; without one this does nothing */
    if (status == DB_OK)
        status = db_int(db, purging, &busy, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, 0);
    if (status == DB_OK && busy)
        status = db_fail(db, DB_BUSY,
                         "%s is read by another process, so its log still has what was erased. Close that, and do "
                         "this again.",
                         db->path);
    return status;
}
