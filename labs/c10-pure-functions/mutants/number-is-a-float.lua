return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[=[a->weak ? (a->dtype == I32 ? 1 : 3) : strong[a->dtype]]=],
     [=[strong[a->dtype]]=]},
  },
  fails = "correct",
  why = "takes a Python number for an array of its default type: bf16 times 2.0 becomes f32",
}
