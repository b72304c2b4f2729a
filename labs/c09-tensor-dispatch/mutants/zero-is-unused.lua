return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[        if (!used[k])
            continue;]],
     [[        if (!used[k] || grad[k] == 0)
            continue;]]},
  },
  fails = "correct", message = "hook",
  why = "takes a gradient of 0 for none: the hook is not called",
}
