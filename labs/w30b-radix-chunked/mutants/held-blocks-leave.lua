return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[            list_remove(x);
            r->held += x->n;]=],
     [=[            r->held += x->n;]=]},
    {[=[            list_add(x, r->ends.older); /* all of them were held: nobody else moves */
            r->held -= x->n;]=],
     [=[            r->held -= x->n;]=]},
    {[=[    if (!top->holders)
        list_add]=],
     [=[    list_add]=]},
  },
  fails = "correct",
  why = [[what somebody holds stays in the list of what may go]],
}
