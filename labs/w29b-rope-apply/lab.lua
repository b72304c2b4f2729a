-- w29b-rope-apply: what w29-rope-yarn's table and rotation are on a GPU, with the way back and the way into the cache.

local RANDOM, BIG, TINY, PADS = 0, 1, 2, 3 -- kernels/w29b-rope-apply/oracle.c has the same
local HALVES, NEIGHBOURS = 0, 1            -- lab.h
local THREADS, WARPS = 128, 4
local MODEL = {H = 32, Hkv = 8, hd = 128}  -- Llama-3-8B; what lesson, gates and questions speak of
local TOKENS = 16384
local LATENCY = 600e-9                     -- of a load from HBM under load: assumed, round
local STACK = 40                           -- B a thread of naive.cu's rope_table: nvcc 13.0.88 -O3 -Xptxas -v, sm_90a
local BY_TOKEN = {grid = {"math.max(T, 1)"}, block = {THREADS}}
local BY_PAIR = {grid = {"(rows*(hd//2) + "..(THREADS - 1)..")//"..THREADS}, block = {THREADS}}
local ALL = {"rope_apply", "rope_bwd", "rope_append"}

local function with(case, more)
  for k, x in pairs(more or {}) do case[k] = x end
  return case
end
local function heads(id, T, H, Hkv, hd, layout, more)
  local t = math.type(T) and T or 8 -- drawn: at most 8
  return with({id = id, calls = ALL, T = T, H = H, Hkv = Hkv, hd = hd, layout = layout, mode = RANDOM, rows = t + 5,
               bs = 4, blocks = t//4 + 2, far = 0, base = 1e4, scale = 1, draw = 1}, more)
end
local function angles(id, rows, hd, base, far, scale, more)
  return with({id = id, calls = {"rope_table"}, rows = rows, hd = hd, base = base, far = far, scale = scale}, more)
end
local function EDGE(note, more) return with({tags = {"edge"}, note = note}, more) end
local function GATE(more) return with({tags = {"gate"}, rows = 64}, more) end

-- Sectors and requests of T tokens' heads, n of them a token, and of what a warp may load besides: its part of the
-- table's row twice over, since 16 of 32 bytes are a lane's, and pos or slot.
local function sectors(n) return "T*"..n.."*hd/16" end
local function requests(n) return "T*"..n.."*hd*2/512" end
local TABLE = "T*"..WARPS.."*(2*hd/8 + 2)"
local ASKS = "T*"..WARPS.."*6"
local TURNED, FUSED = "(H + Hkv)", "(H + 2*Hkv)"

return lab {
  api = 1, rev = 1, id = "w29b-rope-apply", title = "RoPE in place and into the cache, 16 bytes a lane",
  kind = "kernel", week = 29, part = 4, domain = {"inference", "attention", "cuda"},
  seeds = {"S003-W29", "S003-W29-C1", "S003-W29-HO"},
  requires = {"w13-warp-layernorm"}, suggests = {"w29-rope-yarn", "w06b-paged-attn"},
  hours = {read = 0, lab = 3},
  durable = {"What many rows share is loaded once into registers, and the loop runs over the rows",
             "Whole turns are taken off an angle before it becomes a float",
             "A rotation's gradient is the rotation back, with the same scale and not with its inverse",
             "Who writes a tensor may as well write it to where it is read"},
  ephemeral = {{"How many bytes an H200 wants under way", as_of = "2026-11"}},

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"rope.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 20, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    cs = {dtype = "f32", shape = {"rows", "hd"}},
    at = {dtype = "i32", shape = {"rows"}, dist = gen.custom"at"},
    inv = {dtype = "f64", shape = {"hd//2"}, dist = gen.custom"inv"},
    table = {dtype = "f32", shape = {"rows", "hd"}, dist = gen.custom"table", note = "cs"},
    pos = {dtype = "i32", shape = {"T"}, dist = gen.custom"pos"},
    slot = {dtype = "i32", shape = {"T"}, dist = gen.custom"slot"},
    q = {dtype = "f16", shape = {"T", "H", "hd"}, dist = gen.custom"heads"},
    k = {dtype = "f16", shape = {"T", "Hkv", "hd"}, dist = gen.custom"heads"},
    v = {dtype = "f16", shape = {"T", "Hkv", "hd"}, dist = gen.custom"heads"},
    Kc = {dtype = "f16", shape = {"blocks", "Hkv", "bs", "hd"}, dist = gen.custom"cache"},
    Vc = {dtype = "f16", shape = {"blocks", "Hkv", "bs", "hd"}, dist = gen.custom"cache"},
  },

  calls = {
    rope_table = call{args = {output"cs", input"at", input"inv", f32"scale", i32"rows", i32"hd"}, verify = "table",
                      launch = BY_PAIR},
    rope_apply = call{args = {inout"q", inout"k", input"pos", input"table", i32"T", i32"H", i32"Hkv", i32"hd",
                      i32"layout"}, verify = "apply", launch = BY_TOKEN},
    rope_bwd = call{args = {inout"q", inout"k", input"pos", input"table", i32"T", i32"H", i32"Hkv", i32"hd",
                    i32"layout"}, verify = "back", launch = BY_TOKEN},
    rope_append = call{args = {inout"q", input"k", input"v", inout"Kc", inout"Vc", input"slot", input"pos",
                       input"table", i32"T", i32"H", i32"Hkv", i32"hd", i32"bs", i32"layout"}, verify = "append",
                       launch = BY_TOKEN},
  },

  cases = {
    angles("one-row", 1, 2, 1e4, 0, 1, EDGE("position 0, one pair")),
    angles("first-rows", 130, 64, 1e4, 0, 1),
    angles("eleven-pairs", 40, 22, 1e4, 5000, 1, EDGE("pairs that are no whole warp")),
    angles("scaled", 60, 128, 5e5, 8192, 1.1386, {note = "with YaRN's temperature"}),
    angles("far", 70, 128, 1e4, 1000000, 1, EDGE("positions up to a million")),
    angles("farthest", 30, 80, 5e5, 1048576, 1, EDGE("positions up to 2^20")),
    angles("hidden-rows", gen.pick{9, 33}, gen.pick{64, 96}, gen.pick{1e4, 5e5}, gen.pick{30000, 900000},
           gen.pick{1, 1.2}, {hidden = true}),
    heads("no-token", 0, 2, 1, 16, HALVES, EDGE("T = 0: one block, nothing to do")),
    heads("one-pair", 3, 1, 1, 2, HALVES, EDGE("hd = 2")),
    heads("one-head", 2, 1, 1, 64, HALVES, EDGE("fewer pieces than threads")),
    heads("halves", 6, 8, 2, 128, HALVES),
    heads("neighbours", 6, 8, 2, 128, NEIGHBOURS),
    heads("many-heads", 3, 32, 8, 64, HALVES),
    heads("equal-heads", 4, 6, 6, 64, NEIGHBOURS, EDGE("as many heads of k as of q")),
    heads("ninety-six", 4, 24, 3, 96, HALVES, EDGE("six pieces a head: two threads are left over")),
    heads("eighty", 4, 16, 2, 80, NEIGHBOURS, EDGE("ten pieces a head: eight threads are left over")),
    heads("forty", 5, 6, 2, 40, HALVES, EDGE("a multiple of 8, but half of it is not")),
    heads("twenty-two", 5, 5, 2, 22, HALVES, EDGE("eleven pairs: heads begin at 4 bytes")),
    heads("twenty-two-near", 5, 5, 2, 22, NEIGHBOURS, EDGE()),
    heads("widest", 3, 3, 1, 256, HALVES, EDGE("hd = 256")),
    heads("long-rows", 4, 4, 2, 32, NEIGHBOURS, EDGE("positions up to 2^20", {far = 1048576, base = 5e5})),
    heads("scaled-heads", 4, 4, 2, 64, HALVES, EDGE("a table with scale 1.25", {scale = 1.25})),
    heads("scaled-near", 4, 4, 2, 64, NEIGHBOURS, EDGE("a table with scale 0.8", {scale = .8})),
    heads("scaled-narrow", 4, 3, 1, 22, HALVES, EDGE("and where a piece is one pair", {scale = 1.25})),
    heads("large", 4, 4, 2, 64, HALVES, EDGE("up to 3e4: half ends at 65,504", {mode = BIG})),
    heads("subnormal", 3, 4, 2, 64, NEIGHBOURS, EDGE("below 2^-14", {mode = TINY})),
    heads("late-blocks", 5, 6, 2, 64, HALVES, EDGE(nil, {block_order = "descending"})),
    heads("pads", 8, 6, 2, 64, HALVES, EDGE("one token of three is a pad", {mode = PADS, calls = {"rope_append"}})),
    heads("pads-narrow", 7, 3, 1, 22, NEIGHBOURS, EDGE(nil, {mode = PADS, calls = {"rope_append"}})),
    heads("contiguous", 9, 4, 2, 32, HALVES, EDGE("one block of 16 slots: a cache in one piece",
          {bs = 16, blocks = 1, calls = {"rope_append"}})),
    heads("one-slot-blocks", 6, 4, 2, 32, HALVES, EDGE("bs = 1", {bs = 1, blocks = 9, calls = {"rope_append"}})),
    heads("hidden-heads", gen.pick{3, 7}, gen.pick{6, 12}, gen.pick{1, 3}, gen.pick{18, 32, 48, 128},
          gen.pick{HALVES, NEIGHBOURS}, {hidden = true, draw = gen.pick{2, 3, 4}}),
    heads("gate", 8, MODEL.H, MODEL.Hkv, MODEL.hd, HALVES, GATE()),
    heads("gate-near", 8, MODEL.H, MODEL.Hkv, MODEL.hd, NEIGHBOURS, GATE()),
    heads("gate-pads", 9, MODEL.H, MODEL.Hkv, MODEL.hd, HALVES, GATE({mode = PADS, calls = {"rope_append"}})),
    angles("gate-rows", 64, 128, 5e5, 0, 1, {tags = {"gate"}}),
    heads("bench", TOKENS, MODEL.H, MODEL.Hkv, MODEL.hd, HALVES,
          {calls = {"rope_apply"}, tags = {"bench"}, rows = TOKENS, blocks = 1, bs = 1}),
  },

  gates = {
    gate{id = "apply-spill", call = "rope_apply", counter = "spill_B", op = "<=", value = 0, on = "cuda",
         why = "a piece of the table's row lives in registers"},
    gate{id = "apply-stack", call = "rope_apply", counter = "stack_B", op = "<=", value = 0, on = "cuda",
         why = "no local memory: arrays are indexed by constants"},
    gate{id = "append-stack", call = "rope_append", counter = "stack_B", op = "<=", value = 0, on = "cuda",
         why = "no local memory here either"},
    gate{id = "table-stack", call = "rope_table", counter = "stack_B", op = "<=", value = 0, on = "cuda",
         why = "an angle without its whole turns needs no table of the digits of 2/pi in local memory"},
    gate{id = "table-stores", call = "rope_table", case = "gate-rows", counter = "g_st_sec", op = "<=",
         value = "rows*hd/8", why = "neighbouring lanes store neighbouring columns"},
    gate{id = "apply-loads", call = "rope_apply", case = "gate", counter = "g_ld_sec", op = "<=",
         value = sectors(TURNED).." + "..TABLE, why = "q and k once, and the table's row once a warp, not once a head"},
    gate{id = "apply-unique", call = "rope_apply", case = "gate", counter = "g_uniq_ld", op = "<=",
         value = "2*T*(H + Hkv)*hd + 4*T*hd + 64*T", why = "q, k, the rows of the table that are in use, and pos"},
    gate{id = "apply-wide", call = "rope_apply", case = "gate", counter = "g_ld_req", op = "<=",
         value = requests(TURNED).." + "..ASKS, why = "16 bytes a lane where hd allows it"},
    gate{id = "apply-stores", call = "rope_apply", case = "gate", counter = "g_st_sec", op = "<=",
         value = sectors(TURNED), why = "each element is stored once"},
    gate{id = "apply-wide-stores", call = "rope_apply", case = "gate", counter = "g_st_req", op = "<=",
         value = requests(TURNED), why = "16 bytes a lane where hd allows it"},
    gate{id = "near-loads", call = "rope_apply", case = "gate-near", counter = "g_ld_sec", op = "<=",
         value = sectors(TURNED).." + "..TABLE, why = "the same for neighbouring channels"},
    gate{id = "near-wide", call = "rope_apply", case = "gate-near", counter = "g_ld_req", op = "<=",
         value = requests(TURNED).." + "..ASKS, why = "a load of 16 bytes is four pairs"},
    gate{id = "near-wide-stores", call = "rope_apply", case = "gate-near", counter = "g_st_req", op = "<=",
         value = requests(TURNED), why = "and so is a store"},
    gate{id = "bwd-loads", call = "rope_bwd", case = "gate", counter = "g_ld_sec", op = "<=",
         value = sectors(TURNED).." + "..TABLE, why = "the way back moves what the way there does"},
    gate{id = "bwd-wide-stores", call = "rope_bwd", case = "gate", counter = "g_st_req", op = "<=",
         value = requests(TURNED), why = "16 bytes a lane where hd allows it"},
    gate{id = "append-loads", call = "rope_append", case = "gate", counter = "g_ld_sec", op = "<=",
         value = sectors(FUSED).." + "..TABLE, why = "k is not loaded a second time on its way into the cache"},
    gate{id = "append-stores", call = "rope_append", case = "gate", counter = "g_st_sec", op = "<=",
         value = sectors(FUSED), why = "and not stored where nobody reads it"},
    gate{id = "append-wide", call = "rope_append", case = "gate", counter = "g_ld_req", op = "<=",
         value = requests(FUSED).." + "..ASKS, why = "16 bytes a lane, v too"},
    gate{id = "append-wide-stores", call = "rope_append", case = "gate", counter = "g_st_req", op = "<=",
         value = requests(FUSED), why = "16 bytes a lane, v too"},
    gate{id = "pads-loads", call = "rope_append", case = "gate-pads", counter = "g_ld_sec", op = "<=",
         value = "T//3*2*"..FUSED.."*hd/16 + "..TABLE, why = "of a pad only its slot is loaded"},
    gate{id = "pads-stores", call = "rope_append", case = "gate-pads", counter = "g_st_sec", op = "<=",
         value = "T//3*2*"..FUSED.."*hd/16", why = "and nothing stored"},
  },

  bench = {
    bench{id = "apply", call = "rope_apply", case = "bench", clock = "gpu", on = "cuda",
          bytes = "4*T*(H + Hkv)*hd", flops = "3*T*(H + Hkv)*hd"},
    bench{id = "apply-requests", call = "rope_apply", case = "gate", metric = "fewer:g_ld_req", on = "simt",
          bytes = "4*T*(H + Hkv)*hd"},
    bench{id = "append-sectors", call = "rope_append", case = "gate", metric = "fewer:g_sec", on = "simt",
          bytes = "4*T*(H + 2*Hkv)*hd"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = 3, rtol = .1,
            ask = "Multiplications and additions for each channel that is turned?",
            worked = "Four products and two sums for a pair: three a channel."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.moved(f.T)/1e6", rtol = .03,
            ask = [[q and k of {{= n(f.T)}} tokens of Llama-3-8B, {{= f.H}} and {{= f.Hkv}} heads of {{= f.hd}} in half
              precision, turned in place: fewest bytes, the table left aside?]],
            worked = "4 B · {{= n(f.T)}} · {{= f.H + f.Hkv}} · {{= f.hd}} = {{= n(f.moved(f.T)/1e6, 1)}} MB."},
    predict{id = "bound", axis = "intensity", ask = "What bounds rope_apply on an H200?",
            choices = {"bandwidth of HBM", "FP32 units", "sines and cosines"}, answer = "bandwidth of HBM",
            worked = [[3 FLOP for 4 bytes. Sines and cosines are in the table, which is made once for all heads and
              layers.]]},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "f.flight/(2*16*f.threads)", rtol = .25,
            ask = [[A thread asks for 2 x 16 bytes and waits. How many blocks of {{= f.threads}} threads must an SM have
              under way, at {{= n(f.latency*1e9)}} ns?]],
            worked = [[{{= n(f.flight)}} B an SM (Little's law) over {{= n(2*16*f.threads)}} B a block:
              {{= n(f.flight/(2*16*f.threads), 1)}}.]]},
    predict{id = "failure", axis = "failure",
            ask = "An angle is computed as float(position) · float(frequency). Where does that show?",
            choices = {"in every test", "far into a long text, in the fast pairs", "at position 0"},
            answer = "far into a long text, in the fast pairs",
            worked = "Floats near a million are {{= n(f.step(1e6), 4)}} apart, and so are such angles, in radians."},
  },

  facts = function(hw)
    local h = hw.h200
    local f = {H = MODEL.H, Hkv = MODEL.Hkv, hd = MODEL.hd, pairs = MODEL.hd//2, T = TOKENS, threads = THREADS,
               warps = WARPS, latency = LATENCY, layers = 32, bs = 16, flop = 3, ex2 = 16,
               flight = h.bw*LATENCY/h.sms, gate = {T = 8}, stack = STACK}
    f.heads = f.H + f.Hkv
    f.moved = function(t) return 4*t*f.heads*f.hd end            -- bytes: q and k, read and written
    f.fused = function(t) return 4*t*(f.H + 2*f.Hkv)*f.hd end
    f.apart = function(t) return f.moved(t) + 4*t*2*f.Hkv*f.hd end
    f.us = function(bytes) return bytes/h.bw*1e6 end
    f.row = 4*f.hd                                               -- bytes of a row of the table
    f.mufu_us = function(t) return 2*t*f.heads*f.pairs/(f.ex2*h.sms*hw.h100.clock)*1e6 end
    f.step = function(p) return 2^(math.floor(math.log(p, 2)) - 23) end
    f.pieces = function(hd) return hd//16 end
    f.groups = function(hd) return THREADS//(hd//16) end
    f.left = function(hd) return THREADS%(hd//16) end
    f.cell = function(slot, head, bs, Hkv, hd) return ((slot//bs*Hkv + head)*bs + slot%bs)*hd end
    return f
  end,

  questions = {
    q.num{id = "floor", unit = "us", rtol = .01, accept = {"s", "ms", "us"}, seed = "S003-W29-HO",
      ask = [[rope_apply, {{= n(p.T)}} tokens of Llama-3-8B, on an H200: the least time at the data sheet's
        {{= si(hw.h200.bw, "B/s")}}, the table left aside?]],
      vary = {T = {2048, 8192, 32768}},
      answer = function(f, p) return f.us(f.moved(p.T)) end,
      wrong = {{value = function(f, p) return f.us(f.moved(p.T)/2) end, hint = "Read and written."},
               {value = function(f, p) return f.us(4*p.T*f.H*f.hd) end, hint = "k turns as well."}},
      worked = [[4 B · {{= n(p.T)}} · {{= f.heads}} · {{= f.hd}} over {{= si(hw.h200.bw, "B/s")}}:
        {{= n(f.us(f.moved(p.T)), 1)}} µs.]]},
    q.num{id = "fused", unit = "x", rtol = .003, seed = "S003-W29-HO",
      ask = [[{{= p.H}} heads of q, {{= p.Hkv}} of k and of v. One kernel turns q and k in place, a second one copies k
        and v into the cache. How many times the bytes of rope_append?]],
      vary = {H = {32, 64}, Hkv = {4, 8, 16}},
      answer = function(_, p) return (p.H + 3*p.Hkv)/(p.H + 2*p.Hkv) end,
      wrong = {{value = function(_, p) return (p.H + 2*p.Hkv)/(p.H + p.Hkv) end,
                hint = "The fused kernel moves v, too."},
               {value = function(_, p) return (p.H + 2*p.Hkv)/(p.H + 3*p.Hkv) end, hint = "The other way round."}},
      worked = [[({{= p.H}} + {{= p.Hkv}} + 2 · {{= p.Hkv}})/({{= p.H}} + 2 · {{= p.Hkv}}) =
        {{= n((p.H + 3*p.Hkv)/(p.H + 2*p.Hkv), 3)}}.]]},
    q.num{id = "requests", unit = "1", rtol = 0,
      ask = [[One token, {{= p.H}} heads of q and k together, hd = {{= p.hd}}, 16 bytes a lane and all lanes at work.
        How many load requests of a warp, the table left aside?]],
      vary = {H = {40, 72}, hd = {64, 128, 256}},
      answer = function(_, p) return p.H*p.hd*2/512 end,
      wrong = {{value = function(_, p) return p.H*p.hd*2/16 end, hint = "That is loads of single lanes."},
               {value = function(_, p) return p.H*p.hd*2/32 end, hint = "That is sectors."}},
      worked = "{{= p.H}} · {{= p.hd}} · 2 B over 512 B: {{= n(p.H*p.hd*2/512)}}."},
    q.num{id = "table-share", unit = "%", rtol = .01,
      ask = [[A kernel loads a row of the table, hd floats, once for every {{= p.g}} heads of hd halves. What part of
        the bytes that it loads is the table's?]],
      vary = {g = {2, 4, 8}},
      answer = function(_, p) return 100*2/(2 + p.g) end,
      wrong = {{value = function(_, p) return 100/(1 + p.g) end, hint = "A float has four bytes, a half two."},
               {value = function(_, p) return 100*2/p.g end, hint = "Of all bytes, the table's among them."}},
      worked = "4/(4 + 2 · {{= p.g}}) = {{= pct(2/(2 + p.g), 1)}}."},
    q.num{id = "left-over", unit = "1", rtol = 0,
      ask = [[HALVES, hd = {{= p.hd}}, {{= f.threads}} threads, a thread holds one piece of 16 channels. How many
        threads of the block have nothing to do?]],
      vary = {hd = {80, 176, 208}},
      answer = function(f, p) return f.left(p.hd) end,
      wrong = {{value = function(f, p) return f.threads%(p.hd//8) end,
                hint = "A piece is 8 channels of the first half and 8 of the second."}},
      worked = [[{{= f.pieces(p.hd)}} pieces, {{= f.groups(p.hd)}} heads at a time:
        {{= f.threads}} − {{= f.groups(p.hd)}} · {{= f.pieces(p.hd)}} = {{= f.left(p.hd)}}.]]},
    q.num{id = "cell", unit = "1", rtol = 0,
      ask = [[Kc is [blocks][Hkv][bs][hd] with Hkv = {{= f.Hkv}}, bs = {{= f.bs}}, hd = {{= f.hd}}. At which element
        does head {{= p.h}} of slot {{= p.slot}} begin?]],
      vary = {h = {1, 3, 6}, slot = {37, 70, 100}},
      answer = function(f, p) return f.cell(p.slot, p.h, f.bs, f.Hkv, f.hd) end,
      wrong = {{value = function(f, p) return (p.slot*f.Hkv + p.h)*f.hd end,
                hint = "Within a block, slots of one head are neighbours."},
               {value = function(f, p) return (p.h*f.bs + p.slot%f.bs)*f.hd end, hint = "And the block?"}},
      worked = [[Block {{= p.slot//f.bs}}, slot {{= p.slot%f.bs}} in it:
        (({{= p.slot//f.bs}} · {{= f.Hkv}} + {{= p.h}}) · {{= f.bs}} + {{= p.slot%f.bs}}) · {{= f.hd}}.]]},
    q.num{id = "float-angle", unit = "1", rtol = .01, seed = "S003-W29-C1",
      ask = [[An angle near {{= n(p.x)}} radians is rounded to float. By how many radians may that be off, at
        most?]],
      vary = {x = {40000, 300000, 900000}},
      answer = function(f, p) return f.step(p.x)/2 end,
      wrong = {{value = function(f, p) return f.step(p.x) end, hint = "Rounding is off by half a step at most."},
               {value = function() return 2^-24 end, hint = "That is for angles near 1."}},
      worked = [[Floats there are 2^({{= math.floor(math.log(p.x, 2))}} − 23) apart; half of it is
        {{= n(f.step(p.x)/2, 5)}}.]]},
    q.num{id = "sines", unit = "1", rtol = 0, seed = "S003-W29-C1",
      ask = [[{{= p.layers}} layers, {{= f.H}} heads of q and {{= f.Hkv}} of k. A kernel without a table computes a sine
        and a cosine for each pair that it turns. How many times as many as a table of the same tokens needs?]],
      vary = {layers = {16, 32, 80}},
      answer = function(f, p) return p.layers*f.heads end,
      wrong = {{value = function(f) return f.heads end, hint = "All layers have the same angles."},
               {value = function(f, p) return p.layers*f.H end, hint = "k turns as well."}},
      worked = "{{= p.layers}} · {{= f.heads}} = {{= n(p.layers*f.heads)}}."},
    q.num{id = "scale-back", unit = "x", rtol = .003, seed = "S003-W29-C1",
      ask = [[The table has scale {{= p.s}}. A gradient goes through rope_bwd, and somebody then sends it through
        rope_apply again. By which factor is it longer than before both?]],
      vary = {s = {1.1, 1.1386, 1.25}},
      answer = function(_, p) return p.s^2 end,
      wrong = {{value = function() return 1 end, hint = "The gradient is the transposed matrix, not the inverse."},
               {value = function(_, p) return p.s end, hint = "Both directions have the scale."}},
      worked = "s · Rᵀ, then s · R: {{= p.s}}² = {{= n(p.s^2, 4)}}."},
    q.choice{id = "in-place", answer = 2,
      ask = "HALVES in place: what must a thread have before it stores channel i?",
      options = {"A barrier of the block", "Channels i and i + hd/2, both loaded", "The table's whole row"},
      worked = "The pair needs both old values for both new ones, and no other thread has any of it."},
    q.choice{id = "half-products", answer = 3,
      ask = "half2 has two products an instruction. Why are products in half not what you want here?",
      options = {"They overflow at 2,048", "They are slower on every GPU",
                 "Each of three roundings costs 2⁻¹¹, and a difference of two rounded products can keep nothing else",
                 "The table would have to be in half, too, which has no cosine"},
      worked = [[a cos − b sin may be small where both products are large. Memory is the bound, so the float arithmetic
        costs nothing.]]},
    q.choice{id = "minus-the-angle", answer = 1, seed = "S003-W29-C1",
      ask = "Why does rope_bwd turn by minus the angle?",
      options = {"The transposed matrix of a rotation is the rotation back",
                 "A gradient runs from the last token to the first",
                 "Because half precision has a sign bit to spare"},
      worked = "y = R·x gives dL/dx = Rᵀ·dL/dy. With a scale in the table it is s·Rᵀ, which is not the inverse."},
    q.multi{id = "cached", answer = {1, 3}, seed = "S003-W29-HO",
      ask = "The cache holds turned keys. What follows?",
      options = {"A key that moves to another position has to be turned again",
                 "Keys have to be turned whenever they are read",
                 "A table with another scale or other frequencies makes the cache useless",
                 "v has to be turned, too"},
      worked = [[A turn is of a position and of a frequency. Turned once at the write, read many times as it is; values
        are never turned.]]},
    q.order{id = "token", ask = "One token in rope_append, first to last?",
      items = {"slot: is it a pad?", "pos: which row of the table?", "a piece of the row into registers",
               "a head's 16 bytes, turned", "a store, to q's own place or to a slot"}},
    q.text{id = "why", min_words = 40, seed = "S003-W29-HO",
      ask = [[Explain to a colleague why this kernel is bound by bytes, why the loop over heads is inside and the
        table's row outside, and by which counters you would prove it.]],
      rubric = {"3 FLOP for 4 bytes; sines are in the table",
                "the row is the same for all heads: in registers, once a thread",
                "sectors loaded against q and k plus a few rows; requests of 512 bytes; stores"}},
  },

  hints = {
    {on = "build", match = {"undefined", "linkage", "identifier"},
     [[nvcc names the line. Keep `extern "C"` before each kernel: the runner finds it by name.]]},
    {on = "case:far", "A float near a million has a step of a sixteenth. Take whole turns off in double first."},
    {on = "case:farthest", "A float near a million has a step of a sixteenth. Take whole turns off in double first."},
    {on = "case:scaled", "scale multiplies cosine and sine."},
    {on = "case:no-token/rope_apply", "T = 0 is one block all the same, and there is no token 0."},
    {on = "case:ninety-six", "128 threads are no multiple of six pieces: two threads belong to no head."},
    {on = "case:forty", "hd % 8 == 0 is not enough for HALVES: the second half has to begin at 16 bytes, too."},
    {on = "case:twenty-two", "44 bytes a head: no load of 16 bytes may begin there."},
    {on = "case:scaled-heads/rope_bwd", "The gradient of s·R·x is s·Rᵀ·g: the scale is not divided out."},
    {on = "case:pads", "A negative slot: nothing of this token is loaded or stored, q neither."},
    {on = "case:contiguous", "Heads of a cache are bs·hd elements apart, tokens hd."},
    {on = "counter:g_ld_sec", "The row of the table is the same for all heads: load it before the loop over heads."},
    {on = "counter:g_uniq_ld", "Something else is read: rows of the table of other tokens?"},
    {on = "counter:g_ld_req", "uint4: eight halves by one instruction, where hd allows it."},
    {on = "counter:g_st_req", "uint4: eight halves by one instruction, where hd allows it."},
    {on = "counter:g_st_sec", "Each element once; k goes into the cache only, and pads go nowhere."},
    {on = "counter:stack_B", [[An array may only be indexed by constants: #pragma unroll. In the table: sincos of a
      large angle in double has a slow path with local memory.]]},
    {on = "counter:spill_B", "Fewer heads at a time."},
    {on = "sanitize", "Is each head within q, k or the cache, and is each load of 16 bytes at a multiple of 16?"},
    {on = "call:rope_table", "Column i is the cosine, column hd/2 + i the sine."},
    {on = "call:rope_apply", "Do hd = 2 on paper: (1, 0) at 90 degrees becomes (0, 1)."},
    {on = "call:rope_bwd", "(a cos + b sin, −a sin + b cos)."},
    {on = "call:rope_append", "Only where k and v are stored differs from rope_apply."},
    {on = "bench:apply", "Ask for several heads before the first is turned."},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
