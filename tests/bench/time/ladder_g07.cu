/* The products of g07-gemm-ladder, each once: `ladders` asks how long they take. */
#include "ref.cu"
#include "common.cuh"

int main()
{
    enum { N = 1024 };
    float *A = floats(N * N), *B = floats(N * N), *C = zeros(N * N);
    dim3 small(N / SIDE, N / SIDE), big(N / BIG, N / BIG);
    RUN(gemm_naive<<<small, dim3(SIDE, SIDE)>>>(C, A, B, N, N, N));
    RUN(gemm_coalesced<<<small, dim3(SIDE, SIDE)>>>(C, A, B, N, N, N));
    RUN(gemm_tiled<<<small, dim3(SIDE, SIDE)>>>(C, A, B, N, N, N));
    RUN(gemm_register<<<big, BIG_THREADS>>>(C, A, B, N, N, N));
    OK(cudaFuncSetAttribute(gemm_async, cudaFuncAttributeMaxDynamicSharedMemorySize, ASYNC_SMEM));
    RUN(gemm_async<<<N / BIG * (N / ASYNC_COLS), ASYNC_THREADS, ASYNC_SMEM>>>(C, A, B, N, N, N));
    RUN(gemm_wmma<<<big, BIG_THREADS>>>(C, (__nv_bfloat16 *)A, (__nv_bfloat16 *)B, N, N, N));
}
