/* A report: milestones, what failed first and where, what was measured; and the page that shows
 * one. */
#define _GNU_SOURCE
#include "tui/app/rate.h"
#include "runner/base/figure.h"
#include "grader/page/timeline.h"
#include "curves.h"
#include "view_profile.h"
#include "view_report.h"
#include "runner/base/js.h"
#include "runner/base/term.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const json_t *part(const json_t *report, const char *key)
{
    return json_object_get(report, key);
}

static void fill_sanitize(struct pane *p, const json_t *report, const char *dir)
{
    const json_t *s = part(report, "sanitize");
    char at[300];
    if (*js_text(s, "file")) {
        snprintf(at, sizeof at, "%s:%d: here", js_text(s, "file"), (int)js_number(s, "line"));
        pane_log(p, at, dir);
    }
    pane_log(p, js_text(s, "log"), dir);
}

static void fill_measurement(struct pane *p, const json_t *m)
{
    char line[400];
    size_t n;
    int timed = strcmp(js_text(m, "clock"), "counter") != 0;
    if (!json_is_number(json_object_get(m, "ratio"))) {
        pane_wrap(p, STYLE_TEXT, 4, js_text(m, "error"));
        return;
    }
    char mine[FIGURE], theirs[FIGURE], pairs[FIGURE], rate[60];
    (timed ? figure_seconds : figure_count)(js_number(m, "t_learner"), mine);
    (timed ? figure_seconds : figure_count)(js_number(m, "t_reference"), theirs);
    n = (size_t)snprintf(line, sizeof line, "yours %s, reference %s", mine, theirs);
    if (timed) /* a count is the same in each pair */
        n += (size_t)snprintf(line + n, sizeof line - n, "; %s", figure_of(js_number(m, "pairs"), "pair", pairs));
    if (*rate_text(m, js_number(m, "t_learner"), rate, sizeof rate))
        n += (size_t)snprintf(line + n, sizeof line - n, ", %s", rate);
    if (*rate_flops(m, rate, sizeof rate))
        n += (size_t)snprintf(line + n, sizeof line - n, ", %s", rate);
    if (*rate_bytes(m, rate, sizeof rate))
        n += (size_t)snprintf(line + n, sizeof line - n, ", %s", rate);
    if (json_is_true(json_object_get(m, "busy")))
        snprintf(line + n, sizeof line - n, "; the machine was busy");
    pane_wrap(p, STYLE_DIM, 2, line);
}

static int longest_name(const json_t *report)
{
    size_t k;
    const json_t *m;
    int longest = 12;
    json_array_foreach(part(report, "milestones"), k, m) {
        int w = term_width(js_text(m, "id"));
        longest = w > longest ? w : longest;
    }
    return longest;
}

/* The mark of what was won once the solution had been opened. */
static void fill_after(struct pane *p, const json_t *w)
{
    if (json_is_true(json_object_get(w, "after_solution")))
        pane_text(p, STYLE_DIM, 2, "after the solution");
}

/* What it comes to, beside its name where there is room, else below. */
static void fill_verdict(struct pane *p, const json_t *m, int name, int listed)
{
    const char *status = js_text(m, "status");
    int pass = !strcmp(status, "PASS"), pending = !strcmp(status, "PENDING");
    char right[48], line[700], beside[300], message[600];
    snprintf(message, sizeof message, "%s", js_text(m, "message"));
    char *command =
        strstr(message, " (ridge "); /* here it is a key, and the bottom line shows it */
    if (command)
        *command = 0;
    if (json_is_true(json_object_get(m, "beside")))
        snprintf(right, sizeof right, "on a GPU");
    else
        snprintf(right, sizeof right, "%.4g of %.4g", js_number(m, "points"), js_number(m, "max"));
    snprintf(beside, sizeof beside, "%.20s%s%.250s", pass || pending ? "" : status,
             pass || pending || !*message ? "" : ": ", message);
    if (listed) /* what failed is told below: no need to say it twice */
        snprintf(beside, sizeof beside, "%.20s", status);
    int fits = term_width(beside) + term_width(right) + name + 4 <= p->w;
    if (pass && *js_text(m, "stage"))
        snprintf(beside, sizeof beside, "★ %s", js_text(m, "stage"));
    else if (!fits)
        snprintf(beside, sizeof beside, "%s", pass || pending ? "" : status);
    snprintf(line, sizeof line, "%-*s %s", name, js_text(m, "id"), beside);
    pane_status(p, status, line, right);
    if ((!fits || *js_text(m, "stage")) && !listed)
        pane_wrap(p, pending ? STYLE_DIM : STYLE_TEXT, 2, message);
}

/* Questions are answered without a run: 1 when more of them are right than this run knew of, and that was said. */
static int fill_answered(struct pane *p, const json_t *m, const json_t *now, int name)
{
    char line[120], right[48];
    if (js_number(now, "points") <= js_number(m, "points"))
        return 0;
    snprintf(line, sizeof line, "%-*s answered since", name, js_text(m, "id"));
    snprintf(right, sizeof right, "%.4g of %.4g", js_number(now, "points"), js_number(now, "max"));
    pane_status(p, js_text(now, "status"), line, right);
    return 1;
}

/* What this run did not judge and an earlier one won stays won: 1 when that was so, and was said. */
static int fill_won(struct pane *p, const json_t *m, int name, int64_t attempt, const json_t *won)
{
    const char *status = js_text(m, "status");
    char line[120], right[48], since[64];
    const json_t *w = js_row(won, "id", js_text(m, "id"));
    int64_t run = (int64_t)js_number(w, "won");
    if (strcmp(status, "PENDING") && strcmp(status, "SKIPPED"))
        return 0;
    if (!strcmp(js_text(w, "kind"), "answers"))
        return fill_answered(p, m, w, name);
    if (strcmp(js_text(w, "status"), "PASS") || !run || run == attempt)
        return 0;
    snprintf(since, sizeof since, "won in run %lld%s%s", (long long)run, *js_text(w, "stage") ? " ★ " : "",
             js_text(w, "stage"));
    snprintf(right, sizeof right, "%.4g of %.4g", js_number(w, "points"), js_number(w, "max"));
    bool beside = json_is_true(json_object_get(w, "beside"));
    bool fits = name + term_width(since) + term_width(beside ? "on a GPU" : right) + 4 <= p->w;
    snprintf(line, sizeof line, "%-*s %s", name, js_text(m, "id"), fits ? since : "");
    pane_status(p, "PASS", line, beside ? "on a GPU" : right);
    if (!fits)
        pane_text(p, STYLE_DIM, 2, "%s", since);
    fill_after(p, w);
    return 1;
}

static void fill_milestone(struct pane *p, const json_t *report, const json_t *m, const char *dir, const json_t *won)
{
    const char *status = js_text(m, "status"), *kind = js_text(m, "kind");
    int pending = !strcmp(status, "PENDING"), pass = !strcmp(status, "PASS");
    size_t k;
    const json_t *x;
    int listed = !pass && !strcmp(kind, "correct") && json_array_size(part(report, "cases"));
    fill_verdict(p, m, longest_name(report), listed);
    if (pass)
        fill_after(p, js_row(won, "id", js_text(m, "id")));
    if (listed)
        report_fill_cases(p, report, m);
    if (!strcmp(kind, "sanitize") && !pass && !pending)
        fill_sanitize(p, report, dir);
    if (!strcmp(kind, "perf"))
        json_array_foreach(part(report, "measurements"), k, x)
            if (!strcmp(js_text(m, "id"), "perf") || strstr(js_text(m, "id"), js_text(x, "bench")))
                fill_measurement(p, x);
    if (*js_text(m, "hint")) {
        pane_blank(p);
        pane_text(p, STYLE_STRONG, 2, "Hint");
        pane_prose(p, 2, js_text(m, "hint"));
        pane_blank(p);
    }
}

void report_fill(struct pane *p, const json_t *report, int64_t attempt, const char *dir, const json_t *won,
                 int ascii)
{
    char line[300], took[32], number[32] = "", on[60];
    const json_t *build = part(report, "build"), *x;
    const char *log = js_text(build, "log"), *status = js_text(report, "status");
    int built = !json_is_false(json_object_get(build, "ok"));
    size_t k;
    text_duration(took, sizeof took, js_number(report, "duration_ms"));
    if (attempt)
        snprintf(number, sizeof number, "Run %lld · ", (long long)attempt);
    snprintf(line, sizeof line, "%s%s · %s", number, status, rate_backends(report, on, sizeof on));
    pane_status(p, status, line, took);
    pane_blank(p);
    if (!built && *log) {
        pane_log(p, log, dir);
        pane_blank(p);
    }
    json_array_foreach(part(report, "milestones"), k, x)
        if (!fill_won(p, x, longest_name(report), attempt, won))
            fill_milestone(p, report, x, dir, won);
    json_array_foreach(part(report, "skipped"), k, x) {
        snprintf(line, sizeof line, "%.40s skipped: %.240s", js_text(x, "phase"),
                 js_text(x, "why"));
        pane_wrap(p, STYLE_DIM, 0, line);
    }
    curves_fill(p, report, ascii);
    profile_fill(p, report, dir);
    if (*js_text(report, "output")) {
        pane_blank(p);
        pane_head(p, "It printed", NULL);
        pane_log(p, js_text(report, "output"), dir);
    }
    if (built && *log) {
        pane_blank(p);
        pane_head(p, "The compiler said", NULL);
        pane_log(p, log, dir);
    }
}

/* ---- one of the past ------------------------------------------------------------ */

struct past {
    json_t *attempt;
};

static int past_open(struct view *v)
{
    struct past *r = v->data;
    int64_t id = v->arg ? strtoll(v->arg, NULL, 10) : 0;
    if (!v->app->db || db_attempt_get(v->app->db, id, &r->attempt) != DB_OK) {
        app_fail(v->app, APP_CONFIG, "Attempt %lld can't be read: %s", (long long)id,
                 v->app->db ? db_error(v->app->db) : "There is no database.");
        return -1;
    }
    char when[32];
    text_ago(when, sizeof when, (int64_t)js_number(r->attempt, "started"), screen_now(v->scr));
    snprintf(v->title, sizeof v->title, "run %lld", (long long)id);
    snprintf(v->right, sizeof v->right, "%.50s · %s", js_text(r->attempt, "lab"), when);
    return 0;
}

static void past_close(struct view *v)
{
    struct past *r = v->data;
    json_decref(r->attempt);
}

static void past_fill(struct view *v)
{
    struct past *r = v->data;
    const json_t *report = json_object_get(r->attempt, "report");
    if (json_is_object(report))
        report_fill(&v->pane[0], report, (int64_t)js_number(r->attempt, "id"), NULL, NULL,
                    screen_ascii(v->scr));
    else
        pane_text(&v->pane[0], STYLE_DIM, 0, "This attempt has no report.");
}

static unsigned past_request(struct view *v, enum action a, struct row *r)
{
    const struct past *past = v->data;
    if (a == ACTION_OPEN && report_open_cases(v, r, json_object_get(past->attempt, "report"),
                                              (int64_t)js_number(past->attempt, "id")))
        return VIEW_HANDLED;
    if (a != ACTION_TIMELINE)
        return VIEW_IGNORED;
    screen_open(v->scr, &view_timeline, v->arg);
    return VIEW_HANDLED;
}

static const unsigned char bar[] = {ACTION_FIND, 0};

static const unsigned char *past_bar(const struct view *v)
{
    static const unsigned char ranks[] = {ACTION_TIMELINE, ACTION_FIND, 0};
    const struct past *r = v->data;
    return timeline_entry(json_object_get(r->attempt, "report"), NULL, 0) ? ranks : v->ops->bar;
}

const struct view_ops view_report = {
    .name = "report",
    .groups = GROUP_REPORT | GROUP_WIDE | GROUP_SPACE,
    .bar = bar,
    .bar_now = past_bar,
    .size = sizeof(struct past),
    .open = past_open,
    .close = past_close,
    .fill = past_fill,
    .request = past_request,
};
