return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"            return j + 1;\n        }\n        out[j] = draft[j];",
     "            continue;\n        }\n        out[j] = draft[j];"},
  },
  fails = "correct", message = "mismatch: law",
  why = "later drafts were written after a token that is no longer there",
}
