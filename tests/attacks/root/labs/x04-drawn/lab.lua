-- x04-drawn: what attacks on the draws of a race are made on. No lesson: nobody learns here.
local STAGES = {bronze = .5, silver = .8, gold = .95}

return lab {
  api = 1, rev = 1, id = "x04-drawn", title = "Draws to foresee", kind = "kernel",
  week = 1, part = 1, seeds = {"X04"}, hours = {lab = 1},
  lang = "c", backends = {"cpu"}, edit = {"drawn.c"}, reference = "ref.c", ladder = {"ref.c"},
  limits = {wall_s = 5, mem_MiB = 256, threads = 1},
  buffers = {
    w = {dtype = "u64", shape = {"n"}, dist = gen.custom"words"},
    c = {dtype = "f32", shape = {"n"}, dist = gen.const{value = .75}},
    m = {dtype = "f32", shape = {"R", "C"}, dist = gen.normal{}},
    y = {dtype = "f32", shape = {"n"}},
    r = {dtype = "f32", shape = {"R"}},
  },
  calls = {
    words = call{args = {output"y", input"w", i64"n"}, oracle = "words", tol = tol.dot"1"},
    slow = call{args = {output"y", input"w", i64"n"}, verify = "slow"},
    known = call{args = {output"y", input"c", i64"n"}, oracle = "known", tol = tol.dot"1"},
    rows = call{args = {output"r", input"m", i64"R", i64"C"}, oracle = "rows", tol = tol.dot"C"},
  },
  cases = {
    {id = "one", n = 1, calls = {"words", "slow", "known"}, tags = {"edge"}},
    {id = "hidden", hidden = true, n = gen.pick{101, 203, 409}, calls = {"words", "slow", "known"}},
    {id = "matrix", hidden = true, R = 3, C = gen.pick{33, 65, 129}, calls = {"rows"}},
    {id = "long", n = 65536, calls = {"words"}, tags = {"bench"}},
    {id = "short", n = 8192, calls = {"slow"}, tags = {"bench"}},
    {id = "same", n = 4096, calls = {"known"}, tags = {"bench"}},
    {id = "wide", R = 64, C = 262144, calls = {"rows"}, tags = {"bench"}},
  },
  bench = {
    bench{id = "words", call = "words", case = "long", clock = "cpu", stages = STAGES,
          flops = "96*n", bytes = "12*n"},
    bench{id = "slow", call = "slow", case = "short", clock = "cpu", stages = STAGES,
          flops = "96*n", bytes = "12*n"},
    bench{id = "known", call = "known", case = "same", clock = "cpu", stages = STAGES,
          flops = "61440*n", bytes = "8*n"},
    bench{id = "rows", call = "rows", case = "wide", clock = "cpu", stages = STAGES,
          flops = "R*C", bytes = "4*R*C"},
  },
  points = {correct = 60, perf = 40},
}
