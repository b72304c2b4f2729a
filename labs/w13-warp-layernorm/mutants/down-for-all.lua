return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"/* The sum of the warp's lanes, in every lane. */\n" ..
              "static __device__ float warp_sum(float v)\n" ..
              "{\n" ..
              "#pragma unroll\n" ..
              "    for (int d = WARP / 2; d; d /= 2)\n" ..
              "        v += __shfl_xor_sync",
              "/* The sum of the warp's lanes, in every lane. */\n" ..
              "static __device__ float warp_sum(float v)\n" ..
              "{\n" ..
              "#pragma unroll\n" ..
              "    for (int d = WARP / 2; d; d /= 2)\n" ..
              "        v += __shfl_down_sync"}},
  fails = "correct", message = "sum",
  why = "five steps down leave the sum in lane 0, and in no other lane",
}
