return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[(a == 0x7f ? 0x7fc00000 : v)]==],
     [==[(a == 0x7f ? 0x7f800000 : v)]==]},
  },
  fails = "correct", message = "mismatch: code 0x7f",
  why = "0x7f is decoded as an infinity",
}
