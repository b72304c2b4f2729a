#include "lab.h"

/* A counting sort by one block. Who has which choices, so that equal experts keep their order? */
extern "C" __global__ void __launch_bounds__(SORT_THREADS)
    sort_choices(int *off, int *place, const int *idx, int n, int E)
{
    /* yours */
}

/* ceil(n_e / TILE) tiles an expert; entry i is thread i's, whoever has the most tiles. */
extern "C" __global__ void __launch_bounds__(THREADS) tile_list(int *tiles, const int *off, int E, int room)
{
    /* yours */
}

/* A warp a token, 16 bytes a lane. */
extern "C" __global__ void __launch_bounds__(THREADS)
    permute(bf16 *sorted, const bf16 *x, const int *place, int T, int k, int d)
{
    /* yours */
}

/* TILE x TILE of y a block: whose rows, and where do they end? */
extern "C" __global__ void __launch_bounds__(THREADS)
    grouped_gemm(bf16 *y, const bf16 *rows, const bf16 *W, const int *off, const int *tiles, int E, int d, int ff)
{
    /* yours */
}

extern "C" __global__ void __launch_bounds__(THREADS)
    unpermute(bf16 *out, const bf16 *answers, const int *place, const float *w, int T, int k, int d)
{
    /* yours */
}
