return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"enum { STRIP = 64 };",
     "enum { STRIP = 512 };"},
  },
  fails = "profile", message = "peak_B",
  why = "the base becomes floats as a whole for each pass",
}
