return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[int q = pick(p, &node[k], ns);]==],
              [==[int q = 0 * pick(p, &node[k], ns);]==]}},
  fails = "profile", message = "slower",
  why = "the list is right in one stream, and slow",
}
