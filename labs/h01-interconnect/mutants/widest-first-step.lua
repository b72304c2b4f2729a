return mutant {
  base = "reference", file = "links.c",
  replace = {
    {" || w.wide[to] < least || ic_link_Bps(k) < least",
     " || ic_link_Bps(k) < least"},
  },
  fails = "correct", message = "expected",
  why = "looks at the next link alone, and not at what comes behind it",
}
