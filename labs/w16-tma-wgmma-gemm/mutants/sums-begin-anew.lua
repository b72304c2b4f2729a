return mutant {
  base = "reference", file = "hopper.cu",
  replace = {{[[
smem_desc(b + 32 * i), k | i);
            wgmma_m64n128k16(lower]],
              [[
smem_desc(b + 32 * i), i);
            wgmma_m64n128k16(lower]]}},
  fails = "correct",
  why = "every turn throws away the sums of those before",
}
