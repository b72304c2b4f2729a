return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[half * 64 + quarter % 2 * 32 + l, quarter / 2 * 4]==],
     [==[half * 64 + quarter / 2 * 32 + l, quarter % 2 * 4]==]},
  },
  fails = "correct", message = "mismatch: block",
  why = "the low bits of the second and third quarter of Q6_K change places",
}
