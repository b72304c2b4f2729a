return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[    return threefry2x32(k, key_new(data));]],
     [[    return (struct key){ k.hi, k.lo + data };]]},
  },
  fails = "correct", message = "fold_in",
  why = "adds a number to the key instead of hashing it: neighbours overlap",
}
