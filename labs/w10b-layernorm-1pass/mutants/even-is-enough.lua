return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{"if (C % VEC == 0)", "if (C % 2 == 0)"}},
  fails = "correct", message = "1022",
  why = "loads eight bytes a lane from rows that begin at a multiple of four",
}
