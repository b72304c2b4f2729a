return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    t = later(later(t, p->free[to]), p->at[!to][b]);]==],
     [==[    t = later(t, p->free[to]);]==]},
  },
  fails = "correct", message = "um_run",
  why = "a block moves on before it has arrived",
}
