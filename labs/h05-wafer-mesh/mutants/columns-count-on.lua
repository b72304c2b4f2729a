return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
        int j = 0;
        for (int c = 0; c < w->W && j < Q; c++)]],
     [[
        static int j;
        j = j >= Q || !r ? 0 : j;
        for (int c = 0; c < w->W && j < Q; c++)]]},
  },
  fails = "correct", message = "col[",
  why = "goes on counting the cores of a row that was too short",
}
