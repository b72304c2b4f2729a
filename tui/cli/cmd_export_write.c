/* cmd_export_write.c: the files of each format, and where they go. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd_export.h"
#include "fold.h"
#include "grader/intake/intake.h"
#include "grader/page/html.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "tui/app/class_seed.h"
#include "tui/app/class_similar.h"

enum { TEMPLATE_BYTES = 16 << 20 };

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

/* ---- the format -------------------------------------------------------------------------------------------- */

bool cmd_export_is_feedback(const char *format)
{
    return !strcmp(format, "canvas-feedback") || !strcmp(format, "moodle-feedback");
}

int cmd_export_write(struct exporting *x)
{
    const char *f = x->format, *out = x->c->opt.out;
    struct text t = { 0 };
    if (!strcmp(f, "gradescope"))
        return put_results(x);
    if (!strcmp(f, "html"))
        return put_pages(x);
    if (cmd_export_is_feedback(f))
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
