return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[(o->price - o->resale * (1 - off)) * rate / off]==],
     [==[(o->price - o->resale) * rate / off]==]},
  },
  fails = "correct",
  why = [[what it sells for comes in years, and is worth less today]],
}
