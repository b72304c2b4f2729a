return mutant {
  base = "reference", file = "reduce.cu",
  replace = {{"extern \"C\" __global__ void sum_total",
              "static __device__ float running;\n\nextern \"C\" __global__ void sum_total"},
             {"        part[blockIdx.x] = v;\n        __threadfence(); /*",
              "        atomicAdd(&running, v);\n        __threadfence(); /*"},
             {"    for (unsigned b = t; b < gridDim.x; b += T)\n        v += ((volatile float *)part)[b];\n" ..
              "    v = block_sum(s, v);\n    if (t == 0)\n        *out = v;",
              "    if (t == 0)\n        *out = atomicExch(&running, 0);"}},
  fails = "limits", message = "add.f32",
  simt = {fails = "profile", message = "atom"},
  why = "blocks add to one float as they arrive: the last bits differ from run to run",
}
