return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[            memset(x, 0, (size_t)V * sizeof *x);
]==],
               [==[            for (; v < V; v++)
                x[v] *= 0;
]==]}},
  fails = "correct", message = "ignored-rows",
  why = "an ignored row is multiplied by 0, and NaN stays NaN",
}
