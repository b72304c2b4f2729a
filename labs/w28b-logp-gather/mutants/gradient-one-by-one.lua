return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[    if (V % VEC) {
        for (int v]==],
               [==[    if (V) {
        for (int v]==]}},
  fails = "profile", message = "g_st_req",
  why = "right, one gradient a store",
}
