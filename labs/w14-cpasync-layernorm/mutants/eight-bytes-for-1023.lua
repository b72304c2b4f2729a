return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[else if (C % 2 == 0)]],
              [[else if (C % 4)]]}},
  fails = "correct", message = "misaligned",
  why = "copies of 8 bytes where every second row begins 4 bytes from a multiple of 8",
}
