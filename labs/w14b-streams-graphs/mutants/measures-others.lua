return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[
    vEventRecord(v, to, s);
    vEventSynchronize]==],
              [==[
    vDeviceSynchronize(v);
    vEventRecord(v, to, s);
    vEventSynchronize]==]}},
  fails = "correct", message = "span_ns(",
  why = "the whole device is waited for, and the second event comes behind that",
}
