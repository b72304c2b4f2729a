return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"link->rate <= 5 ?",
     "link->rate < 5 ?"},
  },
  fails = "correct", message = "ic_link_Bps",
  why = "takes 5 GT/s for a generation with the new code",
}
