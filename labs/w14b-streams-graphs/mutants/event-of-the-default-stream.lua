return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[
    vEventRecord(v, to, s);
    vEventSynchronize]==],
              [==[
    vEventRecord(v, to, 0);
    vEventSynchronize]==]}},
  fails = "correct", message = "span_ns(",
  why = "an event in the legacy default stream waits for everybody's work",
}
