return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    m->state[p] = NONE;
}

static void pg_page]==],
     [==[
    m->state[p] = NONE;
    m->cached[p] = 0;
}

static void pg_page]==]},
  },
  fails = "correct", message = "pg_run",
  why = "what is unmapped is read from the device again",
}
