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

static const json_t *bench_of(const json_t *lab, const char *id)
{
    size_t k;
    const json_t *b;
    json_array_foreach(json_object_get(lab, "bench"), k, b)
        if (!strcmp(js_text(b, "id"), id))
            return b;
    return NULL;
}

void rate_name(const json_t *lab, json_t *mine)
{
    size_t k;
    json_t *m;
    json_array_foreach(mine, k, m) {
        const json_t *b = bench_of(lab, js_text(m, "bench"));
        if (!(js_number(b, "items") > 0))
            continue;
        json_object_set(m, "items", json_object_get(b, "items"));
        json_object_set(m, "item", json_object_get(b, "item"));
    }
}
