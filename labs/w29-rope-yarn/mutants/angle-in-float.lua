return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[turn_of(*(const doubles *)(inv + i) * at,]==],
     [==[turn_of(__builtin_convertvector(
                    __builtin_convertvector(*(const doubles *)(inv + i) * at, floats),
                                            doubles),]==]},
  },
  fails = "correct", message = "position",
  why = "the angle passes through a float: far positions lose their fraction",
}
