-- x10-none-ranks: x08-none on four ranks, each with a part of one output and a whole of another.

return lab {
  api = 1, rev = 1, id = "x10-none-ranks", title = "Nothing found, by any rank", kind = "ranks",
  week = 1, part = 1, seeds = {"X10"}, hours = {lab = 1},
  lang = "c", backends = {"ranks"}, edit = {"none.c"}, reference = "ref.c", ladder = {"ref.c"},
  limits = {wall_s = 5, mem_MiB = 64, threads = 1},
  buffers = {
    part = {dtype = "i32", shape = {"P", "n"}, split = true},
    whole = {dtype = "i32", shape = {"n"}},
  },
  calls = {
    none = call{args = {i64"n", output"part", output"whole"}, oracle = "none", tol = tol.exact},
  },
  cases = {
    {id = "four", P = 4, n = 9, alpha_ns = 3000, beta_Bps = 1e9, calls = {"none"}, tags = {"edge"}},
  },
  points = {correct = 100},
}
