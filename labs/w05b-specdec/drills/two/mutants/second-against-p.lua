return mutant {
  base = "reference", file = "two.c",
  replace = {{"double want = rest[cand[k]], had = total * q[cand[k]];",
              "double want = p[cand[k]], had = q[cand[k]];"}},
  fails = "correct", message = "mismatch: law",
  why = "the second candidate meets the target as it was, not what the first has left of it",
}
