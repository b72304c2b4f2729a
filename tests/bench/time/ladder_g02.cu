/* The four stencils of g02-memspaces, each once: `ladders` asks how long they take. */
#include "ref.cu"
enum { ROWS = WIDE / RUN };
#undef RUN
#include "common.cuh"

int main()
{
    enum { SIDE = 2048 };
    float *in = floats(SIDE * SIDE), *out = zeros(SIDE * SIDE), *w = floats(TAPS * TAPS);
    dim3 grid(SIDE / TILE_X, SIDE / TILE_Y), block(TILE_X, TILE_Y);
    RUN(stencil_global<<<grid, block>>>(out, in, w, SIDE, SIDE, 0));
    RUN(stencil_const<<<grid, block>>>(out, in, SIDE, SIDE, 0));
    RUN(stencil_tiled<<<grid, block>>>(out, in, SIDE, SIDE, 0));
    RUN(stencil_window<<<dim3(SIDE / WIDE, SIDE / WIDE), dim3(WIDE, ROWS)>>>(out, in, SIDE, SIDE, 0));
}
