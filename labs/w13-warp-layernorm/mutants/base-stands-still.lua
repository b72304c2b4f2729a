return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"        at += __popc(votes);",
              "        at = __popc(votes);"}},
  fails = "correct", message = "out",
  why = "the place of the next 32 columns does not move on: each turn overwrites the last",
}
