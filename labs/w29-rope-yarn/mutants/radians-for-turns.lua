return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[turns = trained * t / two_pi]==],
     [==[turns = trained * t]==]},
  },
  fails = "correct", message = "YARN, pair",
  why = "a turn is taken for one radian",
}
