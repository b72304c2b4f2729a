/* build_cuda.c: finds the CUDA toolkit and compiles cubins with nvcc. */
#define _GNU_SOURCE
#include "build_internal.h"
#include "cubin.h"
#include "runner/base/fault.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *build_nvcc(void)
{
    static const char *const at[] = { "/usr/local/cuda/bin/nvcc", "/opt/cuda/bin/nvcc", "/usr/bin/nvcc" };
    const char *home = getenv("CUDA_HOME");
    if (home) {
        char *p = util_path("%s/bin/nvcc", home);
        if (!access(p, X_OK))
            return p;
        free(p);
    }
    for (size_t k = 0; k < sizeof at / sizeof at[0]; k++)
        if (!access(at[k], X_OK))
            return strdup(at[k]);
    return NULL;
}

static int nvcc_find(struct nvcc *n, const struct build *b)
{
    const char *arch = b->arch ? b->arch
                     : json_string_value(json_object_get(json_object_get(b->lab, "device"), "arch"));
    if (!arch)
        arch = "sm_90a";
    char *found = build_nvcc(); /* often below a link, which a box's own root does not have */
    *n = (struct nvcc){ .program = found ? realpath(found, NULL) : NULL };
    free(found);
    if (!n->program)
        return -1;
    n->bin = strdup(n->program);
    *strrchr(n->bin, '/') = 0;
    char *up = util_path("%s/..", n->bin);
    n->toolkit = realpath(up, NULL);
    free(up);
    n->include = util_path("%s/runner/include", b->root);
    n->kernels = util_below(b->root, lab_str(b, "kernels"));
    n->src = util_path("%s/src", b->dir);
    n->arch = strdup(arch);
    n->gencode = util_path("-gencode=arch=compute_%s,code=%s", arch + 3, arch);
    return 0;
}

static void nvcc_finish(struct nvcc *n)
{
    char *own[] = { n->program, n->bin, n->toolkit, n->include, n->kernels, n->src, n->arch, n->gencode };
    for (size_t k = 0; k < sizeof own / sizeof own[0]; k++)
        free(own[k]);
}

/* Device code only: no host code is generated, so none of the learner's can ever run on the host. */
static void nvcc_compile(struct build_result *r, const struct build *b, const struct nvcc *n, const char *name)
{
    char *include = util_path("-I%s", n->include), *kernels = util_path("-I%s", n->kernels);
    struct box box = compile_box(b, n->include, n->kernels);
    struct args a = { 0 };
    r->tool = "nvcc";
    snprintf(r->flags, sizeof r->flags, "-O3 -std=c++17 %s", n->gencode);
    const char *v[] = { n->program, "-cubin", "-O3", "-std=c++17", "-lineinfo", n->gencode, "-Xptxas", "-v", "-keep",
                        "-I.", include, b->trusted ? kernels : "-I.", name, "-o", "../lab.cubin" };
    for (size_t k = 0; k < sizeof v / sizeof v[0]; k++)
        arg(&a, v[k]);
    box_allow(&box, n->toolkit);
    box.cwd = n->src;
    box.cpu_s = 120;
    box.as_MiB = 16384;
    run_tool(r, &a, &box, n->bin, 240);
    if (r->ok) {
        char *ptx = util_path("%s/%.*s.ptx", n->src, (int)(strlen(name) - 3), name),
             *to = util_path("%s/lab.ptx", b->dir);
        rename(ptx, to);
        free(ptx);
        free(to);
    }
    free(include);
    free(kernels);
}

/* What no GPU is given is a build that failed, in the words of cubin_vet(). */
static void vet(struct build_result *r)
{
    struct err e = { "" };
    size_t n = 0;
    char *bytes = util_read_bytes(r->so, CUBIN_MAX + 1, &n, &e);
    r->ok = bytes && !cubin_vet(bytes, n, &e);
    if (!r->ok)
        text_addf(&r->log, "error: %s\n", e.text);
    free(bytes);
}

struct build_result build_cubin(const struct build *b, const json_t *files)
{
    struct build_result r = { .log = { .cap = 64 << 10 } };
    struct nvcc n;
    const char *name;
    json_t *text;
    if (nvcc_find(&n, b)) {
        fault_note(FAULT_SETUP, "The compiler nvcc was not found. CUDA labs need the CUDA toolkit (12 or later): "
                                "install it, or set CUDA_HOME to its directory. Everything else works without it.");
        return r;
    }
    r.ok = 1;
    json_object_foreach((json_t *)files, name, text) {
        size_t len = strlen(name);
        if (r.ok && len > 3 && !strcmp(name + len - 3, ".cu") && !nvrtc_compile(&r, b, &n, name))
            nvcc_compile(&r, b, &n, name);
    }
    if (r.ok) {
        r.so = util_path("%s/lab.cubin", b->dir);
        vet(&r);
    }
    nvcc_finish(&n);
    return r;
}
