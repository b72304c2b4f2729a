-- w06b-paged-attn: attention of a decode step over a paged cache, in one pass and in splits.

local CLOCK = 1.98e9      -- an H200's highest SM clock, in Hz
local LATENCY = 600e-9    -- of a load from HBM under load: assumed, round
local BLOCKS_SM = 3       -- blocks of 128 threads that an SM holds at the optimised kernel's 168 registers
-- One H200, 28 November 2026, 32 sequences of 8,192 tokens, one layer: kernels/w06b-paged-attn/bench.cu, medians of 20
-- launches (kernels/RESULTS.md).
local MEASURED = {
  copy = 4178.9e9,            -- cudaMemcpy of 1 GiB in the same run, read and written
  t_naive = 6368.4e-6,        -- paged_split, 16 splits
  t_ref = 939.0e-6,           -- paged_split, 4 splits
  t_attn = 334.5e-6,          -- paged_attn of opt.cu
  t_opt = {[2] = 367.8e-6, [3] = 280.8e-6, [4] = 301.8e-6, [8] = 310.1e-6, [16] = 308.0e-6}, -- by splits, merge too
}
local CARD = {b = 32, len = 8192, chunk = 512}

local BOTH = {"paged_attn", "paged_split"}
local SPLITS = "(len_max + bs*cb - 1)//(bs*cb)"
local SHAPE = {i32"H", i32"Hkv", i32"hd", i32"bs", i32"(len_max + bs - 1)//bs + 1", f32"hd^-0.5"}

local function args(first, more)
  local all = {}
  for _, list in ipairs{first, {input"Q", input"Kc", input"Vc", input"bt", input"len"}, SHAPE, more} do
    for _, x in ipairs(list) do all[#all + 1] = x end
  end
  return all
end

-- b sequences of at most `len` tokens. ragged: 0 all of that length, 1 mixed with 0, 1, bs-1, bs+1, 2 all
-- empty. cb: blocks in a split. qsd: how far Q spreads, and with it the scores, 1.3 times as far.
local function decode(id, b, len, more)
  local c = {id = id, calls = BOTH, b = b, len_max = len, ragged = 0, H = 8, Hkv = 2, hd = 128, bs = 16,
             cb = 4, qsd = 1}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- level: lse lies around plus or minus that; dead: some splits are empty, their part is NaN.
local function merge(id, splits, more)
  local c = {id = id, calls = {"paged_merge"}, b = 2, H = 3, hd = 128, splits = splits, level = 0, dead = 0}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- What must move, in sectors: K and V once for each KV head, and a twentieth; a look into the table for
-- each token; Q by each of four warps, in each of four splits. Of the sector that a look into the table loads,
-- 4 bytes are used: with all else perfect that makes g_ld_eff .949, so .9 is asked for.
local MOVED = "1.05*b*len_max*Hkv*hd//8 + b*len_max*Hkv + b*H*hd"

return lab {
  api = 1, rev = 1, id = "w06b-paged-attn", title = "Paged decode attention kernel",
  kind = "kernel", week = 6, part = 1, domain = {"serving", "memory", "cuda"},
  seeds = {"S000-P4-T2", "S001-27", "S003-DN-inference", "S003-W06-C4", "S003-W06-HO", "S004-C07-T16"},
  requires = {"w06-paged-kv", "w04b-flash-cuda"},
  hours = {read = 0, lab = 4},
  durable = {"Decode attention is a read of the cache: bytes and nothing else",
             "A group of query heads reads its cache once",
             "Softmax over parts is joined by maximum and sum"},
  ephemeral = {{"How many blocks fill an H200, and the chunk that follows", as_of = "2026-11"}},
  readings = {
    {"paged", hours = .5, look_for = "section 4.3 on kernels: what the table costs, and what it is fused with"},
    {"fa2", hours = .5, look_for = "section 3.2: why one block per head is not enough, then apply it to one query"},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"paged_attn.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 20, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    Q = {dtype = "f16", shape = {"b", "H", "hd"}, dist = gen.custom"query"},
    Kc = {dtype = "f16", shape = {"b*((len_max + bs - 1)//bs) + 3", "Hkv", "bs", "hd"}, dist = gen.custom"cache"},
    Vc = {dtype = "f16", shape = {"b*((len_max + bs - 1)//bs) + 3", "Hkv", "bs", "hd"}, dist = gen.custom"cache"},
    bt = {dtype = "i32", shape = {"b", "(len_max + bs - 1)//bs + 1"}, dist = gen.custom"table"},
    len = {dtype = "i32", shape = {"b"}, dist = gen.custom"lens"},
    O = {dtype = "f16", shape = {"b", "H", "hd"}},
    part = {dtype = "f32", shape = {"b", "H", SPLITS, "hd"}},
    lse = {dtype = "f32", shape = {"b", "H", SPLITS}},
    part_in = {dtype = "f32", shape = {"b", "H", "splits", "hd"}, dist = gen.custom"piece"},
    lse_in = {dtype = "f32", shape = {"b", "H", "splits"}, dist = gen.custom"weight"},
  },

  calls = {
    paged_attn = call{args = args({output"O"}, {}), oracle = "attn",
                      tol = tol.dot{"hd + len_max", u = "f16"}, grid = {"Hkv", "b"}, block = {128}},
    paged_split = call{args = args({output"part", output"lse"}, {i32"bs*cb"}), oracle = "split",
                       tol = tol.dot"hd + len_max", grid = {SPLITS, "Hkv", "b"}, block = {128}},
    paged_merge = call{args = {output"O", input"part_in", input"lse_in", i32"H", i32"hd", i32"splits"},
                       oracle = "merge", tol = tol.dot{"splits", u = "f16"}, grid = {"H", "b"}, block = {128}},
  },

  cases = {
    decode("one", 1, 1, {tags = {"edge"}}),
    decode("bs-less-1", 2, 15, {tags = {"edge"}}),
    decode("bs", 2, 16, {tags = {"edge"}}),
    decode("bs-plus-1", 2, 17, {tags = {"edge"}}),
    decode("empty", 2, 5, {ragged = 2, tags = {"edge"}}),
    decode("257", 1, 257, {H = 4}),
    decode("ragged", 6, 90, {ragged = 1, H = 4}),
    decode("gqa8", 2, 70, {Hkv = 1}),
    decode("mha", 2, 70, {H = 2}),
    decode("group3", 2, 70, {H = 6}),
    decode("hd64", 3, 90, {ragged = 1, hd = 64}),
    decode("blocks-of-1", 2, 40, {bs = 1, cb = 9}),
    decode("blocks-of-5", 3, 93, {bs = 5, cb = 3}),
    decode("peaks", 1, 130, {qsd = 30, H = 4}),
    decode("far-below", 4, 1, {qsd = 20000, tags = {"edge"}, note = "one token, scores from -60,000 to 60,000"}),
    decode("hidden", 6, gen.pick{61, 97, 129}, {hidden = true, ragged = 1, H = 4, bs = gen.pick{4, 7, 32},
           hd = gen.pick{64, 128}, cb = gen.pick{1, 3}}),
    merge("join1", 1, {tags = {"edge"}}),
    merge("join2", 2, {hd = 64}),
    merge("join200", 200, {H = 1}),
    merge("empty-splits", 7, {dead = 1, tags = {"edge"}}),
    merge("far-from-0", 5, {level = 10000}),
    merge("hidden-join", gen.pick{3, 11}, {hidden = true, dead = gen.pick{0, 1}}),
    decode("gate", 2, 256, { tags = {"gate"}}),
    decode("bench-attn", 64, 1024, {H = 32, Hkv = 8, cb = 32, calls = {"paged_attn"}, tags = {"bench"}}),
    decode("bench-split", 8, 8192, {H = 32, Hkv = 8, cb = 32, calls = {"paged_split"}, tags = {"bench"}}),
  },

  gates = {
    gate{id = "attn-spill", call = "paged_attn", counter = "spill_B", op = "<=", value = 64, on = "cuda",
         why = "running sums live in registers; more than a few spilled words are traffic to memory"},
    gate{id = "split-spill", call = "paged_split", counter = "spill_B", op = "<=", value = 64, on = "cuda",
         why = "running sums live in registers; more than a few spilled words are traffic to memory"},
    gate{id = "attn-once", call = "paged_attn", case = "gate", counter = "g_ld_sec", op = "<=", value = MOVED,
         why = "each K and V element is loaded once for its group, each warp's Q once, the table once a token"},
    gate{id = "split-once", call = "paged_split", case = "gate", counter = "g_ld_sec", op = "<=", value = MOVED,
         why = "each K and V element is loaded once for its group, each warp's Q once, the table once a token"},
    gate{id = "attn-lanes", call = "paged_attn", case = "gate", counter = "g_ld_eff", op = ">=", value = .9,
         why = "lanes run along a row, of the cache and of Q: every byte of a sector is used"},
    gate{id = "split-lanes", call = "paged_split", case = "gate", counter = "g_ld_eff", op = ">=", value = .9,
         why = "lanes run along a row, of the cache and of Q: every byte of a sector is used"},
    gate{id = "attn-banks", call = "paged_attn", case = "gate", counter = "sh_conf", op = "<=",
         value = "b*Hkv*H/Hkv*16", why = "the warps meet in shared memory without bank conflicts to speak of"},
    gate{id = "split-banks", call = "paged_split", case = "gate", counter = "sh_conf", op = "<=",
         value = "b*Hkv*H/Hkv*16*"..SPLITS,
         why = "the warps meet in shared memory without bank conflicts to speak of"},
  },

  bench = {
    bench{id = "split", call = "paged_split", case = "bench-split", clock = "gpu", on = "cuda",
          flops = "4*b*H*hd*len_max", bytes = "4*b*len_max*Hkv*hd"},
    bench{id = "attn", call = "paged_attn", case = "bench-attn", clock = "gpu", on = "cuda",
          flops = "4*b*H*hd*len_max", bytes = "4*b*len_max*Hkv*hd"},
    bench{id = "split-sectors", call = "paged_split", case = "gate", metric = "fewer:g_sec", on = "simt",
          bytes = "4*b*len_max*Hkv*hd"},
    bench{id = "attn-sectors", call = "paged_attn", case = "gate", metric = "fewer:g_sec", on = "simt",
          bytes = "4*b*len_max*Hkv*hd"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.flop",
            ask = [[Decode attention of one layer of Llama 3 8B, {{= f.b}} sequences of {{= n(f.len)}} tokens: FLOP
              of the two products?]],
            worked = "2 FLOP for each of hd columns, for q·k and again for p·v, each query head and token."},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "f.layer/1e9",
            ask = "Fewest bytes of K and V that it reads, in fp16?",
            worked = "Each K and V element once: the {{= f.Hkv}} KV heads, not the {{= f.H}} query heads."},
    predict{id = "bound", axis = "intensity", ask = "What bounds it, at any batch size?",
            choices = {"bandwidth of HBM", "the tensor cores", "it depends on the batch"},
            answer = "bandwidth of HBM"},
    predict{id = "blocks", axis = "parallelism", unit = "1", answer = "f.Hkv",
            ask = "Blocks in paged_attn's grid for a single sequence?"},
    predict{id = "risk", axis = "failure", ask = "A split without tokens, joined with weight exp(-inf) = 0, gives…",
            choices = {"nothing: 0 times anything is 0", "NaN, when what stands in its part is NaN",
                       "a result a little too small"},
            answer = "NaN, when what stands in its part is NaN"},
  },

  facts = function(hw, models)
    local m, h = models.llama3_8b, hw.h200
    local b, len, chunk = CARD.b, CARD.len, CARD.chunk
    local group = m.H//m.Hkv
    local row = m.hd*2                                  -- bytes of one row of K, or of V
    local token = 2*m.Hkv*row                           -- of a token's cache in one layer
    local layer, step = b*len*token, m.L*b*len*token
    local matmul = m.L*(2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff) + m.V*m.d
    local sm_bw = h.bw/h.sms/CLOCK                      -- bytes a cycle and SM at full bandwidth
    local per_token = 2*row/sm_bw                       -- cycles for a token of one KV head
    local want = BLOCKS_SM*h.sms                        -- blocks that fill the chip
    local f = {
      L = m.L, H = m.H, Hkv = m.Hkv, hd = m.hd, group = group, b = b, len = len, chunk = chunk, row = row,
      token = token, layer = layer, step = step, flop = 4*b*m.H*m.hd*len,
      floor_ms = step/h.bw*1e3, layer_us = layer/h.bw*1e6, weights_ms = 2*matmul/h.bw*1e3, weights = 2*matmul,
      ridge = h.bf16/h.bw, group70 = models.llama3_70b.H//models.llama3_70b.Hkv,
      latency = LATENCY, clock = CLOCK, blocks_sm = BLOCKS_SM, want = want,
      flight = h.bw*LATENCY/h.sms, flight_opt = BLOCKS_SM*128*128,
      sm_bw = sm_bw, cycles = per_token, shuffles = 5*group, shuffle_share = 5*group/per_token,
      mma_opt = 24/16, shuffles_opt = 18/16,   -- a token: 24 and 18 for a tile of 16, by opt.cu
      busy = m.Hkv/h.sms, alone_us = len*2*row/(h.bw/h.sms)*1e6, one_us = len*token/h.bw*1e6,
      splits = len//chunk, blocks = len//chunk*m.Hkv*b,
      extra = 2*group*(m.hd + 1)*4/(chunk*2*row),      -- partials, written and read, over K and V
      splits_for = function(n) return math.ceil(want/(m.Hkv*n)) end,
      extra_at = function(c) return 2*group*(m.hd + 1)*4/(c*2*row) end,
      joined = function(d) return (1 + 3*math.exp(d))/(1 + math.exp(d)) end,
      waves = function(splits) return splits*m.Hkv*b/want end,
      of_copy = function(t) return layer/t/MEASURED.copy end,
    }
    for name, value in pairs(MEASURED) do f[name] = value end
    return f
  end,

  questions = {
    q.num{id = "step", seed = "S003-W06-HO", unit = "GB", rtol = .01, accept = {"B", "GB", "GiB"},
      ask = [[Llama 3 8B ({{= f.L}} layers, {{= f.Hkv}} KV heads of {{= f.hd}}), fp16 cache, {{= p.b}} sequences of
        {{= n(f.len)}} tokens. How many bytes of K and V does one decode step read?]],
      vary = {b = {12, 24, 48}},
      answer = function(f, p) return f.step/f.b*p.b/1e9 end,
      wrong = {{value = function(f, p) return f.step/f.b*p.b/2e9 end, hint = "K and V: two rows for a token."},
               {value = function(f, p) return f.step/f.b*p.b*f.group/1e9 end,
                hint = "The cache holds KV heads. A group of query heads shares one."},
               {value = function(f, p) return f.layer/f.b*p.b/1e9 end, hint = "That is one layer."}},
      worked = [[{{= n(f.token)}} B a token and layer, times {{= f.L}} layers, {{= p.b}} sequences, {{= n(f.len)}}
        tokens: {{= gb(f.step/f.b*p.b)}}.]]},
    q.num{id = "floor", unit = "ms", rtol = .01, accept = {"s", "ms", "us"},
      ask = [[And the least time for that on an H200, at the data sheet's {{= si(hw.h200.bw,"B/s")}}, for {{= p.b}}
        sequences?]],
      vary = {b = {12, 24, 48}},
      answer = function(f, p) return f.floor_ms*p.b/f.b end,
      wrong = {{value = function(f, p) return f.floor_ms*p.b/f.b + f.weights_ms end,
                hint = "The weights are read too, but not by this kernel."},
               {value = function(f, p) return f.floor_ms*p.b/f.b*f.group end,
                hint = "A group of query heads shares one KV head."},
               {value = function(f, p) return f.floor_ms*p.b/f.b/f.L end, hint = "That is one layer."}},
      worked = [[{{= gb(f.step*p.b/f.b)}} / {{= si(hw.h200.bw,"B/s")}} = {{= n(f.floor_ms*p.b/f.b,2)}} ms. The step's
        weights, {{= gb(f.weights)}}, take another {{= n(f.weights_ms,2)}} ms, however many sequences there are.]]},
    q.num{id = "per-head", unit = "x", rtol = .01,
      ask = [[A kernel has one block for each query head of a model with {{= p.H}} query and 8 KV heads, and no
        cache catches anything. How many times the least traffic?]],
      vary = {H = {24, 40, 48}},
      answer = function(f, p) return p.H/8 end,
      wrong = {{value = 1, hint = "Blocks of the same group read the same K and V, each for itself."},
               {value = function(f, p) return p.H end, hint = "Each query head reads one KV head, not all of them."}},
      worked = [[Every KV head is read by each of its {{= n(p.H/8)}} query heads. L2 may save some of it, as long as
        the blocks of a group run at the same time; nothing promises that.]]},
    q.num{id = "intensity", unit = "FLOP/B", rtol = .01,
      ask = [[{{= p.H}} query heads on 8 KV heads, fp16, one new token: FLOP for each byte of K and V?]],
      vary = {H = {24, 40, 48}},
      answer = function(f, p) return p.H/8 end,
      wrong = {{value = function(f, p) return p.H/4 end, hint = "An element has two bytes."},
               {value = function(f, p) return p.H/16 end, hint = "A multiply-add is two FLOP."}},
      worked = [[An element meets each of {{= n(p.H/8)}} query heads in one multiply-add: {{= n(p.H/4)}} FLOP for 2
        bytes. Batch and length do not appear. The H200's ridge is {{= n(f.ridge,0)}}.]]},
    q.num{id = "starved", unit = "%", rtol = .01,
      ask = [[paged_attn has one block for each sequence and KV head. What share of an H200's {{= hw.h200.sms}} SMs has
        anything to do at batch {{= p.b}}, with 8 KV heads?]],
      vary = {b = {2, 3, 6}},
      answer = function(f, p) return 100*f.busy*p.b end,
      wrong = {{value = function(f, p) return 100*f.busy*p.b/8 end, hint = "Each KV head has a block."},
               {value = function(f, p) return 100*f.busy*p.b*f.group end,
                hint = "A block serves the whole group. Count KV heads."}},
      worked = [[{{= n(8*p.b)}} blocks, {{= n(8*p.b)}} SMs: {{= pct(f.busy*p.b,1)}}. The others wait, however long the
        context is.]]},
    q.num{id = "how-many", unit = "1", rtol = 0,
      ask = [[An SM holds {{= f.blocks_sm}} of the optimised kernel's blocks. How many splits does each sequence need,
        at batch {{= p.b}} and 8 KV heads, so that {{= hw.h200.sms}} SMs are full?]],
      vary = {b = {2, 3, 6}},
      answer = function(f, p) return f.splits_for(p.b) end,
      wrong = {{value = function(f, p) return math.ceil(hw.h200.sms/(8*p.b)) end,
                hint = "That is one block on each SM. It holds more."},
               {value = function(f, p) return f.want//(8*p.b) end,
                hint = "Rounded down, some places stay empty."}},
      worked = [[{{= f.blocks_sm}} x {{= hw.h200.sms}} = {{= f.want}} places, {{= n(8*p.b)}} blocks without splits:
        ⌈{{= n(f.want/(8*p.b),2)}}⌉ = {{= f.splits_for(p.b)}}.]]},
    q.num{id = "overhead", unit = "%", rtol = .02,
      ask = [[Splits of {{= p.chunk}} tokens, group of {{= f.group}}, hd {{= f.hd}}. The partials (one float row and one
        lse for each query head and split) are written once and read once. How much is that, measured in K and V?]],
      vary = {chunk = {384, 128, 64}},
      answer = function(f, p) return 100*f.extra_at(p.chunk) end,
      wrong = {{value = function(f, p) return 50*f.extra_at(p.chunk) end, hint = "Written, and read again."},
               {value = function(f, p) return 100*f.extra_at(p.chunk)/f.group end,
                hint = "Every query head of the group has a partial of its own."}},
      worked = [[2 x {{= f.group}} x {{= f.hd + 1}} x 4 B = {{= n(2*f.group*(f.hd+1)*4)}} B against
        {{= p.chunk}} x {{= 2*f.row}} B: {{= pct(f.extra_at(p.chunk),2)}}. Halve the chunk and it doubles.]]},
    q.num{id = "join", unit = "1", rtol = .005,
      ask = [[Two splits of one row: lse 5 with 1.0 in some column, lse {{= 5 + p.d}} with 3.0. What is O there?]],
      vary = {d = {1, 2}},
      answer = function(f, p) return f.joined(p.d) end,
      wrong = {{value = function() return 2 end, hint = "Their sums of exponentials differ: lse says so."},
               {value = function(f, p) return (5 + 3*(5 + p.d))/(10 + p.d) end,
                hint = "lse is a logarithm. The weights are exp(lse)."}},
      worked = [[Take the maximum off: weights exp(-{{= p.d}}) = {{= n(math.exp(-p.d),4)}} and 1. (1 x
        {{= n(math.exp(-p.d),4)}} + 3 x 1) / {{= n(1 + math.exp(-p.d),4)}} = {{= n(f.joined(p.d),3)}}.]]},
    q.num{id = "row", seed = "S003-W06-C4", unit = "1", rtol = 0,
      ask = [[bs = 16, Hkv = 8, hd = 128, block table [9, 4, 30]. At which element of Kc does the row of token
        {{= p.t}}, KV head 3, begin?]],
      vary = {t = {20, 37, 5}},
      answer = function(f, p) return ((({9, 4, 30})[p.t//16 + 1]*8 + 3)*16 + p.t % 16)*128 end,
      wrong = {{value = function(f, p) return ((p.t//16*8 + 3)*16 + p.t % 16)*128 end,
                hint = "The table says which block of the pool it is."},
               {value = function(f, p) return ((({9, 4, 30})[p.t//16 + 1]*16 + p.t % 16)*8 + 3)*128 end,
                hint = "Inside a block the KV head comes before the slot: [blocks][Hkv][bs][hd]."}},
      worked = [[Entry {{= p.t//16}} of the table, slot {{= p.t % 16}}: ((block x 8 + 3) x 16 + {{= p.t % 16}}) x 128 =
        {{= n((({9, 4, 30})[p.t//16 + 1]*8 + 3)*16*128 + p.t % 16*128)}}.]]},
    q.multi{id = "batch",
      ask = "Batching makes the matrix products of a decode step cheap. Why doesn't it help attention?",
      options = {"Each sequence reads a cache of its own; only the weights are shared",
                 "Attention runs in fp32", "FLOP and bytes of attention both grow with the batch",
                 "The softmax cannot be parallelised"},
      answer = {1, 3},
      worked = [[Weights are read once for all sequences. A cache is read by one sequence, so intensity stays at the
        group's {{= f.group}} FLOP/B. A bigger group, fewer bytes an element, or fewer tokens are the ways to make it
        cheaper.]]},
    q.text{id = "why", seed = "S003-W06-C4", min_words = 40,
      ask = [[A colleague's decode kernel reaches 0.9 of copy bandwidth at batch 32 and 0.06 at batch 1 with the same
        context. What happens, what would you change, and what does the change cost?]],
      rubric = {"one block a sequence and KV head: at batch 1 a handful of SMs works",
                "split the context over blocks; each leaves its own softmax row and log-sum-exp",
                "a second kernel joins them with weights exp(lse - max)",
                "the price: a small kernel more, and partials of about 2 x group / chunk of the traffic"}},
  },

  hints = {
    {on = "build", match = {"undefined", "linkage"},
     [[nvcc names the line. Keep `extern "C"` before each kernel: the runner finds them by name.]]},
    {on = "case:one", [[One token: its weight is 1 and O is its row of V. Three of four warps have nothing, so their
      maximum is -inf: exp(-inf - -inf) is NaN.]]},
    {on = "case:bs-plus-1", [[Token 16 is the first one of a second block. Its number is in the table, and need not be
      the next one. Slots behind it hold NaN.]]},
    {on = "case:empty", "No tokens: no maximum, and a sum of 0. Zeros are asked for, and -INFINITY as lse."},
    {on = "case:gqa8", "Eight query heads on one KV head: arrays over the group need GROUP places."},
    {on = "case:mha", "H = Hkv: a group of one."},
    {on = "case:group3", "A group of three. Loops run to H/Hkv, not to 4."},
    {on = "case:hd64", "hd is 64: half as many columns for each lane, or half as many lanes for each row."},
    {on = "case:blocks-of-5", "bs need not be a power of two: / and %, no shifts."},
    {on = "case:peaks", "Large scores: take the running maximum off before every exp, and rescale when it grows."},
    {on = "case:far-below", [[Scores of -20,000, and no other: the maximum must start at -INFINITY, or at the first
      score. No other number is small enough.]]},
    {on = "case:empty-splits", [[A split with lse = -INFINITY holds NaN, and 0 times NaN is NaN. Leave it out instead of
      weighing it. If all are empty, the answer is 0.]]},
    {on = "case:far-from-0", "exp(10000) is inf and exp(-10000) is 0. First find the row's largest lse."},
    {on = "call:paged_merge", "O = Σ exp(lse_i - max) part_i / Σ exp(lse_i - max), over splits with a finite lse."},
    {on = "counter:g_ld_sec", [[Too many sectors: does the loop over query heads stand outside that over tokens? Load
      a row once, then use it for each head of the group. Q is loaded before the loop, 4 or 8 adjacent bytes a lane:
      two loads of 4 bytes that lie 8 apart touch every sector twice. `ridge profile` has the sectors of each line.]]},
    {on = "counter:g_ld_eff", [[Lanes of a warp should lie along one row of K (and of Q), 4, 8 or 16 bytes each. A lane
      for each token reads 32 rows at once.]]},
    {on = "counter:sh_conf", [[A lane that stores 4 neighbouring floats one by one meets 3 others in its bank. Store a
      float4, or let neighbouring lanes have neighbouring columns.]]},
    {on = "counter:spill_B", [[Arrays over the group must be indexed by constants: unroll to GROUP and guard with
      `if (h < group)`.]]},
    {on = "sanitize", "The warps write what they found; one __syncthreads() that all reach; then anyone may read it."},
    {on = "bench:split", [[Load several rows of K and V before you use the first: bytes in flight. Then count shuffles:
      five for each token and head.]]},
    {on = "call:paged_split", [[Right in paged_attn, wrong here? Tokens are counted from the front of the sequence, also
      in the table; the split ends at the sequence's end; lse is the natural logarithm.]]},
    {on = "bench:attn", "As in paged_split: several rows under way, few shuffles a token."},
    {after = 3, "Make b = 1, H = 1, two tokens work on paper: scores, maximum, two weights, one row."},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 15, perf = 15, answers = 15},
}
