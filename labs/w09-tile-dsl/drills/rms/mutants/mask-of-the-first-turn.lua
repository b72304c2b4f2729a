return mutant {
  base = "reference", file = "rms.cu",
  replace = {{"load(g, at + c, at + c < C, 0.f), at + c < C);", "load(g, at + c, at + c < C, 0.f), at < C);"}},
  fails = "correct", message = "rms_tile",
  why = "the mask was made once, before the walk: the last turn writes behind its row",
}
