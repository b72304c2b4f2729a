return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
asked < p + AHEAD; asked += more)]==],
     [==[
!p; asked += more)]==]},
  },
  fails = "profile", message = "major_faults",
  why = "asks for the whole file at once: the cache throws pages out before they are read",
}
