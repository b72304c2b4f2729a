return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[            grad[in] += grad[k] * node[k].local[i];]],
     [[            grad[in] += hook(in, grad[k] * node[k].local[i]);]]},
    {[[        grad[k] = hook(k, grad[k]);
]],
     [[]]},
  },
  fails = "correct", message = "hook",
  why = "calls a hook for each gradient that arrives, and not once for their sum",
}
