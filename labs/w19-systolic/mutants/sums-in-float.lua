return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {[[at->sum = above + (at->tag & SA_ON ? at->w * at->x : 0);]],
     [[at->sum = (int32_t)((float)above + (float)(at->tag & SA_ON ? at->w * at->x : 0));]]},
  },
  fails = "correct", message = "sum of the cell",
  why = "a sum has 32 bits and a float 24",
}
