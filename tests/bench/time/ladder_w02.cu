/* The rungs of w02-transpose, each once, at the smallest side of its bench: `ladders` asks how long they take. */
#include "lab.h"

#define vadd naive_vadd
#define transpose_naive naive_naive
#define transpose_tiled naive_tiled
#define transpose_wide naive_wide
namespace naive {
#include "naive.cu"
}
#undef vadd
#undef transpose_naive
#undef transpose_tiled
#undef transpose_wide
#include "ref.cu"

int main()
{
    enum { SIDE = 4096 };
    size_t bytes = (size_t)SIDE * SIDE * 4;
    float *in, *out;
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, bytes);
    cudaMemset(in, 0, bytes);
    naive::naive_naive<<<dim3(SIDE / TILE, SIDE / TILE), dim3(TILE, ROWS)>>>(out, in, SIDE, SIDE);
    transpose_tiled<<<dim3(SIDE / TILE, SIDE / TILE), dim3(TILE, ROWS)>>>(out, in, SIDE, SIDE);
    transpose_wide<<<dim3(SIDE / WIDE, SIDE / WIDE), dim3(TILE, ROWS)>>>(out, in, SIDE, SIDE);
    cudaFree(in);
    cudaFree(out);
    return cudaDeviceSynchronize();
}
