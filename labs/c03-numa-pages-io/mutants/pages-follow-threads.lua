return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
            m.on[o->who] = (int8_t)o->page;]==],
     [==[
            for (int p = (m.on[o->who] = (int8_t)o->page, 0); p < box->pages; p++)
                move(&m, o->page, p);]==]},
  },
  fails = "correct", message = "numa_run",
  why = "pages move when a thread is pinned elsewhere",
}
