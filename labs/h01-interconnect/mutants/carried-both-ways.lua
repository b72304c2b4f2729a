return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"carried[p.link[h]][p.back[h]] += copy[i].bytes;",
     "carried[p.link[h]][0] += copy[i].bytes;"},
  },
  fails = "correct", message = "carried[",
  why = "counts bytes in one direction",
}
