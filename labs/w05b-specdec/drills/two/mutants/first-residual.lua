return mutant {
  base = "reference", file = "two.c",
  replace = {{"        total = refused(rest, total, q, V, work);",
              "        total = k ? total : refused(rest, total, q, V, work);"}},
  fails = "correct", message = "mismatch: law",
  why = "both are refused, and the token is drawn from what the first one left",
}
