return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"rest[x] = p[x] > q[x] ? p[x] - q[x] : 0;", "rest[x] = p[x] > q[x] ? p[x] - q[x] : q[x] - p[x];"},
  },
  fails = "correct", message = "mismatch: law",
  why = "|p - q| in place of (p - q)+: refused tokens come back",
}
