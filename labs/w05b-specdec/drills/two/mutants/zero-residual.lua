return mutant {
  base = "reference", file = "two.c",
  replace = {{"total > 0 ? rng_pick(r, rest, V, total) : rng_pick(r, p, V, 1)",
              "rng_pick(r, rest, V, total)"}},
  fails = "correct", message = "misuse: rng_pick was told a total of 0",
  why = "where rounding leaves nothing of the residual there is nothing to draw from",
}
