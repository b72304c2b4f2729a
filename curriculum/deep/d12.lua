-- d12: Kernel Fusion: Theory, Practice, and the Compilers That Do It For You.

local FUSED_LAUNCHES, ASSUMED = 5, 3.8e-6 -- launches that the exercise's layer saves; what one is assumed to cost, in s

-- Elements a token that one layer moves between its products, the products' own writes among them, and kernels beside
-- the products: each operation its own; adds, silu and rotations fused away; epilogues as well. d is the model's width,
-- kv that of keys or values, ff the feed-forward's.
local function layer(m)
  local d, kv, ff = m.d, m.Hkv*m.hd, m.ff
  local written = 2*d + 2*ff + d + kv -- by the products: two back into d, gate and up, q, k
  return {d = d, kv = kv, ff = ff,
          own = {elements = written + 2*3*d + 2*2*d + 2*d + 2*kv + 2*ff + 3*ff, kernels = 8},
          fused = {elements = written + 2*4*d + 3*ff, kernels = 8 - FUSED_LAUNCHES},
          epilogue = {elements = written - ff + 2*d + 2*2*d, kernels = 2},
          products = 2*(2*d*d + 2*d*kv + 3*d*ff)} -- FLOP a token, the products of attention with its scores left out
end

return deep {
  id = "d12", words = 8000, exercises = 6,
  after = {"d03"},
  labs = {"w10-fusion-compiler", "w10b-layernorm-1pass", "g08-bias-gelu", "g09-rmsnorm-bwd", "w15b-epilogue-gemm",
          "w04-flash-tiles", "w04b-flash-cuda"},
  hours = {read = 3, exercises = 5},
  topics = {
    {"S004-C12-T01", at = "#Numbers/One layer of a 70B model"},
    {"S004-C12-T02", at = "w10-fusion-compiler#Mechanism/Five patterns"},
    {"S004-C12-T03", at = "#Math/RMSNorm: from seven passes to none"},
    {"S004-C12-T04", at = "#Mechanism/Siblings"},
    {"S004-C12-T05", at = "#Mechanism/Epilogues, and the residual inside the product"},
    {"S004-C12-T06", at = "w04-flash-tiles#Mechanism"},
    {"S004-C12-T07", at = "#Mechanism/Compilers that fuse"},
    {"S004-C12-T08", at = "#Code/Three block programs"},
    {"S004-C12-T09", at = "w10-fusion-compiler#Numbers/What precision where"},
    {"S004-C12-T10", at = "w10-fusion-compiler#Numbers/What stops a fused kernel"},
    {"S004-C12-T11", at = "#Mechanism/Counting what was fused"},
    {"S004-C12-T12", at = "#Mechanism/When not to fuse"},
  },
  readings = {
    {"pt2", hours = 1, look_for = [[the scheduler of TorchInductor: which two nodes it scores as worth fusing, and what
      stops it]]},
    {"inductor", hours = .5, look_for = "what a pointwise node is before it is a kernel, and when a value is realized"},
    {"cutlassblog", hours = .5, look_for = "where the epilogue stands among the levels of tiles, and what it sees"},
    {"openxla", hours = .5, look_for = "the place of fusion among the passes, and who emits the code of which fusion"},
    {"brrr", hours = .5, look_for = [[the three regimes, and which of them fusion helps; the note on why recomputing
      can be faster]]},
    {"ncuinspect", hours = .5, look_for = "one counter before and after each change, never the time alone"},
  },
  sources = {"cuBLAS documentation, cublasLtEpilogue_t: bias, ReLU and GELU, their gradients, and forms that also "
               .. "write the GELU's input for training",
             "torch/_inductor/config.py: epilogue_fusion, realize_reads_threshold, fallback_random and their comments",
             "FlashNorm, arXiv 2407.09577: the norm's weights folded into the next product, its scale behind it"},
  ephemeral = {{"What a compiler fuses by default, and the names of its switches", as_of = "2026-11"},
               {"What a launch costs", as_of = "2026-11"},
               {"Attention kernels generated from plain programs", as_of = "2026-11"}},
  disputed = {
    {id = "launch", says = {
      {"about 2.5 µs from one short kernel to the next", source = "approximate, lab w10-fusion-compiler"},
      {"4.4 µs from one launch to the next",
       source = "measured on one H200 host, bench of g11-coop-cluster, 28 November 2026"}}},
    {id = "norm", says = {
      {"a norm over the row comes after the product, in a kernel of its own, since a tile has no whole row",
       source = "counted in lab w10-fusion-compiler"},
      {"its weights go into the next product and its scale behind that one, exactly",
       source = "FlashNorm, arXiv 2407.09577"}}},
    {id = "attention", says = {
      {"rules of fusion do not find it: it comes from a library or a template", source = "lab w10-fusion-compiler"},
      {"kernels of its kind are generated from plain programs, without a template",
       source = "Flashlight, arXiv 2511.02043"}}},
  },
  typed = {{"70 billion", source = "the model's name"},
           {"255", source = "CUDA C++ Programming Guide, technical specifications: registers a thread"}},
  class = {"d12-saved", "d12-passes"},
  facts = function(hw, models)
    local f = {B = hw.h100.bw, P = hw.h100.bf16, launch = ASSUMED, launches = FUSED_LAUNCHES}
    f.g = function(x) return ("%.3g"):format(x) end
    f.us = function(bytes) return bytes/f.B*1e6 end
    f.layer = layer(models.llama3_70b)
    f.saved = 2*(f.layer.own.elements - f.layer.fused.elements) -- bytes a token
    f.silu = 2*2*f.layer.ff
    f.time = function(how, T) return f.us(2*f.layer[how].elements*T) + f.layer[how].kernels*f.launch*1e6 end
    f.gemms = function(T) return f.layer.products*T/f.P*1e6 end
    f.weights = f.layer.products -- bytes of the layer's weights: 2 FLOP and 2 B a weight
    f.side = 8192
    f.tensor = 2*f.side*f.side
    f.product_us = function(K) return 2*f.side*f.side*K/f.P*1e6 end
    f.share = function(e, K) return e*f.P/(2*K*f.B) end
    f.even = f.launch*f.B -- bytes that memory moves while one launch goes by
    -- The gate_up product of the display, and what its epilogue's spills move: 88 words of each of 256 threads, once
    -- out and once in, for each tile of 128 x 256.
    local T, ff, d = 4096, f.layer.ff, f.layer.d
    local s = {T = T, flop = 2*T*d*2*ff, words = 88, full = .78, low = .47, tile = {128, 256}, threads = 256}
    s.apart, s.together = s.flop/(s.full*f.P)*1e3, s.flop/(s.low*f.P)*1e3
    s.pass = 2*T*ff
    s.pointwise = 3*s.pass/f.B*1e3
    s.tiles = T/s.tile[1]*2*ff/s.tile[2]
    s.locals = s.tiles*s.threads*s.words*2*4
    s.sums = s.tile[1]*s.tile[2]/s.threads
    f.spill = s
    -- One H200, 28 November 2026, medians within one run (kernels/RESULTS.md): w10b's bench; w15b's, bias and ReLU;
    -- g08's with 1,056 blocks, as shares of a copy's rate.
    f.ln = {copy = 69.3, three = 164.2, one = 76.5}
    f.lt = {short = 114.8, long = 1393.1, own = 4851.6, deep = 8192, shallow = 512}
    f.gelu = {erf = .468, tanh = .679, opt_erf = .868, opt_tanh = .988}
    f.rms = {naive = 218.9, ref = 111.4} -- g09's bench fwd, the same day: medians beside its optimised rung
    f.separate = 2*f.tensor/hw.h200_m.bw*1e6
    -- w10b's case "gate", in sectors of 32 B
    f.gate = {R = 4, C = 4096}
    f.gate.pass, f.gate.gains, f.gate.rest = f.gate.R*f.gate.C*2/32, f.gate.R*2*4*f.gate.C/32, 2*f.gate.R
    f.kept = 2*T*2*ff/f.B*1e3*2 -- ms: gate and up written in the forward pass and read in the backward one
    f.parts = 4*f.side*f.side/256 -- bytes of a sum of squares for each row of each tile of 256 columns
    return f
  end,

  questions = {
    q.num{id = "d12-saved", unit = "us", rtol = .01, seed = "S004-C12-EX",
      ask = [[One layer of a model of 70 billion parameters in bf16 (d = 8192, ff = 28,672, keys and values 1,024 wide)
        on an H100 of {{= si(f.B, "B/s") }}. Fused are: the two residual additions into the norms that follow, one
        pass over d saved each; silu into its product, one write and one read of ff saved; the rotations of q and of k
        into the kernels that write them, one write and one read each. That is {{= f.launches }} launches fewer, which
        we take at {{= n(f.launch*1e6, 1) }} µs each. What time does it save for {{= n(p.T) }} tokens?]],
      vary = {T = {16, 512, 8192}},
      answer = function(f, p) return f.us(f.saved*p.T) + f.launches*f.launch*1e6 end,
      wrong = {{value = function(f, p) return f.us(f.saved*p.T) end, hint = "And the launches?"},
               {value = function(f) return f.launches*f.launch*1e6 end, hint = "And the bytes?"},
               {value = function(f, p) return f.us((f.saved + f.silu)*p.T) + f.launches*f.launch*1e6 end,
                hint = "silu and the product were two kernels: what lay between them?"}},
      hint = "Count the elements a token that are no longer moved, and the launches that no longer happen.",
      worked = [[A token saves 2·8,192 elements at the additions, 2·28,672 at silu, 2·8,192 + 2·1,024 at the rotations:
        {{= n(f.saved/2) }} elements, {{= n(f.saved) }} B. Times {{= n(p.T) }} at {{= si(f.B, "B/s") }} that is
        {{= n(f.us(f.saved*p.T), 2) }} µs, and {{= f.launches }} launches are {{= n(f.launches*f.launch*1e6, 1) }} µs:
        together {{= n(f.us(f.saved*p.T) + f.launches*f.launch*1e6, 1) }} µs. At 16 tokens it is about launches, at
        8,192 about bytes: the same change for two reasons.]]},
    q.table{id = "d12-passes", units = {"1", "1", "1", "1"}, exact = {1, 2, 3, 4}, seed = "S004-C12-EX",
      ask = [[Passes over a tensor of M×N, counted from the write of the product (or products) on. Row 1: x from a
        product, then dropout(gelu(x + b)), to which {{= p.k }} other {{= p.k == 1 and "tensor is" or "tensors are"}}
        added, one after the other. Row 2: h = x + r and y = RMSNorm(h), both kept. Row 3: silu(g)·u, where g and u come
        from products. The
        columns: each operation its own kernel; one kernel behind the product; as much as possible in the epilogue, for
        inference; the same for training, where whatever the backward pass needs is kept, and dropout's mask comes from
        a counter and is drawn again.]],
      vary = {k = {1, 2, 3}},
      rows = {"bias, GELU, dropout, add", "add, RMSNorm", "SwiGLU"},
      columns = {"apart", "one kernel", "epilogue, inference", "epilogue, training"},
      answer = function(_, p)
        return {{7 + 3*p.k, 3 + p.k, 1 + p.k, 2 + p.k}, {6, 5, 4, 4}, {7, 5, 1, 3}}
      end,
      wrong = {{cell = {1, 1}, value = function(_, p) return 6 + 3*p.k end, hint = "The product writes x as well."},
               {cell = {2, 3}, value = function() return 3 end,
                hint = "A tile of the product has no whole row: the norm comes after."},
               {cell = {2, 4}, value = function() return 3 end,
                hint = "A tile of the product has no whole row: the norm comes after."},
               {cell = {3, 4}, value = function() return 1 end, hint = "The backward pass needs g and u."}},
      hint = "For each kernel: the tensors that it reads, and those that it writes. The product's write is the first.",
      worked = [[Row 1 apart: the product writes (1), bias, GELU and dropout read and write (2 each), each addition
        reads two and writes one ({{= 3*p.k }}): {{= 7 + 3*p.k }}. One kernel: 1, then x and {{= p.k }} more are read
        and the result is written: {{= 3 + p.k }}. In the epilogue x is never written: {{= 1 + p.k }}; in training x is
        kept for GELU's slope: {{= 2 + p.k }}. Row 2: 1 + 3 + 2; 1 + 4; then the addition is in the epilogue, which
        reads r and writes h, and the norm reads h and writes y: 4, in training, too, since h is there and rstd is a
        number a row. Row 3: 2 + 2 + 3; 2 + 3; 1; and g and u are kept in training: 3.]]},
    q.expr{id = "d12-epilogue", unit = "1", seed = "S004-C12-EX",
      ask = [[A product with the inner dimension K runs at P FLOP/s. A pointwise kernel behind it moves e bytes for each
        element of the result, at B bytes a second. Which share of the product's time does the pointwise kernel take?]],
      vars = {e = {2, 16}, P = {1e13, 1e15, log = true}, K = {64, 65536, log = true, int = true},
              B = {1e11, 1e13, log = true}},
      answer = "e*P/(2*K*B)",
      wrong = {{expr = "e*P/(K*B)", hint = "A multiply-add is 2 FLOP."},
               {expr = "2*K*B/(e*P)", hint = "That is the other way round: the product's time in the kernel's."}},
      hint = "Take one element of the result: what does each of the two do for it, and how long does that take?",
      worked = [[An element costs the product 2K FLOP, 2K/P seconds, and the kernel e bytes, e/B seconds. The share is
        e·P/(2·K·B), whatever M and N are. Three passes of bf16 on an H100 are e = 6 and
        {{= n(100*f.share(6, 8192), 1) }} % at K = 8,192, {{= n(100*f.share(6, 1024), 1) }} % at K = 1,024: epilogues
        matter where K is short.]]},
    q.diagnose{id = "d12-spill", source = "made", from = "an H100's peaks, and a tile of 128 x 256 a block",
      seed = "S004-C12-EX",
      ask = [[The gate_up product of a 70B model for {{= n(f.spill.T) }} tokens, {{= si(f.spill.flop, "FLOP", 3) }}. A
        new epilogue does SwiGLU, two biases, dropout and an amax for FP8: {{= n(f.spill.together, 2) }} ms. Apart, the
        product took {{= n(f.spill.apart, 2) }} ms and the pointwise kernel {{= n(f.spill.pointwise, 2) }}. What
        happened, which lines show it, and what would you change first?]],
      title = "the fused product beside the product alone",
      lines = {
        {"registers a thread: 255, apart 168", role = "for"},
        {"local-memory traffic: {{= n(f.spill.locals/1e9, 1) }} GB, apart none", role = "for"},
        {"tensor pipe: {{= n(100*f.spill.low) }} %, apart {{= n(100*f.spill.full) }} %", role = "for"},
        {"DRAM traffic: {{= n(4*f.spill.pass/1e9, 2) }} GB less than apart", role = "against",
         hint = "Less of it than before: HBM is not what made this slower."},
        {"shared memory of a block: unchanged", role = "neutral"},
        {"blocks on an SM: one in both", role = "against", hint = "Occupancy did not change."},
        {"results: equal within the tolerance", role = "neutral"},
      },
      claims = {"device memory is the bound", "the epilogue's live values spill", "occupancy fell",
                "launch overhead"},
      claim = 2,
      fixes = {"split the epilogue (keep SwiGLU in it), or a smaller tile", "compile with maxrregcount 128",
               "a larger tile", "more stages in the pipeline"},
      fix = 1, need = 2,
      hints = {claim = {[1] = "Line 4: its traffic fell.", [3] = "Line 6: one block on an SM, before and after.",
                        [4] = "There is one launch less than before, and it lasts milliseconds."},
               fix = {[2] = "It spills more.", [3] = "More accumulators.",
                      [4] = "Stages hide the latency of loads. The sums still do not fit."}},
      worked = [[A tile of 128 x 256 over {{= f.spill.threads }} threads is {{= n(f.spill.sums) }} sums a thread
        before anything else is alive. The epilogue, unrolled over all of them, keeps values, biases, masks and an amax
        beside them; {{= f.spill.words }} words of each thread go to local memory and come back, mostly out of the
        caches. At best {{= n(f.spill.pointwise, 2) }} ms were to be gained, the whole time of the pointwise kernel;
        {{= n(f.spill.together - f.spill.apart, 2) }} were lost in the product. A fusion's gain has a bound, and one
        computes it before.]]},
    q.measured{id = "d12-passes-own", unit = "1", rtol = .005, seed = "S004-C12-EX",
      lab = "w10b-layernorm-1pass", case = "gate", call = "ln_fwd", counters = {"g_ld_sec", "g_st_sec"},
      source = {"ncu", "simt"},
      ask = [[In your own last run of w10b that was right, case gate: R = 4 rows of C = 4,096 in bf16, g and b in fp32,
        loaded for each row. How many passes over the tensor does your kernel make, loads and stores together, when the
        loads of g and b are taken off? `ridge profile w10b-layernorm-1pass` shows g_ld_sec and g_st_sec.]],
      answer = function(f, _, own) return (own.g_ld_sec - f.gate.gains + own.g_st_sec)/f.gate.pass end,
      reference = {g_ld_sec = 5120, g_st_sec = 1032},
      wrong = {{value = function(f, _, own) return (own.g_ld_sec + own.g_st_sec)/f.gate.pass end,
                hint = "{{= n(f.gate.gains) }} of those sectors are gains and biases."},
               {value = function(f, _, own) return (own.g_ld_sec - f.gate.gains)/f.gate.pass end,
                hint = "Loads and stores."}},
      worked = [[A pass is R·C·2/32 = {{= n(f.gate.pass) }} sectors. Your loads are {{= n(own.g_ld_sec) }}, of which
        R·2·4·C/32 = {{= n(f.gate.gains) }} are g and b, and your stores {{= n(own.g_st_sec) }}:
        {{= n((own.g_ld_sec - f.gate.gains + own.g_st_sec)/f.gate.pass, 3) }} passes. What is above 2 are the
        statistics, {{= n(f.gate.rest) }} sectors for mean and rstd of {{= f.gate.R }} rows. A fusion is verified by its
        counters; its time only says that something became faster.]]},
    q.text{id = "d12-not", min_words = 60, seed = "S004-C12-EX",
      ask = [[Give three fusions that you would *not* make, each with its cost as a number or an estimate, and say by
        which rule you decide. About 100 words.]],
      worked = [[In training I would not put SwiGLU into the gate_up product without writing g and u: the backward pass
        would do the product again, {{= n(f.spill.flop/f.P*1e3, 1) }} ms at the peak, where writing and reading both
        takes {{= n(f.kept, 2) }} ms. I would not give up a library's product for an epilogue: on one H200 cuBLASLt took
        {{= n(f.lt.long/1e3, 2) }} ms for a side of 8,192 and a plain kernel of ours {{= n(f.lt.own/1e3, 2) }}; the pass
        that is saved takes {{= n(f.separate/1e3, 2) }}. I would not unroll dropout and an amax into a tile whose sums
        fill the registers: {{= n(f.spill.pointwise, 2) }} ms to gain, {{= n(f.spill.together - f.spill.apart, 2) }}
        lost. The rule: compute the most that a fusion can gain, and leave it where a slowdown of the main kernel by
        that share is likely, or where nobody could find a bug any more.]],
      rubric = {"one fusion that must recompute, or must store after all, for training",
                "one that spills registers or makes tiles smaller",
                "one that gives up a library's fast kernel",
                "the cost in debugging, or of comparing numbers with the unfused path",
                "the time of compiling and tuning more variants",
                "each has a figure",
                "a rule for deciding"}},
  },
}
