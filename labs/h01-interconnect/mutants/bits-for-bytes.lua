return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"raw = raw / 8 * (link",
     "raw = raw * (link"},
  },
  fails = "correct", message = "ic_link_Bps",
  why = "takes a transfer for a byte",
}
