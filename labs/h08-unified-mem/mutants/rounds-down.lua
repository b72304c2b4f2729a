return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    return (a + b - 1) / b;]==],
     [==[    return a / b;]==]},
  },
  fails = "correct", message = "um_run",
  why = "a part of a nanosecond is none",
}
