return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"    float mean = warp_sum(take(v, x + (size_t)row * C, C, lane, WARP)) / C;",
              "    __shared__ float s[THREADS];\n" ..
              "    float mean = take(v, x + (size_t)row * C, C, lane, WARP);\n" ..
              "    for (int d = WARP / 2; d; d /= 2) {\n" ..
              "        s[threadIdx.x] = mean;\n" ..
              "        __syncwarp();\n" ..
              "        mean += s[threadIdx.x ^ d];\n" ..
              "        __syncwarp();\n" ..
              "    }\n" ..
              "    mean /= C;"}},
  fails = "profile", message = "sh_wave",
  why = "a warp that reduces in shared memory with __syncwarp: right, and two wavefronts and more a step",
}
