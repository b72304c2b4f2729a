/*
 * What another machine's worker sends back: any bytes, and any line of JSON under the hash that goes with it. Refused
 * with a sentence, or a report of this job alone, with a machine's name that a terminal can show.
 * sources: runner/far/executor_far.c BUILD/runner/libridge-exec-core.a BUILD/runner/libridge-base.a -ljansson
 * sources: -lsodium -lm
 */
#include "fuzz.h"

#include "runner/far/executor_internal.h"

#include <string.h>

static const char nonce[] = "00112233445566778899aabbccddeeff";

static void hold(const json_t *raw, const struct err *e)
{
    const char *host = util_str(json_object_get(raw, "machine"), "host", "");

    MUST(raw || (*e->text && strlen(e->text) < sizeof e->text));
    MUST(!raw || (!strcmp(util_str(raw, "lab", ""), "w01") && !strcmp(util_str(raw, "backend", ""), "cpu")));
    MUST(!raw || (*host && strspn(host, HOST_LETTERS) == strlen(host)));
    for (const char *c = raw ? "" : e->text; *c; c++)
        MUST((unsigned char)*c >= ' ' || *c == '\t' || *c == '\n');
}

static void parse(const struct executor_options *o, const char *text, size_t n)
{
    struct err e = { "" };
    bool unfit;
    json_t *raw = far_parse(o, text, n, nonce, &unfit, &e);

    hold(raw, &e);
    json_decref(raw);
}

/* The line that the bytes are, with its hash behind it. */
static char *sealed(const uint8_t *data, size_t size, size_t *n)
{
    char hash[33], *text = malloc(size + 35);

    MUST(text);
    for (size_t k = 0; k < size; k++)
        text[k] = data[k] == '\n' || !data[k] ? ' ' : (char)data[k];
    memcpy(text + size, "\n", 2);
    util_hash(hash, text, NULL);
    memcpy(text + size + 1, hash, 32);
    memcpy(text + size + 33, "\n", 2);
    *n = size + 34;
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static json_t *lab;
    struct executor_options o = { .request = { .backend = "cpu", .impl = "learner" } };
    size_t n;
    char *text = sealed(data, size, &n);

    lab = lab ? lab : json_pack("{s:s}", "id", "w01");
    o.request.lab = lab;
    parse(&o, (const char *)data, size);
    parse(&o, text, n);
    free(text);
    return 0;
}
