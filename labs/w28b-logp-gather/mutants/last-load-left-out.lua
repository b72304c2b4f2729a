return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[    if (k < n) {
        uint4 a = x[k];
        take(s, a);
    }
]==],
               [==[]==]}},
  fails = "correct", message = "largest",
  why = "a thread that has one load left has it never",
}
