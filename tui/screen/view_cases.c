/* The cases of a run that failed: the first of them among the results, and all on a page of their own, each with its
 * call, what was expected of it and, where they are small, its inputs. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "tui/app/failures.h"
#include "view_report.h"
#include "runner/base/js.h"

enum { SHOWN = 4, SENTENCE = 1400, VALUES = 2048 };

static const json_t *cases_of(const json_t *report)
{
    return json_object_get(report, "cases");
}

/* ---- among the results ---------------------------------------------------------- */

static void fill_first(struct pane *p, const json_t *row)
{
    char text[SENTENCE];
    int hidden = json_is_true(json_object_get(row, "hidden"));
    failure_says(row, text, sizeof text);
    size_t len = strlen(text);
    if (hidden)
        snprintf(text + len, sizeof text - len, " · hidden");
    pane_hang(p, hidden ? STYLE_DIM : STYLE_TEXT, 2, "✗ ", text);
}

void report_fill_cases(struct pane *p, const json_t *report, const json_t *milestone)
{
    const json_t *cases = cases_of(report), *row;
    const char *message = js_text(milestone, "message"), *found = js_text(milestone, "found");
    size_t k, shown = 0, bad = failures_in(cases);
    int told = 0;
    char text[SENTENCE];
    failures_right(milestone, text, sizeof text);
    if (*text)
        pane_text(p, STYLE_STRONG, 2, "%s", text);
    if (*found)
        pane_wrap(p, STYLE_BAD, 2, found);
    json_array_foreach(cases, k, row)
        told |= failure_is(row) && failure_told(row, message);
    if (!told)
        pane_wrap(p, STYLE_TEXT, 2, message);
    json_array_foreach(cases, k, row)
        if (failure_is(row) && shown < SHOWN) {
            shown++;
            fill_first(p, row);
        }
    if (!shown)
        return;
    struct row *all = pane_text(p, STYLE_ACCENT, 2, bad > shown ? "and %zu more: Enter shows all of them"
                                                                : "Enter shows them with their inputs", bad - shown);
    all->select = 1;
    all->item = cases;
    if (failures_untried(cases, text, sizeof text))
        pane_wrap(p, STYLE_DIM, 2, text);
}

int report_open_cases(struct view *v, const struct row *r, const json_t *report, int64_t attempt)
{
    char id[32];
    if (!r || r->kind != ROW_TEXT || !r->item || r->item != cases_of(report))
        return 0;
    snprintf(id, sizeof id, "%lld", (long long)attempt);
    screen_open(v->scr, &view_cases, id);
    return 1;
}

/* ---- all of them ---------------------------------------------------------------- */

struct cases {
    json_t *report;
};

/* An attempt by its number; 0: the run of just now, which was not recorded. */
static int cases_open(struct view *v)
{
    struct cases *c = v->data;
    int64_t id = v->arg ? strtoll(v->arg, NULL, 10) : 0;
    json_t *attempt = NULL;
    if (id && v->app->db && db_attempt_get(v->app->db, id, &attempt) == DB_OK)
        c->report = json_incref(json_object_get(attempt, "report"));
    else if (!id)
        c->report = json_incref(screen_run(v->scr)->report);
    json_decref(attempt);
    if (!json_is_object(c->report)) {
        app_fail(v->app, APP_CONFIG, "The report of run %lld can't be read.", (long long)id);
        return -1;
    }
    snprintf(v->title, sizeof v->title, "failed cases");
    snprintf(v->right, sizeof v->right, "%zu of %zu", failures_in(cases_of(c->report)),
             json_array_size(cases_of(c->report)));
    return 0;
}

static void cases_close(struct view *v)
{
    struct cases *c = v->data;
    json_decref(c->report);
}

static void fill_inputs(struct pane *p, const json_t *row)
{
    const char *name;
    const json_t *values;
    char text[VALUES], head[64];
    json_object_foreach((json_t *)json_object_get(row, "inputs"), name, values) {
        failure_input(row, name, text, sizeof text);
        snprintf(head, sizeof head, "%.40s = ", name);
        pane_hang(p, STYLE_DIM, 4, head, text);
    }
}

static void fill_one(struct pane *p, const json_t *row)
{
    const json_t *m = json_object_get(row, "mismatch");
    char name[160];
    snprintf(name, sizeof name, "%.60s, case %.60s", *js_text(row, "function") ? js_text(row, "function")
                                                                             : js_text(row, "call"),
             js_text(row, "case"));
    pane_status(p, js_text(row, "status"), name, json_is_true(json_object_get(row, "hidden")) ? "hidden" : NULL);
    pane_wrap(p, STYLE_TEXT, 2, *js_text(row, "said") ? js_text(row, "said") : js_text(row, "message"));
    if (js_number(m, "bad") > 0)
        pane_text(p, STYLE_DIM, 4, "%.0f of %.0f elements differ", js_number(m, "bad"), js_number(m, "total"));
    fill_inputs(p, row);
    pane_blank(p);
}

static void cases_fill(struct view *v)
{
    struct cases *c = v->data;
    struct pane *p = &v->pane[0];
    const json_t *row;
    char text[SENTENCE];
    size_t k;
    json_array_foreach(cases_of(c->report), k, row)
        if (failure_is(row))
            fill_one(p, row);
    if (failures_untried(cases_of(c->report), text, sizeof text))
        pane_wrap(p, STYLE_DIM, 0, text);
    if (!p->n)
        pane_text(p, STYLE_DIM, 0, "No case of this run failed.");
}

static const unsigned char bar[] = {ACTION_FIND, 0};

const struct view_ops view_cases = {
    .name = "cases",
    .groups = GROUP_SPACE,
    .bar = bar,
    .size = sizeof(struct cases),
    .open = cases_open,
    .close = cases_close,
    .fill = cases_fill,
};
