return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    int again = c->res == IO_INTR || c->res == IO_AGAIN;]==],
     [==[
    int again = c->res == IO_INTR;]==]},
  },
  fails = "correct", message = "load_ring: expected",
  why = "EAGAIN ends the load",
}
