return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[
    if (C % WIDE == 0)
        rows<WHAT, WIDE>]==],
              [==[
    if (C >= WIDE)
        rows<WHAT, WIDE>]==]}},
  fails = "sanitize", message = "misaligned",
  why = "16-byte loads of rows that begin at odd places",
}
