return mutant {
  base = "reference", file = "window.cu",
  replace = {{"exp2f(s[j] - base);\n        t.p",
              "exp2f(cap > 0 ? cap * tanhf((s[j] - base) / cap) : s[j] - base);\n        t.p"}},
  fails = "correct", message = "mismatch",
  why = "a score is bent by its distance from the maximum, which is another function of it",
}
