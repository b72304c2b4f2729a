return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"            return c + __ffs(hits) - 1;\n    }\n    return C;",
              "            return c + __ffs(hits) - 1;\n    }\n    return 0;"}},
  fails = "correct", message = "no-hit",
  why = "a row without a hit answers column 0",
}
