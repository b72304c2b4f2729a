-- x08-none: all answers are -1, as an index is where nothing was found. No lesson: nobody learns here.

return lab {
  api = 1, rev = 1, id = "x08-none", title = "Nothing found", kind = "codegen",
  week = 1, part = 1, seeds = {"X08"}, hours = {lab = 1},
  lang = "c", backends = {"cpu"}, edit = {"none.c"}, reference = "ref.c", ladder = {"ref.c"},
  limits = {wall_s = 5, mem_MiB = 256, threads = 1},
  buffers = {
    at = {dtype = "i32", shape = {"n"}},
    code = {dtype = "u8", shape = {"1024"}},
    cu = {dtype = "u8", shape = {"1024"}},
  },
  calls = {
    none = call{args = {i64"n", output"at"}, oracle = "none", tol = tol.exact},
    emit = call{args = {output"code", output"cu"}, verify = "code"},
    program = call{args = {i64"n", output"at"}, oracle = "none", tol = tol.exact,
                   emitted = {by = "emit", text = "code"}},
    program_cu = call{args = {i64"n", output"at"}, oracle = "none", tol = tol.exact, grid = {1}, block = {32},
                      emitted = {by = "emit", text = "cu", lang = "cuda"}},
  },
  cases = {
    {id = "own", n = 9, calls = {"none"}, tags = {"edge"}},
    {id = "emitted", n = 9, calls = {"emit", "program", "program_cu"}, tags = {"edge"}},
  },
  points = {correct = 100},
}
