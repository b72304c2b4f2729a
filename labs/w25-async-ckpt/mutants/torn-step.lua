return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[    if (!all_live(l->comm))
        return 0;
    for (int64_t k]=],
     [=[    int came = !comm_broken(l->comm), to_all = all_live(l->comm);
    if (came && !to_all)
        report(l->comm, j->extra.step + 1, l->grad[m] / (double)all, CKPT_IDLE);
    if (!to_all)
        return 0;
    for (int64_t k]=]},
  },
  fails = "correct", message = "report",
  why = "a rank that has the sum counts the step before it has asked the others",
}
