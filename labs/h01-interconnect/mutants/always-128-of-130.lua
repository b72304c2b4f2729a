return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"(link->rate <= 5 ? 8. / 10 : 128. / 130)",
     "(128. / 130)"},
  },
  fails = "correct", message = "ic_link_Bps",
  why = "uses the code of later generations for the first two, too",
}
