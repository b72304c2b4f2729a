return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    one_tree(&half[0]);\n" ..
     "    stream_sync(side);",
     [[    one_tree(&half[0]);]]},
  },
  fails = "correct",
  why = "returns while the second tree is under way",
}
