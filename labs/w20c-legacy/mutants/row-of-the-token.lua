return mutant {
  base = "reference", file = "legacy.cu",
  replace = {{[==[to = ((long long)slot[t] * H + h) * HEAD]==],
              [==[to = from]==]}},
  fails = "correct", message = "append_kv(",
  why = "token t goes to row t, and not to the row of its slot",
}
