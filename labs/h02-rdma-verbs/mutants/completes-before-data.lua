return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    if (in->bytes)
        memcpy((void *)(uintptr_t)(q->at + q->have), in->data, in->bytes);
    q->have += in->bytes;
    q->inside = in->last ? 0 : 1 + in->op;
    if (in->last && (in->op == PK_SEND || in->with_imm))
        received(q, in);]==],
     [==[
    if (in->last && (in->op == PK_SEND || in->with_imm))
        received(q, in);
    if (in->bytes)
        memcpy((void *)(uintptr_t)(q->at + q->have), in->data, in->bytes);
    q->have += in->bytes;
    q->inside = in->last ? 0 : 1 + in->op;]==]},
  },
  fails = "correct", message = "bytes",
  why = "reports a message without its last packet",
}
