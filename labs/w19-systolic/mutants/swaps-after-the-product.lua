return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"            at->w = at->tag & SA_SWAP ? at->shadow : at->w;\n" ..
     "            at->sum = above + (at->tag & SA_ON ? at->w * at->x : 0);",
     "            at->sum = above + (at->tag & SA_ON ? at->w * at->x : 0);\n" ..
     "            at->w = at->tag & SA_SWAP ? at->shadow : at->w;"},
  },
  fails = "correct", message = "sum of the cell",
  why = "the first row of a tile is multiplied by the old weights",
}
