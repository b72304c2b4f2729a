return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
  {"answer":"next","text":[
    "I would next let append_kv move 16 bytes a lane, so that 128 floats are one request: a quarter of the",
    "requests at the same sectors. Sectors bound it now, and they are the least already, so I expect at most 5",
    "percent, from more bytes under way, and g_ld_req would have to show it first."]}]],
     [[
  {"answer":"next","text":[
    "I would next let append_kv move sixteen bytes a lane, so that a head are one request: a quarter of the",
    "requests at the same sectors. Sectors bound it now, and they are the least already, so I expect at most a few",
    "percent, from more bytes under way, and g_ld_req would have to show it first."]}]]},
  },
  fails = "next", message = "has 0 of at least 1 numbers",
  why = "names a next step, and expects no figure of it",
}
