/*
 * gradebook.c: who is in the class, what is asked of them and what they handed in.
 */
#include "gradebook.h"
#include "internal.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HASH = DB_HASH_BYTES };

static const char storing_student[] = "store the student";
static const char storing_assignment[] = "store the assignment";
static const char storing_submission[] = "store the submission";
static const char reading[] = "read the gradebook";

static const char *or_empty(const char *s)
{
    return s ? s : "";
}

/* An audit row about the object `data`, which this takes over. */
static enum db_status audit(struct db *db, const char *what, const char *subject, json_t *data)
{
    enum db_status status = data ? db_audit_add(db, NULL, what, subject, data)
                                 : db_fail(db, DB_ERROR,
                                           "Ridge cannot add to the audit of %s: out of memory, or a text "
                                           "that is not UTF-8.",
                                           db->path);

    json_decref(data);
    return status;
}

/* ---- Students --------------------------------------------------------------------------- */

/* Writes only what differs, so that a roster read twice leaves one trace. */
static enum db_status put_student(struct db *db, const struct db_student *s, const char *extra)
{
    enum db_status status =
        db_run(db, storing_student,
               "INSERT INTO student (key, name, email, section, extra) VALUES (?, ?, ?, ?, ?)"
               " ON CONFLICT (key) DO UPDATE SET name = excluded.name, email = excluded.email,"
               "  section = excluded.section, extra = excluded.extra"
               " WHERE (name, email, section) <> (excluded.name, excluded.email, excluded.section)"
               "  OR extra IS NOT excluded.extra",
               DB_ARGS(db_t(s->key), db_t(or_empty(s->name)), db_t(or_empty(s->email)),
                       db_t(or_empty(s->section)), db_t(extra)));

    if (status != DB_OK || sqlite3_changes(db->sql) == 0)
        return status;
    return audit(db, "student", s->key,
                 json_pack("{s:s, s:s, s:s, s:O?}", "name", or_empty(s->name), "email",
                           or_empty(s->email), "section", or_empty(s->section), "extra",
                           (json_t *)s->extra));
}

enum db_status db_student_put(struct db *db, const struct db_student *student, int64_t *ret_id)
{
    char *extra = NULL;
    int64_t id = 0;
    enum db_status status;

    if (!student->key || !*student->key)
        return db_fail(db, DB_ERROR,
                       "Ridge cannot %s: it has no key. Give each the id that the school "
                       "knows.",
                       storing_student);
    status = db_dump_json(db, storing_student, student->extra, &extra);
    if (status == DB_OK)
        status = db_write_begin(db, storing_student);
    if (status == DB_OK) {
        status = put_student(db, student, extra);
        if (status == DB_OK)
            status = db_int(db, storing_student, &id, "SELECT id FROM student WHERE key = ?",
                            DB_ARGS(db_t(student->key)));
        status = db_write_end(db, storing_student, status);
    }
    free(extra);
    if (status == DB_OK && ret_id)
        *ret_id = id;
    return status;
}

/* No column of a roster has an empty heading, so who left is marked there. */
#define STUDENTS                                                                            \
    "SELECT id, key, name, email, section, extra AS \"extra:json\" FROM student"            \
    " WHERE (extra IS NULL OR json_extract(extra, '$.\"\"') IS NULL)"

enum db_status db_students(struct db *db, json_t **ret)
{
    return db_rows(db, reading, ret, STUDENTS " ORDER BY key", NULL, 0);
}

enum db_status db_students_left(struct db *db, json_t **ret)
{
    return db_rows(db, reading, ret,
                   "SELECT id, key, name, email, section, json_remove(extra, '$.\"\"') AS \"extra:json\" FROM student"
                   " WHERE json_extract(extra, '$.\"\"') IS NOT NULL ORDER BY key", NULL, 0);
}

enum db_status db_student_leave(struct db *db, const char *key)
{
    json_t *found = NULL;
    enum db_status status = db_rows(db, reading, &found, STUDENTS " AND key = ?", DB_ARGS(db_t(key)));
    const json_t *s = json_array_get(found, 0), *had = json_object_get(s, "extra");

    if (status == DB_OK && !s)
        status = db_fail(db, DB_NOTFOUND,
                         "No student of the class has the key \"%s\". `ridge roster` lists the keys.", key);
    if (status == DB_OK) {
        json_t *extra = json_is_object(had) ? json_copy((json_t *)(size_t)had) : json_object();
        struct db_student row = {key, json_string_value(json_object_get(s, "name")),
                                 json_string_value(json_object_get(s, "email")),
                                 json_string_value(json_object_get(s, "section")), extra};

        json_object_set_new(extra, "", json_string("left"));
        status = db_student_put(db, &row, NULL);
        json_decref(extra);
    }
    json_decref(found);
    return status;
}

enum db_status db_student_get(struct db *db, const char *key, json_t **ret)
{
    return db_row(db, reading, ret, "SELECT id, key, name, email, section FROM student WHERE key = ?",
                  DB_ARGS(db_t(key)));
}

/* ---- Assignments ------------------------------------------------------------------------ */

static enum db_status put_assignment(struct db *db, const char *lab, const json_t *policy,
                                     const char *text)
{
    enum db_status status = db_run(db, storing_assignment,
                                   "INSERT INTO assignment (lab, policy) VALUES (?, ?)"
                                   " ON CONFLICT (lab) DO UPDATE SET policy = excluded.policy"
                                   " WHERE policy <> excluded.policy",
                                   DB_ARGS(db_t(lab), db_t(text)));

    if (status != DB_OK || sqlite3_changes(db->sql) == 0)
        return status;
    return db_audit_add(db, NULL, "assignment", lab, policy);
}

enum db_status db_assignment_put(struct db *db, const char *lab, const json_t *policy)
{
    char *text = NULL;
    enum db_status status;

    if (!lab || !*lab || !json_is_object(policy))
        return db_fail(db, DB_ERROR, "Ridge cannot %s: it needs a lab, and a policy that is an object.",
                       storing_assignment);
    status = db_dump_json(db, storing_assignment, policy, &text);
    if (status == DB_OK)
        status = db_write_begin(db, storing_assignment);
    if (status == DB_OK)
        status = db_write_end(db, storing_assignment, put_assignment(db, lab, policy, text));
    free(text);
    return status;
}

enum db_status db_assignment_get(struct db *db, const char *lab, json_t **ret)
{
    json_t *row = NULL;
    enum db_status status = db_row(db, "read the assignment", &row,
                                   "SELECT policy AS \"policy:json\" FROM assignment WHERE lab = ?",
                                   DB_ARGS(db_t(lab)));

    if (status == DB_OK)
        *ret = json_incref(json_object_get(row, "policy"));
    json_decref(row);
    return status;
}

/* ---- Submissions ------------------------------------------------------------------------ */

static enum db_status audit_submission(struct db *db, const struct db_submission *s, int64_t id,
                                       int64_t received, const unsigned char hash[HASH])
{
    char subject[32], hex[2 * HASH + 1];

    sodium_bin2hex(hex, sizeof hex, hash, HASH);
    snprintf(subject, sizeof subject, "%lld", (long long)id);
    return audit(db, s->refused ? "submission.refused" : "submission", subject,
                 json_pack("{s:I, s:s, s:I, s:s, s:s?, s:s}", "student", (json_int_t)s->student,
                           "lab", s->lab, "received", (json_int_t)received, "origin",
                           or_empty(s->origin), "refused", s->refused, "hash", hex));
}

/* Keeps what a mark or a person says of a submission's time, in a row beside the submission's own; once. */
static enum db_status add_clock(struct db *db, int64_t id, const char *says, const struct db_arg received)
{
    char subject[32];
    int64_t found;
    enum db_status status =
        db_int(db, storing_submission, &found, "SELECT 1 FROM submission_clock WHERE submission = ? AND says = ?",
               DB_ARGS(db_i(id), db_t(says)));

    if (status != DB_NOTFOUND)
        return status;
    status = db_run(db, storing_submission,
                    "INSERT INTO submission_clock (submission, says, received) VALUES (?, ?, ?)",
                    DB_ARGS(db_i(id), db_t(says), received));
    snprintf(subject, sizeof subject, "%lld", (long long)id);
    return status == DB_OK ? audit(db, "submission.clock", subject,
                                   json_pack("{s:s, s:o}", "says", says, "received",
                                             strcmp(says, "at") ? json_null() : json_integer(received.i)))
                           : status;
}

/* A submission that is there already: was its time only marked, and does a person know it now? */
static enum db_status say_time(struct db *db, const struct db_submission *s, int64_t id)
{
    int64_t found;
    enum db_status status;

    if (!s->said || !s->received)
        return DB_OK;
    status = db_int(db, storing_submission, &found, "SELECT 1 FROM submission_clock WHERE submission = ?"
                    " AND says = 'late'", DB_ARGS(db_i(id)));
    if (status == DB_NOTFOUND)
        return DB_OK;
    return status == DB_OK ? add_clock(db, id, "at", db_i(s->received)) : status;
}

/* A new row with its files, or the id of the one that is the same. */
static enum db_status add_submission(struct db *db, const struct db_submission *s,
                                     const struct db_file *const *sorted, int64_t *id, bool *is_new)
{
    int64_t received = s->received ? s->received : db_now(db);
    unsigned char hash[HASH];
    enum db_status status;

    db_files_hash(sorted, s->nfiles, hash);
    status = db_int(
        db, storing_submission, id,
        "SELECT id FROM submission WHERE student = ? AND lab = ? AND hash = ?"
        " AND refused = ?",
        DB_ARGS(db_i(s->student), db_t(s->lab), db_b(hash, HASH), db_t(or_empty(s->refused))));
    *is_new = status == DB_NOTFOUND;
    if (!*is_new)
        return status == DB_OK ? say_time(db, s, *id) : status;
    status =
        db_run(db, storing_submission,
               "INSERT INTO submission (student, lab, received, origin, refused, hash)"
               " VALUES (?, ?, ?, ?, ?, ?)",
               DB_ARGS(db_i(s->student), db_t(s->lab), db_i(received), db_t(or_empty(s->origin)),
                       db_t(or_empty(s->refused)), db_b(hash, HASH)));
    if (status != DB_OK)
        return status;
    *id = sqlite3_last_insert_rowid(db->sql);
    status = db_files_store(db, storing_submission,
                            "INSERT INTO submission_file (submission, name, source)"
                            " SELECT ?, ?, id FROM source WHERE hash = ?",
                            *id, sorted, s->nfiles);
    if (status == DB_OK)
        status = audit_submission(db, s, *id, received, hash);
    return status == DB_OK && s->mark && !s->said ? add_clock(db, *id, s->mark, (struct db_arg){0}) : status;
}

static enum db_status check_submission(struct db *db, const struct db_submission *s)
{
    int64_t found;
    enum db_status status;

    if (s->mark && strcmp(s->mark, "in time") != 0 && strcmp(s->mark, "late") != 0)
        return db_fail(db, DB_ERROR, "Ridge cannot %s: there is no mark \"%s\".", storing_submission, s->mark);
    if (!s->lab || !*s->lab || (s->refused && !*s->refused) || (!s->refused && s->nfiles == 0))
        return db_fail(db, DB_ERROR,
                       "Ridge cannot %s: it needs a lab, and files or the reason why it is refused.",
                       storing_submission);
    status = db_int(db, storing_submission, &found, "SELECT 1 FROM student WHERE id = ?",
                    DB_ARGS(db_i(s->student)));
    if (status == DB_NOTFOUND)
        return db_fail(db, DB_ERROR, "Ridge cannot %s: there is no student %lld in %s.",
                       storing_submission, (long long)s->student, db->path);
    return status;
}

enum db_status db_submission_add(struct db *db, const struct db_submission *submission,
                                 int64_t *ret_id, bool *ret_new)
{
    const struct db_file *sorted[DB_MAX_FILES];
    int64_t id = 0;
    bool is_new = false;
    enum db_status status = check_submission(db, submission);

    if (status == DB_OK)
        status =
            db_files_check(db, storing_submission, submission->file, submission->nfiles, sorted);
    if (status == DB_OK)
        status = db_write_begin(db, storing_submission);
    if (status != DB_OK)
        return status;
    status = add_submission(db, submission, sorted, &id, &is_new);
    status = db_write_end(db, storing_submission, status);
    if (status == DB_OK && ret_id)
        *ret_id = id;
    if (status == DB_OK && ret_new)
        *ret_new = is_new;
    return status;
}

enum db_status db_submissions(struct db *db, const char *lab, json_t **ret)
{
#define SUBMISSIONS                                                                                \
    "SELECT b.id, b.student, s.key, s.name, b.lab, " DB_RECEIVED ", b.origin,"                     \
    " nullif(b.refused, '') AS refused, b.hash FROM submission b JOIN student s ON s.id = "        \
    "b.student" DB_CLOCK
    if (!lab)
        return db_rows(db, reading, ret, SUBMISSIONS " ORDER BY b.id", NULL, 0);
    return db_rows(db, reading, ret, SUBMISSIONS " WHERE b.lab = ? ORDER BY b.id",
                   DB_ARGS(db_t(lab)));
#undef SUBMISSIONS
}

enum db_status db_submission_files(struct db *db, int64_t id, struct db_file **ret, size_t *ret_n)
{
    return db_files_read(db, "submission",
                         "SELECT f.name, s.hash, s.text FROM submission_file f"
                         " JOIN source s ON s.id = f.source WHERE f.submission = ? ORDER BY f.name",
                         id, ret, ret_n);
}
