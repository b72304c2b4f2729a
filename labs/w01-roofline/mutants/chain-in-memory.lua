return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"    if (__builtin_cpu_supports(\"avx512f\"))\n        chain_avx512(y, x, c, lanes, steps);",
     "    for (int64_t i = 0; i < lanes; i++)\n        y[i] = x[i];\n"
     .. "    for (int64_t s = 0; s < steps; s++)\n        for (int64_t i = 0; i < lanes; i++)\n"
     .. "            y[i] = fmaf(y[i], y[i], c);\n    if (steps >= 0)\n        return;\n"
     .. "    if (__builtin_cpu_supports(\"avx512f\"))\n"
     .. "        chain_avx512(y, x, c, lanes, steps);"},
  },
  fails = "profile", message = "c_bytes",
  why = "with the steps outside, every step loads and stores every lane",
}
