return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[if (!load_line(&all, ops++, at, stop, find))]],
     [[if (!load_line(d, ops++, at, stop, find))]]},
    {[[    *d = all;
    return ops;]],
     [[    (void)all;
    return ops;]]},
  },
  fails = "correct", message = "text",
  why = "registers line by line: a wrong line leaves half a table behind",
}
