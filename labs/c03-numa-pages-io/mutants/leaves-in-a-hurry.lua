return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
            take(&l, &ring->cqe[ring->cq_head & (ring->cq_entries - 1)]);
]==],
     [==[
            take(&l, &ring->cqe[ring->cq_head & (ring->cq_entries - 1)]);
        if (l.failed)
            return -1;
]==]},
  },
  fails = "correct", message = "on their way",
  why = "returns at the first error while others still write",
}
