return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"raw * link->payload / (link->payload + link->overhead)",
     "raw * (link->payload - link->overhead) / link->payload"},
  },
  fails = "correct", message = "ic_link_Bps",
  why = "takes the overhead from the payload, and not from the whole packet",
}
