return mutant {
  base = "reference", file = "hopper.cu",
  replace = {{[[wgmma_m64n128k16(sum, smem_desc(a + 32 * k), smem_desc(b + 32 * k), turn | k);]],
              [[wgmma_m64n128k16(sum, smem_desc(a + 16 * k), smem_desc(b + 16 * k), turn | k);]]}},
  fails = "correct",
  why = "the k-th step is 16 elements on, which are 32 bytes",
}
