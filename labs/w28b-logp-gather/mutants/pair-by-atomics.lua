return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[    if (threadIdx.x % 32 == 0)
        place[threadIdx.x / 32] = gap;
    __syncthreads();
    float m]==],
               [==[    if (threadIdx.x < 2)
        place[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        atomicAdd(&place[0], gap);
    __syncthreads();
    float m]==]}},
  fails = "profile", message = "atom",
  why = "the warps of a pair add to one word by atomics",
}
