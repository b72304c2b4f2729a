return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[int flags = FAB_INLINE | ((r->writes]==],
     [==[int flags = 0 | ((r->writes]==]},
    {[==[
    if (fab_write(r->fab, &r->released, 0, sizeof r->released, flags, 0))
        return;
    r->writes++;]==],
     [==[
    uint64_t credit = r->released;
    int failed = fab_write(r->fab, &credit, 0, sizeof credit, flags, 0);
    credit = 0;
    fab_poll(r->fab, &(wc_t){ 0 });
    if (failed)
        return;
    r->writes++;]==]},
  },
  fails = "correct",
  why = "lets the NIC read the credit after it has changed",
}
