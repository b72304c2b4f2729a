-- w00-column-sums: the first lab. One function of two loops, and the whole way of working in ten minutes.

local LINE = 64                        -- bytes of a cache line
local BIG = {R = 4096, C = 4096}       -- 64 MiB: more than any cache holds
local SEEN = {R = 512, C = 1024}       -- what the memory trace looks at
local MATRIX, SUMS = 4*SEEN.R*SEEN.C, 4*SEEN.C

return lab {
  api = 1, rev = 1, id = "w00-column-sums", title = "First lab: sums of columns",
  kind = "kernel", week = 1, part = 1, domain = {"memory", "measurement"}, seeds = {"S003-W01-C1"},
  hours = {lab = 1/6},
  durable = {"Bytes are counted before the first run: every operand once",
             "Memory comes in lines: a loop in the order of memory uses each of them whole"},

  lang = "c", backends = {"cpu"},
  edit = {"sums.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c", "opt.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    x = {dtype = "f32", shape = {"R", "C"}, dist = gen.uniform{lo = -1, hi = 1}},
    y = {dtype = "f32", shape = {"C"}},
  },
  calls = {
    column_sums = call{args = {i64"R", i64"C", input"x", output"y"}, oracle = "sums", tol = tol.dot"R"},
  },
  cases = {
    {id = "one", R = 1, C = 1, tags = {"edge"}},
    {id = "no-rows", R = 0, C = 5, tags = {"edge"}, note = "no rows: every sum is 0"},
    {id = "one-row", R = 1, C = 7, tags = {"edge"}},
    {id = "one-column", R = 9, C = 1, tags = {"edge"}},
    {id = "tall", R = 50, C = 3, tags = {"edge"}},
    {id = "wide", R = 3, C = 50, tags = {"edge"}},
    {id = "square", R = 64, C = 64},
    {id = "again", R = 64, C = 64, note = "the shape of `square` with other numbers"},
    {id = "many-rows", R = 70001, C = 3, tags = {"edge"}, note = "more rows than 16 bits can count"},
    {id = "long-rows", R = 2, C = 2500003, tags = {"edge"}, note = "a row of 10 MB, a multiple of nothing"},
    {id = "hidden", hidden = true, R = gen.pick{17, 33, 70}, C = gen.pick{29, 90, 131}},
    {id = "seen", R = SEEN.R, C = SEEN.C, tags = {"gate"}},
    {id = "big", R = BIG.R, C = BIG.C, tags = {"bench"}},
  },
  gates = {
    gate{id = "lines", call = "column_sums", case = "seen", counter = "l1_miss", op = "<=",
         value = 1.1*(MATRIX + SUMS)/LINE, on = "cpu",
         why = "each line of the matrix comes into the nearest cache once"},
  },
  bench = {
    bench{id = "sums", call = "column_sums", case = "big", clock = "cpu", flops = "R*C", bytes = "4*R*C + 4*C",
          stages = {bronze = .5, silver = .7, gold = .85}},
  },

  predict = {
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.bytes/1e6", rtol = .05,
            ask = [[The timed matrix has {{= n(f.R)}} rows and {{= n(f.C)}} columns of fp32, 4 bytes each. How many
              bytes have to come from memory at least?]]},
    predict{id = "flops", axis = "flops", unit = "MFLOP", answer = "f.flops/1e6", rtol = .05,
            ask = [[And how many additions is that, each of them one FLOP?]]},
  },
  facts = function()
    return {R = BIG.R, C = BIG.C, bytes = 4*BIG.R*BIG.C + 4*BIG.C, flops = BIG.R*BIG.C, line = LINE,
            per_line = LINE//4, seen_lines = MATRIX//LINE, seen = SEEN.R*SEEN.C, row = 4*BIG.C,
            sums = 4*BIG.C, bw = 20e9}
  end,

  questions = {
    q.num{id = "matrix", unit = "MB", rtol = .01,
      ask = [[A matrix of {{= n(p.R)}} rows and {{= n(p.C)}} columns in fp32. How many bytes are read, each
        element once?]],
      vary = {R = {1000, 2000, 5000}, C = {3000, 4000, 6000}},
      answer = function(_, p) return 4*p.R*p.C/1e6 end,
      wrong = {{value = function(_, p) return p.R*p.C/1e6 end, hint = "These are elements; each has 4 bytes."},
               {value = function(_, p) return 8*p.R*p.C/1e6 end, hint = "fp32 has 32 bits: 4 bytes, not 8."}},
      worked = [[{{= n(p.R)}} × {{= n(p.C)}} × 4 B = {{= n(4*p.R*p.C/1e6, 0)}} MB.]]},
    q.num{id = "waste", unit = "x", rtol = .01,
      ask = [[Elements of {{= p.b}} bytes, lines of {{= f.line}} bytes, and a loop that walks down the columns of a
        matrix far larger than the cache. How many times as many bytes does it fetch as it uses?]],
      vary = {b = {4, 2, 8}},
      answer = function(f, p) return f.line/p.b end,
      wrong = {{value = function(f, p) return p.b/f.line end, hint = "Upside down: more is fetched than used."}},
      worked = [[A whole line of {{= f.line}} B comes in for each element of {{= p.b}} B, and is gone before its
        neighbour's turn: {{= n(f.line/p.b)}} times.]]},
    q.num{id = "time", unit = "ms", rtol = .02,
      ask = [[A memory delivers {{= p.bw}} GB/s. How long do the sums of the timed matrix of {{= n(f.R)}} × {{= n(f.C)}}
        floats take at least?]],
      vary = {bw = {10, 20, 40}},
      answer = function(f, p) return f.bytes/(p.bw*1e9)*1e3 end,
      wrong = {{value = function(f, p) return f.bytes/4/(p.bw*1e9)*1e3 end, hint = "4 bytes an element."}},
      worked = [[{{= n(f.bytes/1e6, 1)}} MB over {{= p.bw}} GB/s: {{= n(f.bytes/(p.bw*1e9)*1e3, 2)}} ms. No arrangement
        of loops goes below that; a bad one stays far above.]]},
    q.choice{id = "ceiling", seed = "S003-W01-C1",
      ask = [[One addition for every four bytes. Which ceiling do these sums meet first?]],
      options = {"The memory's bandwidth: the additions wait for bytes", "The adders: the bytes wait for them",
                 "Neither: the loop's counters cost most"},
      answer = 1,
      worked = [[A quarter of a FLOP for a byte. A core adds many floats in the time in which one arrives from
        memory, so only fewer bytes, or bytes that are all used, make it faster.]]},
  },

  hints = {
    {on = "case:one", [[Even one row of one column is wrong, whose sum is its element. Is y[0] first set to 0, and
      then added to?]]},
    {on = "case:no-rows", "Without rows every sum is 0, and y holds something else before the call. Set y first."},
    {on = "case:one-row", "One row: its elements are the sums. Does y begin at 0, and is every column added?"},
    {on = "case:one-column", "One column: all R elements make one sum. Is the last row among them?"},
    {on = "case:tall", "The element in row r and column c is x[r * C + c]: a row has C elements, however many rows."},
    {on = "case:wide", "y has C elements, one for each column."},
    {on = "case:again", [[`square` went before this case: same shape, other numbers. What does your function keep
      from one call to the next?]]},
    {on = "case:many-rows", "70,001 rows: is every counter an int64_t?"},
    {on = "case:long-rows", [[A row of 2,500,003 floats. C has no upper bound: an array of C elements on the
      stack is too much for it, an array of fixed size too short, and what goes in blocks of columns leaves a part of a
      block over.]]},
    {on = "gate:lines", [[The sums are right, and the lines come in more than once. Which of the two loops is
      inside? The inner one should go along a row, from one float to its neighbour.]]},
    {on = "profile", [[Small matrices are right and a large one is not. What in your function depends on how many rows
      or columns there are?]]},
    {on = "bench:sums", [[Which index changes fastest? Neighbours in memory are neighbours in a row.]]},
    {on = "build", match = {"defines no", "conflicting types", "undefined reference", "too few arguments"},
      [[Name and arguments have to be those of lab.h: int64_t R, int64_t C, const float *x, float *y.]]},
    {after = 2, "Take a matrix of two rows and three columns, write its six numbers in a line, and count along."},
  },

  points = {correct = 40, sanitize = 10, profile = 20, perf = 10, answers = 20},
}
