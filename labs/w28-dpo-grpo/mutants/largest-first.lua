return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[    *top = x[0], *sum = 0;
]==],
               [==[    *top = x[0], *sum = 0;
    for (int k = 1; k < V; k++)
        *top = fmax(*top, x[k]);
]==]}},
  fails = "profile", message = "c_bytes of gather",
  why = "walks a row once for its largest logit and again for the sum",
}
