return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    stream_run(side, one_tree, &half[1]);\n" ..
     "    one_tree(&half[0]);",
     "    one_tree(&half[1]);\n" ..
     "    one_tree(&half[0]);"},
  },
  fails = "profile", message = "case tree-small",
  why = "one tree after the other: their depths add up",
}
