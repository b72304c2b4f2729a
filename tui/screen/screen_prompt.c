/* The bottom line when it speaks or asks. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "screen.h"
#include "screen_impl.h"
#include "runner/base/utf8.h"
#include "runner/base/term.h"

void screen_say(struct screen *s, enum style style, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(s->say, sizeof s->say, fmt, ap);
    va_end(ap);
    s->say_style = style;
    screen_touch(s);
}

static void begin(struct screen *s, const char *label, const char *initial,
                  unsigned (*done)(struct view *, const char *, int), int tag, enum prompt_kind kind)
{
    struct prompt *p = &s->prompt;
    *p = (struct prompt){.active = 1, .kind = kind, .tag = tag, .done = done, .view = s->top};
    snprintf(p->label, sizeof p->label, "%s", label);
    snprintf(p->text, sizeof p->text, "%s", initial ? initial : "");
    p->len = p->at = strlen(p->text);
    s->say[0] = 0;
    screen_touch(s);
}

void screen_ask(struct screen *s, const char *label, const char *initial,
                unsigned (*done)(struct view *v, const char *text, int tag), int tag)
{
    begin(s, label, initial, done, tag, PROMPT_LINE);
}

void screen_ask_at(struct screen *s, int column)
{
    struct prompt *p = &s->prompt;
    for (p->at = 0; column > 0 && p->at < p->len; column--)
        for (p->at++; p->at < p->len && (p->text[p->at] & 0xc0) == 0x80; p->at++)
            ;
}

void screen_confirm(struct screen *s, const char *question,
                    unsigned (*done)(struct view *v, const char *text, int tag), int tag)
{
    begin(s, question, NULL, done, tag, PROMPT_CONFIRM);
}

void screen_ask_live(struct screen *s, const char *label,
                     unsigned (*done)(struct view *v, const char *text, int tag),
                     unsigned (*typed)(struct view *v, const char *text))
{
    begin(s, label, NULL, done, 0, PROMPT_LINE);
    s->prompt.typed = typed;
}

static unsigned left(struct view *v, const char *text, int tag)
{
    (void)v;
    (void)tag;
    return text ? VIEW_QUIT : VIEW_HANDLED;
}

void prompt_leave(struct screen *s)
{
    char label[200];
    if (s->w < 80)
        snprintf(label, sizeof label, "%s? Enter, y or q leaves.",
                 s->run.running ? "Stop the run and leave" : "Leave Ridge");
    else
        snprintf(label, sizeof label, "%sLeave Ridge? Enter, y or q leaves, any other key stays.",
                 s->run.running ? "This stops the run. " : "");
    begin(s, label, NULL, left, 0, PROMPT_LEAVE);
}

void prompt_forget(struct screen *s, const struct view *v)
{
    if (s->prompt.view == v)
        s->prompt.active = 0;
}

/* Nothing that was typed is lost by Esc or Ctrl-C. A palette is typed into afresh. */
static void keep_unsent(struct screen *s, const struct prompt *p, const char *sent)
{
    if (sent || p->kind != PROMPT_LINE || p->typed || !p->len)
        return;
    snprintf(s->unsent, sizeof s->unsent, "%s", p->text);
    screen_say(s, STYLE_TEXT, "Your text is kept: press Up at the next prompt to get it back.");
}

static void finish(struct screen *s, const char *text)
{
    struct prompt p = s->prompt; /* the answer may lead to the next question */
    s->prompt.active = 0;
    keep_unsent(s, &p, text);
    if (p.view == s->top)
        screen_act(s, reading_answer(p.view, p.done, text && p.kind == PROMPT_LINE ? p.text : text, p.tag));
    screen_touch(s);
}

int prompt_interrupt(struct screen *s)
{
    if (s->prompt.kind == PROMPT_LEAVE)
        return 1;
    finish(s, NULL);
    return 0;
}

static size_t before(const struct prompt *p)
{
    size_t k = p->at;
    while (k > 0 && (p->text[--k] & 0xc0) == 0x80)
        ;
    return k;
}

static size_t after(const struct prompt *p)
{
    size_t k = p->at;
    if (k < p->len)
        for (k++; k < p->len && (p->text[k] & 0xc0) == 0x80; k++)
            ;
    return k;
}

static void cut(struct prompt *p, size_t from, size_t to)
{
    memmove(p->text + from, p->text + to, p->len - to + 1);
    p->len -= to - from;
    p->at = from;
}

static void insert(struct prompt *p, uint32_t c)
{
    char bytes[4];
    size_t n = utf8_put(c, bytes);
    if (utf8_is_unsafe(c) || p->len + n >= sizeof p->text)
        return;
    memmove(p->text + p->at + n, p->text + p->at, p->len - p->at + 1);
    memcpy(p->text + p->at, bytes, n);
    p->len += n;
    p->at += n;
}

/* What was typed into the prompt that was left last. */
static void bring_back(struct screen *s)
{
    struct prompt *p = &s->prompt;
    if (!s->unsent[0] || p->len)
        return;
    snprintf(p->text, sizeof p->text, "%s", s->unsent);
    p->len = p->at = strlen(p->text);
}

static void confirm_key(struct screen *s, int is_code, wint_t key)
{
    if (!is_code && (key == 'y' || key == 'Y'))
        finish(s, "y");
    else if (!is_code && (key == 'n' || key == 'N' || key == 'q' || key == 27))
        finish(s, NULL);
}

/* Among the rows above it. */
static enum action choosing(int is_code, wint_t key)
{
    if (!is_code)
        return key == 14 ? ACTION_DOWN : key == 16 ? ACTION_UP : ACTION_NONE; /* ^N and ^P, as in a shell */
    return key == KEY_UP      ? ACTION_UP
           : key == KEY_DOWN  ? ACTION_DOWN
           : key == KEY_PPAGE ? ACTION_PAGE_UP
           : key == KEY_NPAGE ? ACTION_PAGE_DOWN
                              : ACTION_NONE;
}

static void edit_key(struct screen *s, int is_code, wint_t key)
{
    struct prompt *p = &s->prompt;
    if (p->kind == PROMPT_CONFIRM) {
        confirm_key(s, is_code, key);
    } else if (p->kind == PROMPT_LEAVE) {
        finish(s, key == (is_code ? KEY_ENTER : '\r') || (!is_code && strchr("\nqQyY", (int)key)) ? "y" : NULL);
    } else if (is_code) {
        switch (key) {
        case KEY_UP:
            bring_back(s);
            break;
        case KEY_LEFT:
            p->at = before(p);
            break;
        case KEY_RIGHT:
            p->at = after(p);
            break;
        case KEY_HOME:
            p->at = 0;
            break;
        case KEY_END:
            p->at = p->len;
            break;
        case KEY_BACKSPACE:
            cut(p, before(p), p->at);
            break;
        case KEY_DC:
            cut(p, p->at, after(p));
            break;
        case KEY_ENTER:
            finish(s, p->text);
            break;
        default:
            break;
        }
    } else if (key == '\r' || key == '\n') {
        finish(s, p->text);
    } else if (key == 27) {
        finish(s, NULL);
    } else if (key == 127 || key == 8) {
        cut(p, before(p), p->at);
    } else if (key == 1) {
        p->at = 0;
    } else if (key == 5) {
        p->at = p->len;
    } else if (key == 21) {
        cut(p, 0, p->at);
    } else if (key == 11) {
        cut(p, p->at, p->len);
    } else {
        insert(p, (uint32_t)key);
    }
}

void prompt_key(struct screen *s, int is_code, wint_t key)
{
    struct prompt *p = &s->prompt;
    enum action move = p->typed ? choosing(is_code, key) : ACTION_NONE;
    size_t len = p->len;
    screen_touch(s);
    if (move) {
        pane_move(&p->view->pane[p->view->focus], move);
        return;
    }
    edit_key(s, is_code, key);
    if (p->active && p->typed && p->len != len)
        screen_act(s, p->typed(p->view, p->text));
}

void prompt_draw(struct screen *s, int y)
{
    struct prompt *p = &s->prompt;
    struct pen pen = pen_on(s, y, 1, s->w - 2);
    if (p->kind != PROMPT_LINE) {
        pen_put(&pen, STYLE_STRONG, p->label);
        if (p->kind == PROMPT_CONFIRM)
            pen_put(&pen, STYLE_ACCENT, " [y/n]");
        return;
    }
    pen.limit = s->w - 2 > 30 ? (s->w - 2) * 2 / 3 : s->w / 2; /* the answer always has room */
    pen_put(&pen, STYLE_STRONG, p->label);
    pen.limit = pen.width;
    pen_put(&pen, STYLE_ACCENT, ": ");
    /* a long text slides, so that the cursor stays in sight */
    size_t from = 0;
    int room = pen_left(&pen) - 1;
    char head[PROMPT_BYTES];
    for (;;) {
        snprintf(head, sizeof head, "%.*s", (int)(p->at - from), p->text + from);
        if (term_width(head) <= room || from >= p->at)
            break;
        for (from++; from < p->at && (p->text[from] & 0xc0) == 0x80; from++)
            ;
    }
    int x = 1 + pen_at(&pen) + term_width(head);
    pen_put(&pen, STYLE_TEXT, p->text + from);
    curs_set(1);
    move(y, x < s->w ? x : s->w - 1);
}
