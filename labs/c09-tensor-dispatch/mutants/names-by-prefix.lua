return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[            for (int k = 0; k < ops; k++)
                if (same(names[k], name))]],
     [[            for (int k = 0; k < ops; k++)
                if (!memcmp(names[k].at, name.at, name.n))]]},
  },
  fails = "correct", message = "load_table",
  why = "compares as many bytes as the new name has: add is refused after add_",
}
