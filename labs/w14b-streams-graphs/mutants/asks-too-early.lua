return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[
    vEventSynchronize(v, to);
    vEventElapsedTime(v, &ns, from, to);]==],
              [==[
    vEventElapsedTime(v, &ns, from, to);
    vEventSynchronize(v, to);]==]}},
  fails = "correct", message = "span_ns(",
  why = "asks for the time before the second event is over",
}
