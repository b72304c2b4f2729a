return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[
    vStreamBeginCapture(v, s);
    issue(v, node, n, s);
    vStreamEndCapture(v, s, &graph);
    for (int k = 0; k < steps; k++)
        vGraphLaunch(v, graph, s);]==],
              [==[
    (void)graph;
    for (int k = 0; k < steps; k++)
        issue(v, node, n, s);]==]}},
  fails = "profile", message = "calls",
  why = "each step is issued kernel by kernel",
}
