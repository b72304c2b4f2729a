/*
 * What this GPU can do at most: bytes read and written a second by a copy within its memory, and FLOP/s of matrix
 * products (2 n^3 each) through the vendor's own library, cuBLASLt, loaded at run time. Operands are normally
 * distributed: a product of zeros draws less power and runs at a higher clock than any real one.
 */
#define _GNU_SOURCE
#include "calibrate.h"

#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/clock/gpu_driver.h"

/* library_types.h, cublas_api.h and cublasLt.h: a stable ABI, from a toolkit that need not be there to build this. */
enum { R_32F = 0, R_16BF = 14, R_8F_E4M3 = 28 };
enum { COMPUTE_32F = 68, COMPUTE_32F_FAST_TF32 = 77 };
enum { DESC_TRANSA = 3, DESC_A_SCALE = 17, DESC_B_SCALE = 18, PREF_MAX_WORKSPACE = 1, OP_T = 1 };

struct heuristic {
    uint64_t algo[8];
    size_t workspace;
    int state;
    float waves;
    int reserved[4];
};

#define CUBLAS_LT(X)                                                                                          \
    X(cublasLtCreate, (void **))                                                                              \
    X(cublasLtMatmulDescCreate, (void **, int, int))                                                          \
    X(cublasLtMatmulDescSetAttribute, (void *, int, const void *, size_t))                                    \
    X(cublasLtMatrixLayoutCreate, (void **, int, uint64_t, uint64_t, int64_t))                                \
    X(cublasLtMatmulPreferenceCreate, (void **))                                                              \
    X(cublasLtMatmulPreferenceSetAttribute, (void *, int, const void *, size_t))                              \
    X(cublasLtMatmulAlgoGetHeuristic, (void *, void *, void *, void *, void *, void *, void *, int,           \
                                       struct heuristic *, int *))                                            \
    X(cublasLtMatmul, (void *, void *, const void *, cu_ptr, void *, cu_ptr, void *, const void *, cu_ptr,    \
                       void *, cu_ptr, void *, const void *, cu_ptr, size_t, cu_handle))

#define DECLARE(name, args) static int(*name) args;
CUBLAS_LT(DECLARE)

enum { MOST = 8192, BLOCK = 1000003 /* values, prime: rows of a matrix differ */ };
static const size_t workspace_size = 64u << 20;

struct gpu {
    cu_handle stream, e0, e1;
    void *lt;
    cu_ptr a, b, c, workspace, one;
};

struct product {
    const char *type;
    int in, out, compute, size; /* size: bytes an input element */
};

/* FP8 is a product of A transposed and B, in and out of different types: the others follow it. */
static const struct product products[] = {
    { "fp32", R_32F, R_32F, COMPUTE_32F, 4 },
    { "tf32", R_32F, R_32F, COMPUTE_32F_FAST_TF32, 4 },
    { "bf16", R_16BF, R_16BF, COMPUTE_32F, 2 },
    { "fp8", R_8F_E4M3, R_16BF, COMPUTE_32F, 1 },
};

/* ---- operands ---------------------------------------------------------------------------------------------- */

static double uniform(uint64_t *s)
{
    *s = *s * 6364136223846793005u + 1442695040888963407u;
    return ((double)(*s >> 11) + 0.5) * 0x1p-53;
}

/* Box and Muller. */
static float normal(uint64_t *s)
{
    double r = sqrt(-2 * log(uniform(s)));
    return (float)(r * cos(6.283185307179586 * uniform(s)));
}

static uint16_t to_bf16(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

/* Four bits of exponent (bias 7), three of mantissa; below 2^-9 nothing is left, and a normal draw stays below 448. */
static uint8_t to_e4m3(float x)
{
    int e;
    uint8_t sign = x < 0 ? 0x80 : 0;
    float m = frexpf(fabsf(x), &e); /* m in [0.5, 1) */
    if (m == 0 || e < -8)
        return sign;
    int code = e >= -5 ? (e + 6) * 8 + (int)lrintf((m * 2 - 1) * 8) : (int)lrintf(fabsf(x) * 512);
    return (uint8_t)(sign | code);
}

/* One block of draws, again and again until the matrix is full. */
static int fill(cu_ptr at, const struct product *p, uint64_t seed)
{
    size_t bytes = (size_t)MOST * MOST * (size_t)p->size, have = (size_t)BLOCK * (size_t)p->size;
    char *host = malloc(have);
    for (size_t k = 0; host && k < BLOCK; k++) {
        float x = normal(&seed);
        if (p->size == 4)
            ((float *)(void *)host)[k] = x;
        else if (p->size == 2)
            ((uint16_t *)(void *)host)[k] = to_bf16(x);
        else
            ((uint8_t *)host)[k] = to_e4m3(x);
    }
    int bad = !host || cuMemcpyHtoD_v2(at, host, have);
    free(host);
    for (size_t n; !bad && have < bytes; have += n) {
        n = have < bytes - have ? have : bytes - have;
        bad = cuMemcpyDtoDAsync_v2(at + have, at, n, NULL);
    }
    return bad || cuCtxSynchronize() ? -1 : 0;
}

/* ---- matrix products --------------------------------------------------------------------------------------- */

struct plan {
    void *desc, *in, *out;
    struct heuristic how;
};

static int plan_make(const struct gpu *g, const struct product *p, int n, struct plan *x)
{
    void *pref;
    int op = OP_T, found = 0;
    if (cublasLtMatmulDescCreate(&x->desc, p->compute, R_32F) ||
        cublasLtMatmulDescSetAttribute(x->desc, DESC_TRANSA, &op, sizeof op) ||
        (p->in == R_8F_E4M3 && (cublasLtMatmulDescSetAttribute(x->desc, DESC_A_SCALE, &g->one, sizeof g->one) ||
                                cublasLtMatmulDescSetAttribute(x->desc, DESC_B_SCALE, &g->one, sizeof g->one))) ||
        cublasLtMatrixLayoutCreate(&x->in, p->in, (uint64_t)n, (uint64_t)n, n) ||
        cublasLtMatrixLayoutCreate(&x->out, p->out, (uint64_t)n, (uint64_t)n, n) ||
        cublasLtMatmulPreferenceCreate(&pref) ||
        cublasLtMatmulPreferenceSetAttribute(pref, PREF_MAX_WORKSPACE, &workspace_size, sizeof workspace_size))
        return -1;
    int bad = cublasLtMatmulAlgoGetHeuristic(g->lt, x->desc, x->in, x->in, x->out, x->out, pref, 1, &x->how, &found);
    return bad || !found ? -1 : 0;
}

/* Seconds of `count` products between two events; 0 when one could not be run. */
static double products_s(const struct gpu *g, const struct plan *x, int count)
{
    const float alpha = 1, beta = 0;
    float ms = 0;
    int bad = 0;
    cuEventRecord(g->e0, g->stream);
    for (int k = 0; k < count; k++)
        bad |= cublasLtMatmul(g->lt, x->desc, &alpha, g->a, x->in, g->b, x->in, &beta, g->c, x->out, g->c, x->out,
                              x->how.algo, g->workspace, workspace_size, g->stream);
    cuEventRecord(g->e1, g->stream);
    return bad || cuEventSynchronize(g->e1) || cuEventElapsedTime(&ms, g->e0, g->e1) ? 0 : ms * 1e-3;
}

/* Trials of about 40 ms each, after one to warm up; NULL when the library has no such product here. */
static json_t *measure_product(const struct gpu *g, const struct product *p, int n)
{
    struct plan x;
    double rate[CALIBRATE_TRIALS], flop = 2.0 * n * n * n;
    if (plan_make(g, p, n, &x))
        return NULL;
    double once = products_s(g, &x, 1) > 0 ? products_s(g, &x, 2) / 2 : 0;
    int count = once > 0 ? (int)(0.04 / once) + 1 : 0;
    if (!count || !(products_s(g, &x, count) > 0))
        return NULL;
    for (int k = 0; k < CALIBRATE_TRIALS; k++) {
        double s = products_s(g, &x, count);
        if (!(s > 0))
            return NULL;
        rate[k] = flop * count / s;
    }
    json_t *m = calibrate_spread(rate, CALIBRATE_TRIALS);
    json_object_set_new(m, "type", json_string(p->type));
    json_object_set_new(m, "n", json_integer(n));
    return m;
}

static double median_of(const json_t *m)
{
    return json_number_value(json_object_get(m, "median"));
}

/* The better of two sizes. */
static json_t *best_product(const struct gpu *g, const struct product *p)
{
    json_t *best = NULL;
    if (fill(g->a, p, 0x9e3779b97f4a7c15u) || fill(g->b, p, 0xd1b54a32d192ed03u))
        return NULL;
    for (int n = MOST / 2; n <= MOST; n *= 2) {
        json_t *m = measure_product(g, p, n);
        if (m && (!best || median_of(m) > median_of(best))) {
            json_decref(best);
            best = m;
        } else {
            json_decref(m);
        }
    }
    return best;
}

/* NULL, or what is missing. */
static const char *load_library(const char *toolkit)
{
    static const char *const name[] = { "libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so" };
    static const char *const dir[] = { "/usr/local/cuda/lib64/", "/opt/cuda/lib64/", "" };
    char path[4096], own[4000];
    void *so = NULL;
    snprintf(own, sizeof own, "%s/lib64/", toolkit ? toolkit : "");
    for (size_t d = 0; d < 4; d++)
        for (size_t k = 0; k < 3 && !so; k++) {
            snprintf(path, sizeof path, "%s%s", d ? dir[d - 1] : own, name[k]);
            so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        }
    if (!so)
        return "No matrix products were timed: cuBLASLt (libcublasLt.so) was not found; it comes with the CUDA "
               "toolkit.";
#define LOAD(name, args)                                      \
    *(void **)&name = dlsym(so, #name);                       \
    if (!name)                                                \
        return "no matrix products: cuBLASLt is too old, it lacks " #name;
    CUBLAS_LT(LOAD)
    return NULL;
}

static const char *measure_products(struct gpu *g, const char *toolkit, json_t *list)
{
    const float one = 1;
    size_t bytes = (size_t)MOST * MOST * 4;
    const char *why = load_library(toolkit);
    if (why)
        return why;
    if (cuMemAlloc_v2(&g->a, bytes) || cuMemAlloc_v2(&g->b, bytes) || cuMemAlloc_v2(&g->c, bytes) ||
        cuMemAlloc_v2(&g->workspace, workspace_size) || cuMemAlloc_v2(&g->one, sizeof one) ||
        cuMemcpyHtoD_v2(g->one, &one, sizeof one))
        return "No matrix products were timed: this GPU has less than 900 MiB free.";
    if (cublasLtCreate(&g->lt))
        return "No matrix products were timed: cuBLASLt does not start on this GPU.";
    for (size_t k = 0; k < sizeof products / sizeof products[0]; k++) {
        json_t *m = best_product(g, &products[k]);
        if (m)
            json_array_append_new(list, m);
    }
    return NULL;
}

json_t *calibrate_gpu(const char *toolkit)
{
    struct gpu g = { NULL };
    cu_handle ctx;
    char name[128] = "", arch[16];
    double rate[CALIBRATE_TRIALS];
    int dev = 0;
    const char *why = gpu_driver_device(&dev);
    if (!why && (cuDevicePrimaryCtxRetain(&ctx, dev) || cuCtxSetCurrent(ctx) || cuStreamCreate(&g.stream, 1) ||
                 cuEventCreate(&g.e0, 0) || cuEventCreate(&g.e1, 0)))
        why = "The GPU gives no context.";
    if (why)
        return json_pack("{s:n s:s}", "gpu", "why", why);
    gpu_driver_arch(dev, arch, sizeof arch);
    cuDeviceGetName(name, sizeof name - 1, dev);
    int copies = gpu_driver_copy(g.stream, rate, CALIBRATE_TRIALS);
    json_t *list = json_array(), *o = json_pack("{s:s s:s s:o}", "name", name, "arch", arch, "flops", list);
    if (copies > 0)
        json_object_set_new(o, "copy", calibrate_spread(rate, (size_t)copies));
    const char *missing = measure_products(&g, toolkit, list);
    if (missing)
        json_object_set_new(o, "missing", json_string(missing));
    return json_pack("{s:o}", "gpu", o);
}
