return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[4 * (double)(m->heads * m->hd) * L]=],
     [=[4 * (double)m->d * L]=]},
  },
  fails = "correct",
  why = [[scores cost heads times their width, which need not be the width of the residual stream]],
}
