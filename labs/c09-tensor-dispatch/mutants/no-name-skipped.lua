return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[        const char *eq = memchr(w.at, '=', w.n);
]],
     [[        const char *eq = memchr(w.at, '=', w.n);
        if (eq && eq + 1 == w.at + w.n)
            continue;
]]},
  },
  fails = "correct", message = "load_table",
  why = "takes a key without a kernel for nothing said",
}
