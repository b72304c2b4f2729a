/*
 * What a CUDA program in the emulator wrote about itself: any bytes, and any numbers where a launch has numbers. A
 * document comes of it, and every figure in it is one.
 * sources: runner/simt/host/report.c runner/simt/host/counters.c runner/simt/host/occupancy.c
 * sources: BUILD/runner/libridge-exec-core.a BUILD/runner/libridge-base.a -ljansson -lsodium -lm
 */
#include "fuzz.h"

#include "runner/simt/host/simt.h"

#include <math.h>
#include <string.h>

static void hold(json_t *v)
{
    const char *key;
    json_t *one;
    size_t k;
    MUST(!json_is_real(v) || isfinite(json_real_value(v)));
    json_array_foreach(v, k, one)
        hold(one);
    if (json_is_object(v))
        json_object_foreach(v, key, one)
            hold(one);
}

static void report(const char *text, size_t n)
{
    struct simt_raw in = { .text = text, .n = n, .arch = "h100", .program = "", .dir = "" };
    struct err e = { "" };
    json_t *doc = simt_report(&in, &e);
    char *s;
    MUST(doc);
    hold(doc);
    simt_report_errors(doc);
    s = json_dumps(doc, JSON_COMPACT);
    MUST(s);
    free(s);
    json_decref(doc);
}

/* A '#' is a number of the input's, until there are none. */
static void launch(const uint8_t *data, size_t size)
{
    static const char form[] =
        "{\"t\":\"launch\",\"kernel\":\"k\",\"grid\":[#,#,#],\"block\":[#,#,#],\"blocks\":#,\"traced\":#,\"dyn_smem\":#,"
        "\"shared\":[[\"s\",#,#]],\"access\":[[#,#,#,#,#,#,#,#,#,#,#,#,#,#]],\"bb\":[[#,#,#,#,#,#]],\"sync\":[[#,#,#,#,#]],"
        "\"totals\":{\"barriers\":#,\"shuffles\":#,\"mma\":#,\"uniq_ld_sectors\":#},\"errors\":[{\"kind\":\"race\","
        "\"pc\":#,\"thread\":#,\"block\":#,\"size\":#,\"count\":#,\"other_thread\":#,\"other_block\":#,\"other_pc\":#},"
        "{\"kind\":\"race\",\"pc\":#,\"count\":#}]}\n";
    struct text t = { .cap = 1 << 16 };
    for (const char *c = form; *c; c++) {
        int64_t v = 0;
        if (*c != '#') {
            text_add(&t, c, 1);
            continue;
        }
        size_t n = size < sizeof v ? size : sizeof v;
        memcpy(&v, data, n);
        data += n;
        size -= n;
        text_addf(&t, "%lld", (long long)v);
    }
    report(text_str(&t), t.len);
    text_finish(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    report((const char *)data, size);
    launch(data, size);
    return 0;
}
