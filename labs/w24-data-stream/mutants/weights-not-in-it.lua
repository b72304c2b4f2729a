return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[, h = mix64(h ^ (uint64_t)c->weight[i]);]=],
     [=[;]=]},
  },
  fails = "correct", message = "another weight",
  why = [[the mixture is not in the configuration's hash]],
}
