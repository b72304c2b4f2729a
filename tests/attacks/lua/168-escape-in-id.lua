-- attack: has an escape sequence in an id, for the message that refuses it
-- lab: x01-poly
-- run: check
-- expect: ERROR run
-- layer: every text is cleaned before it is shown
return lab {
  api = 1, rev = 1, id = "x01-poly", title = "A polynomial to attack", kind = "kernel",
  week = 1, part = 1, seeds = {"X01"}, hours = {lab = 1},
  lang = "c", backends = {"cpu"}, edit = {"poly.c"}, reference = "ref.c", ladder = {"ref.c"},
  limits = {wall_s = 1, mem_MiB = 64, threads = 1},
  buffers = {
    x = {dtype = "f32", shape = {"n"}, dist = gen.uniform{lo = -1.1, hi = 1.1}},
    y = {dtype = "f32", shape = {"n"}},
  },
  calls = {
    poly = call{args = {output"y", input"x", i64"n"}, oracle = "poly", tol = tol.dot"1"},
  },
  cases = {
    {id = "one", n = 1, calls = {"poly"}, tags = {"edge"}},
    {id = "odd", n = 1009, calls = {"poly"}, tags = {"edge"}},
    {id = "pa\27[31mge", n = 4096, calls = {"poly"}, tags = {"gate"}},
    {id = "again", n = 4096, calls = {"poly"}},
    {id = "hidden", hidden = true, n = gen.pick{1021, 2003, 4093}, calls = {"poly"}},
    {id = "long", n = 65536, calls = {"poly"}, tags = {"bench"}},
  },
  gates = {
    gate{call = "poly", case = "page", counter = "c_bytes", op = "<=", value = 1.01*8*4096, on = "cpu",
         why = "each x is loaded once, each y stored once"},
    gate{call = "poly", case = "page", counter = "c_bytes", op = ">=", value = .99*8*4096, on = "cpu",
         why = "what the trace does not see was not done"},
  },
  bench = {
    bench{id = "poly", call = "poly", case = "long", clock = "cpu",
          stages = {bronze = .5, silver = .8, gold = .95}, flops = "96*n", bytes = "8*n"},
  },
  points = {correct = 60, profile = 10, perf = 30},
}
