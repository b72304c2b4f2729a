return mutant {
  base = "reference", file = "swizzle.cu",
  replace = {{"    if (n % 2 == 0) {\n        if (x < n)\n            *(uint32_t *)(row + x) = pair;\n" ..
              "        return;\n    }\n", ""}},
  fails = "profile", message = "g_st_eff",
  why = "each lane stores its two elements one after the other: every request uses half of its sectors' bytes",
}
