return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"of[WM_SIDE], n = 0, r = at->row[i];",
     "of[WM_SIDE], n = 0, r = i;"},
  },
  fails = "correct",
  why = "gives logical row i's ops to row i of the wafer",
}
