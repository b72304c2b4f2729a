return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"    memcpy(state, &l->s, sizeof l->s);",
     [=[    memcpy(state, &l->s, sizeof l->s);
    state[100] = (uint8_t)l->c.rank;]=]},
  },
  fails = "correct", message = "other bytes than rank 0",
  why = "the rank stands in the state",
}
