-- x05-work: what the attacks on virtual time are made on. No lesson: nobody learns here.

return lab {
  api = 1, rev = 1, id = "x05-work", title = "Work and a sum over ranks to attack", kind = "ranks",
  week = 1, part = 1, seeds = {"X05"}, hours = {lab = 1},
  lang = "c", backends = {"ranks"}, edit = {"step.c"}, reference = "ref.c", ladder = {"ref.c"},
  limits = {wall_s = 5, mem_MiB = 64, threads = 1},
  buffers = {
    x = {dtype = "f32", shape = {"P", "n"}, split = true, dist = gen.uniform{lo = -1, hi = 1}},
    y = {dtype = "f32", shape = {"n"}},
  },
  calls = {
    step = call{args = {output"y", input"x", i64"n"}, oracle = "step", tol = tol.dot"P"},
  },
  cases = {
    {id = "four", P = 4, n = 1024, alpha_ns = 3000, beta_Bps = 1e9, calls = {"step"}, tags = {"edge"}},
    {id = "timed", P = 4, n = 65536, alpha_ns = 3000, beta_Bps = 1e9, calls = {"step"}, tags = {"gate", "bench"}},
  },
  bench = {
    bench{id = "step", call = "step", case = "timed", metric = "fewer:vtime_ns",
          stages = {bronze = .5, silver = .8, gold = .95}},
  },
  points = {correct = 60, perf = 40},
}
