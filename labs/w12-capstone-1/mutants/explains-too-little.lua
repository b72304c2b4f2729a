return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[[{"answer":"explain","text":[]],
     [[
{"answer":"explain","text":["It was bound by bytes."]},
  {"answer":"draft","text":[]]},
  },
  fails = "explain", message = "5 of at least 120",
  why = "one sentence for three changes",
}
