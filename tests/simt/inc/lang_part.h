/* A user's header with device code: lang_include.cu. */
#pragma once
#include "lang_deeper.h"
static __constant__ int header_scale = 3;
template <int N> __global__ void header_kernel(int *o)
{
    __shared__ int s[N];
    s[threadIdx.x] = deeper(threadIdx.x);
    __syncthreads();
    o[threadIdx.x] = s[N - 1 - threadIdx.x] * header_scale;
}
static inline void header_launch(int *o) { header_kernel<32><<<1, 32>>>(o); }
