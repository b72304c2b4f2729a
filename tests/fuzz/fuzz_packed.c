/*
 * Any bytes as what Ridge keeps between two starts: no value, or one that packs to bytes which are the same value.
 * sources: curriculum/load/packed.c runner/base/err.c runner/base/util.c runner/base/memory.c -ljansson -lsodium -lm
 */
#include "fuzz.h"

#include "curriculum/load/packed.h"
#include "runner/base/util.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text bytes = { 0 };
    json_t *value = packed_read(data, size), *again;
    if (!value)
        return 0;
    packed_add(&bytes, value);
    again = packed_read(bytes.s, bytes.len);
    MUST(again && json_equal(value, again));
    json_decref(again);
    json_decref(value);
    text_finish(&bytes);
    return 0;
}
