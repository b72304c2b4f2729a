/* A lab: milestones, files and cost card at the left, the task or the run at the right; write,
 * run, see. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/page/timeline.h"
#include "view_lab.h"
#include "view_report.h"

#include "tui/app/evidence.h"
#include "tui/app/gate.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/term.h"

static const char *const by_save[] = {"correct", "sanitize", NULL};
static const char *const for_bench[] = {"correct", "perf", NULL};
static const char *const for_profile[] = {"correct", "profile", NULL};

/* ---- facts ---------------------------------------------------------------------- */

static int has_files(const struct lab_page *l)
{
    char *path = NULL;
    const char *first = json_string_value(json_array_get(json_object_get(l->lab, "edit"), 0));
    if (!first)
        return 0;
    int ok = asprintf(&path, "%s/%s", l->dir, first) > 0 && !access(path, F_OK);
    free(path);
    return ok;
}

static void watch_files(struct view *v)
{
    struct lab_page *l = v->data;
    const char *how = "";
    free(l->how);
    l->how = NULL;
    if (l->watching && l->started)
        screen_watch(v->scr, v, l->dir, &how);
    else
        screen_watch(v->scr, v, NULL, &how);
    l->how = strdup(how);
    lab_tell_watch(v, "");
}

static int lab_open(struct view *v)
{
    struct lab_page *l = v->data;
    l->lab = app_lab(v->app, v->arg ? v->arg : "");
    if (!l->lab)
        return -1;
    free(v->arg);
    v->arg = strdup(lab_id(l)); /* the whole id, however it was asked for */
    l->dir = app_work_dir(v->app, lab_id(l));
    if (!l->restored)
        l->watching = 1;
    v->npanes = 3;
    v->pane[LAB_LEFT].box = v->pane[LAB_CARD].box = v->pane[LAB_PAGE].box = 1;
    snprintf(v->title, sizeof v->title, "%s", lab_id(l));
    return 0;
}

static void lab_close(struct view *v)
{
    struct lab_page *l = v->data;
    json_decref(l->lab);
    json_decref(l->progress);
    json_decref(l->stands);
    json_decref(l->card);
    json_decref(l->tiers);
    json_decref(l->report);
    free(l->dir);
    free(l->task);
    free(l->no_task);
    free(l->how);
    free(l->files);
}

static void load_report(struct view *v)
{
    struct lab_page *l = v->data;
    const struct run *run = screen_run(v->scr);
    const json_t *last = json_object_get(l->progress, "last");
    json_t *attempt = NULL;
    if (lab_has_run(v) && run->report) {
        json_decref(l->report);
        l->report = json_incref(run->report);
        l->attempt = run->attempt;
        return;
    }
    int64_t id = (int64_t)js_number(last, "id");
    if (!id || (l->report && id == l->attempt) || db_attempt_get(v->app->db, id, &attempt) != DB_OK)
        return;
    json_decref(l->report);
    l->report = json_incref(json_object_get(attempt, "report"));
    l->attempt = id;
    json_decref(attempt);
}

static void count_answers(struct view *v)
{
    struct lab_page *l = v->data;
    json_t *rows = NULL;
    size_t k, q;
    const json_t *x, *a;
    l->asked = l->right = 0;
    rubric_sum(v->app, lab_id(l), &l->texts);
    if (v->app->db)
        db_answers(v->app->db, lab_id(l), &rows);
    json_array_foreach(json_object_get(l->lab, "questions"), k, x) {
        if (!strcmp(js_text(x, "kind"), "text"))
            continue; /* judged by the learner alone */
        l->asked++;
        json_array_foreach(rows, q, a)
            l->right += !strcmp(js_text(a, "question"), js_text(x, "id")) && !strcmp(js_text(a, "status"), "PASS");
    }
    json_decref(rows);
}

static void load_task(struct view *v)
{
    struct lab_page *l = v->data;
    char what[128];
    if (l->task || l->show != SHOW_TASK)
        return;
    snprintf(what, sizeof what, "brief:%.100s", lab_id(l));
    l->task = curriculum_lesson(v->app->cur, what);
    free(l->no_task);
    l->no_task = l->task || curriculum_waits(v->app->cur) ? NULL : strdup(curriculum_error(v->app->cur));
}

/* With the last milestone passed Enter goes on to the next lab. */
static void load_step(struct view *v, int first)
{
    struct lab_page *l = v->data;
    int passed = l->has_step && l->step.action == ACTION_OPEN;
    l->has_step = v->app->db && step_next(v->app, l->lab, l->report, &l->step);
    l->lead |= !first && !passed && l->has_step && l->step.action == ACTION_OPEN;
}

static int lab_load(struct view *v)
{
    struct lab_page *l = v->data;
    json_t *hints = NULL;
    int first = !l->progress;
    json_decref(l->progress);
    l->progress = NULL;
    if (!v->app->db || db_lab_progress(v->app->db, lab_id(l), &l->progress) != DB_OK)
        l->progress = json_object();
    json_decref(l->stands);
    l->stands = app_standing(v->app, l->lab);
    if (v->app->db && db_hints(v->app->db, lab_id(l), &hints) == DB_OK)
        l->hints_taken = (int)json_array_size(hints);
    json_decref(hints);
    if (l->hints_taken && !l->tiers)
        l->tiers = curriculum_tiers(v->app->cur, lab_id(l));
    json_decref(l->card);
    l->card = app_cost_card(v->app, l->lab);
    load_report(v);
    count_answers(v);
    int had = l->started;
    l->started = has_files(l);
    if (first && !l->show)
        l->show = l->report ? SHOW_RUN : SHOW_TASK;
    if (first && lab_runs(v))
        l->show = SHOW_RUN;
    if (first || had != l->started)
        watch_files(v);
    load_task(v);
    lab_load_files(v);
    load_step(v, first);
    return 0;
}

/* ---- rows ----------------------------------------------------------------------- */

static void lab_layout(struct view *v, int y, int x, int h, int w)
{
    struct lab_page *l = v->data;
    struct pane *left = &v->pane[LAB_LEFT], *card = &v->pane[LAB_CARD], *page = &v->pane[LAB_PAGE];
    int milestones = (int)json_array_size(json_object_get(l->lab, "milestones"));
    int rows = milestones + (int)json_array_size(json_object_get(l->lab, "edit")) + 1 + (l->texts.texts > 0);
    int cards = (int)json_array_size(l->card), wide = w >= 76;
    int column = !wide ? w : w * 2 / 5 < 36 ? 36 : w * 2 / 5 > 52 ? 52 : w * 2 / 5;
    if (l->enlarged) {
        left->hidden = card->hidden = 1;
        page->hidden = 0;
        pane_place(page, y, x, h, w);
        v->focus = LAB_PAGE;
        return;
    }
    snprintf(left->heading, sizeof left->heading, "Milestones · %.4g of %.4g", js_number(l->stands, "points"),
             js_number(l->stands, "max"));
    snprintf(card->heading, sizeof card->heading, "Cost card");
    left->hidden = page->hidden = 0;
    card->hidden = !wide || !cards || h < 12;
    if (wide) {
        int below = card->hidden               ? 0
                    : cards + 3 < h - rows - 2 ? h - rows - 2
                    : cards + 3 < h / 2        ? cards + 3
                                               : h / 2;
        pane_place(left, y, x, h - below, column);
        pane_place(card, y + h - below, x, below, column);
        pane_place(page, y, x + column, h, w - column);
    } else {
        int top = rows + 2 < h / 2 ? rows + 2 : h / 2;
        left->hidden = h < 12;
        top = left->hidden ? 0 : top;
        pane_place(left, y, x, top, w);
        pane_place(page, y + top, x, h - top, w);
    }
    if (v->pane[v->focus].hidden)
        v->focus = LAB_PAGE;
}

static void lab_fill(struct view *v)
{
    struct lab_page *l = v->data;
    struct pane *p = &v->pane[LAB_LEFT];
    size_t k;
    const json_t *x;
    json_array_foreach(json_object_get(l->lab, "milestones"), k, x)
        pane_add(p, MILESTONE, (int)k)->item = x;
    if (l->texts.texts)
        pane_add(p, TEXTS, 0);
    pane_blank(p);
    json_array_foreach(json_object_get(l->lab, "edit"), k, x)
        pane_add(p, SOURCE, (int)k)->item = x;
    lab_fill_card(v, &v->pane[LAB_CARD]);
    lab_fill_page(v, &v->pane[LAB_PAGE]);
    if (l->lead && l->show == SHOW_RUN && !lab_runs(v)) {
        v->focus = LAB_PAGE;
        pane_mark(&v->pane[LAB_PAGE], NEXT_STEP, 0);
        l->lead = 0;
    }
}

/* What is won stays won; else what went wrong with it in the latest run. A run that could not judge it says nothing. */
static const char *milestone_status(const struct lab_page *l, const json_t *stands)
{
    const char *now = js_text(js_row(json_object_get(l->report, "milestones"), "id", js_text(stands, "id")), "status");
    const char *status = js_text(stands, "status");
    int wrong = *now && strcmp(now, "PASS") && strcmp(now, "PENDING") && strcmp(now, "SKIPPED");
    return strcmp(status, "PASS") && wrong ? now : status;
}

/* Names stand whole and in one column. */
static int longest_name(const struct lab_page *l)
{
    size_t k;
    const json_t *m;
    int longest = 11;
    json_array_foreach(json_object_get(l->lab, "milestones"), k, m) {
        int w = term_width(js_text(m, "id"));
        longest = w > longest ? w : longest;
    }
    return longest;
}

static void draw_milestone(struct lab_page *l, const struct row *r, struct pen *p)
{
    const char *id = js_text(r->item, "id");
    const json_t *m = js_row(json_object_get(l->stands, "milestones"), "id", id);
    const char *status = milestone_status(l, m);
    int answers = !strcmp(js_text(r->item, "kind"), "answers"); /* these need no run */
    if (answers && strcmp(status, "PASS"))
        status = l->right ? "BEGUN" : "PENDING";
    int pending = !strcmp(status, "PENDING");
    if (answers)
        pen_right(p, STYLE_DIM, "%d of %d", l->right, l->asked);
    else if (*js_text(m, "stage"))
        pen_right(p, STYLE_ACCENT, "★ %s", js_text(m, "stage"));
    else if (json_is_true(json_object_get(m, "beside")))
        pen_right(p, STYLE_DIM, "on a GPU");
    else if (!pending)
        pen_right(p, STYLE_DIM, "%.4g/%.4g", js_number(m, "points"), js_number(m, "max"));
    else
        pen_right(p, STYLE_DIM, "%.4g", js_number(m, "max"));
    pen_status(p, status);
    pen_put(p, STYLE_TEXT, " ");
    pen_cell(p, pending ? STYLE_DIM : STYLE_TEXT, longest_name(l), id);
    if (strcmp(status, "PASS") && strcmp(status, "BEGUN") && !pending && pen_left(p) > term_width(status)) {
        pen_put(p, STYLE_TEXT, " ");
        pen_put(p, status_style(status), status); /* the status's sign says so, too */
    }
}

static void draw_source(struct view *v, const struct row *r, struct pen *p)
{
    struct lab_page *l = v->data;
    char *path = NULL, when[32] = "not laid out yet";
    struct stat st;
    if (asprintf(&path, "%s/%s", l->dir, json_string_value(r->item)) > 0 && !stat(path, &st))
        text_ago(when, sizeof when, (int64_t)st.st_mtim.tv_sec * 1000, screen_now(v->scr));
    free(path);
    pen_right(p, STYLE_DIM, "%s", when);
    pen_put(p, STYLE_TEXT, json_string_value(r->item));
}

/* "Next  p  where do its bytes go?" */
static void draw_step(const struct lab_page *l, const struct row *r, struct pen *p)
{
    char key[16];
    pen_put(p, STYLE_STRONG, LAB_NEXT);
    pen_put(p, STYLE_ACCENT, *l->step.lab ? l->step.lab : action_key(l->step.action, key));
    pen_fmt(p, STYLE_TEXT, "  %s", r->text);
}

static void draw_texts(const struct lab_page *l, struct pen *p)
{
    char words[RUBRIC_WORDS];
    rubric_sum_words(&l->texts, words, sizeof words);
    pen_status(p, "PENDING");
    pen_fmt(p, STYLE_DIM, " %s", words);
}

static void lab_draw(struct view *v, const struct row *r, struct pen *p)
{
    switch (r->kind) {
    case MILESTONE:
        draw_milestone(v->data, r, p);
        break;
    case TEXTS:
        draw_texts(v->data, p);
        break;
    case SOURCE:
        draw_source(v, r, p);
        break;
    case CARD_ROW:
        lab_draw_card(v, r, p);
        break;
    case NEXT_STEP:
        draw_step(v->data, r, p);
        break;
    default:
        pen_put(p, STYLE_ACCENT, "Enter your estimate");
        if (*figure_unit(js_text(r->item, "unit")))
            pen_fmt(p, STYLE_DIM, ", in %s", figure_unit(js_text(r->item, "unit")));
    }
}

/* ---- doing ---------------------------------------------------------------------- */

static unsigned unlock(struct view *v, const char *yes, int tag)
{
    struct lab_page *l = v->data;
    (void)tag;
    if (yes && gate_put(v->app, lab_id(l), 1, NULL) != APP_OK)
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
    else if (yes)
        screen_say(v->scr, STYLE_TEXT, "%s is open, by your hand.", lab_id(l));
    return VIEW_RELOAD;
}

/* The lab waits for the step `gate`. */
static void ask_to_unlock(struct view *v, const char *gate)
{
    char question[200];
    snprintf(question, sizeof question, "Locked until %.90s is done. Open this lab by hand? The log keeps it.", gate);
    screen_confirm(v->scr, question, unlock, 0);
}

static int lay_out(struct view *v)
{
    struct lab_page *l = v->data;
    int created = 0;
    if (l->started)
        return 0;
    char gate[100];
    if (gate_locks(v->app, lab_id(l), gate, sizeof gate)) {
        ask_to_unlock(v, gate);
        return -1;
    }
    if (app_start(v->app, l->lab, &created) != APP_OK) {
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
        return -1;
    }
    l->started = 1;
    watch_files(v);
    screen_say(v->scr, STYLE_TEXT, "Laid out in %s", l->dir);
    return 0;
}

static unsigned run(struct view *v, const char *verb, const char *const *phases, int why)
{
    struct lab_page *l = v->data;
    int attempts = (int)js_number(l->progress, "attempts");
    int judged = evidence_capstone(l->lab) && !strcmp(verb, "test"); /* by the workbook: no file to lay out */
    if (!judged && !json_array_size(json_object_get(l->lab, "calls"))) {
        screen_say(v->scr, STYLE_TEXT, evidence_capstone(l->lab)
                   ? "It has no program of its own: r judges what its labs' runs prove."
                   : "This lab has no program to run: a answers its questions.");
        return VIEW_HANDLED;
    }
    if (!judged && lay_out(v))
        return VIEW_HANDLED;
    if (why == BY_KEY && !attempts && !l->nudged && lab_unsaid(l)) {
        l->nudged = 1;
        screen_say(v->scr, STYLE_STRONG,
                   "First say what it will cost: c fills the card. r again runs without it.");
        return VIEW_HANDLED;
    }
    if (run_start(v->scr, l->lab, verb, phases, why))
        return VIEW_HANDLED;
    l->untimed = 0;
    lab_tell_watch(v, "");
    l->show = SHOW_RUN;
    l->opened = 0;
    v->pane[LAB_PAGE].top = 0;
    return VIEW_FILL;
}

static unsigned tick(struct view *v)
{
    unsigned bits = VIEW_IGNORED;
    return lab_times_now(v, &bits) ? run(v, "bench", for_bench, QUIET) : bits;
}

static unsigned edit(struct view *v, int k)
{
    struct lab_page *l = v->data;
    const char *name =
        json_string_value(json_array_get(json_object_get(l->lab, "edit"), (size_t)k));
    char *path = NULL;
    if (!name) {
        screen_say(v->scr, STYLE_TEXT, "This lab has no file to write: a answers its questions.");
        return VIEW_HANDLED;
    }
    if (!lay_out(v) && asprintf(&path, "%s/%s", l->dir, name) > 0) {
        screen_edit(v->scr, path, 0);
        l->lead = 1; /* what was saved is run, and Enter goes on from its verdict */
    }
    free(path);
    return VIEW_HANDLED;
}

static unsigned reset(struct view *v, const char *yes, int tag)
{
    struct lab_page *l = v->data;
    char *backup = NULL;
    (void)tag;
    if (!yes)
        return VIEW_HANDLED;
    if (app_reset(v->app, l->lab, &backup) != APP_OK) {
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
        return VIEW_HANDLED;
    }
    screen_say(v->scr, STYLE_TEXT, "The skeleton is back. Your files were moved to %s", backup ? backup : "kept");
    free(backup);
    return VIEW_RELOAD;
}

static unsigned show(struct view *v, enum lab_show what)
{
    lab_show(v, what);
    v->pane[LAB_PAGE].top = 0;
    v->pane[LAB_PAGE].left = 0;
    return VIEW_RELOAD;
}

static unsigned enlarge(struct view *v)
{
    struct lab_page *l = v->data;
    l->enlarged = !l->enlarged;
    v->focus = LAB_PAGE;
    return VIEW_FILL;
}

/* What a key of this page opened is closed before the page is. */
static unsigned back(struct view *v)
{
    struct lab_page *l = v->data;
    if (l->enlarged)
        return enlarge(v);
    if (!l->opened)
        return VIEW_IGNORED;
    l->opened = 0;
    l->show = l->base;
    v->focus = LAB_LEFT;
    v->pane[LAB_PAGE].top = 0;
    return VIEW_RELOAD;
}

static unsigned toggle_watch(struct view *v)
{
    struct lab_page *l = v->data;
    if (!l->watching && lay_out(v))
        return VIEW_HANDLED;
    l->watching = !l->watching;
    watch_files(v);
    if (!l->watching)
        screen_say(v->scr, STYLE_TEXT, "Saving a file no longer starts a run.");
    else
        screen_say(v->scr, STYLE_TEXT, "Each save now runs correct and sanitize (%s); timing follows when you pause.",
                   l->how ? l->how : "");
    return VIEW_HANDLED;
}

static unsigned lab_request(struct view *v, enum action a, struct row *r);

static unsigned open_row(struct view *v, const struct row *r)
{
    struct lab_page *l = v->data;
    switch (r->kind) {
    case NEXT_STEP:
        if (l->step.action != ACTION_OPEN)
            return lab_request(v, l->step.action, NULL);
        screen_open(v->scr, &view_lab, l->step.lab);
        return VIEW_HANDLED;
    case MILESTONE:
        if (!strcmp(js_text(r->item, "kind"), "answers")) {
            screen_open(v->scr, &view_questions, lab_id(l));
            return VIEW_HANDLED;
        }
        return run(v, "test", NULL, BY_KEY);
    case TEXTS:
        screen_open(v->scr, &view_questions, lab_id(l));
        return VIEW_HANDLED;
    case SOURCE:
        return edit(v, r->n);
    case CARD_ROW:
    case PREDICTION:
        return lab_predict(v, r->n);
    default:
        return VIEW_IGNORED; /* a place in a file: the engine opens it */
    }
}

/* The lab's other pages. */
static unsigned open_page(struct view *v, enum action a)
{
    static const struct {
        enum action action;
        const struct view_ops *page;
    } pages[] = {
        { ACTION_NOTES, &view_notes },       { ACTION_LESSON, &view_lesson },     { ACTION_ANSWERS, &view_questions },
        { ACTION_ROOFLINE, &view_roofline }, { ACTION_TIMELINE, &view_timeline }, { ACTION_HISTORY, &view_history },
    };
    for (size_t k = 0; k < sizeof pages / sizeof pages[0]; k++)
        if (pages[k].action == a) {
            screen_open(v->scr, pages[k].page, lab_id(v->data));
            return VIEW_HANDLED;
        }
    return VIEW_IGNORED;
}

static unsigned lab_request(struct view *v, enum action a, struct row *r)
{
    struct lab_page *l = v->data;
    switch (a) {
    case ACTION_OPEN:
        if (report_open_cases(v, r, l->report, l->attempt))
            return VIEW_HANDLED;
        return r ? open_row(v, r) : VIEW_IGNORED;
    case ACTION_RUN:
        return run(v, "test", NULL, BY_KEY);
    case ACTION_PROFILE:
        return run(v, "profile", for_profile, BY_KEY);
    case ACTION_BENCH:
        return run(v, "bench", for_bench, BY_KEY);
    case ACTION_STOP:
        if (lab_runs(v))
            run_stop(v->scr);
        return VIEW_HANDLED;
    case ACTION_EDIT:
        return edit(v, r && r->kind == SOURCE ? r->n : 0);
    case ACTION_CARD:
        return lab_predict(v, -1);
    case ACTION_TASK:
        return show(v, SHOW_TASK);
    case ACTION_RESULTS:
        return show(v, SHOW_RUN);
    case ACTION_GIVEN:
        return show(v, SHOW_GIVEN);
    case ACTION_CHANGES:
        return show(v, SHOW_DIFF);
    case ACTION_ENLARGE:
        return enlarge(v);
    case ACTION_BACK:
        return back(v);
    case ACTION_READ_ON:
        pane_move(&v->pane[LAB_PAGE], a);
        return VIEW_HANDLED;
    case ACTION_HINT:
        return lab_take_hint(v);
    case ACTION_WATCH:
        return toggle_watch(v);
    case ACTION_RESET:
        screen_confirm(v->scr, "Put the skeleton back? A copy of your files is kept.", reset, 0);
        return VIEW_HANDLED;
    default:
        return open_page(v, a);
    }
}

static unsigned lab_changed(struct view *v)
{
    if (!lab_has_run(v) || lab_runs(v))
        return VIEW_FILL;
    lab_watch_ended(v);
    return VIEW_RELOAD;
}

/* When were the learner's files last written? */
static int64_t newest(const struct lab_page *l)
{
    int64_t at = 0;
    size_t k;
    const json_t *name;
    json_array_foreach(json_object_get(l->lab, "edit"), k, name) {
        char *path = NULL;
        struct stat st;
        if (asprintf(&path, "%s/%s", l->dir, json_string_value(name)) > 0 && !stat(path, &st)) {
            int64_t ms = (int64_t)st.st_mtim.tv_sec * 1000 + st.st_mtim.tv_nsec / 1000000;
            at = ms > at ? ms : at;
        }
        free(path);
    }
    return at;
}

static unsigned lab_saved(struct view *v)
{
    enum { CLOCK_MS = 20 }; /* the file system's clock may lag that much */
    const struct run *now = screen_run(v->scr);
    /* saved, then run by hand at once: that run has it already */
    if (lab_has_run(v) && !now->cancelled && newest(v->data) < now->began - CLOCK_MS)
        return VIEW_HANDLED;
    return run(v, "test", by_save, SAVED);
}

static void lab_keep(struct view *v, json_t *place)
{
    struct lab_page *l = v->data;
    json_object_set_new(place, "show", json_integer((int)l->show));
    json_object_set_new(place, "watch", json_boolean(l->watching));
}

static void lab_restore(struct view *v, json_t *place)
{
    struct lab_page *l = v->data;
    int n = (int)js_number(place, "show");
    l->show = n >= SHOW_TASK && n <= SHOW_DIFF ? (enum lab_show)n : SHOW_TASK;
    l->watching = json_is_true(json_object_get(place, "watch"));
    l->restored = 1;
}

static const unsigned char *lab_bar(const struct view *v)
{
    static const unsigned char running[] = {ACTION_STOP, ACTION_RUN,     ACTION_EDIT, ACTION_TASK,
                                            ACTION_CARD, ACTION_RESULTS, ACTION_HINT, 0};
    static const unsigned char ranks[] = {ACTION_RUN, ACTION_EDIT, ACTION_PROFILE, ACTION_BENCH, ACTION_TIMELINE,
                                          ACTION_WATCH, ACTION_HINT, ACTION_TASK, ACTION_RESULTS, ACTION_CARD,
                                          ACTION_ANSWERS, ACTION_LESSON, ACTION_GIVEN, ACTION_CHANGES, ACTION_ENLARGE,
                                          ACTION_PANE, 0};
    const struct lab_page *l = v->data;
    return lab_runs(v) ? running : timeline_entry(l->report, NULL, 0) ? ranks : v->ops->bar;
}

/* The loop first: at 80 columns there is room for seven. */
static const unsigned char bar[] = {ACTION_RUN,     ACTION_EDIT,    ACTION_PROFILE, ACTION_BENCH,  ACTION_WATCH,
                                    ACTION_HINT,    ACTION_TASK,    ACTION_CARD,    ACTION_RESULTS, ACTION_ANSWERS,
                                    ACTION_LESSON,  ACTION_GIVEN,   ACTION_CHANGES, ACTION_ENLARGE, ACTION_ROOFLINE,
                                    ACTION_PANE,    0};

const struct view_ops view_lab = {
    .name = "lab",
    .groups = GROUP_LAB | GROUP_WIDE | GROUP_SPACE,
    .bar = bar,
    .bar_now = lab_bar,
    .size = sizeof(struct lab_page),
    .live = 1,
    .open = lab_open,
    .close = lab_close,
    .load = lab_load,
    .layout = lab_layout,
    .fill = lab_fill,
    .draw = lab_draw,
    .request = lab_request,
    .changed = lab_changed,
    .saved = lab_saved,
    .tick = tick,
    .keep = lab_keep,
    .restore = lab_restore,
};
