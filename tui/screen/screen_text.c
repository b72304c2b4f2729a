/* Text on its way to a screen: cleaned, measured, broken into lines, searched; and how figures
 * read. */
#define _GNU_SOURCE
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runner/base/figure.h"
#include "screen.h"
#include "screen_impl.h"
#include "runner/base/utf8.h"

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

void text_ago_short(char *ret, size_t n, int64_t ms, int64_t now)
{
    time_t at = (time_t)(ms / 1000);
    struct tm a;
    localtime_r(&at, &a);
    text_ago(ret, n, ms, now);
    if (strlen(ret) > strlen("30 Nov"))
        strftime(ret, n, now - ms < 7 * 86400000LL ? "%a" : "%b %y", &a);
}

void text_duration(char *ret, size_t n, double ms)
{
    double s = ms / 1e3;
    if (s < 60)
        snprintf(ret, n, s < 10 ? "%.2f s" : "%.1f s", s);
    else
        snprintf(ret, n, "%d min %d s", (int)s / 60, (int)s % 60);
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
    unit = !unit || !strcmp(unit, "x") ? "" : figure_unit(unit);
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
