return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
        if (j == Q)
            at->row[i++] = r;]],
     [[
        if (j < Q)
            break;
        at->row[i++] = r;]]},
  },
  fails = "correct",
  why = "gives up at the first row that has too few living cores",
}
