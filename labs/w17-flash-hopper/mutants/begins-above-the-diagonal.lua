return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[[
    int tiles = (visible(row + 63, S, causal) + KEYS - 1) / KEYS, mine]],
              [[
    int tiles = (S + KEYS - 1) / KEYS, mine]]}},
  fails = "correct",
  why = "begins with tiles of which a row sees nothing: its maximum is -infinity, and -inf minus -inf is NaN",
}
