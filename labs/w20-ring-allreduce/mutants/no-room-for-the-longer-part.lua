-- A byte and no element: malloc's own rounding holds it, so that only a sanitizer can tell. A whole element would lie
-- on what malloc keeps there, and now and then the process would die of it.
return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[malloc((size_t)((n / P + 1) * width));]],
     [[malloc((size_t)((n / P + 1) * width) - 1);]]},
  },
  fails = "sanitize",
  why = "takes a byte too little for room: the first n mod P parts, which have one element more, end behind it",
}
