return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"    v = place[lane % WARPS];\n" ..
              "#pragma unroll\n" ..
              "    for (int d = WARPS / 2; d; d /= 2)\n" ..
              "        v += __shfl_xor_sync(ALL, v, d);\n" ..
              "    return v;",
              "    if (threadIdx.x < WARP) {\n" ..
              "        v = place[lane % WARPS];\n" ..
              "        for (int d = WARPS / 2; d; d /= 2)\n" ..
              "            v += __shfl_xor_sync(ALL, v, d);\n" ..
              "        __syncwarp();\n" ..
              "        if (lane == 0)\n" ..
              "            place[0] = v;\n" ..
              "    }\n" ..
              "    __syncthreads();\n" ..
              "    return place[0];"}},
  fails = "profile", message = "bar",
  why = "warp 0 adds the sums of the others and sends the result through shared memory: a second barrier for each",
}
