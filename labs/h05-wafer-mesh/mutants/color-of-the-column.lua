return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"op(plan, p, WM_MAC, plan->x_color[j], 0);",
     "op(plan, p, WM_MAC, at->col[i][j] % first, 0);"},
  },
  fails = "correct",
  why = "a core that has moved listens to the color of the column in which it stands",
}
