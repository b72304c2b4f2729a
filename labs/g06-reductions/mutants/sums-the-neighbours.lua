return mutant {
  base = "reference", file = "reduce.cu",
  replace = {{"float sum = tree(s, i < n ? x[i] : 0);",
              "s[threadIdx.x] = i < n ? x[i] : 0;\n    __syncthreads();\n" ..
              "    for (int d = 1; d < blockDim.x; d *= 2) {\n        int k = 2 * d * threadIdx.x;\n" ..
              "        if (k + d < blockDim.x)\n            s[k] += s[k + d];\n        __syncthreads();\n    }\n" ..
              "    float sum = s[0];"}},
  fails = "profile", message = "sh_conf",
  why = "the threads are the first ones, but lanes stride by 2d: bank conflicts in place of divergence",
}
