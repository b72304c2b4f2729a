/* profile: what was counted, beside an attempt if asked; which lines; what bounds each call, in words. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "cli_table.h"
#include "runner/base/figure.h"
#include "profile_table.h"
#include "runner/base/counter_words.h"
#include "tui/app/profile_counters.h"
#include "tui/app/profile_lines.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

static const json_t *rows(const json_t *report, const char *key)
{
    return json_object_get(report, key);
}

static int profiled(const json_t *report)
{
    size_t k;
    const json_t *r;
    json_array_foreach(rows(report, "counters"), k, r)
        if (strcmp(js_text(r, "source"), "lab") && strcmp(js_text(r, "case"), "compile"))
            return 1;
    return 0;
}

/* ---- the attempt to compare with ---------------------------------------------------------------------- */

/* The stored report; NULL with app.error when there is none to compare with. */
static json_t *stored_report(struct cli *c, const char *lab)
{
    json_t *attempt = NULL, *report;
    long long id = c->opt.compare;
    if (app_need_db(&c->app) != APP_OK)
        return NULL;
    if (db_attempt_get(c->app.db, id, &attempt) != DB_OK || strcmp(js_text(attempt, "lab"), lab)) {
        app_fail(&c->app, APP_USAGE, "There is no attempt %lld of %s. `ridge history %s` lists them.", id, lab, lab);
        json_decref(attempt);
        return NULL;
    }
    report = json_incref(json_object_get(attempt, "report"));
    json_decref(attempt);
    if (profiled(report))
        return report;
    app_fail(&c->app, APP_USAGE, "Attempt %lld has no profile to compare with. `ridge history %s` lists the attempts; "
             "those of `ridge profile` and `ridge test` that passed `correct` have one.", id, lab);
    json_decref(report);
    return NULL;
}

static const json_t *same_counter(const json_t *report, const json_t *row)
{
    static const char *const keys[] = { "case", "call", "name", "source" };
    size_t k;
    const json_t *r;
    json_array_foreach(rows(report, "counters"), k, r) {
        int same = 1;
        for (int q = 0; q < 4; q++)
            same &= !strcmp(js_text(r, keys[q]), js_text(row, keys[q]));
        if (same)
            return r;
    }
    return NULL;
}

static json_t *compare_row(const json_t *like, const json_t *now, const json_t *then)
{
    json_t *n = json_object_get(now, "value"), *t = json_object_get(then, "value"), *ratio = json_null();
    if (json_is_number(n) && json_is_number(t) && json_number_value(t) != 0)
        ratio = json_real(json_number_value(n) / json_number_value(t));
    return json_pack("{s:s s:s s:s s:O? s:O? s:o s:s}", "case", js_text(like, "case"), "call", js_text(like, "call"),
                     "name", js_text(like, "name"), "now", n, "then", t, "ratio", ratio, "source",
                     js_text(like, "source"));
}

/* {"attempt","counters":[{case,call,name,now,then,ratio,source}]}; what one side lacks is null. */
static json_t *compare(const json_t *report, const json_t *then, long long attempt)
{
    size_t k;
    const json_t *r;
    json_t *list = json_array();
    json_array_foreach(rows(report, "counters"), k, r)
        if (profile_traced(report, r))
            json_array_append_new(list, compare_row(r, r, same_counter(then, r)));
    json_array_foreach(rows(then, "counters"), k, r)
        if (profile_traced(then, r) && !same_counter(report, r))
            json_array_append_new(list, compare_row(r, NULL, r));
    return json_pack("{s:I s:o}", "attempt", (json_int_t)attempt, "counters", list);
}

/* The instructions of both, from a job of their own: {"kind","functions"|"error"}. */
static json_t *instructions(struct cli *c, const char *lab)
{
    static const char *const phases[] = { "asm", NULL };
    char name[40];
    const char *versus = c->opt.versus;
    json_t *report = NULL, *out;
    snprintf(name, sizeof name, "attempt:%lld", c->opt.compare);
    c->opt.versus = name;
    cli_run(c, lab, "profile", phases, 0, &report, NULL);
    c->opt.versus = versus;
    out = json_incref(json_object_get(report, "asm"));
    json_decref(report);
    return out ? out : json_pack("{s:s}", "error", "the other version could not be built");
}

/* ---- print ----------------------------------------------------------------------------------------------- */

static void figure(char ret[FIGURE], const json_t *row, const char *key)
{
    const json_t *v = json_object_get(row, key);
    if (json_is_number(v))
        figure_count(json_number_value(v), ret);
    else
        snprintf(ret, FIGURE, "-");
}

static void counted(struct cli_table *t, const json_t *row, const char *key)
{
    char value[FIGURE];
    const json_t *v = json_object_get(row, key);
    cli_table_cell(t, NULL, json_is_number(v) ? counter_value(js_text(row, "name"), json_number_value(v), value) : "-");
}

static void print_compare(const struct cli *c, const json_t *report)
{
    const json_t *d = rows(report, "compare");
    size_t k;
    const json_t *r;
    char head[32], ratio[FIGURE], count[FIGURE];
    const struct cli_table_column columns[] = {
        { .head = "call" }, { .head = "case" }, { .head = "counter" }, { .head = "now", .right = true },
        { .head = head, .right = true }, { .head = "ratio", .right = true }, { .head = "source", .rank = 1 }
    };
    int same = 0;
    snprintf(head, sizeof head, "attempt %lld", (long long)js_number(d, "attempt"));
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    json_array_foreach(rows(d, "counters"), k, r) {
        if (json_equal(json_object_get(r, "now"), json_object_get(r, "then"))) {
            same++;
            continue;
        }
        figure(ratio, r, "ratio");
        cli_table_cell(t, NULL, js_text(r, "call"));
        cli_table_cell(t, NULL, js_text(r, "case"));
        cli_table_cell(t, NULL, counter_words_in(report, js_text(r, "name")));
        counted(t, r, "now");
        counted(t, r, "then");
        cli_table_cell(t, NULL, ratio);
        cli_table_cell(t, NULL, js_text(r, "source"));
    }
    cli_table_print(c, t);
    if (same)
        printf("%s %s the same in both (see --json).\n", figure_of(same, "more counter", count),
               same == 1 ? "is" : "are");
}

static void print_line(const struct cli *c, const struct profile_lines *t, const struct profile_line *l)
{
    char at[96];
    snprintf(at, sizeof at, "%.80s:%d", l->file, l->line);
    printf("%-15.15s %-9.9s %-12s", l->call, l->in, at);
    for (int k = 0; k < t->columns; k++) {
        bool hot = l->hot && k == t->hot;
        printf(" %s%9s%s", hot ? cli_color(c, "red") : "", l->value[k], hot ? cli_color(c, "off") : "");
    }
    printf("%s\n", l->hot ? "  <- most of it" : "");
}

static void print_lines(const struct cli *c, const struct profile_lines *t)
{
    if (!t->n)
        return;
    printf("\n%-15s %-9s %-12s", t->source, "case", "line");
    for (int k = 0; k < t->columns; k++)
        printf(" %*s", COUNTER_HEAD_MOST, t->column[k]->head);
    printf("\n");
    for (size_t k = 0; k < t->n; k++)
        print_line(c, t, &t->line[k]);
}

static void print_words(const char *mark, const char *s)
{
    printf("  %s", mark);
    cli_prose((int)strlen(mark) + 2, s);
}

/* Sources that were asked and had nothing to give: once each, with what mends it. */
static void print_sources(const json_t *report)
{
    size_t k;
    const json_t *s;
    char mark[40];
    json_array_foreach(rows(report, "sources"), k, s) {
        if (!*js_text(s, "why"))
            continue;
        snprintf(mark, sizeof mark, "%.30s: ", js_text(s, "source"));
        printf("\n");
        print_words(mark, js_text(s, "why"));
    }
}

/* Prints the sentences but those of `said`, which follow once, below. */
static void print_sentences(const json_t *list, const char *mark, const json_t *said)
{
    size_t k;
    const json_t *s;
    json_array_foreach(list, k, s)
        if (!util_lists(said, json_string_value(s)))
            print_words(mark, json_string_value(s));
}

static void print_reading(const struct cli *c, const json_t *report)
{
    size_t k;
    const json_t *r, *missing = NULL;
    json_array_foreach(rows(report, "reading"), k, r) {
        const char *bound = js_text(r, "bound");
        printf("\n%s%s%s%s%s: %s\n", cli_color(c, "bold"), js_text(r, "call"), *js_text(r, "case") ? ", case " : "",
               js_text(r, "case"), cli_color(c, "off"), strcmp(bound, "unknown") ? bound : "bound not known");
        print_sentences(rows(r, "evidence"), "", NULL);
        print_sentences(rows(r, "next"), "try: ", rows(r, "missing"));
        missing = json_array_size(rows(r, "missing")) ? rows(r, "missing") : missing;
    }
    if (missing) { /* the same for all */
        printf("\nWhat would say more:\n");
        print_sentences(missing, "", NULL);
    }
}

static void print_function(const json_t *f, const char *kind)
{
    if (json_is_true(json_object_get(f, "same")))
        printf("%s: identical code\n", js_text(f, "function"));
    else if (*js_text(f, "only"))
        printf("%s: only in %s\n", js_text(f, "function"),
               strcmp(js_text(f, "only"), "now") ? "that attempt" : "this version");
    else
        printf("%s: %s differs\n%s", js_text(f, "function"), kind, js_text(f, "diff"));
}

static void print_asm(const json_t *d)
{
    size_t k;
    const json_t *f;
    if (!d)
        return;
    printf("\n");
    if (*js_text(d, "error"))
        printf("No instructions to compare: %s\n", js_text(d, "error"));
    json_array_foreach(rows(d, "functions"), k, f)
        print_function(f, js_text(d, "kind"));
}

static void print_profile(const struct cli *c, const json_t *report)
{
    if (rows(report, "compare"))
        print_compare(c, report);
    else
        profile_table(report, cli_width());
    struct profile_lines t;
    for (size_t k = 0; profile_lines(report, k, &t); k++) {
        print_lines(c, &t);
        profile_lines_finish(&t);
    }
    print_sources(report);
    cli_print_predicted(c, report);
    print_reading(c, report);
    print_asm(rows(report, "asm"));
}

/* ---- the command ------------------------------------------------------------------------------------------ */

/* The report to compare with in *then. An exit code, APP_OK when there is nothing in the way. */
static int before(struct cli *c, json_t **then)
{
    json_t *lab;
    if (c->opt.assembly && !c->opt.compare) {
        return cli_error(APP_USAGE, "--asm compares two attempts: name the other one with --compare.");
    }
    if (!c->opt.compare)
        return APP_OK;
    lab = cli_lab(c, c->args[0]);
    if (!lab)
        return APP_USAGE;
    *then = stored_report(c, js_text(lab, "id"));
    json_decref(lab);
    return *then ? APP_OK : cli_fail(c, APP_USAGE);
}

/* A tool that was asked for and could not be asked: the emulator and a GPU run no x86 code of the learner's. */
static void say_unasked(const struct cli *c, json_t *report)
{
    char why[160];
    json_t *sources = json_object_get(report, "sources");
    bool gpu = c->opt.with && !strcmp(c->opt.with, "cupti");
    bool there =
        !strcmp(js_text(report, "backend"), gpu ? "cuda" : "cpu") || (gpu && json_object_get(report, "backends"));
    if (!c->opt.with || there)
        return;
    if (!sources) {
        sources = json_array();
        json_object_set_new(report, "sources", sources);
    }
    snprintf(why, sizeof why,
             "this tool counts %s, and this lab ran on the backend %.20s, whose own counters are above.",
             gpu ? "on a GPU" : "C on a CPU", js_text(report, "backend"));
    json_array_append_new(sources, json_pack("{s:s s:s}", "source", c->opt.with, "why", why));
}

int cmd_profile(struct cli *c)
{
    const char *phases[] = { "correct", "profile", c->opt.with, NULL };
    json_t *report, *then = NULL, *ran = NULL;
    int code = before(c, &then);
    if (code != APP_OK)
        return code;
    code = cli_run(c, c->args[0], "profile", phases, 1, &report, &ran);
    if (report && then && profiled(report)) {
        json_object_set_new(report, "compare", compare(report, then, c->opt.compare));
        if (c->opt.assembly)
            json_object_set_new(report, "asm", instructions(c, c->args[0]));
    }
    json_decref(then);
    if (!report)
        return code;
    say_unasked(c, report);
    if (c->app.json) {
        json_decref(ran);
        return cli_json(report) ? APP_OURS : code;
    }
    if (json_array_size(rows(report, "counters")))
        print_profile(c, report);
    else
        cli_print_report(c, report);
    cli_next(c, ran, report);
    json_decref(ran);
    json_decref(report);
    return code;
}
