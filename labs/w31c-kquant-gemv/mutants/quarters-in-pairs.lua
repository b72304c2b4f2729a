return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[x.low = q[e], x.high = q[e + 4];]==],
     [==[x.low = q[e], x.high = q[e + 2];]==]},
  },
  fails = "correct",
  why = "a quarter of q6_K shares its bytes of ql with the next one and not with the next but one",
}
