return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[nic->mr[slot].version % 255 + 1]==],
     [==[nic->mr[slot].version + 1]==]},
  },
  fails = "correct", message = "mr_",
  why = "the version runs over its eight bits into the slot",
}
