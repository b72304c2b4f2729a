return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[["to_i32("]],
     [["(int32_t)("]]},
  },
  fails = "correct",
  why = "casts large floats as C does, where that is undefined",
}
