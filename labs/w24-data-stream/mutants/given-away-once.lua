return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[    unsigned char *done;
]=],
     [=[    unsigned char *done;
    int64_t given;
]=]},
    {[=[        if (e.job >= 0 && f->nagain]=],
     [=[        if (e.kind == POOL_LATE && f->given == e.job + 1)
            break;
        f->given = e.job + 1;
        if (e.job >= 0 && f->nagain]=]},
  },
  fails = "correct", message = "case stubborn",
  why = [[gives a late job to another worker once: the second one hangs as well]],
}
