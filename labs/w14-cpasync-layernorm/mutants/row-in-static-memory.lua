return mutant {
  base = "reference", file = "layernorm.cu", backend = "simt",
  replace = {{[[    if (C % 4 == 0)
        normalise<float4>(row,]],
              [[    __shared__ float4 own[2048];
    if (C % 4 == 0 && C <= 8192) {
        for (int c = threadIdx.x; c < C / 4; c += THREADS)
            own[c] = ((const float4 *)row)[c];
        row = (const float *)own;
    }
    if (C % 4 == 0)
        normalise<float4>(row,]]}},
  fails = "profile", message = "smem_static",
  why = "copies the row into 32 KiB of static shared memory beside the stages",
}
