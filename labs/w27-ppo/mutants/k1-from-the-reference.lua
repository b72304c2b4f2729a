return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"sum += mask[i] ? (double)logp[i] - ref[i] : 0;",
     "sum += mask[i] ? (double)ref[i] - logp[i] : 0;"},
  },
  fails = "correct", message = "k1",
  why = "the reference less the policy",
}
