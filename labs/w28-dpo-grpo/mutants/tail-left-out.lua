return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[    for (; v < V; v++)
        one_more(top, sum, x[v], 1);
]==],
               [==[    if (V < 2 * LANES)
        for (; v < V; v++)
            one_more(top, sum, x[v], 1);
]==]}},
  fails = "correct", message = "largest",
  why = "what is left over behind the last whole vectors is not summed",
}
