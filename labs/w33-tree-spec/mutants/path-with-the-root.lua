return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[                path[k * level + d] = all->token[at];]==],
     [==[                path[k * level + d] = all->token[all->parent[at] < 0 ? 0 : all->parent[at]];]==]},
  },
  fails = "correct",
  why = "a path begins below the root",
}
