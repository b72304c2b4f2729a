/* CUDA code by NVRTC: no preprocessor, no host headers, no driver of four processes. */
#define _GNU_SOURCE
#include "build_internal.h"
#include "runner/base/programs.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The library beside nvcc, or its name for the loader to look up. free() it. */
static char *library(const struct nvcc *n)
{
    static const char *const at[] = { "lib64", "lib" };
    char *ret = NULL;
    for (size_t k = 0; k < sizeof at / sizeof at[0] && !ret; k++) {
        char *pattern = util_path("%s/%s/libnvrtc.so*", n->toolkit, at[k]);
        glob_t g;
        if (!glob(pattern, 0, NULL, &g))
            ret = strdup(g.gl_pathv[0]);
        globfree(&g);
        free(pattern);
    }
    return ret ? ret : strdup("libnvrtc.so");
}

/* nvcc may know a name that NVRTC does not, so only what is wrong in any C++ is believed: what the grammar expects. */
static int believed(const char *log)
{
    int errors = 0;
    for (const char *at = strstr(log, "error: "); at; at = strstr(at + 1, "error: ")) {
        if (strncmp(at, "error: expected ", strlen("error: expected ")))
            return 0;
        errors++;
    }
    return errors > 0;
}

static struct build_result compile(const struct build *b, const struct nvcc *n, const char *program, const char *name)
{
    struct build_result r = { .log = { .cap = 64 << 10 } };
    char *include = util_path("-I%s", n->include), *kernels = util_path("-I%s", n->kernels), *lib = library(n);
    char *arch = util_path("-arch=%s", n->arch), *cuda = util_path("-I%s/include", n->toolkit);
    char *cccl = util_path("-I%s/include/cccl", n->toolkit);
    const char *v[] = { program, lib, name, "../lab.cubin", "../lab.ptx", arch, "-std=c++17", "-lineinfo",
                        "--ptxas-options=-v", "-I.", include, b->trusted ? kernels : "-I.", cuda, cccl };
    struct box box = compile_box(b, n->include, n->kernels);
    struct args a = { 0 };
    for (size_t k = 0; k < sizeof v / sizeof v[0]; k++)
        arg(&a, v[k]);
    box_allow(&box, n->toolkit);
    box_allow(&box, program);
    box.cwd = n->src;
    box.as_MiB = 16384;
    run_tool(&r, &a, &box, NULL, 40);
    char *own[] = { include, kernels, lib, arch, cuda, cccl };
    for (size_t k = 0; k < sizeof own / sizeof own[0]; k++)
        free(own[k]);
    return r;
}

int nvrtc_compile(struct build_result *r, const struct build *b, const struct nvcc *n, const char *name)
{
    const char *wish = getenv("RIDGE_NVRTC");
    if (b->measured || (wish && !strcmp(wish, "0")))
        return 0;
    char *program = programs_find("ridge-nvrtc");
    if (access(program, X_OK)) {
        free(program);
        return 0;
    }
    struct build_result mine = compile(b, n, program, name);
    int stands = mine.ok || (!mine.limit && believed(text_str(&mine.log)));
    free(program);
    r->ms += mine.ms;
    if (stands) {
        r->ok = mine.ok;
        r->tool = "nvrtc";
        snprintf(r->flags, sizeof r->flags, "-std=c++17 -arch=%s", n->arch);
        text_add(&r->log, text_str(&mine.log), mine.log.len);
    }
    build_result_finish(&mine);
    return stands;
}
