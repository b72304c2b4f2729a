-- x07-visible: what submissions that know visible cases by heart are tried on. No lesson: nobody learns here.

return lab {
  api = 1, rev = 1, id = "x07-visible", title = "Squares to know by heart", kind = "kernel",
  week = 1, part = 1, seeds = {"X05"}, hours = {lab = 1},
  lang = "c", backends = {"cpu"}, edit = {"visible.c"}, reference = "ref.c", ladder = {"ref.c"},
  limits = {wall_s = 1, mem_MiB = 64, threads = 1},
  buffers = {
    x = {dtype = "f32", shape = {"n"}, dist = gen.uniform{lo = -1, hi = 1}},
    y = {dtype = "f32", shape = {"n"}},
  },
  calls = {
    squares = call{args = {output"y", input"x", i64"n"}, oracle = "squares", tol = tol.dot"1"},
  },
  cases = {
    {id = "four", n = 4, calls = {"squares"}, tags = {"edge"}},
    {id = "three", n = 3, calls = {"squares"}, tags = {"edge"}},
  },
  points = {correct = 100},
}
