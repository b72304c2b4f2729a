/* term.c: see term.h. */
#define _GNU_SOURCE
#include "term.h"

#include <ctype.h>
#include <string.h>

#include "utf8.h"

enum { UNIT = 8 }; /* a blank, the longest unit and what follows */

int term_char(const char *s, uint32_t *c, size_t *used)
{
    size_t n = 1;
    while (n < 4 && s[n - 1] && s[n])
        n++;
    *c = utf8_decode(s, n, used);
    if (utf8_is_unsafe(*c))
        return -1;
    int w = utf8_width(*c);
    return w < 0 ? -1 : w;
}

size_t term_escape(const char *s)
{
    size_t n = 1;
    if (*s != 27)
        return 0;
    if (s[1] == '[') {
        for (n = 2; s[n] && ((unsigned char)s[n] < 0x40 || (unsigned char)s[n] > 0x7e); n++)
            ;
        return s[n] ? n + 1 : n;
    }
    if (s[1] == ']') {
        for (n = 2; s[n] && s[n] != 7 && s[n] != 27; n++)
            ;
        return s[n] == 7 ? n + 1 : s[n] == 27 && s[n + 1] == '\\' ? n + 2 : n;
    }
    return s[1] ? 2 : 1;
}

int term_width(const char *s)
{
    int width = 0;
    uint32_t c;
    for (size_t used; *s; s += used) {
        int w = term_char(s, &c, &used);
        if (*s == 27) {
            used = term_escape(s);
            w = 0;
        }
        width += w > 0 ? w : 0;
    }
    return width;
}

bool term_holds(const char *s, size_t n, size_t blank)
{
    static const char *const units[] = { "%", "ns", "µs", "ms", "s", "min", "h", "B", "KiB", "MiB", "GiB", "TiB", "kB",
                                         "MB", "GB", "TB", "PB", "FLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "MHz",
                                         "GHz", "W", "kW", "MW", "kWh" };
    const char *unit = s + blank + 1;
    if (!blank || blank + 1 >= n || !isdigit((unsigned char)s[blank - 1]))
        return false;
    for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
        size_t len = strlen(units[k]), end = blank + 1 + len;
        if (end <= n && !memcmp(unit, units[k], len) && (end == n || !isalnum((unsigned char)s[end])))
            return true;
    }
    return false;
}

size_t term_break(const char *s, int width, size_t *next)
{
    size_t at = 0, blank = 0, within = 0, used; /* within: the last blank before a unit, for want of another */
    int column = 0;
    uint32_t c;
    if (!*s)
        return *next = 0;
    for (; s[at] && s[at] != '\n'; at += used) {
        int w = term_char(s + at, &c, &used);
        if (s[at] == 27) {
            used = term_escape(s + at);
            continue;
        }
        bool held = c == ' ' && term_holds(s, at + strnlen(s + at, UNIT), at);
        if (c == ' ')
            *(held ? &within : &blank) = at;
        if (w > 0 && column + w > width && at > 0) {
            if (c == ' ' && !held)
                break;
            if (blank || within)
                at = blank ? blank : within;
            break;
        }
        column += w > 0 ? w : 0;
    }
    *next = at;
    while (s[*next] == ' ')
        ++*next;
    if (s[*next] == '\n')
        ++*next;
    while (at > 0 && s[at - 1] == ' ')
        at--;
    return at;
}
