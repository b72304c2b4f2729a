return mutant {
  base = "reference", file = "transpose.cu",
  replace = {{[[            tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * C + x];
    __syncthreads();]], [[        {
            tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * C + x];
            __syncthreads();
        }]]}},
  fails = "limits", message = "bar.sync",
  simt = {fails = "correct", message = "mismatch"},
  why = "a barrier inside the loop, and under a condition that not every thread meets",
}
