return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[int wraps = !is_float(&e->in[0].aval) && e->op != LT;]],
     [[int wraps = 0;]]},
  },
  fails = "sanitize",
  why = "multiplies and adds int32_t, whose overflow is undefined",
}
