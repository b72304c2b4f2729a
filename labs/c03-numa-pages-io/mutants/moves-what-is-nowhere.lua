return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    if (m->at[page] < 0 || m->at[page] == node)
        return;]==],
     [==[
    if (m->at[page] == node)
        return;
    if (m->at[page] < 0) {
        m->out->failed++;
        return;
    }]==]},
  },
  fails = "correct", message = "numa_run",
  why = "move_pages of a page that nobody has touched",
}
