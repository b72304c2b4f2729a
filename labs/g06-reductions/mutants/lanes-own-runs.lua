return mutant {
  base = "reference", file = "reduce.cu",
  replace = {{"    for (long long i = (long long)blockIdx.x * T + t; i < n; i += (long long)gridDim.x * T)\n" ..
              "        v += x[i];",
              "    long long each = (n + (long long)gridDim.x * T - 1) / ((long long)gridDim.x * T);\n" ..
              "    long long from = ((long long)blockIdx.x * T + t) * each;\n" ..
              "    for (long long i = from; i < from + each && i < n; i++)\n        v += x[i];"}},
  fails = "profile", message = "g_ld_sec",
  why = "each thread sums a run of neighbours, so lanes are a run apart: what works on a CPU",
}
