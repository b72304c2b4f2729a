return mutant {
  base = "reference", file = "tree_attn.cu", backend = "simt",
  replace = {
    {[==[        __syncthreads();
        if (moves) {
            int pos = cached + i;]==],
     [==[        if (moves) {
            int pos = cached + i;]==]},
  },
  fails = "sanitize",
  why = "another warp has stored into a slot that this one has yet to load, or has not",
}
