return mutant {
  base = "reference", file = "grouped.cu",
  replace = {
    {[==[for (int step = MAX_E / 2; step; step /= 2) /*]==],
     [==[for (; e + 1 < E && first[e + 1] <= i && first[e] < i; e++) /*]==]},
    {[==[            if (e + step < E && first[e + step] <= i)
                e += step;
]==],
     [==[            ;
]==]},
  },
  fails = "correct", message = "tile_list",
  why = "of experts that begin at the same tile not the last one is taken: one without rows",
}
