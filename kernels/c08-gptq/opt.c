/*
 * GPTQ with rows side by side. What ref.c still waits for, and what is done about it:
 *
 *   rows in lanes     in ref.c a row's columns wait for each other: a division, a rounding, a product, one weight after
 *                     the other. Here a block of 16 rows is turned over, so that a vector holds one column of all of
 *                     them: the chain is as long, and 16 rows go through it at once.
 *   vectors by name   the product behind a block is written with vectors of 16 floats, four rows of 64 columns each.
 */
#define OWN_GPTQ
#include "ref.c"

enum { LANES = 16 };

typedef float vec __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

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
