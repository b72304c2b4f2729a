return mutant {
  base = "reference", file = "ppo.c",
  replace = {{[==[        start[t] = position[t] = -1, learn[t] = 0;]==],
              [==[        learn[t] = 0;]==]}},
  fails = "correct", message = "layout",
  why = "a row's pads keep start and position of the batch before",
}
