return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[    for (int d = 16; d; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        place[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < WARPS; w++)
        all += place[w];
    return all;]],
              [[    __shared__ float s[THREADS];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int half = THREADS / 2; half; half /= 2) {
        if (threadIdx.x < half)
            s[threadIdx.x] += s[threadIdx.x + half];
        __syncthreads();
    }
    all = s[0];
    __syncthreads();
    return all;]]}},
  fails = "profile", message = "bar",
  why = "the sums go through a tree in shared memory, with a barrier on each of its levels",
}
