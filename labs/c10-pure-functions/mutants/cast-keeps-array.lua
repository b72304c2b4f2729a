return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[    *ret = tracer(converted(operand(x)]],
     [[    if (x->kind == ARRAY && x->aval.dtype == (int)dtype) {
        *ret = *x;
        return OK;
    }
    *ret = tracer(converted(operand(x)]]},
  },
  fails = "correct",
  why = "returns an array that needs no cast as it is: nobody knows that it was read",
}
