return mutant {
  base = "reference", file = "specdec.c",
  replace = {{[==[int seen[SPEC_MAX_K + 1] = { last };]==], [==[int seen[16 + 1] = { last };]==]}},
  fails = "correct",
  why = "room for as many drafts as the examples have, where K may be SPEC_MAX_K",
}
