return mutant {
  base = "reference", file = "transpose.cu",
  replace = {{"extern \"C\" __global__ void transpose_naive(float *out, const float *in, int R, int C)\n{\n",
              "extern \"C\" __global__ void transpose_naive(float *out, const float *in, int R, int C)\n{\n" ..
              "    __shared__ float unused[64];\n    unused[threadIdx.x] = in[0];\n    if (R < 0)\n" ..
              "        out[0] = unused[threadIdx.y];\n"}},
  fails = "limits", message = "smem_B",
  simt = {fails = "sanitize", message = "race"},
  why = "the baseline is no longer the naive kernel",
}
