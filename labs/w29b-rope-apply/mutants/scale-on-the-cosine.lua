return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[= scale * s;]==],
               [==[= s;]==]}},
  fails = "correct",
  why = "the temperature stretches one axis of each pair",
}
