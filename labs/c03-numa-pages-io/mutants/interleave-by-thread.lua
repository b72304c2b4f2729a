return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
page % nodes : home;]==],
     [==[
home : home;]==]},
  },
  fails = "correct", message = "numa_run",
  why = "interleaves nothing",
}
