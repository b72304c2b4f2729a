/*
 * adjustment.c: what an instructor decides of one student in one lab: another due time, an excuse, a grade by hand.
 *
 * Nothing is taken back but by a further row; each has its audit row, written in the same transaction.
 */
#include "gradebook.h"
#include "internal.h"

#include <stdio.h>
#include <string.h>

static const char storing[] = "store the adjustment";

static bool is_kind(const struct db_adjustment *a, const char *kind)
{
    return strcmp(a->kind, kind) == 0;
}

/* Refuses in words what the table's checks would refuse. */
static enum db_status check(struct db *db, const struct db_adjustment *a)
{
    int64_t found;
    enum db_status status;

    if (!a->lab || !*a->lab || !a->reason || !*a->reason)
        return db_fail(db, DB_ERROR, "Ridge cannot %s: it needs a lab and a reason.", storing);
    if (!is_kind(a, "due") && !is_kind(a, "excuse") && !is_kind(a, "points") && !is_kind(a, "undo"))
        return db_fail(db, DB_ERROR, "Ridge cannot %s: there is no kind \"%s\".", storing, a->kind);
    if (is_kind(a, "points") ? !a->has_value || a->value < 0 : a->has_value && !is_kind(a, "due"))
        return db_fail(db, DB_ERROR, "Ridge cannot %s: the value does not fit the kind \"%s\".", storing, a->kind);
    status = db_int(db, storing, &found, "SELECT 1 FROM student WHERE id = ?", DB_ARGS(db_i(a->student)));
    if (status == DB_NOTFOUND)
        return db_fail(db, DB_ERROR, "Ridge cannot %s: there is no student %lld in %s.", storing, (long long)a->student,
                       db->path);
    return status;
}

static json_t *number_or_null(bool has, int64_t n)
{
    return has ? json_integer(n) : json_null();
}

static enum db_status audit(struct db *db, const struct db_adjustment *a, int64_t id, const char *who, int64_t at)
{
    char subject[32];
    json_t *data =
        json_pack("{s:I, s:s, s:s, s:o, s:o, s:s, s:s, s:I}", "student", (json_int_t)a->student, "lab", a->lab, "kind",
                  a->kind, "value", number_or_null(a->has_value, a->value), "most",
                  number_or_null(is_kind(a, "points"), a->most), "reason", a->reason, "who", who, "at", (json_int_t)at);
    enum db_status status;

    snprintf(subject, sizeof subject, "%lld", (long long)id);
    status = data ? db_audit_add(db, who, "adjustment", subject, data)
                  : db_fail(db, DB_ERROR, "Ridge cannot %s: out of memory, or a text that is not UTF-8.", storing);
    json_decref(data);
    return status;
}

static enum db_status add(struct db *db, const struct db_adjustment *a, int64_t *id)
{
    const char *who = db_user(db);
    int64_t at = db_now(db);
    enum db_status status;

    status = db_run(db, storing,
                    "INSERT INTO adjustment (student, lab, kind, value, most, reason, who, at)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    DB_ARGS(db_i(a->student), db_t(a->lab), db_t(a->kind),
                            a->has_value ? db_i(a->value) : (struct db_arg){0},
                            is_kind(a, "points") ? db_i(a->most) : (struct db_arg){0}, db_t(a->reason), db_t(who),
                            db_i(at)));
    if (status != DB_OK)
        return status;
    *id = sqlite3_last_insert_rowid(db->sql);
    return audit(db, a, *id, who, at);
}

enum db_status db_adjustment_add(struct db *db, const struct db_adjustment *adjustment, int64_t *ret_id)
{
    int64_t id = 0;
    enum db_status status = check(db, adjustment);

    if (status == DB_OK)
        status = db_write_begin(db, storing);
    if (status != DB_OK)
        return status;
    status = db_write_end(db, storing, add(db, adjustment, &id));
    if (status == DB_OK && ret_id)
        *ret_id = id;
    return status;
}

enum db_status db_adjustments(struct db *db, const char *lab, json_t **ret)
{
    static const char reading[] = "read the adjustments";
#define ADJUSTMENTS                                                                                \
    "SELECT j.id, j.student, s.key, s.name, j.lab, j.kind, j.value, j.most, j.reason, j.who, j.at" \
    " FROM adjustment j JOIN student s ON s.id = j.student"
    if (!lab)
        return db_rows(db, reading, ret, ADJUSTMENTS " ORDER BY j.id", NULL, 0);
    return db_rows(db, reading, ret, ADJUSTMENTS " WHERE j.lab = ? ORDER BY j.id", DB_ARGS(db_t(lab)));
#undef ADJUSTMENTS
}
