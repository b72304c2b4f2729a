/* A sitting with a closed book, over a deep dive or some of a track's: one exercise at a time, one try each, a clock;
 * then what came of it. */
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
#include "tui/app/chapter.h"
#include "tui/app/interview.h"
#include "tui/app/rubric.h"

enum { BEGIN = ROW_OWN, CHAPTERS, MINUTES, DIVE, PAST, ANSWER, RUBRIC, TICKED };
enum { TEXT_BYTES = 60000, MINUTE = 60000, MOST_MINUTES = 1440, MOST_PAST = 8, NARROW = 60 };

struct interview {
    json_t *sitting; /* the open one, or NULL */
    json_t *front;   /* the exercise that is next */
    json_t *result;  /* of the sitting that ended here */
    json_t *ticks;   /* numbers of the rubric under way */
    json_t *past;    /* the sittings before, while none is open */
    json_t *dives;   /* of a track: its deep dives, while no sitting is open */
    struct facts facts;
    int complete;    /* how many of the dives are complete */
    int chapters;    /* how many are drawn; 0: not chosen */
    int minutes;     /* -1: not chosen */
    int64_t ended;   /* the sitting whose result is shown */
    long shown;      /* the exercise that is shown, from 0; -1: none */
    int writing;     /* a text is in the editor */
};

/* The track that the page was opened for; NULL: it was a deep dive, or nothing. */
static const json_t *track_of(const struct view *v)
{
    return v->arg ? js_row(curriculum_tracks(v->app->cur), "id", v->arg) : NULL;
}

static int chapters_of(const struct interview *s)
{
    int most = s->complete < INTERVIEW_CHAPTERS ? s->complete : INTERVIEW_CHAPTERS;
    return s->chapters > 0 && s->chapters <= s->complete ? s->chapters : most;
}

static int minutes_of(const struct interview *s)
{
    return s->minutes < 0 ? INTERVIEW_MINUTES : s->minutes;
}

/* ---- facts ------------------------------------------------------------------------ */

/* With a number the view shows what came of that sitting. */
static int interview_view_open(struct view *v)
{
    struct interview *s = v->data;
    s->minutes = -1;
    s->shown = -1;
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
    json_decref(s->past);
    json_decref(s->dives);
    facts_free(&s->facts);
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
    bool narrow = v->pane[0].w > 0 && v->pane[0].w < NARROW, timed = js_number(s->sitting, "minutes") > 0;
    *v->right = 0;
    if (!s->sitting)
        return;
    if (!narrow || !timed)
        snprintf(v->right, sizeof v->right, "%zu of %zu tried%s", interview_at(s->sitting),
                 interview_size(s->sitting), timed ? " · " : "");
    size_t used = strlen(v->right);
    if (timed)
        snprintf(v->right + used, sizeof v->right - used, "%lld min left", (long long)(left + MINUTE - 1) / MINUTE);
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

/* What a sitting could be made of, and what came of those before. */
static void load_begin(struct view *v)
{
    struct interview *s = v->data;
    json_decref(s->past);
    json_decref(s->dives);
    facts_free(&s->facts);
    facts_load(&s->facts, v->app);
    s->past = v->app->db ? interview_past(v->app) : NULL;
    s->dives = track_of(v) ? interview_chapters(v->app, v->arg, &s->facts, false) : NULL;
    json_t *complete = track_of(v) ? interview_chapters(v->app, v->arg, &s->facts, true) : NULL;
    s->complete = (int)json_array_size(complete);
    json_decref(complete);
}

/* What is new is read from its top, whatever of the page before was in sight. */
static void begin_at_top(struct view *v)
{
    struct interview *s = v->data;
    long shown = s->sitting ? (long)interview_at(s->sitting) : -1;
    if (shown != s->shown) {
        v->pane[0].top = 0;
        v->pane[0].cursor = -1;
    }
    s->shown = shown;
}

static void read_text(struct view *v);

static int interview_view_load(struct view *v)
{
    struct interview *s = v->data;
    if (s->writing && s->sitting && s->front)
        read_text(v);
    json_decref(s->sitting);
    s->sitting = s->ended ? NULL : interview_open(v->app);
    if (s->sitting && interview_over(s->sitting, app_now()))
        end_sitting(v, "time");
    else if (s->sitting && interview_at(s->sitting) >= interview_size(s->sitting))
        end_sitting(v, "done");
    if (s->sitting) {
        json_t *front = interview_front(v->app, s->sitting, interview_at(s->sitting));
        bool same = s->shown == (long)interview_at(s->sitting);
        if (front || !same || !curriculum_waits(v->app->cur)) { /* an answer may still wait for its exercise */
            json_decref(s->front);
            s->front = front;
        }
    }
    if (s->ended) {
        json_t *result = interview_result(v->app, s->ended);
        json_decref(s->result);
        s->result = result;
    }
    if (!s->sitting && !s->ended)
        load_begin(v);
    begin_at_top(v);
    tell_time(v);
    return 0;
}

/* ---- answering -------------------------------------------------------------------- */

/* APP_OK: the answer was taken. */
static enum app_exit try_it(struct view *v, const char *text)
{
    struct interview *s = v->data;
    enum app_exit code = interview_try(v->app, s->sitting, s->front, text);
    if (code == APP_OK)
        screen_say(v->scr, STYLE_TEXT, "Kept.");
    else if (!curriculum_waits(v->app->cur))
        screen_say(v->scr, STYLE_STRONG, "%s", v->app->error);
    return code;
}

static unsigned tried(struct view *v, const char *text, int tag)
{
    const struct interview *s = v->data;
    (void)tag;
    if (!text || !s->sitting || !s->front)
        return VIEW_HANDLED;
    enum app_exit code = try_it(v, text);
    if (curriculum_waits(v->app->cur))
        return VIEW_HANDLED;
    if (code == APP_USAGE && *text && !rubric_is_text(s->front))
        screen_ask(v->scr, v->app->error, text, tried, 0);
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

static char *text_path(const struct view *v, const json_t *sitting)
{
    return util_path("%s/sitting-%.0f.md", v->app->home, js_number(sitting, "id"));
}

static void write_text(struct view *v)
{
    struct interview *s = v->data;
    char *path = text_path(v, s->sitting);
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

/* The editor has ended. What was not taken stays in its file, which Enter opens again; an empty text may be meant. */
static void read_text(struct view *v)
{
    struct interview *s = v->data;
    struct err e = { "" };
    char *path = text_path(v, s->sitting), *text = path ? util_read_file(path, TEXT_BYTES, &e) : NULL;
    bool blank = !text || !text[strspn(text, " \t\r\n")];
    enum app_exit code = blank ? APP_OK : try_it(v, text);
    if (!curriculum_waits(v->app->cur)) {
        s->writing = 0;
        if (blank)
            screen_confirm(v->scr, "Nothing was written. Leave this exercise out? It is tried once.", skipped, 0);
        else if (code != APP_OK)
            screen_say(v->scr, STYLE_STRONG, "%s Your text stays in %s.", v->app->error, path);
        if (code == APP_OK && path)
            unlink(path);
    }
    free(text);
    free(path);
}

static unsigned begin(struct view *v)
{
    const struct interview *s = v->data;
    const json_t *card = track_of(v) ? NULL : interview_chapter(v->app, v->arg ? v->arg : "");
    json_t *chapters = track_of(v) ? interview_draw(v->app, v->arg, chapters_of(s)) : NULL;
    chapters = card ? json_pack("[O]", card) : chapters;
    const char *scope = card ? js_text(card, "id") : v->arg;
    enum app_exit code = chapters ? interview_begin(v->app, scope, chapters, minutes_of(s)) : APP_USAGE;
    json_decref(chapters);
    if (code != APP_OK && !curriculum_waits(v->app->cur))
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
    return VIEW_RELOAD;
}

/* tag: CHAPTERS or MINUTES */
static unsigned counted(struct view *v, const char *text, int tag)
{
    struct interview *s = v->data;
    char *end = NULL, label[80];
    int least = tag == CHAPTERS, most = tag == CHAPTERS ? s->complete : MOST_MINUTES;
    long n = text ? strtol(text, &end, 10) : 0;
    if (!text || !*text)
        return VIEW_HANDLED;
    if (*end || n < least || n > most) {
        snprintf(label, sizeof label, "a whole number, %d to %d", least, most);
        screen_ask(v->scr, label, text, counted, tag);
        return VIEW_HANDLED;
    }
    *(tag == CHAPTERS ? &s->chapters : &s->minutes) = (int)n;
    return VIEW_FILL;
}

static unsigned given_up(struct view *v, const char *yes, int tag)
{
    struct interview *s = v->data;
    (void)tag;
    if (!yes || !s->sitting)
        return VIEW_HANDLED;
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

/* Of a sitting that had no time left. */
static void fill_over(struct view *v, struct pane *p)
{
    const struct interview *s = v->data;
    char *path = text_path(v, s->result);
    pane_wrap(p, STYLE_TEXT, 2, "The time is over: what was not answered counts as wrong.");
    if (path && !access(path, F_OK))
        pane_say(p, STYLE_TEXT, 2, "The text that you were at was not taken. It stays in %s.", path);
    free(path);
}

static void fill_result(struct view *v, struct pane *p)
{
    const struct interview *s = v->data;
    size_t k;
    const json_t *x, *text = unticked(s);
    const char *status = json_is_true(json_object_get(s->result, "passed")) ? "PASS" : "FAIL";
    pane_status(p, status, js_text(s->result, "words"), "");
    if (!strcmp(js_text(s->result, "how"), "time"))
        fill_over(v, p);
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

/* The deep dives of the track, and what each still wants before it can be drawn. */
static void fill_dives(const struct interview *s, struct pane *p)
{
    size_t k;
    const json_t *card;
    if (!json_array_size(s->dives))
        return;
    pane_blank(p);
    pane_head(p, "Deep dives of the track", NULL);
    json_array_foreach(s->dives, k, card)
        pane_add(p, DIVE, (int)k)->item = card;
}

static void fill_past(const struct view *v, struct pane *p)
{
    const struct interview *s = v->data;
    size_t k;
    const json_t *x;
    int n = 0;
    json_array_foreach(s->past, k, x) {
        if (!*js_text(x, "how") || (v->arg && strcmp(js_text(x, "scope"), v->arg)) || n >= MOST_PAST)
            continue;
        if (!n++) {
            pane_blank(p);
            pane_head(p, "Sittings before", NULL);
        }
        pane_add(p, PAST, (int)js_number(x, "id"))->item = x;
    }
}

static const char alone[] = "The exercises of this deep dive that can be answered at a desk";
static const char drawn[] = "The exercises of some deep dives of this track that you completed, drawn anew for each "
    "sitting, as far as they can be answered at a desk";

static void fill_begin(struct view *v, struct pane *p)
{
    const struct interview *s = v->data;
    const json_t *track = track_of(v), *card = track || !v->arg ? NULL : interview_chapter(v->app, v->arg);
    pane_head(p, "Closed book", js_text(track ? track : card, "title"));
    pane_blank(p);
    if (!track && !card) {
        pane_prose(p, 0, "No sitting is open. `I` on the page of a deep dive, or on a track of the page `t`, begins "
                         "one.");
    } else {
        char *words = util_path("%s, with other numbers and in another order than on the page. One try each, no hints. "
                                "Other pages are closed until the end. The time runs on when you leave Ridge. All but "
                                "one right is a pass; texts decide nothing.", track ? drawn : alone);
        pane_prose(p, 0, words ? words : "");
        free(words);
        pane_blank(p);
        if (card || s->complete)
            pane_add(p, BEGIN, 0);
        else
            pane_wrap(p, STYLE_STRONG, 0, json_array_size(s->dives) ? "None of its deep dives is complete yet." :
                                                                       "This track has no deep dives.");
        if (s->complete)
            pane_add(p, CHAPTERS, 0);
        if (card || s->complete)
            pane_add(p, MINUTES, 0);
    }
    fill_dives(s, p);
    fill_past(v, p);
}

static void interview_view_fill(struct view *v)
{
    const struct interview *s = v->data;
    struct pane *p = &v->pane[0];
    if (s->result)
        fill_result(v, p);
    else if (s->sitting && s->front)
        fill_front(v, p);
    else if (!s->sitting && !s->ended)
        fill_begin(v, p);
}

static void draw_dive(const struct interview *s, const json_t *card, struct pen *p)
{
    struct chapter_facts f;
    chapter_facts(&s->facts, card, &f);
    pen_right(p, f.complete ? STYLE_ACCENT : STYLE_DIM, " %s", f.last_cold);
    if (!f.complete)
        pen_right(p, STYLE_DIM, " sections %d/%d · exercises %d/%d", f.ticked, f.sections, f.right + f.texts_written,
                  f.exercises + f.texts);
    pen_status(p, f.complete ? "PASS" : "PENDING");
    pen_fmt(p, f.complete ? STYLE_TEXT : STYLE_DIM, " %s", js_text(card, "title"));
}

static void draw_past(const struct view *v, const json_t *x, struct pen *p)
{
    char day[32];
    text_ago(day, sizeof day, (int64_t)js_number(x, "when"), screen_now(v->scr));
    pen_right(p, STYLE_DIM, " %s", day);
    pen_status(p, json_is_true(json_object_get(x, "passed")) ? "PASS" : "FAIL");
    pen_fmt(p, STYLE_TEXT, " %s%s%s", v->arg ? "" : js_text(x, "scope"), v->arg ? "" : "  ", js_text(x, "words"));
}

static void draw_choice(const char *label, int n, const char *of, struct pen *p)
{
    pen_cell(p, STYLE_DIM, 12, label);
    pen_number(p, STYLE_TEXT, 4, "%d", n);
    pen_fmt(p, STYLE_DIM, "%s", of);
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
    char of[48];
    switch (r->kind) {
    case BEGIN:
        pen_put(p, STYLE_ACCENT, "Enter begins");
        break;
    case CHAPTERS:
        snprintf(of, sizeof of, "  of %d that are complete", s->complete);
        draw_choice("deep dives", chapters_of(s), of, p);
        break;
    case MINUTES:
        draw_choice("minutes", minutes_of(s), minutes_of(s) ? "  for all of it" : "  no limit", p);
        break;
    case DIVE:
        draw_dive(s, r->item, p);
        break;
    case PAST:
        draw_past(v, r->item, p);
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

/* On a row of the page before a sitting, or after one. */
static unsigned enter_row(struct view *v, const struct row *r)
{
    struct interview *s = v->data;
    switch (r->kind) {
    case BEGIN:
        return begin(v);
    case CHAPTERS:
        screen_ask(v->scr, "how many deep dives are drawn", "", counted, CHAPTERS);
        return VIEW_HANDLED;
    case MINUTES:
        screen_ask(v->scr, "minutes for all of it (0: no limit)", "", counted, MINUTES);
        return VIEW_HANDLED;
    case DIVE:
        screen_open(v->scr, &view_lesson, js_text(r->item, "id"));
        return VIEW_HANDLED;
    case PAST:
        s->ended = r->n;
        return VIEW_RELOAD;
    case RUBRIC:
    case TICKED:
        return keep_ticks(v);
    default:
        return VIEW_HANDLED;
    }
}

static unsigned enter(struct view *v, const struct row *r)
{
    const struct interview *s = v->data;
    if (!s->sitting || !s->front)
        return r ? enter_row(v, r) : VIEW_HANDLED;
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

static const unsigned char bar[] = {ACTION_OPEN, 0}, tick_bar[] = {ACTION_OPEN, ACTION_TICK, 0};

static const unsigned char *bar_now(const struct view *v)
{
    return unticked(v->data) ? tick_bar : bar;
}

const struct view_ops view_interview = {
    .name = "interview",
    .groups = GROUP_INTERVIEW,
    .bar = tick_bar,
    .bar_now = bar_now,
    .size = sizeof(struct interview),
    .open = interview_view_open,
    .close = interview_view_close,
    .load = interview_view_load,
    .fill = interview_view_fill,
    .draw = interview_view_draw,
    .request = interview_view_request,
    .tick = interview_view_tick,
};
