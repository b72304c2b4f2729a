/*
 * What is read beside the loop: a page's handlers are called in turns of a set of evaluations. What a turn has to wait
 * for goes on in processes of its own while keys are answered, and the same is done again once it is there.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "screen.h"
#include "screen_impl.h"

enum { PULSE_MS = 20, HOLD_MS = 100, TELL_MS = 250 };

/* ---- a turn --------------------------------------------------------------------- */

struct turn {
    unsigned id; /* of the view, which may be gone at the end */
    struct aside_turn aside;
    uint64_t draw;
    char say[sizeof((struct screen *)0)->say];
};

int reading_new(struct view *v)
{
    static unsigned ids;
    struct reading *r = v->reading = calloc(1, sizeof *r);
    if (!r)
        return -1;
    r->id = ++ids;
    r->asked = v->arg ? strdup(v->arg) : NULL;
    if (getrandom(&r->draw, sizeof r->draw, 0) != (ssize_t)sizeof r->draw)
        r->draw = r->id;
    r->draw |= 1;
    /* a script's next line and a reader of plain lines wait for the page in any case */
    if (v->app->cur && !v->scr->detached)
        r->set = asides_new(v->app->cur);
    return 0;
}

static void forget(struct view *v)
{
    struct reading *r = v->reading;
    ear_close(&v->scr->news); /* before what it listens to is closed */
    asides_clear(r->set);
    free(r->text);
    r->text = NULL;
    r->step = READ_NOTHING;
    r->since = 0;
}

void reading_free(struct view *v)
{
    if (!v->reading)
        return;
    forget(v);
    asides_free(v->reading->set);
    json_decref(v->reading->place);
    free(v->reading->asked);
    free(v->reading);
    v->scr->nahead = 0;
}

static struct view *by_id(struct screen *s, unsigned id)
{
    for (struct view *v = s->top; v; v = v->below)
        if (v->reading->id == id)
            return v;
    return NULL;
}

static struct turn begin(struct view *v)
{
    struct reading *r = v->reading;
    struct turn t = {.id = r->id, .draw = v->app->draw};
    memcpy(t.say, v->scr->say, sizeof t.say);
    r->turns++;
    if (r->set) {
        t.aside = asides_begin(v->app->cur, r->set);
        v->app->draw = r->draw; /* hidden cases are the same at each turn of a page */
    }
    return t;
}

/* 1: it has to be done again. A view that was closed meanwhile has nothing to wait for; `v` is one not yet open. */
static int end(struct screen *s, struct view *v, const struct turn *t)
{
    int waits = s->app->cur && asides_end(s->app->cur, t->aside);
    s->app->draw = t->draw;
    v = v ? v : by_id(s, t->id);
    if (!v)
        return 0;
    if (waits)
        memcpy(s->say, t->say, sizeof t->say); /* what it said was for want of facts */
    if (!--v->reading->turns && !waits && !v->reading->step)
        forget(v);
    return waits;
}

/* ---- waiting -------------------------------------------------------------------- */

int reading_goes_on(const struct view *v)
{
    return v->reading->step != READ_NOTHING;
}

int reading_ready(const struct view *v)
{
    return v->reading->ready;
}

int reading_holds(const struct screen *s)
{
    return s->top && reading_goes_on(s->top) && uv_now(&s->loop) - s->top->reading->since < HOLD_MS;
}

static void attend(struct screen *s);

/* What was being done is done again when the set is over. */
static struct reading *wait_for(struct view *v, enum reading_step step)
{
    struct reading *r = v->reading;
    struct screen *s = v->scr;
    r->step = step;
    if (!r->since) {
        uv_update_time(&s->loop);
        r->since = uv_now(&s->loop);
    }
    attend(s);
    return r;
}

static void on_news(uv_poll_t *h, int status, int events);
static void on_pulse(uv_timer_t *h);

/* Keys are left where they are for a moment: they are meant for the page that comes. */
static void hold(struct screen *s)
{
    int holds = reading_holds(s);
    if (holds == s->held)
        return;
    s->held = holds;
    if (holds)
        keys_stop(s);
    else
        keys_start(s);
    if (!holds) {
        s->urgent = 1;
        screen_touch(s);
    }
}

static void attend(struct screen *s)
{
    int any = 0;
    for (struct view *v = s->top; v; v = v->below)
        any |= reading_goes_on(v);
    ear_listen(s, &s->news, s->top && reading_goes_on(s->top) ? asides_fd(s->top->reading->set) : -1, on_news);
    if (any && !uv_is_active((uv_handle_t *)&s->reading_pulse))
        uv_timer_start(&s->reading_pulse, on_pulse, PULSE_MS, PULSE_MS);
    if (!any)
        uv_timer_stop(&s->reading_pulse);
    hold(s);
}

/* ---- a page --------------------------------------------------------------------- */

/* A mistake in the data says how to go on. */
void reading_failed(struct screen *s)
{
    const char *why = s->app->error[0] ? s->app->error : "This page cannot be opened.";
    const char *data = s->app->cur ? curriculum_error(s->app->cur) : "";
    screen_say(s, STYLE_BAD, "%.450s%s", why, *data && strstr(why, data)
               ? " Once that is mended, open the page again; `ridge doctor` names every mistake." : "");
}

/* 0: it is there; 1: it is being read; -1: with a sentence in app.error. */
int reading_open(struct view *v)
{
    struct turn t = begin(v);
    v->app->error[0] = 0;
    int bad = v->ops->open && v->ops->open(v);
    if (end(v->scr, v, &t)) {
        v->npanes = 1;
        v->focus = 0;
        return 1;
    }
    if (!bad) {
        v->reading->ready = 1;
        t = begin(v);
        bad = v->ops->load && v->ops->load(v);
        if (end(v->scr, v, &t)) {
            v->reading->unread = 1;
            return 0;
        }
    }
    v->reading->ready = !bad;
    return bad ? -1 : 0;
}

static void start_over(struct view *v)
{
    struct reading *r = v->reading;
    if (v->ops->close)
        v->ops->close(v);
    memset(v->data, 0, v->ops->size);
    free(v->arg);
    v->arg = r->asked ? strdup(r->asked) : NULL;
    if (r->place && v->ops->restore)
        v->ops->restore(v, r->place);
}

void reading_opened(struct view *v)
{
    struct reading *r = v->reading;
    if (!r->ready)
        wait_for(v, READ_OPEN);
    else if (r->unread)
        wait_for(v, READ_LOAD);
    r->unread = 0;
}

/* Keys that were meant for it come now. */
static void replay(struct screen *s)
{
    int n = s->nahead;
    struct key_ahead key[KEYS_AHEAD];
    if (!s->top || reading_goes_on(s->top))
        return;
    memcpy(key, s->ahead, sizeof key);
    s->nahead = 0;
    for (int k = 0; k < n; k++)
        screen_key(s, key[k].is_code, key[k].key);
}

static void open_again(struct view *v)
{
    struct screen *s = v->scr;
    start_over(v);
    int rc = reading_open(v);
    if (rc == 1) {
        wait_for(v, READ_OPEN);
    } else if (rc == 0) {
        pane_clear(&v->pane[0]); /* a page finds none but rows of its own */
        view_arrived(v);
        reading_opened(v);
        screen_notice(s);
    } else if (!v->below) { /* without the first page there is no other */
        s->code = APP_CONFIG;
        s->quit = 1;
    } else if (s->drawn_unread != v->reading->id) { /* nobody has seen it */
        screen_close_top(s);
        reading_failed(s);
    } else {
        snprintf(v->reading->failure, sizeof v->reading->failure, "%s",
                 s->app->error[0] ? s->app->error : "This page cannot be opened.");
        screen_relayout(v);
    }
}

void reading_fill(struct view *v)
{
    const struct reading *r = v->reading;
    char what[300];
    double s = asides_age(r->set, what, sizeof what);
    if (r->failure[0]) {
        pane_status(&v->pane[0], "FAIL", "This page can't be read", NULL);
        pane_blank(&v->pane[0]);
        pane_wrap(&v->pane[0], STYLE_TEXT, 0, r->failure);
        pane_blank(&v->pane[0]);
        pane_wrap(
            &v->pane[0], STYLE_DIM, 0,
            "Nothing that you did is lost. Once that file is mended, Enter reads it again; q goes back. In a shell, "
            "`ridge doctor` names every mistake.");
    } else {
        pane_text(&v->pane[0], STYLE_DIM, 0, "reading %s… %.0f of at most %d s", what, s, CURRICULUM_LIMIT_S);
    }
}

void reading_drawn(struct screen *s)
{
    if (!reading_ready(s->top))
        s->drawn_unread = s->top->reading->id;
}

int reading_late(const struct view *v)
{
    return reading_goes_on(v) && reading_ready(v);
}

/* ---- turns of a page that is there ---------------------------------------------- */

void reading_load(struct view *v)
{
    struct reading *r = v->reading;
    if (!r->ready || reading_goes_on(v)) {
        r->reload = 1; /* after what goes on */
        return;
    }
    struct turn t = begin(v);
    if (v->ops->load && v->ops->load(v) && !curriculum_waits(v->app->cur))
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
    if (end(v->scr, v, &t))
        wait_for(v, READ_LOAD);
}

unsigned reading_request(struct view *v, enum action a, struct row *row)
{
    struct screen *s = v->scr;
    struct turn t = begin(v);
    unsigned id = t.id, bits = v->ops->request(v, a, row);
    if (!end(s, NULL, &t))
        return bits;
    wait_for(by_id(s, id), READ_ACTION)->action = a;
    return VIEW_HANDLED;
}

unsigned reading_answer(struct view *v, unsigned (*done)(struct view *v, const char *text, int tag), const char *text,
                        int tag)
{
    struct screen *s = v->scr;
    if (reading_goes_on(v)) { /* facts that were asked for again: the answer comes first */
        forget(v);
        v->reading->reload = 1;
    }
    struct turn t = begin(v);
    unsigned id = t.id, bits = done(v, text, tag);
    if (!end(s, NULL, &t))
        return bits;
    struct reading *r = wait_for(by_id(s, id), READ_ANSWER);
    char *copy = text ? strdup(text) : NULL;
    free(r->text);
    r->text = copy;
    r->done = done;
    r->tag = tag;
    return VIEW_HANDLED;
}

static void do_again(struct view *v)
{
    struct reading *r = v->reading;
    struct screen *s = v->scr;
    unsigned id = r->id;
    enum reading_step step = r->step;
    char *text = r->text;
    r->step = READ_NOTHING;
    r->text = NULL;
    if (step == READ_OPEN)
        open_again(v);
    else if (step == READ_LOAD)
        screen_reload(v);
    else if (step == READ_ACTION)
        screen_action(s, r->action);
    else if (step == READ_ANSWER)
        screen_act(s, reading_answer(v, r->done, text, r->tag));
    free(text);
    v = by_id(s, id);
    if (v && !reading_goes_on(v)) {
        v->reading->since = 0;
        if (v->reading->reload && reading_ready(v)) {
            v->reading->reload = 0;
            screen_reload(v);
        }
    }
    restore_more(s);
    replay(s);
    s->urgent = 1;
    screen_touch(s);
}

static void look(struct screen *s)
{
    ear_pause(&s->news); /* a pump may close what it listens to, and open another of the same number */
    for (struct view *v = s->top; v; v = v->below)
        if (reading_goes_on(v))
            asides_pump(v->reading->set);
    if (s->top && reading_goes_on(s->top) && asides_fd(s->top->reading->set) < 0 && !s->away)
        do_again(s->top);
    if (s->quit)
        return;
    struct view *v = s->top;
    if (v && reading_goes_on(v) && !reading_holds(s) && uv_now(&s->loop) - s->told >= TELL_MS) {
        s->told = uv_now(&s->loop);
        if (!reading_ready(v))
            view_fill(v);
        screen_touch(s);
    }
    attend(s);
}

static void on_news(uv_poll_t *h, int status, int events)
{
    (void)status;
    (void)events;
    look(h->data);
}

static void on_pulse(uv_timer_t *h)
{
    look(h->data);
}

void reading_init(struct screen *s)
{
    uv_timer_init(&s->loop, &s->reading_pulse);
    s->reading_pulse.data = s;
}

/* ---- keys meanwhile ------------------------------------------------------------- */

/* What every page can do, whether it is there or not; a sitting is not left while its next exercise is read. */
static int always(const struct view *v, enum action a)
{
    if (v->ops == v->scr->pages->sitting && v->reading->ready &&
        (a == ACTION_BACK || a == ACTION_HOME || a == ACTION_COMMAND))
        return 0;
    return a == ACTION_BACK || a == ACTION_QUIT || a == ACTION_HELP || a == ACTION_THEME || a == ACTION_REDRAW ||
           a == ACTION_HOME ||
           (a == ACTION_COMMAND && v->below);
}

int reading_takes(struct view *v, enum action a)
{
    struct reading *r = v->reading;
    if (r->ready && !reading_goes_on(v))
        return 0;
    if (always(v, a))
        return 0;
    if (a == ACTION_OPEN && r->failure[0]) {
        r->failure[0] = 0;
        wait_for(v, READ_OPEN);
        screen_relayout(v);
    }
    return 1;
}

int reading_key(struct screen *s, int is_code, wint_t key)
{
    struct view *v = s->top;
    if (!reading_goes_on(v) || always(v, action_of_key(GROUP_ALL | GROUP_MOVE | v->ops->groups, is_code, key)))
        return 0;
    if (s->nahead < KEYS_AHEAD)
        s->ahead[s->nahead++] = (struct key_ahead){is_code, key};
    return 1;
}
