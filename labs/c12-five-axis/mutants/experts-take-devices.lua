return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[(int64_t)g->dp * g->tp * g->pp * g->cp;]],
     [[(int64_t)g->dp * g->tp * g->pp * g->cp * g->ep;]]},
  },
  fails = "correct", message = "devices",
  why = "ep shares out ranks that dp and cp have already paid for",
}
