return mutant {
    base = "reference", file = "flash.c",
    replace = { { "int last = visible(i0 + rows - 1, 0, S, causal);", "int last = S;" } },
    fails = "profile", message = "tiles_skipped_pct",
    why =
      "causal tiles above the diagonal are loaded and then masked, instead of not being " ..
      "visited",
}
