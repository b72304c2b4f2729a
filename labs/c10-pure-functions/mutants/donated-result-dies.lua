return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[        if (!(donated >> k & 1))
            l->last[k] = j->neqn;]],
     [[        l->last[k] = donated >> k & 1 ? -1 : j->neqn;]]},
  },
  fails = "correct", message = "result",
  why = "lets a donated argument die that is a result itself",
}
