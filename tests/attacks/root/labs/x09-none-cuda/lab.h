/* x09-none-cuda: the kernel that writing nothing is tried on. */
#ifndef X09_NONE_CUDA_H
#define X09_NONE_CUDA_H

/* at[k] = -1, k < n. Grid ceil(n / 128), block 128. */
extern "C" __global__ void none(int n, int *at);

#endif
