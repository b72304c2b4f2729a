-- w31c-kquant-gemv: a token times a matrix in llama.cpp's blocks, at the speed at which memory delivers the blocks.

local RANDOM, EXTREME, ZEROS, TIES, TINY, OUTLIER, NEGATIVE = 0, 1, 2, 3, 4, 5, 6 -- oracle.c has the same
local THREADS, WARPS, SMEM, MOST = 256, 8, 72*1024, 8                             -- lab.h
local LATENCY = 800e-9                                                            -- of HBM under load: assumed, round
local BLOCKS = 396                                                                -- three for each SM of an H200
local FORMATS = {"q4_0", "q8_0", "q4_K", "q6_K"}
local BLOCK = {q4_0 = 32, q8_0 = 32, q4_K = 256, q6_K = 256}
local BYTES = {q4_0 = 18, q8_0 = 34, q4_K = 144, q6_K = 210}

-- Microseconds on an H200, 29 November 2026, by kernels/w31c-kquant-gemv/bench.cu (kernels/RESULTS.md): of opt.cu with
-- one column, of the copy's rate for as many bytes in the same run, the same two for launches that begin early, and
-- with eight columns; of the naive rung. Shapes: 4096 x 4096, 14336 x 4096, 4096 x 14336, 128256 x 4096.
local MEASURED = {
  q4_0 = {{us = 7.63, of = 0.697, early = {us = 5.43, of = 0.978}, eight = 24.06, naive = 27.4},
          {us = 14.08, of = 0.803, early = {us = 11.99, of = 0.940}, eight = 58.82, naive = 79.5},
          {us = 15.46, of = 0.731, early = {us = 13.64, of = 0.830}, eight = 74.77, naive = 76.9},
          {us = 83.82, of = 0.911, early = {us = 83.42, of = 0.911}, eight = 468.38, naive = 651.5}},
  q8_0 = {{us = 9.08, of = 0.805, early = {us = 7.06, of = 1.033}, eight = 23.74, naive = 30.3},
          {us = 20.77, of = 0.913, early = {us = 19.63, of = 0.968}, eight = 60.17, naive = 89.4},
          {us = 20.62, of = 0.924, early = {us = 19.72, of = 0.964}, eight = 84.36, naive = 86.0},
          {us = 144.62, of = 0.965, early = {us = 144.75, of = 0.962}, eight = 470.88, naive = 739.1}},
  q4_K = {{us = 7.96, of = 0.665, early = {us = 5.85, of = 0.906}, eight = 24.57, naive = 111.3},
          {us = 15.01, of = 0.753, early = {us = 12.55, of = 0.899}, eight = 61.46, naive = 366.7},
          {us = 16.26, of = 0.694, early = {us = 13.98, of = 0.808}, eight = 75.92, naive = 292.9},
          {us = 90.00, of = 0.854, early = {us = 88.59, of = 0.867}, eight = 496.40, naive = 3145.8}},
  q6_K = {{us = 9.62, of = 0.649, early = {us = 7.66, of = 0.817}, eight = 26.97, naive = 161.0},
          {us = 18.95, of = 0.797, early = {us = 17.26, of = 0.878}, eight = 69.77, naive = 533.8},
          {us = 20.40, of = 0.742, early = {us = 19.12, of = 0.794}, eight = 89.87, naive = 368.3},
          {us = 117.92, of = 0.918, early = {us = 118.10, of = 0.912}, eight = 549.04, naive = 4522.8}},
}

local cases = {}
local function add(calls, id, fields, more)
  local c = {id = id, calls = calls, kind = RANDOM, draw = 1, N = 1, B = 1, g = 1}
  for k, v in pairs(fields) do c[k] = v end
  for k, v in pairs(more or {}) do c[k] = v end
  cases[#cases + 1] = c
end
local function EDGE(note) return {tags = {"edge"}, note = note} end
local function few(id, fields, more) add({"quantise_x"}, id, fields, more) end
local function gemv(format) return "gemv_"..format end
-- One case of a format; K counts blocks.
local function of(format, id, N, blocks, B, g, more)
  add({gemv(format)}, format:gsub("_", ""):lower().."-"..id, {N = N, K = type(blocks) == "number" and
    blocks*BLOCK[format] or blocks, B = B, g = g}, more)
end

few("one-block", {K = 32}, EDGE("one block: 8 threads have something to do"))
few("row", {K = 4096})
few("zeros", {K = 320, kind = ZEROS}, EDGE("every third block is zeros: 1/0 counts as 0"))
few("ties", {K = 512, kind = TIES}, EDGE("codes in the middle of two, of scales that are no power of two, too"))
few("tiny", {K = 256, kind = TINY}, EDGE("magnitudes near 2^-26, and in every other block below 2^-29"))
few("outlier", {K = 512, kind = OUTLIER}, EDGE("one number of 32 is a thousand times the others"))
few("negative", {K = 96, kind = NEGATIVE}, EDGE("the largest magnitude is a negative number's"))
few("columns", {K = 352, B = 5}, {note = "five columns, and threads beyond the end"})
few("hidden-x", {K = gen.pick{64, 2080}, B = gen.pick{1, 3}, kind = gen.pick{RANDOM, TIES}, draw = gen.pick{2, 3}},
    {hidden = true})

for _, f in ipairs(FORMATS) do
  local wide = BLOCK[f] == 256
  of(f, "one", 1, 1, 1, 1, EDGE("one block"))
  of(f, "odd-rows", 19, wide and 3 or 21, 1, 1, EDGE("rows begin at odd multiples of two bytes; some warps have more"))
  of(f, "tail", 5, wide and 13 or 37, 1, 2, EDGE("blocks behind the last whole piece of a warp"))
  of(f, "many-blocks", 3, wide and 2 or 9, 1, 40, EDGE("more warps than rows"))
  of(f, "long", 6, wide and 41 or 300, 1, 1, {note = "longer than what is under way at a time"})
  of(f, "extreme", 4, wide and 4 or 33, 1, 1, {kind = EXTREME, tags = {"edge"}, note = "the largest codes and scales"})
  of(f, "two-columns", 7, wide and 5 or 40, 2, 1)
  of(f, "three-columns", 18, wide and 3 or 35, 3, 2, EDGE("rows and columns of no power of two"))
  of(f, "eight-columns", 9, wide and 6 or 67, MOST, 1)
  of(f, "late-blocks", 40, wide and 2 or 16, 1, 3, {block_order = "descending", tags = {"edge"}})
  of(f, "hidden", gen.pick{3, 17}, gen.pick{BLOCK[f]*3, BLOCK[f]*11, BLOCK[f]*18}, gen.pick{1, 2, 4, 5, 7},
     gen.pick{1, 2}, {hidden = true, draw = gen.pick{2, 3, 4}})
  of(f, "gate", 128, 4096//BLOCK[f], 1, 4, {tags = {"gate"}})
  of(f, "gate-columns", 32, 4096//BLOCK[f], MOST, 2, {tags = {"gate"}})
  of(f, "bench", 4096, 14336//BLOCK[f], 1, BLOCKS, {tags = {"bench"}})
end
few("gate-x", {K = 4096, B = 2}, {tags = {"gate"}})

local function matrix(format) return {dtype = "u8", shape = {("N*K//%d*%d"):format(BLOCK[format], BYTES[format])},
                                      dist = gen.custom"blocks", note = "W"} end
local function product(format)
  return call{args = {output"y", input(format), input"xq", input"xd", input"xs", i32"N", i32"K", i32"B"},
               oracle = "product", tol = tol.dot{"K//32 + 16", u = "f32"},
               launch = {grid = {"g"}, block = {THREADS}, smem = SMEM}}
end

-- Requests and passes for a row of 4096 in the gates' case, and sectors of x for each 32 weights and column.
local MOST_OF = {
  q4_0 = {req = 27, wave = 64, x = 2.5}, q8_0 = {req = 27, wave = 110, x = 2.5},
  q4_K = {req = 31, wave = 48, x = 1.6}, q6_K = {req = 35, wave = 128, x = 1.5},
}
local gates = {}
local function gate_of(format, id, case, counter, value, why, on)
  local short = format:gsub("_", ""):lower()
  gates[#gates + 1] = gate{id = short.."-"..id, call = "gemv_"..format, case = case and short.."-"..case,
                           counter = counter, op = "<=", value = value, on = on, why = why}
end
for _, f in ipairs(FORMATS) do
  local m = MOST_OF[f]
  local bytes = ("1.05*N*K//%d*%d"):format(BLOCK[f], BYTES[f])
  local sectors = bytes.."/32"
  gate_of(f, "spill", nil, "spill_B", 0, "sums and codes of all columns live in registers", "cuda")
  gate_of(f, "stack", nil, "stack_B", 0, "no local memory: arrays are indexed by constants", "cuda")
  gate_of(f, "wide", "gate", "g_ld_req", ("%d*N"):format(m.req), "16 bytes a lane, whatever a block's size")
  gate_of(f, "once", "gate", "g_ld_sec", ("%s + %.1f*N*K/32"):format(sectors, m.x),
          "each byte of W once; x by sixteens")
  gate_of(f, "once-bulk", "gate", "tma_B", bytes, "the same where bulk copies bring W")
  gate_of(f, "banks", "gate", "sh_wave", ("%d*N"):format(m.wave), "words of shared memory, each once, few conflicts")
  gate_of(f, "shared", "gate-columns", "g_ld_sec", ("%s + B*%.1f*N*K/32"):format(sectors, m.x),
          "all columns read W once, eight of them, too")
  gate_of(f, "shared-bulk", "gate-columns", "tma_B", bytes, "the same where bulk copies bring W")
end
local function of_x(id, counter, value, why)
  gates[#gates + 1] = gate{id = id, call = "quantise_x", case = "gate-x", counter = counter, op = "<=", value = value,
                           why = why}
end
of_x("x-loads", "g_ld_req", "1.1*B*K/128", "four numbers a lane")
of_x("x-stores", "g_st_sec", "1.05*B*K*1.5/32", "four codes a store, scales and sums by one lane each")

return lab {
  api = 1, rev = 1, id = "w31c-kquant-gemv", title = "K-quant GEMV at the speed of its bytes",
  kind = "kernel", week = 31, part = 4, domain = {"inference", "numerics", "cuda"},
  seeds = {"S003-W31-C4", "S003-W31-HO", "S000-REPO-5"},
  requires = {"w14-cpasync-layernorm"}, suggests = {"w31-fp8-kquant", "g10-int8-gemm"},
  hours = {read = 0, lab = 4},
  durable = {"A row is a run of bytes: it is loaded 16 at a time, and taken apart where odd addresses cost little",
             "What is subtracted from every code meets the sum of the other side's codes, which is made once",
             "Integers first, scales last: the sum of a block is exact",
             "What is under way while a warp computes decides, not how fast it computes"},
  ephemeral = {{"llama.cpp's block formats", as_of = "2026-11"}},

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"gemv.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 20, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    q4_0 = matrix"q4_0", q8_0 = matrix"q8_0", q4_K = matrix"q4_K", q6_K = matrix"q6_K",
    x = {dtype = "f32", shape = {"B", "K"}, dist = gen.custom"x"},
    q = {dtype = "i8", shape = {"B", "K"}, note = "xq"},
    d = {dtype = "f32", shape = {"B", "K//32"}, note = "xd"},
    s = {dtype = "i16", shape = {"B", "K//16"}, note = "xs"},
    xq = {dtype = "i8", shape = {"B", "K"}, dist = gen.custom"codes"},
    xd = {dtype = "f32", shape = {"B", "K//32"}, dist = gen.custom"scales"},
    xs = {dtype = "i16", shape = {"B", "K//16"}, dist = gen.custom"sums"},
    y = {dtype = "f32", shape = {"B", "N"}},
  },

  calls = {
    quantise_x = call{args = {output"q", output"d", output"s", input"x", i32"K", i32"B"}, verify = "quantised",
                      launch = {grid = {("(B*K + %d)//%d"):format(4*THREADS - 1, 4*THREADS)}, block = {THREADS}}},
    gemv_q4_0 = product"q4_0", gemv_q8_0 = product"q8_0", gemv_q4_K = product"q4_K", gemv_q6_K = product"q6_K",
  },

  cases = cases, gates = gates,

  bench = {
    bench{id = "q4-0", call = "gemv_q4_0", case = "q40-bench", clock = "gpu", on = "cuda", bytes = "N*K*18/32"},
    bench{id = "q8-0", call = "gemv_q8_0", case = "q80-bench", clock = "gpu", on = "cuda", bytes = "N*K*34/32"},
    bench{id = "q4-K", call = "gemv_q4_K", case = "q4k-bench", clock = "gpu", on = "cuda", bytes = "N*K*144/256"},
    bench{id = "q6-K", call = "gemv_q6_K", case = "q6k-bench", clock = "gpu", on = "cuda", bytes = "N*K*210/256"},
    bench{id = "q4-0-requests", call = "gemv_q4_0", case = "q40-gate", metric = "fewer:g_ld_req", on = "simt",
          bytes = "N*K*18/32"},
    bench{id = "q6-K-requests", call = "gemv_q6_K", case = "q6k-gate", metric = "fewer:g_ld_req", on = "simt",
          bytes = "N*K*210/256"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = 2, rtol = 0,
            ask = "Operations for each weight and column, a multiply-add being two?",
            worked = "A product and a sum. dp4a does four of both in one instruction."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.bytes('q4_K', f.N, f.K)/1e6", rtol = .02,
            ask = "{{= n(f.N)}} x {{= n(f.K)}} in Q4_K: how many bytes of weights?",
            worked = "{{= n(f.N)}} · {{= n(f.K//256)}} blocks of 144 B: {{= n(f.bytes('q4_K', f.N, f.K)/1e6, 1)}} MB."},
    predict{id = "bound", axis = "intensity", ask = "One token: what bounds the product on an H200?",
            choices = {"bandwidth of HBM", "integer units", "tensor cores"}, answer = "bandwidth of HBM",
            worked = [[2 operations a weight and 0.5625 bytes: {{= n(2/.5625, 1)}} a byte. What is left to decide is how
              many instructions each byte costs.]]},
    predict{id = "parallelism", axis = "parallelism", unit = "KiB", answer = "f.flight/1024", rtol = .25,
            ask = [[How many bytes must an SM have under way so that HBM is never idle, at
              {{= n(f.latency*1e9)}} ns?]],
            worked = [[{{= si(f.bw, "B/s")}} · {{= n(f.latency*1e9)}} ns over {{= f.sms}} SMs:
              {{= n(f.flight/1024, 1)}} KiB.]]},
    predict{id = "failure", axis = "failure",
            ask = "The minima of Q4_K are added in place of being subtracted. What does a text look like?",
            choices = {"like before, a little worse", "noise from the first token on", "right until 256 tokens"},
            answer = "noise from the first token on",
            worked = "Codes of Q4_K begin at 0: without the minimum, weights have no sign."},
  },

  facts = function(hw)
    local h = hw.h200
    local f = {N = 4096, K = 14336, vocab = 128256, dim = 4096, threads = THREADS, warps = WARPS, smem = SMEM,
               latency = LATENCY, bw = h.bw, sms = h.sms, flight = h.bw*LATENCY/h.sms, clock = hw.h100.clock,
               block = BLOCK, size = BYTES, m = MEASURED, issue = 128, columns = MOST}
    f.bytes = function(format, N, K) return N*K//BLOCK[format]*BYTES[format] end
    f.us = function(bytes) return bytes/h.bw*1e6 end
    f.bits = function(format) return 8*BYTES[format]/BLOCK[format] end
    f.a_clock = h.bw/h.sms/f.clock                       -- bytes of HBM for an SM and clock
    f.budget = f.issue/f.a_clock                         -- instructions of a thread for each byte
    f.ring = SMEM//WARPS
    f.start = function(format, blocks) return blocks*BYTES[format]%16 end
    f.pieces = function(from, bytes) return (from%16 + bytes + 15)//16 end
    return f
  end,

  questions = {
    q.num{id = "floor", unit = "us", rtol = .01, accept = {"s", "ms", "us"}, seed = "S003-W31-HO",
      ask = [[One token times {{= n(p.N)}} x {{= n(f.dim)}} in Q6_K on an H200: the least time at the data sheet's
        {{= si(hw.h200.bw, "B/s")}}, x and y left aside?]],
      vary = {N = {4096, 14336, 128256}},
      answer = function(f, p) return f.us(f.bytes("q6_K", p.N, f.dim)) end,
      wrong = {{value = function(f, p) return f.us(p.N*f.dim*6/8) end,
                hint = "The block has 210 bytes for 256: scales count, too."}},
      worked = [[{{= n(p.N)}} · {{= f.dim//256}} · 210 B = {{= n(f.bytes("q6_K", p.N, f.dim)/1e6, 1)}} MB:
        {{= n(f.us(f.bytes("q6_K", p.N, f.dim)), 2)}} µs.]]},
    q.num{id = "start", unit = "1", rtol = 0, seed = "S003-W31-C4",
      ask = [[W begins at a multiple of 256 bytes. Block {{= p.b}} of Q6_K begins how many bytes behind a multiple of
        16?]],
      vary = {b = {3, 5, 7}},
      answer = function(f, p) return f.start("q6_K", p.b) end,
      wrong = {{value = function(_, p) return p.b*210%4 end, hint = "That is behind a multiple of 4."}},
      worked = "{{= p.b}} · 210 = {{= p.b*210}}, and {{= p.b*210}} mod 16 = {{= f.start(\"q6_K\", p.b)}}."},
    q.num{id = "pieces", unit = "1", rtol = 0,
      ask = [[A chunk of {{= p.n}} blocks of Q4_0 begins {{= p.at}} bytes behind a multiple of 16. How many aligned
        pieces of 16 bytes have to be copied?]],
      vary = {n = {8, 32, 40}, at = {2, 6, 14}},
      answer = function(f, p) return f.pieces(p.at, 18*p.n) end,
      wrong = {{value = function(_, p) return (18*p.n + 15)//16 end,
                hint = "The first piece begins before the chunk does."}},
      worked = "({{= p.at}} + {{= 18*p.n}}) / 16, rounded up: {{= f.pieces(p.at, 18*p.n)}}."},
    q.num{id = "late-scale", unit = "1", rtol = 0, seed = "S003-W31-C4",
      ask = [[Q4_K: byte 2 of scales is {{= ("0x%02X"):format(p.hi)}} and byte 10 is {{= ("0x%02X"):format(p.lo)}}. What
        is the scale of sub-block 6?]],
      vary = {hi = {0xC7, 0x87, 0x47}, lo = {0x5A, 0x36, 0xE9}},
      answer = function(_, p) return (p.lo & 15) | p.hi >> 6 << 4 end,
      wrong = {{value = function(_, p) return p.lo >> 4 | p.hi >> 6 << 4 end, hint = "That half is the minimum's."},
               {value = function(_, p) return p.hi & 63 end, hint = "The low six bits are sub-block 2's."}},
      worked = [[Low half of the later byte: {{= p.lo & 15}}. Top two bits of the earlier one: {{= p.hi >> 6}}.
        {{= p.lo & 15}} + 16 · {{= p.hi >> 6}} = {{= (p.lo & 15) | p.hi >> 6 << 4}}.]]},
    q.num{id = "budget", unit = "1", rtol = .02, seed = "S003-W31-HO",
      ask = [[An SM of an H200 issues {{= f.issue}} instructions of a thread a clock, at
        {{= n(f.clock/1e9, 3)}} GHz. At {{= n(100*p.part)}} % of {{= si(hw.h200.bw, "B/s")}}, how many may a byte of
        weights cost?]],
      vary = {part = {.8, .9, 1}},
      answer = function(f, p) return f.budget/p.part end,
      wrong = {{value = function(f, p) return f.a_clock*p.part end, hint = "That is bytes a clock."}},
      worked = [[{{= n(f.a_clock*p.part, 1)}} B a clock and SM; {{= f.issue}} over that is
        {{= n(f.budget/p.part, 1)}}.]]},
    q.num{id = "sum-of-codes", unit = "1", rtol = 0, seed = "S003-W31-C4",
      ask = [[Sixteen codes of Q6_K give dp4a's sum {{= n(p.dot)}} with x's codes, whose own sum is {{= p.s}}. What is
        the sum of (code − 32) · x?]],
      vary = {dot = {1200, 4711, -300}, s = {-45, 20, 101}},
      answer = function(_, p) return p.dot - 32*p.s end,
      wrong = {{value = function(_, p) return p.dot - 32 end, hint = "32 is taken off every code, not once."},
               {value = function(_, p) return p.dot - 16*32 end, hint = "Each 32 meets a number of x."}},
      worked = "{{= p.dot}} − 32 · {{= p.s}} = {{= p.dot - 32*p.s}}."},
    q.num{id = "share", unit = "x", rtol = .01,
      ask = [[{{= p.B}} columns in one launch of Q4_K, in place of {{= p.B}} launches. x's codes have one byte. How many
        times fewer bytes come from HBM, weights and x of {{= n(f.N)}} x {{= n(f.K)}} counted, scales of x not?]],
      vary = {B = {2, 4, 8}},
      answer = function(f, p)
        local w = f.bytes("q4_K", f.N, f.K)
        return p.B*(w + f.K)/(w + p.B*f.K)
      end,
      wrong = {{value = function(_, p) return 1/p.B end, hint = "The other way round."}},
      worked = "{{= p.B}} · (W + x) over W + {{= p.B}} · x; x is nearly nothing."},
    q.choice{id = "why-integers", answer = 2, seed = "S003-W31-C4",
      ask = "Why does x become int8 before a product with four-bit weights?",
      options = {"Because eight bits are more exact than float",
                 "Four products are one instruction, and no weight is converted to float",
                 "Because x would not fit in L1 otherwise",
                 "Tensor cores have no other type"},
      worked = [[A weight in float costs a conversion and a multiply-add each; dp4a does four codes at once. What it
        costs is x's rounding, 1/254 of a block's largest magnitude at most.]]},
    q.choice{id = "misaligned", answer = 3,
      ask = "What happens if a lane loads 16 bytes at byte 18 of W?",
      options = {"The load takes two transactions", "The two low bits of the address are ignored",
                 "The launch fails with a misaligned address", "The bytes come in another order"},
      worked = "A load of n bytes needs an address that is a multiple of n, in shared memory as well."},
    q.choice{id = "end", answer = 1,
      ask = "The last piece of 16 bytes of the last row reaches beyond W. What is right?",
      options = {"Copy fewer bytes and fill with zeros", "Nothing: allocations are multiples of 256",
                 "Leave the piece out", "Let lane 0 check the whole warp's addresses afterwards"},
      worked = [[A tensor of a GGUF file is followed by another one or by the end of the mapping. cp.async takes the
        number of bytes that are there and writes zeros for the others.]]},
    q.multi{id = "small", answer = {1, 2, 4}, seed = "S003-W31-HO",
      ask = "A matrix of 9 MB runs at a lower share of the copy's rate than one of 300 MB. Which of these may be why?",
      options = {"The launch and the first bytes' latency do not shrink", "Some SMs have a row more than others",
                 "Small matrices have more bits a weight", "Warps without rows keep nothing under way"},
      worked = [[At some µs a launch, constant terms count. What may be done: everything under way at once, and nothing
        to prepare before the first byte is asked for.]]},
    q.order{id = "chunk", ask = "A chunk of Q6_K, first to last?",
      items = {"16-byte pieces are asked for", "wait for the warp's own copies",
               "words of ql and qh, shifted by two bytes",
               "four low bits and two high ones are one code", "dp4a with x", "the two scales and x's"}},
    q.text{id = "why", min_words = 40, seed = "S003-W31-HO",
      ask = [[Explain to a colleague why Q6_K can be as near to the copy's rate as Q8_0 although its blocks have 210
        bytes, what it pays for that, and by which counters you would prove it.]],
      rubric = {"a row is a run of bytes: aligned pieces of 16, taken apart in shared memory",
                "two-byte shifts and passes over the banks, instructions a byte within the budget",
                "load requests against bytes over 512; wavefronts of shared memory"}},
  },

  hints = {
    {on = "build", match = {"undefined", "linkage", "identifier"},
     [[nvcc names the line. Keep `extern "C"` before each kernel: the runner finds it by name.]]},
    {on = "case:zeros", "A block of zeros has the scale 0; 1/0 counts as 0."},
    {on = "case:ties", [[roundf, not rintf: from the middle of two, away from zero. And x times 1/d: x over d, or times
      127 over the largest, falls to the other side now and then.]]},
    {on = "case:negative", "The largest magnitude, not the largest number."},
    {on = "case:columns/quantise_x", "Lanes beyond the end take part in shuffles, and store nothing."},
    {on = "case:q40-one", "18 bytes, and not one more may be read: how many has the last copy?"},
    {on = "case:q6k-one", "Low halves of 64 bytes, then their high halves; a byte of qh serves four quarters."},
    {on = "case:q4k-one", "Sub-blocks 4 to 7 have their scales in two places."},
    {on = "case:q40-odd-rows", "Where does row 1 begin, in bytes, and what is that modulo 4?"},
    {on = "case:q6k-odd-rows", "Where does row 1 begin, in bytes, and what is that modulo 4?"},
    {on = "case:q40-tail", "The last chunk has fewer blocks than lanes."},
    {on = "counter:g_ld_req", "16 bytes a copy, consecutive lanes consecutive pieces."},
    {on = "counter:g_ld_sec", "Each byte of W once, whatever the number of columns."},
    {on = "counter:tma_B", "Each byte of W once, whatever the number of columns."},
    {on = "counter:sh_wave", "Words, not bytes, and each word once."},
    {on = "counter:spill_B", "Fewer columns at a time in registers; one index for all of them."},
    {on = "counter:g_st_sec", "Four codes are one store."},
    {on = "sanitize", "Who waits for whose copies? And does the last piece end where W ends?"},
    {on = "call:quantise_x", "d = most / 127, code = x · (1 / d): two roundings, in this order."},
    {on = "call:gemv_q4_0", "Element j and element 16 + j share a byte."},
    {on = "call:gemv_q8_0", "Codes begin two bytes behind the scale."},
    {on = "call:gemv_q4_K", "d · sc · dot − dmin · m · sum of x's codes."},
    {on = "call:gemv_q6_K", "code = low | high << 4, minus 32; the minus meets the sum of x's codes."},
    {on = "bench:q4-0", "How many bytes does a warp have under way while it computes?"},
    {on = "bench:q6-K", "How many bytes does a warp have under way while it computes?"},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
