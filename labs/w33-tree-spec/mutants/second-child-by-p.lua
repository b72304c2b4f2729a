return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[refused ? w[x] : p[x], had]==],
     [==[p[x], had]==]},
  },
  fails = "correct",
  why = "the second child is judged by what the first left over",
}
