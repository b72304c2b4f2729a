/*
 * naive.cu: one element a thread and turn. Each is right, fused, and loads two bytes where it could load sixteen; the
 * bias comes anew for each row.
 */
#include "lab.h"

static __device__ float half_of(float v, int form)
{
    float u = 1.5957691216f * (v + .044715f * v * v * v);
    return form == ERF ? .5f * erfcf(-.70710678f * v) : 1 / (1 + expf(-u));
}

static __device__ float gelu(float v, int form)
{
    return v == -INFINITY ? 0 : v * half_of(v, form);
}

static __device__ float slope(float v, int form)
{
    if (fabsf(v) > 30)
        return v > 0;
    float s = half_of(v, form);
    if (form == ERF)
        return s + v * .39894228f * expf(-.5f * v * v);
    return s + v * s * half_of(-v, form) * 1.5957691216f * (1 + .134145f * v * v);
}

static __device__ float value(const bf16 *x, const float *bias, int biased, size_t i, int C)
{
    return __bfloat162float(x[i]) + (biased ? bias[i % C] : 0);
}

extern "C" __global__ void bias_gelu(bf16 *y, const bf16 *x, const float *bias, int biased, int form, int R, int C)
{
    for (size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x; i < (size_t)R * C; i += (size_t)gridDim.x * THREADS)
        y[i] = __float2bfloat16(gelu(value(x, bias, biased, i, C), form));
}

extern "C" __global__ void bias_gelu_add(bf16 *y, const bf16 *x, const float *bias, int biased, const bf16 *res, int form,
                                         int R, int C)
{
    for (size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x; i < (size_t)R * C; i += (size_t)gridDim.x * THREADS)
        y[i] = __float2bfloat16(__bfloat162float(res[i]) + gelu(value(x, bias, biased, i, C), form));
}

extern "C" __global__ void bias_gelu_bwd(bf16 *dx, const bf16 *dy, const bf16 *x, const float *bias, int biased, int form,
                                         int R, int C)
{
    for (size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x; i < (size_t)R * C; i += (size_t)gridDim.x * THREADS)
        dx[i] = __float2bfloat16(__bfloat162float(dy[i]) * slope(value(x, bias, biased, i, C), form));
}
