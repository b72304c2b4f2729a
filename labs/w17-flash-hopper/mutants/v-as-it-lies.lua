return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[[wgmma_rs_m64n64k16(c, p + 4 * i, smem_desc_rows(v + i * 16 * ROW, QBOX));]],
              [[wgmma_rs_m64n64k16(c, p + 4 * i, smem_desc(v + 32 * i));]]}},
  fails = "correct",
  why = "the rows of V are keys, and the descriptor takes them for columns",
}
