return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
        op(plan, p, WM_MAC, plan->x_color[j], 0);
]],
     ""},
    {[[
        if (out >= 0)
            along(]],
     [[
        op(plan, p, WM_MAC, plan->x_color[j], 0);
        if (out >= 0)
            along(]]},
  },
  fails = "correct", message = "y[",
  why = "sends the sums first, and multiplies then",
}
