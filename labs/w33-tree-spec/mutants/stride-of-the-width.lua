return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[grow(t, top[h * k + i], at);]==],
     [==[grow(t, top[h * width[h] + i], at);]==]},
  },
  fails = "correct", message = "mismatch: tree",
  why = "a head proposes k tokens, of which the first few are used: rows are k apart",
}
