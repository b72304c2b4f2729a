/* Looking back: history. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli_table.h"
#include "tui/app/bench_trend.h"
#include "tui/app/chapter.h"
#include "tui/app/failures.h"
#include "tui/app/past.h"
#include "runner/base/js.h"

static const char *when(const json_t *row, char *buf, size_t n)
{
    time_t t = (time_t)(past_when(row) / 1000);
    struct tm tm;
    localtime_r(&t, &tm);
    strftime(buf, n, "%Y-%m-%d %H:%M", &tm);
    return buf;
}

/* ---- one lab: how each bench went, and which edit won most ---------------------------------------------- */

enum { SPARK = 48 };

static void spark(const struct bench_trend *t, char *ret, size_t size)
{
    static const char *const utf8[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
    static const char ascii[] = "_.,-=+*#";
    size_t from = t->n > SPARK ? t->n - SPARK : 0, len = 0;
    double top = 0;
    for (size_t k = from; k < t->n; k++)
        top = t->ratio[k] > top ? t->ratio[k] : top;
    *ret = 0;
    for (size_t k = from; k < t->n && len + 4 < size; k++) {
        int level = top > 0 ? (int)(t->ratio[k] / top * 7.999) : 0;
        len += (size_t)(cli_utf8() ? snprintf(ret + len, size - len, "%s", utf8[level])
                                   : snprintf(ret + len, size - len, "%c", ascii[level]));
    }
}

static void print_trend(const struct bench_trend *t)
{
    char line[SPARK * 4 + 8];
    spark(t, line, sizeof line);
    printf("  %-12s %s  now %.3f, best %.3f of the reference\n", t->bench, line, t->ratio[t->n - 1],
           bench_trend_best(t));
    size_t k = bench_trend_step(t);
    if (k)
        printf("  %-12s Biggest gain: run %lld → %lld, from %.2f to %.2f of the reference (%.2f times as fast): "
               "`ridge diff %lld %lld`\n", "", t->attempt[k - 1], t->attempt[k], t->ratio[k - 1], t->ratio[k],
               t->ratio[k] / t->ratio[k - 1], t->attempt[k - 1], t->attempt[k]);
}

static void print_trends(struct cli *c, const json_t *lab)
{
    static struct bench_trend t;
    size_t q;
    const json_t *b;
    json_array_foreach(json_object_get(lab, "bench"), q, b) {
        bench_trend_load(&c->app, js_text(lab, "id"), js_text(b, "id"), &t);
        if (t.n)
            print_trend(&t);
    }
}

/* The lab's total when the run was over; of an older revision of the lab that is said. */
static const char *stood(const json_t *row, char *buf, size_t n)
{
    const json_t *s = json_object_get(row, "stood");
    char rev[24] = "", of[24] = "";
    if (json_is_true(json_object_get(s, "older")))
        snprintf(rev, sizeof rev, " (rev %.0f)", js_number(row, "rev"));
    if (*rev || js_number(s, "max") != js_number(row, "max"))
        snprintf(of, sizeof of, " of %.4g", js_number(s, "max"));
    snprintf(buf, n, "total %.4g%s%s", js_number(s, "points"), of, rev);
    return buf;
}

/* What has no column: a line of its own, so that a narrow terminal has it, too. */
static void add_remark(struct cli_table *t, const json_t *row)
{
    int after = json_is_true(json_object_get(row, "after_solution"));
    char right[64];
    failures_right(row, right, sizeof right);
    if (*right || after)
        cli_table_line(t, "dim", "     %s%s%s", right, *right && after ? ", " : "", after ? "after the solution" : "");
}

static void add_attempt(struct cli_table *t, const json_t *r)
{
    char buf[64];
    cli_table_cellf(t, NULL, "%.0f", js_number(r, "id"));
    cli_table_cell(t, NULL, when(r, buf, sizeof buf));
    cli_table_cell(t, NULL, js_text(r, "lab"));
    cli_table_cell(t, "dim", js_text(r, "verb"));
    cli_table_status(t, js_text(r, "status"));
    if (strchr(js_text(r, "lab"), '/')) /* a drill has no points */
        cli_table_cell(t, NULL, "");
    else
        cli_table_cellf(t, NULL, "%.4g of %.4g", js_number(r, "points"), js_number(r, "max"));
    cli_table_cellf(t, "yellow", "%s%s", *js_text(r, "stage") ? "★ " : "", js_text(r, "stage"));
    cli_table_cellf(t, "dim", "%.2f s", js_number(r, "duration_ms") / 1e3);
    cli_table_cell(t, "dim", strchr(js_text(r, "lab"), '/') ? "" : stood(r, buf, sizeof buf));
    add_remark(t, r);
}

/* A sitting has no number here and is measured by what was right in it. */
static void add_sitting(struct cli_table *t, const json_t *r)
{
    char buf[64];
    const char *scope = js_text(r, "scope");
    cli_table_cell(t, NULL, "");
    cli_table_cell(t, NULL, when(r, buf, sizeof buf));
    cli_table_cell(t, NULL, scope + (strncmp(scope, "deep/", 5) ? 0 : 5));
    cli_table_cell(t, "dim", "interview");
    cli_table_status(t, json_is_true(json_object_get(r, "passed")) ? "PASS" : "FAIL");
    cli_table_cellf(t, NULL, "%.0f of %.0f", js_number(r, "solved"), js_number(r, "of"));
    cli_table_cell(t, NULL, "");
    cli_table_cell(t, NULL, "");
    cli_table_cell(t, NULL, "");
    cli_table_line(t, "dim", "     %s", js_text(r, "words"));
}

static void print_rows(const struct cli *c, const json_t *rows)
{
    size_t k;
    const json_t *r;
    static const struct cli_table_column columns[] = { { .right = true }, { .rank = 1 }, { .rank = 0 }, { .rank = 4 },
                                                       { .rank = 0 }, { .right = true }, { .rank = 3 },
                                                       { .right = true, .rank = 5 }, { .rank = 2 } };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 2);
    json_array_foreach(rows, k, r) {
        if (past_is_sitting(r))
            add_sitting(t, r);
        else
            add_attempt(t, r);
    }
    cli_table_print(c, t);
}

static void say_none(const json_t *chapter)
{
    const char *id = js_text(chapter, "id");
    if (chapter)
        printf("There was no sitting on it yet. `ridge interview %s` begins one.\n", strchr(id, '/') + 1);
    else
        printf("There are no attempts yet. `ridge next` says where to begin.\n");
}

/* {"attempts","sittings"} */
static json_t *rows_json(const json_t *rows)
{
    json_t *attempts = json_array(), *sittings = json_array();
    size_t k;
    json_t *r;
    json_array_foreach(rows, k, r)
        json_array_append(past_is_sitting(r) ? sittings : attempts, r);
    return json_pack("{s:o, s:o}", "attempts", attempts, "sittings", sittings);
}

/* The deep dive called so; a lab and its drill are none. */
static const json_t *chapter_of(struct cli *c, const char *name)
{
    const json_t *card = c->opt.drill || curriculum_has_lab(c->app.cur, name) ? NULL : cli_card(c, name);
    return card && chapter_is(card) ? card : NULL;
}

int cmd_history(struct cli *c)
{
    const json_t *chapter = c->nargs ? chapter_of(c, c->args[0]) : NULL;
    json_t *lab = NULL, *rows;
    if (c->nargs && !chapter && !(lab = cli_lab(c, c->args[0])))
        return APP_USAGE;
    if (app_need_db(&c->app) != APP_OK ||
        !(rows = past_rows(&c->app, lab ? js_text(lab, "id") : json_string_value(json_object_get(chapter, "id")),
                           c->opt.limit ? (int)c->opt.limit : 50))) {
        json_decref(lab);
        return cli_fail(c, APP_CONFIG);
    }
    int rc = APP_OK;
    if (c->app.json)
        rc = cli_json(rows_json(rows));
    else if (!json_array_size(rows))
        say_none(chapter);
    else
        print_rows(c, rows);
    if (lab && !c->app.json)
        print_trends(c, lab);
    json_decref(rows);
    json_decref(lab);
    return rc;
}
