return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[    vEventSynchronize(v, to);]==],
              [==[    vDeviceSynchronize(v);]==]}},
  fails = "correct", message = "no longer at work",
  why = "the time is right, and the other streams have stopped for it",
}
