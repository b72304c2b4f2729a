return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[=[        p->at[k] = idx[k] < 0 ? -1 : next[idx[k]]++;]=],
     [=[        p->at[k] = next[idx[k] < 0 ? 0 : idx[k]]++;]=]},
    {[=[        if (idx[k] >= 0)
            p->want[idx[k]]++;]=],
     [=[        p->want[idx[k] < 0 ? 0 : idx[k]]++;]=]},
  },
  fails = "correct", message = "mismatch",
  why = "sends dropped choices to expert 0",
}
