return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[    if (out->last && wr->with_imm)]==],
     [==[    if (wr->with_imm)]==]},
  },
  fails = "correct",
  why = "the imm goes with each packet",
}
