/*
 * A CUDA source on its way to the compiler: whatever the bytes, the rewriter ends, and every line stays where it was.
 * sources: runner/simt/rewrite/rewrite.c runner/simt/rewrite/rewrite_edit.c runner/simt/rewrite/rewrite_lex.c runner/simt/rewrite/rewrite_own.c runner/simt/rewrite/rewrite_decl.c
 * sources: runner/simt/rewrite/rewrite_launch.c
 * sources: runner/simt/rewrite/rewrite_walk.c runner/simt/rewrite/rewrite_whole.c runner/simt/rewrite/rewrite_asm.c
 * sources: runner/simt/rewrite/rewrite_ptx.c
 * sources: runner/base/err.c runner/base/util.c runner/base/memory.c -ljansson -lsodium
 */
#include "fuzz.h"

#include <string.h>

#include "runner/simt/rewrite/rewrite.h"

static size_t newlines(const char *s, size_t n)
{
    size_t count = 0;
    for (size_t k = 0; k < n; k++)
        count += s[k] == '\n';
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *in = malloc(size + 1); /* of its own size, so that a read past it is seen */
    if (!in)
        return 0;
    memcpy(in, data, size);
    char *tight = realloc(in, size ? size : 1);
    size_t n = 0;
    char *out = simt_rewrite_text(tight, size, &n);
    if (!out || newlines(out, n) != newlines(tight, size))
        abort();
    free(out);
    free(tight);
    return 0;
}
