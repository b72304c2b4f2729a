return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
        if (in->op == PK_READ)
            read_back(q, in);
        else
            owe(]==],
     [==[
        (void)0;
            owe(]==]},
  },
  fails = "correct", message = "op",
  why = "answers a READ that comes again with an ACK, which brings no bytes",
}
