return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[
    if (C % WIDE == 0)
        rows<WHAT, WIDE>]==],
              [==[
    if (C % 4 == 0)
        rows<WHAT, WIDE>]==]}},
  fails = "correct", message = "C=36",
  why = "rows of a multiple of four columns are taken for rows of whole loads: bf16 counted as float",
}
