return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[=[    say_copy(&in, &b->out[1], l->at[e->out[1]], " + q", l->t);
    say(l->t, "}\n");
    say_copy(&in, &b->out[0], at[0], "", l->t);]=],
     [=[    say_copy(&in, &b->out[0], at[0], "", l->t);
    say_copy(&in, &b->out[1], l->at[e->out[1]], " + q", l->t);
    say(l->t, "}\n");]=]},
  },
  fails = "correct", message = "result",
  why = "replaces the carry before y is copied",
}
