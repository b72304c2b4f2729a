/* Evidence: all that the gradebook knows of one student's lab: what was handed in and when, what the grading saw,
 * what it costs to be late, and who did what to it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "grader/class/adjust.h"
#include "grader/class/class.h"
#include "grader/class/remark.h"
#include "tui/app/class_book.h"
#include "db/gradebook.h"
#include "screen.h"
#include "grader/page/timeline.h"
#include "view_report.h"
#include "runner/base/js.h"

struct evidence {
    char lab[100];
    const char *key; /* in the view's arg */
    json_t *row, *report, *audit, *handed_in;
};

static void forget(struct evidence *e)
{
    json_decref(e->row);
    json_decref(e->report);
    json_decref(e->audit);
    json_decref(e->handed_in);
    e->row = e->report = e->audit = e->handed_in = NULL;
}

static int evidence_open(struct view *v)
{
    struct evidence *e = v->data;
    const char *slash = v->arg ? strchr(v->arg, '/') : NULL;
    if (!slash || !v->app->db) {
        app_fail(v->app, APP_CONFIG, "There is nothing handed in here.");
        return -1;
    }
    snprintf(e->lab, sizeof e->lab, "%.*s", (int)(slash - v->arg), v->arg);
    e->key = slash + 1;
    snprintf(v->title, sizeof v->title, "%.60s", e->key);
    snprintf(v->right, sizeof v->right, "%.90s", e->lab);
    return 0;
}

/* Rows with this student's key, or the first of them. */
static json_t *rows_of(const json_t *rows, const char *key)
{
    json_t *mine = json_array();
    size_t k;
    json_t *r;
    json_array_foreach(rows, k, r)
        if (!strcmp(js_text(r, "key"), key))
            json_array_append(mine, r);
    return mine;
}

static int evidence_load(struct view *v)
{
    struct evidence *e = v->data;
    struct class_book b;
    forget(e);
    if (class_book_open(v->app, e->lab, &b) != APP_OK)
        return -1;
    json_t *rows = class_rows(b.students, b.submissions, b.gradings, b.policy), *mine = rows_of(rows, e->key);
    e->row = json_incref(json_array_get(mine, 0));
    e->handed_in = rows_of(b.submissions, e->key);
    json_decref(mine);
    json_decref(rows);
    class_book_close(&b);
    if (!e->row) {
        app_fail(v->app, APP_CONFIG, "Nobody in the class has the key \"%.80s\".", e->key);
        return -1;
    }
    /* what can't be had of these is not there */
    if (json_is_integer(json_object_get(e->row, "grading")))
        db_grading_report(v->app->db, (int64_t)js_number(e->row, "grading"), &e->report);
    if (json_is_integer(json_object_get(e->row, "submission")))
        db_audit_of_submission(v->app->db, (int64_t)js_number(e->row, "submission"), &e->audit);
    return 0;
}

static void evidence_close(struct view *v)
{
    forget(v->data);
}

/* ---- rows ----------------------------------------------------------------------- */

/* What was decided by hand, why, and what was measured. */
static void fill_adjusted(struct pane *p, const struct evidence *e)
{
    const json_t *a = json_object_get(e->row, "adjust"), *was = json_object_get(a, "measured");
    struct text said = { 0 };
    if (!json_is_object(a))
        return;
    text_addf(&said, "adjusted (%s): ", js_text(a, "marks"));
    adjust_sentences(e->row, &said);
    pane_wrap(p, STYLE_ACCENT, 2, text_str(&said));
    if (adjust_decides(e->row) && json_is_number(json_object_get(was, "grade")))
        pane_text(p, STYLE_TEXT, 2, "measured: %s, %.4g points", js_text(was, "status"), js_number(was, "grade"));
    else if (adjust_decides(e->row))
        pane_text(p, STYLE_TEXT, 2, "measured: %s", js_text(was, "status"));
    text_finish(&said);
}

static void fill_grade(struct pane *p, const struct evidence *e)
{
    const char *status = js_text(e->row, "status"), *stage = js_text(e->row, "stage");
    int graded = json_is_number(json_object_get(e->row, "grade"));
    char line[200], right[80] = "";
    snprintf(line, sizeof line, "%s%s%s", status, *stage ? " ★ " : "", stage);
    if (graded)
        snprintf(right, sizeof right, "%.4g of %.4g points", js_number(e->row, "grade"), js_number(e->row, "max"));
    pane_status(p, status, line, right);
    if (!adjust_decides(e->row) && js_number(e->row, "late_days") > 0)
        pane_say(p, STYLE_TEXT, 2, "late by %.0f day%s: %.4g of %.4g points lost", js_number(e->row, "late_days"),
                  js_number(e->row, "late_days") == 1 ? "" : "s", js_number(e->row, "penalty"),
                  js_number(e->row, "points"));
    else if (graded && !adjust_decides(e->row))
        pane_text(p, STYLE_DIM, 2, "in time");
    fill_adjusted(p, e);
    if (*js_text(e->row, "why"))
        pane_wrap(p, STYLE_BAD, 2, js_text(e->row, "why"));
}

static void fill_request(struct pane *p, const json_t *q)
{
    const json_t *a = json_object_get(q, "answer");
    struct text said = { 0 };
    text_addf(&said, "asked: %s", js_text(q, "text"));
    pane_wrap(p, json_is_object(a) ? STYLE_TEXT : STYLE_ACCENT, 2, text_str(&said));
    text_finish(&said);
    said = (struct text){ 0 };
    if (json_is_object(a))
        text_addf(&said, "%s by %s: %s", strcmp(js_text(a, "kind"), "accept") ? "declined" : "accepted",
                  js_text(a, "who"), js_text(a, "text"));
    else
        text_addf(&said, "nobody has answered: `ridge request` does");
    pane_wrap(p, STYLE_TEXT, 4, text_str(&said));
    text_finish(&said);
}

/* Points by hand, comments and requests. */
static void fill_said(struct pane *p, const struct evidence *e)
{
    const json_t *hand = json_object_get(e->row, "by_hand"), *comments = json_object_get(e->row, "comments"),
                 *requests = json_object_get(e->row, "requests"), *one;
    struct text said = { 0 };
    char right[60] = "";
    size_t k;
    remark_sentences(e->row, &said);
    if (!said.len && !json_array_size(requests) && !json_is_object(hand))
        return;
    if (json_is_object(hand))
        snprintf(right, sizeof right, "by hand %.4g of %.4g points", js_number(hand, "points"),
                 js_number(hand, "max"));
    pane_head(p, json_array_size(comments) ? "Said of it" : "By hand", right);
    if (said.len)
        pane_wrap(p, STYLE_TEXT, 2, text_str(&said));
    text_finish(&said);
    json_array_foreach(requests, k, one)
        fill_request(p, one);
    pane_blank(p);
}

static void fill_handed_in(struct view *v, struct pane *p, const struct evidence *e)
{
    size_t k;
    const json_t *s;
    char when[32], line[560];
    pane_head(p, "Handed in", NULL);
    json_array_foreach(e->handed_in, k, s) {
        int counts = js_number(s, "id") == js_number(e->row, "submission");
        text_ago(when, sizeof when, (int64_t)js_number(s, "received"), screen_now(v->scr));
        snprintf(line, sizeof line, "%.0f  %s  %.240s  %.12s%s%s%.200s", js_number(s, "id"), when, js_text(s, "origin"),
                 js_text(s, "hash"), counts ? "  counts" : "", *js_text(s, "refused") ? "  refused: " : "",
                 js_text(s, "refused"));
        pane_wrap(p, counts ? STYLE_TEXT : STYLE_DIM, 2, line);
    }
    if (!json_array_size(e->handed_in))
        pane_text(p, STYLE_DIM, 2, "nothing");
    pane_blank(p);
}

static void fill_audit(struct view *v, struct pane *p, const struct evidence *e)
{
    size_t k;
    const json_t *a;
    char when[32];
    if (!json_array_size(e->audit))
        return;
    pane_blank(p);
    pane_head(p, "Audit", NULL);
    json_array_foreach(e->audit, k, a) {
        text_ago(when, sizeof when, (int64_t)js_number(a, "at"), screen_now(v->scr));
        pane_text(p, STYLE_TEXT, 2, "#%-6.0f %-10s %-20s %s", js_number(a, "id"), when, js_text(a, "what"),
                  js_text(a, "who"));
    }
}

static void evidence_fill(struct view *v)
{
    const struct evidence *e = v->data;
    struct pane *p = &v->pane[0];
    pane_head(p, *js_text(e->row, "name") ? js_text(e->row, "name") : e->key, js_text(e->row, "section"));
    fill_grade(p, e);
    pane_blank(p);
    fill_said(p, e);
    fill_handed_in(v, p, e);
    if (json_is_object(e->report)) {
        pane_head(p, "What the grading saw", "hidden cases are marked");
        report_fill(p, e->report, 0, NULL, NULL, screen_ascii(v->scr));
    }
    fill_audit(v, p, e);
    pane_blank(p);
    pane_say(p, STYLE_DIM, 0, "Similarity is compared when asked for: ridge similar %s", e->lab);
}

static unsigned comment_given(struct view *v, const char *text, int tag)
{
    const struct evidence *e = v->data;
    (void)tag;
    return handed_said(v, e->lab, e->key, NULL, text);
}

static unsigned evidence_request(struct view *v, enum action a, struct row *r)
{
    const struct evidence *e = v->data;
    char arg[32];
    (void)r;
    if (handed_look(v, a, e->lab, e->key))
        return VIEW_HANDLED;
    if (a == ACTION_COMMENT)
        return handed_ask(v, NULL, comment_given, 0);
    if (a != ACTION_TIMELINE)
        return VIEW_IGNORED;
    if (e->report) {
        snprintf(arg, sizeof arg, "grading/%.0f", js_number(e->row, "grading"));
        screen_open(v->scr, &view_timeline, arg);
    } else {
        screen_say(v->scr, STYLE_TEXT, "There is no timeline: this submission has not been graded yet.");
    }
    return VIEW_HANDLED;
}

static const unsigned char bar[] = { ACTION_HANDED, ACTION_HANDED_DIFF, ACTION_COMMENT, ACTION_FIND, 0 };

static const unsigned char *evidence_bar(const struct view *v)
{
    static const unsigned char ranks[] = { ACTION_HANDED, ACTION_HANDED_DIFF, ACTION_TIMELINE, ACTION_COMMENT,
                                           ACTION_FIND, 0 };
    const struct evidence *e = v->data;
    return timeline_entry(e->report, NULL, 0) ? ranks : v->ops->bar;
}

const struct view_ops view_evidence = {
    .name = "evidence",
    .groups = GROUP_REPORT | GROUP_HANDED | GROUP_WIDE | GROUP_SPACE,
    .bar = bar,
    .bar_now = evidence_bar,
    .size = sizeof(struct evidence),
    .open = evidence_open,
    .close = evidence_close,
    .load = evidence_load,
    .fill = evidence_fill,
    .request = evidence_request,
};
