return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[    s->word[1 + s->word[0]++ % cfg->hold] = (int32_t)want;
    if (want >= have)
        return (int)want;
]=],
     [=[    if (want >= have)
        return (int)want;
    s->word[1 + s->word[0]++ % cfg->hold] = (int32_t)want;
]=]},
  },
  fails = "correct",
  why = [[a tick that asked for more is not remembered, so a pause in a burst sends replicas away]],
}
