return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[return k < 1 ? 1 : k > g ? g : k;]],
     [[return k >= g ? g : 1;]]},
  },
  fails = "correct", message = "bytes of T_",
  why = "a group that spans nodes still sums inside each node first",
}
