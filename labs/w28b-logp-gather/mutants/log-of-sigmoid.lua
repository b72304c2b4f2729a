return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[loss[i] = fmaxf(-m, 0) + log1pf(e);]==],
               [==[loss[i] = -logf(1 / (1 + expf(-m)));]==]}},
  fails = "correct", message = "loss",
  why = "the logarithm of a sigmoid that rounds to 1",
}
