/*
 * ref.cu: a reduction longer than a block.
 *
 * The tile `squares` is carried through the turns: each lane adds up its own elements, and only after the last turn do
 * the warps meet, once. The alternative, a sum() in each turn, is right as well and meets C/BLOCK times.
 *
 * The first turn's tile stays in registers, eight of each thread. A row that fits a tile is thus loaded once, by the
 * same lines and without a case of its own; of a longer row all but the first tile come twice, since no result is known
 * before the last element was seen. 0 is neutral in a sum of squares.
 *
 * Four neighbours a lane where every row begins at a multiple of 16 bytes, else one, as in the lab.
 */
#include "lab.h"

template <int V> static __device__ void rms_row(const float *x, const float *g, float *y, int C, float eps)
{
    auto at = arange<BLOCK, V>();
    auto first = load(x, at, at < C, 0.f);
    auto squares = first * first;
    for (int c = BLOCK; c < C; c += BLOCK) {
        auto t = load(x, at + c, at + c < C, 0.f);
        squares = squares + t * t;
    }
    float scale = rsqrtf(sum(squares) / C + eps);
    store(y, at, first * scale * load(g, at, at < C, 0.f), at < C);
    for (int c = BLOCK; c < C; c += BLOCK) {
        auto t = load(x, at + c, at + c < C, 0.f);
        store(y, at + c, t * scale * load(g, at + c, at + c < C, 0.f), at + c < C);
    }
}

extern "C" __global__ void rms_tile(const float *x, const float *g, float *y, int R, int C, int ld, float eps)
{
    long long row = program_id();
    if (C % 4 == 0 && ld % 4 == 0)
        rms_row<4>(x + row * ld, g, y + row * C, C, eps);
    else
        rms_row<1>(x + row * ld, g, y + row * C, C, eps);
}
