return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    if (in->bytes > q->length - q->have)
        return refuse(q, in, NAK_INVALID, WC_LOC_LEN_ERR), -1;
]==],
     [==[
    if (in->bytes > q->length - q->have)
        ((pkt_t *)(uintptr_t)in)->bytes = q->length - q->have;
]==]},
  },
  fails = "correct",
  why = "takes as much of a long SEND as fits and says nothing",
}
