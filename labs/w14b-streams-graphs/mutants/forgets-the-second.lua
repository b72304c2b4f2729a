return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[
    for (int d = 0; d < node[k].ndeps; d++)
        wait_for(v, p, node[k].dep[d], q, s, ns);]==],
              [==[
    if (node[k].ndeps)
        wait_for(v, p, node[k].dep[0], q, s, ns);]==]}},
  fails = "correct", message = "nothing puts it behind",
  why = "waits for the first dependence only",
}
