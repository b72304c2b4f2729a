return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
        m->cached[k] |= k == p || !m->random[p];]==],
     [==[
        m->cached[k] = 1;]==]},
  },
  fails = "correct", message = "cached",
  why = "reads ahead though the program said that it jumps",
}
