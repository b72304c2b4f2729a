return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
"rung":"naive","bench":"lengths-sectors",
    "call":"lengths","case":"points-gate","clock":"counter","ratio":2.5,"lo":2.5,"hi":2.5]],
     [[
"rung":"naive","bench":"lengths-sectors",
    "call":"lengths","case":"points-gate","clock":"counter","ratio":1.2,"lo":1.2,"hi":1.2]]},
  },
  fails = "total", message = "the track asks for 2",
  why = "the last version is hardly better than the kernels as they were found",
}
