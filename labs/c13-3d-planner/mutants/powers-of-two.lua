return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    for (p.tp = 1; p.tp <= G && p.tp <= j->m.heads; p.tp++) {]],
     [[    for (p.tp = 1; p.tp <= G && p.tp <= j->m.heads; p.tp *= 2) {]]},
    {[[p.pp <= j->m.layers + 2; p.pp++) {]],
     [[p.pp <= j->m.layers + 2; p.pp *= 2) {]]},
    {[[            for (p.dp = 1; p.dp <= left && p.dp <= j->batch; p.dp++) {]],
     [[            for (p.dp = 1; p.dp <= left && p.dp <= j->batch; p.dp *= 2) {]]},
  },
  fails = "correct", message = "row",
  why = "tries powers of two alone: 61, 7 and 12 GPUs have other divisors",
}
