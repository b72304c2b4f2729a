return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[grow(t, top[h * k + i], at);]==],
     [==[grow(t, top[i], at);]==]},
  },
  fails = "correct", message = "mismatch: tree",
  why = "depth h gets the proposals of head h",
}
