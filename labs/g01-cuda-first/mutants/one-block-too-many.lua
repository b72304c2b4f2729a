return mutant {
  base = "reference", file = "first.cu",
  replace = {{"(problem.x + block.x - 1) / block.x", "problem.x / block.x + 1"}},
  fails = "correct", message = "the fewest blocks that cover it",
  why = "n / b + 1 launches a block with nothing to do whenever b divides n",
}
