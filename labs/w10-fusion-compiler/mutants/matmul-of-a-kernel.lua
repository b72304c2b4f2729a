return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"o->op == OP_COLSUM || v->op == OP_MATMUL ||",
     "o->op == OP_COLSUM ||"},
  },
  fails = "correct", message = "rule 5",
  why = "a matmul reads operands that its own kernel computes: their other rows are not there",
}
