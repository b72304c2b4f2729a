return mutant {
  base = "reference", file = "zero.c",
  replace = {{"    if (z->reductions >= 2)\n        event_sync(z->reduced[z->reductions % 2]);\n", ""}},
  fails = "profile", message = "slow-link",
  why = "never waits for a reduction: on a slow link all gradients are whole at once",
}
