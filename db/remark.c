/*
 * remark.c: what people say of one student's work in one lab: comments on lines, points by hand, and what a student
 * asks and is answered.
 *
 * Nothing is taken back but by a further row; each has its audit row, written in the same transaction.
 */
#include "gradebook.h"
#include "internal.h"

#include <stdio.h>
#include <string.h>

static const char storing[] = "store the remark";
static const char reading[] = "read the remarks";

static bool is_kind(const struct db_remark *r, const char *kind)
{
    return strcmp(r->kind, kind) == 0;
}

static bool answers(const struct db_remark *r)
{
    return is_kind(r, "undo") || is_kind(r, "accept") || is_kind(r, "decline");
}

/* The row that a remark is about must be of the same student and lab, and a request, unless "undo" takes it back. */
static enum db_status check_about(struct db *db, const struct db_remark *r)
{
    int64_t found = 0;
    enum db_status status =
        db_int(db, storing, &found,
               "SELECT 1 FROM remark WHERE id = ?1 AND student = ?2 AND lab = ?3"
               " AND iif(?4 = 'undo', kind IN ('comment', 'mark'), kind = 'request')",
               DB_ARGS(db_i(r->about), db_i(r->student), db_t(r->lab), db_t(r->kind)));

    if (status != DB_NOTFOUND)
        return status;
    return db_fail(db, DB_NOTFOUND, "Ridge cannot %s: there is no %s %lld of this student in %s.", storing,
                   is_kind(r, "undo") ? "comment or mark" : "request", (long long)r->about, r->lab);
}

/* Refuses in words what the table's checks would refuse. */
static enum db_status check(struct db *db, const struct db_remark *r)
{
    static const char *const kinds[] = { "comment", "mark", "request", "accept", "decline", "undo" };
    size_t k = 0;
    int64_t found;
    enum db_status status;

    while (k < sizeof kinds / sizeof *kinds && !is_kind(r, kinds[k]))
        k++;
    if (k == sizeof kinds / sizeof *kinds)
        return db_fail(db, DB_ERROR, "Ridge cannot %s: there is no kind \"%s\".", storing, r->kind);
    if (!r->lab || !*r->lab || !r->text || !*r->text)
        return db_fail(db, DB_ERROR, "Ridge cannot %s: it needs a lab and a text.", storing);
    if (answers(r) != (r->about != 0) || r->line < 0 || (is_kind(r, "mark") && (!r->place || !*r->place)))
        return db_fail(db, DB_ERROR, "Ridge cannot %s: what it is about does not fit the kind \"%s\".", storing,
                       r->kind);
    status = db_int(db, storing, &found, "SELECT 1 FROM student WHERE id = ?", DB_ARGS(db_i(r->student)));
    if (status == DB_NOTFOUND)
        return db_fail(db, DB_ERROR, "Ridge cannot %s: there is no student %lld in %s.", storing, (long long)r->student,
                       db->path);
    if (status == DB_OK && r->submission)
        status = db_int(db, storing, &found, "SELECT 1 FROM submission WHERE id = ? AND lab = ?",
                        DB_ARGS(db_i(r->submission), db_t(r->lab)));
    if (status == DB_NOTFOUND)
        return db_fail(db, DB_ERROR, "Ridge cannot %s: there is no submission %lld of %s.", storing,
                       (long long)r->submission, r->lab);
    return status == DB_OK && r->about ? check_about(db, r) : status;
}

static json_t *id_or_null(int64_t id)
{
    return id ? json_integer(id) : json_null();
}

static enum db_status audit(struct db *db, const struct db_remark *r, int64_t id, const char *who, int64_t at)
{
    char subject[32];
    json_t *data = json_pack("{s:I s:s s:s s:s s:o s:I s:I s:I s:o s:s s:s s:I}", "student", (json_int_t)r->student,
                             "lab", r->lab, "kind", r->kind, "place", r->place ? r->place : "", "submission",
                             id_or_null(r->submission), "line", (json_int_t)r->line, "value", (json_int_t)r->value,
                             "most", (json_int_t)r->most, "about", id_or_null(r->about), "text", r->text, "who", who,
                             "at", (json_int_t)at);
    enum db_status status;

    snprintf(subject, sizeof subject, "%lld", (long long)id);
    status = data ? db_audit_add(db, who, "remark", subject, data)
                  : db_fail(db, DB_ERROR, "Ridge cannot %s: out of memory, or a text that is not UTF-8.", storing);
    json_decref(data);
    return status;
}

/* A request that came in before is the same one: `value` is when the student made it. */
static enum db_status find_again(struct db *db, const struct db_remark *r, int64_t *id)
{
    if (!is_kind(r, "request"))
        return DB_NOTFOUND;
    return db_int(db, storing, id,
                  "SELECT id FROM remark WHERE student = ? AND lab = ? AND kind = 'request' AND value = ? AND text = ?",
                  DB_ARGS(db_i(r->student), db_t(r->lab), db_i(r->value), db_t(r->text)));
}

static enum db_status add(struct db *db, const struct db_remark *r, int64_t *id, bool *is_new)
{
    const char *who = r->who ? r->who : db_user(db);
    int64_t at = db_now(db);
    enum db_status status = find_again(db, r, id);

    *is_new = status == DB_NOTFOUND;
    if (!*is_new)
        return status;
    status = db_run(db, storing,
                    "INSERT INTO remark (student, lab, kind, place, submission, line, value, most, about, text,"
                    " who, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    DB_ARGS(db_i(r->student), db_t(r->lab), db_t(r->kind), db_t(r->place ? r->place : ""),
                            r->submission ? db_i(r->submission) : (struct db_arg){0}, db_i(r->line), db_i(r->value),
                            db_i(r->most), r->about ? db_i(r->about) : (struct db_arg){0}, db_t(r->text), db_t(who),
                            db_i(at)));
    if (status != DB_OK)
        return status;
    *id = sqlite3_last_insert_rowid(db->sql);
    return audit(db, r, *id, who, at);
}

enum db_status db_remark_add(struct db *db, const struct db_remark *remark, int64_t *ret_id, bool *ret_new)
{
    int64_t id = 0;
    bool is_new = false;
    enum db_status status = check(db, remark);

    if (status == DB_OK)
        status = db_write_begin(db, storing);
    if (status != DB_OK)
        return status;
    status = db_write_end(db, storing, add(db, remark, &id, &is_new));
    if (status == DB_OK && ret_id)
        *ret_id = id;
    if (status == DB_OK && ret_new)
        *ret_new = is_new;
    return status;
}

enum db_status db_remarks(struct db *db, const char *lab, json_t **ret)
{
#define REMARKS                                                                                      \
    "SELECT r.id, r.student, s.key, s.name, r.lab, r.kind, r.place, r.submission, r.line, r.value,"  \
    " r.most, r.about, r.text, r.who, r.at FROM remark r JOIN student s ON s.id = r.student"
    if (!lab)
        return db_rows(db, reading, ret, REMARKS " ORDER BY r.id", NULL, 0);
    return db_rows(db, reading, ret, REMARKS " WHERE r.lab = ? ORDER BY r.id", DB_ARGS(db_t(lab)));
#undef REMARKS
}
