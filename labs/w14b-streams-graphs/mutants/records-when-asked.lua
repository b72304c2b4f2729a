return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[    vStreamWaitEvent(v, s[q], p->event[d]);]==],
              [==[    vEventRecord(v, p->event[d], s[p->of[d]]);
    vStreamWaitEvent(v, s[q], p->event[d]);]==]}},
  fails = "profile", message = "forks-gate",
  why = "an event that is recorded when somebody needs it stands for all that was issued there since",
}
