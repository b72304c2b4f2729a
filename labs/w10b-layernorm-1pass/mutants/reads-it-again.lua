return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{"if (C > CHUNK) /* what is in registers is the last piece */", "if (C > 0)"}},
  fails = "profile", message = "g_ld_sec",
  why = "right, and x is loaded once for the statistics and once more for y",
}
