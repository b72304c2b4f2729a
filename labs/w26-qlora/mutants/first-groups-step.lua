return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"float s = nf4_scale(q, i / NF4_BLOCK), level[16];",
     [=[float s = q->mean + q->step[0] * q->scale[i / NF4_BLOCK], level[16];
        s = s > 0 ? s : 0;]=]},
  },
  fails = "correct", message = "far-groups",
  why = "all blocks have the step of the first group",
}
