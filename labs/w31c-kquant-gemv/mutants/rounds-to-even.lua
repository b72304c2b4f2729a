return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[(int)roundf(x * inverse)]==],
     [==[(int)rintf(x * inverse)]==]},
  },
  fails = "correct",
  why = "codes in the middle of two go to the even one",
}
