/*
 * Any bytes as what a compiler or valgrind wrote about the learner's code: assembly, PTX, cachegrind's counts. Each is
 * refused with a sentence or cut up into text and numbers.
 * sources: runner/exec/profile_asm.c runner/exec/profile_cachegrind.c BUILD/runner/libridge-exec-core.a
 * sources: BUILD/runner/libridge-base.a -ljansson
 * sources: -lsodium -lm
 */
#include "fuzz.h"

#include "runner/exec/profile.h"

#include <math.h>
#include <string.h>

/* {name: [full, brief]} */
static void hold_functions(json_t *o)
{
    const char *name;
    json_t *pair;
    MUST(json_is_object(o));
    json_object_foreach(o, name, pair)
        MUST(*name && json_is_string(json_array_get(pair, 0)) && json_is_string(json_array_get(pair, 1)));
    json_decref(o);
}

static void counts(const char *text)
{
    struct err e = { "" };
    json_t *files = json_pack("{s:s}", "a.c", ""), *o = profile_cachegrind_parse(text, files, &e), *row;
    size_t k;
    MUST(o || *e.text);
    json_array_foreach(json_object_get(o, "lines"), k, row) {
        MUST(json_integer_value(json_object_get(row, "line")) > 0 && !strcmp(util_str(row, "file", ""), "a.c"));
        MUST(isfinite(json_number_value(json_object_get(row, "Ir"))));
    }
    json_decref(o);
    json_decref(files);
}

/* Past what every such file begins with. */
static void counts_of(const char *lines)
{
    char *text = util_path("events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\nfl=a.c\nfn=f\n%s\nsummary: 1\n", lines);
    counts(text);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = strndup((const char *)data, size);
    hold_functions(profile_asm_split(text));
    hold_functions(profile_ptx_split(text));
    counts(text);
    counts_of(text);
    free(text);
    return 0;
}
