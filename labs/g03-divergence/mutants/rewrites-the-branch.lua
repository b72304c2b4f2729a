return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"    if (i >= n)\n        return;\n    if (i % 2 == 0)\n        y[i] = even_mix(x[i]);\n    else\n" ..
              "        y[i] = odd_mix(x[i]);",
              "    if (i >= n)\n        return;\n    unsigned a = even_mix(x[i]), b = odd_mix(x[i]);\n" ..
              "    y[i] = i % 2 ? b : a;"}},
  fails = "profile", message = "act_thr",
  why = "does both recipes for each element and throws one away: a better figure, and nothing gained",
}
