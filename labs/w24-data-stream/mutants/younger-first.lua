return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[    int at = -1;
]=],
     [=[    int at = -1;
    if (f->next < f->to && f->next < f->taken + f->ahead)
        return f->next++;
]=]},
  },
  fails = "correct", message = "a younger job was submitted",
  why = [[takes up what has lost its worker only when there is nothing new to begin]],
}
