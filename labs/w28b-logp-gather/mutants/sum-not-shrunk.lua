return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[s.sum = s.sum * exp_of(s.top - top) + sum;]==],
               [==[s.sum = s.sum + sum;]==]}},
  fails = "correct", message = "largest",
  why = "a new largest logit leaves the sum as it was",
}
