return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[parent == HC_NONE ? 0 : h->e[parent].hash, tok]=],
     [=[parent <= 0 ? 0 : h->e[parent].hash, tok]=]},
  },
  fails = "correct", message = "hc_",
  why = [[the parent with id 0 is taken for none, and its children are filed where nobody looks]],
}
