return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    if (!has_room(m, node)) {
        m->out->failed++;
        return;
    }
    m->out->pages[m->at[page]]--;]==],
     [==[
    m->out->pages[m->at[page]]--;]==]},
  },
  fails = "correct", message = "numa_run",
  why = "more pages on a node than it has",
}
