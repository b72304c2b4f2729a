/*
 * GPTQ as simply as it goes: the inverse of H and its factor, then each column with all that come after it, at once.
 * The rest is the reference's, which says what to do about it.
 */
#define OWN_FACTOR
#define OWN_GPTQ
#include "ref.c"

/* H^-1 by elimination without a change of rows, which a positive definite matrix does not need. */
static int inverse(int64_t k, const double *H, double *A)
{
    memcpy(A, H, (size_t)(k * k) * sizeof *A);
    for (int64_t p = 0; p < k; p++) {
        double by = 1 / A[p * k + p];
        if (!(A[p * k + p] > 0))
            return -1;
        A[p * k + p] = 1;
        for (int64_t j = 0; j < k; j++)
            A[p * k + j] *= by;
        for (int64_t i = 0; i < k; i++) {
            double f = A[i * k + p];
            if (i == p)
                continue;
            A[i * k + p] = 0;
            for (int64_t j = 0; j < k; j++)
                A[i * k + j] -= f * A[p * k + j];
        }
    }
    return 0;
}

int factor(int64_t k, const double *H, float *U)
{
    double *A = malloc((size_t)(2 * k * k) * sizeof *A + 1), *L = A + k * k;
    int bad = inverse(k, H, A);
    for (int64_t i = 0; !bad && i < k; i++)
        for (int64_t j = i; j < k; j++) {
            double s = A[i * k + j];
            for (int64_t l = 0; l < i; l++)
                s -= L[l * k + i] * L[l * k + j];
            L[i * k + j] = i == j ? sqrt(s) : s / L[i * k + i];
        }
    for (int64_t e = 0; !bad && e < k * k; e++)
        U[e] = e % k < e / k ? 0 : (float)L[e];
    free(A);
    return bad;
}

void gptq(const struct how *how, int64_t n, int64_t k, float *W, const float *U, uint8_t *codes, struct grid *grids)
{
    int64_t group = how->group, groups = (k + group - 1) / group;
    for (int64_t j = 0; j < k; j++)
        for (int64_t r = 0; r < n; r++) {
            float *w = W + r * k;
            struct grid *g = grids + r * groups + j / group;
            if (j % group == 0)
                *g = grid_of(how->bits, j + group < k ? group : k - j, w + j);
            codes[r * k + j] = code_of(*g, how->bits, w[j]);
            float lost = (w[j] - value_of(*g, codes[r * k + j])) / U[j * k + j];
            for (int64_t l = j + 1; l < k; l++)
                w[l] -= lost * U[j * k + l];
        }
}
