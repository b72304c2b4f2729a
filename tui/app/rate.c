/* rate.c: items of a call over its time. */
#include "rate.h"

#include <stdio.h>
#include <string.h>

#include "runner/base/figure.h"
#include "runner/base/js.h"

const char *rate_text(const json_t *m, double seconds, char *to, size_t n)
{
    double items = js_number(m, "items");
    char count[FIGURE];
    *to = 0;
    if (items > 0 && seconds > 0)
        snprintf(to, n, "%.20s %.16s/s", figure_count(items / seconds, count), js_text(m, "item"));
    return to;
}

void rate_name(const json_t *lab, json_t *mine)
{
    size_t k;
    json_t *m;
    json_array_foreach(mine, k, m) {
        const json_t *b = js_row(json_object_get(lab, "bench"), "id", js_text(m, "bench"));
        if (!(js_number(b, "items") > 0))
            continue;
        json_object_set(m, "items", json_object_get(b, "items"));
        json_object_set(m, "item", json_object_get(b, "item"));
    }
}

const char *rate_flops(const json_t *m, char *to, size_t n)
{
    char figure[FIGURE];
    *to = 0;
    if (js_number(m, "gflops") > 0)
        snprintf(to, n, "%s GFLOP/s", figure_count(js_number(m, "gflops"), figure));
    return to;
}

const char *rate_bytes(const json_t *m, char *to, size_t n)
{
    char figure[FIGURE];
    double bytes = js_number(m, "gbps");
    *to = 0;
    if (bytes >= 1 || (bytes > 0 && js_number(m, "gflops") <= 0))
        snprintf(to, n, "%s GB/s", figure_count(bytes, figure));
    return to;
}

/* The lowest of the GPU's calibrated peaks that `gflops` does not exceed, in GFLOP/s, and its type; 0: none. */
static double peak_above(const json_t *calibration, double gflops, const char **type)
{
    double best = 0;
    size_t k;
    const json_t *f;
    json_array_foreach(json_object_get(json_object_get(calibration, "gpu"), "flops"), k, f) {
        double peak = js_number(f, "median") / 1e9;
        if (peak > 0 && peak >= gflops && (best <= 0 || peak < best)) {
            best = peak;
            *type = js_text(f, "type");
        }
    }
    return best;
}

/* FLOP/B from which on arithmetic binds on one of the cards at least; 0: no card has both figures. */
static double lowest_ridge(const json_t *hw)
{
    double lowest = 0;
    const char *id;
    const json_t *card;
    json_object_foreach((json_t *)(size_t)hw, id, card) {
        const json_t *v = json_object_get(card, "values");
        double peak = js_number(json_object_get(v, "fp32"), "value"), bw = js_number(json_object_get(v, "bw"), "value");
        if (peak > 0 && bw > 0 && (lowest <= 0 || peak / bw < lowest))
            lowest = peak / bw;
    }
    return lowest;
}

const char *rate_share(const json_t *m, const json_t *calibration, const json_t *hw, char *to, size_t n)
{
    double flops = js_number(m, "gflops"), bytes = js_number(m, "gbps"), copy = js_number(m, "copy_gbps");
    const char *type = "";
    char figure[FIGURE];
    double peak = peak_above(calibration, flops, &type), ridge = peak > 0 && copy > 0 ? peak / copy : lowest_ridge(hw);
    *to = 0;
    if (!(js_number(m, "of_copy") > 0))
        return to;
    if (flops <= 0 || (bytes > 0 && flops / bytes < ridge))
        snprintf(to, n, "%.2f of this GPU's copy (%s GB/s)", js_number(m, "of_copy"), figure_count(copy, figure));
    else if (peak > 0)
        snprintf(to, n, "%.2f of this GPU's %s matmul (%s GFLOP/s)", flops / peak, type, figure_count(peak, figure));
    return to;
}

const char *rate_backends(const json_t *report, char *to, size_t n)
{
    const json_t *both = json_object_get(report, "backends"), *one;
    size_t k, len = 0;
    snprintf(to, n, "%s", js_text(report, "backend"));
    json_array_foreach(both, k, one)
        if (len < n && json_is_string(one))
            len += (size_t)snprintf(to + len, n - len, "%s%s", k ? " and " : "", json_string_value(one));
    return to;
}
