return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"        else if (!i || !alike(&x, &last))",
     [[
        else if (i) {
            chain(at->Q, at->Q - 1, &t);
        } else if (!i || !alike(&x, &last))]]},
  },
  fails = "profile",
  why = "every row has the root of the first, and a chain to it",
}
