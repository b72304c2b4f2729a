return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"return raw * link->payload / (link->payload + link->overhead);",
     "return raw;"},
  },
  fails = "correct", message = "ic_link_Bps",
  why = "leaves out what a packet has beside its data",
}
