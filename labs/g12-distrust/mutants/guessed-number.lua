return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"[ALL_REDUCE] = { 3, 2, 3 },",
     "[ALL_REDUCE] = { 3, 2, 8 },"},
  },
  fails = "correct", message = "the number",
  why = "eight ranks, as everybody says: nobody ran it",
}
