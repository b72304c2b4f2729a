return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[            turn_halves(k, Hkv, half, cs, cs + half);
]==],
     [==[]==]},
  },
  fails = "correct", message = "of k",
  why = "only queries are turned: scores depend on the query's position",
}
