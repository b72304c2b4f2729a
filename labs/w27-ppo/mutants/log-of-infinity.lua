return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"return (m > 0 ? 0 : -m) + log1p(e);",
     "return log(1 + exp(-m));"},
  },
  fails = "correct", message = "thousands",
  why = "e^-m of a margin of thousands is infinite",
}
