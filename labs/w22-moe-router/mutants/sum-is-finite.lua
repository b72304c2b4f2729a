return mutant {
  base = "reference", file = "router.c",
  replace = {
    {[=[sum += z[e] - z[e];
    return sum == 0;]=],
     [=[sum += z[e];
    return isfinite(sum);]=]},
  },
  fails = "correct", message = "ends-of-float",
  why = "finite logits whose sum is not are rejected",
}
