return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
 && offset <= m->length &&
           length <= m->length - offset;]==],
     [==[ && offset < m->length;]==]},
  },
  fails = "correct", message = "mr_allows",
  why = "looks where the bytes begin and not where they end",
}
