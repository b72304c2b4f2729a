return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"for (int r = P - 1; r >= 0; r--)\n        for (int c = P - 1; c >= 0; c--) {\n            sa_cell_t",
     "for (int r = 0; r < P; r++)\n        for (int c = 0; c < P; c++) {\n            sa_cell_t"},
  },
  fails = "correct", message = "after clock",
  why = "cells are updated from the left above, so an element crosses the array in one clock",
}
