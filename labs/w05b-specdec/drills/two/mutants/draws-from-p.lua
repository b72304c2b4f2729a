return mutant {
  base = "reference", file = "two.c",
  replace = {{"total > 0 ? rng_pick(r, rest, V, total) : rng_pick(r, p, V, 1)",
              "rng_pick(r, p, V, 1)"}},
  fails = "correct", message = "mismatch: law",
  why = "both are refused, and the token is drawn from p",
}
