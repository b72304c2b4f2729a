/* A plan of cost.h as a page. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cost.h"
#include "runner/base/figure.h"
#include "runner/base/utf8.h"
#include "runner/base/js.h"

/* "3.35 TB/s": three digits and a prefix. */
static const char *si(double v, const char *unit, char ret[FIGURE])
{
    static const char *const prefix[] = { "", "k", "M", "G", "T", "P", "E", "Z" };
    size_t k = 0;
    for (; v >= 999.5 && k + 1 < sizeof prefix / sizeof *prefix; k++)
        v /= 1000;
    snprintf(ret, FIGURE, "%.3g %s%s", v, prefix[k], unit);
    return ret;
}

/* Filled from the left to `width` columns: a µ is one, and two bytes. */
static const char *right(const char *s, int width, char *ret, size_t n)
{
    snprintf(ret, n, "%*s%s", width > utf8_text_width(s, strlen(s)) ? width - utf8_text_width(s, strlen(s)) : 0, "", s);
    return ret;
}

static void print_axis(const json_t *x, const char *binds, FILE *to)
{
    char amount[FIGURE], rate[FIGURE], time[FIGURE], column[64];
    const char *name = js_text(x, "axis"), *unit = strcmp(name, "FLOP") ? "B" : "FLOP";
    fprintf(to, "  %-8s  %12s  %9s/s %s%s\n", name, si(js_number(x, "amount"), unit, amount),
            si(js_number(x, "rate"), unit, rate),
            right(figure_seconds(js_number(x, "time"), time), 8, column, sizeof column),
            strcmp(name, binds) ? "" : "   binds");
}

static void print_failures(const json_t *d, FILE *to)
{
    char lost[FIGURE], every[FIGURE], column[64];
    const json_t *f = json_object_get(d, "failures");
    if (!json_is_object(f))
        return;
    if (json_is_null(json_object_get(f, "share")))
        fprintf(to, "  failures  the run never ends: more is lost than done\n");
    else
        fprintf(to, "  failures  %s  lost a step, %.2g %%; a checkpoint every %s%s\n",
                right(figure_seconds(js_number(f, "lost"), lost), 12, column, sizeof column),
                100 * js_number(f, "share"), figure_seconds(js_number(f, "interval"), every),
                strcmp(js_text(d, "binds"), "failures") ? "" : "   binds");
}

void cost_text(const json_t *d, int utf8, FILE *to)
{
    char t[3][FIGURE], column[64];
    size_t k;
    const json_t *x;
    double resident = js_number(d, "resident"), mem = js_number(d, "mem"), intensity = js_number(d, "intensity");
    fprintf(to, "%s, %s, on %.0f %s %s\n", js_text(d, "model"), js_text(d, "step_kind"), js_number(d, "devices"),
            utf8 ? "×" : "x", js_text(d, "hw"));
    fprintf(to, "%s weights in %s; %s a step\n\n", figure_count(js_number(d, "params"), t[0]),
            si(js_number(d, "weights"), "B", t[1]), si(js_number(d, "flops"), "FLOP", t[2]));
    fprintf(to, "  %-8s  %12s  %11s %8s\n", "axis", "a device", "rate", "time");
    json_array_foreach(json_object_get(d, "axes"), k, x)
        print_axis(x, js_text(d, "binds"), to);
    print_failures(d, to);
    if (json_is_number(json_object_get(d, "intensity")))
        fprintf(to, "\n  intensity %12s  FLOP/B; the ridge is at %.3g: %s\n",
                figure_count(intensity, t[0]), js_number(d, "ridge"),
                intensity < js_number(d, "ridge") ? "memory before arithmetic" : "arithmetic before memory");
    fprintf(to, "  memory    %12s  of %s%s\n", si(resident, "B", t[0]), si(mem, "B", t[1]),
            resident > mem ? ": the model does not fit   binds" : "");
    fprintf(to, "  step      %s  at least; %s\n",
            right(figure_seconds(js_number(d, "step"), t[0]), 12, column, sizeof column),
            si(js_number(d, "tokens_s"), "tok/s", t[2]));
}
