return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"    if (v->op == OP_CONST)\n" ..
     "        say(e->t,",
     "    if (v->op == OP_CONST || v->op == OP_ITEM)\n" ..
     "        say(e->t,"},
  },
  fails = "correct", message = "mismatch",
  why = "the number that the host read while the tape ran is baked into the program",
}
