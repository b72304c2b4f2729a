return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
(g[k].gain > 0 || left > room[1]);]==],
     [==[
(g[k].gain > 0 || room[1] < pages);]==]},
  },
  fails = "correct", message = "numa_place",
  why = "fills node 0 although node 1 has room",
}
