/*
 * oracle.c: what C = A·B should be, element by element, in float64.
 *
 * The inputs are float32, so every product a·b is exact in float64 and only the K additions round.
 * At K = 1024 that error is some 10^8 times smaller than what a float32 kernel may make.
 *
 * `scale` is Σ|a·b|, not |Σ a·b|: the error bound of a dot product grows with the size of its
 * terms. Terms that cancel leave a small sum and the same error.
 */
#include <ridge/oracle.h>

int gemm_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                double *want, double *scale);

int gemm_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                double *want, double *scale)
{
    const struct ridge_buffer *bufA = ridge_buffer(c, "A"), *bufB = ridge_buffer(c, "B");
    const double fM = ridge_num(c, "M"), fN = ridge_num(c, "N"), fK = ridge_num(c, "K");
    if (strcmp(out, "C") || !bufA || !bufB || !(fM >= 0) || !(fN >= 0) || !(fK >= 0))
        return -1;
    const size_t M = (size_t)fM, N = (size_t)fN, K = (size_t)fK;
    if (bufA->dtype != RIDGE_F32 || bufB->dtype != RIDGE_F32 || bufA->count != M * K ||
        bufB->count != K * N)
        return -1;
    const float *A = bufA->data, *B = bufB->data;
    for (size_t x = 0; x < n; x++) {
        if (index[x] >= M * N)
            return -1;
        const size_t i = index[x] / N, j = index[x] % N;
        double sum = 0, size = 0;
        for (size_t k = 0; k < K; k++) {
            const double term = (double)A[i * K + k] * (double)B[k * N + j];
            sum += term;
            size += fabs(term);
        }
        want[x] = sum;
        scale[x] = size;
    }
    return 0;
}
