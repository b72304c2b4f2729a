return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {"int slots = ring->sq_entries < SLOTS ? (int)ring->sq_entries : SLOTS;", "int slots = SLOTS;"},
    {[==[
    while (l.flying) {
]==], [==[
    while (l.next < size && l.flying < SLOTS) {
        fill(&l, slots);
        io_enter(k, ring->sq_tail - ring->sq_head, 0);
    }
    while (l.flying) {
]==]},
  },
  fails = "correct", message = "found no room",
  why = "more requests on their way than the completion queue holds",
}
