return mutant {
  base = "reference", file = "rms.cu",
  replace = {{"C % 4 == 0 && ld % 4 == 0", "C % 4 == 0"}},
  fails = "correct", message = "stride",
  why = "promises 16 bytes for rows of x that begin anywhere",
}
