return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[return __dp4a((int)w[3], (int)x.w, sum);]==],
     [==[return (short)__dp4a((int)w[3], (int)x.w, sum);]==]},
  },
  fails = "correct",
  why = "a block's sum is kept in sixteen bits",
}
