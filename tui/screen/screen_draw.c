/* Pens: the only code that writes characters, to the terminal or into a text. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "screen.h"
#include "screen_impl.h"
#include "runner/base/utf8.h"
#include "runner/base/term.h"
#include "runner/base/words.h"

enum style status_style(const char *status)
{
    static const enum style styles[] = {
        [LOOK_PLAIN] = STYLE_TEXT,   [LOOK_GOOD] = STYLE_ACCENT, [LOOK_BAD] = STYLE_BAD,
        [LOOK_DOUBT] = STYLE_STRONG, [LOOK_DIM] = STYLE_DIM,
    };
    return styles[status_word(status)->look];
}

/* ---- characters ----------------------------------------------------------------- */

/* Signs keep their width in ASCII, so that columns stay columns; prose goes through
 * utf8_to_ascii(). */
static const char *ascii_sign(uint32_t c)
{
    static const struct {
        uint32_t c;
        const char *ascii;
    } t[] = {{0x2713, "+"}, {0x2717, "x"}, {0xb7, "."},   {0x2605, "*"}, {0x203a, ">"},
             {0x203c, "!"}, {0x25aa, "o"}, {0x2595, "["}, {0x258f, "]"}, {0x2588, "#"},
             {0x2581, "_"}, {0x2582, "."}, {0x2583, ","}, {0x2584, "-"}, {0x2585, "="},
             {0x2586, "+"}, {0x2587, "*"}, {0x2500, "-"}, {0x2502, "|"}, {0x25b8, ">"},
             {0x25be, "v"}, {0x2190, "<"}, {0x2039, "<"}, {0x25b6, ">"}, {0x25a3, "o"}};
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        if (t[k].c == c)
            return t[k].ascii;
    return utf8_to_ascii(c);
}

static void emit_text(struct pen *p, const char *bytes, size_t n)
{
    if (p->len + n + 1 > p->size)
        return;
    memcpy(p->text + p->len, bytes, n);
    p->len += n;
    p->text[p->len] = 0;
}

static void emit_wide(struct pen *p, const wchar_t *w, int n)
{
    if (n)
        mvaddnwstr(p->y, p->x + p->at - p->skip, w, n);
}

/* Up to `room` columns of s; returns how many it took. `dry`: only count. */
static int emit(struct pen *p, enum style st, const char *s, int room, int dry)
{
    wchar_t wide[256];
    int n = 0, took = 0, base = 0;
    uint32_t c;
    if (p->screen && !dry)
        attr_set((style_attr(st) | p->extra) & ~A_COLOR, PAIR_NUMBER(style_attr(st)), NULL);
    for (size_t used; *s; s += used) {
        int w = term_char(s, &c, &used);
        const char *plain = p->ascii && w >= 0 ? ascii_sign(c) : NULL;
        if (*s == '\t' || *s == '\n') {
            plain = " ";
            w = 1;
        }
        if (w < 0)
            continue;
        if (plain)
            w = (int)strlen(plain);
        if (took + w > room)
            break;
        took += w;
        if (dry || p->at + took - w < p->skip) /* the character stands beyond the left edge */
            continue;
        if (!p->screen) {
            emit_text(p, plain ? plain : s, plain ? strlen(plain) : used);
            continue;
        }
        if (n + 8 > (int)(sizeof wide / sizeof wide[0])) {
            p->at += base;
            emit_wide(p, wide, n);
            p->at -= base;
            base = took - w;
            n = 0;
        }
        if (!n)
            base = took - w;
        if (plain)
            for (; *plain; plain++)
                wide[n++] = (unsigned char)*plain;
        else
            wide[n++] = (wchar_t)c;
    }
    if (n) {
        p->at += base;
        emit_wide(p, wide, n);
        p->at -= base;
    }
    if (!dry)
        p->at += took;
    return took;
}

static int measure(struct pen *p, const char *s)
{
    return emit(p, STYLE_TEXT, s, 1 << 20, 1);
}

/* ---- pens ----------------------------------------------------------------------- */

struct pen *pen_to_text(char *ret, size_t size, int width, int ascii)
{
    struct pen *p = calloc(1, sizeof *p);
    if (p)
        *p =
            (struct pen){.text = ret, .size = size, .width = width, .limit = width, .ascii = ascii};
    *ret = 0;
    return p;
}

void pen_free(struct pen *p)
{
    if (p && p->tail) {
        p->limit = p->width;
        pen_to(p, p->width - measure(p, p->tail));
        emit(p, STYLE_TEXT, p->tail, pen_left(p), 0);
        free(p->tail);
    }
    free(p);
}

struct pen pen_on(const struct screen *s, int y, int x, int w)
{
    return (struct pen){.screen = 1, .y = y, .x = x, .width = w, .limit = w, .ascii = s->ascii};
}

int pen_at(const struct pen *p)
{
    return p->at;
}

int pen_left(const struct pen *p)
{
    return p->limit > p->at ? p->limit - p->at : 0;
}

void pen_put(struct pen *p, enum style s, const char *text)
{
    int room = pen_left(p);
    if (room && measure(p, text) > room && p->sideways) {
        emit(p, s, text, room, 0);
        p->beyond = 1;
        p->limit = p->at;
        return;
    }
    if (room && measure(p, text) > room) {
        emit(p, s, text, room - 1, 0);
        emit(p, STYLE_DIM, p->ascii ? "~" : "…", 1, 0);
        p->limit = p->at; /* what follows would look like its end */
        return;
    }
    emit(p, s, text, room, 0);
}

void pen_fmt(struct pen *p, enum style s, const char *fmt, ...)
{
    char buf[2048];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    pen_put(p, s, buf);
}

void pen_to(struct pen *p, int column)
{
    while (p->at < column && pen_left(p) > 0)
        emit(p, STYLE_TEXT, " ", 1, 0);
}

void pen_repeat(struct pen *p, enum style s, const char *glyph, int n)
{
    while (n-- > 0 && pen_left(p) > 0)
        emit(p, s, glyph, 1, 0);
}

void pen_cell(struct pen *p, enum style s, int width, const char *text)
{
    int end = p->at + width, limit = p->limit;
    if (end < limit)
        p->limit = end;
    pen_put(p, s, text);
    p->limit = limit;
    pen_to(p, end);
}

void pen_name(struct pen *p, enum style s, int width, const char *name)
{
    pen_cell(p, s, width - 1, name);
    pen_to(p, p->at + 1);
}

int pen_names_wide(int width, const char *name)
{
    int own = term_width(name) + 1;
    return own > width ? own : width;
}

void pen_number(struct pen *p, enum style s, int width, const char *fmt, ...)
{
    char buf[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    int w = measure(p, buf);
    pen_to(p, p->at + width - w);
    pen_put(p, s, buf);
}

void pen_right(struct pen *p, enum style s, const char *fmt, ...)
{
    char buf[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    int w = measure(p, buf);
    if (!w || w > pen_left(p))
        return;
    if (!p->screen) { /* a text can't be written from its end: pen_free() adds it */
        char *old = p->tail;
        if (asprintf(&p->tail, "%s%s%s", buf, old ? " " : "", old ? old : "") < 0)
            p->tail = NULL;
        free(old);
    } else {
        struct pen at = *p;
        at.at = p->limit - w;
        emit(&at, s, buf, w, 0);
    }
    p->limit -= w + 1;
}

void pen_status(struct pen *p, const char *status)
{
    pen_put(p, status_style(status), status_sign(status));
}

void pen_bar(struct pen *p, int width, double part)
{
    static const char *const eighth[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int inner = width - 2;
    if (inner < 1 || pen_left(p) < width)
        return;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    int steps = (int)(part * inner * 8 + .5), full = steps / 8;
    emit(p, STYLE_DIM, "▕", 1, 0);
    int end = p->at + inner;
    pen_repeat(p, STYLE_ACCENT, "█", full);
    if (steps % 8 && !p->ascii)
        emit(p, STYLE_ACCENT, eighth[steps % 8], 1, 0);
    pen_to(p, end);
    emit(p, STYLE_DIM, "▏", 1, 0);
}

void pen_spark(struct pen *p, const double *v, size_t n)
{
    static const char *const level[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇"};
    double most = 0;
    for (size_t k = 0; k < n; k++)
        most = v[k] > most ? v[k] : most;
    for (size_t k = 0; k < n && pen_left(p) > 0; k++)
        emit(p, STYLE_ACCENT, level[most > 0 ? (int)(6 * v[k] / most + .5) : 0], 1, 0);
}

/* ---- logs with colours ---------------------------------------------------------- */

/* gcc and clang: bold for places, red for errors, magenta for warnings, green or cyan for notes. */
enum style text_log_style(const char *esc, enum style now)
{
    if (esc[1] != '[')
        return now;
    enum style s = now;
    for (const char *p = esc + 2; *p && *p != 'm';) {
        char *end;
        long v = strtol(p, &end, 10);
        if (end == p)
            v = 0;
        s = v == 0                                     ? STYLE_TEXT
            : v == 31 || v == 91                       ? STYLE_BAD
            : v == 35 || v == 95                       ? STYLE_STRONG
            : v == 32 || v == 36 || v == 92 || v == 96 ? STYLE_ACCENT
            : v == 1 && s == STYLE_TEXT                ? STYLE_STRONG
                                                       : s;
        p = *end == ';' ? end + 1 : end;
        if (*p && *p != 'm' && (*p < '0' || *p > '9'))
            return now;
    }
    return s;
}

void pen_log_from(struct pen *p, const char *text, enum style s)
{
    char piece[1024];
    size_t n = 0;
    for (; *text; text++) {
        size_t esc = term_escape(text);
        if (esc || (n + 8 > sizeof piece && (*text & 0xc0) != 0x80)) {
            piece[n] = 0;
            emit(p, s, piece, pen_left(p), 0);
            n = 0;
        }
        if (esc) {
            s = text_log_style(text, s);
            text += esc - 1;
        } else {
            piece[n++] = *text;
        }
    }
    piece[n] = 0;
    pen_put(p, s, piece);
}

/* ---- boxes ---------------------------------------------------------------------- */

void draw_box(const struct screen *s, int y, int x, int h, int w, const char *heading, int focus)
{
    enum style line = focus ? STYLE_ACCENT : STYLE_DIM;
    if (h < 2 || w < 4)
        return;
    struct pen top = pen_on(s, y, x, w), bottom = pen_on(s, y + h - 1, x, w);
    pen_put(&top, line, "┌");
    if (*heading && w > 8) {
        top.limit = w - 2;
        pen_put(&top, STYLE_TEXT, " ");
        pen_put(&top, focus ? STYLE_HEAD : STYLE_TEXT, heading);
        pen_put(&top, STYLE_TEXT, " ");
        top.limit = w;
    }
    pen_repeat(&top, line, "─", w - 1 - top.at);
    pen_put(&top, line, "┐");
    pen_put(&bottom, line, "└");
    pen_repeat(&bottom, line, "─", w - 2);
    pen_put(&bottom, line, "┘");
    for (int k = 1; k < h - 1; k++) {
        struct pen left = pen_on(s, y + k, x, 1), right = pen_on(s, y + k, x + w - 1, 1);
        pen_put(&left, line, "│");
        pen_put(&right, line, "│");
    }
}
