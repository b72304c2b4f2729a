return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[stretched(t, s, turns, LLAMA3_FEW, LLAMA3_MANY)]==],
     [==[stretched(t, s, turns, YARN_FEW, YARN_MANY)]==]},
  },
  fails = "correct", message = "LLAMA3, pair",
  why = "one pair of bounds for both rules",
}
