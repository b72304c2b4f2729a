return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[int64_t at = coming_before(p, r) * d;]],
     [[int64_t at = coming_before(p, p->P - 1 - left) * d;]]},
  },
  fails = "correct",
  why = "takes the answers for a rank from the place of its turn and not from its own",
}
