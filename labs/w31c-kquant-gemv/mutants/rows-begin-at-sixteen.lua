return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[(min(row + r, p.N - 1) * bytes + from & 15)]==],
     [==[0]==]},
  },
  fails = "correct",
  why = "a row is taken to begin where its first piece of 16 bytes does",
}
