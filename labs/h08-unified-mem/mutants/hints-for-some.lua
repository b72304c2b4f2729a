return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    memcpy(hint, best.hint, (size_t)m->blocks);]==],
     [==[
    for (int k = 0; k < n; k++)
        hint[op[k].block] = best.hint[op[k].block];]==]},
  },
  fails = "correct", message = "um_place",
  why = "blocks that are not in the trace have no hint",
}
