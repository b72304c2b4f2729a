return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    case PG_WANT: m->cached[p] |= p < m->last; break;]==],
     [==[
    case PG_WANT: m->cached[p] = m->area->file >= 0; break;]==]},
  },
  fails = "correct", message = "cached",
  why = "reads pages that the file does not have",
}
