/*
 * x06-sectors: the CUDA lab that the attacks of this folder are made on. One kernel, blocks of 128 threads.
 */
#ifndef X06_SECTORS_H
#define X06_SECTORS_H

/* y[i] = 2 x[i] + i % 7, i < n. Grid ceil(n / 128), block 128. */
extern "C" __global__ void scale(float *y, const float *x, int n);

__device__ static inline float truth(float x, int i)
{
    return 2 * x + (float)(i % 7);
}

/* This thread's element; n or more means none. */
__device__ static inline int mine(void)
{
    return (int)(blockIdx.x * blockDim.x + threadIdx.x);
}

#endif
