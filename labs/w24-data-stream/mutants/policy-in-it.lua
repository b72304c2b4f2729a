return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[(uint64_t)c->batch) + (uint64_t)c->sources;]=],
     [=[(uint64_t)c->batch) + (uint64_t)c->sources + (uint64_t)c->policy * 977;]=]},
  },
  fails = "correct", message = "got -97",
  why = [[the policy is in the configuration's hash: after a bad record nobody can go on under SKIP]],
}
