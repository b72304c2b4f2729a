/*
 * naive.c: one tile after the other. Its weights are written, its rows pass, the array runs empty, and only then comes
 * the next. Right, and the array is idle for most of a short product.
 */
#include "lab.h"

#include <string.h>

/* A copy of the array as it was: then the order of the cells does not matter. */
void sa_step(int P, sa_cell_t *cell, const sa_in_t *in)
{
    sa_cell_t was[SA_MAX * SA_MAX];
    memcpy(was, cell, (size_t)P * (size_t)P * sizeof *was);
    for (int k = 0; k < P * P; k++) {
        int r = k / P, c = k % P;
        cell[k].x = c ? was[k - 1].x : in->x[r];
        cell[k].tag = c ? was[k - 1].tag : in->tag[r];
        if (cell[k].tag & SA_SWAP)
            cell[k].w = was[k].shadow;
        cell[k].sum = r ? was[k - P].sum : 0;
        if (cell[k].tag & SA_ON)
            cell[k].sum += cell[k].w * cell[k].x;
        if (r == in->row)
            cell[k].shadow = in->w[c];
    }
}

static void load(sa_hw_t *hw, int K, int N, const int8_t *W, int k0, int n0)
{
    int P = sa_side(hw);
    sa_out_t out;
    for (int r = 0; r < P; r++) {
        sa_in_t in = { .row = r };
        for (int c = 0; c < P; c++)
            in.w[c] = k0 + r < K && n0 + c < N ? W[(int64_t)(k0 + r) * N + n0 + c] : 0;
        sa_clock(hw, &in, &out);
    }
}

static void pass(sa_hw_t *hw, int M, int K, int N, const int8_t *A, int32_t *C, int k0, int n0)
{
    int P = sa_side(hw);
    sa_out_t out;
    for (int clock = 0; clock < M + 2 * P - 2; clock++) {
        sa_in_t in = { .row = -1 };
        for (int r = 0; r < P; r++) {
            int m = clock - r;
            in.tag[r] = m < 0 || m >= M ? 0 : m ? SA_ON : SA_ON | SA_SWAP;
            in.x[r] = in.tag[r] && k0 + r < K ? A[(int64_t)m * K + k0 + r] : 0;
        }
        sa_clock(hw, &in, &out);
        for (int c = 0; c < P && n0 + c < N; c++)
            if (out.tag[c] & SA_ON)
                C[(int64_t)(clock - (P - 1) - c) * N + n0 + c] += out.sum[c];
    }
}

void sa_matmul(sa_hw_t *hw, int M, int K, int N, const int8_t *A, const int8_t *W, int32_t *C)
{
    int P = sa_side(hw);
    for (int64_t k = 0; k < (int64_t)M * N; k++)
        C[k] = 0;
    for (int k0 = 0; M && k0 < K; k0 += P)
        for (int n0 = 0; n0 < N; n0 += P) {
            load(hw, K, N, W, k0, n0);
            pass(hw, M, K, N, A, C, k0, n0);
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
