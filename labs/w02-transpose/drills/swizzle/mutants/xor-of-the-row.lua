return mutant {
  base = "reference", file = "swizzle.cu",
  replace = {{"(r / 2 & (WORDS - 1))", "(r & (WORDS - 1))"}},
  fails = "profile", message = "sh_conf",
  why = "which rows do the 32 lanes read at once? Every second one, and half of them give the same xor",
}
