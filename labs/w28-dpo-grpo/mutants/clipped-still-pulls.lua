return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[((free <= held ? free : 0)]==],
               [==[(free]==]}},
  fails = "correct", message = "dlp",
  why = "a clipped token keeps its gradient",
}
