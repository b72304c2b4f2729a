return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"route = plan->route[plan->x_color[j] = j % colors];",
     [[
route = plan->route[plan->x_color[j] = j % 1];
        (void)colors;]]},
  },
  fails = "correct", message = "rx is",
  why = "all of x has one color, and two blocks meet where a row has moved",
}
