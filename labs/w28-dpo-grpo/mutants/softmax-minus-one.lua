return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[            *(lanes *)(x + v) = -slope]==],
               [==[            *(lanes *)(x + v) = slope]==]},
              {[==[x[v] = -slope * expf]==],
               [==[x[v] = slope * expf]==]},
              {[==[x[tok[t]] += slope;]==],
               [==[x[tok[t]] -= slope;]==]}},
  fails = "correct", message = "gradient",
  why = "the gradient of the loss where that of the log-probability is asked for",
}
