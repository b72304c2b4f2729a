return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"    if (__builtin_cpu_supports(\"avx512f\"))\n"
     .. "        chain_avx512(y, x, c, lanes, steps);",
     "    for (int64_t i = 0; i < lanes; i++) {\n        float v = x[i];\n"
     .. "        for (int64_t s = 0; s < steps; s++)\n"
     .. "            v = (float)((double)v * v + c);\n        y[i] = v;\n    }\n"
     .. "    if (lanes > 0)\n        return;\n    if (__builtin_cpu_supports(\"avx512f\"))\n"
     .. "        chain_avx512(y, x, c, lanes, steps);"},
  },
  fails = "correct", message = "mismatch",
  why = "a double sum rounded to float again is rounded twice",
}
