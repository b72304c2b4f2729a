-- w17-flash-hopper: attention forward from Hopper's instructions, in bfloat16 and in FP8.

local S, HEADS = 8192, 16              -- of the timed case
local SYNC_SMEM, RING_SMEM, HOP_SMEM, FP8_SMEM = 81*1024, 161*1024, 225*1024, 209*1024   -- lab.h
local STAGES = {"two_products", "flash_sync", "flash_ring", "flash_hop", "flash_fp8"}
local ALL = {"flash_sync", "flash_ring", "flash_hop", "flash_fp8"}
local NORMAL, OUTLIERS, SEESAW, LARGE, FAINT, STEADY = 0, 1, 2, 3, 4, 5    -- kernels/w17-flash-hopper/oracle.c

local function on(id, calls, rows, causal, more)
  local c = {id = id, calls = calls, S = rows, causal = causal, d = 128, heads = 1, group = 1, pad = 0, kind = NORMAL,
             g = 2, damp = 1}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function of(name, heads, rows, cols)
  return input{name, box = {1, rows, cols}, dims = {heads, "S", "d"}, swizzle = 128}
end
local O = output{"O", box = {1, 64, 64}, swizzle = 128}
local Q, K, V = of("Q", "heads", 64, 64), of("K", "heads//group", 128, 64), of("V", "heads//group", 128, 64)
local Q8, K8, V8 = of("Q8", "heads", 64, 128), of("K8", "heads//group", 128, 128), of("V8", "heads//group", 128, 128)
local SCALE = f32"damp/math.sqrt(d)"

local function up(x, tile) return ("((%s + %d)//%d)"):format(x, tile - 1, tile) end
-- Pairs of tiles of a call without a mask, `rows` of Q each; and what TMA moves for them, O on its way out included.
local function pairs_of(rows) return up("S", rows).."*"..up("S", 128).."*heads" end
local function moved(rows, bytes)
  return ("%d*heads*%s + %d*%s + 256*heads*S"):format(rows*128*bytes, up("S", rows), 2*128*128*bytes, pairs_of(rows))
end

-- Six columns of 3.84, e4m3's number beside 4, make a score, by which a faint weight is 1.45 * 2^-14 of the largest.
local FAINT_DAMP = math.log(2^14/1.45)/(6*3.84^2/math.sqrt(128))

local function dashed(call) return (call:gsub("_", "-")) end
local function traffic(call, value)
  return gate{id = dashed(call).."-bytes", call = call, case = "gate", counter = "tma_B", op = "<=", value = value,
              why = "TMA brings Q once, and each tile of K and V once for the rows that need it"}
end
local function exact(call, rows)
  return gate{id = dashed(call).."-exact", call = call, case = "gate", counter = "flops_tensor", op = "==",
              value = pairs_of(rows)..("*%d"):format(rows*128*128*4), why = "both products of each pair of tiles, once"}
end
local function skips(call, tiles, rows)
  return gate{id = dashed(call).."-mask", call = call, case = "gate-causal", counter = "flops_tensor", op = "<=",
              value = tiles*rows*128*128*4, why = "tiles that no row of the block sees are left out, not masked"}
end
local function no_matrix(call)
  return gate{id = dashed(call).."-matrix", call = call, case = "gate", counter = "g_uniq_st", op = "<=",
              value = "heads*S*(2*d + 4)", why = "O and LSE are all that is stored: no score leaves the SM"}
end
local function whole(call)
  return gate{id = dashed(call).."-spill", call = call, counter = "spill_B", op = "==", value = 0, on = "cuda",
              why = "sums that spill live in local memory"}
end
local function banks(call)
  return gate{id = dashed(call).."-banks", call = call, case = "gate", counter = "sh_conf", op = "==", value = 0,
              why = "with the swizzle no two lanes meet in a bank, on the way to O and when V is turned over"}
end
local function in_ptx(call, id, text, why)
  return gate{id = dashed(call).."-"..id, call = call, counter = "ptx:"..text, op = ">=", value = 1, on = "cuda",
              why = why or "the code has Hopper's instruction"}
end
local function fenced(call)
  return in_ptx(call, "ptx-init", "fence.mbarrier_init", "TMA may use a barrier once its initialisation is fenced")
end
local function timed(id, call, case, share)
  return bench{id = id, call = call, case = case, clock = "gpu", on = "cuda",
               flops = ("4*heads*S*S*d/%d"):format(share), bytes = "8*heads*S*d"}
end

-- An H200, 30 November 2026, 16 heads: TFLOP/s of the ladder by kernels/w17-flash-hopper/bench.cu, medians on a cold
-- L2; and by bench.py beside cuDNN 9.19 in one run: rate, cuDNN's rate, median of the pairs' ratios.
local MEASURED = {
  sync = 504.5, ring = 587.5, hop = 702.8, sync_causal = 434.9, ring_causal = 490.9, hop_causal = 672.1,   -- S = 8192
  cudnn = {
    {S = 4096, plain = {679.0, 652.1, 1.041}, causal = {608.9, 454.8, 1.340}},
    {S = 8192, plain = {701.4, 674.6, 1.035}, causal = {669.3, 546.3, 1.226}},
    {S = 16384, plain = {654.8, 624.1, 1.049}, causal = {664.5, 561.6, 1.183}},
  },
  -- without named barriers, S = 4096, in a run of 28 November
  drift = {ours = 659.0, of = 1.001, turns = 679.4, turns_of = 1.031},
  -- flash_fp8 at S = 8192 with named barriers and without, in one call; clocks a tile of a warpgroup, by clock()
  fp8 = {turns = 736.7, free = 781.3, tile = 2749, softmax = 1344},
}

return lab {
  api = 1, rev = 1, id = "w17-flash-hopper", title = "Attention on Hopper",
  kind = "kernel", week = 17, part = 2, domain = {"attention", "cuda"},
  seeds = {"S000-REPO-4", "S001-10", "S002-REPO-5", "S003-DN-hopper", "S003-W16-C5", "S003-W17", "S003-W17-C1",
           "S003-W17-C2", "S003-W17-HO", "S003-W17-MS"},
  requires = {"w16-tma-wgmma-gemm", "w04b-flash-cuda"}, suggests = {"c06-floatbits"},
  hours = {read = 11, lab = 6},
  durable = {"Two kinds of work that use different units are run side by side, if something lets them",
             "The layout in which a product leaves its sums decides whether the next one can take them",
             "Roles, a ring and two signals a stage carry over from the matmul",
             "A scale can travel in a factor that is applied anyway"},
  ephemeral = {{"TMA, wgmma and FP8 operands as PTX of sm_90a", as_of = "2026-11"},
               {"16 exponentials and 4,096 FLOP of bfloat16 a clock and SM", as_of = "2026-11"}},
  readings = {
    {"fa3", hours = 4, look_for = [[Algorithm 2 and the ablation: which of specialisation and of the pipeline within
      a warpgroup gives more; and what the FP8 error table compares]]},
    {"gordicmatmul", hours = 4, look_for = "the gain of each kernel, predicted from the bound of the one before"},
    {"colfaxpdf", hours = 3, look_for = "who sets up, waits for and signals each barrier of the attention pipeline"},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"flash.cu"},
  reference = "ref.cu", ladder = {"ref.cu"},
  limits = {wall_s = 120, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},
  order = STAGES,

  buffers = {
    Q = {dtype = "bf16", shape = {"heads", "S + pad", "d + pad"}, dist = gen.custom"rows"},
    K = {dtype = "bf16", shape = {"heads//group", "S + pad", "d + pad"}, dist = gen.custom"rows"},
    V = {dtype = "bf16", shape = {"heads//group", "S + pad", "d + pad"}, dist = gen.custom"rows"},
    Q8 = {dtype = "u8", shape = {"heads", "S + pad", "d + pad"}, dist = gen.custom"rows"},
    K8 = {dtype = "u8", shape = {"heads//group", "S + pad", "d + pad"}, dist = gen.custom"rows"},
    V8 = {dtype = "u8", shape = {"heads//group", "S + pad", "d + pad"}, dist = gen.custom"rows"},
    sq = {dtype = "f32", shape = {"heads", "(S + 127)//128"}, dist = gen.custom"scales"},
    sk = {dtype = "f32", shape = {"heads//group", "(S + 127)//128"}, dist = gen.custom"scales"},
    sv = {dtype = "f32", shape = {"heads//group", "(S + 127)//128"}, dist = gen.custom"scales"},
    C = {dtype = "f32", shape = {"heads", "S", "64"}},
    O = {dtype = "bf16", shape = {"heads", "S", "d"}},
    LSE = {dtype = "f32", shape = {"heads", "S"}},
  },

  calls = {
    two_products = call{args = {output"C", of("Q", "heads", 64, 64), of("K", "heads", 64, 64),
                                of("V", "heads", 64, 64), i32"S"}, verify = "products",
                        launch = {grid = {"S//64", "heads"}, block = {128}}},
    flash_sync = call{args = {O, output"LSE", Q, K, V, i32"S", i32"group", SCALE, i32"causal"}, verify = "attention",
                      launch = {grid = {"(S + 63)//64", "heads"}, block = {128}, smem = SYNC_SMEM}},
    flash_ring = call{args = {O, output"LSE", Q, K, V, i32"S", i32"group", SCALE, i32"causal"}, verify = "attention",
                      launch = {grid = {"(S + 127)//128", "heads"}, block = {384}, smem = RING_SMEM}},
    flash_hop = call{args = {O, output"LSE", Q, K, V, i32"S", i32"heads", i32"group", SCALE, i32"causal"},
                     verify = "attention", launch = {grid = {"g"}, block = {384}, smem = HOP_SMEM}},
    flash_fp8 = call{args = {O, output"LSE", Q8, K8, V8, input"sq", input"sk", input"sv", i32"S", i32"heads",
                             i32"group", SCALE, i32"causal"}, verify = "attention",
                     launch = {grid = {"g"}, block = {384}, smem = FP8_SMEM}},
  },

  cases = {
    on("one-tile", {"two_products"}, 64, 0, {d = 64}),
    on("two-heads", {"two_products"}, 128, 0, {d = 64, heads = 2, pad = 16, tags = {"edge"}}),
    on("one-row", ALL, 1, 0, {tags = {"edge"}}),
    on("outliers", ALL, 70, 0, {kind = OUTLIERS, pad = 16, tags = {"edge"}}),
    on("shared-keys", ALL, 66, 1, {kind = LARGE, heads = 4, group = 2, g = 5, tags = {"edge"}}), -- a block without work
    on("faint", {"flash_fp8"}, 100, 0, {kind = FAINT, damp = FAINT_DAMP, tags = {"edge"}}), -- they together count
    on("steady", {"flash_fp8"}, 100, 0, {kind = STEADY, damp = .25, tags = {"edge"}}), -- what all weights lose adds up
    on("two-tiles", {"flash_sync"}, 130, 1, {tags = {"edge"}}),
    on("seesaw", ALL, 130, 1, {kind = SEESAW, damp = .75, tags = {"edge"}}), -- maxima fall by hundreds, or rise
    on("long", {"flash_hop", "flash_fp8"}, 385, 1,  -- four pieces, ten tiles: rings go round, within a piece too
       {g = 1, pad = 16, tags = {"edge"}}),
    on("five-tiles", {"flash_ring"}, 513, 1,        -- a third turn of a stage: empty's other parity
       {pad = 16, tags = {"edge"}}),
    on("hidden-tile", {"two_products"}, 64, 0, {d = 64, heads = gen.pick{1, 2}, hidden = true}),
    on("hidden", ALL, gen.pick{33, 100}, gen.pick{0, 1}, {hidden = true}),
    on("gate", ALL, 128, 0, {heads = 2, tags = {"gate"}}),
    on("gate-causal", {"flash_sync", "flash_ring", "flash_hop"}, 130, 1, {tags = {"gate"}}),
    on("gate-tile", {"two_products"}, 128, 0, {d = 64, tags = {"gate"}}),
    on("bench", ALL, S, 0, {heads = HEADS, g = 132, sample = 4, tags = {"bench"}}),
    on("bench-causal", {"flash_hop", "flash_fp8"}, S, 1, {heads = HEADS, g = 132, sample = 4, tags = {"bench"}}),
  },

  gates = {
    whole"flash_sync", whole"flash_ring", whole"flash_hop", whole"flash_fp8",
    in_ptx("flash_hop", "ptx-tma", "cp.async.bulk.tensor"), in_ptx("flash_hop", "ptx-wgmma", "wgmma.mma_async"),
    in_ptx("flash_hop", "ptx-regs", "setmaxnreg"), in_ptx("flash_fp8", "ptx-e4m3", ".e4m3.e4m3"),
    fenced"two_products", fenced"flash_sync", fenced"flash_ring", fenced"flash_hop", fenced"flash_fp8",
    gate{id = "two-products-exact", call = "two_products", case = "gate-tile", counter = "flops_tensor", op = "==",
         value = "S*64*64*4*heads", why = "each of the two products once"},
    gate{id = "two-products-fences", call = "two_products", counter = "ptx:wgmma.fence", op = ">=", value = 2,
         on = "cuda", why = "the weights are written between the products, and the second takes them by a fence"},
    gate{id = "two-products-registers", call = "two_products", case = "gate-tile", counter = "sh_st_req", op = "==",
         value = 0, why = "the first product's sums are the second one's left operand without leaving the registers"},
    traffic("flash_sync", moved(64, 2)), exact("flash_sync", 64), no_matrix"flash_sync", skips("flash_sync", 4, 64),
    traffic("flash_ring", moved(128, 2)), exact("flash_ring", 128), skips("flash_ring", 3, 128),
    gate{id = "flash-ring-barriers", call = "flash_ring", case = "gate", counter = "bar", op = "<=", value = 6,
         why = "in the loop tiles are handed over by mbarriers, not by a barrier of the block"},
    traffic("flash_hop", moved(128, 2)), exact("flash_hop", 128), no_matrix"flash_hop", banks"flash_hop",
    skips("flash_hop", 3, 128),
    traffic("flash_fp8", moved(128, 1)), exact("flash_fp8", 128), no_matrix"flash_fp8", banks"flash_fp8",
  },

  bench = {
    timed("sync", "flash_sync", "bench", 1), timed("ring", "flash_ring", "bench", 1),
    timed("hop", "flash_hop", "bench", 1), timed("hop-causal", "flash_hop", "bench-causal", 2),
    timed("fp8", "flash_fp8", "bench", 1),
    bench{id = "hop-bytes", call = "flash_hop", case = "gate", metric = "fewer:tma_B", on = "simt",
          flops = "4*heads*S*S*d"},
    bench{id = "hop-mask", call = "flash_hop", case = "gate-causal", metric = "fewer:flops_tensor", on = "simt"},
    bench{id = "fp8-waves", call = "flash_fp8", case = "gate", metric = "fewer:sh_wave", on = "simt"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.flops",
            ask = "FLOP of attention forward, {{= f.heads}} heads, S = {{= n(f.S)}}, d = {{= f.d}}, no mask?",
            worked = "Two products of 2 S² d for each head."},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "f.brought(128)/1e9", rtol = .02,
            ask = [[Bytes of K and V that TMA brings into shared memory for it, all blocks together, in bfloat16, with
              128 rows of Q a block?]],
            worked = [[Each of {{= n(f.S//128*f.heads)}} pieces reads all of its head's K and V:
              {{= n(2*f.S*f.d*2)}} bytes.]]},
    predict{id = "ai", axis = "intensity", unit = "FLOP/B", answer = "f.flops/f.brought(128)", rtol = .02,
            ask = "FLOP for each of these bytes?", worked = "4 · 128 · 128 · d over 2 · 128 · d · 2 bytes."},
    predict{id = "waves", axis = "parallelism", unit = "%", answer = "100*f.filled(f.S//128*f.heads)", rtol = .01,
            ask = [[{{= n(f.S//128*f.heads)}} pieces of equal length on {{= f.sms}} SMs, one at a time: which share of
              the slots does work?]],
            worked = "{{= n(f.S//128*f.heads/f.sms,2)}} waves are paid as {{= math.ceil(f.S//128*f.heads/f.sms)}}."},
    predict{id = "risk", axis = "failure",
            ask = "Two warpgroups take turns by named barriers, and nobody hands over the first turn. The kernel…",
            choices = {"waits for ever", "is right, but does not overlap", "gives wrong sums"},
            answer = "waits for ever"},
  },

  facts = function(hw)
    local h = hw.h200
    local f = {
      S = S, heads = HEADS, d = 128, sms = h.sms, clk = hw.h100.tensor_clk, ex2 = 16, flops = 4*HEADS*S*S*128,
      room = h.smem_block, regs = h.regs_sm, bf16 = h.bf16, fp8 = h.fp8, fa3 = 740e12, fa2 = .35*hw.h100.bf16,
      peak = hw.h100.bf16, clock = hw.h100.clock, tile = 128*128*2, hop = HOP_SMEM, m = MEASURED,
    }
    f.mma = function(keys, d, bytes) return 4*128*keys*d/(f.clk*2/bytes) end   -- clocks of an SM, 128 rows
    f.exp = function(keys) return 128*keys/f.ex2 end
    f.brought = function(rows) return HEADS*(S//rows)*2*S*128*2 end
    f.filled = function(n) return n/(math.ceil(n/f.sms)*f.sms) end
    f.tiles = function(n, causal) return causal and n*(n + 1)//2 or n*n end
    return f
  end,

  questions = {
    q.num{id = "ratio", seed = "S003-W17-C2", unit = "1", rtol = .01,
      ask = [[128 rows, 128 keys, d = {{= p.d}}, {{= p.b > 1 and "bfloat16" or "FP8"}}. Clocks for the exponentials
        over clocks for both products, on an SM with {{= f.ex2}} exponentials and {{= n(f.clk)}} FLOP of bfloat16 a
        clock, twice as many of FP8?]],
      vary = {d = {96, 192}, b = {1, 2}},
      answer = function(f, p) return f.exp(128)/f.mma(128, p.d, p.b) end,
      wrong = {{value = function(f, p) return 2*f.exp(128)/f.mma(128, p.d, p.b) end,
                hint = "Two products: 4 · 128 · 128 · d FLOP."},
               {value = function(f, p) return f.exp(128)/f.mma(128, p.d, 3 - p.b) end,
                hint = "Operands of one byte go twice as fast."}},
      worked = "{{= n(f.exp(128))}} clocks against {{= n(f.mma(128,p.d,p.b),0)}}."},
    q.num{id = "serial", seed = "S003-W17-C2", unit = "%", rtol = .01,
      ask = [[Exponentials take {{= p.r}} % of the time of the products, and nothing else costs anything. Which
        share of the tensor cores' peak is left if the two never overlap?]],
      vary = {r = {40, 65, 90}},
      answer = function(_, p) return 100/(1 + p.r/100) end,
      wrong = {{value = function(_, p) return 100 - p.r end, hint = "The whole grows: 1 / (1 + r)."}},
      worked = "1 / (1 + {{= n(p.r/100,2)}}) = {{= n(100/(1+p.r/100),1)}} %."},
    q.num{id = "slots", seed = "S003-W17-C1", unit = "1", rtol = 0,
      ask = [[Tiles of {{= p.keys}} keys and d = 128 in bfloat16; Q of 128 rows, and as much again for O. How many
        tiles of K or V fit into the rest of {{= n(f.room/1024)}} KiB?]],
      vary = {keys = {80, 96, 112, 176}},
      answer = function(f, p) return (f.room - 2*f.tile)//(p.keys*256) end,
      wrong = {{value = function(f, p) return f.room//(p.keys*256) end, hint = "First Q and O, 32 KiB each."},
               {value = function(f, p) return (f.room - 2*f.tile)//(p.keys*512) end, hint = "K and V count as two."}},
      worked = "{{= n(f.room - 2*f.tile)}} bytes over {{= n(p.keys*256)}}, rounded down."},
    q.num{id = "registers", seed = "S003-W17-C1", unit = "1", rtol = 0,
      ask = [[A consumer holds 64 rows by two warpgroups' 128 threads each: scores of {{= p.keys}} keys and O with
        d = {{= p.d}} in float, weights in bfloat16, two a register. How many registers a thread are that?]],
      vary = {keys = {96, 144, 176}, d = {64, 96}},
      answer = function(_, p) return 64*p.keys/128 + 64*p.d/128 + 64*p.keys/256 end,
      wrong = {{value = function(_, p) return 64*p.keys/128 + 64*p.d/128 end, hint = "And the weights."}},
      worked = "{{= p.keys//2}} + {{= p.d//2}} + {{= p.keys//4}}."},
    q.num{id = "owner", seed = "S003-W17-C1", unit = "1", rtol = 0,
      ask = [[Which thread of a warpgroup (0 to 127) holds the score of row {{= p.r}} and key {{= p.c}} of a tile
        of 64 x 128?]],
      vary = {r = {5, 27, 42, 60}, c = {13, 70, 100}},
      answer = function(_, p) return p.r//16*32 + p.r % 8*4 + p.c % 8//2 end,
      wrong = {{value = function(_, p) return p.r//16*32 + p.r % 16*2 + p.c % 8//2 end,
                hint = "Rows r and r + 8 of a warp's 16 are in the same thread."}},
      worked = "Warp {{= p.r//16}}, lane 4 ({{= p.r}} mod 8) + ({{= p.c}} mod 8) / 2."},
    q.num{id = "order8", seed = "S003-W17-MS", unit = "1", rtol = 0,
      ask = [[FP8: a thread packs its weights of 16 keys as bytes 4i to 4i + 3, i its lane modulo 4, in the order in
        which the first product left them. Which of the 16 keys has to stand in place {{= p.k}} of a row of V turned
        over?]],
      vary = {k = {2, 5, 7, 10, 13}},
      answer = function(_, p) return p.k//4*2 + p.k % 4//2*8 + p.k % 2 end,
      wrong = {{value = function(_, p) return p.k end, hint = [[Sums of neighbouring columns come in twos: columns 2i,
        2i + 1, and then 2i + 8, 2i + 9.]]}},
      worked = "Lane {{= p.k//4}}'s byte {{= p.k % 4}}: key 2 · {{= p.k//4}} + {{= p.k % 4//2*8 + p.k % 2}}."},
    q.num{id = "causal", seed = "S003-W17-C2", unit = "%", rtol = .01,
      ask = [[A causal mask, S = {{= n(p.s)}}, tiles of 128 x 128. Tiles above the diagonal are left out, those on it
        are done whole. How much more than half of all tiles' work is that, in per cent of half?]],
      vary = {s = {1024, 2048, 4096}},
      answer = function(_, p) return 100*128/p.s end,
      wrong = {{value = function(_, p) return 50*128/p.s end, hint = "In per cent of the half, not of the whole."}},
      worked = "n (n + 1) / 2 tiles over n² / 2, n = {{= p.s//128}}: 1 / n."},
    q.num{id = "l2", seed = "S003-W17-C2", unit = "TB/s", rtol = .02,
      ask = [[{{= p.rows}} rows of Q a block read each tile of 128 keys of K and V, bfloat16, d = 128, while the GPU
        runs at {{= p.rate}} TFLOP/s in all. Bytes a second out of L2?]],
      vary = {rows = {64, 192, 256}, rate = {500, 600}},
      answer = function(_, p) return p.rate/p.rows end,
      wrong = {{value = function(_, p) return 2*p.rate/p.rows end,
                hint = "4 · rows · 128 · d FLOP for 4 · 128 · d bytes."}},
      worked = "A byte serves as many FLOP as the block has rows."},
    q.choice{id = "pingpong", seed = "S003-W16-C5", answer = 2,
      ask = "What do the two named barriers of the consumers make sure of?",
      options = {"That both warpgroups see the same tile", "That one has its products issued before the other's begin",
                 "That K has landed before V"},
      worked = [[Tiles are handed over by mbarriers. The named barriers only order the two: without them results are
        the same, and both may wait for the tensor cores, and then for the exponentials, at the same time.]]},
    q.choice{id = "wait", seed = "S003-W17-C1", answer = 3,
      ask = "Scores of tile j, then the output of tile j + 1 have been committed. After `wgmma_wait<1>`…",
      options = {"both are over", "the output is over, the scores may not be",
                 "the scores are over: softmax may begin, and K's tile goes back"},
      worked = "At most one group is left, and groups end in the order in which they were committed."},
    q.choice{id = "transpose", seed = "S003-W17-C1", answer = 1,
      ask = "Why does V in FP8 need turning over, and in bfloat16 not?",
      options = {"The right operand of bytes can lie along its rows only; of bfloat16 also across them",
                 "A box of bytes cannot be swizzled", "The weights are in another order"},
      worked = "imm-trans-b exists for 16-bit types alone."},
    q.multi{id = "fp8gain", seed = "S003-W17-MS",
      ask = "Why does FP8 give less than twice the speed here?",
      options = {"Exponentials do not get faster", "Weights have to be converted and V turned over",
                 "Bytes from HBM are the limit", "Maxima, sums and rescaling stay in float"},
      answer = {1, 2, 4}, worked = "At these lengths HBM is far from its limit, in both formats."},
    q.order{id = "turn", ask = "Order what a consumer does with one tile of the loop.",
      items = {"wait for its turn", "ask for the scores of the next tile", "ask for the output of this one",
               "hand the turn over", "wait for the scores, give K's tile back", "fold: maximum, exponentials, sum",
               "wait for the output, give V's tile back", "rescale O, pack the weights"}},
    q.text{id = "annotate", seed = "S003-W17-HO", min_words = 80,
      ask = [[The lesson marks ten places of flash_hop. Say for each which feature of Hopper it uses, and what you
        expect to lose without it.]],
      rubric = {"(1) TMA with a tensor map of three dimensions: no addresses, edges for nothing",
                "(2) an mbarrier that counts bytes: no thread waits while copying",
                "(3) a ring: latency of L2 is covered as long as it has room",
                "(4) setmaxnreg: without it scores, O and weights spill",
                "(5) wgmma with both operands in shared memory",
                "(6) the left operand from registers: no trip of the weights",
                "(7) the right operand read across its rows: V as it lies",
                "(8) a group in flight during the softmax: overlap within a warpgroup",
                "(9) named barriers: overlap between warpgroups", "(10) O by TMA behind the next piece's loads"}},
    q.text{id = "delta", seed = "S003-W17-MS", min_words = 60,
      ask = [[Explain to a colleague who knows the roofline why flash_hop is faster than your kernel of week 4, and
        flash_fp8 faster than flash_hop.]],
      rubric = {"all three are bound by compute at this length", "the older one lets tensor cores idle during softmax",
                "loads and addresses cost the consumers nothing now", "FP8 raises a roof and leaves the exponentials",
                "numbers: rate, share of the matching roof"}},
  },

  hints = {
    {on = "build", match = {"sm_90a", "not supported on .target", "undefined", "identifier"},
     "`extern \"C\"` before each kernel, and hop.h's wrappers for every instruction: lab.h includes it."},
    {on = "case:one-tile", [[A thread's sums of columns 8j + 2q and + 1 are what the left operand wants in one
      register: pack s[2i], s[2i + 1] to p[i], four registers a step of 16 keys. V goes by smem_desc_rows(), 16 rows a
      step.]]},
    {on = "case:two-heads", "The third coordinate is the head; row and head are the block's."},
    {on = "case:one-row", [[Keys from S on are zeros, and their scores 0: set them to -infinity before the maximum. And
      rows from S on are not stored by TMA; LSE you guard yourself.]]},
    {on = "case:outliers", [[Logits of hundreds: the maximum is subtracted before the exponential, and what older tiles
      have added is rescaled when it rises. NaN lies behind the maps: use them.]]},
    {on = "case:shared-keys/flash_fp8", [[K and V of head h are those of head h / group, and so are their scales. A
      block without a piece sets up, hands over turns, and leaves.]]},
    {on = "case:shared-keys", [[K and V of head h are those of head h / group; row i sees the keys up to i, itself
      included.]]},
    {on = "case:long/flash_fp8", [[Up to four tiles a piece, each with its scale, and rings that go round: who has read
      a stage of them, all lanes, gives it back. O is in units of a scale of V: when the next tile has
      another one, O changes units, as it is rescaled anyway.]]},
    {on = "case:long/flash_hop", [[Stage and parity live as long as the block: four pieces, twenty tiles, a ring that
      goes round. Q's parity turns with each piece, and only the tile on the diagonal is masked.]]},
    {on = "case:five-tiles", [[Five tiles in a ring of two: the third turn of a stage waits for the second phase of
      empty, which takes the arrivals of both warpgroups.]]},
    {on = "case:faint", [[Weights of 2^-13 of the largest are 0 in e4m3, and here they are all that O has: multiply
      weights by a power of two before they are packed, the largest that fits. Their sum has it too, LSE must not.]]},
    {on = "case:steady", [[All values have one sign here, so what each weight loses on its way to e4m3 adds up: weights
      are rounded, not cut off.]]},
    {on = "case:seesaw", [[From one tile of keys to the next logits fall by hundreds in half of the rows. The maximum is
      that of all tiles so far: one that may fall makes alpha infinite. And scale is an argument, here not
      1 / sqrt(d).]]},
    {on = "case:two-tiles", "The parity of the barrier turns with each tile, and O is rescaled when a maximum rises."},
    {on = "counter:ptx:fence.mbarrier_init", "Behind mbar_init() stands fence_mbar_init(), and then a barrier."},
    {on = "counter:ptx:wgmma.fence", [[wgmma_fence() before the first product, and again once its sums are packed: the
      second product reads registers that you have written since.]]},
    {on = "counter:spill_B", [[Arrays with indices that are known once loops are unrolled; setmaxnreg for
      the consumers.]]},
    {on = "gate:two-products-registers", [[Sums and left operand have the same layout: pack them where they are.]]},
    {on = "counter:tma_B", "Q once a block, K and V once a tile, and under a mask none that the block does not see."},
    {on = "counter:flops_tensor", [[Eight products of 16 a tile and 64 rows for scores, eight for the output. Under the
      mask a block's last row decides how many tiles there are.]]},
    {on = "counter:g_uniq_st", "Scores and weights stay in registers; O leaves once, through shared memory and TMA."},
    {on = "counter:sh_conf", [[stmatrix: the 16 bytes c of row r to place c ^ (r % 8). When V is turned over, eight
      lanes should write rows that are different modulo 8.]]},
    {on = "counter:bar", [[Between producer and consumers stand mbarriers; a barrier of the block only before the
      loop.]]},
    {on = "sanitize", [[An asynchronous hazard names two lines. Either somebody did not wait (wgmma_wait before scores
      are folded, a tile is given back, O is rescaled), or something was not shown (wgmma_fence, fence_proxy_async).]]},
    {on = "call:flash_ring", [[The producer waits for empty with the parity of the phase *before*. Both warpgroups read
      each stage: how many arrivals empty it?]]},
    {on = "call:flash_hop", [[Draw the order of tiles in the ring: K, K, V, K, V, ..., V. And who hands over the very
      first turn?]]},
    {on = "call:flash_fp8", [[Turn V over by hand for 16 keys and 16 columns first: which lane gets which bytes from
      ldmatrix, and which does it give to stmatrix?]]},
    {on = "correct", "One tile, S up to 128, first; then two. A deadlock names its barrier: count arrivals and bytes."},
    {after = 3, "`ridge hint w17-flash-hopper` shows the next tier; the third has the loops nearly whole."},
  },

  points = {compile = 10, correct = 35, sanitize = 15, profile = 15, perf = 10, answers = 15},
}
