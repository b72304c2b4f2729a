return mutant {
  base = "reference", file = "streams.c",
  replace = {
    {[==[    vEventRecord(v, from, s);
    issue(v, node, n, s);]==],
     [==[    vEventRecord(v, from, s);
    for (int k = n - 1; k >= 0; k--)
        issue(v, node + k, 1, s);]==]},
  },
  fails = "correct", message = "device cell",
  why = "runs the list from its end, which takes as long",
}
