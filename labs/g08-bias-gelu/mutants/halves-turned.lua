return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[__uint_as_float(e % 2 ? two]==],
              [==[__uint_as_float(e % 2 == 0 ? two]==]}},
  fails = "correct", message = "bias_gelu",
  why = "the two halves of each word change places",
}
