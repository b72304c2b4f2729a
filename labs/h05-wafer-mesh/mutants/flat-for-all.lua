return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {".a = share(m, at->P, i) };",
     ".a = 1 };"},
  },
  fails = "profile",
  why = "the tree that is best for one word, for streams of any length: cores near the root add many of them",
}
