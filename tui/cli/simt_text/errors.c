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

static const char *advice(const char *kind)
{
    static const struct {
        const char *kind, *next;
    } t[] = {
        { "out-of-bounds",
          "Check the index against the size, and whether a guard (if (i < n)) is missing for the last block." },
        { "use-after-free",
          "The memory was freed before: move the cudaFree behind the last kernel or copy that uses it." },
        { "misaligned", "A wide access (float4, int2) needs an address that is a multiple of its size: check "
                        "base and offset." },
        { "uninitialised",
          "Write it first: with cudaMemcpy, cudaMemset, or in the kernel before a barrier. Until then it "
          "holds anything: here NaN, as an int 2147188731, on a GPU what was there before." },
        { "race", "Put a barrier between the two accesses (__syncthreads, within a warp __syncwarp), or use "
                  "an atomic." },
        { "async-hazard", "Wait for the copy before its data is used: commit, wait for the group, then a barrier." },
        { "divergent-barrier",
          "Every thread of the block has to come to the same __syncthreads: take it out of the if or loop." },
        { "barrier-after-exit",
          "Threads returned before a barrier that the others wait at: guard the work, not the thread." },
        { "deadlock", "No thread can go on: look at what each group waits for, and let all of them come to "
                      "the same place." },
        { "cluster", "Blocks of a cluster may use each other's shared memory between two cluster barriers: "
                     "cluster.sync() before the first access, and after the last." },
        { "warp-mask", "The mask has to name exactly the lanes that come here: 0xffffffff for all, or what "
                       "__ballot_sync gave." },
        { "warp-mismatch", "The lanes of the mask have to call the same operation together." },
        { "shuffle-inactive",
          "A lane read from one that did not take part: its value is undefined. Check mask, lane and width." },
        { "host-pointer",
          "A kernel cannot use host memory: copy it to the device, or allocate it with cudaMallocManaged." },
        { "device-pointer", "Host code cannot use device memory: copy it back with cudaMemcpy first." },
        { "const-write",
          "__constant__ memory is read-only in kernels: use cudaMemcpyToSymbol on the host, or __device__." },
        { "null", "The pointer is NULL: was the allocation's result checked, and passed on?" },
        { "illegal-address",
          "This address belongs to nothing: look for an index of the wrong type or an uninitialised pointer." },
        { "stack-overflow",
          "Make local arrays smaller or recursion shallower; SIMT_STACK sets the bytes of a thread's stack." },
        { "timeout", "Look for a loop that never ends; --timeout gives a kernel more seconds." },
        { "assert", "The condition in the assert was false for this thread." },
        { "trap", "The kernel ended itself with __trap()." },
        { "launch", "Check the launch's grid, block and shared memory against the device's limits." },
        { "api", "Check what the call returned, with cudaGetErrorString." },
        { "leak", "Free it with cudaFree." },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        if (!strcmp(t[k].kind, kind))
            return t[k].next;
    return NULL;
}

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
        text_wrap(s, 4, 4, "the other: %s", text_str(&t));
    if (js_number(o, "line") != js_number(e, "line"))
        excerpt(s, o, "yellow");
    text_finish(&t);
}

/* Blocks meet at no barrier but that of a cooperative grid. */
static const char *advice_on(const json_t *e)
{
    const json_t *block = json_object_get(e, "block"), *other = json_object_get(json_object_get(e, "other"), "block");
    if (!strcmp(util_str(e, "kind", ""), "race") && json_is_array(other) && !json_equal(block, other))
        return "The blocks of a launch run in any order, and __syncthreads does not join them: use atomics for all "
               "that several blocks write, and leave what must come first (as setting a sum to 0) to cudaMemset or "
               "to a launch before this one.";
    return advice(util_str(e, "kind", "?"));
}

static void print_error(const struct simt_style *s, const char *kernel, const json_t *e)
{
    const char *kind = util_str(e, "kind", "?"), *next = advice_on(e);
    int leak = !strcmp(kind, "leak");
    struct text at = {0};
    where(e, &at);
    fprintf(s->to, "\n%s", text_color(s, leak ? "yellow" : "red"));
    text_wrap(s, 0, 2, "%s: %s%s%s%s%s%s", leak ? "warning" : "ERROR", kind, text_color(s, "off"),
              kernel ? " in " : "", kernel ? kernel : "", at.len ? " at " : "", text_str(&at));
    excerpt(s, e, leak ? "yellow" : "red");
    print_facts(s, e);
    if (*util_str(e, "message", ""))
        text_wrap(s, 4, 4, "%s", util_str(e, "message", ""));
    print_other(s, e);
    if (next)
        text_wrap(s, 4, 4, "%snext:%s %s", text_color(s, "cyan"), text_color(s, "off"), next);
    text_finish(&at);
}

/* The same mistake of the same kernel in launch after launch is told once. */
static int told(const json_t *report, size_t launch, const json_t *e)
{
    size_t k, j;
    const json_t *l, *o;
    json_array_foreach(json_object_get(report, "launches"), k, l)
    {
        if (k >= launch)
            return 0;
        json_array_foreach(
            json_object_get(l, "errors"), j,
            o) if (json_equal(json_object_get(o, "kind"), json_object_get(e, "kind")) &&
                   js_number(e, "line") > 0 &&
                   json_equal(json_object_get(o, "file"), json_object_get(e, "file")) &&
                   json_equal(json_object_get(o, "line"), json_object_get(e, "line"))) return 1;
    }
    return 0;
}

void simt_print_errors(const struct simt_style *s, const json_t *report)
{
    size_t k, j, shown = 0, more = 0;
    const json_t *l, *e;
    json_array_foreach(json_object_get(report, "launches"), k, l)
        json_array_foreach(json_object_get(l, "errors"), j, e)
    {
        if (told(report, k, e))
            continue;
        if (shown++ < SHOWN)
            print_error(s, util_str(l, "kernel", NULL), e);
        else
            more++;
    }
    json_array_foreach(json_object_get(report, "errors"), k, e)
    {
        if (shown++ < SHOWN)
            print_error(s, NULL, e);
        else
            more++;
    }
    if (more)
        text_wrap(s, 0, 0, "… and %zu more; --json has them all.", more);
}
