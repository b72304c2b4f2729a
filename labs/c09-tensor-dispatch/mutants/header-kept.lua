return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    struct storage *s = sys_alloc(sizeof *s + (size_t)n * sizeof(float));
    if (!s)
        return NO_MEMORY;
    *s = (struct storage){ 1, 0, n, (float *)(s + 1) };]],
     [[    struct storage *s = sys_alloc(sizeof *s);
    float *data = s ? sys_alloc((size_t)n * sizeof *data + 1) : NULL;
    if (!data)
        return NO_MEMORY;
    *s = (struct storage){ 1, 0, n, data };]]},
    {[[    if (t->storage && --t->storage->refs == 0)
        sys_free(t->storage);]],
     [[    if (t->storage && --t->storage->refs == 0) {
        sys_free(t->storage->data);
        sys_free(t->storage);
    }]]},
  },
  fails = "correct", message = "never went back",
  why = "has the header when the data are refused, and keeps it",
}
