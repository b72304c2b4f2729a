return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[    cs_t *s = calloc(1, sizeof *s);]=],
     [=[    static cs_t the_only;
    cs_t *s = &the_only;
    memset(s, 0, sizeof *s);]=]},
    {[=[void cs_delete(cs_t *s)
{
    free(s);]=],
     [=[void cs_delete(cs_t *s)
{
    (void)s;]=]},
  },
  fails = "correct",
  why = [[seats and queue are the program's own: a second engine has the first one's]],
}
