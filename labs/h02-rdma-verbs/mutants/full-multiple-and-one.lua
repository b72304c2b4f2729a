return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[wr->length ? (wr->length - 1) / RC_MTU + 1 : 1;]==],
     [==[wr->length / RC_MTU + 1;]==]},
    {[==[out->bytes = wr->length - at < RC_MTU ? wr->length - at : RC_MTU;]==],
     [==[
out->bytes = wr->length - at < RC_MTU ? wr->length - at : RC_MTU;
    if (at >= wr->length)
        out->bytes = 0;]==]},
  },
  fails = "correct",
  why = "a message of whole packets is followed by an empty one",
}
