/*
 * ref.c: the schedule with nothing left out. Tile k of the product begins in clock 1 + k * period, where a period is as
 * long as M rows take to enter, or as P rows of shadows take to be written, whichever is more. Everything else follows
 * from that clock: which row of shadows is written, what enters each row of cells and what each column gives.
 */
#include "lab.h"

/* From the right below to the left above: what a cell needs of its neighbours has not changed yet. */
void sa_step(int P, sa_cell_t *cell, const sa_in_t *in)
{
    for (int r = P - 1; r >= 0; r--)
        for (int c = P - 1; c >= 0; c--) {
            sa_cell_t *at = &cell[r * P + c];
            int32_t above = r ? at[-P].sum : 0;
            at->x = c ? at[-1].x : in->x[r];
            at->tag = c ? at[-1].tag : in->tag[r];
            at->w = at->tag & SA_SWAP ? at->shadow : at->w;
            at->sum = above + (at->tag & SA_ON ? at->w * at->x : 0);
            at->shadow = r == in->row ? in->w[c] : at->shadow;
        }
}

struct product {
    int M, K, N, P, columns; /* of tiles */
    int64_t tiles, period;
};

/* Where in the product a wire stands that sees the first row of the first tile in clock `since`: 0 nowhere. */
static int whereabouts(const struct product *p, int64_t clock, int64_t since, int64_t *tile, int *m)
{
    if (clock < since)
        return 0;
    *tile = (clock - since) / p->period;
    *m = (int)((clock - since) % p->period);
    return *tile < p->tiles && *m < p->M;
}

static void write_shadows(const struct product *p, int64_t clock, const int8_t *W, sa_in_t *in)
{
    int64_t tile = clock / p->period, r = clock % p->period;
    in->row = tile < p->tiles && r < p->P ? (int)r : -1;
    int64_t k = tile / p->columns * p->P + r, n0 = tile % p->columns * p->P;
    for (int c = 0; in->row >= 0 && c < p->P; c++)
        in->w[c] = k < p->K && n0 + c < p->N ? W[k * p->N + n0 + c] : 0;
}

static void feed(const struct product *p, int64_t clock, const int8_t *A, sa_in_t *in)
{
    for (int r = 0; r < p->P; r++) {
        int64_t tile;
        int m, on = whereabouts(p, clock, 1 + r, &tile, &m);
        int64_t k = on ? tile / p->columns * p->P + r : 0;
        in->tag[r] = on ? m ? SA_ON : SA_ON | SA_SWAP : 0;
        in->x[r] = on && k < p->K ? A[(int64_t)m * p->K + k] : 0;
    }
}

static void collect(const struct product *p, int64_t clock, const sa_out_t *out, int32_t *C)
{
    for (int c = 0; c < p->P; c++) {
        int64_t tile, n;
        int m;
        if (!whereabouts(p, clock, p->P + c, &tile, &m))
            continue;
        n = tile % p->columns * p->P + c;
        if (n < p->N)
            C[(int64_t)m * p->N + n] += out->sum[c];
    }
}

void sa_matmul(sa_hw_t *hw, int M, int K, int N, const int8_t *A, const int8_t *W, int32_t *C)
{
    int P = sa_side(hw), columns = (N + P - 1) / P;
    struct product p = { M, K, N, P, columns, (int64_t)((K + P - 1) / P) * columns, M > P ? M : P };
    sa_in_t in = { .row = -1 };
    sa_out_t out;
    for (int64_t k = 0; k < (int64_t)M * N; k++)
        C[k] = 0;
    for (int64_t clock = 0, end = sa_cycles(P, M, K, N); clock < end; clock++) {
        write_shadows(&p, clock, W, &in);
        feed(&p, clock, A, &in);
        sa_clock(hw, &in, &out);
        collect(&p, clock, &out, C);
    }
}

/* a / b, rounded up. */
static int64_t up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

int64_t sa_cycles(int64_t P, int64_t M, int64_t K, int64_t N)
{
    int64_t tiles = up(K, P) * up(N, P), period = M > P ? M : P;
    return M && tiles ? 1 + (tiles - 1) * period + M + 2 * P - 2 : 0;
}

int64_t layout_bytes(int rank, const int64_t *dim, const int *order, int elem_B)
{
    int64_t bytes = elem_B * up(dim[order[0]], 128) * 128;
    bytes *= up(dim[order[1]], 32 / elem_B) * (32 / elem_B);
    for (int k = 2; k < rank; k++)
        bytes *= dim[order[k]];
    return bytes;
}

/* The order that begins with a and b, the rest in ascending order: behind those two nothing is padded. */
static void complete(int rank, int a, int b, int *order)
{
    int n = 2;
    order[0] = a;
    order[1] = b;
    for (int d = 0; d < rank; d++)
        if (d != a && d != b)
            order[n++] = d;
}

int64_t layout_best(int rank, const int64_t *dim, int elem_B, int *order)
{
    int64_t best = -1;
    int try[4];
    for (int first = 0; first < rank * rank; first++) {
        int a = first / rank, b = first % rank;
        if (a == b)
            continue;
        complete(rank, a, b, try);
        int64_t bytes = layout_bytes(rank, dim, try, elem_B);
        if (best >= 0 && bytes >= best)
            continue;
        best = bytes;
        complete(rank, a, b, order);
    }
    return best;
}

static int64_t ring(int64_t n, int64_t b, int64_t rate, int64_t hop)
{
    return (n - 1) * (hop + up(up(up(b, n), 2), rate));
}

static int64_t longer(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

int64_t torus_allreduce(int64_t X, int64_t Y, int64_t bytes, int64_t rate, int64_t hop)
{
    int64_t h = up(bytes, 2);
    int64_t first = longer(ring(X, h, rate, hop), ring(Y, h, rate, hop));
    int64_t second = longer(ring(Y, up(h, X), rate, hop), ring(X, up(h, Y), rate, hop));
    return 2 * (first + second);
}
