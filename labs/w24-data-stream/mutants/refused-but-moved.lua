return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[    memcpy(&s, state, sizeof s);
]=],
     [=[    memcpy(&s, state, sizeof s);
    l->s.next.at = 0;
]=]},
  },
  fails = "correct", message = "has changed the loader",
  why = [[takes the place first and looks at the state then]],
}
