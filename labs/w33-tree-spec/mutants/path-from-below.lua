return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[path[k * level + d] = all->token[at];]==],
     [==[path[k * level + level - 1 - d] = all->token[at];]==]},
  },
  fails = "correct",
  why = "a path is read from the root down",
}
