return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[{"n":14,"lab":"w20c-legacy","code":"wide"]], [[{"n":14,"lab":"w20c-legacy","code":"one pass"]]},
  },
  fails = "total", message = "conv-requests: the last version was never counted against `naive`",
  why = "holds another version than the last one against the kernels as they were found",
}
