/* ridge cost: the five-axis calculator. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "cost.h"

/* "3.35 TB/s": three digits and a prefix. */
static const char *si(double v, const char *unit, char *ret, size_t n)
{
    static const char *const prefix[] = { "n", "µ", "m", "", "k", "M", "G", "T", "P", "E", "Z" };
    size_t k = 3;
    for (; v >= 999.5 && k + 1 < sizeof prefix / sizeof *prefix; k++)
        v /= 1000;
    for (; v > 0 && v < 0.9995 && k > 0; k--)
        v *= 1000;
    snprintf(ret, n, "%.3g %s%s", v, cli_utf8() || k != 1 ? prefix[k] : "u", unit);
    return ret;
}

static void print_axis(const struct cli *c, const json_t *x, const char *binds)
{
    char amount[32], rate[32], time[32];
    const char *name = jstr(x, "axis"), *unit = strcmp(name, "FLOP") ? "B" : "FLOP";
    int this = !strcmp(name, binds);
    snprintf(rate, sizeof rate, "%s/s", si(jnum(x, "rate"), unit, amount, sizeof amount));
    printf("  %s%-8s  %12s  %13s  %10s%s%s\n", this ? cli_color(c, "bold") : "", name,
           si(jnum(x, "amount"), unit, amount, sizeof amount), rate, si(jnum(x, "time"), "s", time, sizeof time),
           this ? "   binds" : "", this ? cli_color(c, "off") : "");
}

static void print_failures(const json_t *d)
{
    const json_t *f = json_object_get(d, "failures");
    char t[2][32];
    if (!json_is_object(f))
        return;
    if (json_is_null(json_object_get(f, "share")))
        printf("  failures  it never gets through: more is lost than done\n");
    else
        printf("  failures  %12s  lost a step, %.2g %%; a checkpoint every %s%s\n", si(jnum(f, "lost"), "s", t[0], sizeof t[0]),
               100 * jnum(f, "share"), si(jnum(f, "interval"), "s", t[1], sizeof t[1]),
               strcmp(jstr(d, "binds"), "failures") ? "" : "   binds");
}

static void print_plan(const struct cli *c, const json_t *d)
{
    char t[3][32];
    size_t k;
    const json_t *x;
    double resident = jnum(d, "resident"), mem = jnum(d, "mem");
    printf("%s%s, %s, on %.0f × %s%s\n", cli_color(c, "bold"), jstr(d, "model"), jstr(d, "step_kind"), jnum(d, "devices"),
           jstr(d, "hw"), cli_color(c, "off"));
    printf("%.4g weights in %s; %s a step\n\n", jnum(d, "params"), si(jnum(d, "weights"), "B", t[0], sizeof t[0]),
           si(jnum(d, "flops"), "FLOP", t[1], sizeof t[1]));
    printf("  %-8s  %12s  %13s  %10s\n", "axis", "a device", "rate", "time");
    json_array_foreach(json_object_get(d, "axes"), k, x)
        print_axis(c, x, jstr(d, "binds"));
    print_failures(d);
    if (json_is_number(json_object_get(d, "intensity")))
        printf("\n  intensity %12.3g  FLOP/B; the ridge is at %.3g, so %s\n", jnum(d, "intensity"), jnum(d, "ridge"),
               jnum(d, "intensity") < jnum(d, "ridge") ? "memory before arithmetic" : "arithmetic before memory");
    printf("  memory    %12s  of %s%s\n", si(resident, "B", t[0], sizeof t[0]), si(mem, "B", t[1], sizeof t[1]),
           resident > mem ? ": it does not fit   binds" : "");
    printf("  step      %12s  at least; %s\n", si(jnum(d, "step"), "s", t[0], sizeof t[0]),
           si(jnum(d, "tokens_s"), "tok/s", t[2], sizeof t[2]));
}

static void print_keys(void)
{
    printf("\nChange any of these, as in `ridge cost step=train batch=512 seq=8192 tp=8 dp=16 micro=32`:\n");
    for (const struct cost_key *k = cost_keys; k->name; k++)
        printf("  %-8s %-10s %s\n", k->name, k->usual, k->help);
    printf("Traffic of activations and the risks are assumptions: `assumed` in hw.lua says whose. Lab c12 derives the rest.\n");
}

int cmd_cost(struct cli *c)
{
    json_t *d = cost_plan(&c->app, c->args, c->nargs);
    if (!d)
        return cli_fail(c, APP_USAGE);
    if (c->app.json)
        return cli_json(d);
    print_plan(c, d);
    if (!c->nargs)
        print_keys();
    json_decref(d);
    return APP_OK;
}
