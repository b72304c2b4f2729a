/* A sitting with a closed book: one exercise at a time, one try each, a clock; then what came of it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "screen.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "runner/base/words.h"
#include "tui/app/interview.h"
#include "tui/app/rubric.h"

enum { BEGIN = ROW_OWN, ANSWER, RUBRIC, TICKED };
enum { TEXT_BYTES = 60000, MINUTE = 60000 };

struct interview {
    json_t *sitting; /* the open one, or NULL */
    json_t *front;   /* the exercise that is next */
    json_t *result;  /* of the sitting that ended here */
    json_t *ticks;   /* numbers of the rubric under way */
    int64_t ended;   /* the sitting whose result is shown */
    int writing;     /* a text is in the editor */
};

static const char *scope_of(const struct view *v)
{
    const struct interview *s = v->data;
    return s->sitting ? js_text(s->sitting, "scope") : v->arg ? v->arg : "";
}

/* ---- facts ------------------------------------------------------------------------ */

/* With a number the view shows what came of that sitting. */
static int interview_view_open(struct view *v)
{
    struct interview *s = v->data;
    if (v->arg && !v->arg[strspn(v->arg, "0123456789")])
        s->ended = atoll(v->arg);
    snprintf(v->title, sizeof v->title, "interview");
    return 0;
}

static void interview_view_close(struct view *v)
{
    struct interview *s = v->data;
    json_decref(s->sitting);
    json_decref(s->front);
    json_decref(s->result);
    json_decref(s->ticks);
}

static void end_sitting(struct view *v, const char *how)
{
    struct interview *s = v->data;
    int64_t id = (int64_t)js_number(s->sitting, "id");
    if (interview_end(v->app, s->sitting, how) != APP_OK) {
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
        return;
    }
    json_decref(s->sitting);
    json_decref(s->front);
    s->sitting = s->front = NULL;
    s->ended = id;
}

static void tell_time(struct view *v)
{
    const struct interview *s = v->data;
    int64_t left = s->sitting ? interview_left(s->sitting, app_now()) : -1;
    char n[FIGURE];
    *v->right = 0;
    if (!s->sitting)
        return;
    snprintf(v->right, sizeof v->right, "%s · %zu tried", figure_of((double)interview_size(s->sitting), "exercise", n),
             interview_at(s->sitting));
    size_t used = strlen(v->right);
    if (js_number(s->sitting, "minutes") > 0)
        snprintf(v->right + used, sizeof v->right - used, " · %lld min left", (long long)(left + MINUTE - 1) / MINUTE);
}

/* The text in which nothing was ticked yet; NULL: there is none. */
static json_t *unticked(const struct interview *s)
{
    size_t k;
    json_t *row;
    json_array_foreach(json_object_get(s->result, "rows"), k, row)
        if (!strcmp(js_text(row, "kind"), "text") && js_number(row, "answer") > 0 && !*js_text(row, "assessed"))
            return row;
    return NULL;
}

static void read_text(struct view *v);

static int interview_view_load(struct view *v)
{
    struct interview *s = v->data;
    if (s->writing)
        read_text(v);
    json_decref(s->sitting);
    s->sitting = s->ended ? NULL : interview_open(v->app);
    if (s->sitting && interview_over(s->sitting, app_now()))
        end_sitting(v, "time");
    else if (s->sitting && interview_at(s->sitting) >= interview_size(s->sitting))
        end_sitting(v, "done");
    if (s->sitting) {
        json_t *front = interview_front(v->app, s->sitting, interview_at(s->sitting));
        json_decref(s->front);
        s->front = front;
    }
    if (s->ended) {
        json_t *result = interview_result(v->app, s->ended);
        json_decref(s->result);
        s->result = result;
    }
    tell_time(v);
    return 0;
}

/* ---- answering -------------------------------------------------------------------- */

static unsigned tried(struct view *v, const char *text, int tag)
{
    struct interview *s = v->data;
    (void)tag;
    if (!text || !s->sitting || !s->front)
        return VIEW_HANDLED;
    enum app_exit code = interview_try(v->app, s->sitting, s->front, text);
    if (curriculum_waits(v->app->cur))
        return VIEW_HANDLED;
    if (code == APP_USAGE && *text && !rubric_is_text(s->front))
        screen_ask(v->scr, v->app->error, text, tried, 0);
    else if (code != APP_OK)
        screen_say(v->scr, STYLE_STRONG, "%s", v->app->error);
    else
        screen_say(v->scr, STYLE_TEXT, "Kept.");
    return code == APP_USAGE ? VIEW_HANDLED : VIEW_RELOAD;
}

static unsigned skipped(struct view *v, const char *yes, int tag)
{
    return yes ? tried(v, "", tag) : VIEW_HANDLED;
}

static unsigned typed(struct view *v, const char *text, int tag)
{
    if (text && !*text)
        screen_confirm(v->scr, "Leave this exercise out? It is tried once.", skipped, 0);
    return text && *text ? tried(v, text, tag) : VIEW_HANDLED;
}

static char *text_path(const struct view *v)
{
    const struct interview *s = v->data;
    return util_path("%s/sitting-%.0f.md", v->app->home, js_number(s->sitting, "id"));
}

static void write_text(struct view *v)
{
    struct interview *s = v->data;
    char *path = text_path(v);
    int fd = path ? open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600) : -1;
    if (fd < 0) {
        screen_say(v->scr, STYLE_BAD, "The text could not be kept: %s", strerror(errno));
    } else {
        close(fd);
        s->writing = 1;
        screen_edit(v->scr, path, 0);
    }
    free(path);
}

/* The editor has ended; an empty text is no try. */
static void read_text(struct view *v)
{
    struct interview *s = v->data;
    struct err e = { "" };
    char *path = text_path(v), *text = path ? util_read_file(path, TEXT_BYTES, &e) : NULL;
    if (text && *text)
        tried(v, text, 0);
    if (!curriculum_waits(v->app->cur)) {
        s->writing = 0;
        if (path)
            unlink(path);
    }
    free(text);
    free(path);
}

static unsigned begin(struct view *v)
{
    const json_t *card = v->arg ? interview_chapter(v->app, v->arg) : NULL;
    json_t *chapters = card ? json_pack("[O]", card) : NULL;
    enum app_exit code =
        chapters ? interview_begin(v->app, js_text(card, "id"), chapters, INTERVIEW_MINUTES) : APP_USAGE;
    json_decref(chapters);
    if (code != APP_OK && !curriculum_waits(v->app->cur))
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
    return VIEW_RELOAD;
}

static unsigned given_up(struct view *v, const char *yes, int tag)
{
    struct interview *s = v->data;
    (void)tag;
    if (yes && s->sitting)
        end_sitting(v, "aborted");
    return VIEW_RELOAD;
}

/* ---- rows ------------------------------------------------------------------------- */

static void fill_list(struct pane *p, const json_t *list, const char *what, char first)
{
    size_t k;
    const json_t *x;
    char head[16];
    if (json_array_size(list) && *what)
        pane_wrap(p, STYLE_DIM, 0, what);
    json_array_foreach(list, k, x) {
        if (first == '1')
            snprintf(head, sizeof head, "%zu) ", k + 1);
        else
            snprintf(head, sizeof head, "%c) ", first + (int)k);
        pane_hang(p, STYLE_TEXT, 2, head, json_string_value(x));
    }
    if (json_array_size(list))
        pane_blank(p);
}

static void fill_front(struct view *v, struct pane *p)
{
    const struct interview *s = v->data;
    char right[40];
    snprintf(right, sizeof right, "%zu of %zu", interview_at(s->sitting) + 1, interview_size(s->sitting));
    pane_head(p, js_text(s->front, "id"), right);
    pane_blank(p);
    pane_prose(p, 0, js_text(s->front, "ask"));
    pane_blank(p);
    if (*js_text(s->front, "from"))
        pane_wrap(p, STYLE_DIM, 0, js_text(s->front, "from"));
    fill_list(p, json_object_get(s->front, "options"), "", '1');
    fill_list(p, json_object_get(s->front, "items"), "", '1');
    fill_list(p, json_object_get(s->front, "rows"), "rows", '1');
    fill_list(p, json_object_get(s->front, "columns"), "of each, with | between", 'a');
    fill_list(p, json_object_get(s->front, "lines"), js_text(s->front, "title"), '1');
    fill_list(p, json_object_get(s->front, "claims"), "What is it?", 'a');
    fill_list(p, json_object_get(s->front, "fixes"), "What is changed first? Answer as \"b; 2 5; A\".", 'A');
    if (*js_text(s->front, "names"))
        pane_hang(p, STYLE_DIM, 2, "names: ", js_text(s->front, "names"));
    pane_add(p, ANSWER, 0)->item = s->front;
    pane_blank(p);
    pane_wrap(p, STYLE_DIM, 0, "One try, no hints. q ends the sitting; Q leaves Ridge, and its time runs on.");
}

static void fill_row(struct pane *p, const json_t *row)
{
    char took[FIGURE], line[300];
    const char *status = js_text(row, "status");
    snprintf(line, sizeof line, "%s  %s  %s", js_text(row, "question"), status, js_text(row, "assessed"));
    pane_status(p, status, line, figure_seconds(js_number(row, "ms") / 1000, took));
    if (!strcmp(js_text(row, "kind"), "text"))
        return;
    pane_hang(p, STYLE_TEXT, 4, "the answer: ", js_text(row, "expected"));
    if (*js_text(row, "worked"))
        pane_prose(p, 4, js_text(row, "worked"));
    pane_blank(p);
}

static void fill_result(struct view *v, struct pane *p)
{
    const struct interview *s = v->data;
    size_t k;
    const json_t *x, *text = unticked(s);
    const char *status = json_is_true(json_object_get(s->result, "passed")) ? "PASS" : "FAIL";
    pane_status(p, status, js_text(s->result, "words"), "");
    pane_blank(p);
    if (text) {
        pane_wrap(p, STYLE_STRONG, 0, "What does your text have of this?");
        json_array_foreach(json_object_get(text, "rubric"), k, x)
            pane_item(p, RUBRIC, (int)k + 1, 4, x, json_string_value(x));
        pane_add(p, TICKED, 0);
        pane_blank(p);
    }
    json_array_foreach(json_object_get(s->result, "rows"), k, x)
        fill_row(p, x);
}

static void interview_view_fill(struct view *v)
{
    const struct interview *s = v->data;
    struct pane *p = &v->pane[0];
    if (s->result) {
        fill_result(v, p);
    } else if (s->sitting && s->front) {
        fill_front(v, p);
    } else if (!s->sitting && !s->ended) {
        pane_head(p, "Closed book", scope_of(v));
        pane_blank(p);
        pane_prose(p, 0, "The exercises of this deep dive that can be answered at a desk, with other numbers and in "
                         "another order than on its page. One try each, no hints, 45 minutes for all of them. Other "
                         "pages are closed until the end. The time runs on when you leave Ridge. All but one right "
                         "is a pass; texts decide nothing.");
        pane_blank(p);
        pane_add(p, BEGIN, 0);
    }
}

static bool is_ticked(const struct interview *s, int n)
{
    size_t k;
    const json_t *x;
    json_array_foreach(s->ticks, k, x)
        if (json_integer_value(x) == n)
            return true;
    return false;
}

static void interview_view_draw(struct view *v, const struct row *r, struct pen *p)
{
    const struct interview *s = v->data;
    const char *unit = figure_unit(js_text(r->item, "unit"));
    switch (r->kind) {
    case BEGIN:
        pen_put(p, STYLE_ACCENT, "Enter begins");
        break;
    case RUBRIC:
        pen_put(p, is_ticked(s, r->n) ? STYLE_ACCENT : STYLE_DIM, is_ticked(s, r->n) ? "[x] " : "[ ] ");
        pen_put(p, STYLE_TEXT, r->text);
        break;
    case TICKED:
        pen_put(p, STYLE_ACCENT, "Space ticks what your text has, Enter keeps the ticks");
        break;
    default:
        pen_put(p, STYLE_ACCENT, rubric_is_text(r->item) ? "Enter opens your editor" : "Enter to answer");
        if (*unit)
            pen_fmt(p, STYLE_DIM, ", with its unit: %s", unit);
    }
}

/* ---- keys ------------------------------------------------------------------------- */

static unsigned tick(struct interview *s, int n)
{
    size_t k;
    const json_t *x;
    s->ticks = s->ticks ? s->ticks : json_array();
    json_array_foreach(s->ticks, k, x)
        if (json_integer_value(x) == n) {
            json_array_remove(s->ticks, k);
            return VIEW_FILL;
        }
    json_array_append_new(s->ticks, json_integer(n));
    return VIEW_FILL;
}

static unsigned keep_ticks(struct view *v)
{
    struct interview *s = v->data;
    const json_t *text = unticked(s);
    s->ticks = s->ticks ? s->ticks : json_array();
    if (text && interview_tick(v->app, text, s->ticks) != APP_OK)
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
    json_decref(s->ticks);
    s->ticks = NULL;
    return VIEW_RELOAD;
}

static unsigned enter(struct view *v, const struct row *r)
{
    struct interview *s = v->data;
    if (r && r->kind == BEGIN)
        return begin(v);
    if (r && (r->kind == RUBRIC || r->kind == TICKED))
        return keep_ticks(v);
    if (!s->sitting || !s->front)
        return VIEW_HANDLED;
    if (rubric_is_text(s->front))
        write_text(v);
    else
        screen_ask(v->scr, "answer (empty: leave it out)", "", typed, 0);
    return VIEW_HANDLED;
}

/* While a sitting is open its page is the only one. */
static unsigned interview_view_request(struct view *v, enum action a, struct row *r)
{
    struct interview *s = v->data;
    switch (a) {
    case ACTION_OPEN:
        return enter(v, r);
    case ACTION_TICK:
        return r && r->kind == RUBRIC ? tick(s, r->n) : VIEW_HANDLED;
    case ACTION_BACK:
        if (!s->sitting)
            return VIEW_IGNORED;
        screen_confirm(v->scr, "End the sitting? What is not answered counts as wrong.", given_up, 0);
        return VIEW_HANDLED;
    case ACTION_HOME:
    case ACTION_COMMAND:
    case ACTION_GLOSSARY:
        if (!s->sitting)
            return VIEW_IGNORED;
        screen_say(v->scr, STYLE_STRONG, "The book is closed until the end of the sitting; q ends it.");
        return VIEW_HANDLED;
    default:
        return VIEW_IGNORED;
    }
}

static unsigned interview_view_tick(struct view *v)
{
    struct interview *s = v->data;
    if (!s->sitting)
        return VIEW_HANDLED;
    if (interview_over(s->sitting, app_now()))
        return VIEW_RELOAD;
    tell_time(v);
    return VIEW_HANDLED;
}

static const unsigned char bar[] = {ACTION_OPEN, ACTION_TICK, 0};

const struct view_ops view_interview = {
    .name = "interview",
    .groups = GROUP_INTERVIEW,
    .bar = bar,
    .size = sizeof(struct interview),
    .open = interview_view_open,
    .close = interview_view_close,
    .load = interview_view_load,
    .fill = interview_view_fill,
    .draw = interview_view_draw,
    .request = interview_view_request,
    .tick = interview_view_tick,
};
