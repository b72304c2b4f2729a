return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[int q = pick(p, &node[k], ns);]==],
              [==[int q = pick(p, &node[k], ns) * 0 + k % ns;]==]}},
  fails = "profile", message = "waits",
  why = "kernel k in stream k mod ns: a chain walks from stream to stream",
}
