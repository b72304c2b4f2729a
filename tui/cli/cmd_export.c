/* export: a class's grades of a lab in the files of other systems. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/class/class.h"
#include "tui/app/class_book.h"
#include "cli_class.h"
#include "tui/app/class_seed.h"
#include "cli.h"
#include "grader/export/export.h"
#include "fold.h"
#include "db/gradebook.h"
#include "grader/class/hidden.h"
#include "grader/page/html.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

enum { TEMPLATE_BYTES = 16 << 20 };

struct exporting {
    struct cli *c;
    const char *format;
    struct export_class class;
    const struct class_book *book;
    const json_t *lab;
    const char *visibility;
    json_t *files, *notes; /* what was written, and what is to be said of a template */
};

typedef int fill_fn(const struct export_class *, const char *, size_t, const char *, struct text *, json_t **,
                    struct err *);

static int say(struct cli *c, const struct err *e)
{
    return cli_fail(c, app_fail(&c->app, APP_CONFIG, "%s", e->text));
}

/* ---- one file ------------------------------------------------------------------------------------------- */

static int put(struct exporting *x, const char *path, const struct text *t)
{
    struct err e;
    if (!path) {
        fold_verbatim(true);
        fwrite(text_str(t), 1, t->len, stdout);
        fold_verbatim(false);
        return APP_OK;
    }
    if (export_write(path, text_str(t), t->len, &e))
        return say(x->c, &e);
    json_array_append_new(x->files, json_string(path));
    return APP_OK;
}

static int put_json(struct exporting *x, const char *path, json_t *doc)
{
    char *s = json_dumps(doc, JSON_INDENT(2) | JSON_SORT_KEYS);
    struct text t = { 0 };
    text_addf(&t, "%s\n", s);
    int rc = put(x, path, &t);
    text_finish(&t);
    free(s);
    json_decref(doc);
    return rc;
}

/* As text: a file with a NUL in it (UTF-16, say) would be cut there, and then written back so. */
static char *read_template(const char *path, struct err *e)
{
    struct stat st;
    char *file = util_read_file(path, TEMPLATE_BYTES, e);
    if (file && !stat(path, &st) && st.st_size == (off_t)strlen(file))
        return file;
    if (file)
        err_set(e, "%s: this is no text in UTF-8; save it as CSV UTF-8", path);
    free(file);
    return NULL;
}

/* The template is filled where it lies, unless --out names another place. */
static int fill(struct exporting *x, fill_fn *how)
{
    const struct cli_values *o = &x->c->opt;
    struct text t = { 0 };
    struct err e = { "" };
    char *file = read_template(o->template, &e);
    int rc = file ? how(&x->class, file, strlen(file), o->column, &t, &x->notes, &e) : -1;
    if (rc && file)
        rc = cli_fail(x->c, app_fail(&x->c->app, APP_CONFIG, "%s: %s", o->template, e.text));
    else
        rc = rc ? say(x->c, &e) : put(x, o->out ? o->out : o->template, &t);
    text_finish(&t);
    free(file);
    return rc;
}

/* ---- Gradescope: a file a student ------------------------------------------------------------------------ */

static const char excuse_there[] =
    "%s is excused (%s), and Gradescope takes no result without a score: excuse them there";

static bool is_excused(const json_t *row)
{
    return !strcmp(js_text(row, "status"), "EXCUSED");
}

static int put_result(struct exporting *x, const json_t *row, const char *path)
{
    json_t *d = export_gradescope(row, x->visibility);
    if (d)
        return put_json(x, path, d);
    if (!x->c->opt.only)
        return APP_OK;
    return cli_fail(x->c,
                    app_fail(&x->c->app, APP_CONFIG, is_excused(row) ? excuse_there : "%s: nothing is graded (%s)",
                             js_text(row, "key"), js_text(row, "status")));
}

static int say_excused(const json_t *row)
{
    if (is_excused(row)) {
        fprintf(stderr, excuse_there, js_text(row, "key"), js_text(row, "status"));
        fprintf(stderr, "\n");
    }
    return APP_OK;
}

static int put_results(struct exporting *x)
{
    const struct cli_values *o = &x->c->opt;
    struct err e;
    size_t k;
    const json_t *row;
    int rc = APP_OK;
    if (x->c->opt.only)
        return put_result(x, json_array_get(x->class.rows, 0), o->out);
    if (!o->out)
        return cli_fail(x->c, app_fail(&x->c->app, APP_USAGE,
                                       "Gradescope takes a results.json for each student: name a folder with "
                                       "--out, or one student with --only"));
    json_array_foreach(x->class.rows, k, row) {
        char *name = export_file_name(js_text(row, "key")), *dir = util_path("%s/%s", o->out, name);
        char *path = util_path("%s/results.json", dir);
        if (!json_is_number(json_object_get(row, "grade")))
            rc = say_excused(row); /* no folder for those who have no grade */
        else if (util_mkdirs(dir, &e))
            rc = say(x->c, &e);
        else
            rc = put_result(x, row, path);
        free(path);
        free(dir);
        free(name);
        if (rc)
            return rc;
    }
    return rc;
}

/* ---- HTML: a page for the class, one a student ----------------------------------------------------------- */

static int put_student(struct exporting *x, const struct html_class *h, const json_t *row, const char *path)
{
    struct text t = { 0 };
    html_student(h, row, &t);
    int rc = put(x, path, &t);
    text_finish(&t);
    return rc;
}

/* The class last: what it links to is there. */
static int put_class(struct exporting *x, const struct html_class *h, const char *dir)
{
    struct text t = { 0 };
    char *path = util_path("%s/index.html", dir);
    html_class(h, &t);
    int rc = put(x, path, &t);
    text_finish(&t);
    free(path);
    return rc;
}

static int put_all_pages(struct exporting *x, const struct html_class *h)
{
    const char *out = x->c->opt.out;
    struct err e;
    size_t k;
    const json_t *row;
    if (x->c->opt.only)
        return put_student(x, h, json_array_get(x->class.rows, 0), out);
    if (!out)
        return cli_fail(x->c, app_fail(&x->c->app, APP_USAGE,
                                       "HTML has a page for each student: name a folder with --out, or one student "
                                       "with --only"));
    if (util_mkdirs(out, &e))
        return say(x->c, &e);
    json_array_foreach(x->class.rows, k, row) {
        char *name = html_student_file(js_text(row, "key")), *path = util_path("%s/%s", out, name);
        int rc = put_student(x, h, row, path);
        free(path);
        free(name);
        if (rc)
            return rc;
    }
    return put_class(x, h, out);
}

static int put_pages(struct exporting *x)
{
    json_t *seeds = class_seeds(&x->c->app, x->class.lab);
    const struct html_class h = { &x->class, x->lab, x->book->policy, seeds };
    int rc = put_all_pages(x, &h);
    json_decref(seeds);
    return rc;
}

/* ---- the rows ------------------------------------------------------------------------------------------- */

static bool has_student(const json_t *rows, const char *key)
{
    size_t k;
    const json_t *row;
    json_array_foreach(rows, k, row)
        if (!strcmp(js_text(row, "key"), key))
            return true;
    return false;
}

/* Keeps the one row that --only names. */
static enum app_exit keep_student(struct cli *c, json_t *rows, const json_t *left)
{
    const char *only = c->opt.only;
    if (only && has_student(left, only))
        return app_fail(&c->app, APP_USAGE, "\"%s\" left the class (`ridge roster drop`); `ridge roster import` of a "
                        "file that has them takes them back", only);
    if (only && !has_student(rows, only))
        return cli_no_student(c, only);
    for (size_t k = json_array_size(rows); only && k-- > 0;)
        if (strcmp(js_text(json_array_get(rows, k), "key"), only))
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

static int write_format(struct exporting *x)
{
    const char *f = x->format, *out = x->c->opt.out;
    struct text t = { 0 };
    if (!strcmp(f, "gradescope"))
        return put_results(x);
    if (!strcmp(f, "html"))
        return put_pages(x);
    if (!strcmp(f, "json"))
        return put_json(x, out, export_json(&x->class));
    if (x->c->opt.template)
        return fill(x, *f == 'c' ? export_fill_canvas : export_fill_moodle);
    if (!strcmp(f, "csv"))
        export_csv(&x->class, &t);
    else if (!strcmp(f, "canvas"))
        export_canvas(&x->class, &t);
    else if (!strcmp(f, "moodle"))
        export_moodle(&x->class, &t);
    else
        export_junit(&x->class, &t);
    int rc = put(x, out, &t);
    text_finish(&t);
    return rc;
}

/* ---- what is said --------------------------------------------------------------------------------------- */

static void say_lines(const json_t *list, const char *what)
{
    size_t k;
    const json_t *row;
    json_array_foreach(list, k, row) {
        char *who = util_clean(js_text(row, "who"), strlen(js_text(row, "who")), 0);
        fprintf(stderr, "  line %.0f, \"%s\": %s\n", js_number(row, "line"), who, what);
        free(who);
    }
}

/* Who keeps an empty cell, or has no file: to be looked at before anybody gives them a zero. */
static void say_ungraded(const struct exporting *x)
{
    static const char *const list[] = { "REFUSED", "HELD", "QUEUED", "MISSING" };
    size_t n[4] = { 0 }, k, all = 0;
    const json_t *row;
    json_array_foreach(x->class.rows, k, row)
        for (size_t q = 0; q < 4; q++)
            n[q] += !strcmp(js_text(row, "status"), list[q]);
    for (size_t q = 0; q < 4; q++)
        all += n[q];
    if (!all)
        return;
    fprintf(stderr, "%zu without a grade", all);
    for (size_t q = 0; q < 4; q++)
        if (n[q])
            fprintf(stderr, ", %zu %s", n[q], list[q]);
    fprintf(stderr, "\n");
}

/* Who handed in and then left is missed where the file is read. */
static void say_left(const struct exporting *x)
{
    size_t k, n = 0;
    const json_t *row;
    json_array_foreach(x->class.left, k, row)
        n += js_number(row, "attempts") > 0;
    if (n && !x->c->opt.only)
        fprintf(stderr, "%zu who handed in left the class and %s not in it: `ridge roster import` takes them back\n", n,
                n == 1 ? "is" : "are");
}

static void say_notes(const struct exporting *x)
{
    const json_t *n = x->notes;
    bool html = !strcmp(x->format, "html");
    size_t k;
    const json_t *v;
    if (json_array_size(x->files) > 1)
        fprintf(stderr, "%zu files in %s%s%s%s\n", json_array_size(x->files), x->c->opt.out,
                html ? "; begin with " : "", html ? x->c->opt.out : "", html ? "/index.html" : "");
    else
        json_array_foreach(x->files, k, v)
            fprintf(stderr, "%s\n", json_string_value(v));
    say_ungraded(x);
    say_left(x);
    if (!n)
        return;
    fprintf(stderr, "%.0f grades in column \"%s\", of %g points", js_number(n, "filled"), js_text(n, "column"),
            js_number(n, "possible"));
    fprintf(stderr, js_number(n, "possible") != x->class.max ? " (scaled from the lab's %g)\n" : "\n", x->class.max);
    say_lines(json_object_get(n, "conflicts"),
              "names two students, or one that another line names, too; left as it was");
    say_lines(json_object_get(n, "left"), "left the class (`ridge roster drop`); left as it was");
    say_lines(json_object_get(n, "unknown"), "nobody of the roster; left as it was");
    json_array_foreach(json_object_get(n, "absent"), k, v)
        fprintf(stderr, "  %s is graded and has no line\n", json_string_value(v));
    if (!strcmp(x->format, "moodle"))
        fprintf(stderr,
                "Grades given in Moodle after this worksheet was downloaded are kept, unless its upload is told to "
                "update them.\n");
}

static int report(struct exporting *x)
{
    if (!x->c->app.json) {
        say_notes(x);
        return APP_OK;
    }
    json_t *d = json_pack("{s:s, s:s, s:s, s:O}", "schema", "ridge.export/1", "lab", x->class.lab, "format",
                          x->format, "files", x->files);
    if (x->notes)
        json_object_set(d, "template", x->notes);
    return cli_json(d);
}

/* ---- the command ---------------------------------------------------------------------------------------- */

/* The options fit each other; else a sentence. */
static int check(struct cli *c)
{
    const struct cli_values *o = &c->opt;
    const char *f = o->format ? o->format : "csv";
    bool filled = !strcmp(f, "canvas") || !strcmp(f, "moodle");
    if (o->template && !filled)
        app_fail(&c->app, APP_USAGE, "--template is a file of Canvas or Moodle: --format canvas or moodle");
    else if (o->column && !o->template)
        app_fail(&c->app, APP_USAGE, "--column names a column of --template");
    else if (c->app.json && !o->out && !o->template)
        app_fail(&c->app, APP_USAGE, "--json says what was written: it needs --out");
    else
        return 0;
    return -1;
}

/* The rows of those who left the class; NULL: db_error() says why. */
static json_t *left_rows(struct cli *c, const struct class_book *book)
{
    json_t *students = NULL, *rows = NULL;
    if (db_students_left(c->app.db, &students) == DB_OK)
        rows = class_rows(students, book->submissions, book->gradings, book->policy);
    json_decref(students);
    return rows;
}

static int run(struct cli *c, const json_t *lab, const struct class_book *book)
{
    const char *visibility = json_string_value(json_object_get(book->policy, "visibility"));
    json_t *rows = class_book_rows(&c->app, book, NULL, !hidden_are_shown(visibility)), *left = left_rows(c, book);
    struct exporting x = { .c = c,
                           .format = c->opt.format ? c->opt.format : "csv",
                           .book = book,
                           .lab = lab,
                           .files = json_array(),
                           .visibility = visibility };
    x.class =
        (struct export_class){ js_text(lab, "id"), js_text(lab, "title"), class_book_points(lab, rows), rows, left };
    bool html = !strcmp(x.format, "html");
    bool reports = html || !strcmp(x.format, "gradescope") || !strcmp(x.format, "junit");
    int rc = left ? APP_OK : app_fail(&c->app, APP_CONFIG, "%s", db_error(c->app.db));
    if (rc == APP_OK && !json_array_size(rows))
        rc = app_fail(&c->app, APP_CONFIG, "There is no class yet. `ridge roster import FILE.csv` makes one.");
    if (rc == APP_OK)
        rc = keep_student(c, rows, left);
    if (rc == APP_OK && reports)
        rc = class_book_add_reports(&c->app, rows);
    if (rc == APP_OK && html)
        add_history(book, rows);
    rc = rc == APP_OK ? write_format(&x) : cli_fail(c, rc);
    if (rc == APP_OK && (json_array_size(x.files) || c->app.json))
        rc = report(&x);
    json_decref(x.notes);
    json_decref(x.files);
    json_decref(rows);
    json_decref(left);
    return rc;
}

int cmd_export(struct cli *c)
{
    struct class_book book;
    if (check(c))
        return cli_fail(c, APP_USAGE);
    json_t *lab = cli_lab(c, c->args[0]);
    if (!lab)
        return APP_USAGE;
    int rc = app_need_db(&c->app);
    char *only = NULL;
    rc = rc == APP_OK ? cli_only(c, &only) : rc;
    if (rc == APP_OK)
        rc = class_book_open(&c->app, js_text(lab, "id"), &book);
    if (rc == APP_OK) {
        rc = run(c, lab, &book);
        class_book_close(&book);
    } else {
        rc = cli_fail(c, rc);
    }
    free(only);
    json_decref(lab);
    return rc;
}
