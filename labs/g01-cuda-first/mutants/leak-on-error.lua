return mutant {
  base = "reference", file = "first.cu",
  replace = {{"            goto done;", "            return status;"}},
  fails = "correct", message = "still allocated",
  why = "leaving at once keeps what was allocated so far",
}
