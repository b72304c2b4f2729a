return mutant {
  base = "reference", file = "first.cu",
  replace = {{"    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)\n" ..
              "        out[i] = x[i]",
              "    size_t share = (n + stride - 1) / stride, from = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) " ..
              "* share;\n    for (size_t i = from; i < n && i < from + share; i++)\n        out[i] = x[i]"}},
  fails = "profile", message = "g_ld_eff",
  why = "each thread walks along its own stretch, as on a CPU: each lane's load is a sector of its own",
}
