return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
        g[p] = (struct gain){ read[p][0] - read[p][1], p };]==],
     [==[
        g[p] = (struct gain){ read[p][0], p };]==]},
  },
  fails = "correct", message = "numa_place",
  why = "sorts by the reads of one node, not by what the node saves",
}
