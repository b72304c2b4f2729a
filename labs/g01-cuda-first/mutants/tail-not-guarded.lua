return mutant {
  base = "reference", file = "first.cu",
  replace = {{"    if (i >= M || j >= N)\n        return;\n", ""}},
  fails = "correct",
  why = "the threads of the last blocks that have no element write past the rows and past the array",
}
