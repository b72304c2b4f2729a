return mutant {
  base = "reference", file = "int8.cu", backend = "simt",
  replace = {{[[r[i].zero = __float2bfloat162_rn(there ? 128.f + zero[of] : 128.f);]],
              [[r[i].zero = __float2bfloat162_rn(136.f);]]}},
  fails = "correct",
  why = "takes 8 for every zero point",
}
