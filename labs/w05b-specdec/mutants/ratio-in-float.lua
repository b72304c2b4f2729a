return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"double want = p[draft[j]], had = q[draft[j]];", "float want = p[draft[j]], had = q[draft[j]];"},
  },
  fails = "correct", message = "mismatch: law",
  why = "a ratio rounded to 24 bits: the law is off in the eighth digit",
}
