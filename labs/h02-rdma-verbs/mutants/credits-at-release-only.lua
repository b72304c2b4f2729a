return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    give_back(r);
    if (r->came]==],
     [==[
    if (r->came]==]},
    {[==[
    r->released++;
}]==],
     [==[
    r->released++;
    give_back(r);
}]==]},
  },
  fails = "correct", message = "waits for ever",
  why = "looks at credits in rx_release() only: what was too few then is never given when the sender has run out",
}
