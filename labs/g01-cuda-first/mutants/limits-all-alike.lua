return mutant {
  base = "reference", file = "first.cu",
  replace = {{"g.y > 65535 || g.z > 65535", "g.y > 0x7fffffff || g.z > 0x7fffffff"}},
  fails = "correct", message = "beyond 65535 in y or z",
  why = "only x goes to 2^31 - 1",
}
