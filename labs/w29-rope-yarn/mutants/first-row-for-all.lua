return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[t < T; t++, cs += d, q += H * d, k += Hkv * d)]==],
     [==[t < T; t++, q += H * d, k += Hkv * d)]==]},
  },
  fails = "correct", message = "token 1",
  why = "every token is turned by the first one's angles",
}
