return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[vMemcpyAsync(v, (chunks + c) * cells, c]==],
              [==[vMemcpyAsync(v, c * cells, c]==]}},
  fails = "correct", message = "overlap(",
  why = "results go where the inputs were",
}
