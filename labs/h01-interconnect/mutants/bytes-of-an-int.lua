return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"carried[p.link[h]][p.back[h]] += copy[i].bytes;",
     "carried[p.link[h]][p.back[h]] += (int)copy[i].bytes;"},
  },
  fails = "correct", message = "carried",
  why = "bytes of a copy go through an int, which has no room for 16 GB",
}
