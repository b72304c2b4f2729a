-- w19-systolic: a weight-stationary systolic array, its schedule, and what a compiler for it has to know.

-- Clocks of lab.h's schedule, and of one tile after the other: loaded, passed, run empty.
local function up(a, b) return (a + b - 1)//b end
local function tiles(P, K, N) return up(K, P)*up(N, P) end
local function clocks(P, M, K, N)
  return 1 + (tiles(P, K, N) - 1)*math.max(M, P) + M + 2*P - 2
end
local function apart(P, M, K, N) return tiles(P, K, N)*(P + M + 2*P - 2) end

local function array(id, P, steps, more)
  local c = {id = id, P = P, steps = steps, calls = {"step"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- cap: three times what one tile after the other takes, and room for an array that is never fed.
local function product(id, P, M, K, N, more)
  local c = {id = id, P = P, M = M, K = K, N = N, calls = {"matmul"}}
  if not (more and more.hidden) then
    c.cap, c.least = 3*apart(P, M, K, N) + 64, clocks(P, M, K, N)
  end
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function asked(id, call, R, more)
  local c = {id = id, R = R, calls = {call}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

return lab {
  api = 1, rev = 1, id = "w19-systolic", title = "Systolic array and its layouts", kind = "system",
  week = 19, part = 2, domain = {"accelerators", "scheduling"},
  seeds = {"S003-W19", "S003-W19-C1"},
  requires = {}, suggests = {"w15-cute-layouts"},
  hours = {read = 2, lab = 3},
  durable = {"Operands that pass from cell to cell cost no fetch: one edge feeds P² multipliers",
             "Fill and drain, and the loading of weights, are what short products pay",
             "A layout is padding that somebody chose"},
  ephemeral = {{"Sizes and clocks of TPU v1 and v4", as_of = "2023-04"},
               {"The tiles of the TPU's layouts, 8 x 128 words", as_of = "2026-01"}},
  readings = {
    {"tpuv1", hours = 1, look_for = [[sections 2 and 4: why 256 x 256, what the weight FIFO is for, and on which
      side of the ridge each of the six applications stands]]},
    {"tpuv4", hours = .5, look_for = "why the torus is three-dimensional, and what a reconfigurable one is good for"},
    {"tpudeep", hours = .5, look_for = "the array's shape again, and what the compiler knows in advance"},
  },

  lang = "c", backends = {"cpu"},
  edit = {"systolic.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    cells = {dtype = "i8", shape = {"P*P", "3"}, dist = gen.custom"any", note = "w, shadow, x of each cell"},
    tags = {dtype = "u8", shape = {"P*P"}, dist = gen.custom"any"},
    sums = {dtype = "i32", shape = {"P*P"}, dist = gen.custom"any"},
    wires = {dtype = "i8", shape = {"steps", "2*P"}, dist = gen.custom"any", note = "x, w at the edges"},
    wtags = {dtype = "u8", shape = {"steps", "P"}, dist = gen.custom"any"},
    rows = {dtype = "i32", shape = {"steps"}, dist = gen.custom"any", note = "whose shadows are written"},
    after = {dtype = "i32", shape = {"steps", "P*P", "5"}, note = "all registers after each clock"},
    A = {dtype = "i8", shape = {"M", "K"}, dist = gen.int{lo = -128, hi = 127}},
    W = {dtype = "i8", shape = {"K", "N"}, dist = gen.int{lo = -128, hi = 127}},
    C = {dtype = "i32", shape = {"M", "N"}},
    log = {dtype = "i8", shape = {"cap", "3*P + 1"}, note = "what was on the wires, clock by clock"},
    ["end"] = {dtype = "i64", shape = {"2"}, note = "clocks, fault"},
    products = {dtype = "i64", shape = {"R", "4"}, dist = gen.custom"products"},
    shapes = {dtype = "i64", shape = {"R", "10"}, dist = gen.custom"shapes"},
    tori = {dtype = "i64", shape = {"R", "5"}, dist = gen.custom"tori"},
    clocks = {dtype = "i64", shape = {"R"}},
    bytes = {dtype = "i64", shape = {"R"}},
    best = {dtype = "i64", shape = {"R", "5"}, note = "bytes, order"},
  },

  calls = {
    step = call{harness = true, asks = {fn = "sa_step"}, verify = "step", title = "one clock of the array",
                args = {i32"P", i32"steps", input"cells", input"tags", input"sums", input"wires", input"wtags",
                        input"rows", output"after"}},
    matmul = call{harness = true, asks = {fn = "sa_matmul"}, verify = "matmul", title = "a product on the given array",
                  args = {i32"P", i32"M", i32"K", i32"N", i64"cap", input"A", input"W", output"C", output"log",
                          output"end"}},
    cycles = call{harness = true, asks = {fn = "sa_cycles"},
                  verify = "cycles", title = "the clocks that a product takes",
                  args = {input"products", output"clocks"}},
    layout = call{harness = true, asks = {fn = "layout_bytes"}, verify = "layout", title = "bytes of a tiled layout",
                  args = {input"shapes", output"bytes"}},
    best = call{harness = true, asks = {fn = "layout_best"},
                verify = "best", title = "the order of dimensions that pads least",
                args = {input"shapes", output"best"}},
    torus = call{harness = true, asks = {fn = "torus_allreduce"}, verify = "torus", title = "an all-reduce on a torus",
                 args = {input"tori", output"clocks"}},
  },
  partial = "function",

  cases = {
    array("one-cell", 1, 6, {tags = {"edge"}}),
    array("two", 2, 8),
    array("nine", 9, 12),
    array("all-rows", 32, 5, {tags = {"edge"}, note = "as many cells as lab.h allows"}),
    array("hidden-array", gen.pick{3, 5, 12}, 10, {hidden = true}),
    product("one-product", 1, 1, 1, 1, {tags = {"edge"}}),
    product("no-rows", 4, 0, 5, 6, {cap = 512, tags = {"edge"}}),
    product("no-depth", 4, 5, 0, 6, {cap = 512, tags = {"edge"}, note = "K = 0: C is all zeros"}),
    product("one-tile", 4, 6, 4, 4),
    product("ragged", 4, 7, 6, 3, {note = "a tile that is not full: zeros at the edges"}),
    product("side-one", 1, 5, 7, 3, {tags = {"edge"}}),
    product("tiles-of-k", 4, 9, 14, 4, {tags = {"gate"}, note = "several tiles for one element of C"}),
    product("tiles-of-n", 4, 9, 4, 15),
    product("gemv", 8, 1, 24, 24, {note = "one row: the array waits for weights"}),
    product("all-columns", 32, 3, 40, 33, {tags = {"edge"}, note = "as many cells as lab.h allows"}),
    product("hidden-product", gen.pick{3, 5, 6}, gen.pick{2, 7, 13}, gen.pick{11, 17}, gen.pick{8, 19},
            {hidden = true, cap = 8192, least = 0}),
    asked("clocks", "cycles", 60),
    asked("hidden-clocks", "cycles", gen.pick{70, 90}, {hidden = true}),
    asked("shapes", "layout", 60),
    asked("hidden-shapes", "layout", gen.pick{70, 90}, {hidden = true}),
    asked("orders", "best", 60),
    asked("hidden-orders", "best", gen.pick{70, 90}, {hidden = true}),
    asked("tori", "torus", 60),
    asked("hidden-tori", "torus", gen.pick{70, 90}, {hidden = true}),
    product("short", 16, 4, 64, 64, {tags = {"gate"}, note = "fewer rows than the array has"}),
    product("long", 16, 40, 64, 48, {tags = {"gate", "bench"}}),
  },
  counters = {clocks = "clocks of the array", util_pct = "multipliers at work, %"},
  gates = {
    gate{id = "loads-behind-the-wave", call = "matmul", case = "short", counter = "clocks", op = "<=", value = "least",
         why = "with few rows the array waits for weights, a row of shadows a clock, and for nothing else"},
    gate{id = "no-gap-between-tiles", call = "matmul", case = "long", counter = "clocks", op = "<=", value = "least",
         why = "a tile's first row enters right behind the last row of the one before"},
    gate{id = "no-wait-for-zeros", call = "matmul", case = "tiles-of-k", counter = "clocks", op = "<=", value = "least",
         why = "a tile that is partly zeros takes as long as any other, and no longer"},
  },
  bench = {
    bench{id = "busy", call = "matmul", case = "long", metric = "counter:util_pct", title = "multipliers at work",
          stages = {bronze = .55, silver = .8, gold = .99},
          why = "clocks of the array, which are the same on each machine"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "f.long.M*f.long.K*f.long.N",
            ask = [[C = A W with A {{= f.long.M}} x {{= f.long.K}} and W {{= f.long.K}} x {{= f.long.N}}: how many
              multiply-adds?]],
            worked = "{{= f.long.M}} · {{= f.long.K}} · {{= f.long.N}}, whatever machine does them."},
    predict{id = "bytes", axis = "bytes", unit = "1", answer = "f.long.M*f.long.K*f.long.columns",
            ask = [[On an array of side {{= f.long.P}}: how many one-byte elements of A come in at the left edge, all
              tiles together?]],
            worked = [[All of A for each of {{= f.long.columns}} columns of tiles. Nothing else of A is read: from the
              edge on the elements travel.]]},
    predict{id = "intensity", axis = "intensity", unit = "1", answer = "f.long.P",
            ask = "So how many multiply-adds does an element of A serve each time that it is read?",
            worked = "One in each column that it passes: the side of the array."},
    predict{id = "parallel", axis = "parallelism", unit = "1", rtol = .01, answer = "f.long.clocks",
            ask = "How many clocks does the product take at least, the first tile's weights included?",
            worked = [[1 + ({{= f.long.tiles}} - 1) · {{= f.long.M}} + {{= f.long.M}} + 2 · {{= f.long.P}} - 2 =
              {{= n(f.long.clocks)}}.]]},
    predict{id = "failure", axis = "failure",
            choices = {"the multipliers", "the loading of weights", "the links between chips"},
            answer = "the loading of weights",
            ask = [[Only {{= f.short.M}} rows come, and {{= f.short.tiles}} tiles of weights. What does the array
              wait for?]],
            worked = [[A tile is used up after {{= f.short.M}} clocks, and the next takes {{= f.short.P}} to load.]]},
  },

  facts = function()
    local function made(P, M, K, N)
      local c = clocks(P, M, K, N)
      return {P = P, M = M, K = K, N = N, tiles = tiles(P, K, N), columns = up(N, P), clocks = c,
              apart = apart(P, M, K, N), busy = M*K*N/(P*P*c)}
    end
    local f = {
      made = made, long = made(16, 40, 64, 48), short = made(16, 4, 64, 64), up = up,
      one = function(P, M) return M + 2*P - 2 end,
      -- TPU v1: Jouppi et al. 2017, sections 2 and 4. TPU v4: Jouppi et al. 2023, table 4
      v1 = {P = 256, hz = 700e6, weights_Bs = 34e9},
      v4 = {P = 128, arrays = 8, hz = 1.05e9, bw = 1200e9, link = 50e9, mem = 32*2^30},
      -- bytes of a tiled layout; `second` is the second most minor extent
      tiled = function(minor, second, rest, B)
        return B*up(minor, 128)*128*up(second, 32//B)*(32//B)*rest
      end,
    }
    f.v1.macs = f.v1.P^2*f.v1.hz
    f.v1.ridge = f.v1.macs/f.v1.weights_Bs
    f.v4.flops = 2*f.v4.arrays*f.v4.P^2*f.v4.hz
    f.ring = function(n, b, rate, hop) return (n - 1)*(hop + up(up(up(b, n), 2), rate)) end
    f.torus = function(X, Y, b, rate, hop)
      local h = up(b, 2)
      return 2*(math.max(f.ring(X, h, rate, hop), f.ring(Y, h, rate, hop)) +
                math.max(f.ring(Y, up(h, X), rate, hop), f.ring(X, up(h, Y), rate, hop)))
    end
    return f
  end,

  questions = {
    q.num{id = "product", unit = "1", rtol = .00002,
      ask = [[A square product of side {{= n(p.n)}} on one array of {{= p.P}} x {{= p.P}}, by the schedule of lab.h.
        How many clocks?]],
      vary = {n = {2048, 4096}, P = {128, 256}},
      answer = function(f, p) return f.made(p.P, p.n, p.n, p.n).clocks end,
      wrong = {{value = function(f, p) return f.made(p.P, p.n, p.n, p.n).apart end,
                hint = "That is one tile after the other. The next tile's weights are loaded while this one works."},
               {value = function(f, p) return f.made(p.P, p.n, p.n, p.n).tiles*(p.n + 2*p.P - 2) end,
                hint = "Fill and drain are paid once: the next tile's rows follow at once."},
               {value = function(f, p) return (p.n//p.P)^2*p.n end,
                hint = "Almost. The wave has to come in, and the last sums have to come out."}},
      worked = [[{{= n(f.made(p.P,p.n,p.n,p.n).tiles)}} tiles of {{= n(p.n)}} rows, one clock for the first row of
        weights, {{= 2*p.P - 2}} to fill and drain: {{= n(f.made(p.P,p.n,p.n,p.n).clocks)}}. All the overhead together
        is {{= pct(1 - f.made(p.P,p.n,p.n,p.n).busy, 3)}}.]]},
    q.num{id = "few-rows", unit = "%", rtol = .01,
      ask = [[A decoder's batch of {{= p.M}} rows passes a long row of tiles on an array of side {{= p.P}}. Of how many
        clocks in a hundred do the multipliers have work, once things are under way?]],
      vary = {M = {8, 16, 32}, P = {128, 256}},
      answer = function(f, p) return 100*p.M/p.P end,
      wrong = {{value = function(f, p) return 100*p.M/(p.M + 2*p.P - 2) end,
                hint = "That is one tile alone. Here the next one follows as soon as its weights are there."},
               {value = function(f, p) return 100*p.M/(p.M + p.P) end,
                hint = "Loading and computing overlap: the longer of the two counts, not their sum."}},
      worked = [[A tile's weights take {{= p.P}} clocks to load and serve {{= p.M}} rows: {{= p.M}} in {{= p.P}}. The
        array is as wide as its weights are slow.]]},
    q.num{id = "ridge-v1", unit = "1", rtol = .02,
      ask = [[The first TPU had {{= f.v1.P}} x {{= f.v1.P}} cells, {{= n(f.v1.hz/1e6)}} MHz, and
        {{= si(f.v1.weights_Bs, "B/s")}} of DRAM for weights of one byte. A later board is said to have {{= p.x}} times
        the bandwidth. How many rows must each tile of weights serve there until the multipliers are the limit?]],
      vary = {x = {3, 5, 10}},
      answer = function(f, p) return f.v1.ridge/p.x end,
      wrong = {{value = function(f) return f.v1.ridge end, hint = "That is with the old memory."},
               {value = function(f, p) return 2*f.v1.ridge/p.x end,
                hint = "Rows: one multiply-add for each weight and row, not two operations."},
               {value = function(f) return f.v1.P end,
                hint = "Loading a row of shadows a clock needs {{= f.v1.P}} B a clock. The DRAM brings fewer."}},
      worked = [[{{= si(f.v1.macs, "MAC/s")}} over {{= si(f.v1.weights_Bs*p.x, "B/s")}} is
        {{= n(f.v1.ridge/p.x, 0)}} multiply-adds for each byte, so as many rows for each weight. With the old memory
        it was {{= n(f.v1.ridge, 0)}}, and most of Google's models then stood to the left of it.]]},
    q.num{id = "padding", unit = "MiB", rtol = .01,
      ask = [[A cache of bf16 keys has {{= p.S}} positions, 8 heads and {{= p.d}} channels. The channels are most minor,
        the heads second. How much memory does the tiled layout take?]],
      vary = {S = {4096, 8192}, d = {64, 80, 96}},
      answer = function(f, p) return f.tiled(p.d, 8, p.S, 2)/2^20 end,
      wrong = {{value = function(f, p) return 2*p.S*8*p.d/2^20 end, hint = "That is without padding."},
               {value = function(f, p) return 2*p.S*8*128/2^20 end,
                hint = "Two bytes an element: the second extent is padded to 16, not to 8."}},
      worked = [[{{= p.d}} channels become 128, and 8 heads 16: {{= mib(f.tiled(p.d, 8, p.S, 2))}} for
        {{= mib(2*p.S*8*p.d)}} of keys, {{= n(f.tiled(p.d, 8, p.S, 2)/(2*p.S*8*p.d), 2)}} times as much.]]},
    q.choice{id = "which-order",
      ask = "How should that cache lie, if only memory counts?",
      options = {"Channels most minor, heads second", "Channels most minor, positions second",
                 "Heads most minor, positions second", "All orders take the same"},
      answer = 2,
      worked = [[Positions are many, so padding them to a multiple of 16 costs nothing. The heads then are a dimension
        further out, which nobody pads.]]},
    q.choice{id = "larger",
      ask = "Why does nobody build one array of 4,096 x 4,096 cells in place of many of 128 x 128?",
      options = {"Its wires would be longer than those of a smaller array",
                 "Fill, drain and the loading of weights grow with the side, and few products fill its tiles",
                 "It would need more memory bandwidth for each multiply-add",
                 "Sums would overflow"},
      answer = 2,
      worked = [[Neighbours stay neighbours, and a larger side needs *less* traffic for a multiply-add. But a tile of
        4,096 takes 4,096 clocks to load, and a product of 100 x 100 uses 0.06 % of it. Small arrays pay in traffic what
        they gain in use.]]},
    q.num{id = "torus", unit = "us", rtol = .02,
      ask = [[{{= p.X}} x {{= p.X}} chips, links of {{= si(f.v4.link, "B/s")}} each way, no time for hops. How long
        does an all-reduce of {{= p.mb}} MB take by lab.h's method?]],
      vary = {X = {4, 8, 16}, mb = {64, 256}},
      answer = function(f, p)
        local h, X = p.mb*1e6/2, p.X
        return 2*((X - 1)*h/X/2 + (X - 1)*h/X/X/2)/f.v4.link*1e6
      end,
      wrong = {{value = function(f, p)
                  local h, X = p.mb*1e6/2, p.X
                  return ((X - 1)*h/X/2 + (X - 1)*h/X/X/2)/f.v4.link*1e6
                end, hint = "The gather takes as long again."},
               {value = function(f, p)
                  local h, X = p.mb*1e6, p.X
                  return 2*((X - 1)*h/X/2 + (X - 1)*h/X/X/2)/f.v4.link*1e6
                end, hint = "Half of the bytes goes along Y first, at the same time."}},
      worked = [[A half of {{= n(p.mb/2)}} MB along one side: {{= p.X - 1}} chunks, half of each one way round:
        {{= us((p.X - 1)*p.mb*1e6/2/p.X/2/f.v4.link)}}. The other side has 1/{{= p.X}} of that. And all of it twice.]]},
    q.choice{id = "skew",
      ask = "You feed all P elements of a row of A into the left edge in one and the same clock. What comes out below?",
      options = {"The right sums, P clocks earlier", "Nothing at all",
                 "Sums of elements that belong to different rows of A", "The right sums in another order"},
      answer = 3,
      worked = [[A sum reaches row r of the cells r clocks after it began in row 0. What it meets there is what came in
        r clocks later: the same row of A only where element r was held back by r clocks.]]},
  },

  hints = {
    {on = "call:step", [[Take P = 2 and two clocks on paper. Does your element reach column 1 in the first one? Then it
      was read after it was written.]]},
    {on = "case:one-tile", [[Element k of row m enters row k of the cells in clock s + m + k, where s is the clock of
      the first. Column n of row m leaves in clock s + m + (P - 1) + n.]]},
    {on = "case:ragged", [[Zeros stand in for what lies beyond A and W. All P rows of cells get their input with
      SA_ON.]]},
    {on = "case:tiles-of-k", "Tiles of one column of tiles give parts of the same element of C: add them up."},
    {on = "case:gemv", [[With fewer rows than P the next tile has to wait: its last row of weights must be in the
      shadows before the wave comes to that row.]]},
    {on = "gate:loads-behind-the-wave", [[Row r of the shadows is free as soon as the wave has passed row r, P - 1
      clocks after it came in there. Need you wait for the other rows?]]},
    {on = "gate:no-gap-between-tiles", [[Load the next tile while this one works, and let its first row enter right
      behind.]]},
    {on = "gate:no-wait-for-zeros", [[The last tiles are full ones with zeros in them: the same loop, the same period.
      Only what goes onto the wires differs.]]},
    {on = "call:cycles", [[Begin, middle, end: one clock; a period for each tile but the last; the last one's way
      through.]]},
    {on = "call:layout", "Only order[0] and order[1] are padded, and not to the same unit."},
    {on = "call:best", "Strictly fewer bytes replace what you have, if you try the orders in ascending order."},
    {on = "call:torus", [[Write down the bytes of each phase of one half first: h, then h/X. The other half's are
      h, then h/Y, on the other links.]]},
    {after = 3, "Draw the array of side 2 with its registers, and move the wave through it by hand."},
  },

  points = {correct = 45, sanitize = 5, profile = 15, perf = 10, answers = 25},
}
