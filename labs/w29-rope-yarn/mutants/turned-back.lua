return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[            *(lanes *)at = a * cosine - b * sine;
            *(lanes *)(at + half) = a * sine + b * cosine;]==],
     [==[            *(lanes *)at = a * cosine + b * sine;
            *(lanes *)(at + half) = b * cosine - a * sine;]==]},
  },
  fails = "correct", message = "of pair",
  why = "the other direction: scores by distance are right, and the weights were trained for this one",
}
