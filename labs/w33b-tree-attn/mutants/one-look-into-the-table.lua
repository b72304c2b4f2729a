return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {[==[            int pos = cached + i;
            size_t at = (((size_t)bt[pos / bs]]==],
     [==[            int pos = cached + i;
            size_t at = (((size_t)bt[(cached + from) / bs]]==]},
  },
  fails = "correct", message = "expected",
  why = "the slot is counted from where the row stood, in its block: right until the two are in different blocks",
}
