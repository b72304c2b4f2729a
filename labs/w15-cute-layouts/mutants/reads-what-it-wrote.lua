return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
    struct modes m = leaves_of(L);
    r->n = 0;
    append(r, &m);
}

/* The leaves of L that move]],
     [[
    r->n = 0;
    struct modes m = leaves_of(L);
    append(r, &m);
}

/* The leaves of L that move]]},
  },
  fails = "correct", message = "coalesce",
  why = "empties the result before it has read the input, and they are the same object",
}
