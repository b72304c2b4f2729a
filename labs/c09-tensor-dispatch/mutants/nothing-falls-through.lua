return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[(unsigned)(fn == fallthrough) << k]],
     [[(unsigned)(fn == fallthrough || !fn) << k]]},
  },
  fails = "correct",
  why = "takes a key with nothing registered for one that falls through: the wrong kernel runs in silence",
}
