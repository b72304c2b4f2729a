return mutant {
  base = "reference", file = "links.c",
  replace = {
    {" || w.wide[to] < least || ic_link_Bps(k) < least",
     ""},
  },
  fails = "correct", message = "expected",
  why = "takes the lowest link among ways of equal length, however slow",
}
