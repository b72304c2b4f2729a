return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[["answer":"roofline"]], [["answer":"draft"]]},
    {[[
  {"n":7,"lab":"w20c-legacy",]],
     [[
  {"answer":"roofline","text":[
    "as I foresee it with 1 2 3 4 and five or six more words of no use",
    "as I foresee it with 1 2 3 4 and five or six more words of no use",
    "as I foresee it with 1 2 3 4 and five or six more words of no use",
    "as I foresee it with 1 2 3 4 and five or six more words of no use"]},
  {"n":7,"lab":"w20c-legacy",]]},
  },
  fails = "roofline", message = "written before attempt",
  why = "knows where the last version stands before it is there",
}
