return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"last = visible(i0 + rows - 1, S, causal);", "last = S;"}},
  fails = "profile", message = "g_ld_sec of flash_fwd (case causal512)",
  why = "tiles above the diagonal are loaded and masked, instead of not being visited",
}
