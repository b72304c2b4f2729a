return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    return parts(e, s, b - s - w, w, keep);
}

int evict_select]==],
     [==[    return parts(e, s, least(b - s, e->n - w - s), w, keep);
}

int evict_select]==]},
  },
  fails = "correct", message = "above the budget",
  why = "the recent entries are not counted against the budget",
}
