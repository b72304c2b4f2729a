/*
 * GPTQ with rows side by side. What ref.c still waits for, and what is done about it:
 *
 *   rows in lanes     in ref.c a row's columns wait for each other: a division, a rounding, a product, one weight after
 *                     the other. Here a block of 16 rows is turned over, so that a vector holds one column of all of
 *                     them: the chain is as long, and 16 rows go through it at once.
 *   vectors by name   the product behind a block is written with vectors of 16 floats, four rows of 64 columns each.
 */
#include "lab.h"

#include <stdlib.h>
#include <string.h>

enum { TILE = 64, LANES = 16 };

typedef float vec __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

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

/* U[from .. from + rows - 1][at .. at + columns - 1], dense. */
static void pack(int64_t k, int64_t from, int64_t rows, int64_t at, int64_t columns, const float *U, float *to)
{
    for (int64_t j = 0; j < rows; j++)
        memcpy(to + j * columns, U + (from + j) * k + at, (size_t)columns * sizeof *to);
}

/* Where a block of columns stands: how many rows are in lanes, and which of all columns they are. */
struct place {
    const struct how *how;
    int64_t k, from, b, rows, groups;
};

/* Grids of the group that begins at column j of the block, for each row, from T [b][LANES] and what follows in W. */
static void make_grids(const struct place *p, int64_t j, const float *T, const float *W, struct grid *grids)
{
    int64_t at = p->from + j, n = at + p->how->group < p->k ? p->how->group : p->k - at, here = p->b - j;
    float w[TILE * 64], *all = n > TILE * 64 ? malloc((size_t)n * sizeof *all) : w;
    for (int64_t r = 0; r < p->rows; r++) {
        for (int64_t l = 0; l < n && l < here; l++)
            all[l] = T[(j + l) * LANES + r];
        if (n > here)
            memcpy(all + here, W + r * p->k + at + here, (size_t)(n - here) * sizeof *all);
        grids[r * p->groups + at / p->how->group] = grid_of(p->how->bits, n, all);
    }
    if (all != w)
        free(all);
}

/* One column of all lanes: codes, and the errors over the diagonal. */
static void column(const struct place *p, const float *w, const float *scale, const float *zero, float diagonal,
                   uint8_t *codes, float *lost)
{
    float top = (float)((1 << p->how->bits) - 1);
    for (int r = 0; r < LANES; r++) {
        float c = rintf(w[r] / scale[r]) + zero[r];
        c = c > 0 ? c : 0;
        c = c < top ? c : top;
        codes[r] = (uint8_t)c;
        lost[r] = (w[r] - scale[r] * (c - zero[r])) / diagonal;
    }
}

/* A block of up to LANES rows: W and codes are of the first of them, E [rows][b] gets their errors. T is room. */
static void lanes(const struct place *p, float *W, const float *D, uint8_t *codes, struct grid *grids, float *E,
                  float *T)
{
    int64_t b = p->b, k = p->k;
    float scale[LANES], zero[LANES], lost[LANES];
    uint8_t code[LANES];
    memset(T, 0, (size_t)(b * LANES) * sizeof *T);
    for (int64_t r = 0; r < p->rows; r++)
        for (int64_t j = 0; j < b; j++)
            T[j * LANES + r] = W[r * k + p->from + j];
    for (int r = 0; r < LANES; r++)
        scale[r] = 1, zero[r] = 0;
    for (int64_t j = 0; j < b; j++) {
        int64_t group = p->how->group, g = (p->from + j) / group;
        if ((p->from + j) % group == 0)
            make_grids(p, j, T, W, grids);
        for (int64_t r = 0; (j == 0 || (p->from + j) % group == 0) && r < p->rows; r++)
            scale[r] = grids[r * p->groups + g].scale, zero[r] = grids[r * p->groups + g].zero;
        column(p, T + j * LANES, scale, zero, D[j * b + j], code, lost);
        for (int64_t r = 0; r < p->rows; r++) {
            codes[r * k + p->from + j] = code[r];
            E[r * b + j] = lost[r];
        }
        vec e = *(const vec *)lost;
        for (int64_t l = j + 1; l < b; l++)
            *(vec *)(T + l * LANES) -= e * D[j * b + l];
    }
}

/* w[0 .. TILE - 1] of four rows, k apart, less the errors of b columns, b apart in e, times U's in D [b][TILE]. */
static void tile(int64_t b, int64_t k, const float *e, const float *D, float *w)
{
    vec a[4][TILE / LANES];
    for (int r = 0; r < 4; r++)
        for (int v = 0; v < TILE / LANES; v++)
            a[r][v] = *(const vec *)(w + r * k + v * LANES);
    for (int64_t j = 0; j < b; j++, D += TILE)
        for (int r = 0; r < 4; r++)
            for (int v = 0; v < TILE / LANES; v++)
                a[r][v] -= e[r * b + j] * *(const vec *)(D + v * LANES);
    for (int r = 0; r < 4; r++)
        for (int v = 0; v < TILE / LANES; v++)
            *(vec *)(w + r * k + v * LANES) = a[r][v];
}

/* Columns from `to` on of all rows make up for the errors E [n][b] of the b columns before. D is room. */
static void rest(int64_t n, int64_t k, int64_t to, int64_t b, const float *E, float *W, const float *U, float *D)
{
    int64_t l = to, fours = n - n % 4;
    for (; l + TILE <= k; l += TILE) {
        pack(k, to - b, b, l, TILE, U, D);
        for (int64_t r = 0; r < fours; r += 4)
            tile(b, k, E + r * b, D, W + r * k + l);
    }
    for (int64_t r = 0; r < n; r++)
        for (int64_t j = 0; j < b; j++)
            for (int64_t c = r < fours ? l : to; c < k; c++)
                W[r * k + c] -= E[r * b + j] * U[(to - b + j) * k + c];
}

void gptq(const struct how *how, int64_t n, int64_t k, float *W, const float *U, uint8_t *codes, struct grid *grids)
{
    int64_t groups = (k + how->group - 1) / how->group, B = how->block;
    float *E = malloc((size_t)(n * B + B * (B > TILE ? B : TILE) + B * LANES) * sizeof *E + 1);
    float *D = E + n * B, *T = D + B * (B > TILE ? B : TILE);
    for (int64_t from = 0; from < k; from += B) {
        struct place p = { how, k, from, from + B < k ? B : k - from, LANES, groups };
        pack(k, from, p.b, from, p.b, U, D);
        for (int64_t r = 0; r < n; r += LANES) {
            p.rows = r + LANES < n ? LANES : n - r;
            lanes(&p, W + r * k, D, codes + r * k, grids + r * groups, E + r * p.b, T);
        }
        rest(n, k, from + p.b, p.b, E, W, U, D);
    }
    free(E);
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
