/*
 * errors.c: each error with its line, its thread, what it means and what to do about it.
 */
#define _GNU_SOURCE
#include "text_internal.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 20 };

static void print_triple(struct text *t, const char *what, const json_t *v)
{
    if (json_array_size(v) == 3)
        text_addf(t, "%s(%lld,%lld,%lld)", what, (long long)json_integer_value(json_array_get(v, 0)),
                  (long long)json_integer_value(json_array_get(v, 1)),
                  (long long)json_integer_value(json_array_get(v, 2)));
}

/* The line itself, and its statement underlined. */
static void excerpt(const struct simt_style *s, const json_t *at, const char *color)
{
    int line = (int)js_number(at, "line");
    size_t n;
    struct source *f = line > 0 ? source_open(s, util_str(at, "file", "")) : NULL;
    const char *text = source_line(f, line, &n);
    if (n) {
        char *shown = source_show(s, text, n, s->width - 8);
        int lead = (int)strspn(shown, " "), end = text_columns(shown);
        fprintf(s->to, "%s%5d |%s %s\n", text_color(s, "dim"), line, text_color(s, "off"), shown);
        fprintf(s->to, "      %s|%s %*s%s^", text_color(s, "dim"), text_color(s, "off"), lead, "",
                text_color(s, color));
        for (int k = lead + 1; k < end; k++)
            fputc('~', s->to);
        fprintf(s->to, "%s\n", text_color(s, "off"));
        free(shown);
    }
    source_close(f);
}

static void where(const json_t *e, struct text *t)
{
    const char *file = util_str(e, "file", "");
    if (*file && js_number(e, "line") > 0)
        text_addf(t, "%s:%.0f", file, js_number(e, "line"));
}

static void print_facts(const struct simt_style *s, const json_t *e)
{
    struct text t = {0};
    const char *address = util_str(e, "address", "0x0");
    char n[FIGURE];
    print_triple(&t, "thread ", json_object_get(e, "thread"));
    print_triple(&t, " of block ", json_object_get(e, "block"));
    if (strcmp(address, "0x0"))
        text_addf(&t, "%saddress %s", t.len ? ", " : "", address);
    if (js_number(e, "size") > 0)
        text_addf(&t, ", %.0f byte%s", js_number(e, "size"), js_number(e, "size") > 1 ? "s" : "");
    if (js_number(e, "count") > 1)
        text_addf(&t, "%s%s times in all", t.len ? "; " : "", figure_count(js_number(e, "count"), n));
    if (t.len)
        text_wrap(s, 4, 4, "%s", text_str(&t));
    text_finish(&t);
}

int error_of_memory(const json_t *e)
{
    const char *kind = util_str(e, "kind", "");
    return !strcmp(kind, "out-of-bounds") || !strcmp(kind, "use-after-free");
}

static void print_other(const struct simt_style *s, const json_t *e)
{
    const json_t *o = json_object_get(e, "other");
    struct text t = {0};
    if (!json_is_object(o))
        return;
    where(o, &t);
    print_triple(&t, t.len ? ", thread " : "thread ", json_object_get(o, "thread"));
    print_triple(&t, " of block ", json_object_get(o, "block"));
    if (t.len)
        text_wrap(s, 4, 4, "%s: %s", error_of_memory(e) ? "allocated" : "the other", text_str(&t));
    if (js_number(o, "line") != js_number(e, "line"))
        excerpt(s, o, "yellow");
    text_finish(&t);
}

/* What the same mistake does besides. */
static void print_follows(const struct simt_style *s, const json_t *e)
{
    size_t k;
    const json_t *f;
    char n[FIGURE];
    json_array_foreach(json_object_get(e, "follows"), k, f) {
        struct text at = {0};
        where(f, &at);
        text_wrap(s, 4, 4, "%s: %s, %s: %s", k ? "and" : "from the same mistake", text_str(&at),
                  figure_of(js_number(f, "count"), "time", n), util_str(f, "message", ""));
        text_finish(&at);
    }
}

/* Blocks meet at no barrier but that of a cooperative grid; what is said of a race tells what they lack. */
static const char *advice_between_blocks(const char *message)
{
    static const struct {
        const char *said, *advice;
    } t[] = {
        { "no __threadfence()", "Put __threadfence() between the write and what lets the other block know of it (an "
                                "atomic, a store to a flag), or let that release: cuda::atomic_ref and "
                                "memory_order_release." },
        { "memory_order_relaxed", "Load with memory_order_acquire, or put a fence between the load and what it "
                                  "tells of." },
        { "thread_scope_block", "Use the atomic for the whole device: the one without _block, or "
                                "cuda::thread_scope_device." },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        if (strstr(message, t[k].said))
            return t[k].advice;
    return "The blocks of a launch run in any order, and __syncthreads does not join them: use atomics for all "
           "that several blocks write, and leave what must come first (as setting a sum to 0) to cudaMemset or "
           "to a launch before this one.";
}

const char *error_advice(const json_t *e)
{
    const json_t *block = json_object_get(e, "block"), *other = json_object_get(json_object_get(e, "other"), "block");
    const char *message = util_str(e, "message", "");
    if (strstr(message, "which the grid before this one"))
        return "Call cudaGridDependencySynchronize() before the first access to what the grid before uses.";
    if (strstr(message, " of another stream "))
        return "Let an event stand between: cudaEventRecord() in the stream of the one, cudaStreamWaitEvent() in that "
               "of the other. Or issue both in one stream.";
    if (strstr(message, "and has not waited for it"))
        return "Wait for it before host code touches what it uses: cudaDeviceSynchronize(), or for its stream or "
               "event.";
    if (strstr(message, "does the grid reach so far?"))
        return "Launch as many blocks as cover all elements: (n + threads - 1) / threads, with a guard (if (i < n)) "
               "for the last one.";
    if (strstr(message, "arrivals at a barrier where") || strstr(message, "whose phase has all its arrivals"))
        return "Count who arrives in one phase, and let each wait for its end before the next arrival.";
    if (!strcmp(util_str(e, "kind", ""), "race") && json_is_array(other) && !json_equal(block, other))
        return advice_between_blocks(message);
    return kind_advice(util_str(e, "kind", "?"));
}

static void print_error(const struct simt_style *s, const char *kernel, const json_t *e)
{
    const char *kind = util_str(e, "kind", "?"), *next = error_advice(e);
    int warns = simt_warns(kind);
    struct text at = {0};
    where(e, &at);
    fprintf(s->to, "\n%s", text_color(s, warns ? "yellow" : "red"));
    text_wrap(s, 0, 2, "%s: %s%s%s%s%s%s", warns ? "warning" : "ERROR", kind, text_color(s, "off"),
              kernel ? " in " : "", kernel ? kernel : "", at.len ? " at " : "", text_str(&at));
    excerpt(s, e, warns ? "yellow" : "red");
    print_facts(s, e);
    if (*util_str(e, "message", ""))
        text_wrap(s, 4, 4, "%s", util_str(e, "message", ""));
    print_other(s, e);
    print_follows(s, e);
    if (next)
        text_wrap(s, 4, 4, "%snext:%s %s", text_color(s, "cyan"), text_color(s, "off"), next);
    text_finish(&at);
}

/* The same mistake of the same kernel in launch after launch is told once. */
int error_told(const json_t *report, size_t launch, const json_t *e)
{
    size_t k, j;
    const json_t *l, *o;
    json_array_foreach(json_object_get(report, "launches"), k, l) {
        if (k >= launch)
            return 0;
        json_array_foreach(json_object_get(l, "errors"), j, o)
            if (json_equal(json_object_get(o, "kind"), json_object_get(e, "kind")) && js_number(e, "line") > 0 &&
                json_equal(json_object_get(o, "file"), json_object_get(e, "file")) &&
                json_equal(json_object_get(o, "line"), json_object_get(e, "line")))
                return 1;
    }
    return 0;
}

void simt_print_errors(const struct simt_style *s, const json_t *report)
{
    size_t k, j, shown = 0, more = 0;
    const json_t *l, *e;
    json_array_foreach(json_object_get(report, "launches"), k, l)
        json_array_foreach(json_object_get(l, "errors"), j, e) {
        if (error_told(report, k, e))
            continue;
        if (shown++ < SHOWN)
            print_error(s, util_str(l, "kernel", NULL), e);
        else
            more++;
    }
    json_array_foreach(json_object_get(report, "errors"), k, e) {
        if (shown++ < SHOWN)
            print_error(s, NULL, e);
        else
            more++;
    }
    if (more)
        text_wrap(s, 0, 0, "… and %zu more; --json has them all.", more);
}
