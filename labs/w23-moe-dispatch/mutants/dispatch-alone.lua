return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    ret->sent = 2 * m->L]],
     [[    ret->sent = m->L]]},
  },
  fails = "correct", message = "figures",
  why = "counts dispatch and forgets combine",
}
