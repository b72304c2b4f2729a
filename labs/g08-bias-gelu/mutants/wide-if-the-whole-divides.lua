return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[
    if (C % WIDE == 0)
        rows<WHAT, WIDE>]==],
              [==[
    if ((size_t)R * C % WIDE == 0)
        rows<WHAT, WIDE>]==]}},
  fails = "correct", message = "C=36",
  why = "asks whether the tensor is a whole number of loads, not whether each row is",
}
