return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    fill(&l, slots);
    while]==],
     [==[
    ring->sq_head = ring->sq_tail = 0;
    fill(&l, slots);
    while]==]},
  },
  fails = "correct", message = "which the kernel moves",
  why = "sets the queue back to 0, where the kernel does not look",
}
