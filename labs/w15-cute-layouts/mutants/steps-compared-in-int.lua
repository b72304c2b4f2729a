return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[=[stride == last->shape * last->stride]=],
     [=[(int)stride == (int)(last->shape * last->stride)]=]},
  },
  fails = "correct", message = "coalesce((2,2):(1,4294967298))",
  why = "two strides that agree in 32 bits are not the same",
}
