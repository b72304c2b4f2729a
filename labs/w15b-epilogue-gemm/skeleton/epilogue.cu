#include "lab.h"

/* An epilogue is a type with one function: two sums, side by side in a row, and where they stand. */
struct Identity {
    __device__ float2 operator()(float2 sum, int row, int col) const
    {
        return sum;
    }
};

/* Write these two when the mainloop is right. What does each have to carry? */
struct BiasRelu {
    /* yours */
};

struct Residual {
    /* yours */
};

/* 128 x 128 of D. Fill tiles by cp.async, multiply, and hand each pair of sums to the epilogue on its way out. */
template <class Epilogue>
static __device__ void product(bf16 *D, const bf16 *A, const bf16 *B, int M, int N, int K, Epilogue epilogue)
{
    /* yours */
}

extern "C" __global__ void __launch_bounds__(THREADS)
    gemm_plain(bf16 *D, const bf16 *A, const bf16 *B, int M, int N, int K)
{
    product(D, A, B, M, N, K, Identity{});
}

extern "C" __global__ void __launch_bounds__(THREADS)
    gemm_bias_relu(bf16 *D, const bf16 *A, const bf16 *B, const bf16 *bias, int M, int N, int K)
{
    /* yours */
}

extern "C" __global__ void __launch_bounds__(THREADS)
    gemm_residual(bf16 *D, const bf16 *A, const bf16 *B, const bf16 *res, int M, int N, int K)
{
    /* yours */
}
