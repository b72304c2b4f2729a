return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[    s->word[1 + s->word[0]++ % cfg->hold] = (int32_t)want;
]=],
     [=[    static int32_t ticks;
    s->word[0] = ticks++;
    s->word[1 + s->word[0]++ % cfg->hold] = (int32_t)want;
]=]},
  },
  fails = "correct",
  why = [[counts ticks in a static variable: the second autoscaler inherits the first one's past]],
}
