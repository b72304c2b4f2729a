return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[int behind = ns > 2 ? 2 : ns - 1;]==],
              [==[int behind = 0;]==]}},
  fails = "profile", message = "slower",
  why = "each copy back is issued before the next copy in: with one engine nothing overlaps",
}
