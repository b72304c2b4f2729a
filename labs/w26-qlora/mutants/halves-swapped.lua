return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"q->code[i / 2] = (uint8_t)(low | high << 4);",
     "q->code[i / 2] = (uint8_t)(high | low << 4);"},
  },
  fails = "correct", message = "code",
  why = "the even number is in the high half",
}
