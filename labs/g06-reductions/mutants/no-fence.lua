return mutant {
  base = "reference", file = "reduce.cu", backend = "cuda",
  replace = {{"        __threadfence(); /* first the sum, then the ticket that says it is there */\n", ""},
             {"    __threadfence();\n    v = 0;", "    v = 0;"}},
  fails = "limits", message = "membar",
  why = "the ticket may be seen before the sum that it announces",
}
