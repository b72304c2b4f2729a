return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[if (c->weight[i] > 0 && !l->n[i])]=],
     [=[if (!l->n[i])]=]},
  },
  fails = "correct", message = "loader_new() failed",
  why = [[asks for records of a source without a weight, too]],
}
