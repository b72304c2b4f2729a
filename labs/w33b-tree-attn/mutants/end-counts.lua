return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"return pos < to && (pos < cached", "return (pos >= to || pos < cached"},
    {"        if (pos + STEP <= w.cached && pos + STEP <= w.to)", "        if (pos + STEP <= w.cached)"},
  },
  fails = "correct", message = "expected, got",
  why = "tokens behind the end of the split have a score of 0 and a weight: zeros are no mask",
}
