return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[    if (!votes)
        return; /* the word is the same in all lanes */
]=],
               [=[    if (n < 0)
        return;
]=]}},
  fails = "sanitize",
  why = "where nobody keeps anything there is no leader to read from",
}
