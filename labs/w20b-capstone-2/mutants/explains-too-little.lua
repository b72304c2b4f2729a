return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[["answer":"explain"]], [["answer":"draft"]]},
  },
  fails = "explain", message = "has 0 of at least 120 words",
  why = "three gains and no reason",
}
