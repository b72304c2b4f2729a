return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    t.dp = p->zero == 3 ? 0 : visible(each * (p->zero ? k->g + k->w : 2 * k->g) / far, t.micro);]],
     [[    t.dp = p->zero == 3 ? 0 : each * (p->zero ? k->g + k->w : 2 * k->g) / far;]]},
  },
  fails = "correct", message = "dp",
  why = "hides nothing of the gradients' exchange",
}
