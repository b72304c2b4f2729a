/*
 * GPTQ, the reference. Where naive.c spends its time, and what is done about it:
 *
 *   one factor        naive.c inverts H by elimination and takes a Cholesky factor of the inverse. Here H itself is
 *                     factored from its last corner, H = R R^T with R upper; U is R^-1, which is as simple.
 *   lazy blocks       naive.c changes all later columns after each one: the whole of W passes through the cache k
 *                     times. Here a row's block is finished by itself, and then the rest of the row is changed once, by
 *                     a small product: W passes k/block times.
 *   tiles             that product keeps 64 columns of two rows in registers while it goes through the block. What it
 *                     needs of U is packed first: rows that are a power of two apart would fall into the same sets.
 */
#include "lab.h"

#include <stdlib.h>
#include <string.h>

enum { TILE = 64 };

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

#ifndef OWN_FACTOR /* naive.c has its own */
/* R with H = R R^T, zeros below the diagonal: Cholesky's factor, from the last row up. */
static int from_below(int64_t k, const double *H, double *R)
{
    for (int64_t j = k - 1; j >= 0; j--) {
        for (int64_t i = j; i >= 0; i--) {
            double s = H[i * k + j];
            for (int64_t l = j + 1; l < k; l++)
                s -= R[i * k + l] * R[j * k + l];
            if (i == j && !(s > 0))
                return -1;
            R[i * k + j] = i == j ? sqrt(s) : s / R[j * k + j];
        }
    }
    return 0;
}

/* V = R^-1, row by row from the last one up: row i of R V is row i of 1. */
static void invert(int64_t k, const double *R, double *V)
{
    for (int64_t i = k - 1; i >= 0; i--) {
        double *row = V + i * k, by = 1 / R[i * k + i];
        row[i] = 1;
        for (int64_t l = i + 1; l < k; l++)
            for (int64_t j = l; j < k; j++)
                row[j] -= R[i * k + l] * V[l * k + j];
        for (int64_t j = i; j < k; j++)
            row[j] *= by;
    }
}

int factor(int64_t k, const double *H, float *U)
{
    double *R = calloc((size_t)(2 * k * k) + 1, sizeof *R), *V = R + k * k;
    int bad = from_below(k, H, R);
    if (!bad) {
        invert(k, R, V);
        for (int64_t e = 0; e < k * k; e++)
            U[e] = (float)V[e];
    }
    free(R);
    return bad;
}
#endif

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

#ifndef OWN_GPTQ /* naive.c and opt.c have their own */
/* U[from .. from + rows - 1][at .. at + columns - 1], dense. */
static void pack(int64_t k, int64_t from, int64_t rows, int64_t at, int64_t columns, const float *U, float *to)
{
    for (int64_t j = 0; j < rows; j++)
        memcpy(to + j * columns, U + (from + j) * k + at, (size_t)columns * sizeof *to);
}

/* The b columns from `from` of one row, whose errors over the diagonal are kept in e; D [b][b] is U's block of them. */
static void row_block(const struct how *how, int64_t k, int64_t from, int64_t b, float *w, const float *D,
                      uint8_t *codes, struct grid *grids, float *e)
{
    int64_t group = how->group;
    for (int64_t j = 0; j < b; j++) {
        int64_t at = from + j;
        const float *u = D + j * b;
        if (at % group == 0)
            grids[at / group] = grid_of(how->bits, at + group < k ? group : k - at, w + at);
        codes[at] = code_of(grids[at / group], how->bits, w[at]);
        float lost = (w[at] - value_of(grids[at / group], codes[at])) / u[j];
        e[j] = lost;
        for (int64_t l = j + 1; l < b; l++)
            w[from + l] -= lost * u[l];
    }
}

/* w[0 .. TILE - 1] of two rows, less the errors of b columns times those of U in D [b][TILE]. */
static void tile(int64_t b, const float *e0, const float *e1, const float *D, float *w0, float *w1)
{
    float a[TILE], c[TILE];
    memcpy(a, w0, sizeof a);
    memcpy(c, w1, sizeof c);
    for (int64_t j = 0; j < b; j++, D += TILE)
        for (int l = 0; l < TILE; l++) {
            a[l] -= e0[j] * D[l];
            c[l] -= e1[j] * D[l];
        }
    memcpy(w1, c, sizeof c);
    memcpy(w0, a, sizeof a);
}

/* Columns from `to` on of all rows make up for the errors E [n][b] of the b columns before. D is room. */
static void rest(int64_t n, int64_t k, int64_t to, int64_t b, const float *E, float *W, const float *U, float *D)
{
    int64_t l = to, pairs = n - n % 2;
    for (; l + TILE <= k; l += TILE) {
        pack(k, to - b, b, l, TILE, U, D);
        for (int64_t r = 0; r < pairs; r += 2)
            tile(b, E + r * b, E + (r + 1) * b, D, W + r * k + l, W + (r + 1) * k + l);
    }
    for (int64_t r = 0; r < n; r++)
        for (int64_t j = 0; j < b; j++)
            for (int64_t c = r < pairs ? l : to; c < k; c++)
                W[r * k + c] -= E[r * b + j] * U[(to - b + j) * k + c];
}

void gptq(const struct how *how, int64_t n, int64_t k, float *W, const float *U, uint8_t *codes, struct grid *grids)
{
    int64_t groups = (k + how->group - 1) / how->group, B = how->block;
    float *E = malloc((size_t)(n * B + B * (B > TILE ? B : TILE)) * sizeof *E + 1), *D = E + n * B;
    for (int64_t from = 0; from < k; from += B) {
        int64_t b = from + B < k ? B : k - from;
        pack(k, from, b, from, b, U, D);
        for (int64_t r = 0; r < n; r++)
            row_block(how, k, from, b, W + r * k, D, codes + r * k, grids + r * groups, E + r * b);
        rest(n, k, from + b, b, E, W, U, D);
    }
    free(E);
}
#endif

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
