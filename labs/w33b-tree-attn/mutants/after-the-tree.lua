return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"        after[seq] = cached + kept;", "        after[seq] = cached + T;"},
  },
  fails = "correct", message = "after",
  why = "the cache has grown by the nodes that were kept, not by all of them",
}
