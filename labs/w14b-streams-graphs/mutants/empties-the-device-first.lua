return mutant {
  base = "reference", file = "streams.c",
  replace = {
    {[==[    vEventRecord(v, from, s);]==],
     [==[    vDeviceSynchronize(v);
    vEventRecord(v, from, s);]==]},
  },
  fails = "correct", message = "no longer at work",
  why = "times the list on a device that has nothing else to do",
}
