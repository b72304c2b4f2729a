return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {[[        best = bytes;
]],
     [[        best = (int)bytes;
]]},
  },
  fails = "correct", message = "layout_best",
  why = "layouts of more than 2 GiB are what one counts bytes for",
}
