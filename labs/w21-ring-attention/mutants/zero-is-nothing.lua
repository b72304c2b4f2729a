return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[        float top = fmaxf(LSE[r], lse[r]);]],
     [[        if (lse[r] == 0)
            continue;
        float top = fmaxf(LSE[r], lse[r]);]]},
  },
  fails = "correct", message = "mismatch: MO",
  why = "takes a log-sum-exp of 0, a key of score 0, for nothing seen",
}
