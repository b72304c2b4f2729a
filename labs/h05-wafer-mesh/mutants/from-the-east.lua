return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
        for (int c = 0; c < w->W && j < Q; c++)
            if (!w->dead[r * w->W + c])
                at->col[i][j++] = c;]],
     [[
        for (int c = w->W - 1; c >= 0 && j < Q; c--)
            if (!w->dead[r * w->W + c])
                at->col[i][Q - 1 - j++] = c;]]},
  },
  fails = "correct", message = "col[",
  why = "takes the last living cores of a row, so that all are moved",
}
