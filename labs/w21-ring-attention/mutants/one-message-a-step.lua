return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[b * b + 8 * a * alpha]],
     [[b * b + 4 * a * alpha]]},
  },
  fails = "correct", message = "tokens",
  why = "counts the latency of one message a step, though keys and values are two",
}
