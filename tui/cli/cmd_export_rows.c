/* cmd_export_rows.c: whose rows an export has, and what each row tells. */
#include <stdlib.h>
#include <string.h>

#include "cli_class.h"
#include "cmd_export.h"
#include "db/gradebook.h"
#include "grader/class/class.h"
#include "grader/page/html.h"
#include "runner/base/js.h"
#include "tui/app/class_remark.h"
#include "tui/app/sources.h"

static bool has_student(const json_t *rows, const char *key)
{
    size_t k;
    const json_t *row;
    json_array_foreach(rows, k, row)
        if (!strcmp(js_text(row, "key"), key))
            return true;
    return false;
}

/* Keeps the rows that --only names. */
static enum app_exit keep_students(struct cli *c, json_t *rows, const json_t *left)
{
    for (int k = 0; k < c->opt.only.n; k++) {
        const char *only = c->opt.only.words[k];
        if (has_student(left, only))
            return app_fail(&c->app, APP_USAGE, "\"%s\" left the class (`ridge roster drop`); `ridge roster import` of "
                            "a file that has them takes them back", only);
        if (!has_student(rows, only))
            return cli_no_student(c, only);
    }
    for (size_t k = json_array_size(rows); k-- > 0;)
        if (!cli_is_meant(c, js_text(json_array_get(rows, k), "key")))
            json_array_remove(rows, k);
    return APP_OK;
}

static const json_t *grading_of(const struct class_book *b, const json_t *submission)
{
    size_t k;
    const json_t *g;
    json_array_foreach(b->gradings, k, g) {
        if (json_equal(json_object_get(g, "submission"), json_object_get(submission, "id")))
            return g;
    }
    return NULL;
}

/* One submission as html.h wants it; the row learns the sandbox of the one that counts. */
static json_t *past(json_t *row, const json_t *submission, const json_t *grading)
{
    bool done = !strcmp(js_text(grading, "state"), "done"), held = !strcmp(js_text(grading, "state"), "held");
    bool counts = done && json_equal(json_object_get(grading, "id"), json_object_get(row, "grading"));
    const char *status = *js_text(submission, "refused") ? "REFUSED" : held ? "HELD" : "QUEUED";
    if (counts)
        json_object_set(row, "sandbox", json_object_get(grading, "sandbox"));
    json_t *h = json_pack("{s:s, s:b}", "status", done ? js_text(grading, "status") : status, "counts", counts);
    json_object_set(h, "received", json_object_get(submission, "received"));
    if (*js_text(submission, "mark"))
        json_object_set(h, "mark", json_object_get(submission, "mark"));
    json_object_set(h, "points", json_object_get(grading, "points"));
    return h;
}

static void add_history(const struct class_book *b, json_t *rows)
{
    size_t k, i;
    json_t *row, *list;
    const json_t *s;
    json_array_foreach(rows, k, row) {
        json_object_set_new(row, "history", list = json_array());
        json_array_foreach(b->submissions, i, s) {
            if (!strcmp(js_text(s, "key"), js_text(row, "key")))
                json_array_append_new(list, past(row, s, grading_of(b, s)));
        }
    }
}

/* Each row that is graded gets the sources that count, {name: text}. */
static int add_files(struct cli *c, json_t *rows)
{
    size_t k;
    json_t *row;
    json_array_foreach(rows, k, row) {
        struct db_file *f = NULL;
        size_t n = 0;
        const json_t *id = json_object_get(row, "submission");
        if (!json_is_integer(id))
            continue;
        enum db_status s = db_submission_files(c->app.db, json_integer_value(id), &f, &n);
        if (s != DB_OK && s != DB_NOTFOUND)
            return app_fail_db(&c->app);
        if (s == DB_OK)
            json_object_set_new(row, "files", sources_json(f, n));
        db_files_free(f, n);
    }
    return APP_OK;
}

/* The table says which file is whose page, where `--format html` writes them. */
static void name_pages(json_t *rows)
{
    size_t k;
    json_t *row;
    json_array_foreach(rows, k, row) {
        char *name = html_student_file(js_text(row, "key"));
        json_object_set_new(row, "page", json_string(name));
        free(name);
    }
}

json_t *cmd_export_left(struct cli *c, const struct class_book *book)
{
    json_t *students = NULL, *rows = NULL;
    if (db_students_left(c->app.db, &students) == DB_OK)
        rows = class_rows(students, book->submissions, book->gradings, book->policy);
    json_decref(students);
    return rows;
}

int cmd_export_rows(struct exporting *x, json_t *rows, const json_t *left)
{
    struct cli *c = x->c;
    bool html = !strcmp(x->format, "html") || cmd_export_is_feedback(x->format);
    bool reports = strcmp(x->format, "canvas") && strcmp(x->format, "moodle");
    int rc = (int)keep_students(c, rows, left);
    if (rc == APP_OK)
        rc = cli_keep_sections(c, rows);
    if (rc == APP_OK && reports)
        rc = class_book_add_reports(&c->app, rows);
    if (rc == APP_OK && html)
        rc = (int)class_remark_lines(&c->app, rows);
    if (rc == APP_OK && html)
        rc = add_files(c, rows);
    if (rc == APP_OK && html)
        add_history(x->book, rows);
    if (!strcmp(x->format, "mail"))
        name_pages(rows);
    return rc;
}
