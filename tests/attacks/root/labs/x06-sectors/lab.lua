-- x06-sectors: x02-scale with a gate on a counter, for attacks on it.

return lab {
  api = 1, rev = 1, id = "x06-sectors", title = "A kernel whose counts are attacked", kind = "kernel",
  week = 1, part = 1, seeds = {"X06"}, hours = {lab = 1},
  lang = "cuda", backends = {"simt", "cuda"}, edit = {"scale.cu"}, reference = "ref.cu", ladder = {"ref.cu"},
  limits = {wall_s = 2, mem_MiB = 256, threads = 1}, device = {arch = "sm_90a"},
  buffers = {
    x = {dtype = "f32", shape = {"n"}, dist = gen.normal{}},
    y = {dtype = "f32", shape = {"n"}},
  },
  calls = {
    scale = call{args = {output"y", input"x", i32"n"}, oracle = "scale", tol = tol.exact,
                 grid = {"(n+127)//128"}, block = {128}},
  },
  cases = {
    {id = "one", n = 1, calls = {"scale"}, tags = {"edge"}},
    {id = "odd", n = 1009, calls = {"scale"}, tags = {"edge"}},
    {id = "even", n = 2048, calls = {"scale"}, tags = {"gate"}},
    {id = "fresh", n = 2048, calls = {"scale"}},
    {id = "again", n = 2048, calls = {"scale"}},
    {id = "wide", n = 2^17, calls = {"scale"}},
    {id = "hidden", hidden = true, n = gen.pick{521, 2003, 4093}, calls = {"scale"}},
    {id = "big", n = 2^18, calls = {"scale"}, tags = {"bench"}},
  },
  gates = {
    gate{call = "scale", case = "even", counter = "g_st_sec", op = "<=", value = "n/8", on = "simt",
         why = "each y is stored once, in whole sectors"},
  },
  points = {compile = 10, correct = 60, profile = 30},
}
