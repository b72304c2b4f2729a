return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
        if (in->op == PK_READ)
            read_back(q, in);
        else]==],
     [==[
        if (in->op == PK_READ) {
            if (mr_allows(q->a.nic, q->a.pd, in->key, in->addr, in->length, MR_REMOTE_READ))
                read_back(q, in);
        } else]==]},
  },
  fails = "correct",
  why = "a READ that comes again and is no longer allowed is dropped in silence",
}
