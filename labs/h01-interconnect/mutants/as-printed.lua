return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"        raw /= 2;",
     "        raw *= 1;"},
  },
  fails = "correct", message = "ic_link_Bps",
  why = "believes the printed figure of NVLink, which counts both directions",
}
