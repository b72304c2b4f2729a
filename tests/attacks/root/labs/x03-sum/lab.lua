-- x03-sum: what tests/attacks/ranks is made on. No lesson: nobody learns here.

return lab {
  api = 1, rev = 1, id = "x03-sum", title = "A sum over ranks to attack", kind = "ranks",
  week = 1, part = 1, seeds = {"X03"}, hours = {lab = 1},
  lang = "c", backends = {"ranks"}, edit = {"sum.c"}, reference = "ref.c", ladder = {"ref.c"},
  limits = {wall_s = 5, mem_MiB = 64, threads = 1},
  buffers = {
    x = {dtype = "f32", shape = {"P", "n"}, split = true, dist = gen.uniform{lo = -1, hi = 1}},
    y = {dtype = "f32", shape = {"n"}},
  },
  calls = {
    sum = call{args = {output"y", input"x", i64"n"}, oracle = "sum", tol = tol.dot"P"},
  },
  cases = {
    {id = "four", P = 4, n = 1009, alpha_ns = 3000, beta_Bps = 1e9, calls = {"sum"}, tags = {"edge"}},
  },
  points = {correct = 100},
}
