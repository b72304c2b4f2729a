/* text_student.c: what a student's page says, as text: a comment in front of the student's own file, and another below
 * each line that something is said of. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/hidden.h"
#include "grader/credit.h"
#include "grader/export/export_internal.h"
#include "html.h"
#include "html_work.h"
#include "runner/base/js.h"

/* Foreign text in a comment of C, which it must not end. */
static void add(struct text *to, const char *s)
{
    char *clean = util_clean(s, strlen(s), 0);
    for (const char *p = clean; *p; p++) {
        text_add(to, p, 1);
        if (*p == '\n')
            text_addf(to, " *   ");
        else if (*p == '*' && p[1] == '/')
            text_addf(to, " ");
    }
    free(clean);
}

/* The same on one line. */
static void add_folded(struct text *to, const char *s)
{
    char *line = util_path("%s", s);
    for (char *p = line; *p; p++)
        *p = *p == '\n' ? ' ' : *p;
    add(to, line);
    free(line);
}

static void add_milestones(struct text *to, const json_t *report)
{
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        if (!json_object_get(m, "max"))
            continue;
        text_addf(to, " * ");
        add(to, js_text(m, "id"));
        text_addf(to, ": %s, %g of %g. ", js_text(m, "status"), js_number(m, "points"), js_number(m, "max"));
        add(to, html_said(report, m));
        text_addf(to, "\n");
        if (*js_text(m, "hint")) {
            text_addf(to, " *   Hint: ");
            add(to, js_text(m, "hint"));
            text_addf(to, "\n");
        }
    }
}

static void add_functions(struct text *to, const json_t *lab, const json_t *report)
{
    json_t *list = credit_functions(lab, report), *f;
    size_t k;
    if (json_array_size(json_object_get(report, "cases")))
        json_array_foreach(list, k, f) {
            text_addf(to, " * ");
            add(to, js_text(f, "call"));
            text_addf(to, ": %.0f of %.0f cases right, %.0f of %.0f hidden ones among them\n", js_number(f, "right"),
                      js_number(f, "cases"), js_number(f, "hidden_right"), js_number(f, "hidden_cases"));
        }
    json_decref(list);
}

static void add_head(struct text *to, const struct html_class *c, const json_t *row)
{
    const json_t *report = json_object_get(row, "report");
    double grade, max;
    text_addf(to, "/*\n * ");
    add(to, c->class->title);
    text_addf(to, " (");
    add(to, c->class->lab);
    text_addf(to, "): %s", js_text(row, "status"));
    if (export_value(row, "grade", &grade) && export_value(row, "max", &max))
        text_addf(to, ", %.2f of %g points", grade, max);
    text_addf(to, "\n");
    if (!report && *js_text(row, "why")) {
        text_addf(to, " * ");
        add(to, js_text(row, "why"));
        text_addf(to, "\n");
    }
    if (report) {
        add_milestones(to, report);
        add_functions(to, c->lab, report);
    }
    text_addf(to, " * Below: %s\n */\n",
              json_object_size(json_object_get(row, "files"))
                  ? "what was handed in, with a comment under each line that is meant."
                  : "nothing; nothing was taken.");
}

static void add_file(struct text *to, const char *name, const char *source, const json_t *marks, bool named)
{
    const char *slash = strrchr(name, '/');
    int line = 0;
    size_t k;
    const json_t *m;
    if (named) {
        text_addf(to, "\n/* ---- ");
        add(to, name);
        text_addf(to, " ---- */\n");
    }
    for (; *source; source += strcspn(source, "\n"), source += *source == '\n') {
        text_add(to, source, strcspn(source, "\n"));
        text_addf(to, "\n");
        line++;
        json_array_foreach(marks, k, m) {
            if (!js_is(m, "file", slash ? slash + 1 : name) || (int)js_number(m, "line") != line)
                continue;
            text_addf(to, "// ^^^ line %d: ", line); /* may stand within a comment of the student's */
            add_folded(to, js_text(m, "says"));
            text_addf(to, "\n");
        }
    }
}

void text_student(const struct html_class *c, const json_t *row, struct text *to)
{
    json_t *files = json_object_get(row, "files"), *text;
    json_t *marks = html_marks(files, json_object_get(row, "report"), json_object_get(row, "comments"));
    const char *name;
    add_head(to, c, row);
    json_object_foreach(files, name, text)
        if (json_is_string(text))
            add_file(to, name, json_string_value(text), marks, json_object_size(files) > 1);
    json_decref(marks);
}
