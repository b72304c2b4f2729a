return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"shape_rewards(len[b], logp + at, ref + at,",
     "shape_rewards(len[b], logp + at, logp + at,"},
  },
  fails = "correct", message = "answer",
  why = "the charge is against the policy that wrote the answer: always 0",
}
