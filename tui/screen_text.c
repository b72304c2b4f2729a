/* Text on its way to a screen: cleaned, measured, broken into lines, searched; and how figures
 * read. */
#define _GNU_SOURCE
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "figure.h"
#include "screen.h"
#include "screen_impl.h"
#include "utf8.h"

const char *js_text(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

double js_number(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}

/*
 * One safe character. Returns its columns, or -1 for something that must not be shown (a control,
 * a change of direction); *used is how many bytes to go on. A tab is the caller's business.
 */
int text_char(const char *s, uint32_t *c, size_t *used)
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

/* Length of a terminal's control sequence at s, 0 when there is none. */
size_t text_escape(const char *s)
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

int text_width(const char *s)
{
    int width = 0;
    uint32_t c;
    for (size_t used; *s; s += used) {
        int w = text_char(s, &c, &used);
        if (*s == 27) {
            used = text_escape(s);
            w = 0;
        }
        width += w > 0 ? w : 0;
    }
    return width;
}

size_t text_break(const char *s, int width, size_t *next)
{
    size_t at = 0, blank = 0, used;
    int column = 0;
    uint32_t c;
    if (!*s)
        return *next = 0;
    for (; s[at] && s[at] != '\n'; at += used) {
        int w = text_char(s + at, &c, &used);
        if (s[at] == 27) {
            used = text_escape(s + at);
            continue;
        }
        if (c == ' ')
            blank = at;
        if (w > 0 && column + w > width && at > 0) {
            if (c == ' ')
                break;
            if (blank)
                at = blank;
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

long text_find(const char *text, const char *needle, size_t from)
{
    int exact = 0;
    size_t len = strlen(needle);
    for (size_t k = 0; k < len; k++)
        exact |= isupper((unsigned char)needle[k]) != 0;
    if (!len || from > strlen(text))
        return -1;
    const char *p = exact ? strstr(text + from, needle) : strcasestr(text + from, needle);
    return p ? p - text : -1;
}

/* From one place on, taking the first that fits each time. */
static int fuzzy_from(const char *text, size_t at, const char *typed)
{
    int score = 0, run = 0;
    size_t k = at;
    for (; *typed; typed++, k++) {
        if (*typed == ' ') { /* between words: what follows may stand anywhere later */
            run = 0;
            k--;
            continue;
        }
        size_t was = k;
        while (text[k] && tolower((unsigned char)text[k]) != tolower((unsigned char)*typed))
            k++;
        if (!text[k])
            return 0;
        run = k == was ? run + 1 : 1;
        score +=
            2 * run + (k == 0 || !isalnum((unsigned char)text[k - 1]) ? 8 : 0) - (k - was > 8 ? 8 : (int)(k - was));
    }
    return score > 0 ? score + 1 : 1;
}

int text_fuzzy(const char *text, const char *typed)
{
    int best = *typed ? 0 : 1;
    for (size_t at = 0; *typed && text[at]; at++)
        if (tolower((unsigned char)text[at]) == tolower((unsigned char)*typed)) {
            int score = fuzzy_from(text, at, typed);
            best = score > best ? score : best;
        }
    return best;
}

static int is_name(int c)
{
    return isalnum(c) || c == '_' || c == '-' || c == '.' || c == '+';
}

int text_location(const char *line, char *file, size_t n)
{
    static const char *const ends[] = {".c", ".h", ".cu", ".cuh", ".cc", ".cpp", ".lua"};
    for (const char *colon = strchr(line, ':'); colon; colon = strchr(colon + 1, ':')) {
        const char *from = colon;
        int number = 0, digits = 0;
        while (from > line && is_name((unsigned char)from[-1]))
            from--;
        while (digits < 7 && isdigit((unsigned char)colon[1 + digits]))
            number = number * 10 + colon[1 + digits++] - '0';
        size_t len = (size_t)(colon - from);
        const char *dot = memrchr(from, '.', len);
        if (!digits || !dot || dot == from || len >= n)
            continue;
        for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++)
            if ((size_t)(colon - dot) == strlen(ends[k]) &&
                !strncmp(dot, ends[k], strlen(ends[k]))) {
                memcpy(file, from, len);
                file[len] = 0;
                return number;
            }
    }
    return 0;
}

/* ---- figures -------------------------------------------------------------------- */

void text_ago(char *ret, size_t n, int64_t ms, int64_t now)
{
    time_t at = (time_t)(ms / 1000), today = (time_t)(now / 1000);
    struct tm a, b;
    localtime_r(&at, &a);
    localtime_r(&today, &b);
    int days = (b.tm_year - a.tm_year) * 366 + b.tm_yday - a.tm_yday;
    if (a.tm_year != b.tm_year)
        days = (int)((today - at) / 86400) + 1;
    const char *format = days <= 0                ? "%H:%M"
                         : days == 1              ? "yesterday"
                         : days < 7               ? "%A"
                         : a.tm_year == b.tm_year ? "%-d %b"
                                                  : "%b %Y";
    if (!strftime(ret, n, format, &a) && n)
        ret[0] = 0;
}

void text_duration(char *ret, size_t n, double ms)
{
    double s = ms / 1e3;
    if (s < 60)
        snprintf(ret, n, s < 10 ? "%.2f s" : "%.1f s", s);
    else
        snprintf(ret, n, "%d min %d s", (int)s / 60, (int)s % 60);
}

void text_hours(char *ret, size_t n, double hours)
{
    if (hours > 0 && hours < .5)
        snprintf(ret, n, "%.0f min", 60 * hours);
    else
        snprintf(ret, n, fabs(hours - round(hours)) < .05 ? "%.0f h" : "%.1f h", hours);
}

/* Units that take a prefix; others stand as they are. */
static int takes_prefix(const char *unit)
{
    static const char *const base[] = {"B", "FLOP", "B/s", "FLOP/s", "tok", "tok/s", "W", "Hz"};
    for (size_t k = 0; k < sizeof base / sizeof base[0]; k++)
        if (!strcmp(unit, base[k]))
            return 1;
    return 0;
}

void text_number(char *ret, size_t n, double v, const char *unit)
{
    static const char prefix[] = " kMGTPE";
    char count[FIGURE];
    size_t p = 0;
    if (!unit || !strcmp(unit, "1") || !strcmp(unit, "x"))
        unit = "";
    if (takes_prefix(unit))
        while (fabs(v) >= 1000 && p + 2 < sizeof prefix) {
            v /= 1000;
            p++;
        }
    if (p)
        snprintf(ret, n, fabs(v - round(v)) < 1e-9 ? "%.0f %c%s" : "%.3g %c%s", v, prefix[p], unit);
    else
        snprintf(ret, n, "%s%s%s", figure_count(v, count), *unit ? " " : "", unit);
}
