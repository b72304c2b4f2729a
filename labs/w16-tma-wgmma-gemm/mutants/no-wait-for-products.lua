return mutant {
  base = "reference", file = "hopper.cu", backend = "simt",
  replace = {{[[
    wgmma_commit();
    wgmma_wait<0>();
#pragma unroll
    for (int i = 0; i < 32; i += 2)]],
              [[
    wgmma_commit();
#pragma unroll
    for (int i = 0; i < 32; i += 2)]]}},
  fails = "sanitize",
  why = "stores the sums of products that have not been waited for",
}
