return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[if (n < room) {
        to[n++] = EOS;
        p->doc++, p->at = 0;
    }]=],
     [=[if (n < room) {
        if (d->tokens)
            to[n++] = EOS;
        p->doc++, p->at = 0;
    }]=]},
  },
  fails = "correct", message = "step",
  why = "an empty document has no EOS",
}
