/*
 * Any bytes as a cubin: refused with a sentence, or read to the end.
 * sources: runner/base/elf.c runner/base/err.c runner/build/cubin.c runner/base/util.c runner/base/memory.c -ljansson -lsodium
 */
#include "fuzz.h"

#include "runner/build/cubin.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct err e = { "" };
    if (cubin_vet(data, size, &e) && !*e.text)
        abort();
    return 0;
}
