return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[["answer":"roofline"]], [["answer":"draft"]]},
    {[[
  {"n":7,"lab":"w20c-legacy",]],
     [[
  {"answer":"roofline","text":[
    "as I foresee it, the first kernel will stand at 1 FLOP a byte and the second at 2, both under the slope,",
    "while the third reaches 3 or 4 and comes close to where slope and roof meet. None of them can touch the",
    "roof, for their arithmetic is cheap against what they fetch. How near each gets to its own bound depends",
    "on the sectors that a request asks for, so those I expect to fall most, and the points to rise with them."]},
  {"n":7,"lab":"w20c-legacy",]]},
  },
  fails = "roofline", message = "written before attempt",
  why = "knows where the last version stands before it is there",
}
