return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[            sum -= w[t->token[c]];
            w[t->token[c]] = 0;]==],
     [==[            sum -= 0 * w[t->token[c]];]==]},
  },
  fails = "correct", message = "mismatch: law",
  why = "who was refused cannot be drawn afterwards",
}
