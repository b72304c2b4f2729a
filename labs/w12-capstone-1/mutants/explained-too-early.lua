return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[["answer":"explain"]], [["answer":"draft"]]},
    {[[  {"n":7,]],
     [[
  {"answer":"explain","text":["as I foresee it as I foresee it as I foresee it as I foresee it as I foresee it ",
    "so it will be so it will be so it will be so it will be so it will be so it will be ",
    "so it will be so it will be so it will be so it will be so it will be so it will be ",
    "so it will be so it will be so it will be so it will be so it will be so it will be ",
    "so it will be so it will be so it will be so it will be so it will be so it will be ",
    "so it will be so it will be so it will be so it will be so it will be so it will be "]},
  {"n":7,]]},
  },
  fails = "explain", message = "written before attempt",
  why = "explains a pair that has not been measured yet",
}
