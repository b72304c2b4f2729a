return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    float4 s = make_float4(0, 0, 0, 0);]],
              [[    long long T = (gridDim.x > 1 ? 2 : 1) * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    float4 s = make_float4(0, 0, 0, 0);]]}},
  fails = "correct", message = "sum_4",
  why = "goes on by the threads of the two blocks that it was tried with",
}
