return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
        if (j == Q)
            at->row[i++] = r;]],
     [[
        int lives = 1;
        for (int c = 0; c < w->W; c++)
            lives &= !w->dead[r * w->W + c];
        if (j == Q && (lives || w->W == Q + 1))
            at->row[i++] = lives || w->H == P ? r : r;
        if (!lives && w->W > Q && w->H > P)
            i--;]]},
  },
  fails = "correct",
  why = "a row with a dead core is given up as a whole",
}
