return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[return g * (here ? 1 - exp_of(x - top - rest) : -exp_of(x - top - rest));]==],
               [==[return g * (here ? exp_of(x - top - rest) - 1 : exp_of(x - top - rest));]==]}},
  fails = "correct", message = "gradient",
  why = "the gradient of the loss where that of the log-probability is asked for",
}
