return mutant {
  base = "reference", file = "int8.cu", backend = "simt",
  replace = {{[[return __float_as_uint(__fadd_rn(__fmul_rn(x, factor), 12582912.f)) & 255;]],
              [[return (uint32_t)(int)(x * factor) & 255;]]}},
  fails = "correct",
  why = "cuts towards zero where the code should be the nearest: half a step of error becomes a whole one",
}
