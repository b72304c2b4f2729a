return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
    *r = out;
    return LAY_OK;
}

int complement(]],
     [[
    r->n = 0;
    for (int k = 0; k < B->n; k++)
        if (B->at[k].kids)
            r->at[r->n++] = B->at[k];
        else if (!compose_leaf(&a, B->at[k].shape, B->at[k].stride, &m))
            append(r, &m);
    return LAY_OK;
}

int complement(]]},
  },
  fails = "correct", message = "composition",
  why = "reads B's leaves while it writes the result, and they are the same object",
}
