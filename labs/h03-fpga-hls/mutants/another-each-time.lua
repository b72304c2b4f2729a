return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
    uint32_t seed = 1;
    p.l = loop;]],
     [[
    static uint32_t seed = 1;
    p.l = loop;]]},
  },
  fails = "correct", message = "when it is asked for again",
  why = "the seed of the orders goes on from call to call",
}
