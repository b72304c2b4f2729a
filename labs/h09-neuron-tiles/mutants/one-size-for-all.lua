return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"(o->kind == NT_LOAD || o->kind == NT_MATMUL ? l->in_B : l->out_B);",
     "l->in_B;"},
  },
  fails = "correct", message = "nt_races",
  why = "takes a finished tile to be as large as operands",
}
