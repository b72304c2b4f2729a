return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"q->step[g / NF4_GROUP] = far / 127;",
     "q->step[g / NF4_GROUP] = far / 128;"},
  },
  fails = "correct", message = "step",
  why = "a step of 1/128 of the distance, for codes that end at 127",
}
