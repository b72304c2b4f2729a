return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[["answer":"next"]], [["answer":"draft"]]},
    {[[
  {"n":7,"lab":"w17-flash-hopper",]],
     [[
  {"answer":"next","text":[
    "as I foresee it, the one thing that I would do next with more time or hardware is worth 2 %,",
    "since the queue of copies runs ahead far enough already and only the last block of every row waits for",
    "a barrier that nobody else needs. A counter of stalls would tell, and I shall read it then."]},
  {"n":7,"lab":"w17-flash-hopper",]]},
  },
  fails = "next", message = "written before attempt",
  why = "knows what comes next before the third change is measured",
}
