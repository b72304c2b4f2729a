return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[
    issue(v, node, n, s);
    vEventRecord(v, to, s);
    vEventSynchronize(v, to);]==],
              [==[
    vEventRecord(v, to, s);
    issue(v, node, n, s);
    vStreamSynchronize(v, s);]==]}},
  fails = "correct", message = "span_ns(",
  why = "both events before the kernels",
}
