return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[*b = x * s + y * c;]==],
     [==[*b = *a * s + y * c;]==]},
  },
  fails = "correct", message = "of pair",
  why = "the second channel is made from the first one's new value",
}
