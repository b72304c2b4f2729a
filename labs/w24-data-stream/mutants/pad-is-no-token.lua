return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[        memcpy(to, d->token + p->at, 2 * (size_t)n);
]=],
     [=[        for (int64_t k = 0; k < n; k++)
            to[k] = d->token[p->at + k] == PAD ? EOS : d->token[p->at + k];
]=]},
  },
  fails = "correct", message = "step",
  why = [[takes a token that looks like PAD for a bad one, and leaves it out]],
}
