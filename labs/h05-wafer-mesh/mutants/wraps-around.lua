return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"return r < 0 || r >= w->H || c < 0 || c >= w->W ? -1 : r * w->W + c;",
     "return r * w->W + c < 0 || r * w->W + c >= w->H * w->W ? -1 : r * w->W + c;"},
  },
  fails = "correct",
  why = "the eastern neighbour of a row's last PE is the first of the next row",
}
