return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[            give(b, p, &s->run[k], 1);
}]=],
     [=[            give(b, p, &s->run[k], 1);
    p->tokens = 0;
}]=]},
  },
  fails = "correct", message = "expected, got",
  why = [[the decodes are not taken off the budget]],
}
