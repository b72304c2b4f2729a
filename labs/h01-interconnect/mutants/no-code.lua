return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"(link->rate <= 5 ? 8. / 10 : 128. / 130)",
     "1"},
  },
  fails = "correct", message = "ic_link_Bps",
  why = "sends data in all bits of the line",
}
