return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"        __syncwarp();\n        fold<D>(t, row, mine - j0, scale * LOG2_E);\n        __syncwarp();",
              "        fold<D>(t, row, mine - j0, scale * LOG2_E);"}},
  fails = "sanitize", message = "race",
  simt = {fails = "correct", message = "mismatch"},
  why = "lanes of a warp read what other lanes stored, and nothing says that those are done",
}
