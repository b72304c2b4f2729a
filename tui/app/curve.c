/* curve.c: a series as words, axes and dots. */
#define _GNU_SOURCE
#include "curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "canvas.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

enum { LABEL = 8, LEFT = LABEL + 2, WIDEST = 200, NAME = 16 };
static const double FAR_APART = 50; /* from this ratio of the most to the least on, the axis is logarithmic */

/* ---- read -------------------------------------------------------------------------------------------------- */

static double finite_or_nan(const json_t *v)
{
    return json_is_number(v) && isfinite(json_number_value(v)) ? json_number_value(v) : NAN;
}

static void read_point(const json_t *p, double *lo, double *hi)
{
    double a = finite_or_nan(json_is_array(p) ? json_array_get(p, 0) : p);
    double b = json_is_array(p) ? finite_or_nan(json_array_get(p, 1)) : a;
    *lo = isnan(b) ? NAN : fmin(a, b);
    *hi = isnan(a) ? NAN : fmax(a, b);
    if (isnan(*lo) || isnan(*hi))
        *lo = *hi = NAN;
}

static size_t count_of(const json_t *row, const char *key)
{
    json_int_t v = json_integer_value(json_object_get(row, key));
    return v > 0 ? (size_t)v : 0;
}

void curve_read(const json_t *row, struct curve *ret)
{
    const json_t *points = json_object_get(row, "points");
    *ret = (struct curve){ .id = js_text(row, "id"), .title = js_text(row, "title"), .unit = js_text(row, "unit"),
                           .call = js_text(row, "call"), .case_id = js_text(row, "case"), .bad = count_of(row, "bad"),
                           .least_at = count_of(row, "least_at"), .least = NAN, .most = NAN,
                           .last = finite_or_nan(json_object_get(row, "last")) };
    for (size_t k = 0; k < json_array_size(points) && k < CURVE_MOST_POINTS; k++) {
        read_point(json_array_get(points, k), &ret->lo[k], &ret->hi[k]);
        ret->least = fmin(ret->least, ret->lo[k]); /* which of a number and NaN is the number */
        ret->most = fmax(ret->most, ret->hi[k]);
        ret->npoints++;
    }
    ret->n = count_of(row, "n");
    ret->n = ret->n < ret->npoints ? ret->npoints : ret->n;
    ret->thinned = ret->n > ret->npoints;
}

/* ---- scale ------------------------------------------------------------------------------------------------- */

struct curve_scale curve_scale_of(const struct curve *list, size_t n)
{
    struct curve_scale s = { .lo = NAN, .hi = NAN };
    for (size_t k = 0; k < n; k++) {
        s.lo = fmin(s.lo, list[k].least);
        s.hi = fmax(s.hi, list[k].most);
        s.n = list[k].n > s.n ? list[k].n : s.n;
    }
    s.logarithmic = s.lo > 0 && s.hi / s.lo >= FAR_APART;
    if (s.lo >= s.hi) { /* one value alone: in the middle */
        double by = s.lo == 0 ? 1 : fabs(s.lo) / 2;
        s.lo -= by;
        s.hi += by;
    }
    return s;
}

/* Where a value lies from below, 0 to 1. Halves, because the whole may be no number of doubles. */
static double height_at(const struct curve_scale *s, double v)
{
    if (s->logarithmic)
        return (log(v) - log(s->lo)) / (log(s->hi) - log(s->lo));
    return (v / 2 - s->lo / 2) / (s->hi / 2 - s->lo / 2);
}

/* 1, 2 or 5 times a power of ten: at most `most` of them fit into the span. */
static double step_of(double span, int most)
{
    double power = pow(10, floor(log10(span / most)));
    for (int k = 0; k < 2; k++, power *= 10)
        for (int m = 1; m <= 5; m = m == 1 ? 2 : m == 2 ? 5 : 10)
            if (span / (m * power) <= most)
                return m * power;
    return span;
}

/* ---- words ------------------------------------------------------------------------------------------------- */

void curve_heading(const struct curve *c, char *ret, size_t n)
{
    char steps[FIGURE], line[400];
    snprintf(line, sizeof line, "%.120s%s%.40s%s: %.60s, case %.60s, %s", *c->title ? c->title : c->id,
             *c->unit ? " (" : "", c->unit, *c->unit ? ")" : "", c->call, c->case_id,
             figure_of((double)c->n, "step", steps));
    char *clean = util_clean(line, strlen(line), 0);
    snprintf(ret, n, "%s", clean ? clean : "");
    free(clean);
}

static void add_thinned(const struct curve *c, struct text *t)
{
    size_t few = c->n / c->npoints;
    if (c->n % c->npoints)
        text_addf(t, " Of each %zu or %zu steps the least and the most are kept.", few, few + 1);
    else
        text_addf(t, " Of each %zu steps the least and the most are kept.", few);
}

void curve_words(const struct curve *c, const struct curve_scale *s, char *ret, size_t n)
{
    struct text t = { 0 };
    char a[FIGURE], b[FIGURE];
    if (!c->n)
        text_addf(&t, "There is no step.");
    else if (isnan(c->least))
        text_addf(&t, "No value is finite.");
    else {
        text_addf(&t, "Least %s at step %s", figure_count(c->least, a), figure_count((double)c->least_at + 1, b));
        if (isnan(c->last))
            text_addf(&t, ", the last is not finite.");
        else
            text_addf(&t, ", last %s.", figure_count(c->last, a));
        if (c->bad)
            text_addf(&t, " %s %s not finite.", figure_of((double)c->bad, "value", a), c->bad == 1 ? "is" : "are");
        if (s->logarithmic)
            text_addf(&t, " The axis is logarithmic.");
        if (c->thinned)
            add_thinned(c, &t);
    }
    snprintf(ret, n, "%s", text_str(&t));
    text_finish(&t);
}

/* ---- picture ----------------------------------------------------------------------------------------------- */

static double between(double a, double b, double part)
{
    return (1 - part) * a + part * b;
}

/* What the series has around step `at` (a fraction), `half` a column's width of steps: 0 where nothing is. */
static int around(const struct curve *c, double at, double half, double *lo, double *hi)
{
    double each = c->n > 1 ? (double)(c->npoints - 1) / (double)(c->n - 1) : 0;
    double from = (at - half) * each, to = (at + half) * each, mid = at * each;
    *lo = *hi = NAN;
    for (double k = fmax(ceil(from), 0); k <= to && k < (double)c->npoints; k++) {
        *lo = fmin(*lo, c->lo[(size_t)k]);
        *hi = fmax(*hi, c->hi[(size_t)k]);
    }
    size_t left = (size_t)floor(mid), right = (size_t)ceil(mid);
    if (isnan(*lo) && ceil(from) > to && right < c->npoints) {
        *lo = between(c->lo[left], c->lo[right], mid - floor(mid));
        *hi = between(c->hi[left], c->hi[right], mid - floor(mid));
    }
    return !isnan(*lo);
}

/* A bar a column from the least to the most, and from one column to the next no gap. */
static void draw_series(struct canvas *p, const struct curve *c, const struct curve_scale *s)
{
    int columns = canvas_columns(p), before = 0;
    double lo, hi, was_lo = 0, was_hi = 0, width = (double)(s->n - 1) / (columns - 1);
    for (int px = 0; px < columns; px++) {
        double at = px * width, x = (double)px / (columns - 1);
        int there = at - width / 2 <= (double)(c->n - 1) && around(c, at, width / 2, &lo, &hi);
        if (there) {
            double y0 = height_at(s, lo), y1 = height_at(s, hi);
            canvas_bar(p, x, y0, y1);
            if (before && was_lo > y1)
                canvas_bar(p, x, y1, was_lo);
            else if (before && was_hi < y0)
                canvas_bar(p, x, was_hi, y0);
            was_lo = y0;
            was_hi = y1;
        }
        before = there;
    }
}

/* Axis labels are short: "0.15", "1e-05", "12,000". */
static void tick_name(double v, char ret[NAME])
{
    char count[FIGURE];
    if (fabs(v) >= 1e6 || (v != 0 && fabs(v) < 1e-3))
        snprintf(ret, NAME, "%.3g", v);
    else
        snprintf(ret, NAME, "%.*s", NAME - 1, figure_count(v, count));
}

static void tick(const struct canvas *p, const struct curve_scale *s, double v, char (*names)[NAME], int rows)
{
    double y = height_at(s, v);
    int row = canvas_row(p, y);
    if (y >= 0 && y <= 1 && row >= 0 && row < rows && !*names[row])
        tick_name(v, names[row]);
}

static void value_ticks(const struct canvas *p, const struct curve_scale *s, char (*names)[NAME], int rows)
{
    if (s->logarithmic) {
        static const int whole[] = { 1, 2, 5 };
        int sparse = log10(s->hi / s->lo) > 4;
        for (double e = floor(log10(s->lo)); e <= ceil(log10(s->hi)); e++)
            for (int m = 0; m < (sparse ? 1 : 3); m++)
                tick(p, s, whole[m] * pow(10, e), names, rows);
        return;
    }
    double step = step_of(s->hi - s->lo, rows / 2);
    if (!(step > 0) || !isfinite(step)) { /* wider than a double: the ends alone */
        tick(p, s, s->lo, names, rows);
        tick(p, s, s->hi, names, rows);
        return;
    }
    for (double k = ceil(s->lo / step); k <= floor(s->hi / step) && k < ceil(s->lo / step) + rows; k++)
        tick(p, s, k == 0 ? 0 : k * step, names, rows);
}

/* "1     200     400     600" below the axis. */
static void print_steps(const struct canvas *p, const struct curve_scale *s, int utf8, FILE *to)
{
    char line[WIDEST + 1], name[FIGURE];
    int end = 0;
    fprintf(to, "%*s%s", LEFT - 1, "", utf8 ? "└" : "+");
    for (int k = 0; k < p->w; k++)
        fputs(utf8 ? "─" : "-", to);
    memset(line, ' ', sizeof line);
    double step = fmax(1, step_of(s->n > 1 ? (double)s->n - 1 : 1, p->w > 24 ? p->w / 12 : 2));
    for (double v = 0; v <= (double)s->n; v += step) {
        double at = v == 0 ? 1 : v;
        int n = (int)strlen(figure_count(at, name));
        int col = canvas_column(p, s->n > 1 ? (at - 1) / (double)(s->n - 1) : 0);
        col = col + n > p->w ? p->w - n : col;
        if (col < end || col < 0)
            continue;
        memcpy(line + col, name, (size_t)n);
        end = col + n + 1;
    }
    fprintf(to, "\n%*s%.*s\n", LEFT, "", end ? end - 1 : 0, line);
}

void curve_picture(const struct curve *c, const struct curve_scale *s, int width, int height, int utf8, FILE *to)
{
    struct canvas p;
    if (!isnan(c->least) && !canvas_init(&p, width - LEFT, height)) {
        char names[64][NAME] = { "" };
        int rows = p.h < 64 ? p.h : 64;
        draw_series(&p, c, s);
        value_ticks(&p, s, names, rows);
        for (int row = 0; row < rows; row++) {
            fprintf(to, "%*s %s", LABEL, names[row], utf8 ? "│" : "|");
            canvas_print_row(&p, row, utf8, NULL, NULL, to);
            fputc('\n', to);
        }
        print_steps(&p, s, utf8, to);
    }
    if (!isnan(c->least))
        canvas_finish(&p);
}
