return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[        ready[l] = begin + (l + 1) * (over - begin) / L;]==],
     [==[        ready[l] = l + 1 < L ? begin + l * (over - begin) / L : over;]==]},
  },
  fails = "correct", message = "before its layers",
  why = "a layer leaves when it is begun, and the last one when the pass is over",
}
