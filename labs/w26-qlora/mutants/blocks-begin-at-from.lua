return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"int64_t end = (i / NF4_BLOCK + 1) * NF4_BLOCK;",
     "int64_t end = i + NF4_BLOCK;"},
  },
  fails = "correct", message = "from-the-middle",
  why = "decoding counts its blocks from where it begins",
}
