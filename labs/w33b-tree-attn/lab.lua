-- w33b-tree-attn: the pass of w33-tree-spec through attention, on a GPU, and its kv_commit.

local MIXED, CHAIN, STAR, PAIRS = 0, 1, 2, 3               -- kernels/w33b-tree-attn/oracle.c has the same
local SOME, ALL, NONE, SHIFTED, THIRDS = 0, 1, 2, 3, 4
local THREADS, WARPS, SHARED, ROWS = 256, 8, 230400, 128   -- lab.h
local LATENCY = 600e-9                                     -- of a load from HBM under load: assumed, round
local REGISTERS = 65536                                    -- 32-bit registers of an SM
local CARD = {b = 4, len = 8176, T = 16, chunk = 2048}

-- One H200, 29 November 2026, 16 sequences of 8,192 tokens, one layer, 32 heads on 8: bench.cu, best of three medians
-- of 20 launches, tree_split and tree_merge together (kernels/RESULTS.md). By nodes: seconds of ref.cu and opt.cu, and
-- the copy's rate in the same run, read and written.
local MEASURED = {
  [1] = {ref = 272.7e-6, opt = 136.2e-6, copy = 4122.7e9},
  [4] = {ref = 275.0e-6, opt = 137.6e-6, copy = 4108.0e9},
  [8] = {ref = 275.8e-6, opt = 141.1e-6, copy = 4113.6e9},
  [16] = {ref = 286.0e-6, opt = 157.8e-6, copy = 4111.0e9},
  [32] = {ref = 375.0e-6, opt = 248.8e-6, copy = 4138.4e9},
  [64] = {ref = 740.9e-6, opt = 487.1e-6, copy = 4128.2e9},
}

local SPLITS = "(len_max + T + chunk - 1)//chunk"
local MAX_BLK = "(len_max + T + bs - 1)//bs + 1"
local BLOCKS = "b*((len_max + T + bs - 1)//bs) + 3"

local function with(case, more)
  for k, x in pairs(more or {}) do case[k] = x end
  return case
end
-- b sequences of at most `len` cached tokens and T nodes each. ragged: 0 all of that length, 1 mixed with 0, 1, bs - 1,
-- bs + 1. sharp: times 1/sqrt(hd), scale. qsd: how far Q spreads, and with it the scores, 1.3 times as far.
local function tree(id, T, len, more)
  return with({id = id, calls = {"tree_split"}, b = 2, T = T, len_max = len, ragged = 0, H = 8, Hkv = 2, hd = 128,
               bs = 16, chunk = 64, tree = MIXED, verdict = SOME, qsd = 1, sharp = 1, draw = 1}, more)
end
local function keep(id, T, len, verdict, more)
  return tree(id, T, len, with({calls = {"tree_commit"}, b = 3, verdict = verdict, H = 2}, more))
end
-- level: lse lies around plus or minus that, and the last split's higher by `late`; dead: some splits are empty, their
-- part is NaN.
local function join(id, splits, more)
  return with({id = id, calls = {"tree_merge"}, b = 2, T = 3, H = 4, hd = 128, splits = splits, level = 0, late = 0,
               dead = 0}, more)
end
local function EDGE(note, more) return with({tags = {"edge"}, note = note}, more) end
local function GATE(more) return with({tags = {"gate"}, b = 1, chunk = 512}, more) end

-- Sectors of K and V, once for each KV head; a look into the table for each token and KV head; Q once; masks.
local MOVED = "1.05*(b*(len_max + T)*Hkv*hd//8) + b*(len_max + T)*Hkv + 1.05*(b*T*H*hd//16) + 64*b*Hkv"
-- Sectors of K and V rows that move, 2*hd bytes each, for a path of every third node.
local MOVES = "((T + 2)//3 - 1)"
local ROWS_MOVED = "b*Hkv*"..MOVES.."*2*hd//16"

return lab {
  api = 1, rev = 1, id = "w33b-tree-attn", title = "Tree attention: one reading of the cache for all nodes",
  kind = "kernel", week = 33, part = 4, domain = {"inference", "attention", "cuda"},
  seeds = {"S003-W33", "S003-W33-C3", "S003-W33-HO"},
  requires = {"w06b-paged-attn"}, suggests = {"w33-tree-spec", "w13b-wmma-gemm", "w14-cpasync-layernorm"},
  hours = {read = 0, lab = 5},
  durable = {"Queries that share a cache are rows of one matrix, and the cache is read once for all of them",
             "A tree is a mask of the last few columns, one word a row",
             "FLOP for each byte of the cache are nodes times group: the ridge lies within a large tree",
             "A gather in place along a rising path overwrites nothing that is still needed, if reads come first"},
  ephemeral = {{"How many nodes fit under the ridge of an H200", as_of = "2026-11"}},

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"tree_attn.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 30, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    Q = {dtype = "f16", shape = {"b", "T", "H", "hd"}, dist = gen.custom"query"},
    Kc = {dtype = "f16", shape = {BLOCKS, "Hkv", "bs", "hd"}, dist = gen.custom"cache"},
    Vc = {dtype = "f16", shape = {BLOCKS, "Hkv", "bs", "hd"}, dist = gen.custom"cache"},
    bt = {dtype = "i32", shape = {"b", MAX_BLK}, dist = gen.custom"table"},
    len = {dtype = "i32", shape = {"b"}, dist = gen.custom"lens"},
    mask = {dtype = "u64", shape = {"b", "T"}, dist = gen.custom"mask"},
    path = {dtype = "i32", shape = {"b", "T"}, dist = gen.custom"path"},
    n = {dtype = "i32", shape = {"b"}, dist = gen.custom"kept"},
    after = {dtype = "i32", shape = {"b"}},
    part = {dtype = "f32", shape = {"b", "T", "H", SPLITS, "hd"}},
    lse = {dtype = "f32", shape = {"b", "T", "H", SPLITS}},
    O = {dtype = "f16", shape = {"b", "T", "H", "hd"}},
    part_in = {dtype = "f32", shape = {"b", "T", "H", "splits", "hd"}, dist = gen.custom"piece"},
    lse_in = {dtype = "f32", shape = {"b", "T", "H", "splits"}, dist = gen.custom"weight"},
  },

  calls = {
    tree_split = call{args = {output"part", output"lse", input"Q", input"Kc", input"Vc", input"bt", input"len",
                      input"mask", i32"T", i32"H", i32"Hkv", i32"hd", i32"bs", i32(MAX_BLK), f32"sharp*hd^-0.5",
                      i32"chunk"},
                      verify = "split", launch = {grid = {SPLITS, "Hkv", "b"}, block = {THREADS}, smem = SHARED}},
    tree_merge = call{args = {output"O", input"part_in", input"lse_in", i32"T", i32"H", i32"hd", i32"splits"},
                      oracle = "merge", tol = tol.dot{"splits", u = "f16"},
                      launch = {grid = {"(T*H + "..(WARPS - 1)..")//"..WARPS, "b"}, block = {THREADS}}},
    tree_commit = call{args = {inout"Kc", inout"Vc", output"after", input"bt", input"len", input"path", input"n",
                       i32"T", i32"Hkv", i32"hd", i32"bs", i32(MAX_BLK)}, verify = "commit",
                       launch = {grid = {"Hkv", "b"}, block = {THREADS}}},
  },

  cases = {
    tree("root", 1, 20, EDGE("T = 1: plain decoding")),
    tree("no-cache", 3, 0, EDGE("len = 0: the tree is all there is", {b = 1})),
    tree("star", 9, 30, EDGE("all nodes are children of the root", {tree = STAR})),
    tree("chain", 9, 30, EDGE("every node sees all before it", {tree = CHAIN})),
    tree("pairs", 15, 5, {tree = PAIRS}),
    tree("five", 5, 70, EDGE("20 rows: no multiple of 16")),
    tree("widest", 64, 37, {tree = PAIRS, H = 2, b = 1, note = "bits 32 to 63 of the mask"}),
    tree("widest-mixed", 64, 3, {H = 4, b = 1, note = "128 rows, and the tree is nearly all there is"}),
    tree("ragged", 6, 90, EDGE(nil, {ragged = 1, b = 6, H = 4})),
    tree("tree-in-two", 20, 55, EDGE("a split ends inside of the tree", {b = 1})),
    tree("stranger-split", 40, 30, EDGE("a split of nodes that most nodes do not see", {b = 1, H = 2, chunk = 16})),
    tree("odd-chunks", 7, 120, EDGE("splits that end inside of a block and of a tile", {chunk = 37})),
    tree("long", 8, 300, {chunk = 1000, b = 1}),
    tree("gqa8", 7, 40, {H = 8, Hkv = 1, b = 1}),
    tree("mha", 11, 40, {H = 2, note = "a group of one"}),
    tree("group3", 7, 40, EDGE("21 rows", {H = 6})),
    tree("two-passes", 64, 30, EDGE("192 rows", {H = 3, Hkv = 1, b = 1})),
    tree("three-passes", 40, 20, EDGE("40 nodes, group of 8: 320 rows", {H = 8, Hkv = 1, b = 1, chunk = 100})),
    tree("hd64", 12, 75, {hd = 64, ragged = 1, b = 3}),
    tree("hd64-wide", 64, 35, {hd = 64, b = 1, H = 4, Hkv = 1}),
    tree("blocks-of-1", 6, 40, EDGE(nil, {bs = 1})),
    tree("blocks-of-5", 6, 93, EDGE(nil, {bs = 5})),
    tree("sharp", 6, 70, EDGE("a scale that is not 1/sqrt(hd)", {sharp = 2.5, b = 1})),
    tree("sharp-hd64", 5, 40, EDGE("nor here", {sharp = .3, hd = 64, b = 1})),
    tree("peaks", 8, 150, {qsd = 30, b = 1, chunk = 200}),
    tree("far-below", 3, 1, EDGE("scores from -60,000 to 60,000", {qsd = 20000, b = 4})),
    tree("late-blocks", 6, 130, EDGE(nil, {block_order = "descending"})),
    tree("hidden", gen.pick{6, 13, 33}, gen.pick{61, 97, 129}, {hidden = true, ragged = 1, b = 4, H = 4,
         bs = gen.pick{4, 7, 32}, hd = gen.pick{64, 128}, chunk = gen.pick{48, 64}, draw = gen.pick{2, 3, 4}}),
    join("join1", 1, EDGE()),
    join("join2", 2, {hd = 64}),
    join("join200", 200, {H = 1}),
    join("one-row", 3, EDGE("seven warps have no row", {T = 1, H = 1})),
    join("empty-splits", 7, EDGE(nil, {dead = 1})),
    join("far-from-0", 5, {level = 10000}),
    join("largest-last", 70, EDGE("the largest of more splits than lanes is the last", {H = 2, late = 150})),
    join("hidden-join", gen.pick{3, 11}, {hidden = true, dead = gen.pick{0, 1}, T = gen.pick{2, 5}}),
    keep("kept", 12, 20, SOME),
    keep("kept-all", 12, 20, ALL, EDGE("nothing moves")),
    keep("kept-none", 5, 20, NONE, EDGE("n = 0")),
    keep("shifted", 64, 20, SHIFTED, EDGE("the root's first child is refused, all else moves down by one")),
    keep("shifted-far", 40, 7, SHIFTED, {bs = 5, hd = 64}),
    keep("kept-ragged", 20, 40, SOME, EDGE(nil, {ragged = 1, b = 6})),
    keep("kept-blocks-of-1", 9, 12, SOME, EDGE(nil, {bs = 1})),
    keep("kept-late", 64, 30, SHIFTED, EDGE(nil, {block_order = "descending", bs = 7})),
    keep("kept-root", 1, 9, ALL, EDGE("a tree of one")),
    keep("hidden-kept", gen.pick{10, 30, 64}, gen.pick{5, 33}, gen.pick{SOME, SHIFTED},
         {hidden = true, bs = gen.pick{3, 16}, hd = gen.pick{64, 128}, draw = gen.pick{2, 3, 4}}),
    tree("gate", 64, 448, GATE({H = 4, Hkv = 2})),
    tree("gate-16", 16, 496, GATE({H = 8, Hkv = 2})),
    tree("gate-64", 32, 480, GATE({H = 4, Hkv = 1, hd = 64})),
    join("gate-join", 16, {tags = {"gate"}, T = 16, H = 8, b = 1}),
    keep("gate-keep", 64, 448, THIRDS, GATE({H = 4, Hkv = 4})),
    keep("gate-stay", 64, 448, ALL, GATE({H = 4, Hkv = 4})),
    tree("bench-16", CARD.T, CARD.len, {b = CARD.b, H = 32, Hkv = 8, chunk = CARD.chunk, tags = {"bench"}}),
    tree("bench-64", 64, 8128, {b = CARD.b, H = 32, Hkv = 8, chunk = CARD.chunk, tags = {"bench"}}),
  },

  gates = {
    gate{id = "split-spill", call = "tree_split", counter = "spill_B", op = "<=", value = 0, on = "cuda",
         why = "accumulators live in registers"},
    gate{id = "split-stack", call = "tree_split", counter = "stack_B", op = "<=", value = 0, on = "cuda",
         why = "no local memory: arrays are indexed by constants"},
    gate{id = "merge-stack", call = "tree_merge", counter = "stack_B", op = "<=", value = 0, on = "cuda",
         why = "no local memory here either"},
    gate{id = "commit-stack", call = "tree_commit", counter = "stack_B", op = "<=", value = 0, on = "cuda",
         why = "no local memory here either"},
    gate{id = "once", call = "tree_split", case = "gate", counter = "g_ld_sec", op = "<=", value = MOVED,
         why = "64 nodes with two heads each, and the cache is read once for all 128 rows"},
    gate{id = "once-16", call = "tree_split", case = "gate-16", counter = "g_ld_sec", op = "<=", value = MOVED,
         why = "16 nodes with four heads each: once for 64 rows"},
    gate{id = "once-64", call = "tree_split", case = "gate-64", counter = "g_ld_sec", op = "<=", value = MOVED,
         why = "the same for heads of 64 columns"},
    gate{id = "banks", call = "tree_split", case = "gate", counter = "sh_conf", op = "<=",
         value = "64*b*Hkv*"..SPLITS, why = "rows of a tile do not meet in a bank"},
    gate{id = "banks-64", call = "tree_split", case = "gate-64", counter = "sh_conf", op = "<=",
         value = "64*b*Hkv*"..SPLITS, why = "nor do rows of 128 bytes"},
    gate{id = "part-stores", call = "tree_split", case = "gate", counter = "g_st_sec", op = "<=",
         value = "b*T*H*"..SPLITS.."*(hd//8 + 1)", why = "each partial row is stored once, in whole sectors"},
    gate{id = "merge-loads", call = "tree_merge", case = "gate-join", counter = "g_ld_sec", op = "<=",
         value = "b*T*H*splits*(hd//8 + 2)", why = "each partial row is loaded once, its lse twice at most"},
    gate{id = "moved-loads", call = "tree_commit", case = "gate-keep", counter = "g_ld_sec", op = "<=",
         value = ROWS_MOVED.." + b*Hkv*(3*T + 64)", why = "of the cache only rows that move are loaded"},
    gate{id = "moved-stores", call = "tree_commit", case = "gate-keep", counter = "g_st_sec", op = "<=",
         value = ROWS_MOVED.." + b", why = "and only those stored"},
    gate{id = "moved-wide", call = "tree_commit", case = "gate-keep", counter = "g_st_req", op = "<=",
         value = "b*Hkv*2*(("..MOVES.." + 1)*hd//256 + 2) + b", why = "16 bytes a lane"},
    gate{id = "stay-stores", call = "tree_commit", case = "gate-stay", counter = "g_st_sec", op = "<=", value = "b",
         why = "a chain that is kept whole is right as it stands"},
  },

  bench = {
    bench{id = "split-16", call = "tree_split", case = "bench-16", clock = "gpu", on = "cuda",
          flops = "4*b*T*H*hd*(len_max + T)", bytes = "4*b*(len_max + T)*Hkv*hd"},
    bench{id = "split-64", call = "tree_split", case = "bench-64", clock = "gpu", on = "cuda",
          flops = "4*b*T*H*hd*(len_max + T)", bytes = "4*b*(len_max + T)*Hkv*hd"},
    bench{id = "split-sectors", call = "tree_split", case = "gate", metric = "fewer:g_sec", on = "simt",
          bytes = "4*b*(len_max + T)*Hkv*hd"},
    bench{id = "commit-sectors", call = "tree_commit", case = "gate-keep", metric = "fewer:g_sec", on = "simt",
          bytes = "8*b*"..MOVES.."*Hkv*hd"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "GFLOP", answer = "f.flop(f.b, f.T, f.len)/1e9",
            ask = [[Attention of one layer of Llama-3-8B: {{= f.b}} sequences, {{= f.T}} nodes each, {{= n(f.len)}}
              cached tokens. FLOP of the two products, the tree's own columns counted in full?]],
            worked = [[4 FLOP for each column of each query head, node and token:
              4 · {{= f.b}} · {{= f.T}} · {{= f.H}} · {{= f.hd}} · {{= n(f.len + f.T)}}.]]},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.kv(f.b, f.len + f.T)/1e6", rtol = .03,
            ask = "Fewest bytes of K and V that it reads, in half precision?",
            worked = "Once for all nodes: 4 B · {{= f.b}} · {{= n(f.len + f.T)}} · {{= f.Hkv}} · {{= f.hd}}."},
    predict{id = "bound", axis = "intensity", ask = "What bounds it on an H200?",
            choices = {"bandwidth of HBM, for any tree", "bandwidth for small trees, tensor cores for large ones",
                       "the mask"}, answer = "bandwidth for small trees, tensor cores for large ones",
            worked = [[Nodes times group FLOP for each byte: {{= f.T*f.group}} here, {{= 64*f.group}} with 64 nodes. The
              ridge is at {{= n(f.ridge, 0)}}.]]},
    predict{id = "blocks", axis = "parallelism", unit = "1", answer = "f.Hkv*f.b*f.splits",
            ask = "Blocks of the grid, with splits of {{= n(f.chunk)}} tokens?",
            worked = "{{= f.splits}} splits · {{= f.Hkv}} KV heads · {{= f.b}} sequences."},
    predict{id = "failure", axis = "failure",
            ask = "The mask lets a node see its siblings. Where does that show?",
            choices = {"in the first token that is wrong", "in no test of a chain, and seldom in greedy text",
                       "as NaN"}, answer = "in no test of a chain, and seldom in greedy text",
            worked = [[A chain has no siblings, and the first path of a tree sees none that stand before it.]]},
  },

  facts = function(hw, models)
    local m, h = models.llama3_8b, hw.h200
    local big = models.llama3_70b
    local f = {H = m.H, Hkv = m.Hkv, hd = m.hd, L = m.L, group = m.H//m.Hkv, group70 = big.H//big.Hkv, L70 = big.L,
               b = CARD.b, len = CARD.len, T = CARD.T, chunk = CARD.chunk, splits = (CARD.len + CARD.T)//CARD.chunk,
               threads = THREADS, warps = WARPS, shared = SHARED, rows = ROWS, latency = LATENCY,
               tile = 64, sms = h.sms,
               ridge = h.bf16/h.bw, flight = h.bw*LATENCY/h.sms, regfile = 4*REGISTERS}
    f.kv = function(b, tokens, Hkv) return 4*b*tokens*(Hkv or f.Hkv)*f.hd end     -- bytes: K and V, in half
    f.flop = function(b, T, len) return 4*b*T*f.H*f.hd*(len + T) end
    f.us = function(bytes) return bytes/h.bw*1e6 end
    f.compute_us = function(flop) return flop/h.bf16*1e6 end
    f.knee = function(group) return math.floor(f.ridge/group) end
    f.extra = function(T, chunk, group) return 2*T*group*(f.hd + 1)*4/(chunk*4*f.hd) end -- partials over K and V
    f.acc = function(rows) return rows*f.hd*4 end
    f.stage = f.tile*f.hd*2*2
    f.moved = function(rows) return 2*2*rows*f.Hkv*f.hd*2 end                      -- read and written, K and V
    f.masks = function(parents)
      local mask = {}
      for i, p in ipairs(parents) do mask[i] = (1 << (i - 1)) + (p >= 0 and mask[p + 1] or 0) end
      return mask
    end
    local bytes = f.kv(16, 8192)                                                   -- of what MEASURED is about
    f.bench = {b = 16, tokens = 8192}
    f.seen = function(T)
      local m = MEASURED[T]
      return {ref = m.ref*1e6, opt = m.opt*1e6, of_copy = bytes/m.opt/m.copy, flops = bytes*T*f.group/m.opt,
              times = T*MEASURED[1].opt/m.opt, copy = m.copy}
    end
    f.own_knee = f.seen(64).flops/f.seen(64).copy                                  -- rows
    f.joined = function(d, a, b) return (a*math.exp(-d) + b)/(math.exp(-d) + 1) end
    return f
  end,

  questions = {
    q.num{id = "one-reading", unit = "MB", rtol = .01, accept = {"B", "kB", "MB", "GB"}, seed = "S003-W33-C3",
      ask = [[One layer of Llama-3-8B ({{= f.Hkv}} KV heads, hd = {{= f.hd}}, half precision), one sequence of
        {{= n(p.len)}} cached tokens and a tree of {{= p.T}} nodes: fewest bytes of K and V?]],
      vary = {len = {4096, 16384, 65536}, T = {16, 64}},
      answer = function(f, p) return f.kv(1, p.len + p.T)/1e6 end,
      wrong = {{value = function(f, p) return f.kv(1, p.len + p.T)*p.T/1e6 end, hint = "Once, not once for each node."},
               {value = function(f, p) return f.kv(1, p.len + p.T)/2e6 end, hint = "K and V."},
               {value = function(f, p) return f.kv(1, p.len + p.T, f.H)/1e6 end, hint = "KV heads, not query heads."}},
      worked = [[4 B · {{= n(p.len + p.T)}} · {{= f.Hkv}} · {{= f.hd}} = {{= n(f.kv(1, p.len + p.T)/1e6, 1)}} MB.]]},
    q.num{id = "times", unit = "x", rtol = 0,
      ask = [[A kernel gives each row, one query head of one node, a warp of its own that walks through the cache. How
        many times as many loads of K and V as a kernel that reads them once, with {{= p.T}} nodes and {{= p.H}} query
        heads on {{= p.Hkv}} KV heads?]],
      vary = {T = {7, 26, 60}, H = {32, 64}, Hkv = {4, 8}},
      answer = function(_, p) return p.T*p.H//p.Hkv end,
      wrong = {{value = function(_, p) return p.T end, hint = "And the heads of a group?"},
               {value = function(_, p) return p.T*p.H end, hint = "A query head reads one KV head."}},
      worked = "{{= p.T}} · {{= p.H}}/{{= p.Hkv}} = {{= n(p.T*p.H//p.Hkv)}}."},
    q.num{id = "knee", unit = "1", rtol = 0, seed = "S003-W33-C3",
      ask = [[{{= p.g}} query heads share a KV head. What is the largest number of nodes for which an H200, by its data
        sheet, still waits for the cache and not for the tensor cores?]],
      vary = {g = {4, 8, 16}},
      answer = function(f, p) return f.knee(p.g) end,
      wrong = {{value = function(f) return math.floor(f.ridge) end,
                hint = "Each node has a row for each head of a group."},
               {value = function(f, p) return math.floor(f.ridge/p.g/2) end,
                hint = "2 FLOP a multiply-add, two products; 2 B an element, K and V."}},
      worked = [[nodes · {{= p.g}} FLOP/B against {{= n(f.ridge, 1)}}: {{= f.knee(p.g)}}.]]},
    q.num{id = "partials", unit = "%", rtol = .02,
      ask = [[{{= p.T}} nodes, group of {{= f.group}}, hd {{= f.hd}}, splits of {{= n(p.chunk)}} tokens. Partials, a
        float row and one lse each, are written once and read once. How much is that, measured in K and V?]],
      vary = {T = {16, 64}, chunk = {512, 1024, 4096}},
      answer = function(f, p) return 100*f.extra(p.T, p.chunk, f.group) end,
      wrong = {{value = function(f, p) return 50*f.extra(p.T, p.chunk, f.group) end, hint = "Written, and read again."},
               {value = function(f, p) return 100*f.extra(1, p.chunk, f.group) end, hint = "Every node has partials."}},
      worked = [[2 · {{= p.T*f.group}} rows · {{= f.hd + 1}} · 4 B against {{= n(p.chunk)}} · {{= 4*f.hd}} B:
        {{= pct(f.extra(p.T, p.chunk, f.group), 1)}}. w06b's chunks of 512 are too short for a tree.]]},
    q.num{id = "splits", unit = "1", rtol = 0,
      ask = [[{{= n(f.shared/1024)}} KiB of shared memory: one block an SM. How many splits does each sequence need, at
        batch {{= p.b}} and {{= f.Hkv}} KV heads, so that all of {{= hw.h200.sms}} SMs have a block?]],
      vary = {b = {1, 2, 5}},
      answer = function(f, p) return math.ceil(f.sms/(f.Hkv*p.b)) end,
      wrong = {{value = function(f, p) return f.sms//(f.Hkv*p.b) end, hint = "Rounded down, some SMs stay empty."},
               {value = function(f, p) return math.ceil(f.sms/p.b) end, hint = "Each KV head has its blocks."}},
      worked = "⌈{{= hw.h200.sms}}/{{= f.Hkv*p.b}}⌉ = {{= math.ceil(f.sms/(f.Hkv*p.b))}}."},
    q.num{id = "mask", unit = "1", rtol = 0, seed = "S003-W33-C3",
      ask = [[Parents of nodes 0 to 6: −1, 0, 0, 1, 2, 3, 4. What is mask[{{= p.i}}] as a number?]],
      vary = {i = {4, 5, 6}},
      answer = function(f, p) return f.masks({-1, 0, 0, 1, 2, 3, 4})[p.i + 1] end,
      wrong = {{value = function(f, p) return f.masks({-1, 0, 0, 1, 2, 3, 4})[p.i + 1] - 1 end,
                hint = "The root is an ancestor, too."},
               {value = function(f, p) return f.masks({-1, 0, 0, 1, 2, 3, 4})[p.i + 1] - (1 << p.i) end,
                hint = "A node sees itself."},
               {value = function(_, p) return (2 << p.i) - 1 end, hint = "That is the triangle of a chain."}},
      worked = [[Its parent's mask and bit {{= p.i}}: {{= n(f.masks({-1, 0, 0, 1, 2, 3, 4})[p.i + 1])}}.]]},
    q.num{id = "accumulators", unit = "%", rtol = .01,
      ask = [[{{= p.T}} nodes, {{= p.g}} heads each, hd = {{= f.hd}}, one block an SM. What part of an SM's registers
        ({{= n(f.regfile/1024)}} KiB) do the accumulators of the output take?]],
      vary = {T = {8, 16, 32}, g = {4, 8}},
      answer = function(f, p) return 100*f.acc(p.T*p.g)/f.regfile end,
      wrong = {{value = function(f, p) return 50*f.acc(p.T*p.g)/f.regfile end, hint = "They are floats."},
               {value = function(f, p) return 100*f.acc(p.T)/f.regfile end, hint = "Each head of a group has a row."}},
      worked = [[{{= p.T*p.g}} rows · {{= f.hd}} · 4 B = {{= n(f.acc(p.T*p.g)/1024)}} KiB:
        {{= pct(f.acc(p.T*p.g)/f.regfile, 1)}}.]]},
    q.num{id = "moved", unit = "kB", rtol = .01, accept = {"B", "kB", "MB"}, seed = "S003-W33-HO",
      ask = [[The verdict keeps the first {{= p.n}} nodes of 0, 1, 4, {{= p.c}}, {{= p.c + 3}}, {{= p.c + 9}}. How many
        bytes of the cache of Llama-3-8B, all {{= f.L}} layers, does a commit in place read and write, at least?]],
      vary = {c = {11, 17}, n = {3, 4, 6}},
      answer = function(f, p) return f.L*f.moved(p.n - 2)/1e3 end,
      wrong = {{value = function(f, p) return f.L*f.moved(p.n)/1e3 end,
                hint = "Nodes 0 and 1 stand where they belong."},
               {value = function(f, p) return f.L*f.moved(p.n - 2)/2e3 end, hint = "Read and written, K and V."}},
      worked = [[{{= p.n - 2}} rows move. Each is {{= f.Hkv}} · {{= f.hd}} · 2 B, K and V, read and written, {{= f.L}}
        layers: {{= n(f.L*f.moved(p.n - 2)/1e3, 1)}} kB.]]},
    q.num{id = "slot", unit = "1", rtol = 0, seed = "S003-W33-HO",
      ask = [[bs = 16, len = {{= p.len}}, block table [9, 4, 30, 2]. The verdict keeps the path 0, 3, 7. Into which
        slot of the pool (block · 16 + place in it) does node 7 go?]],
      vary = {len = {30, 29, 45}},
      answer = function(_, p) local pos = p.len + 2; return ({9, 4, 30, 2})[pos//16 + 1]*16 + pos%16 end,
      wrong = {{value = function(_, p) local pos = p.len + 7; return ({9, 4, 30, 2})[pos//16 + 1]*16 + pos%16 end,
                hint = "That is where it stands now."},
               {value = function(_, p) local pos = p.len + 3; return ({9, 4, 30, 2})[pos//16 + 1]*16 + pos%16 end,
                hint = "The root takes token len."}},
      worked = [[Token {{= p.len + 2}}: entry {{= (p.len + 2)//16}} of the table, place {{= (p.len + 2)%16}}.]]},
    q.num{id = "join", unit = "1", rtol = .005,
      ask = [[A node's two splits: the cache with lse {{= p.d}} and 1.0 in some column, its ancestors with lse 0 and
        3.0. What is O there?]],
      vary = {d = {1, 2, 3}},
      answer = function(f, p) return f.joined(p.d, 3, 1) end,
      wrong = {{value = function() return 2 end, hint = "lse says how much each of them weighs."},
               {value = function(f, p) return f.joined(p.d, 1, 3) end, hint = "The larger lse has the larger weight."}},
      worked = [[Weights 1 and exp(−{{= p.d}}): (1 + 3 · {{= n(math.exp(-p.d), 4)}})/{{= n(1 + math.exp(-p.d), 4)}} =
        {{= n(f.joined(p.d, 3, 1), 3)}}.]]},
    q.choice{id = "empty-row", answer = 2,
      ask = "A split holds nodes 32 to 63 only, and node 5 sees none of them. What must the running softmax not do?",
      options = {"Store zeros", "Take its maximum, −∞, off a score of −∞", "Begin with a sum of 0"},
      worked = [[−∞ − (−∞) is NaN. The row is empty in this split: zeros, and an lse of −∞, which the joining leaves
        out.]]},
    q.choice{id = "zero-fill", answer = 3,
      ask = "Tokens behind the last node have weight 0. Why must their V be zero in shared memory all the same?",
      options = {"Tensor cores refuse NaN", "Their scores would be wrong",
                 "0 times NaN is NaN, and a product adds it up", "They would be loaded from HBM"},
      worked = "A matrix product skips nothing. What a pool holds behind the last token may be anything."},
    q.choice{id = "in-order", answer = 1, seed = "S003-W33-HO",
      ask = "Why can token len + path[i] become token len + i without a second buffer?",
      options = {"path[i] ≥ i, so whoever goes upward overwrites only what has been moved or refused",
                 "Because accepted rows never overlap refused ones", "Because K and V are separate arrays"},
      worked = [[Slot i is written when paths 0 to i − 1 are done; a later source is path[k] ≥ k > i. In parallel that
        holds only for rows that are in registers before any of them is stored.]]},
    q.multi{id = "shared", answer = {1, 3}, seed = "S003-W33-C3",
      ask = "Which of these do all nodes of a tree share?",
      options = {"The cached tokens that they see", "The position that their rotation has", "The reading of K and V",
                 "Their ancestors"},
      worked = "Positions are the committed length plus the depth; siblings share one, a child does not."},
    q.order{id = "pass", ask = "One tile in the block's life, first to last?",
      items = {"rows of the table: where do the tokens live?", "cp.async into a free stage", "scores of all rows",
               "what a row does not see becomes −∞", "weights, and the old sums brought to the new maximum",
               "the weights times V"}},
    q.text{id = "why", min_words = 40, seed = "S003-W33-HO",
      ask = [[Somebody serves trees of 60 nodes on a model with a group of {{= f.group70}} and finds attention far below
        the copy's rate. Explain why no kernel would reach it, which numbers say so, and what he might change.]],
      rubric = {"FLOP for each byte of the cache are nodes times group, 480, above the ridge",
                "the tensor cores are the bound, so the right denominator is their rate",
                "fewer nodes, or trees that shrink with the load; FP8 moves the ridge only if both shrink"}},
  },

  hints = {
    {on = "build", match = {"undefined", "linkage", "identifier"},
     [[nvcc names the line. Keep `extern "C"` before each kernel: the runner finds it by name.]]},
    {on = "case:root", "One node, and it sees the cache and itself: token len is not behind the end."},
    {on = "case:no-cache", "len = 0: the first token is the root, and bit 0 of its mask is set."},
    {on = "case:star", "Siblings do not see each other: bit j − len − cached tokens come first."},
    {on = "case:five", "20 rows: the second tile of 16 has four. The others have no row to store."},
    {on = "case:widest", "mask has 64 bits. `1 << j` has 32."},
    {on = "case:tree-in-two", "The bit of a token is its position less len, not its place in the split."},
    {on = "case:stranger-split", [[A row that sees nothing in a tile has a maximum of −∞, and −∞ − (−∞) is NaN. Nothing
      seen in the whole split: zeros and −INFINITY.]]},
    {on = "case:odd-chunks", "A split may end inside of a tile: the rest of the tile belongs to the next one."},
    {on = "case:gqa8", "Eight heads on one KV head: row = node · 8 + head."},
    {on = "case:group3", "Row r is node r / 3, head r % 3 of the group. No shifts."},
    {on = "case:two-passes", "192 rows are more than ROWS: read the split again for the rest, and start anew."},
    {on = "case:blocks-of-5", "bs need not be a power of two: / and %, no shifts."},
    {on = "case:peaks", "Large scores: what was summed up has to be brought to the new maximum, row and sum."},
    {on = "case:far-below", "The maximum starts at −INFINITY. No other number is small enough."},
    {on = "case:empty-splits", "A split with lse = −INFINITY holds NaN, and 0 times NaN is NaN: leave it out."},
    {on = "case:far-from-0", "exp(10000) is inf. First find the row's largest lse."},
    {on = "case:one-row", "Warps behind the last row go home."},
    {on = "case:kept-none", "n = 0: nothing moves, and after is len."},
    {on = "case:shifted", [[Slot i is the source of what goes to slot i − 1. All rows of a turn have to be in registers
      before the first is stored.]]},
    {on = "case:kept-blocks-of-1", "Both ends of a move go through the table."},
    {on = "counter:g_ld_sec", [[Too many sectors: is K loaded for each node, or for each head? Tiles go to shared memory
      once, and every row takes them from there. In tree_commit: path[i] = i moves nothing.]]},
    {on = "counter:sh_conf", [[Eight rows of 256 bytes at the same column are eight pieces in the same banks. Exchange a
      row's pieces by an XOR with the row's number, or pad the row.]]},
    {on = "counter:g_st_sec", "Only what moves is stored; partial rows in whole sectors."},
    {on = "counter:g_st_req", "uint4: eight halves by one instruction."},
    {on = "counter:stack_B", "An array may only be indexed by constants: #pragma unroll."},
    {on = "counter:spill_B", "Fewer rows a warp, or scores of fewer tokens at a time."},
    {on = "sanitize", [[A stage may be filled again when every warp is done with it: count your barriers. In tree_commit
      reads come before a barrier, stores behind it.]]},
    {on = "call:tree_merge", "O = Σ exp(lse_i − max) part_i / Σ exp(lse_i − max), over splits with a finite lse."},
    {on = "call:tree_commit", "Token len + path[i] to token len + i, both through the table, K and V."},
    {on = "bench:split-16", [[Ask for the next tile before you use this one, and let no warp wait: they may share
      tokens.]]},
    {on = "bench:split-64", "256 rows: a fragment of K should meet more than 16 of them."},
    {on = "call:tree_split", "T = 2, H = 1, one cached token on paper: two rows, three columns, one −∞."},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 15, perf = 15, answers = 15},
}
