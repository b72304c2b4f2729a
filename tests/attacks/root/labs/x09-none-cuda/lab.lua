-- x09-none-cuda: x08-none as a kernel.

return lab {
  api = 1, rev = 1, id = "x09-none-cuda", title = "Nothing found, by a kernel", kind = "kernel",
  week = 1, part = 1, seeds = {"X09"}, hours = {lab = 1},
  lang = "cuda", backends = {"simt", "cuda"}, edit = {"none.cu"}, reference = "ref.cu", ladder = {"ref.cu"},
  limits = {wall_s = 2, mem_MiB = 256, threads = 1}, device = {arch = "sm_90a"},
  buffers = {
    at = {dtype = "i32", shape = {"n"}},
  },
  calls = {
    none = call{args = {i32"n", output"at"}, oracle = "none", tol = tol.exact, grid = {"(n+127)//128"}, block = {128}},
  },
  cases = {
    {id = "own", n = 9, calls = {"none"}, tags = {"edge"}},
  },
  points = {correct = 100},
}
