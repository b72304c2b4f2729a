return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"    if (__builtin_cpu_supports(\"avx512f\"))\n        copy_avx512(dst, src, n);",
     "    *dst = *src;\n    if (__builtin_cpu_supports(\"avx512f\"))\n        copy_avx512(dst, src, n);"},
  },
  fails = "correct", message = "mismatch",
  why = "with n = 0 there is no first float",
}
