return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[
    if (C % WIDE == 0)
        rows<WHAT, WIDE>]==],
              [==[
    if (C < 0)
        rows<WHAT, WIDE>]==]}},
  fails = "profile", message = "g_ld_req",
  why = "one element a load, everywhere",
}
