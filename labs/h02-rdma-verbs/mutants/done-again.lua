return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
        else
            owe(q, PK_ACK, q->expected - 1, NAK_NONE);
        return;]==],
     [==[
        else {
            owe(q, PK_ACK, q->expected - 1, NAK_NONE);
            if (in->op == PK_WRITE && in->first && in->last && in->bytes &&
                mr_allows(q->a.nic, q->a.pd, in->key, in->addr, in->bytes, MR_REMOTE_WRITE))
                memcpy((void *)(uintptr_t)in->addr, in->data, in->bytes);
        }
        return;]==]},
  },
  fails = "correct",
  why = "a packet that was there before is done once more",
}
