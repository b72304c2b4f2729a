return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[
    if (c < whole)
        even += dot4(a4[c], b4[c]);
]==],
              [==[]==]}},
  fails = "correct", message = "dots(",
  why = "the last turn has one load and not two",
}
