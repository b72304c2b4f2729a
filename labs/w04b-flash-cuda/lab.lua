-- w04b-flash-cuda: attention forward in one kernel: tiles, tensor cores, a softmax that streams.

local ROWS, THREADS, SMEM = 128, 256, 98304       -- as lab.h has them
-- One H200 at its highest SM clock, 16 heads of 8,192 tokens, no mask: `ridge bench` of opt against ref, medians of 5
-- pairs between events (2026-11; kernels/RESULTS.md).
local MEASURED = {t_ref = 3.6737e-3, t_opt = 1.7762e-3, t_ref64 = 3.2637e-3, t_opt64 = 1.0118e-3}
local LEAST = 2                                   -- halves: bytes of an element

-- What a right kernel moves for case S, d, one head: Q and O once, K and V once a block of rows.
local READ = "2*S*d*(1 + 2*((S + 127)//128))"
local WRITTEN = "B*H*S*(2*d + 4)"

-- A case of flash_fwd. causal: 0 none, c > 0 hides the keys beyond i - (c - 1). Further fields:
-- data 0 normal, 1 logits near +-10^4, 2 equal keys; sample rows judged in a timed run (absent: all).
local function on(id, S, d, causal, more)
  local c = {id = id, calls = {"flash_fwd"}, B = 1, H = 1, Hkv = 1, S = S, d = d, causal = causal, data = 0}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

return lab {
  api = 1, rev = 1, id = "w04b-flash-cuda", title = "FlashAttention forward, SIMT/WMMA kernel",
  kind = "kernel", week = 4, part = 1, domain = {"attention", "cuda"},
  seeds = {"S000-P2-T3", "S000-P2-L5", "S001-10", "S001-39", "S001-40", "S002-R-4", "S003-DN-effAttn",
           "S003-W04-C6", "S003-W12-TRB", "S004-C03-T07", "S004-C03-EX", "S004-C07-T15", "S004-C12-T08"},
  requires = {"w04-flash-tiles", "w02-transpose"}, suggests = {"w13b-wmma-gemm"},
  hours = {read = 1, lab = 6},
  durable = {"Fuse what a streamed reduction allows", "Give a warp whole rows, and rows need no exchange",
             "The special-function unit is a roof of its own"},
  ephemeral = {{"WMMA and mma.sync as the way to the tensor cores", as_of = "2026-01"},
               {"Tile sizes of FlashAttention-2", as_of = "2026-01"}},
  readings = {
    {"fa2", hours = 1, look_for = [[section 3: which loop is outside, what the warps of a block divide
      among themselves, and which barriers that removes]]},
    {"onlinesm", look_for = "the recurrence for m and l, and why it is a fold in any order"},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"flash.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 30, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    Q = {dtype = "f16", shape = {"B", "H", "S", "d"}, dist = gen.custom"qkv"},
    K = {dtype = "f16", shape = {"B", "Hkv", "S", "d"}, dist = gen.custom"qkv"},
    V = {dtype = "f16", shape = {"B", "Hkv", "S", "d"}, dist = gen.custom"qkv"},
    O = {dtype = "f16", shape = {"B", "H", "S", "d"}},
    LSE = {dtype = "f32", shape = {"B", "H", "S"}},
  },
  calls = {
    flash_fwd = call{
      args = {input"Q", input"K", input"V", output"O", output"LSE", i32"B", i32"H", i32"Hkv", i32"S", i32"d",
              f32"1/math.sqrt(d)", i32"causal"},
      verify = "flash",
      launch = {grid = {"(S+127)//128", "B*H"}, block = {THREADS}, smem = SMEM}},
  },

  cases = {
    on("s1", 1, 64, 0, {tags = {"edge"}}),
    on("s63", 63, 64, 0, {tags = {"edge"}}),
    on("s64-wide", 64, 128, 1),
    on("s65", 65, 64, 1, {tags = {"edge"}}),
    on("s130-wide", 130, 128, 0, {tags = {"edge"}}),
    on("equal-keys", 100, 64, 0, {data = 2, tags = {"edge"}}),
    on("huge-logits", 96, 64, 0, {data = 1, tags = {"edge"}}),
    on("empty-rows", 70, 64, 38, {tags = {"edge"}}),
    on("empty-block", 200, 64, 131, {tags = {"edge"}}),
    on("heads", 33, 64, 0, {B = 3, H = 5, Hkv = 5}),
    on("gqa3", 65, 64, 1, {B = 2, H = 6, Hkv = 2}),
    on("hidden", gen.pick{31, 127, 150, 193}, gen.pick{64, 128}, gen.pick{0, 1, 20},
       {hidden = true, B = gen.pick{1, 2}, H = 4, Hkv = gen.pick{1, 2, 2, 4}}),
    on("full512", 512, 128, 0, {tags = {"gate"}}),
    on("causal512", 512, 128, 1, {tags = {"gate"}}),
    on("bench8192", 8192, 128, 0, {H = 16, Hkv = 16, sample = 4, tags = {"bench"}}),
    on("bench8192-64", 8192, 64, 0, {H = 16, Hkv = 16, sample = 4, tags = {"bench"}}),
    on("bench1024", 1024, 128, 0, {B = 8, H = 16, Hkv = 16, sample = 8, tags = {"bench"}}),
  },

  gates = {
    gate{id = "static", call = "flash_fwd", counter = "smem_B", op = "<=", value = 4096, on = "cuda",
         why = "shared memory is the 96 KiB of the launch; static arrays on top of it end at 100 KiB"},
    gate{id = "no-spill", call = "flash_fwd", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "nothing spills to local memory: O and Q live in registers, or in shared memory by your decision"},
    gate{id = "smem", call = "flash_fwd", case = "full512", counter = "smem_static", op = "<=", value = 4096,
         why = "shared memory is the 96 KiB of the launch; static arrays on top of it end at 100 KiB"},
    gate{id = "no-matrix", call = "flash_fwd", case = "full512", counter = "g_uniq_st", op = "<=",
         value = "1.02*"..WRITTEN, why = "O and LSE are all that is ever stored: no score leaves the SM"},
    gate{id = "written-once", call = "flash_fwd", case = "full512", counter = "g_st_sec", op = "<=",
         value = "1.05*"..WRITTEN.."/32", why = "each sector of O and LSE is stored once, whole"},
    gate{id = "read-once", call = "flash_fwd", case = "full512", counter = "g_ld_sec", op = "<=",
         value = "1.05*"..READ.."/32", why = "a block reads its rows of Q once, and each tile of K and V once"},
    gate{id = "load-eff", call = "flash_fwd", case = "full512", counter = "g_ld_eff", op = ">=", value = .95,
         why = "every byte of a loaded sector is used"},
    gate{id = "lanes", call = "flash_fwd", case = "full512", counter = "act_thr", op = ">=", value = 28,
         why = "the softmax too keeps its 32 lanes busy"},
    gate{id = "causal-skip", call = "flash_fwd", case = "causal512", counter = "g_ld_sec", op = "<=",
         value = "0.72*"..READ.."/32", why = "tiles above the diagonal are not loaded, rather than masked"},
  },
  checks = {
    check("shared memory without bank conflicts", function(t)
      local conflicts = t.counter("flash_fwd", "full512", "sh_conf")
      local ideal = t.counter("flash_fwd", "full512", "sh_ideal")
      if not conflicts or not ideal then return true end
      if conflicts <= .05*ideal then return true end
      return false, ("%d wavefronts are conflicts, %.0f %% of the %d that the accesses need"):format(
        conflicts, 100*conflicts/ideal, ideal),
        "rows of 64 or 128 halves begin in the same bank: pad them by 16 bytes, or swizzle"
    end, {milestone = "profile"}),
  },

  bench = {
    bench{id = "flash", call = "flash_fwd", case = "bench8192", clock = "gpu", on = "cuda",
          stages = {bronze = .25, silver = .6, gold = .9}, flops = "4*B*H*S*S*d", bytes = "8*B*H*S*d"},
    bench{id = "flash-d64", call = "flash_fwd", case = "bench8192-64", clock = "gpu", on = "cuda",
          stages = {bronze = .25, silver = .6, gold = .9}, flops = "4*B*H*S*S*d", bytes = "8*B*H*S*d"},
    bench{id = "flash-1024", call = "flash_fwd", case = "bench1024", clock = "gpu", on = "cuda",
          stages = {bronze = .25, silver = .6, gold = .9}, flops = "4*B*H*S*S*d", bytes = "8*B*H*S*d"},
    bench{id = "sectors", call = "flash_fwd", case = "full512", metric = "fewer:g_sec", on = "simt",
          stages = {bronze = .25, silver = .6, gold = .9}, flops = "4*B*H*S*S*d", bytes = "8*B*H*S*d"},
    bench{id = "wavefronts", call = "flash_fwd", case = "full512", metric = "fewer:sh_wave", on = "simt",
          stages = {bronze = .25, silver = .6, gold = .9}, flops = "4*B*H*S*S*d", bytes = "8*B*H*S*d"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.flops",
            ask = "FLOP of both products, one head, S = {{= n(f.S)}}, d = {{= f.d}}, no mask?",
            worked = "2 S² d for the scores and 2 S² d for the output."},
    predict{id = "bytes", axis = "bytes", unit = "B", answer = "f.bytes",
            ask = "Fewest bytes between HBM and the chip for that head, in half, without LSE?",
            worked = "Q, K, V and O once each: 4 S d of 2 bytes."},
    predict{id = "reuse", axis = "intensity", unit = "FLOP/B", answer = "f.flops/f.bytes",
            ask = "FLOP for each of those bytes?", worked = "4 S² d / 8 S d = S/2."},
    predict{id = "parallel", axis = "parallelism", unit = "1", answer = "f.blocks",
            ask = "Blocks of {{= f.rows}} rows, for {{= f.heads}} heads of that size?",
            worked = "S / {{= f.rows}} for each head."},
    predict{id = "risk", axis = "failure",
            ask = "Which row makes a first version return NaN?",
            choices = {"one that sees no key of a tile, and none before it", "the last one of a block",
                       "one whose scores are all equal"},
            answer = "one that sees no key of a tile, and none before it"},
  },

  facts = function(hw)
    local S, d, h, heads = 8192, 128, hw.h200, 16
    local lines = S//ROWS*heads
    local f = {
      S = S, d = d, heads = heads, rows = ROWS, threads = THREADS, smem = SMEM, bc = 64, e = LEAST,
      flops = 4*S*S*d, bytes = 4*S*d*LEAST, blocks = lines,
      scores = S*S*LEAST, target = 200e12, ex2 = 16, banks = 32, word = 4, log2e = math.log(math.exp(1), 2),
      reserve = h.smem_sm - h.smem_block,
      ref_smem = 2*64*(128 + 8)*2 + 128*(64 + 8)*6 + 128*4, ref_regs = 200,
      knee = 2*h.ridge, bank_B = 32*4, elems = heads*4*S*d*LEAST, whole = heads*S*S*LEAST,
      flops_all = heads*4*S*S*d, score_B = 4 + 4 + 2 + 2, waves = lines/h.sms,
      visited = function(n) return (S//n + 1)/(2*(S//n)) end,
    }
    for name, value in pairs(MEASURED) do f[name] = value end
    -- bytes that cross between L2 and the SMs for one head, K and V once a block of `rows` rows
    f.tile_bytes = function(rows) return 2*S*d*LEAST*(1 + S/rows) end
    f.tile_ai = function(rows) return f.flops/f.tile_bytes(rows) end
    f.blocks_regs = function(regs) return h.regs_sm//(math.ceil(regs*32/256)*256*THREADS//32) end
    f.blocks_of = function(bytes) return h.smem_sm//(bytes + f.reserve) end
    f.blocks_smem = f.blocks_of(SMEM)
    f.ways = function(halves) -- of eight rows, how many begin in the bank where most do
      local begun, most = {}, 0
      for r = 0, 7 do
        local bank = r*halves*LEAST//4 % 32
        begun[bank] = (begun[bank] or 0) + 1
        most = math.max(most, begun[bank])
      end
      return most
    end
    -- cycles of one SM for a score: both products on tensor cores at their peak, one exponential
    f.mma_cycles = function(width) return 4*width/hw.h100.tensor_clk end
    f.ex2_cycles = 1/f.ex2
    -- FLOP of a warp of `rows` rows for each byte of a tile that it reads from shared memory
    f.warp_ai = function(rows) return 4*rows*f.bc*d/(2*f.bc*d*LEAST) end
    return f
  end,

  questions = {
    -- the roof
    q.num{id = "intensity", seed = "S003-W12-TRB", unit = "FLOP/B",
      ask = [[Attention forward, fp16, d = {{= f.d}}, S = {{= n(p.S)}}, no mask. Every element of Q, K, V
        and O crosses HBM once. FLOP a byte?]],
      vary = {S = {512, 2048, 6144}},
      answer = function(f, p) return p.S/2 end,
      wrong = {{value = function(f, p) return p.S end, hint = "An element is two bytes."},
               {value = function(f, p) return p.S/4 end, hint = "Two products, each of 2 S² d FLOP."},
               {value = function(f, p) return 4*p.S^2*f.d/(8*p.S*f.d + 8*p.S^2) end,
                hint = "That counts the S x S matrix, which this kernel never stores."}},
      worked = [[4 S² d FLOP over 4 S d elements of {{= f.e}} B: S/2 = {{= n(p.S/2)}}. d is not in it.]]},
    q.num{id = "knee", seed = "S003-W12-TRB", unit = "1", rtol = .02,
      ask = [[Kernels get {{= p.u}} % of an H200's bandwidth and all of its arithmetic: its ridge is
        {{= n(hw.h200.ridge,0)}} FLOP/B by the sheet. From which S on does attention forward in fp16, each element once,
        stand right of the ridge that they see?]],
      vary = {u = {60, 75, 90}},
      answer = function(f, p) return f.knee*100/p.u end,
      wrong = {{value = function(f, p) return f.knee*50/p.u end, hint = "The intensity is S/2."},
               {value = function(f) return f.knee end, hint = "That is with all of the bandwidth."},
               {value = function(f, p) return f.knee*p.u/100 end,
                hint = "With fewer bytes a second the ridge moves to the right."}},
      worked = [[S/2 = {{= n(hw.h200.ridge*100/p.u,1)}} at S = {{= n(f.knee*100/p.u,0)}}; by the sheet at
        {{= n(f.knee,0)}}. Anything longer is bound by arithmetic, if the matrix stays on the chip and if K and V are
        found in L2 after their first visit.]]},
    q.num{id = "tile", seed = "S001-39", unit = "FLOP/B", rtol = .02,
      ask = [[Now the bytes between L2 and the SMs: each block of {{= p.rows}} rows reads all of K and V, at
        S = {{= n(f.S)}}, d = {{= f.d}}, fp16. Q is read and O written once. FLOP a byte?]],
      vary = {rows = {32, 96, 512}},
      answer = function(f, p) return f.tile_ai(p.rows) end,
      wrong = {{value = function(f, p) return f.S/2 end,
                hint = "That is HBM, with K and V once in all. Here they come once a block."},
               {value = function(f, p) return 2*f.tile_ai(p.rows) end, hint = "K and V are two arrays."}},
      worked = [[{{= n(f.flops)}} FLOP over 2 S d (1 + S/{{= p.rows}}) elements of {{= f.e}} B =
        {{= n(f.tile_bytes(p.rows))}} B: {{= n(f.tile_ai(p.rows),1)}}, nearly the rows of a block.]]},
    q.num{id = "l2", unit = "TB/s", rtol = .03, accept = {"TB/s", "GB/s", "B/s"},
      ask = [[At {{= p.t}} TFLOP/s with blocks of {{= p.rows}} rows, S = {{= n(f.S)}}, how much do the SMs pull from
        L2?]],
      vary = {t = {150, 300, 450}, rows = {64, 128}},
      answer = function(f, p) return p.t/f.tile_ai(p.rows) end,
      wrong = {{value = function(f, p) return p.t/(f.S/2) end,
                hint = "That is what HBM must deliver. L2 serves every block."},
               {value = function(f, p) return p.t/(2*f.tile_ai(p.rows)) end, hint = "K and V are two arrays."},
               {value = function(f, p) return 2*p.t/f.tile_ai(p.rows) end, hint = "An element is two bytes."}},
      worked = [[{{= p.t}}e12 / {{= n(f.tile_ai(p.rows),1)}} = {{= si(p.t*1e12/f.tile_ai(p.rows),"B/s")}}, while HBM
        sees {{= si(p.t*1e12/(f.S/2),"B/s")}}. With twice the rows L2 would have to give about half.]]},
    -- residence
    q.num{id = "resident", seed = "S001-10", unit = "1", rtol = 0,
      ask = [[A block has {{= f.threads}} threads, 40 KiB of shared memory and, says ptxas,
        {{= p.regs}} registers a thread. How many blocks are resident on an SM of an H200
        ({{= n(hw.h200.regs_sm)}} registers, {{= kib(hw.h200.smem_sm,0)}} of shared memory, of which the system
        keeps {{= kib(f.reserve,0)}} a block)?]],
      vary = {regs = {64, 80, 144}},
      answer = function(f, p) return math.min(f.blocks_of(40*1024), f.blocks_regs(p.regs)) end,
      wrong = {{value = function(f) return f.blocks_of(40*1024) end,
                hint = "So says shared memory. Registers have a say as well, and blocks come whole."}},
      worked = [[Shared memory allows {{= f.blocks_of(40*1024)}}, registers {{= f.blocks_regs(p.regs)}}: the smaller
        counts. Accumulators ask for most: O alone is {{= f.rows*f.d//f.threads}} floats a thread at d =
        {{= f.d}}.]]},
    q.num{id = "bank", seed = "S001-39", unit = "1", rtol = 0,
      ask = [[A warp loads an 8x8 block of halves from a tile of K, 16 bytes from each of eight rows. A row is
        {{= p.halves}} halves, with no padding. How many ways does that conflict?]],
      vary = {halves = {16, 32, 96}},
      answer = function(f, p) return f.ways(p.halves) end,
      wrong = {{value = function() return 1 end,
                hint = "In which bank does each row begin? There are {{= f.banks}} banks of {{= f.word}} bytes."},
               {value = function() return 8 end,
                hint = "That is how it would be if all eight began in one bank: rows of a multiple of 128 bytes."},
               {value = function(f) return f.banks end,
                hint = "Eight rows of four words each, not 32 rows of one."}},
      worked = [[A row is {{= p.halves*f.e//f.word}} words, so row r begins in bank {{= p.halves*f.e//f.word}} r mod
        {{= f.banks}}, and {{= f.ways(p.halves)}} of the eight begin in the same one: they come one after the other.
        With 16 bytes of padding behind rows of 64 halves row r begins in bank 4 r: eight rows, 32 banks, one pass.]]},
    -- the softmax between the products
    q.num{id = "exponentials", seed = "S004-C07-T15", unit = "%", rtol = .02,
      ask = [[An SM of an H100 does {{= n(hw.h100.tensor_clk)}} FLOP a clock on its tensor cores and
        {{= f.ex2}} exponentials a clock (CUDA C++ Programming Guide, throughput of instructions, 9.0). At
        d = {{= p.d}}, both at their peaks: the time of the exponentials in per cent of the time of the two
        products?]],
      vary = {d = {64, 128, 256}},
      answer = function(f, p) return 100*f.ex2_cycles/f.mma_cycles(p.d) end,
      wrong = {{value = function(f, p) return 200*f.ex2_cycles/f.mma_cycles(p.d) end,
                hint = "Each score takes part in two products."},
               {value = function(f, p) return 50*f.ex2_cycles/f.mma_cycles(p.d) end,
                hint = "tensor_clk counts FLOP, a multiply-add being two."}},
      worked = [[A score costs 4 d = {{= 4*p.d}} FLOP, {{= n(f.mma_cycles(p.d),4)}} cycles, and one exponential,
        {{= n(f.ex2_cycles,4)}}: {{= pct(f.ex2_cycles/f.mma_cycles(p.d),0)}}. Unless the two overlap they add up.
        Overlapping them is what FlashAttention-3 is about.]]},
    q.num{id = "factor", unit = "1", rtol = .005,
      ask = [[You compute weights as exp2f(c·s − c·m) with the plain dot product s. What is c at d = {{= p.d}}
        with the usual scale?]],
      vary = {d = {64, 128}},
      answer = function(f, p) return f.log2e/math.sqrt(p.d) end,
      wrong = {{value = function(f, p) return 1/math.sqrt(p.d) end,
                hint = "exp2f wants the exponent in base 2: e^x = 2^(x log2 e)."},
               {value = function(f, p) return math.log(2)/math.sqrt(p.d) end,
                hint = "That is ln 2, which goes from base 2 back to e, as in LSE."}},
      worked = [[log2(e)/√d = {{= n(f.log2e,4)}}/{{= n(math.sqrt(p.d),3)}} = {{= n(f.log2e/math.sqrt(p.d),4)}}: one
        multiply-add and one exponential for a score.]]},
    q.choice{id = "nan", answer = 3,
      ask = [[Keys hidden from row i: all of the tile, and all before it. m is −inf, the tile's maximum too. Which
        line turns the row into NaN?]],
      options = {"m' = max(m, top)", "l' = l·α + Σp", "α = exp2(m − m')", "o' = o·α"},
      worked = [[−inf − (−inf) is NaN, and α carries it into l and o for good. Subtract 0 where m' is −inf: then
        every exponent is −inf, every weight 0, and α is 0, which is right for an empty sum.]]},
    -- the schedule
    q.multi{id = "fa2", seed = "S003-W04-C6", answer = {1, 3, 4},
      ask = "Warps share out the rows of Q, not the keys. What follows, within a block?",
      options = {"A row's maximum and sum stay inside one warp",
                 "K and V need not pass through shared memory",
                 "No barrier between the two products",
                 "Each warp reads all of the tile of K and V from shared memory"},
      worked = [[With keys shared out, each warp would hold a part of every row: maxima, sums and partial outputs
        would have to meet in shared memory, behind barriers. With rows shared out only K and V are common, and
        the price is that every warp reads all of them: {{= n(f.warp_ai(16))}} FLOP for each byte from shared
        memory with 16 rows a warp, {{= n(f.warp_ai(32))}} with 32.]]},
    q.order{id = "steps", ask = "One turn of the loop, in order.",
      items = {"barrier: the tile before is no longer read", "load a tile of K and V into shared memory",
               "barrier: the tile is there", "scores of this warp's rows on the tensor cores",
               "fold them into m and l; keep weights and α", "scale O by α and add the weights times V"}},
    q.text{id = "why", seed = "S000-P2-L5", min_words = 50,
      ask = [[A colleague fuses the softmax into the first product, but still runs PV as a second kernel. Why does
        that keep most of the cost that your kernel removes, and what makes the full fusion possible?]],
      rubric = {"weights still make an S x S matrix that is written and read",
                "that matrix dwarfs Q, K, V and O for S well above d",
                "a streamed softmax corrects earlier sums by one factor per row",
                "so a tile of weights can be used up where it was made"}},
  },

  hints = {
    {on = "build", match = {"wmma", "nvcuda", "undefined", "linkage"},
     [[nvcc names the line. Keep `extern "C"`: the runner finds the kernel by name. WMMA wants
      `#include <mma.h>` and `using namespace nvcuda`.]]},
    {on = "case:s1", [[One row, one key. The other 127 rows of the block do not exist: don't store them. The other
      63 keys of the tile must not reach the maximum.]]},
    {on = "case:s63", [[63 keys in a tile of 64: the score of the last one must be −inf, not 0. What lies in its
      row of shared memory? 0 times NaN is NaN: fill it with zeros.]]},
    {on = "case:s65", [[Compare absolute positions: key j0 + j against row i. The second tile has one key.]]},
    {on = "case:s130-wide", [[Two blocks, the second of two rows, and three tiles of keys. Is O rescaled when a
      later tile raises the maximum?]]},
    {on = "case:equal-keys", "All weights are equal: m is no help here, look at l."},
    {on = "case:huge-logits", [[exp(10000) is inf and exp(-10000) is 0. m starts at −INFINITY, not at 0, and is
      subtracted before the exponential.]]},
    {on = "case:empty-rows", "−inf − (−inf) is NaN. Where the new maximum is −inf, subtract 0 instead."},
    {on = "case:empty-block", [[A whole block of rows may see nothing, and no tile is visited. Its O is 0 and its
      LSE −INFINITY all the same.]]},
    {on = "case:heads", "blockIdx.y is batch · H + head: Q, O and LSE move by S·d (S for LSE) with it."},
    {on = "case:gqa3", [[Query head h reads key/value head h / (H/Hkv), of its own batch: (y / H)·Hkv +
      (y % H) / (H/Hkv).]]},
    {on = "counter:spill_B", [[Indices into fragments must be known when the loop is unrolled, or they go to local
      memory: `#pragma unroll` over them.]]},
    {on = "gate:no-matrix", "Something beside O and LSE is stored. Scores belong in registers or shared memory."},
    {on = "gate:written-once", "O leaves after the last tile, two halves or more a lane, lanes along a row."},
    {on = "gate:read-once", [[K and V once a block: the eight warps share the tile in shared memory, each row of
      it loaded by one of them.]]},
    {on = "gate:causal-skip", [[The last key that a block needs is the one its last row sees: end the loop over
      tiles there.]]},
    {on = "counter:g_ld_eff", "Neighbouring lanes load neighbouring 16 bytes (uint4) of a row."},
    {on = "counter:act_thr", [[Which loop leaves lanes idle? A softmax with one lane a row uses 16 of 32 where a
      warp has 16 rows.]]},
    {on = "profile", [[`ridge profile w04b-flash-cuda` shows each line's wavefronts: the line with more than its
      ideal has the conflict. Rows of a multiple of 128 bytes all begin in bank 0.]]},
    {on = "sanitize", [[A tile is written by all warps and read by all: one barrier after the loads, one before the
      next ones. Between a warp's own stores and loads, `__syncwarp()`.]]},
    {on = "bench:flash", [[Count what each score costs beside the tensor cores: trips through shared memory,
      exponentials, conversions. Then ask what the warps do while a tile is on its way.]]},
    {on = "correct", "First one tile and no mask, then the short tile, then two tiles, then the mask, then heads."},
    {after = 3, "Tier 2 of hints.md lays out shared memory; tier 3 has the fold."},
  },

  points = {compile = 10, correct = 30, sanitize = 10, profile = 15, perf = 20, answers = 15},
}
