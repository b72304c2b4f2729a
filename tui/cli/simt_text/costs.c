/*
 * costs.c: what a launch's counters say, in words: what is wasted, where, and which roof it is under.
 */
#define _GNU_SOURCE
#include "text_internal.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"

#include <math.h>
#include <string.h>

/* The line that has most of a counter, as " (a.cu:12)"; "" when it is not known. */
static const char *worst_line(const json_t *launch, const char *counter, char ret[160])
{
    size_t k;
    const json_t *l, *most = NULL;
    json_array_foreach(json_object_get(launch, "lines"), k,
                       l) if (js_number(l, counter) > js_number(most, counter)) most = l;
    ret[0] = 0;
    if (most)
        snprintf(ret, 160, " (%.120s:%.0f)", util_str(most, "file", "?"), js_number(most, "line"));
    return ret;
}

/* The line that wastes most sectors: what it moved beyond what it used. */
static const char *wasteful_line(const json_t *launch, const char *sec, const char *eff, char ret[160])
{
    size_t k;
    const json_t *l, *most = NULL;
    double least = 0;
    json_array_foreach(json_object_get(launch, "lines"), k, l)
    {
        double waste = js_number(l, sec) * (1 - fmin(1, js_number(l, eff)));
        if (waste > least) {
            least = waste;
            most = l;
        }
    }
    ret[0] = 0;
    if (most)
        snprintf(ret, 160, " (%.120s:%.0f)", util_str(most, "file", "?"), js_number(most, "line"));
    return ret;
}

struct words {
    const struct simt_style *s;
    const json_t *launch, *c;
    int said;
};

static void say(struct words *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void say(struct words *w, const char *fmt, ...)
{
    char *text = NULL;
    va_list ap;
    va_start(ap, fmt);
    int n = vasprintf(&text, fmt, ap);
    va_end(ap);
    if (n < 0)
        return;
    if (!w->said++)
        fprintf(w->s->to, "  %sCost%s\n", text_color(w->s, "cyan"), text_color(w->s, "off"));
    text_wrap(w->s, 4, 6, "%s %s", w->s->utf8 ? "·" : "-", text);
    free(text);
}

static void global_words(struct words *w, const char *what, const char *spr, const char *sec, const char *eff)
{
    char at[160];
    double n = js_number(w->c, spr), e = js_number(w->c, eff);
    if (js_number(w->c, sec) == 0 || e > 0.8 || e <= 0)
        return;
    double ideal = fmax(1, ceil(n * e - 1e-6));
    if (ideal >= n)
        return; /* a request of few bytes cannot use less than a sector */
    say(w, "%s touch %.3g sectors a request where %.3g would do; %.0f %% of %s traffic is wasted%s.", what, n,
        ideal, (1 - e) * 100, what[0] == 'L' ? "load" : "store", wasteful_line(w->launch, sec, eff, at));
}

static void reuse_words(struct words *w)
{
    char moved[FIGURE], distinct[FIGURE];
    double all = 32 * js_number(w->c, "g_ld_sec"), once = js_number(w->c, "g_uniq_ld");
    if (once <= 0 || all < 2 * once)
        return;
    say(w,
        "Each byte is loaded %.3g times over: %s in all, %s of them distinct. What the caches don't keep "
        "comes from "
        "DRAM again; a tile in shared memory or in registers is loaded once.",
        all / once, figure_bytes(all, moved), figure_bytes(once, distinct));
}

static void shared_words(struct words *w)
{
    char at[160], a[FIGURE], b[FIGURE];
    double conf = js_number(w->c, "sh_conf"), wave = js_number(w->c, "sh_wave"),
           ideal = js_number(w->c, "sh_ideal");
    if (ideal > 0 && conf > 0.02 * ideal)
        say(w,
            "Shared memory takes %s wavefronts where %s would do: bank conflicts make it %.3g times as "
            "long%s.",
            figure_count(wave, a), figure_count(ideal, b), wave / ideal, worst_line(w->launch, "sh_conf", at));
}

static void warp_words(struct words *w)
{
    double act = js_number(w->c, "act_thr"), warp = w->s->warp ? w->s->warp : 32;
    const json_t *block = json_object_get(w->launch, "block");
    double threads = 1;
    for (size_t k = 0; k < 3; k++)
        threads *= (double)json_integer_value(json_array_get(block, k));
    double rest = fmod(threads, warp);
    if (rest > 0 && threads > 0)
        say(w, "A block of %.0f threads leaves %.0f lanes of its last warp idle: make it a multiple of %.0f.",
            threads, warp - rest, warp);
    else if (act > 0 && act < 0.9 * warp)
        say(w,
            "%.3g of %.0f threads work in the average instruction: %.0f %% of the lanes are idle through "
            "branches.",
            act, warp, (1 - act / warp) * 100);
    char a[FIGURE], b[FIGURE], at[160];
    double atom = js_number(w->c, "atom"), ser = js_number(w->c, "atom_ser");
    if (atom > 0 && ser > 1.5 * atom)
        say(w,
            "%s atomic requests take %s steps one after another: lanes of a warp meet at the same address%s.",
            figure_count(atom, a), figure_count(ser, b), worst_line(w->launch, "atom_ser", at));
}

static void size_words(struct words *w)
{
    double blocks = 1, occ = js_number(w->c, "occ_th");
    for (size_t k = 0; k < 3; k++)
        blocks *= (double)json_integer_value(json_array_get(json_object_get(w->launch, "grid"), k));
    if (w->s->sms && blocks > 0 && blocks < w->s->sms)
        say(w, "%.0f block%s for %d SMs: %.0f %% of the GPU has nothing to do.", blocks,
            blocks > 1 ? "s" : "", w->s->sms, (1 - blocks / w->s->sms) * 100);
    if (text_has(w->c, "occ_th") && occ <= 0)
        say(w, "A block of this size does not fit an SM.");
    else if (occ > 0 && occ < 0.5)
        say(w, "At most %.0f %% of an SM's warps can be resident; %s is what limits them%s.", occ * 100,
            js_number(w->c, "smem_B") > 16384 ? "shared memory"
            : text_has(w->c, "regs")         ? "the block's size or its registers"
                                             : "the block's size",
            text_has(w->c, "regs") ? "" : " (registers are not known)");
}

/* Where it stands under the roof: by the bytes that its requests move, and by those that DRAM cannot avoid.
 */
static void roof_words(struct words *w)
{
    const struct simt_style *s = w->s;
    char t[FIGURE], u[FIGURE], b[FIGURE];
    double flops = js_number(w->c, "flops"), tensor = js_number(w->c, "flops_tensor"),
           ai = js_number(w->c, "ai");
    double bytes = js_number(w->c, "g_uniq_ld") + js_number(w->c, "g_uniq_st");
    double moved = 32 * (js_number(w->c, "g_ld_sec") + js_number(w->c, "g_st_sec"));
    double peak = 2 * tensor > flops ? s->tensor_flop_s : s->flop_s;
    if (!s->bytes_s || moved <= 0)
        return;
    double floor_s = bytes / s->bytes_s;
    if (flops <= 0) {
        say(w, "No arithmetic: its bytes are all. %s of them distinct, so at least %s on %s.",
            figure_bytes(bytes, b), figure_seconds(floor_s, t), s->device);
        return;
    }
    if (!peak)
        return;
    double ridge = peak / s->bytes_s, best = bytes > 0 ? flops / bytes : 0;
    say(w,
        "%.3g FLOP a byte moved, %s the ridge of %s (%.3g)%s: %s-bound, at least %s for its %s, %s for its "
        "FLOP.",
        ai, ai < ridge ? "left of" : "right of", s->device, ridge,
        ai < ridge && best > ridge ? "; with every byte loaded once it would be right of it" : "",
        ai < ridge ? "memory" : "compute", figure_seconds(ai < ridge ? moved / s->bytes_s : floor_s, t),
        ai < ridge ? "bytes" : "distinct bytes", figure_seconds(flops / peak, u));
}

void costs_print(const struct simt_style *s, const json_t *launch)
{
    struct words w = {s, launch, json_object_get(launch, "counters"), 0};
    global_words(&w, "Loads", "g_ld_spr", "g_ld_sec", "g_ld_eff");
    global_words(&w, "Stores", "g_st_spr", "g_st_sec", "g_st_eff");
    reuse_words(&w);
    shared_words(&w);
    warp_words(&w);
    size_words(&w);
    if (!w.said)
        say(&w, "Nothing is wasted that the counters can see.");
    roof_words(&w);
}
