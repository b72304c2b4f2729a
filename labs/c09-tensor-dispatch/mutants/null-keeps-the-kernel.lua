return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    d->table[op][key] = fn;
]],
     [[    if (fn)
        d->table[op][key] = fn;
]]},
  },
  fails = "correct", message = "row",
  why = "takes NULL for nothing to register, and the old kernel stays",
}
