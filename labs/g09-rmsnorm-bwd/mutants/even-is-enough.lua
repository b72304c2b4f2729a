return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[if (C % VEC == 0)
        all_rows<true, true>]==],
              [==[if (C % 2 == 0)
        all_rows<true, true>]==]}},
  fails = "correct", message = "1022",
  why = "loads eight bytes a lane from rows that begin at a multiple of four",
}
