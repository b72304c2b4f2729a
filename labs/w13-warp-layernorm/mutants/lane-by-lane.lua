return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"/* The sum of the warp's lanes, in every lane. */\n" ..
              "static __device__ float warp_sum(float v)\n" ..
              "{\n" ..
              "#pragma unroll\n" ..
              "    for (int d = WARP / 2; d; d /= 2)\n" ..
              "        v += __shfl_xor_sync(ALL, v, d);\n" ..
              "    return v;",
              "/* The sum of the warp's lanes, in every lane. */\n" ..
              "static __device__ float warp_sum(float v)\n" ..
              "{\n" ..
              "    float all = 0;\n" ..
              "    for (int l = 0; l < WARP; l++)\n" ..
              "        all += __shfl_sync(ALL, v, l);\n" ..
              "    return all;"}},
  fails = "profile", message = "shfl",
  why = "a sum of 31 shuffles, one lane after the other: right, and six times the steps",
}
