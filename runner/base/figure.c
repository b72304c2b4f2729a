/* figure.c: one form for numbers. */
#include "figure.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { WHOLE = 1000 }; /* from here on a fraction says nothing */

static void put_commas(double v, char ret[FIGURE])
{
    char digits[FIGURE];
    int n = snprintf(digits, sizeof digits, "%.0f", fabs(v)), to = 0;
    if (v <= -.5)
        ret[to++] = '-';
    for (int k = 0; k < n && to + 2 < FIGURE; k++) {
        ret[to++] = digits[k];
        if ((n - 1 - k) % 3 == 0 && k + 1 < n)
            ret[to++] = ',';
    }
    ret[to] = 0;
}

const char *figure_count(double v, char ret[FIGURE])
{
    if (!isfinite(v))
        return strcpy(ret, "–");
    if (fabs(v) < 1e21 && (fabs(v - round(v)) < 1e-9 * fmax(1, fabs(v)) || fabs(v) >= WHOLE))
        put_commas(v, ret);
    else
        snprintf(ret, FIGURE, "%.4g", v);
    return ret;
}

const char *figure_unit(const char *unit)
{
    return !strcmp(unit, "us") ? "µs" : !strcmp(unit, "1") ? "" : unit;
}

static const char *long_time(double s, char ret[FIGURE])
{
    double minutes = round(s / 60);
    if (s < 3600)
        snprintf(ret, FIGURE, "%d min %d s", (int)round(s) / 60, (int)round(s) % 60);
    else if (s < 48 * 3600.)
        snprintf(ret, FIGURE, "%d h %d min", (int)minutes / 60, (int)minutes % 60);
    else if (s < 1000 * 86400.)
        snprintf(ret, FIGURE, "%.3g days", s / 86400);
    else
        snprintf(ret, FIGURE, "%.3g years", s / 86400 / 365.25);
    return ret;
}

const char *figure_seconds(double s, char ret[FIGURE])
{
    static const struct {
        double below, times;
        const char *unit;
    } units[] = { { 999.5e-9, 1e9, "ns" }, { 999.5e-6, 1e6, "µs" }, { .9995, 1e3, "ms" }, { 99.5, 1, "s" } };
    if (!isfinite(s))
        return strcpy(ret, "–");
    if (s <= 0)
        return strcpy(ret, "0 s");
    for (size_t k = 0; k < sizeof units / sizeof *units; k++)
        if (s < units[k].below) {
            snprintf(ret, FIGURE, "%.3g %s", s * units[k].times, units[k].unit);
            return ret;
        }
    return long_time(s, ret);
}

const char *figure_of(double n, const char *one, char ret[FIGURE])
{
    char count[FIGURE];
    snprintf(ret, FIGURE, "%.20s %.17s%s", figure_count(n, count), one, n == 1 ? "" : "s");
    return ret;
}

/* With `digits` figures; a whole number that is large enough to be a count has all of its own. */
static void result(double v, int digits, char ret[FIGURE])
{
    bool count = fabs(v) >= 1e9 && fabs(v) < 0x1p53 && v == floor(v);
    if (isnan(v)) /* printf gives it a sign, which means nothing */
        snprintf(ret, FIGURE, "nan");
    else
        snprintf(ret, FIGURE, "%.*g", count ? 16 : digits, v);
}

const char *figure_result(double v, char ret[FIGURE])
{
    result(v, 9, ret);
    return ret;
}

void figure_results(double a, double b, char ret_a[FIGURE], char ret_b[FIGURE])
{
    figure_result(a, ret_a);
    figure_result(b, ret_b);
    if (a != b && !strcmp(ret_a, ret_b)) {
        result(a, 17, ret_a);
        result(b, 17, ret_b);
    }
}

void figure_hours(char *ret, size_t n, double hours)
{
    if (hours > 0 && hours < .5)
        snprintf(ret, n, "%.0f min", 60 * hours);
    else
        snprintf(ret, n, fabs(hours - round(hours)) < .05 ? "%.0f h" : "%.1f h", hours);
}

/* Units that take a prefix; others stand as they are. */

const char *figure_bytes(double v, char ret[FIGURE])
{
    static const char *const unit[] = { "B", "kB", "MB", "GB", "TB" };
    int k = 0;
    for (; k < 4 && v >= 1000; k++)
        v /= 1000;
    snprintf(ret, FIGURE, v >= 100 || v == floor(v) ? "%.0f %s" : v >= 10 ? "%.1f %s" : "%.2f %s", v, unit[k]);
    return ret;
}
