return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[
    issue(v, node, n, s);
    vStreamEndCapture(v, s, &graph);]==],
              [==[
    issue(v, node, n, s);
    vStreamSynchronize(v, s);
    vStreamEndCapture(v, s, &graph);]==]}},
  fails = "correct", message = "not wait while",
  why = "the host waits for the stream that it captures",
}
