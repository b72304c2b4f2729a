/* cli_class_student.c: `ridge class LAB KEY`: one student's hand-ins, and a look at the code. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli_class.h"
#include "cli_table.h"
#include "fold.h"
#include "grader/class/adjust.h"
#include "grader/class/class.h"
#include "grader/class/late.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "tui/app/class_book.h"
#include "tui/app/diff.h"
#include "tui/app/handed.h"

enum { CONTEXT = 3 };

/* ---- the code ------------------------------------------------------------------------------------------------ */

static void print_head(const struct cli *c, const char *name, const char *said)
{
    char *clean = handed_line(name, strlen(name));
    printf("%s%s%s: %s\n", cli_color(c, "bold"), clean, cli_color(c, "off"), said);
    free(clean);
}

static void print_line(const struct cli *c, const char *colour, int number, char sign, const char *text, size_t n)
{
    char *clean = handed_line(text, n);
    printf("%s%5d %c %s%s\n", colour ? cli_color(c, colour) : "", number, sign, clean,
           colour ? cli_color(c, "off") : "");
    free(clean);
}

static void print_source(const struct cli *c, const struct handed_file *f)
{
    char count[FIGURE];
    const char *text;
    size_t at = 0, n;
    int number = 0;
    print_head(c, f->name, figure_of((double)handed_lines(f), "line", count));
    while (handed_next(f, &at, &text, &n))
        print_line(c, NULL, ++number, ' ', text, n);
    printf("\n");
}

/* 0 with the difference of this file, which is yours to free; else a sentence on why there is none. */
static const char *difference(const struct handed_file *f, struct diff *ret)
{
    if (!f->given)
        return "The skeleton has no file of this name.";
    if (handed_lines(f) > HANDED_LINES || diff_texts(f->given, strlen(f->given), f->text, f->size, ret))
        return "The file is too long to be compared.";
    return ret->added || ret->removed ? NULL : "This is the skeleton: nothing was changed.";
}

static void print_difference(const struct cli *c, const struct handed_file *f)
{
    struct diff d = { 0 };
    const char *none = difference(f, &d);
    char said[80];
    int gap = 0;
    snprintf(said, sizeof said, "lines: %zu added, %zu removed", d.added, d.removed);
    print_head(c, f->name, none ? none : said);
    for (size_t k = 0; !none && k < d.n; k++) {
        const struct diff_line *l = &d.line[k];
        if (!diff_near(&d, k, CONTEXT)) {
            gap = 1;
            continue;
        }
        if (gap)
            printf("  ...\n");
        gap = 0;
        print_line(c, l->sign == '+' ? "green" : l->sign == '-' ? "red" : NULL, l->sign == '-' ? l->first : l->second,
                   l->sign, l->text, l->len);
    }
    printf("\n");
    diff_free(&d);
}

/* Any bytes as a JSON text; what is no UTF-8 is shown as elsewhere. */
static json_t *text_json(const char *s, size_t n)
{
    json_t *j = json_stringn(s, n);
    char *clean = j ? NULL : util_clean(s, n, 0);
    j = j ? j : json_string(clean);
    free(clean);
    return j;
}

static json_t *difference_json(const struct handed_file *f)
{
    struct diff d = { 0 };
    json_t *list = json_array();
    difference(f, &d);
    for (size_t k = 0; k < d.n; k++) {
        const struct diff_line *l = &d.line[k];
        char sign[2] = { l->sign, 0 };
        if (diff_near(&d, k, CONTEXT))
            json_array_append_new(list, json_pack("{s:s s:i s:i s:o}", "sign", sign, "skeleton", l->first, "line",
                                                  l->second, "text", text_json(l->text, l->len)));
    }
    diff_free(&d);
    return list;
}

static json_t *code_json(const struct cli *c, const json_t *lab, const struct handed *h)
{
    json_t *files = json_array();
    for (size_t k = 0; k < h->n; k++) {
        const struct handed_file *f = &h->file[k];
        json_t *one = json_pack("{s:o s:I}", "name", text_json(f->name, strlen(f->name)), "lines",
                                (json_int_t)handed_lines(f));
        if (c->opt.diff)
            json_object_set_new(one, "diff", f->given ? difference_json(f) : json_null());
        else
            json_object_set_new(one, "text", text_json(f->text, f->size));
        json_array_append_new(files, one);
    }
    return json_pack("{s:s s:O s:O s:I s:b s:o}", "schema", "ridge.handed/1", "lab", json_object_get(lab, "id"), "key",
                     json_object_get(h->row, "key"), "submission", (json_int_t)h->submission, "counts", h->counts,
                     "files", files);
}

static int print_code(struct cli *c, const json_t *lab, const char *key)
{
    struct handed h;
    enum app_exit code = handed_open(&c->app, js_text(lab, "id"), key, c->opt.submission, &h);
    if (code != APP_OK)
        return (int)code;
    handed_give(&c->app, lab, &h);
    if (c->app.json) {
        cli_json(code_json(c, lab, &h));
    } else {
        fold_verbatim(true); /* a line of code is one line, however wide */
        for (size_t k = 0; k < h.n; k++) {
            if (c->opt.diff)
                print_difference(c, &h.file[k]);
            else
                print_source(c, &h.file[k]);
        }
        fold_verbatim(false);
    }
    handed_close(&h);
    return APP_OK;
}

/* ---- what became of it --------------------------------------------------------------------------------------- */

static json_t *hand_ins(const struct class_book *b, const char *key)
{
    json_t *mine = json_array(), *s;
    size_t k;
    json_array_foreach(b->submissions, k, s)
        if (!strcmp(js_text(s, "key"), key))
            json_array_append(mine, s);
    return mine;
}

static void print_hand_ins(const struct cli *c, const json_t *policy, const json_t *list, const json_t *row)
{
    const struct late_policy p = late_from_json(policy);
    static const struct cli_table_column columns[] = { { .head = "submission", .right = true },
                                                       { .head = "received" },
                                                       { .head = "", .rank = 0 },
                                                       { .head = "from", .least = 16 } };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    size_t k;
    const json_t *s;
    json_array_foreach(list, k, s) {
        char when[40];
        bool counts = json_equal(json_object_get(s, "id"), json_object_get(row, "submission"));
        late_format_in(&p, (int64_t)js_number(s, "received"), when);
        cli_table_cellf(t, NULL, "%.0f", js_number(s, "id"));
        cli_table_cell(t, NULL, *js_text(s, "mark") ? js_text(s, "mark") : when); /* a mark: nobody knows the time */
        cli_table_cell(t, NULL, json_is_string(json_object_get(s, "refused")) ? "refused" : counts ? "counts" : "");
        cli_table_cell(t, NULL, js_text(s, "origin"));
    }
    if (json_array_size(list))
        printf("\n");
    cli_table_print(c, t);
}

static void print_student(const struct cli *c, const json_t *lab, const json_t *policy, const json_t *row,
                          const json_t *list)
{
    char *name = handed_line(js_text(row, "name"), strlen(js_text(row, "name")));
    const json_t *grade = json_object_get(row, "grade");
    char days[FIGURE];
    struct text said = { 0 };
    printf("%s, %s, %s: %s", js_text(row, "key"), name, js_text(lab, "id"), js_text(row, "status"));
    if (json_is_number(grade))
        printf(" %g of %g", json_number_value(grade), js_number(row, "max"));
    if (js_number(row, "penalty") > 0 && !adjust_decides(row))
        printf(" (%s late: -%g)", figure_of(js_number(row, "late_days"), "day", days), js_number(row, "penalty"));
    printf("\n");
    if (json_is_object(json_object_get(row, "adjust"))) {
        cli_adjustment(row, &said);
        printf("Adjusted by hand: %s\n", text_str(&said));
    }
    if (*js_text(row, "team"))
        printf("Hands in with the group %s.\n", js_text(row, "team"));
    text_finish(&said);
    free(name);
    print_hand_ins(c, policy, list, row);
    printf("\n`ridge class %s %s --source` shows the code, --diff what differs from the skeleton.\n",
           js_text(lab, "id"), js_text(row, "key"));
}

static int print_summary(struct cli *c, const json_t *lab, const char *key)
{
    struct class_book b;
    int code = (int)class_book_open(&c->app, js_text(lab, "id"), &b);
    if (code)
        return code;
    json_t *rows = class_rows(b.students, b.submissions, b.gradings, b.policy), *row = js_row(rows, "key", key);
    json_t *list = hand_ins(&b, key);
    if (!row)
        code = cli_no_student(c, key);
    else if (c->app.json)
        cli_json(json_pack("{s:s s:O s:O s:O}", "schema", "ridge.student/1", "lab", json_object_get(lab, "id"), "row",
                           row, "submissions", list));
    else
        print_student(c, lab, b.policy, row, list);
    json_decref(list);
    json_decref(rows);
    class_book_close(&b);
    return code;
}

int cli_class_student(struct cli *c, const json_t *lab, const char *label)
{
    int code = 0;
    if (c->opt.source && c->opt.diff)
        return app_fail(&c->app, APP_USAGE, "Ask for one of --source and --diff.");
    char *key = cli_student_key(c, label, &code);
    if (!code)
        code = c->opt.source || c->opt.diff ? print_code(c, lab, key) : print_summary(c, lab, key);
    free(key);
    return code;
}
