/* lib_gemm.h: the matrix product under cuBLAS. Column-major, as there. */
#ifndef SIMT_LIB_GEMM_H
#define SIMT_LIB_GEMM_H

#include <stddef.h>
#include <stdint.h>

enum gemm_type { GEMM_F16, GEMM_BF16, GEMM_F32, GEMM_F64, GEMM_S8, GEMM_S32 };

struct gemm {
    unsigned m, n, k;
    int transposed_a, transposed_b;
    int type_a, type_b, type_c; /* F64 with F64 alone; S8, S8, S32 or F32; the rest in any mixture */
    const void *a, *b;
    void *c;
    size_t lda, ldb, ldc;
    double alpha, beta;
};

/* C = alpha op(A) op(B) + beta C. Sums in float, of doubles in double, of S8 to S32 in integers. */
void gemm_run(const struct gemm *g);

size_t gemm_size(int type); /* bytes of an element */
double gemm_load(const void *p, size_t i, int type);
void gemm_store(void *p, size_t i, int type, double v);

#endif
