return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"elem_B * up(dim[order[0]], 128) * 128",
     "elem_B * up(dim[order[rank - 1]], 128) * 128"},
    {"bytes *= up(dim[order[1]], 32 / elem_B)",
     "bytes *= up(dim[order[rank - 2]], 32 / elem_B)"},
    {"    for (int k = 2; k < rank; k++)\n        bytes *= dim[order[k]];",
     "    for (int k = 0; k < rank - 2; k++)\n        bytes *= dim[order[k]];"},
  },
  fails = "correct", message = "layout_bytes",
  why = "order begins with the most minor dimension",
}
