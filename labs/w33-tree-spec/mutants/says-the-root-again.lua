return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[out[k - 1] = t.token[path[k]];]==],
     [==[out[k - 1] = t.token[path[k - 1]];]==]},
  },
  fails = "correct",
  why = "the root was said in the round before",
}
