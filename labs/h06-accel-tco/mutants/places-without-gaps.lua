return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[first = k;
        out[k].place = first + 1;]==],
     [==[first = k, fault++;
        out[k].place = fault + 1;]==]},
    {[==[int first = 0;
    for (int k = 0; k < n; k++) {
        out[k] = (place_t)]==],
     [==[int first = 0, fault = 0;
    for (int k = 0; k < n; k++) {
        out[k] = (place_t)]==]},
  },
  fails = "correct",
  why = [[behind two firsts comes a third, not a second]],
}
