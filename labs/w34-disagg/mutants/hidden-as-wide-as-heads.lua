return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[(double)(m->d * m->width)]=],
     [=[(double)(m->heads * m->hd * m->width)]=]},
  },
  fails = "correct",
  why = [[what is summed and handed on is as wide as the residual stream, not as all heads]],
}
