return lab {
  api = 1, rev = 3, id = "t01-toy", title = "Toy lab", kind = "kernel",
  week = 1, part = 1, domain = {"toys"}, seeds = {"S003-W01"},
  requires = {}, suggests = {"t03-later"},
  hours = {read = 1, lab = 2},
  durable = {"sums"}, ephemeral = {{"sizes", as_of = "2026-01"}},
  readings = { {"paper", hours = 1, look_for = "table 2"} },
  lang = "c", backends = {"cpu"},
  edit = {"toy.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 20, mem_MiB = 512, threads = 1},
  buffers = {
    A = {dtype = "f32", shape = {"M", "K"}, dist = gen.normal{sd = 2}},
    B = {dtype = "f32", shape = {"K*f.two"}, dist = gen.uniform{lo = -1, hi = 1}},
    C = {dtype = "f32", shape = {"M"}},
    T = {dtype = "i32", shape = {"M+1"}},
  },
  calls = {
    toy_sum = call{ args = {i32"M", i32"K", input"A", output"C"}, oracle = "sum", tol = tol.dot"K" },
    toy_both = call{ args = {i32"M", f32"x", input"A", input"B", output"C", output"T"},
                     oracle = "both", tol = {C = tol.rel_l2(1e-6), T = tol.exact} },
    toy_replay = call{ args = {i64"M", inout"T"}, verify = "replay", harness = true },
  },
  cases = {
    {id = "one", M = 1, K = 1, x = .5, tags = {"edge"}},
    {id = "odd", M = 33, K = 65, x = -1, causal = true, calls = {"toy_sum", "toy_both"}},
    {id = "gate", M = 64, K = 64, x = 1, calls = {"toy_sum"}, tags = {"gate"}},
    {id = "big", M = 1024, K = 2^10, x = 1, calls = {"toy_sum"}, tags = {"bench"}},
    {id = "hidden", hidden = true, M = gen.pick{7, 8, 9, 10, 11}, K = gen.pick{3, 5}, x = 2},
  },
  gates = {
    gate{ call = "toy_sum", case = "gate", counter = "l1_miss", op = "<=", value = "M*K/16 + f.two",
          why = "A is read once" },
    gate{ call = "toy_sum", case = "gate", counter = "c_stores", op = "==", value = 64, on = "cpu",
          why = "C is written once" },
  },
  bench = {
    bench{ id = "big", call = "toy_sum", case = "big", stages = {bronze = .25, silver = .6, gold = .9},
           flops = "M*K", bytes = "4*(M*K + M)" },
  },
  predict = {
    predict{ id = "flops", axis = "flops", ask = "FLOP at {{= n(f.big) }}?", unit = "FLOP",
             answer = "f.big^2" },
    predict{ id = "bound", axis = "intensity", ask = "Bound by?", choices = {"memory", "compute"},
             answer = "memory" },
  },
  facts = function(hw) return {two = 2, big = 1024, ridge = hw.toy.bf16 / hw.toy.bw} end,
  checks = {
    check("the gate case passes", function(t)
      if t.case("gate", "toy_sum").pass then return true end
      return false, "it does not", "look at the gate case"
    end),
    check("few loads", function(t)
      return t.counter("toy_sum", "gate", "c_stores") <= 64, "too many stores"
    end),
    check("faster than half", function(t) return t.ratio("big") > .5, "slower than half" end),
  },
  questions = {
    q.num{ id = "bytes", ask = "Bytes of {{= p.n }} floats?", unit = "GiB", vary = {n = {2^28, 2^29}},
           answer = function(f, p) return 4 * p.n / 2^30 end,
           wrong = {{value = function(f, p) return 8 * p.n / 2^30 end, hint = "fp32 is four bytes"}},
           worked = "4 x {{= n(p.n) }} = {{= gib(4 * p.n) }}" },
    q.num{ id = "count", ask = "How many?", unit = "1", answer = 42, rtol = 0, worked = "42" },
    q.choice{ id = "which", ask = "Which is {{= f.two }}?", options = {"one", "{{= f.two }}", "three"},
              answer = 2, wrong = {{value = 1, hint = "one more"}}, worked = "Two." },
    q.choice{ id = "order", ask = "What hides latency?", options = {"A bigger cache", "Prefetch", "Luck", "All of these"},
              answer = 2, worked = "Asked for early.", wrong = {{value = 1, hint = "the data are read once"}} },
    q.multi{ id = "several", ask = "Which are counted?", options = {"Bytes", "Time, in the end", "FLOP, all of them"},
             answer = {1, 3} },
    q.multi{ id = "all", ask = "Which are even?", options = {"1", "2", "3", "4"}, answer = {2, 4},
             worked = "2 and 4." },
    q.order{ id = "sort", ask = "Smallest first", items = {"B", "KiB", "MiB", "GiB"},
             worked = "By 1024.", hint = "think of powers" },
    q.table{ id = "grid", ask = "Squares and cubes", rows = {"2", "3"}, columns = {"square", "cube"},
             answer = function() return {{4, 8}, {9, 27}} end, worked = "n^2 and n^3." },
    q.text{ id = "essay", ask = "Why?", rubric = {"first", "second"}, min_words = 8 },
  },
  hints = {
    {on = "build", "does it compile alone?"},
    {on = "case:edge", "one row, one column"},
    {on = "counter:l1_miss", "walk along the rows"},
    {on = "sanitize", "count to M, not beyond"},
    {after = 3, "read the brief again"},
  },
  mutants = {
    zeroed = {files = {"toy.c"}, fails = "correct", message = "mismatch", why = "writes zero"},
  },
  points = {correct = 40, sanitize = 10, profile = 20, perf = 20, answers = 10},
}
