return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[int transpose(const struct tensor *t, int a, int b, struct tensor *ret)
{
    if (a < 0 || b < 0 || a >= t->dim || b >= t->dim)
        return BAD;
    share(t, ret);]],
     [[static int copy(const struct tensor *t, struct tensor *ret);

int transpose(const struct tensor *t, int a, int b, struct tensor *ret)
{
    if (a < 0 || b < 0 || a >= t->dim || b >= t->dim)
        return BAD;
    if (copy(t, ret) != OK)
        return NO_MEMORY;]]},
  },
  fails = "correct", message = "refs",
  why = "gives a view memory of its own: a write to it is not seen in the tensor it came from",
}
