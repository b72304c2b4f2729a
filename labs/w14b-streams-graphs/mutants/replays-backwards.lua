return mutant {
  base = "reference", file = "streams.c",
  replace = {
    {[==[    vStreamBeginCapture(v, s);
    issue(v, node, n, s);]==],
     [==[    vStreamBeginCapture(v, s);
    for (int k = n - 1; k >= 0; k--)
        issue(v, node + k, 1, s);]==]},
  },
  fails = "correct", message = "device cell",
  why = "records the list from its end",
}
