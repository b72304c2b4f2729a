return mutant {
  base = "reference", file = "rms.cu",
  replace = {{"store(y, at, first * scale", "store(y, at, load(x, at, at < C, 0.f) * scale"}},
  fails = "profile", message = "g_ld_sec",
  why = "loads a row of one turn again, though it still has it",
}
