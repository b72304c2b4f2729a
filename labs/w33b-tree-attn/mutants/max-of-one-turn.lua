return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {[==[    for (int i = lane; i < splits; i += 32)
        top = fmaxf(top, w[i]);]==],
     [==[    if (lane < splits)
        top = w[lane];]==]},
  },
  fails = "correct", message = "yours nan",
  why = "a lane looks at one split, so the maximum is that of the first 32",
}
