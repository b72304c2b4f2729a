/*
 * Bytes that a compiler or a submission wrote, on their way to a terminal.
 * sources: runner/base/err.c runner/base/util.c runner/base/memory.c -lsodium -ljansson
 */

#include "fuzz.h"

#include "runner/base/util.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int colour = 0; colour < 2; colour++) {
        char *s = util_clean((const char *)data, size, colour);
        for (const unsigned char *p = (unsigned char *)s; *p; p++)
            if (*p < 0x20 && *p != '\n' && *p != '\t' && !(colour && *p == 27))
                abort();
        free(s);
    }
    return 0;
}
