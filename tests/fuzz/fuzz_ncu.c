/*
 * Any bytes as what Nsight Compute wrote: refused with a sentence, or finite numbers and lines that a source may have.
 * sources: runner/base/counter_words.c runner/base/figure.c -lm
 * sources: runner/base/err.c runner/clock/ncu_csv.c runner/base/util.c runner/base/memory.c -ljansson -lsodium -lm
 */
#include "fuzz.h"

#include "runner/clock/ncu_csv.h"

#include <math.h>
#include <string.h>

static void hold_numbers(json_t *o)
{
    const char *key;
    json_t *v;
    json_object_foreach(o, key, v)
        MUST(*key && json_is_number(v) && isfinite(json_number_value(v)));
}

static void raw(const char *text)
{
    struct err e = { "" };
    json_t *m = ncu_raw(text, &e), *counters = m ? ncu_counters(m) : NULL;
    MUST(m || *e.text);
    hold_numbers(m);
    hold_numbers(counters);
    json_decref(counters);
    json_decref(m);
}

static void lines(const char *text)
{
    struct err e = { "" };
    size_t k;
    json_t *list = ncu_lines(text, &e), *row;
    MUST(list || *e.text);
    json_array_foreach(list, k, row) {
        json_int_t line = json_integer_value(json_object_get(row, "line"));
        MUST(line >= 1 && line <= 1000000 && !strchr(util_str(row, "file", "/"), '/'));
    }
    json_decref(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = strndup((const char *)data, size), why[128];
    raw(text);
    lines(text);
    MUST(!ncu_refusal(text, why, sizeof why) || (strlen(why) && strlen(why) < sizeof why));
    free(text);
    return 0;
}
