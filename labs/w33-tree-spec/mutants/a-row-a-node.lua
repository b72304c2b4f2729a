return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    double left = 1;
    int last = 0;
]==],
     [==[    double left = copy_row(w, p, V);
    int last = 0;
]==]},
  },
  fails = "profile", message = "c_loads of wide",
  why = "a guess without chance is judged by one number",
}
