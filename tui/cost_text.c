/* A plan of cost.h as a page. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cost.h"
#include "screen.h"

/* "3.35 TB/s": three digits and a prefix. */
static const char *si(double v, const char *unit, char *ret, size_t n)
{
    static const char *const prefix[] = { "n", "u", "m", "", "k", "M", "G", "T", "P", "E", "Z" };
    size_t k = 3;
    for (; v >= 999.5 && k + 1 < sizeof prefix / sizeof *prefix; k++)
        v /= 1000;
    for (; v > 0 && v < 0.9995 && k > 0; k--)
        v *= 1000;
    snprintf(ret, n, "%.3g %s%s", v, prefix[k], unit);
    return ret;
}

static void print_axis(const json_t *x, const char *binds, FILE *to)
{
    char amount[32], rate[32], time[32];
    const char *name = js_text(x, "axis"), *unit = strcmp(name, "FLOP") ? "B" : "FLOP";
    snprintf(rate, sizeof rate, "%s/s", si(js_number(x, "rate"), unit, amount, sizeof amount));
    fprintf(to, "  %-8s  %12s  %13s  %10s%s\n", name, si(js_number(x, "amount"), unit, amount, sizeof amount), rate,
            si(js_number(x, "time"), "s", time, sizeof time), strcmp(name, binds) ? "" : "   binds");
}

static void print_failures(const json_t *d, FILE *to)
{
    const json_t *f = json_object_get(d, "failures");
    char t[2][32];
    if (!json_is_object(f))
        return;
    if (json_is_null(json_object_get(f, "share")))
        fprintf(to, "  failures  it never gets through: more is lost than done\n");
    else
        fprintf(to, "  failures  %12s  lost a step, %.2g %%; a checkpoint every %s%s\n",
                si(js_number(f, "lost"), "s", t[0], sizeof t[0]),
               100 * js_number(f, "share"), si(js_number(f, "interval"), "s", t[1], sizeof t[1]),
               strcmp(js_text(d, "binds"), "failures") ? "" : "   binds");
}

void cost_text(const json_t *d, int utf8, FILE *to)
{
    char t[3][32];
    size_t k;
    const json_t *x;
    double resident = js_number(d, "resident"), mem = js_number(d, "mem");
    fprintf(to, "%s, %s, on %.0f %s %s\n", js_text(d, "model"), js_text(d, "step_kind"), js_number(d, "devices"),
            utf8 ? "×" : "x", js_text(d, "hw"));
    fprintf(to, "%.4g weights in %s; %s a step\n\n", js_number(d, "params"),
            si(js_number(d, "weights"), "B", t[0], sizeof t[0]),
           si(js_number(d, "flops"), "FLOP", t[1], sizeof t[1]));
    fprintf(to, "  %-8s  %12s  %13s  %10s\n", "axis", "a device", "rate", "time");
    json_array_foreach(json_object_get(d, "axes"), k, x)
        print_axis(x, js_text(d, "binds"), to);
    print_failures(d, to);
    if (json_is_number(json_object_get(d, "intensity")))
        fprintf(to, "\n  intensity %12.3g  FLOP/B, ridge %.3g: %s\n", js_number(d, "intensity"),
                js_number(d, "ridge"),
               js_number(d, "intensity") < js_number(d, "ridge") ? "memory before arithmetic"
                                                                  : "arithmetic before memory");
    fprintf(to, "  memory    %12s  of %s%s\n", si(resident, "B", t[0], sizeof t[0]), si(mem, "B", t[1], sizeof t[1]),
           resident > mem ? ": it does not fit   binds" : "");
    fprintf(to, "  step      %12s  at least; %s\n", si(js_number(d, "step"), "s", t[0], sizeof t[0]),
           si(js_number(d, "tokens_s"), "tok/s", t[2], sizeof t[2]));
}
