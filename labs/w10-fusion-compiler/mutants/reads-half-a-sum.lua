return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"o->op == OP_TRANSPOSE || o->op == OP_COLSUM ||",
     "o->op == OP_TRANSPOSE ||"},
  },
  fails = "correct", message = "rule",
  why = "a column's sum is used in the row that adds to it",
}
