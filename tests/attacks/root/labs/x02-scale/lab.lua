-- x02-scale: what the device attacks of tests/attacks are made on.

return lab {
  api = 1, rev = 1, id = "x02-scale", title = "A kernel to attack", kind = "kernel",
  week = 1, part = 1, seeds = {"X02"}, hours = {lab = 1},
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
  bench = {
    bench{id = "sectors", call = "scale", case = "even", metric = "fewer:g_sec", on = "simt",
          stages = {bronze = .5, silver = .8, gold = .95}, bytes = "8*n"},
    bench{id = "wide", call = "scale", case = "wide", metric = "fewer:g_sec", on = "simt",
          stages = {bronze = .5, silver = .8, gold = .95}, bytes = "8*n"},
    bench{id = "stream", call = "scale", case = "big", clock = "gpu", on = "cuda", bytes = "8*n",
          stages = {bronze = .4, silver = .7, gold = .9}},
  },
  points = {compile = 10, correct = 60, perf = 30},
}
