return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[float *keys = c->k + (size_t)l * (size_t)s.ctx * (size_t)kv,]],
     [[float *keys = c->k + (size_t)l * (size_t)(s.ctx - 1) * (size_t)kv,]]},
  },
  fails = "correct", message = "mismatch",
  why = "a layer's keys begin ctx tokens after the last layer's: otherwise its end overwrites their beginning",
}
