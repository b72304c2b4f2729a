-- w23b-grouped-gemm: rows of all experts in one product: sort, list of tiles, permute, multiply, unpermute.

-- The layer that lesson and questions speak of: many and narrow experts, as DeepSeekMoE's are.
local FULL = {E = 64, rows = 1024, d = 2048, ff = 1408}
local EVEN, SKEWED, ONE, HOLES, DRAWN = 0, 1, 2, 3, 4   -- `load`, `kind` in kernels/w23b-grouped-gemm/oracle.c
local PLAIN, OUTLIERS, BROKEN, ORDERED = 0, 1, 2, 3
local TILE = 128
local ALL = {"sort_choices", "tile_list", "permute", "grouped_gemm", "unpermute"}
local MOVES = {"permute", "unpermute"}
local EDGE = {"edge"}

local function with(c, more)
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- T tokens of k choices, `drops` of all dropped, E experts
local function choices(id, calls, T, k, E, load, more)
  return with({id = id, calls = calls, T = T, k = k, E = E, load = load, hot = 0, drops = 0, whole = 0,
               kind = PLAIN}, more)
end
local function sorting(id, T, k, E, load, more) return choices(id, {"sort_choices"}, T, k, E, load, more) end
local function moving(id, T, k, E, d, load, more)
  return with(choices(id, MOVES, T, k, E, load, more), {d = d})
end
-- R rows, dealt to E experts
local function rows(id, calls, R, E, load, more)
  return with({id = id, calls = calls, R = R, E = E, load = load, hot = 0, kind = PLAIN}, more)
end
local function listing(id, R, E, load, more) return rows(id, {"tile_list"}, R, E, load, more) end
local function product(id, R, E, d, ff, load, more)
  return with(rows(id, {"grouped_gemm"}, R, E, load, more), {d = d, ff = ff})
end

-- Tiles of R rows of which expert 0 has half, expert 1 half of the rest, and so on.
local function skewed(R, E)
  local sizes, left = {}, R
  for e = 1, E do
    sizes[e] = e == E and left or (left + 1)//2
    left = left - sizes[e]
  end
  return sizes
end
local function tiles_of(sizes)
  local n = 0
  for _, s in ipairs(sizes) do n = n + (s + TILE - 1)//TILE end
  return n
end

local GATE = {R = 512, E = 8, d = 128, ff = 256}
GATE.sizes = skewed(GATE.R, GATE.E)
GATE.tiles = tiles_of(GATE.sizes)
GATE.padded = GATE.E*((GATE.sizes[1] + TILE - 1)//TILE)

return lab {
  api = 1, rev = 1, id = "w23b-grouped-gemm", title = "Dropless (block-sparse) expert GEMM",
  kind = "kernel", week = 23, part = 3, domain = {"moe", "gemm", "cuda"},
  seeds = {"S003-W23", "S003-W23-C4", "S003-W23-HO", "S003-DN-moeTraining", "S003-PIII-GOAL"},
  requires = {"w23-moe-dispatch", "w13b-wmma-gemm"}, suggests = {"w15b-epilogue-gemm"},
  hours = {read = 3, lab = 3.5},
  durable = {"Sort rows by what they need, then multiply once with a list of tiles",
             "Padding is at most a part of one tile for each group, whatever the load is",
             "A permutation read one way and summed the other way needs no atomics",
             "A host that knows only an upper bound need not wait for the counts"},
  ephemeral = {{"WMMA as the product: on Hopper only wgmma reaches the peak", as_of = "2026-11"},
               {"Tiles of 128 rows", as_of = "2026-11"}},
  readings = {
    {"megablocks", hours = 3, look_for = [[which of the products of a layer has its sparse operand on which side,
      and what the hybrid blocked-CSR-COO of the topology stores for each block]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"grouped.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 40, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},
  order = ALL,

  buffers = {
    idx = {dtype = "i32", shape = {"T", "k"}, dist = gen.custom"idx"},
    off = {dtype = "i32", shape = {"E + 1"}, dist = gen.custom"off"},
    place = {dtype = "i32", shape = {"T", "k"}, dist = gen.custom"place"},
    placed = {dtype = "i32", shape = {"T", "k"}, dist = gen.custom"stale", note = "place; before, an earlier call's"},
    tiles = {dtype = "i32", shape = {"R//128 + E", 2}, dist = gen.custom"tiles"},
    x = {dtype = "bf16", shape = {"T", "d"}, dist = gen.custom"values"},
    sorted = {dtype = "bf16", shape = {"T*k - drops", "d"}},
    answers = {dtype = "bf16", shape = {"T*k - drops", "d"}, dist = gen.custom"values"},
    rows = {dtype = "bf16", shape = {"R", "d"}, dist = gen.custom"values"},
    W = {dtype = "bf16", shape = {"E", "ff", "d"}, dist = gen.custom"values"},
    w = {dtype = "f32", shape = {"T", "k"}, dist = gen.custom"weights"},
    y = {dtype = "bf16", shape = {"R", "ff"}},
    out = {dtype = "bf16", shape = {"T", "d"}},
  },

  calls = {
    sort_choices = call{args = {output"off", inout"placed", input"idx", i32"T*k", i32"E"}, oracle = "sort",
                        tol = tol.exact, launch = {grid = {1}, block = {1024}}},
    tile_list = call{args = {output"tiles", input"off", i32"E", i32"R//128 + E"}, oracle = "list", tol = tol.exact,
                     launch = {grid = {1}, block = {256}}},
    permute = call{args = {output"sorted", input"x", input"place", i32"T", i32"k", i32"d"}, oracle = "permute",
                   tol = tol.exact, launch = {grid = {"(T + 7)//8"}, block = {256}}},
    grouped_gemm = call{args = {output"y", input"rows", input"W", input"off", input"tiles", i32"E", i32"d", i32"ff"},
                        oracle = "gemm", tol = tol.dot{"d", u = "bf16"},
                        launch = {grid = {"(ff + 127)//128", "R//128 + E"}, block = {256}}},
    unpermute = call{args = {output"out", input"answers", input"place", input"w", i32"T", i32"k", i32"d"},
                     oracle = "unpermute", tol = tol.dot{"k", u = "bf16"},
                     launch = {grid = {"(T + 7)//8"}, block = {256}}},
  },

  cases = {
    sorting("one-choice", 1, 1, 1, EVEN, {tags = EDGE}),
    sorting("one-expert-of-three", 40, 2, 3, ONE, {hot = 1, tags = EDGE}),
    sorting("no-choice-left", 6, 2, 4, EVEN, {drops = 12, tags = EDGE}),
    sorting("second-empty", 75, 3, 7, HOLES, {drops = 20, tags = EDGE}),
    sorting("all-experts", 300, 4, 256, DRAWN, {drops = 100, tags = EDGE}),
    sorting("two-rounds", 700, 3, 9, SKEWED, {drops = 77}),          -- a warp has 96 choices
    sorting("many-for-one", 35000, 2, 3, ONE, {hot = 1, drops = 5, tags = EDGE}),    -- rows beyond 16 bits
    sorting("hidden-sort", gen.pick{45, 130, 333}, 3, gen.pick{5, 33, 100}, DRAWN,
            {hidden = true, drops = gen.pick{1, 9}}),
    listing("no-rows", 0, 3, EVEN, {tags = EDGE}),
    listing("a-row-each", 5, 5, EVEN, {tags = EDGE}),
    listing("last-has-all", 384, 6, ONE, {hot = 5, tags = EDGE}),
    listing("second-has-none", 700, 8, HOLES, {tags = EDGE}),
    listing("halves", 1000, 7, SKEWED),
    listing("256-experts", 3000, 256, DRAWN, {tags = EDGE}),
    listing("many-rows", 140000, 5, SKEWED, {tags = EDGE}),
    listing("hidden-list", gen.pick{130, 600, 1111}, gen.pick{3, 11, 70}, DRAWN, {hidden = true}),
    moving("one-token", 1, 1, 1, 8, EVEN, {tags = EDGE}),
    moving("three-ways", 9, 3, 4, 40, DRAWN, {tags = EDGE}),
    moving("some-dropped", 20, 2, 5, 264, SKEWED, {drops = 9, tags = EDGE}),
    moving("tokens-dropped", 11, 2, 3, 72, DRAWN, {drops = 8, whole = 1, tags = EDGE}),
    moving("32-choices", 5, 32, 40, 16, DRAWN, {drops = 21, tags = EDGE}),
    choices("order-tells", {"unpermute"}, 9, 6, 4, DRAWN, {d = 136, drops = 5, kind = ORDERED, tags = EDGE}),
    moving("hidden-move", gen.pick{7, 18, 33}, 2, gen.pick{3, 8}, gen.pick{24, 136, 520}, DRAWN,
           {hidden = true, drops = gen.pick{1, 9}}),
    product("one-row", 1, 1, 8, 8, EVEN, {tags = EDGE}),
    product("a-row-each-of-5", 5, 5, 16, 16, EVEN, {tags = EDGE}),
    product("last-of-three", 130, 3, 24, 40, ONE, {hot = 2, tags = EDGE}),
    product("empty-between", 150, 6, 40, 136, HOLES, {tags = EDGE}),
    product("six-turns", 70, 3, 168, 24, SKEWED, {tags = EDGE}),
    product("outliers", 60, 4, 64, 32, DRAWN, {kind = OUTLIERS}),
    product("broken", 45, 4, 40, 24, SKEWED, {kind = BROKEN, tags = EDGE}),
    product("hidden-product", gen.pick{90, 200, 300}, gen.pick{2, 5}, gen.pick{40, 72, 96}, gen.pick{32, 136}, DRAWN,
            {hidden = true}),
    sorting("gate-sort", 2048, 2, 8, SKEWED, {drops = 64, tags = {"gate"}}),
    listing("gate-list", 20000, 64, ONE, {hot = 17, tags = {"gate"}}),
    moving("gate-move", 64, 2, 8, 1024, SKEWED, {drops = 8, tags = {"gate"}}),
    product("gate", GATE.R, GATE.E, GATE.d, GATE.ff, SKEWED, {n_tiles = GATE.tiles, tags = {"gate"}}),
    product("bench", FULL.E//4*FULL.rows, FULL.E//4, FULL.d, FULL.ff, EVEN, {tags = {"bench"}}),
    product("bench-skewed", FULL.E//4*FULL.rows, FULL.E//4, FULL.d, FULL.ff, SKEWED, {tags = {"bench"}}),
    moving("bench-move", 16384, 6, 64, FULL.d, DRAWN, {tags = {"bench"}}),
  },

  gates = {
    gate{id = "product-spill", call = "grouped_gemm", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "accumulators that spill live in local memory"},
    gate{id = "sort-reads", call = "sort_choices", case = "gate-sort", counter = "g_ld_sec", op = "<=",
         value = "1.02*2*T*k/8", why = "the choices are read twice at most, side by side"},
    gate{id = "sort-writes", call = "sort_choices", case = "gate-sort", counter = "g_st_sec", op = "<=",
         value = "1.02*T*k/8 + 8", why = "places are written side by side, each once"},
    gate{id = "list-writes", call = "tile_list", case = "gate-list", counter = "g_st_req", op = "<=",
         value = "2*((R//128 + E)/32 + 8)", why = "32 entries a request or two, also if one expert has all tiles"},
    gate{id = "permute-reads", call = "permute", case = "gate-move", counter = "g_ld_sec", op = "<=",
         value = "1.02*T*d/16 + T", why = "a token's row is read once, however many experts it goes to"},
    gate{id = "permute-lanes", call = "permute", case = "gate-move", counter = "g_ld_eff", op = ">=", value = .97,
         why = "lanes load 16 bytes side by side: every byte of a sector is used"},
    gate{id = "permute-writes", call = "permute", case = "gate-move", counter = "g_st_req", op = "<=",
         value = "(T*k - drops)*d/256", why = "a warp writes 512 bytes of a row at once"},
    gate{id = "unpermute-reads", call = "unpermute", case = "gate-move", counter = "g_ld_sec", op = "<=",
         value = "1.02*(T*k - drops)*d/16 + 2*T", why = "each row comes once, and nothing of out"},
    gate{id = "unpermute-writes", call = "unpermute", case = "gate-move", counter = "g_st_req", op = "<=",
         value = "T*d/256", why = "sums meet in registers and leave once, 16 bytes a lane"},
    gate{id = "unpermute-atomics", call = "unpermute", case = "gate-move", counter = "atom", op = "==", value = 0,
         why = "who owns a token sums it: nobody else writes there"},
    gate{id = "product-tiles", call = "grouped_gemm", case = "gate", counter = "mma", op = "<=",
         value = "1.02*n_tiles*128*ff*d/2048",
         why = "ceil(n_e / 128) tiles an expert: no padding to a capacity, none for experts without rows"},
    gate{id = "product-lone", call = "grouped_gemm", case = "gate", counter = "flops_f32", op = "<=",
         value = "0.01*2*R*ff*d", why = "all products are made by tensor cores"},
    gate{id = "product-traffic", call = "grouped_gemm", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*(R*d/16*ff/128 + n_tiles*ff*d/16)",
         why = "a tile loads its own rows and 128 columns of its expert's weights, each once"},
    gate{id = "product-lanes", call = "grouped_gemm", case = "gate", counter = "g_ld_eff", op = ">=", value = .97,
         why = "every byte of a loaded sector is used"},
    gate{id = "product-writes", call = "grouped_gemm", case = "gate", counter = "g_st_req", op = "<=",
         value = "1.05*R*ff/64", why = "neighbours leave together, 4 bytes a lane or more, finished"},
    gate{id = "product-once", call = "grouped_gemm", case = "gate", counter = "g_st_sec", op = "<=",
         value = "1.02*R*ff/16", why = [[each row of y is written once, whole sectors, and no row beyond the
           expert's last]]},
    gate{id = "product-reuse", call = "grouped_gemm", case = "gate", counter = "sh_ideal", op = "<=",
         value = "1.05*n_tiles*128*ff*(d*(6/8*4 + 1)/4096 + 3/32)",
         why = "six fragments serve eight products, a warp owns 64 x 32; and each tile is filled once"},
    gate{id = "product-banks", call = "grouped_gemm", case = "gate", counter = "sh_conf", op = "<=",
         value = "0.03*n_tiles*128*ff*(d*(6/8*4 + 1)/4096 + 3/32)",
         why = "eight rows of 16 bytes are loaded at a time: pad each by 8 elements, or swizzle"},
  },
  bench = {
    bench{id = "even", call = "grouped_gemm", case = "bench", clock = "gpu", on = "cuda",
          stages = {bronze = .4, silver = .7, gold = .9}, flops = "2*R*d*ff", bytes = "2*(R*d + E*d*ff + R*ff)"},
    bench{id = "skewed", call = "grouped_gemm", case = "bench-skewed", clock = "gpu", on = "cuda",
          stages = {bronze = .4, silver = .7, gold = .9}, flops = "2*R*d*ff", bytes = "2*(R*d + E*d*ff + R*ff)"},
    bench{id = "unpermute", call = "unpermute", case = "bench-move", clock = "gpu", on = "cuda",
          stages = {bronze = .5, silver = .8, gold = .95}, flops = "2*T*k*d", bytes = "2*T*(k + 1)*d"},
    bench{id = "product-waves", call = "grouped_gemm", case = "gate", metric = "fewer:sh_wave", on = "simt",
          flops = "2*R*ff*d"},
    bench{id = "product-sectors", call = "grouped_gemm", case = "gate", metric = "fewer:g_sec", on = "simt",
          flops = "2*R*ff*d"},
    bench{id = "permute-sectors", call = "permute", case = "gate-move", metric = "fewer:g_sec", on = "simt"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "GFLOP", answer = "f.flops/1e9", rtol = .01,
            ask = [[{{= f.E}} experts, {{= n(f.n)}} rows each, {{= n(f.d)}} numbers in and {{= n(f.ff)}} out: FLOP
              of the grouped product?]], worked = "2 · {{= n(f.R)}} · {{= n(f.d)}} · {{= n(f.ff)}}."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.bytes/1e6", rtol = .02,
            ask = "Fewest bytes through HBM for it, all in bf16?",
            worked = "Rows in, all weights, rows out: 2 B each. The weights are the largest part."},
    predict{id = "bound", axis = "intensity", ask = "What bounds it when every expert has only eight rows?",
            choices = {"the tensor cores", "reading the weights", "the launch"}, answer = "reading the weights",
            worked = [[About one FLOP for each byte and row: {{= n(8)}} FLOP/B, where the ridge lies at
              {{= n(f.ridge,0)}}.]]},
    predict{id = "blocks", axis = "parallelism", unit = "1", answer = "f.E*(f.n//128)*(f.ff//128)", rtol = 0,
            ask = "Blocks that have work in one launch?", worked = [[{{= f.n//128}} tiles of rows an expert,
              {{= f.ff//128}} of columns.]]},
    predict{id = "risk", axis = "failure",
            ask = [[Tiles of 128 rows are laid over all sorted rows, whosever they are. A tile that two experts
              share…]],
            choices = {"gives rows of one of them the other's weights", "is slower", "does not exist"},
            answer = "gives rows of one of them the other's weights"},
  },

  facts = function(hw)
    local h, m = hw.h200, hw.h200_m
    local E, n, d, ff, k = FULL.E, FULL.rows, FULL.d, FULL.ff, 8
    local f = {
      E = E, n = n, d = d, ff = ff, R = E*n, k = k, T = E*n//k, tile = TILE, CF = 1.25, sms = h.sms,
      bw = h.bw, bf16 = h.bf16, ridge = h.bf16/h.bw, best = m.bf16_best, bw_m = m.bw_mean,
      alpha = 3e-6,                                        -- of a launch: assumed, round
      flops = 2*E*n*d*ff, bytes = 2*(E*n*d + E*d*ff + E*n*ff), weights = 2*E*d*ff, expert = 2*d*ff,
      ceil = function(a, b) return (a + b - 1)//b end,
      gate = GATE,
    }
    f.tiles = function(...) return tiles_of{...} end
    f.move = (k + 1)*f.T*d*2
    local function load(sizes)
      local rows, most = 0, 0
      for _, size in ipairs(sizes) do rows, most = rows + size, math.max(most, size) end
      local tiles, padded = tiles_of(sizes), #sizes*((most + TILE - 1)//TILE)
      return {rows = rows, tiles = tiles, useful = rows/(tiles*TILE), padded = padded, full = rows/(padded*TILE)}
    end
    local function all(size)
      local sizes = {}
      for e = 1, E do sizes[e] = size end
      return load(sizes)
    end
    local one = {E*n}
    for e = 2, E do one[e] = 0 end
    f.even, f.more, f.few, f.halves, f.one = all(n), all(n + 1), all(8), load(skewed(E*n, E)), load(one)
    -- rows an expert needs so that its product has the ridge's intensity
    f.needs = function(d, ff) return f.ridge*d*ff/(d*ff - f.ridge*(d + ff)) end
    f.useful = GATE.R/(GATE.tiles*TILE)
    f.useful_padded = GATE.R/(GATE.padded*TILE)
    f.half = n/(n + TILE/2)
    -- the questions' little router: three tokens, two choices each
    f.choices = {2, 0, 1, 2, 0, 2}
    f.row = function(i)
      local row = 0
      for j = 1, #f.choices do
        if f.choices[j] < f.choices[i] or f.choices[j] == f.choices[i] and j < i then row = row + 1 end
      end
      return row
    end
    return f
  end,

  questions = {
    q.num{id = "tiles", seed = "S003-W23-C4", unit = "1", rtol = 0,
      ask = [[Five experts have {{= p.a}}, 0, {{= p.b}}, 128 and {{= p.c}} rows. Tiles of {{= f.tile}} rows in the
        list?]],
      vary = {a = {130, 257, 400}, b = {1, 100}, c = {129, 300}},
      answer = function(f, p) return f.tiles(p.a, 0, p.b, 128, p.c) end,
      wrong = {{value = function(f, p) return f.ceil(p.a + p.b + 128 + p.c, 128) end,
                hint = "A tile with rows of two experts would need two matrices of weights."},
               {value = function(f, p) return f.tiles(p.a, 0, p.b, 128, p.c) + 1 end,
                hint = "An expert without rows has no tile, and 128 rows have one."}},
      worked = "{{= f.tiles(p.a)}} + 0 + {{= f.tiles(p.b)}} + 1 + {{= f.tiles(p.c)}}."},
    q.num{id = "place", unit = "1", rtol = 0,
      ask = [[Three tokens choose experts (2, 0), (1, 2), (0, 2). All are sorted by expert, equal ones in their
        order. Which row has choice {{= p.i % 2}} of token {{= p.i//2}} (all counted from 0)?]],
      vary = {i = {2, 3, 4, 5}},
      answer = function(f, p) return f.row(p.i + 1) end,
      wrong = {{value = function(f, p) return f.row(p.i + 1) + 1 end, hint = "The first row is row 0."}},
      worked = [[Sorted: 0, 0, 1, 2, 2, 2. Smaller experts first, then earlier choices of expert
        {{= f.choices[p.i + 1]}}: row {{= f.row(p.i + 1)}}.]]},
    q.num{id = "capacity", seed = "S003-W23-C4", unit = "%", rtol = .01,
      ask = [[A perfectly balanced router, capacity factor {{= p.CF}}: which share of the rows that a padded product
        computes is useful?]],
      vary = {CF = {1.1, 1.5, 1.75}},
      answer = function(_, p) return 100/p.CF end,
      wrong = {{value = function(_, p) return 100*(1 - 1/p.CF) end, hint = "That is the share that is not."}},
      worked = "1/{{= p.CF}} = {{= pct(1/p.CF,1)}}. The factor is paid for even if nobody needs it."},
    q.num{id = "fullest", seed = "S003-W23-HO", unit = "%", rtol = .01,
      ask = [[{{= p.E}} experts; the fullest has {{= p.s}} of all rows, and all are padded to it so that nothing is
        dropped. Which share of the computed rows is useful?]],
      vary = {E = {8, 16, 64}, s = {.15, .3, .4}},
      answer = function(_, p) return 100/(p.E*p.s) end,
      wrong = {{value = function(_, p) return 100*p.s end, hint = "That is the fullest expert's share of all rows."},
               {value = function(_, p) return 100/p.E end, hint = "As if one expert had all rows."}},
      worked = "R of {{= p.E}} · {{= p.s}} R: {{= pct(1/(p.E*p.s),1)}}."},
    q.num{id = "instructions", seed = "S003-W23-HO", unit = "1", rtol = 0,
      ask = [[An expert has {{= p.n}} rows of d = {{= n(p.d)}}, ff = {{= p.ff}}. How many mma of 16 x 8 x 16 do
        blocks of 128 x 128 issue that compute all rows of their tile?]],
      vary = {n = {100, 150, 300}, d = {512, 1024}, ff = {256, 384}},
      answer = function(f, p) return f.ceil(p.n, 128)*128*p.ff*p.d//2048 end,
      wrong = {{value = function(_, p) return p.n*p.ff*p.d/2048 end,
                hint = "The last tile is cut, its instructions are not."}},
      worked = [[{{= f.ceil(p.n,128)}} tiles of 128 rows: {{= n(f.ceil(p.n,128)*128)}} · {{= p.ff}} · {{= n(p.d)}} /
        2,048.]]},
    q.num{id = "room", unit = "1", rtol = 0,
      ask = [[The host knows {{= n(p.R)}} rows and {{= p.E}} experts, and not who has them. For how many tiles must
        the grid have blocks, at least, so that every load fits?]],
      vary = {R = {1000, 5000, 20000}, E = {6, 40}},
      answer = function(f, p) return p.E + (p.R - p.E)//128 end,
      wrong = {{value = function(f, p) return f.ceil(p.R, 128) end,
                hint = "That is one expert with all rows. What is worse?"},
               {value = function(f, p) return p.E*f.ceil(p.R, 128) end,
                hint = "Not every expert can have all rows."}},
      worked = [[Worst: {{= p.E}} tiles that begin with one row each, and as many more full ones as the other
        {{= n(p.R - p.E)}} rows give: {{= p.E}} + {{= (p.R - p.E)//128}}. R/128 + E, as lab.h has it, is one more at
        most.]]},
    q.num{id = "needs", seed = "S003-W23-C4", unit = "1", rtol = .02,
      ask = [[d = {{= n(p.d)}}, ff = {{= n(p.ff)}}, bf16, each operand through HBM once: how many rows does an
        expert need for {{= n(f.ridge,0)}} FLOP/B?]],
      vary = {d = {2048, 4096}, ff = {768, 2048}},
      answer = function(f, p) return f.needs(p.d, p.ff) end,
      wrong = {{value = function(f) return f.ridge end,
                hint = "Rows are read and written, too: 2 (n d + n ff) bytes."},
               {value = function(f, p) return 2*f.needs(p.d, p.ff) end, hint = [[A multiply-add is 2 FLOP, a bf16 2
                 bytes.]]}},
      worked = [[2 n d ff / (2 (n d + d ff + n ff)) = ridge, solved for n: {{= n(f.needs(p.d,p.ff),0)}}.]]},
    q.num{id = "launches", unit = "1", rtol = .02,
      ask = [[A launch for each expert, {{= us(f.alpha,0)}} apart (assumed). d = {{= n(p.d)}}, ff = {{= n(f.ff)}}:
        from how many rows on does an expert's product at {{= si(f.best,"FLOP/s")}} take longer than the launch?]],
      vary = {d = {1024, 2048, 4096}},
      answer = function(f, p) return f.alpha*f.best/(2*p.d*f.ff) end,
      wrong = {{value = function(f, p) return f.alpha*f.best/(p.d*f.ff) end, hint = "A multiply-add is 2 FLOP."}},
      worked = [[{{= us(f.alpha,0)}} · {{= si(f.best,"FLOP/s")}} / (2 · {{= n(p.d)}} · {{= n(f.ff)}}) =
        {{= n(f.alpha*f.best/(2*p.d*f.ff),0)}}. And alone so few rows do not reach that rate.]]},
    q.num{id = "permute", unit = "MB", rtol = .01,
      ask = [[Permute {{= n(p.T)}} tokens of {{= n(f.d)}} bf16 to top-{{= p.k}}, none dropped: bytes read and
        written?]],
      vary = {T = {4096, 16384}, k = {2, 4, 6}},
      answer = function(f, p) return (1 + p.k)*p.T*f.d*2/1e6 end,
      wrong = {{value = function(f, p) return 2*p.k*p.T*f.d*2/1e6 end,
                hint = "Does each copy have to be read again?"},
               {value = function(f, p) return 2*p.T*f.d*2/1e6 end, hint = "It is written {{= p.k}} times."}},
      worked = "(1 + {{= p.k}}) · {{= n(p.T)}} · {{= n(f.d)}} · 2 B."},
    q.num{id = "decode", seed = "S003-W23-C4", unit = "%", rtol = .01,
      ask = [[Decoding: {{= p.T}} tokens, top-{{= f.k}} of {{= f.E}}, evenly. Which share of a tile's 128 rows is
        useful?]],
      vary = {T = {16, 64, 256}},
      answer = function(f, p) return 100*p.T*f.k/f.E/128 end,
      wrong = {{value = function(f, p) return 100*p.T/128 end,
                hint = "These are all tokens. How many choices has an expert?"}},
      worked = [[{{= n(p.T*f.k/f.E)}} rows an expert: {{= pct(p.T*f.k/f.E/128,1)}}. It costs little: reading the
        weights takes {{= us(f.weights/f.bw_m,0)}} whatever the tile.]]},
    q.choice{id = "atomics", answer = 3, seed = "S003-W23-HO",
      ask = [[Somebody adds each weighted row to out by atomicAdd on bf16, after setting out to 0. Which is NOT a
        consequence?]],
      options = {"Sums are rounded after each addition", "Two runs may differ in the last bits",
                 "Rows of two tokens get mixed up", "out is written k + 1 times, and read"},
      worked = [[The places are right. What is lost is the single rounding, the order, and bytes: a gather by token
        sums in registers.]]},
    q.choice{id = "host", answer = 2,
      ask = "Why is the grid made for R/128 + E tiles and not for as many as there are?",
      options = {"It is faster to launch more blocks", "The number is on the GPU, and fetching it stops the stream",
                 "The list has that many entries anyway", "Blocks without work help to balance"},
      worked = [[The host would have to wait for sort and list, and could not enqueue the next kernels meanwhile.
        Blocks that find -1 leave after one load.]]},
    q.multi{id = "true", seed = "S003-W23-C4",
      ask = "Which hold for a grouped product over sorted rows?",
      options = {"No choice is dropped for want of room", "Its FLOP do not depend on the skew but for cut tiles",
                 "Its time does not depend on the skew, whatever the number of rows",
                 "An expert without rows costs no block with work",
                 "All experts need equally many rows"},
      answer = {1, 2, 4},
      worked = [[With experts on several GPUs the fullest one sets the time all the same, and with few rows the
        number of experts that have any sets the bytes.]]},
    q.order{id = "path", ask = "A token's way through the layer, first to last?",
      items = {"count its choices, sum up, give places", "list the tiles of each expert",
               "copy its row to its places",
               "multiply tile by tile, each with its expert's weights", "sum its weighted answers"}},
    q.text{id = "measured", seed = "S003-W23-HO", min_words = 40,
      ask = [[`ridge profile w23b-grouped-gemm` with yours and with `--impl naive`, which pads: give mma and useful
        rows over computed rows of both, and say for which loads the padded one would be no worse.]],
      rubric = {"mma of both, and their quotient", "useful over computed rows of both",
                "padded is no worse where all experts have equally many rows and these fill their tiles",
                "what the tile size changes, or that drops are the other way to bound the padding"}},
  },

  hints = {
    {on = "build", match = {"undefined", "linkage", "identifier"},
     "nvcc names the line. Keep `extern \"C\"` before each kernel, and lab.h's arguments."},
    {on = "case:no-choice-left", "All are dropped: every place is -1, and off is zeros."},
    {on = "case:one-expert-of-three", "Experts 0 and 2 have nothing: off[0] = off[1] and off[2] = off[3]."},
    {on = "case:all-experts", "256 experts: a counter for each, and a sum over more than one warp's 32."},
    {on = "case:two-rounds", [[More than 32 choices a warp: the second round begins where the first one has counted
      to.]]},
    {on = "case:no-rows", "Every entry is -1, 0: there is no tile at all."},
    {on = "case:last-has-all", [[Five experts without tiles begin where the sixth does: the last of them is the
      right one.]]},
    {on = "case:second-has-none", "Which expert do you find where several begin at the same tile?"},
    {on = "case:one-token", "A block has eight warps, and there is one token. d is 8: one lane has work."},
    {on = "case:some-dropped", [[A choice that was dropped has no place, and its weight may be NaN: 0 times NaN is
      NaN. And d = 264 is one round of a warp and one octet more.]]},
    {on = "case:tokens-dropped", "A token without any choice gets zeros; its row of out is written all the same."},
    {on = "case:order-tells", [[The first two choices weigh 2^26 and -2^26: added first, they leave nothing. One sum
      a column, choice after choice.]]},
    {on = "case:32-choices", [[Choice 31 is lane 31's. All lanes have to take part in a shuffle, also those beyond
      d.]]},
    {on = "case:one-row", "One row, 8 by 8: everything else of the tile is zeros, and nothing else is stored."},
    {on = "case:last-of-three", "The weights of expert 2 begin at 2 ff d. Two tiles: the second has two rows."},
    {on = "case:empty-between", "Two tiles of columns, and experts without rows that no tile may name."},
    {on = "case:six-turns", "d = 168 is five turns of 32 and one of 8: columns beyond d are zeros in both tiles."},
    {on = "case:outliers", "Sums in float to the end, one rounding."},
    {on = "case:broken", [[Row 0 of each expert and the last column of y are broken, nothing else. What do you load
      for columns beyond d, of rows and of W? And which rows does a tile store?]]},
    {on = "gate:sort-reads", [[Lanes read choices side by side; a thread with a part of its own meets a sector each
      time.]]},
    {on = "gate:list-writes", "Turn it round: thread i asks which expert entry i belongs to."},
    {on = "gate:permute-reads", "Read a token's row once, and write it to all its places."},
    {on = "gate:unpermute-writes", "Sum in registers over j, then store 16 bytes a lane."},
    {on = "gate:product-tiles", [[More products than tiles: are there blocks for experts without rows, or as many
      tiles for each expert as the fullest one has?]]},
    {on = "gate:product-traffic", "Rows behind off[e + 1] are the next expert's: not loaded, zeros in the tile."},
    {on = "gate:product-writes", "Round eight columns, and store 16 bytes a lane."},
    {on = "gate:product-once", [[More sectors are written than y has. Twice as many: four lanes store 4 bytes each of a
      row, half a sector at a time; round eight columns, and store 16 bytes a lane. A few more: a tile stores rows that
      are not its expert's.]]},
    {on = "gate:product-reuse", "A warp owns 64 x 32: four fragments of rows and two of W, then eight products."},
    {on = "counter:atom", "A warp that owns its token sums it alone."},
    {on = "counter:g_ld_eff", "Rows begin at multiples of 16 bytes: an octet a lane, lanes side by side."},
    {on = "counter:sh_conf", "Rows of tiles padded by 16 bytes; of the sums' piece, lane l has row l mod 16."},
    {on = "counter:spill_B", "Indices of the sums must be known once the loops are unrolled."},
    {on = "sanitize", [[A tile read before all have filled it, or filled while a slower warp still reads it; a
      warp's counters or its piece of sums without __syncwarp between write and read.]]},
    {on = "call:sort_choices", "A choice's row: off of its expert, plus the earlier choices of that expert."},
    {on = "call:tile_list", "ceil(n_e / 128) tiles an expert; the j-th begins at off[e] + 128 j."},
    {on = "call:permute", "place[t k + j] says where the row goes; -1 says nowhere."},
    {on = "call:grouped_gemm", "W + e ff d is the expert's matrix, off[e + 1] its end."},
    {on = "call:unpermute", "Skip what was dropped before you multiply, and round once."},
    {after = 3, "The steps do not need each other: each gets right inputs. Begin with permute, the smallest."},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
