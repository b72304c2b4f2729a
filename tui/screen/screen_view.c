/* Views: the stack, how they are drawn, and what a key does to all of them alike. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "tui/app/code.h"
#include "curriculum/load/markdown.h"
#include "screen.h"
#include "screen_impl.h"
#include "runner/base/js.h"
#include "runner/base/term.h"
#include "tui/app/find.h"
#include "tui/app/interview.h"

enum { WIDE_ENOUGH = 124, WIDEST = 1000, SIDE_STEP = 16 }; /* columns */
enum { MAX_DEPTH = 12, ROW_BYTES = 4096, SAY_LINES = 4 };

/* ---- one row -------------------------------------------------------------------- */

static enum style markdown_style_of(enum markdown_style m)
{
    switch (m) {
    case MARKDOWN_H1:
    case MARKDOWN_H2:
    case MARKDOWN_H3:
        return STYLE_HEAD;
    case MARKDOWN_STRONG:
        return STYLE_STRONG;
    case MARKDOWN_EMPH:
        return STYLE_EMPH;
    case MARKDOWN_CODE:
        return STYLE_CODE;
    case MARKDOWN_RULE:
    case MARKDOWN_MARKER:
        return STYLE_DIM;
    default:
        return STYLE_TEXT;
    }
}

/* Is a comment open where this line of a code block begins? */
static int comment_before(const struct markdown *m, int line)
{
    int inside = 0, from = line;
    while (from > 0 && m->lines[from - 1].lang == m->lines[line].lang)
        from--;
    for (; from < line; from++) {
        const struct markdown_line *l = &m->lines[from];
        enum code_token kind;
        for (size_t at = (size_t)l->code_start; at < l->len;)
            at += code_next(l->text + at, l->len - at, &inside, &kind);
    }
    return inside;
}

static void draw_code(const struct markdown *m, int line, struct pen *p)
{
    static const enum style style[] = {STYLE_TEXT, STYLE_STRONG, STYLE_ACCENT, STYLE_EMPH, STYLE_DIM};
    const struct markdown_line *l = &m->lines[line];
    int inside = comment_before(m, line);
    enum code_token kind;
    pen_fmt(p, STYLE_DIM, "%.*s", l->code_start, l->text);
    for (size_t at = (size_t)l->code_start, used; at < l->len; at += used) {
        used = code_next(l->text + at, l->len - at, &inside, &kind);
        pen_fmt(p, style[kind], "%.*s", (int)used, l->text + at);
    }
}

static void draw_markdown(const struct markdown *m, int line, struct pen *p)
{
    const struct markdown_line *l = &m->lines[line];
    char buf[ROW_BYTES];
    if (code_known(l->lang)) {
        draw_code(m, line, p);
        return;
    }
    for (size_t k = 0; k < l->nspans; k++) {
        const struct markdown_span *s = &l->spans[k];
        size_t n = s->len < sizeof buf ? s->len : sizeof buf - 1;
        memcpy(buf, l->text + s->start, n);
        buf[n] = 0;
        pen_put(p, markdown_style_of(s->style), buf);
    }
}

void view_draw_row(struct view *v, struct pane *p, const struct row *r, struct pen *pen)
{
    (void)p;
    pen_to(pen, r->indent);
    switch (r->kind) {
    case ROW_TEXT:
        pen_put(pen, r->style, r->text ? r->text : "");
        break;
    case ROW_HEAD:
        if (r->file)
            pen_right(pen, STYLE_DIM, "%s", r->file);
        pen_put(pen, STYLE_HEAD, r->text ? r->text : "");
        break;
    case ROW_STATUS:
        if (r->file)
            pen_right(pen, STYLE_DIM, "%s", r->file);
        pen_fmt(pen, r->style, "%s ", r->sign);
        pen_put(pen, r->style == STYLE_DIM ? STYLE_DIM : STYLE_TEXT, r->text ? r->text : "");
        break;
    case ROW_LOG:
        pen_log_from(pen, r->text ? r->text : "", r->style);
        break;
    case ROW_MARKDOWN:
        draw_markdown(r->md, r->n, pen);
        break;
    default:
        v->ops->draw(v, r, pen);
    }
}

/* What a row says: for search, and nothing else needs to know how it is drawn. */
void view_row_text(struct view *v, struct pane *p, long k, char *ret, size_t n)
{
    struct pen *pen = pen_to_text(ret, n, p->rows[k].wide ? WIDEST : p->w, v->scr->ascii);
    if (pen)
        view_draw_row(v, p, &p->rows[k], pen);
    pen_free(pen);
}

/* ---- drawing a view ------------------------------------------------------------- */

static void highlight(struct view *v, struct pane *p, long k, int y)
{
    char text[ROW_BYTES];
    const char *needle = v->scr->needle;
    view_row_text(v, p, k, text, sizeof text);
    for (long at = find_text(text, needle, 0); at >= 0;
         at = find_text(text, needle, (size_t)at + 1)) {
        size_t end = (size_t)at + strlen(needle);
        char keep = text[end];
        text[end] = 0;
        int to = term_width(text);
        text[end] = keep;
        keep = text[at];
        text[at] = 0;
        int from = term_width(text);
        text[at] = keep;
        if (p->rows[k].wide) {
            from = from > p->left ? from - p->left : 0;
            to -= p->left;
        }
        if (from < p->w && to > from)
            mvchgat(y, p->x + from, to - from < p->w - from ? to - from : p->w - from, A_REVERSE, 0,
                    NULL);
    }
}

/* A wrapped text is one with all its rows. */
static int under_mark(const struct pane *p, long at)
{
    while (at > 0 && p->rows[at].part)
        at--;
    return at == p->cursor && p->rows[at].select;
}

/* Draws the part of a wide row between the edges; a sign in the margin tells on which side there is more. */
static void draw_wide_row(struct view *v, struct pane *p, long at, struct pen *pen)
{
    struct pen left = pen_on(v->scr, pen->y, p->x - 1, 1), right = pen_on(v->scr, pen->y, p->x + p->w, 1);
    pen->sideways = 1;
    pen->skip = p->left;
    pen->width = pen->limit = p->w + p->left;
    view_draw_row(v, p, &p->rows[at], pen);
    if (p->left && pen_at(pen) > 0)
        pen_put(&left, STYLE_ACCENT, "‹");
    if (pen->beyond)
        pen_put(&right, STYLE_ACCENT, "›");
    p->cut |= pen->beyond || p->left > 0;
}

static void draw_pane(struct view *v, struct pane *p, int focus)
{
    struct screen *s = v->scr;
    if (p->hidden)
        return;
    if (p->box)
        draw_box(s, p->y - 1, p->x - 3, p->h + 2, p->w + 5, p->heading, focus && v->npanes > 1);
    p->cut = 0;
    for (int k = 0; k < p->h && p->top + k < (long)p->n; k++) {
        long at = p->top + k;
        struct pen pen = pen_on(s, p->y + k, p->x, p->w), mark = pen_on(s, p->y + k, p->x - 2, 1);
        if (at == p->cursor && p->rows[at].select)
            pen_put(&mark, focus ? STYLE_ACCENT : STYLE_DIM, "›");
        pen.extra = focus && under_mark(p, at) ? A_BOLD : 0;
        if (p->rows[at].wide)
            draw_wide_row(v, p, at, &pen);
        else
            view_draw_row(v, p, &p->rows[at], &pen);
        if (focus && s->needle[0])
            highlight(v, p, at, p->y + k);
    }
    /* more above or below: a sign in the margin, so that nothing hides without a word */
    int x = p->x + p->w + (p->box ? 1 : 0);
    struct pen up = pen_on(s, p->y, x, 1), down = pen_on(s, p->y + p->h - 1, x, 1);
    if (p->top > 0)
        pen_put(&up, STYLE_DIM, "↑");
    if (p->top + p->h < (long)p->n && p->h > 1)
        pen_put(&down, STYLE_DIM, "↓");
}

void view_path(const struct view *v, char *ret, size_t n)
{
    if (v->below) {
        view_path(v->below, ret, n);
        size_t len = strlen(ret);
        snprintf(ret + len, n - len, " › %s", v->title);
    } else {
        snprintf(ret, n, "%s", v->title);
    }
}

static void draw_title(struct screen *s)
{
    char path[600], right[160];
    const struct run *run = &s->run;
    struct pen p = pen_on(s, 0, 1, s->w - 2);
    if (run->running) {
        const struct run_phase *f = run->nphases ? &run->phase[run->nphases - 1] : NULL;
        char count[32] = "";
        if (f && f->n)
            snprintf(count, sizeof count, " %d/%d", f->k, f->n);
        snprintf(right, sizeof right, "▸ %.60s %.20s%s %.1f s", run->lab, f ? f->name : run->verb,
                 count, run->elapsed);
    } else if (reading_late(s->top)) {
        snprintf(right, sizeof right, "reading…");
    } else if (s->top->right[0]) {
        snprintf(right, sizeof right, "%s", s->top->right);
    } else {
        time_t t = (time_t)(screen_now(s) / 1000);
        struct tm tm;
        localtime_r(&t, &tm);
        strftime(right, sizeof right, "%a %-d %b %H:%M", &tm);
    }
    view_path(s->top, path, sizeof path);
    /* the end of the path says where one is: when room is short its beginning goes */
    const char *from = path;
    int room = s->w - 2 - term_width(right) - 2;
    if (room < 24) {
        right[0] = 0;
        room = s->w - 2;
    }
    pen_right(&p, run->running ? STYLE_ACCENT : STYLE_DIM, "%s", right);
    for (const char *next; term_width(from) > room && (next = strstr(from, " › "));)
        from = next + strlen(" › ");
    pen_put(&p, STYLE_HEAD, from);
}

/* Where a label stands, for the mouse. */
static void note_label(struct screen *s, int from, int to, enum action a)
{
    if (s->nlabels == LABELS)
        return;
    s->label[s->nlabels].from = from;
    s->label[s->nlabels].to = to;
    s->label[s->nlabels++].action = a;
}

static void draw_keys(struct screen *s, int y)
{
    struct pen p = pen_on(s, y, 1, s->w - 2);
    char key[16];
    /* help and the way out stand at the right, whatever else has room */
    const char *help = "? keys", *leave = s->top->below ? "q back" : "q quit";
    int end = s->w - 1, out = term_width(leave), cut = 0;
    pen_right(&p, STYLE_TEXT, "%s  %s", help, leave);
    note_label(s, end - out, end, ACTION_BACK);
    note_label(s, end - out - 2 - term_width(help), end - out - 2, ACTION_HELP);
    const struct view *v = s->top;
    for (int k = 0; k < v->npanes; k++)
        cut |= !v->pane[k].hidden && v->pane[k].cut;
    if (cut && v->ops->groups & GROUP_WIDE) {
        static const char side[] = "> more";
        note_label(s, end - out - 4 - term_width(help) - term_width(side), end - out - 4 - term_width(help),
                   ACTION_SIDE_RIGHT);
        pen_right(&p, STYLE_TEXT, "%s ", side);
    }
    static const unsigned char none[] = {0};
    const unsigned char *bar = !reading_ready(v) ? none : v->ops->bar_now ? v->ops->bar_now(v) : v->ops->bar;
    for (const unsigned char *a = bar; *a; a++) {
        const struct action_info *i = &action_table[*a];
        int from = 1 + pen_at(&p);
        action_key((enum action) * a, key);
        if (term_width(key) + 1 + term_width(i->label) > pen_left(&p))
            break;
        pen_fmt(&p, STYLE_ACCENT, "%s ", key);
        pen_put(&p, STYLE_TEXT, i->label);
        note_label(s, from, 1 + pen_at(&p), (enum action) * a);
        pen_to(&p, pen_at(&p) + 2);
    }
}

static void draw_rule(struct screen *s, int y)
{
    struct pen p = pen_on(s, y, 0, s->w);
    pen_repeat(&p, STYLE_DIM, "─", s->w);
}

/* A sentence takes the lines that it needs, from the bottom up: an error's advice stands at its
 * end. */
static void draw_say(struct screen *s)
{
    const char *line[SAY_LINES];
    size_t len[SAY_LINES], next;
    int n = 0;
    for (const char *p = s->say; *p && n < SAY_LINES; p += next, n++) {
        line[n] = p;
        len[n] = term_break(p, s->w - 2, &next);
        if (!next)
            break;
    }
    for (int k = 0; k < n; k++) {
        char text[sizeof s->say];
        struct pen p = pen_on(s, s->h - n + k, 0, s->w);
        snprintf(text, sizeof text, "%.*s", (int)len[k], line[k]);
        pen_to(&p, 1);
        pen_put(&p, s->say_style, text);
        pen_to(&p, s->w);
    }
}

static int framed(const struct screen *s)
{
    return s->h >= 16;
}

static void draw_too_small(struct screen *s)
{
    char text[120];
    size_t next, used;
    const char *p = text;
    snprintf(text, sizeof text, "Ridge needs %d×%d and is made for %d×%d; this is %d×%d. Q leaves.",
             MIN_COLUMNS, MIN_ROWS, MADE_FOR_COLUMNS, MADE_FOR_ROWS, s->w, s->h);
    if (s->prompt.active)
        snprintf(text, sizeof text, "%.*s", (int)sizeof text - 1, s->prompt.label);
    for (int y = s->h > 2 ? 1 : 0; y < s->h && *p; y++, p += next) {
        struct pen pen = pen_on(s, y, 0, s->w);
        char line[120];
        used = term_break(p, s->w, &next);
        snprintf(line, sizeof line, "%.*s", (int)used, p);
        pen_put(&pen, STYLE_TEXT, line);
        if (!next)
            break;
    }
}

void screen_draw(struct screen *s)
{
    struct view *v = s->top;
    erase();
    curs_set(0);
    s->nlabels = 0;
    if (s->h < MIN_ROWS || s->w < MIN_COLUMNS) {
        draw_too_small(s);
        return;
    }
    draw_title(s);
    if (framed(s)) {
        draw_rule(s, 1);
        draw_rule(s, s->h - 2);
    }
    for (int k = 0; k < v->npanes; k++)
        draw_pane(v, &v->pane[k], k == v->focus);
    if (s->prompt.active) {
        prompt_draw(s, s->h - 1);
    } else if (s->say[0]) {
        draw_say(s);
    } else {
        draw_keys(s, s->h - 1);
    }
}

/* ---- rows, layout --------------------------------------------------------------- */

void view_fill(struct view *v)
{
    struct {
        int kind, n;
    } mark[VIEW_PANES];
    for (int k = 0; k < v->npanes; k++) {
        struct pane *p = &v->pane[k];
        int has = p->cursor >= 0 && p->cursor < (long)p->n;
        mark[k].kind = has ? p->rows[p->cursor].kind : -1;
        mark[k].n = has ? p->rows[p->cursor].n : -1;
        pane_empty(p);
        p->marked = 0;
    }
    if (reading_ready(v))
        v->ops->fill(v);
    else
        reading_fill(v);
    for (int k = 0; k < v->npanes; k++) {
        struct pane *p = &v->pane[k];
        pane_settle(p);
        if (p->left) /* a wider pane has less beyond its edges */
            pane_sideways(p, 0);
        for (size_t r = 0; !p->marked && r < p->n; r++)
            if (p->rows[r].select && p->rows[r].kind == mark[k].kind && p->rows[r].n == mark[k].n)
                p->cursor = (long)r;
    }
    if (v->pane[v->focus].hidden)
        v->focus = 0;
}

static void view_layout(struct view *v)
{
    struct screen *s = v->scr;
    int y = framed(s) ? 2 : 1, h = s->h - (framed(s) ? 4 : 2);
    if (s->h < MIN_ROWS || s->w < MIN_COLUMNS)
        return; /* nothing of it is shown; marks stay where they are */
    int seen[VIEW_PANES];
    for (int k = 0; k < v->npanes; k++)
        seen[k] = pane_row(&v->pane[k]) != NULL;
    if (v->ops->layout && reading_ready(v))
        v->ops->layout(v, y, 0, h, s->w);
    else
        pane_place(&v->pane[0], y, 0, h, s->w < WIDE_ENOUGH ? s->w : WIDE_ENOUGH);
    view_fill(v);
    for (int k = 0; k < v->npanes; k++) {
        struct pane *p = &v->pane[k];
        if (seen[k] && p->cursor >= 0 && !pane_row(p)) /* what was being looked at stays in sight */
            pane_mark(p, p->rows[p->cursor].kind, p->rows[p->cursor].n);
    }
}

void screen_reload(struct view *v)
{
    view_reload(v);
}

void screen_relayout(struct view *v)
{
    view_layout(v);
}

void screen_layout(struct screen *s)
{
    if (s->top)
        view_layout(s->top);
}

void view_reload(struct view *v)
{
    reading_load(v);
    view_layout(v);
}

/* ---- the stack ------------------------------------------------------------------ */

static void view_free(struct view *v)
{
    reading_free(v);
    if (v->ops->close)
        v->ops->close(v);
    for (int k = 0; k < VIEW_PANES; k++)
        pane_clear(&v->pane[k]);
    free(v->data);
    free(v->arg);
    free(v);
}

/* A page that others lie on, out of the stack; it opens again where it was left. */
static void drop(struct screen *s, struct view *v)
{
    struct view *above = s->top;
    while (above->below != v)
        above = above->below;
    state_remember(v);
    prompt_forget(s, v);
    run_forget(s, v);
    above->below = v->below;
    view_free(v);
}

static int is_page(const struct view *v, const struct view_ops *ops, const char *arg)
{
    return v->ops == ops && !strcmp(v->arg ? v->arg : "", arg ? arg : "");
}

/* No page is in the stack twice, and the stack has an end: the oldest above home goes. */
static void make_room(struct screen *s)
{
    struct view *oldest = NULL, *twin = NULL;
    int depth = 1;
    for (struct view *v = s->top->below; v && v->below; v = v->below, depth++) {
        oldest = v;
        twin = is_page(v, s->top->ops, s->top->arg) ? v : twin;
    }
    if (twin)
        drop(s, twin);
    else if (depth > MAX_DEPTH && oldest)
        drop(s, oldest);
}

int screen_open(struct screen *s, const struct view_ops *ops, const char *arg)
{
    json_t *sitting = s->pages->sitting && ops != s->pages->help ? interview_open(s->app) : NULL;
    if (sitting && s->top) { /* the book is closed until the sitting ends */
        ops = s->pages->sitting;
        arg = NULL;
    }
    bool there = s->top && (is_page(s->top, ops, arg) || (sitting && s->top->ops == ops));
    json_decref(sitting);
    if (there)
        return 0;
    struct view *v = calloc(1, sizeof *v);
    if (!v)
        return -1;
    *v = (struct view){
        .ops = ops, .scr = s, .app = s->app, .npanes = 1, .arg = arg ? strdup(arg) : NULL};
    v->data = calloc(1, ops->size + 1);
    snprintf(v->title, sizeof v->title, "%s", ops->name);
    for (int k = 0; k < VIEW_PANES; k++)
        v->pane[k].cursor = v->pane[k].found = -1;
    if (reading_new(v)) {
        view_free(v);
        return -1;
    }
    for (struct view *below = s->top; below; below = below->below)
        if (below == s->top || is_page(below, ops, arg))
            state_remember(below);
    if (ops != s->pages->help) /* what opens may change what is remembered */
        v->reading->place = json_incref(state_place(v));
    if (v->reading->place && ops->restore)
        ops->restore(v, v->reading->place);
    if (reading_open(v) < 0) {
        reading_failed(s);
        view_free(v);
        return -1;
    }
    v->below = s->top;
    s->top = v;
    make_room(s);
    s->needle[0] = 0;
    if (reading_ready(v))
        view_arrived(v);
    else
        view_layout(v);
    reading_opened(v);
    screen_touch(s);
    return 0;
}

void view_arrived(struct view *v)
{
    view_layout(v);
    if (v->reading->place)
        state_recall(v, v->reading->place);
    view_moved(v);
}

void screen_close_top(struct screen *s)
{
    struct view *v = s->top;
    state_remember(v);
    prompt_forget(s, v);
    run_forget(s, v);
    s->top = v->below;
    view_free(v);
    s->needle[0] = 0;
    if (s->top)
        view_reload(s->top);
    screen_touch(s);
}

/* The newest comes first: NEXT. */
static void go_home(struct screen *s)
{
    while (s->top->below && s->top->below->below)
        drop(s, s->top->below);
    if (s->top->below)
        screen_close_top(s);
    pane_move(&s->top->pane[0], ACTION_TOP);
}

void views_free(struct screen *s)
{
    while (s->top) {
        struct view *v = s->top;
        run_forget(s, v);
        s->top = v->below;
        view_free(v);
    }
}

void screen_act(struct screen *s, unsigned bits)
{
    if (bits & VIEW_QUIT) {
        s->quit = 1;
    } else if (bits & VIEW_CLOSE) {
        if (s->top->below)
            screen_close_top(s);
        else if (reading_ready(s->top) && !s->detached)
            prompt_leave(s);
        else
            s->quit = 1; /* a first page that does not come holds nobody */
    } else if (bits & VIEW_RELOAD) {
        view_reload(s->top);
    } else if (bits & VIEW_FILL) {
        view_layout(s->top);
    }
    if (bits)
        screen_touch(s);
}

unsigned view_moved(struct view *v)
{
    return v->ops->moved && reading_ready(v) && !reading_goes_on(v) ? v->ops->moved(v) : 0;
}

/* ---- what all views share ------------------------------------------------------- */

static void find(struct screen *s, int way)
{
    struct view *v = s->top;
    struct pane *p = &v->pane[v->focus];
    char text[ROW_BYTES];
    long n = (long)p->n, from = p->found;
    if (!s->needle[0])
        screen_say(s, STYLE_TEXT, "Nothing was searched for yet: / finds words on a page.");
    if (!s->needle[0] || !n)
        return;
    if (from < p->top || from >= p->top + p->h)
        from = way > 0 ? p->top - 1 : p->top + p->h;
    for (long k = 1; k <= n; k++) {
        long at = ((from + way * k) % n + n) % n;
        view_row_text(v, p, at, text, sizeof text);
        if (find_text(text, s->needle, 0) < 0)
            continue;
        p->found = at;
        if (p->rows[at].select)
            p->cursor = at;
        if (at < p->top || at >= p->top + p->h)
            p->top = at - p->h / 3;
        p->follow = 0;
        pane_settle(p);
        if (way > 0 ? at <= from : at >= from)
            screen_say(s, STYLE_DIM, "Search wrapped to the %s.", way > 0 ? "top" : "end");
        return;
    }
    screen_say(s, STYLE_TEXT, "\"%s\" is not on this page.", s->needle);
}

static unsigned find_done(struct view *v, const char *text, int tag)
{
    (void)tag;
    if (!text)
        return VIEW_HANDLED;
    snprintf(v->scr->needle, sizeof v->scr->needle, "%s", text);
    v->pane[v->focus].found = -1;
    find(v->scr, 1);
    return VIEW_HANDLED | (view_moved(v));
}

static void next_pane(struct view *v)
{
    for (int k = 1; k <= v->npanes; k++) {
        int at = (v->focus + k) % v->npanes;
        if (!v->pane[at].hidden && v->pane[at].n) {
            v->focus = at;
            return;
        }
    }
}

/* The pane that has the keys, or where it has no wide row another that does. */
static unsigned sideways(struct view *v, int columns)
{
    int done = pane_sideways(&v->pane[v->focus], columns);
    for (int k = 0; k < v->npanes && !done; k++)
        done = !v->pane[k].hidden && k != v->focus && pane_sideways(&v->pane[k], columns);
    if (!done)
        screen_say(v->scr, STYLE_TEXT, columns > 0 ? "No line continues to the right."
                                                   : "Lines are shown from their beginning.");
    return VIEW_HANDLED;
}

static unsigned generic(struct screen *s, enum action a, const struct row *r)
{
    struct view *v = s->top;
    struct pane *p = &v->pane[v->focus];
    switch (a) {
    case ACTION_UP:
    case ACTION_DOWN:
    case ACTION_PAGE_UP:
    case ACTION_PAGE_DOWN:
    case ACTION_READ_ON:
    case ACTION_TOP:
    case ACTION_BOTTOM:
        pane_move(p, a);
        return VIEW_HANDLED | (view_moved(v));
    case ACTION_PANE:
        next_pane(v);
        return VIEW_HANDLED;
    case ACTION_SIDE_LEFT:
    case ACTION_SIDE_RIGHT:
        return sideways(v, a == ACTION_SIDE_RIGHT ? SIDE_STEP : -SIDE_STEP);
    case ACTION_OPEN:
        return r && r->file && r->line ? (screen_edit(s, r->file, r->line), VIEW_HANDLED)
                                       : VIEW_IGNORED;
    case ACTION_FIND:
        screen_ask(s, "find", "", find_done, 0);
        return VIEW_HANDLED;
    case ACTION_FIND_NEXT:
    case ACTION_FIND_PREV:
        find(s, a == ACTION_FIND_NEXT ? 1 : -1);
        return VIEW_HANDLED | (view_moved(v));
    case ACTION_COMMAND:
        s->pages->palette(s);
        return VIEW_HANDLED;
    case ACTION_GLOSSARY:
        screen_open(s, s->pages->lesson, "glossary");
        return VIEW_HANDLED;
    case ACTION_HELP:
        if (v->ops != s->pages->help)
            screen_open(s, s->pages->help, v->ops->name);
        return VIEW_HANDLED;
    case ACTION_HOME:
        go_home(s);
        return VIEW_HANDLED;
    case ACTION_BACK:
        return VIEW_CLOSE;
    case ACTION_QUIT:
        return VIEW_QUIT;
    case ACTION_THEME:
        theme_next(s);
        return VIEW_HANDLED;
    case ACTION_REDRAW:
        clearok(curscr, TRUE);
        return VIEW_HANDLED;
    default:
        return VIEW_IGNORED;
    }
}

int screen_action(struct screen *s, enum action a)
{
    struct view *v = s->top;
    struct row *r = pane_row(&v->pane[v->focus]);
    crash_note(v->ops->name, action_table[a].name);
    if (reading_takes(v, a))
        return 1;
    int there = reading_ready(v) && !reading_goes_on(v);
    unsigned bits = there && v->ops->request ? reading_request(v, a, r) : VIEW_IGNORED;
    if (!bits)
        bits = generic(s, a, r);
    screen_act(s, bits);
    return bits != VIEW_IGNORED;
}
