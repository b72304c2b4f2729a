return mutant {
  base = "reference", file = "legacy.cu",
  replace = {{[==[float a = scale * k[from + i], b = scale * k[from + i + half];]==],
              [==[float a = scale * k[from + 2 * i], b = scale * k[from + 2 * i + 1];]==]},
             {[==[kc[to + i] = a]==],
              [==[kc[to + 2 * i] = a]==]},
             {[==[kc[to + i + half] = b]==],
              [==[kc[to + 2 * i + 1] = b]==]}},
  fails = "correct", message = "append_kv(",
  why = "turns elements 2i and 2i + 1, which is the other convention",
}
