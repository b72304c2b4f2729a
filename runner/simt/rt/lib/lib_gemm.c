/*
 * lib_gemm.c: a blocked matrix product. Panels of A and B are packed, converted on the way, so that the inner
 * kernel reads both in order; it keeps a tile of C in registers: 16 x 6 floats or 8 x 6 doubles of AVX2.
 */
#include "lib_gemm.h"

#include <immintrin.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib.h"

enum { NR = 6, KC = 256, MC = 192, NC = 96 };

size_t gemm_size(int type)
{
    return type == GEMM_F64 ? 8 : type == GEMM_S8 ? 1 : type == GEMM_F16 || type == GEMM_BF16 ? 2 : 4;
}

double gemm_load(const void *p, size_t i, int type)
{
    float f;
    uint32_t u;
    switch (type) {
    case GEMM_F16: return _cvtsh_ss(((const uint16_t *)p)[i]);
    case GEMM_BF16: u = (uint32_t)((const uint16_t *)p)[i] << 16; memcpy(&f, &u, 4); return f;
    case GEMM_F32: return ((const float *)p)[i];
    case GEMM_F64: return ((const double *)p)[i];
    case GEMM_S8: return ((const int8_t *)p)[i];
    default: return ((const int32_t *)p)[i];
    }
}

void gemm_store(void *p, size_t i, int type, double v)
{
    float f = (float)v;
    uint32_t u;
    switch (type) {
    case GEMM_F16: ((uint16_t *)p)[i] = (uint16_t)_cvtss_sh(f, 0); break;
    case GEMM_BF16:
        memcpy(&u, &f, 4);
        ((uint16_t *)p)[i] = (uint16_t)(f != f ? 0x7fff : (u + 0x7fff + (u >> 16 & 1)) >> 16);
        break;
    case GEMM_F32: ((float *)p)[i] = f; break;
    case GEMM_F64: ((double *)p)[i] = v; break;
    case GEMM_S8: ((int8_t *)p)[i] = (int8_t)(v > 127 ? 127 : v < -128 ? -128 : nearbyint(v)); break;
    default: ((int32_t *)p)[i] = (int32_t)v; break;
    }
}

/* Element (i, j) of a packed operand is at i * rs + j * cs of the array. */
struct view {
    const char *p;
    size_t rs, cs;
    int type;
};

struct task {
    const struct gemm *g;
    struct view a, b;
    void *acc;      /* sums of a C that is not of their type: m x n, or NULL */
    unsigned parts; /* of n */
};

#define REAL float
#define WIDTH 8
#define NAME(x) x##_f32
#include "lib_gemm_kernel.h"
#undef REAL
#undef WIDTH
#undef NAME

#define REAL double
#define WIDTH 4
#define NAME(x) x##_f64
#include "lib_gemm_kernel.h"
#undef REAL
#undef WIDTH
#undef NAME

static void product_int(const struct gemm *g, const struct view *a, const struct view *b)
{
    for (unsigned j = 0; j < g->n; j++)
        for (unsigned i = 0; i < g->m; i++) {
            int32_t sum = 0;
            size_t at = i + (size_t)j * g->ldc;
            for (unsigned k = 0; k < g->k; k++)
                sum += (int32_t)((const int8_t *)a->p)[i * a->rs + k * a->cs] *
                       ((const int8_t *)b->p)[k * b->rs + j * b->cs];
            double old = g->beta != 0 ? g->beta * gemm_load(g->c, at, g->type_c) : 0;
            gemm_store(g->c, at, g->type_c, g->alpha * sum + old);
        }
}

static void scale(const struct gemm *g)
{
    for (unsigned j = 0; j < g->n; j++)
        for (unsigned i = 0; i < g->m; i++) {
            size_t at = i + (size_t)j * g->ldc;
            gemm_store(g->c, at, g->type_c, g->beta != 0 ? g->beta * gemm_load(g->c, at, g->type_c) : 0);
        }
}

/* A C of half precision is rounded once, from whole sums. */
static void finish(const struct gemm *g, const float *acc)
{
    for (unsigned j = 0; j < g->n; j++)
        for (unsigned i = 0; i < g->m; i++) {
            size_t at = i + (size_t)j * g->ldc;
            float sum = (float)g->alpha * acc[i + (size_t)j * g->m];
            if (g->beta != 0)
                sum += (float)g->beta * (float)gemm_load(g->c, at, g->type_c);
            gemm_store(g->c, at, g->type_c, sum);
        }
}

void gemm_run(const struct gemm *g)
{
    struct task t = { .g = g };
    t.a = (struct view){ g->a, g->transposed_a ? g->lda : 1, g->transposed_a ? 1 : g->lda, g->type_a };
    t.b = (struct view){ g->b, g->transposed_b ? g->ldb : 1, g->transposed_b ? 1 : g->ldb, g->type_b };

    if (!g->m || !g->n)
        return;
    if (!g->k || g->alpha == 0) {
        scale(g);
        return;
    }
    if (g->type_a == GEMM_S8) {
        product_int(g, &t.a, &t.b);
        return;
    }
    int wide = g->type_c == GEMM_F64;
    if (!wide && g->type_c != GEMM_F32 && !(t.acc = calloc((size_t)g->m * g->n, sizeof(float))))
        return;
    double work = 2.0 * g->m * g->n * g->k;
    t.parts = work < 4e6 ? 1 : lib_processors() * (g->n >= 16 * NC ? 4 : 1);
    if (t.parts > (g->n + NR - 1) / NR)
        t.parts = (g->n + NR - 1) / NR;
    lib_parallel(t.parts, wide ? columns_f64 : columns_f32, &t);
    if (t.acc)
        finish(g, t.acc);
    free(t.acc);
}
