return mutant {
  base = "reference", file = "hopper.cu", backend = "simt",
  replace = {{[[
    wgmma_fence();
#pragma unroll
    for (int i = 0; i < 4; i++)
        wgmma_m64n256k16]],
              [[
#pragma unroll
    for (int i = 0; i < 4; i++)
        wgmma_m64n256k16]]}},
  fails = "sanitize",
  why = "the products of a turn begin on registers that no fence handed over",
}
