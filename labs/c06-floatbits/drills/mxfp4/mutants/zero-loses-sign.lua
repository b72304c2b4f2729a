return mutant {
  base = "reference", file = "mxfp4.c",
  replace = {{"    return (u >> 31) << 3 | (code < TOP ? code : TOP);",
              "    return code ? (u >> 31) << 3 | (code < TOP ? code : TOP) : 0;"}},
  fails = "correct", message = "mismatch",
  why = "the code of -0 is 8, and so is that of a small negative number which rounds to it",
}
