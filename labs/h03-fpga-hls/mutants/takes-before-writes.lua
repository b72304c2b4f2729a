return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
        int written = write_all(&r);
        if (written | begin_all(&r)) {]],
     [[
        int began = begin_all(&r);
        if (write_all(&r) | began) {]]},
  },
  fails = "correct", message = "expected",
  why = "what is taken in a cycle makes room in the same cycle, and what is written is seen in the next",
}
