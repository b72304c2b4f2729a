return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[
    vStreamBeginCapture(v, s);
    issue(v, node, n, s);
    vStreamEndCapture(v, s, &graph);
    for (int k = 0; k < steps; k++)
        vGraphLaunch(v, graph, s);]==],
              [==[
    for (int k = 0; k < steps; k++) {
        vStreamBeginCapture(v, s);
        issue(v, node, n, s);
        vStreamEndCapture(v, s, &graph);
        vGraphLaunch(v, graph, s);
    }]==]}},
  fails = "correct", message = "eight graphs",
  why = "records a graph for each step",
}
