return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[=[if (v >= 0 && l->last[v] == e && cells_of(&l->j->aval[v]) == cells_of(&l->j->aval[q->out[0]]))]=],
     [=[if (v >= 0 && l->last[v] == e)]=]},
  },
  fails = "correct",
  why = "puts a result where a smaller operand lay",
}
