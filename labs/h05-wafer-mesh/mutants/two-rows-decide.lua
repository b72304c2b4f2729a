return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[==[
    for (int i = 0; i < at->P; i++) {
        int a = share(m, at->P, i), west]==],
     [==[
    for (int i = 0; i < at->P; i++) {
        if (i != at->P - 1 && i != m % at->P - 1)
            continue;
        int a = share(m, at->P, i), west]==]},
  },
  fails = "correct", message = "on rows 0 to 5",
  why = "looks at the last row and at the last one with a row of A more; a dead core makes another one later",
}
