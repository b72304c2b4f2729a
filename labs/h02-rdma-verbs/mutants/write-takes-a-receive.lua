return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[in->op == PK_WRITE && in->last && in->with_imm;]==],
     [==[in->op == PK_WRITE && in->last;]==]},
    {[==[if (in->last && (in->op == PK_SEND || in->with_imm))]==],
     [==[if (in->last)]==]},
  },
  fails = "correct",
  why = "each WRITE takes a receive request",
}
