return mutant {
  base = "reference", file = "swizzle.cu",
  replace = {{"(w ^ (r / 2 & (WORDS - 1)))", "w"}},
  fails = "profile", message = "sh_conf",
  why = "word w of every row is in bank w: a column is 32 wavefronts",
}
