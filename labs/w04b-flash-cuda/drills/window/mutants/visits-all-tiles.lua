return mutant {
  base = "reference", file = "window.cu",
  replace = {{"int first = max(i0 - w + 1, 0) / BC * BC;",
              "int first = 0;"}},
  fails = "profile", message = "g_ld_sec",
  why = "all causal tiles are loaded and masked: right, and 72 tiles in place of 30",
}
