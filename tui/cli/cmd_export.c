/* export: a class's grades of a lab in the files of other systems. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/class/class.h"
#include "tui/app/class_book.h"
#include "cli_class.h"
#include "tui/app/class_remark.h"
#include "tui/app/class_seed.h"
#include "tui/app/class_similar.h"
#include "tui/app/sources.h"
#include "cli.h"
#include "grader/export/export.h"
#include "grader/intake/intake.h"
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
    json_t *nameless;      /* keys of students whose file the school's system would not know */
    size_t pages;          /* how many are in a zip for it */
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

/* Does --out name a folder: one that is there, or a name that ends like one? */
static bool names_folder(const char *out)
{
    struct stat st;
    return out && ((*out && out[strlen(out) - 1] == '/') || (!stat(out, &st) && S_ISDIR(st.st_mode)));
}

static char *in_folder(const char *folder, const char *name)
{
    size_t n = strlen(folder);
    return util_path("%s%s%s", folder, n && folder[n - 1] == '/' ? "" : "/", name);
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
    if (!x->c->opt.only.n)
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
    if (x->c->opt.only.n == 1 && !names_folder(o->out))
        return put_result(x, json_array_get(x->class.rows, 0), o->out);
    if (!o->out)
        return cli_fail(x->c, app_fail(&x->c->app, APP_USAGE,
                                       "Gradescope takes a results.json for each student: name a folder with "
                                       "--out, or one student with --only"));
    json_array_foreach(x->class.rows, k, row) {
        char *name = export_file_name(js_text(row, "key")), *dir = in_folder(o->out, name);
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
    char *path = in_folder(dir, "index.html");
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
    if (x->c->opt.only.n == 1 && !names_folder(out))
        return put_student(x, h, json_array_get(x->class.rows, 0), out);
    if (!out)
        return cli_fail(x->c, app_fail(&x->c->app, APP_USAGE,
                                       "HTML has a page for each student: name a folder with --out, or one student "
                                       "with --only"));
    if (util_mkdirs(out, &e))
        return say(x->c, &e);
    json_array_foreach(x->class.rows, k, row) {
        char *name = html_student_file(js_text(row, "key")), *path = in_folder(out, name);
        int rc = put_student(x, h, row, path);
        free(path);
        free(name);
        if (rc)
            return rc;
    }
    return x->c->opt.only.n ? APP_OK : put_class(x, h, out); /* of some alone there is no class to show */
}

static int put_pages(struct exporting *x)
{
    json_t *seeds = class_seeds(&x->c->app, x->class.lab);
    json_t *alike = x->c->opt.only.n ? NULL : class_similar(&x->c->app, x->lab);
    const struct html_class h = { &x->class, x->lab, x->book->policy, seeds, alike };
    int rc = put_all_pages(x, &h);
    json_decref(alike);
    json_decref(seeds);
    return rc;
}

/* ---- what goes back into the school's system -------------------------------------------------------------- */

static bool is_feedback(const char *format)
{
    return !strcmp(format, "canvas-feedback") || !strcmp(format, "moodle-feedback");
}

/* There is something to be said to them. */
static bool has_page(const json_t *row)
{
    return js_number(row, "attempts") > 0 || json_is_object(json_object_get(row, "adjust"));
}

static char *name_of(const struct exporting *x, const json_t *row, const char *origin)
{
    return *x->format == 'c' ? export_canvas_file(origin) : export_moodle_folder(row, origin);
}

/* By what counts, else by what was handed in last of all that tells a name. */
static char *name_for(const struct exporting *x, const json_t *row)
{
    char *name = name_of(x, row, json_string_value(json_object_get(row, "origin")));
    const json_t *list = x->book->submissions;
    for (size_t k = json_array_size(list); k-- > 0 && !name;)
        if (js_is(json_array_get(list, k), "key", js_text(row, "key")))
            name = name_of(x, row, js_text(json_array_get(list, k), "origin"));
    return name;
}

/* The page in the form that goes under this name; a Canvas file's is that of what was handed in. */
static int page_file(const struct exporting *x, const struct html_class *h, const json_t *row, char *name,
                     struct export_file *ret, struct err *e)
{
    bool archive = intake_is_archive(name);
    int rc = 0;
    ret->name = *x->format == 'm' ? util_path("%s/%s.html", name, x->class.lab) : util_path("%s", name);
    if (*x->format == 'm') {
        html_student(h, row, &ret->bytes);
    } else if (archive) {
        struct export_file page = { .name = util_path("%s.html", x->class.lab) };
        html_student(h, row, &page.bytes);
        rc = export_archive(name, &page, 1, &ret->bytes, e);
        text_finish(&page.bytes);
        free(page.name);
    } else {
        text_student(h, row, &ret->bytes);
    }
    return rc;
}

static int put_feedback(struct exporting *x)
{
    const struct html_class h = { &x->class, x->lab, x->book->policy, NULL };
    size_t n = 0, k;
    struct export_file *file = calloc(json_array_size(x->class.rows) + 1, sizeof *file);
    struct err e = { "" };
    struct text zip = { 0 };
    const json_t *row;
    int rc = file ? 0 : err_set(&e, "There is no memory left.");
    json_array_foreach(x->class.rows, k, row) {
        char *name = !rc && has_page(row) ? name_for(x, row) : NULL;
        if (name)
            rc = page_file(x, &h, row, name, &file[n++], &e);
        else if (has_page(row))
            json_array_append(x->nameless, json_object_get(row, "key"));
        free(name);
    }
    rc = rc ? rc : export_archive("x.zip", file, n, &zip, &e);
    rc = rc ? say(x->c, &e) : put(x, x->c->opt.out, &zip);
    for (k = 0; k < n; k++) {
        text_finish(&file[k].bytes);
        free(file[k].name);
    }
    free(file);
    text_finish(&zip);
    x->pages = n;
    return rc;
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

static int write_format(struct exporting *x)
{
    const char *f = x->format, *out = x->c->opt.out;
    struct text t = { 0 };
    if (!strcmp(f, "gradescope"))
        return put_results(x);
    if (!strcmp(f, "html"))
        return put_pages(x);
    if (is_feedback(f))
        return put_feedback(x);
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
    else if (!strcmp(f, "mail"))
        export_mail(&x->class, &t);
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

/* Names students who keep an empty cell, or have no file: look at them before anybody gives them a zero. */
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

/* Names students who handed in and then left: the school's system misses their rows. */
static void say_left(const struct exporting *x)
{
    size_t k, n = 0;
    const json_t *row;
    json_array_foreach(x->class.left, k, row)
        n += js_number(row, "attempts") > 0;
    if (n && !x->c->opt.only.n)
        fprintf(stderr, "%zu who handed in left the class and %s not in it: `ridge roster import` takes them back\n", n,
                n == 1 ? "is" : "are");
}

/* Whose page is in no zip, and what helps. */
static void say_nameless(const struct exporting *x)
{
    size_t k;
    const json_t *key;
    bool moodle = *x->format == 'm';
    if (!is_feedback(x->format))
        return;
    fprintf(stderr, "%zu page%s for %s\n", x->pages, x->pages == 1 ? "" : "s",
            moodle ? "Moodle: in the assignment, \"Upload multiple feedback files in a zip\""
                   : "Canvas: in the assignment, \"Re-Upload Submissions\"");
    json_array_foreach(x->nameless, k, key)
        fprintf(stderr, "  %s is not in it: %s\n", json_string_value(key),
                moodle ? "no number of Moodle's is known; `ridge roster import` of the grading worksheet has them"
                       : "the work did not come in Canvas's zip, whose names its import reads");
}

static void say_notes(const struct exporting *x)
{
    const json_t *n = x->notes;
    bool index = !strcmp(x->format, "html") && !x->c->opt.only.n;
    size_t k;
    const json_t *v;
    if (json_array_size(x->files) > 1)
        fprintf(stderr, "%zu files in %s%s%s%s\n", json_array_size(x->files), x->c->opt.out,
                index ? "; begin with " : "", index ? x->c->opt.out : "", index ? "/index.html" : "");
    else
        json_array_foreach(x->files, k, v)
            fprintf(stderr, "%s\n", json_string_value(v));
    say_nameless(x);
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
    if (is_feedback(x->format)) {
        json_object_set_new(d, "pages", json_integer((json_int_t)x->pages));
        json_object_set(d, "nameless", x->nameless);
    }
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
    else if (is_feedback(f) && !o->out)
        app_fail(&c->app, APP_USAGE, "A zip goes into a file: name it with --out.");
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
                           .nameless = json_array(),
                           .visibility = visibility };
    x.class = (struct export_class){ .lab = js_text(lab, "id"), .title = js_text(lab, "title"),
                                     .max = class_book_points(lab, rows), .rows = rows, .left = left, .doc = lab };
    bool html = !strcmp(x.format, "html") || is_feedback(x.format);
    bool reports = strcmp(x.format, "canvas") && strcmp(x.format, "moodle");
    int rc = left ? APP_OK : app_fail_db(&c->app);
    if (rc == APP_OK && !json_array_size(rows))
        rc = app_fail(&c->app, APP_CONFIG, "There is no class yet. `ridge roster import FILE.csv` makes one.");
    if (rc == APP_OK)
        rc = keep_students(c, rows, left);
    if (rc == APP_OK)
        rc = cli_keep_sections(c, rows);
    if (rc == APP_OK && reports)
        rc = class_book_add_reports(&c->app, rows);
    if (rc == APP_OK && html)
        rc = (int)class_remark_lines(&c->app, rows);
    if (rc == APP_OK && html)
        rc = add_files(c, rows);
    if (rc == APP_OK && html)
        add_history(book, rows);
    if (!strcmp(x.format, "mail"))
        name_pages(rows);
    rc = rc == APP_OK ? write_format(&x) : cli_fail(c, rc);
    if (rc == APP_OK && (json_array_size(x.files) || c->app.json))
        rc = report(&x);
    json_decref(x.notes);
    json_decref(x.files);
    json_decref(x.nameless);
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
    rc = rc == APP_OK ? cli_only(c) : rc;
    if (rc == APP_OK && class_is_anonymous(&c->app, js_text(lab, "id")))
        rc = app_fail(&c->app, APP_USAGE, "%s is graded without names, which every export has. `ridge class %s "
                      "--reveal --reason TEXT` shows them.", js_text(lab, "id"), js_text(lab, "id"));
    if (rc == APP_OK)
        rc = class_book_open(&c->app, js_text(lab, "id"), &book);
    if (rc == APP_OK) {
        rc = run(c, lab, &book);
        class_book_close(&book);
    } else {
        rc = cli_fail(c, rc);
    }
    cli_only_free(c);
    json_decref(lab);
    return rc;
}
