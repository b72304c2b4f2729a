return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"q->step[g / NF4_GROUP] = far / 127;",
     "q->step[g / NF4_GROUP] = far * (1 / 127.f);"},
  },
  fails = "correct", message = "step",
  why = "one over 127 is no float, and its product no quotient",
}
