return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    uint64_t sent, done;
};]==],
     [==[
    uint64_t sent, done;
    uint8_t stage[64][CH_SLOT];
};]==]},
    {[==[    if (fab_write(t->fab, msg, t->sent]==],
     [==[
    memcpy(t->stage[t->sent % 64], msg, bytes);
    if (fab_write(t->fab, t->stage[t->sent % 64], t->sent]==]},
  },
  fails = "correct", message = "copied",
  why = "copies each message into a buffer of its own first",
}
