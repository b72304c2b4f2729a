return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    target_rows(m, t.n, t.token, pos, mask, p);]==],
     [==[    target_rows(m, t.n, t.token, pos, mask, p);
    target_rows(m, t.n, t.token, pos, mask, p);]==]},
  },
  fails = "profile", message = "target_calls",
  why = "each call of the target reads all of its weights",
}
