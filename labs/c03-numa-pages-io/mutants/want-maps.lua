return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    case PG_WANT: m->cached[p] |= p < m->last; break;]==],
     [==[
    case PG_WANT:
        m->cached[p] |= p < m->last;
        if (p < m->last)
            m->state[p] = SMALL;
        break;]==]},
  },
  fails = "correct", message = "pg_run",
  why = "MADV_WILLNEED reads, it does not map",
}
