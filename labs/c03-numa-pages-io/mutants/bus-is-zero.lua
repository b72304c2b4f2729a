return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    if (p >= m->last) {
        m->out->bus++;
        return;
    }]==],
     [==[
    if (p >= m->last) {
        m->out->minor++;
        return;
    }]==]},
  },
  fails = "correct", message = "pg_run",
  why = "behind the end of a mapped file there are zeros",
}
