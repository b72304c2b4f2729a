return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
asked < p + AHEAD; asked += more)]==],
     [==[
asked <= p; asked += more)]==]},
  },
  fails = "profile", message = "link_pct",
  why = "asks for the next pages when the last ones are used up",
}
