return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[int behind = ns > 2 ? 2 : ns - 1;]==],
              [==[int behind = ns;]==]}},
  fails = "correct", message = "overlap(",
  why = "a copy back that comes as many chunks later as there are places: its place has been filled again",
}
