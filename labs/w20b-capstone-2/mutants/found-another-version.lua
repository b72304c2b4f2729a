return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
"code":"wide","backend":"simt","rung":"naive"]],
     [[
"code":"pitch","backend":"simt","rung":"naive"]]},
  },
  fails = "total", message = "was never counted against `naive`",
  why = "holds another version than the last one against the kernels as they were found",
}
