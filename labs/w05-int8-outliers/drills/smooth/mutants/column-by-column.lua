return mutant {
  base = "reference", file = "smooth.c",
  replace = {{"    for (int i = 0; i < rows; i++, x += k)\n        for (int j = 0; j < k; j++)\n" ..
              "            top[j] = fmaxf(top[j], fabsf(x[j]));",
              "    for (int j = 0; j < k; j++)\n        for (int i = 0; i < rows; i++)\n" ..
              "            top[j] = fmaxf(top[j], fabsf(x[(size_t)i * (size_t)k + (size_t)j]));"}},
  fails = "profile", message = "l1_miss",
  why = "each column is walked down on its own: sixteen times the lines",
}
