/* cmd_export_said.c: what an export says of itself: its files, and who is not in them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_export.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

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
    if (!cmd_export_is_feedback(x->format))
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

int cmd_export_report(struct exporting *x)
{
    if (!x->c->app.json) {
        say_notes(x);
        return APP_OK;
    }
    json_t *d = json_pack("{s:s, s:s, s:s, s:O}", "schema", "ridge.export/1", "lab", x->class.lab, "format",
                          x->format, "files", x->files);
    if (x->notes)
        json_object_set(d, "template", x->notes);
    if (cmd_export_is_feedback(x->format)) {
        json_object_set_new(d, "pages", json_integer((json_int_t)x->pages));
        json_object_set(d, "nameless", x->nameless);
    }
    return cli_json(d);
}
