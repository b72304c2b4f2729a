return mutant {
  base = "reference", file = "first.cu",
  replace = {{"    rt_free(rt, out); /* their errors would hide the first one */", "    status = rt_free(rt, out);"}},
  fails = "correct", message = "expected to return",
  why = "a successful free overwrites the error that led to it",
}
