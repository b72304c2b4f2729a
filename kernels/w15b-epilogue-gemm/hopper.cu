/*
 * hopper.cu: bias+ReLU behind the mainloop of w16-tma-wgmma-gemm, which knows nothing of it, for bench.cu. No rung of
 * this lab's ladder: its operands are tensor maps. A thread has the bias of its 64 columns in registers before the
 * tile's products begin.
 */
#include "../../labs/w16-tma-wgmma-gemm/lab.h"

namespace hopper {
#include "../w16-tma-wgmma-gemm/ref.cu"

struct BiasRelu {
    const bf *bias;
    int N;
    __nv_bfloat162 mine[32]; /* columns 2 (t % 4) and the next of each eight, of 256 */

    HOP void begin(int col, int t)
    {
        col += t % 4 * 2;
#pragma unroll
        for (int j = 0; j < 32; j++)
            if (col + 8 * j < N)
                mine[j] = *(const __nv_bfloat162 *)(bias + col + 8 * j);
    }
    HOP uint32_t round(int eight, float lo, float hi) const
    {
        float2 b = __bfloat1622float2(mine[eight]);
        __nv_bfloat162 v = __hmax2_nan(__floats2bfloat162_rn(lo + b.x, hi + b.y), __float2bfloat162_rn(0));
        return *(uint32_t *)&v;
    }
};

extern "C" __global__ void __launch_bounds__(384, 1)
    hopper_bias_relu(const __grid_constant__ tmap D, const __grid_constant__ tmap A, const __grid_constant__ tmap Bt,
                     const bf *bias, int M, int N, int K)
{
    extern __shared__ __align__(1024) unsigned char smem[];
    product(smem, &D, &A, &Bt, M, N, K, BiasRelu{ bias, N });
}
}
