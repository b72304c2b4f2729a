return mutant {
  base = "reference", file = "int8.cu", backend = "simt",
  replace = {{[[
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0];]],
              [[
        part[threadIdx.x / 32] = v;
    v = part[0];]]}},
  fails = "sanitize",
  why = "reads the other warps parts of the sum before they are there",
}
