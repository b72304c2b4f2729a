return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"    whiten(B * N, mask, adv);",
     [=[    for (int b = 0; b < B; b++)
        whiten(N, mask + b * N, adv + b * N);]=]},
  },
  fails = "correct", message = "answer",
  why = "each answer is whitened by itself, so a good one is worth what a bad one is",
}
