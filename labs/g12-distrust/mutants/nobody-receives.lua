return mutant {
  base = "reference", file = "review.c",
  replace = {
    {[==[        ops[k++] = (struct op){ ISEND, right, (rank - s + P) % P * n, n };
        ops[k++] = (struct op){ RECV, left,]==],
     [==[        ops[k++] = (struct op){ SEND, right, (rank - s + P) % P * n, n };
        ops[k++] = (struct op){ RECV, left,]==]},
  },
  fails = "correct", message = "wait",
  why = "all ranks send, then all receive: between processes that never ends",
}
