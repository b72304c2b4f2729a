return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"    long long i = 2 * ((long long)blockIdx.x * blockDim.x + threadIdx.x);\n" ..
              "    if (i + 1 < n) {\n        uint2 v = *(const uint2 *)(x + i);\n" ..
              "        *(uint2 *)(y + i) = make_uint2(even_mix(v.x), odd_mix(v.y));\n" ..
              "    } else if (i < n) {\n        y[i] = even_mix(x[i]);\n    }",
              "    long long i = 2 * (long long)blockIdx.x * blockDim.x + threadIdx.x;\n" ..
              "    for (int k = 0; k < 2; k++, i += blockDim.x) {\n        if (i >= n)\n            return;\n" ..
              "        if (i % 2 == 0)\n            y[i] = even_mix(x[i]);\n        else\n" ..
              "            y[i] = odd_mix(x[i]);\n    }"}},
  fails = "profile", message = "act_thr",
  why = "two elements a thread, a block's width apart: both have the parity of the thread, and lanes part as before",
}
