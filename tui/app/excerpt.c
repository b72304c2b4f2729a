/* A compiler's excerpts in lines of a given width: the source line and the marks below it are cut together. */
#define _GNU_SOURCE
#include "excerpt.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/utf8.h"

enum { LINES = 64 };

/* Bytes of a colour sequence that begins here. */
static size_t escape(const char *s)
{
    size_t n = 2;
    if (s[0] != 27 || s[1] != '[')
        return 0;
    while (isdigit((unsigned char)s[n]) || s[n] == ';')
        n++;
    return s[n] ? n + 1 : n;
}

static size_t letter(const char *s)
{
    size_t n = 1;
    while (((unsigned char)s[n] & 0xc0) == 0x80)
        n++;
    return n;
}

int excerpt_gutter(const char *line)
{
    int at = 0, blank = 1;
    for (; *line && *line != '\n'; line += escape(line) ? escape(line) : 1) {
        if (escape(line))
            continue;
        if (*line == '|')
            return at > 1 && blank && (line[1] == ' ' || line[1] == '\n' || !line[1] || line[1] == 27) ? at + 1 : 0;
        if (*line != ' ' && !isdigit((unsigned char)*line))
            return 0;
        blank = *line == ' ';
        at++;
    }
    return 0;
}

/* Columns of a line, and that of its first mark (-1: none). */
static int columns(const char *line, size_t n, int gutter, int *mark)
{
    int at = 0;
    *mark = -1;
    for (size_t k = 0; k < n;) {
        size_t esc = escape(line + k), len = esc ? esc : letter(line + k);
        if (!esc && at >= gutter && *mark < 0 && (line[k] == '^' || line[k] == '~'))
            *mark = at;
        at += esc ? 0 : utf8_text_width(line + k, len);
        k += len;
    }
    return at;
}

/* The gutter, then `width` columns from column `from` on. Colours stay whole. */
static void put(FILE *to, const char *line, size_t n, int gutter, int from, int width)
{
    int at = 0;
    for (size_t k = 0; k < n;) {
        size_t esc = escape(line + k), len = esc ? esc : letter(line + k);
        int shown = at < gutter || (at >= from && at < from + width);
        if (esc || shown)
            fwrite(line + k, 1, len, to);
        at += esc ? 0 : utf8_text_width(line + k, len);
        k += len;
    }
    fputc('\n', to);
}

/* Lines that belong together, from `text` on; returns where they end. */
static const char *group(FILE *to, const char *text, int width)
{
    const char *line[LINES];
    size_t len[LINES];
    int n = 0, gutter = excerpt_gutter(text), widest = 0, mark = -1;
    while (n < LINES && *text && excerpt_gutter(text) == gutter) {
        int at, wide;
        line[n] = text;
        len[n] = strcspn(text, "\n");
        wide = columns(text, len[n], gutter, &at);
        widest = wide > widest ? wide : widest;
        mark = mark < 0 ? at : mark;
        text += len[n] + (text[len[n]] == '\n');
        n++;
    }
    int room = width - gutter > 8 ? width - gutter : 8, from = gutter;
    if (widest > width && mark >= 0 && mark - gutter > room * 3 / 4)
        from = mark - room / 2;
    for (int k = 0; k < n; k++)
        put(to, line[k], len[k], gutter, from, room);
    return text;
}

char *excerpts_cut(const char *log, int width)
{
    char *ret = NULL;
    size_t n = 0;
    FILE *to = open_memstream(&ret, &n);
    while (to && *log) {
        if (excerpt_gutter(log)) {
            log = group(to, log, width);
            continue;
        }
        size_t len = strcspn(log, "\n");
        fprintf(to, "%.*s\n", (int)len, log);
        log += len + (log[len] == '\n');
    }
    if (to)
        fclose(to);
    return ret;
}
