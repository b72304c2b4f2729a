/* The right side of a lab: the task, or the run as it goes on, or what came of it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view_lab.h"
#include "view_report.h"
#include "runner/base/js.h"
#include "runner/base/term.h"

static void lab_heading(struct view *v, struct pane *p)
{
    struct lab_page *l = v->data;
    const struct run *run = screen_run(v->scr);
    switch (l->show) {
    case SHOW_TASK:
        snprintf(p->heading, sizeof p->heading, "Task");
        break;
    case SHOW_HINTS:
        snprintf(p->heading, sizeof p->heading, "Hints");
        break;
    case SHOW_CARD:
        snprintf(p->heading, sizeof p->heading, "Cost card");
        break;
    case SHOW_GIVEN:
        snprintf(p->heading, sizeof p->heading, "What is given");
        break;
    case SHOW_DIFF:
        snprintf(p->heading, sizeof p->heading, "Yours against the skeleton");
        break;
    default:
        if (lab_runs(v))
            snprintf(p->heading, sizeof p->heading, "Running · %.1f s", run->elapsed);
        else
            snprintf(p->heading, sizeof p->heading, "Results");
    }
}

static void fill_task(struct view *v, struct pane *p)
{
    struct lab_page *l = v->data;
    const json_t *m;
    size_t k;
    if (l->task)
        pane_markdown(p, l->task, 0, screen_ascii(v->scr));
    else if (l->no_task)
        pane_wrap(p, STYLE_BAD, 0, l->no_task);
    else
        pane_text(p, STYLE_DIM, 0, "reading the task…");
    pane_blank(p);
    pane_head(p, "Milestones", "points");
    json_array_foreach(json_object_get(l->lab, "milestones"), k, m) {
        char points[16];
        if (json_is_true(json_object_get(m, "beside")))
            snprintf(points, sizeof points, "beside");
        else
            snprintf(points, sizeof points, "%.4g", js_number(m, "max"));
        pane_status(p, "PENDING", js_text(m, "id"), points)->style = STYLE_TEXT;
        pane_wrap(p, STYLE_DIM, 2, js_text(m, "goal"));
    }
}

static void fill_phase(struct pane *p, const struct run *run, const struct run_phase *f)
{
    char line[100], took[32] = "", count[32] = "";
    if (f->state == 2)
        text_duration(took, sizeof took, f->ms);
    if (f->n)
        snprintf(count, sizeof count, "%d of %d", f->k - f->failed, f->n);
    snprintf(line, sizeof line, "%-9s %s", f->name, count);
    pane_status(p,
                f->failed       ? "FAIL"
                : f->state == 2 ? "BEGUN"
                                : "PENDING",
                line, took)
        ->style = f->failed       ? STYLE_BAD
                  : f->state == 2 ? STYLE_TEXT
                                  : STYLE_ACCENT;
    if (f->state == 1 && run->now[0])
        pane_wrap(p, STYLE_DIM, 2, run->now);
}

static void fill_live(struct view *v, struct pane *p)
{
    struct lab_page *l = v->data;
    const struct run *run = screen_run(v->scr);
    if (run->by_save)
        pane_text(p, STYLE_DIM, 0, run->by_save == SAVED ? "a file was saved" : "no save for a while: timing now");
    if (!run->nphases)
        pane_text(p, STYLE_DIM, 0, "starting");
    for (int k = 0; k < run->nphases; k++)
        fill_phase(p, run, &run->phase[k]);
    if (run->failed[0]) {
        pane_blank(p);
        pane_status(p, "FAIL", "the first that is wrong", NULL);
        pane_wrap(p, STYLE_TEXT, 2, run->failed);
    }
    if (run->log) {
        pane_blank(p);
        pane_log(p, run->log, l->dir);
    }
}

static void fill_result(struct view *v, struct pane *p)
{
    struct lab_page *l = v->data;
    const struct run *run = screen_run(v->scr);
    if (lab_has_run(v) && !run->report && run->message[0]) {
        pane_status(p, run->cancelled ? "SKIPPED" : "ERROR",
                    run->cancelled ? "stopped" : "this run has no result", NULL);
        pane_wrap(p, STYLE_TEXT, 2,
                  run->cancelled ? "Nothing was recorded. Press r to run again." : run->message);
        if (run->log) {
            pane_blank(p);
            pane_log(p, run->log, l->dir);
        }
        return;
    }
    if (l->report) {
        if (l->has_step) {
            char key[16];
            const char *to = *l->step.lab ? l->step.lab : action_key(l->step.action, key);
            pane_item(p, NEXT_STEP, 0, (int)strlen(LAB_NEXT) + term_width(to) + 2, NULL, l->step.why);
            pane_blank(p);
        }
        report_fill(p, l->report, l->attempt, l->dir, json_object_get(l->stands, "milestones"),
                    screen_ascii(v->scr));
        return;
    }
    pane_wrap(
        p, STYLE_TEXT, 0,
        "Nothing has been run yet. e opens your file, r builds, runs and grades it; with w on, "
        "every save does.");
}

void lab_fill_page(struct view *v, struct pane *p)
{
    struct lab_page *l = v->data;
    lab_heading(v, p);
    switch (l->show) {
    case SHOW_TASK:
        fill_task(v, p);
        break;
    case SHOW_HINTS:
        lab_fill_hints(v, p);
        break;
    case SHOW_CARD:
        lab_fill_predictions(v, p);
        break;
    case SHOW_GIVEN:
        lab_fill_given(v, p);
        break;
    case SHOW_DIFF:
        lab_fill_diff(v, p);
        break;
    default:
        if (lab_runs(v))
            fill_live(v, p);
        else
            fill_result(v, p);
    }
}
