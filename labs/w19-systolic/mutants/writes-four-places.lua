return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {[[    order[0] = a;
]],
     [[    for (int d = rank; d < 4; d++)
        order[d] = d;
    order[0] = a;
]]},
  },
  fails = "correct", message = "writes order[",
  why = "order has as many places as the array has dimensions",
}
