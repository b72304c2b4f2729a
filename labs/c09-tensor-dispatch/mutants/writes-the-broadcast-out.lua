return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    add_all(&o, a, b, stride);
    *ret = o;]],
     [[    struct tensor wide = *b, whole;
    wide.dim = dim;
    memcpy(wide.size, size, sizeof size), memcpy(wide.stride, stride[2], sizeof stride[2]);
    if (copy(&wide, &whole) != OK)
        return NO_MEMORY;
    memcpy(stride[2], whole.stride, sizeof stride[2]);
    add_all(&o, a, &whole, stride);
    tensor_drop(&whole);
    *ret = o;]]},
    {[[int add(const struct tensor *a,]],
     [[static int copy(const struct tensor *t, struct tensor *ret);

int add(const struct tensor *a,]]},
  },
  fails = "profile",
  why = "writes the repeated operand out before it adds",
}
