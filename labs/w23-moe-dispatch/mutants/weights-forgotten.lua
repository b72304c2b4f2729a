return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    gathered(p, w, y);
}

void moe_combine_bwd]],
     [[    gathered(p, NULL, y);
}

void moe_combine_bwd]]},
  },
  fails = "correct", message = "mismatch: y",
  why = "adds what the experts gave as it is",
}
