return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[["answer":"explain"]], [["answer":"draft"]]},
    {[[  {"n":7,]],
     [[
  {"answer":"explain","text":[
    "I foresee that the last change will halve what is left, since the second one has freed the bus ",
    "and nothing else stands in the way of the multiplications. Before any change every byte of the scores went out ",
    "and came back, so the memory was what we paid for; after the first, one of these passes is gone, and after ",
    "the second the rows of keys stay close by. Only the third is missing, and it is easy to see what it must do: ",
    "eight lanes do the work of one, therefore an eighth of the instructions remains, of which half wait for their ",
    "operands anyway. A factor around two follows for the kernel, hence somewhat more than four for the whole, ",
    "unless the exponentials, which no lane makes cheaper, turn out to take longer than I believe they do today."]},
  {"n":7,]]},
  },
  fails = "explain", message = "written before attempt",
  why = "explains a pair that has not been measured yet",
}
