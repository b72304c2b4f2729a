return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[(a > 0x7c ? 0x7fc00000 : a == 0x7c ? 0x7f800000 : v)]==],
     [==[(a > 0x7f ? 0x7fc00000 : v)]==]},
  },
  fails = "correct",
  why = "0x7c and what follows are decoded as numbers",
}
