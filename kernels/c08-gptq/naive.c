/*
 * GPTQ as simply as it goes: the inverse of H and its factor, then each column with all that come after it, at once.
 * ref.c says what to do about it.
 */
#include "lab.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------- what the data say */

void hessian(int64_t m, int64_t k, const float *X, double *H)
{
    memset(H, 0, (size_t)(k * k) * sizeof *H);
    for (int64_t t = 0; t < m; t++)
        for (int64_t i = 0; i < k; i++) {
            double x = 2 * (double)X[t * k + i];
            for (int64_t j = i; j < k; j++)
                H[i * k + j] += x * (double)X[t * k + j];
        }
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < i; j++)
            H[i * k + j] = H[j * k + i];
}

int64_t prepare(int64_t n, int64_t k, double damp, double *H, float *W)
{
    int64_t dead = 0;
    double mean = 0;
    for (int64_t j = 0; j < k; j++) {
        if (H[j * k + j] == 0) {
            H[j * k + j] = 1;
            dead++;
            for (int64_t r = 0; r < n; r++)
                W[r * k + j] = 0;
        }
        mean += H[j * k + j] / (double)k;
    }
    for (int64_t j = 0; j < k; j++)
        H[j * k + j] += damp * mean;
    return dead;
}

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

void order_of(int64_t k, const double *H, int32_t *perm)
{
    for (int64_t j = 0; j < k; j++) {
        int64_t at = j;
        for (; at > 0 && H[perm[at - 1] * k + perm[at - 1]] < H[j * k + j]; at--)
            perm[at] = perm[at - 1];
        perm[at] = (int32_t)j;
    }
}

double layer_error(int64_t n, int64_t k, const float *W, const float *V, const double *H)
{
    double sum = 0;
    for (int64_t r = 0; r < n; r++)
        for (int64_t i = 0; i < k; i++) {
            double d = (double)W[r * k + i] - (double)V[r * k + i], s = 0;
            for (int64_t j = 0; j < k; j++)
                s += H[i * k + j] * ((double)W[r * k + j] - (double)V[r * k + j]);
            sum += d * s;
        }
    return sum / 2;
}

/* ---------------------------------------------------------------------------------- one weight after the other */

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

/* Bit i: w[i] of four is to go. */
static unsigned two_of_four(const float *w, const float *U, int64_t k, int64_t j)
{
    float cost[4];
    unsigned mask = 0;
    for (int i = 0; i < 4; i++)
        cost[i] = w[i] * w[i] / (U[(j + i) * k + j + i] * U[(j + i) * k + j + i]);
    for (int twice = 0; twice < 2; twice++) {
        int least = -1;
        for (int i = 0; i < 4; i++)
            if (!(mask >> i & 1) && (least < 0 || cost[i] < cost[least]))
                least = i;
        mask |= 1u << least;
    }
    return mask;
}

void sparse24(int64_t n, int64_t k, float *W, const float *U)
{
    for (int64_t r = 0; r < n; r++) {
        float *w = W + r * k;
        unsigned mask = 0;
        for (int64_t j = 0; j < k; j++) {
            if (j % 4 == 0)
                mask = two_of_four(w + j, U, k, j);
            if (!(mask >> j % 4 & 1))
                continue;
            float lost = w[j] / U[j * k + j];
            w[j] = 0;
            for (int64_t l = j + 1; l < k; l++)
                w[l] -= lost * U[j * k + l];
        }
    }
}

/* ------------------------------------------------------------------------------------------------- all of it */

int quantise(const struct how *how, int64_t m, int64_t n, int64_t k, const float *X, const float *W, uint8_t *codes,
             struct grid *grids, int32_t *perm)
{
    double *H = malloc((size_t)(2 * k * k) * sizeof *H + 1), *P = H + k * k;
    float *w = malloc((size_t)(2 * n * k + k * k) * sizeof *w + 1), *p = w + n * k, *U = p + n * k;
    uint8_t *c = malloc((size_t)(n * k) + 1);
    memcpy(w, W, (size_t)(n * k) * sizeof *w);
    hessian(m, k, X, H);
    order_of(k, H, perm);
    prepare(n, k, how->damp, H, w);
    for (int64_t j = 0; j < k; j++) {
        if (!how->order)
            perm[j] = (int32_t)j;
        for (int64_t r = 0; r < n; r++)
            p[r * k + j] = w[r * k + perm[j]];
    }
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < k; j++)
            P[i * k + j] = H[perm[i] * k + perm[j]];
    int bad = factor(k, P, U);
    if (!bad) {
        gptq(how, n, k, p, U, c, grids);
        for (int64_t r = 0; r < n; r++)
            for (int64_t j = 0; j < k; j++)
                codes[r * k + perm[j]] = c[r * k + j];
    }
    free(c);
    free(w);
    free(H);
    return bad;
}
