return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[beta / n * (m > 0]==],
               [==[beta * (m > 0]==]}},
  fails = "correct", message = "gradient",
  why = "the gradient of a sum, where the loss is a mean",
}
