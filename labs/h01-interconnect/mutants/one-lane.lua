return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"link->rate * 1e9 * link->width;",
     "link->rate * 1e9;"},
  },
  fails = "correct", message = "ic_link_Bps",
  why = "forgets that lanes and links stand side by side",
}
