return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"    for (long long i = (long long)blockIdx.x * THREADS + threadIdx.x; i < n; i += (long " ..
              "long)gridDim.x * THREADS)\n" ..
              "        mine |= !isfinite(x[i]);\n",
              "    for (long long k = (long long)blockIdx.x * THREADS; k < n; k += (long long)gridDim.x * " ..
              "THREADS) {\n" ..
              "        long long i = k + threadIdx.x;\n" ..
              "        mine |= __any_sync(ALL, i < n && !isfinite(x[i])) != 0;\n" ..
              "    }\n"}},
  fails = "profile", message = "vote",
  why = "a vote for each element that a thread looks at, where one behind the loop says as much",
}
