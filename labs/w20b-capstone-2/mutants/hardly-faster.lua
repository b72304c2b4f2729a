return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[["rung":"naive","bench":"softmax-sectors",
    "call":"softmax_rows","case":"rows-gate","clock":"counter","ratio":24,"lo":24,"hi":24]],
     [["rung":"naive","bench":"softmax-sectors",
    "call":"softmax_rows","case":"rows-gate","clock":"counter","ratio":1.2,"lo":1.2,"hi":1.2]]},
    {[["rung":"naive","bench":"conv-requests",
    "call":"conv1d","case":"channels-gate","clock":"counter","ratio":16.74,"lo":16.74,"hi":16.74]],
     [["rung":"naive","bench":"conv-requests",
    "call":"conv1d","case":"channels-gate","clock":"counter","ratio":1.3,"lo":1.3,"hi":1.3]]},
  },
  fails = "total", message = "the track asks for 2",
  why = "the last version is hardly better than the kernels as they were found",
}
