return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[["answer":"next"]], [["answer":"later"]]},
  },
  fails = "next", message = "of at least 40",
  why = "ends without saying what comes next",
}
