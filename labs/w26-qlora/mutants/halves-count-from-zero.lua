return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"*w++ = level[q->code[i / 2] >> 4 * (i % 2) & 15];",
     "*w++ = level[q->code[i / 2] >> 4 * ((i - from) % 2) & 15];"},
  },
  fails = "correct", message = "from-the-middle",
  why = "decoding takes the low half first, wherever it begins",
}
