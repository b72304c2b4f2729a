return mutant {
  base = "reference", file = "swizzle.cu",
  replace = {{"(w ^ (r / 2 & (WORDS - 1)))", "(w + r / 4 & (WORDS - 1))"}},
  fails = "profile", message = "sh_conf",
  why = "a rotation would do, but by r/4 two lanes share each bank",
}
