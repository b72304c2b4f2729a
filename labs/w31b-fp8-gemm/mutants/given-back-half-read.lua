return mutant {
  base = "reference", file = "fp8.cu", backend = "simt",
  replace = {{[[if (h == HALVES - 1)]],
              [[if (h == 0)]]}},
  fails = "sanitize",
  why = "the second half has still to be multiplied",
}
