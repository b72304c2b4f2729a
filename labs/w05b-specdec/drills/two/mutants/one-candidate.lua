return mutant {
  base = "reference", file = "two.c",
  replace = {{"k < CANDIDATES;", "k < 1;"}},
  fails = "correct", message = "mismatch: yield",
  why = "after one refusal the residual is drawn from: the law is right, and the second was for nothing",
}
