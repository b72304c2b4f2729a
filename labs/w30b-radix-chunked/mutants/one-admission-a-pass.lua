return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[        if (!prefill(s, b, &p, &s->run[s->nrun++]))
            break;]=],
     [=[        prefill(s, b, &p, &s->run[s->nrun++]);
        break;]=]},
  },
  fails = "correct", message = "there is budget",
  why = [[one request is admitted in a pass, whatever is left of the budget]],
}
