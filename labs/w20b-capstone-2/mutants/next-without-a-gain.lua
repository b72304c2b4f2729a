return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
  {"answer":"next","text":[
    "I would next give each lane of lengths four points, so that loads and stores are 16 bytes wide: a",
    "quarter of g_ld_req at the same sectors. Sectors are what bounds it now, and they are the least already,",
    "so I expect at most a few percent, from more bytes under way, and g_ld_req would have to show it first."]}]],
     [[
  {"answer":"next","text":[
    "I would next give each lane of lengths four points, so that loads and stores are sixteen bytes wide: a",
    "quarter of g_ld_req at the same sectors. Sectors are what bounds it now, and they are the least already,",
    "so I expect at most a few percent, from more bytes under way, and g_ld_req would have to show it first."]}]]},
  },
  fails = "next", message = "has 0 of at least 1 numbers",
  why = "names a next step, and expects no figure of it",
}
