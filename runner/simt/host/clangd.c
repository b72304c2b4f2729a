/*
 * clangd.c: how clangd reads CUDA with the emulator's headers: as it was written, by clang's own CUDA, and with no
 * toolkit at all (include/simt/hd.h).
 */
#define _GNU_SOURCE
#include "simt.h"

#include <stdlib.h>
#include <string.h>

static void add(json_t *list, char *word)
{
    json_array_append_new(list, json_string(word));
    free(word);
}

static int ends(const char *file, const char *ending)
{
    const char *dot = strrchr(file, '.');
    return dot && !strcmp(dot, ending);
}

json_t *simt_clangd(const struct simt_build *b, const char *file)
{
    static const char *const cuda[] = {
        "-xcuda", "-nocudainc", "-nocudalib", "--cuda-host-only", "-Wno-unknown-cuda-version", "-Xclang",
        "-fcuda-allow-variadic-functions", "-DSIMT_CLANGD", "-DSIMT_TRACE=0", "-DSIMT_WARP=32", "-DSIMT_SM=90",
        "-include", "cuda_runtime.h", NULL};
    json_t *v = json_array();
    int c = ends(file, ".c"), cpp = ends(file, ".cpp") || ends(file, ".cc") || ends(file, ".cxx");
    add(v, strdup(c ? "clang" : "clang++"));
    add(v, util_path("-std=%s", c ? "gnu17" : b->std ? b->std : "gnu++17"));
    add(v, strdup("-march=x86-64-v3"));
    for (int k = 0; !c && !cpp && cuda[k]; k++)
        add(v, strdup(cuda[k]));
    add(v, strdup("-isystem"));
    add(v, util_path("%s/runner/simt/include", b->root));
    for (int k = 0; b->defines && b->defines[k]; k++)
        add(v, util_path("-D%s", b->defines[k]));
    for (int k = 0; b->includes && b->includes[k]; k++)
        add(v, util_path("-I%s", b->includes[k]));
    add(v, strdup("-c"));
    add(v, strdup(file));
    return v;
}
