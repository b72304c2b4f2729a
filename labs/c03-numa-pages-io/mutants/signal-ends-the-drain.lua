return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
        io_enter(k, ring->sq_tail - ring->sq_head, (uint32_t)slots / 4 + 1);]==],
     [==[
        if (io_enter(k, ring->sq_tail - ring->sq_head, (uint32_t)slots / 4 + 1) == IO_INTR && l.failed)
            return -1;]==]},
  },
  fails = "correct", message = "on their way",
  why = "a signal while the rest is waited for sends it home with requests on their way",
}
