return mutant {
  base = "reference", file = "two.c",
  replace = {{"double want = rest[cand[k]], had = total * q[cand[k]];",
              "double want = rest[cand[k]], had = q[cand[k]];"}},
  fails = "correct", message = "mismatch: law",
  why = "the residual is not a row until it is divided by its sum: the second is kept too rarely",
}
