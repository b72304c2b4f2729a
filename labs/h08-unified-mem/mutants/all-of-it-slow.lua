return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    return fits / b->mem_Bps + (rest > 0 ? rest / slow(b) : 0);]==],
     [==[    return rest > 0 ? bytes / slow(b) : fits / b->mem_Bps;]==]},
  },
  fails = "correct", message = "um_token",
  why = "a model that does not fit is read by the slow way as a whole",
}
