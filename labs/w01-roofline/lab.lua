-- w01-roofline: price an operation, put it on a roofline, then measure the two ceilings of the
-- machine in front of you.

-- Sizes that both a case and a gate or a question need.
local TRACED_COPY = 100003          -- odd, so that head, body and tail of a vector loop all run
local TRACED_LANES, TRACED_STEPS = 1000, 200
local COPY_N = 1 << 25              -- 128 MiB an array: four times a last-level cache of 32 MiB
local LANES, STEPS = 98304, 2048    -- divides into 12 chains of 8 or 16 lanes
local A100 = {peak = 312e12, bw = 2e12}

return lab {
  api = 1, rev = 1, id = "w01-roofline", title = "Roofline meter", kind = "kernel",
  week = 1, part = 1, domain = {"roofline", "memory", "measurement"},
  seeds = {"S003-W01", "S003-W01-C1", "S003-W01-C2", "S003-W01-C3", "S003-W01-C4", "S003-W01-C5",
           "S003-W01-C6", "S003-W01-HO", "S003-W01-MS", "S003-DN-roofline", "S001-23", "S001-33",
           "S002-3", "S002-295", "S002-5axis-3", "S002-R-1", "S000-P2-T0"},
  requires = {}, suggests = {},
  hours = {read = 7.5, lab = 2},
  durable = {"FLOP and bytes of an operation from its shapes",
             "time >= max(flops/peak, bytes/bandwidth)",
             "Independent chains = latency x throughput"},
  ephemeral = {{"Peak and bandwidth figures of the A100, H100 and H200", as_of = "2026-01"},
               {"FMA latency of current cores: four cycles", as_of = "2026-01"}},
  readings = {
    {"brrr", hours = 1.5, look_for = "the three regimes, and the experiment that tells them apart"},
    {"jaxscale", hours = 2, look_for = "chapter 1: the same argument with a network as the memory"},
    {"txmath101", hours = 1.5, look_for = "which formulas count FLOP and which count bytes"},
    {"hopperwp", hours = 1.5, look_for = "which peaks assume sparsity; what one SM holds"},
    {"roofline09", look_for = "the ceilings below the roof, and what lifts a kernel past each"},
    {"ptprof", hours = 1, look_for = "self time against total time, CPU lane against GPU lane"},
  },

  lang = "c", backends = {"cpu"},
  edit = {"roofline.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c", "opt.c"},
  limits = {wall_s = 10, mem_MiB = 2048, threads = 1},

  buffers = {
    rows = {dtype = "f64", shape = {"R", "6"}, dist = gen.custom"rows"},
    cost = {dtype = "f64", shape = {"R", "2"}, fields = {"flops", "bytes"}},
    time = {dtype = "f64", shape = {"R"}},
    regime = {dtype = "i32", shape = {"R"}},
    top = {dtype = "f64", shape = {"3"}}, -- as an int, -1 would be the bytes of an untouched cell
    src = {dtype = "f32", shape = {"n"}, dist = gen.uniform{lo = -1, hi = 1}},
    dst = {dtype = "f32", shape = {"n"}},
    src_s = {dtype = "f32", shape = {"n+3"}, dist = gen.uniform{lo = -1, hi = 1}},
    dst_s = {dtype = "f32", shape = {"n+2"}, guard = {1, 1, of = "dst"}},
    x = {dtype = "f32", shape = {"lanes"}, dist = gen.custom"x"},
    y = {dtype = "f32", shape = {"lanes"}},
  },

  calls = {
    cost_gemm = call{harness = true, args = {input"rows", output"cost"},
        asks = {of = "rows", args = {"m", "n", "k", "b"}},
        oracle = "cost", tol = tol.exact},
    cost_elementwise = call{harness = true, args = {input"rows", output"cost"},
        asks = {of = "rows", args = {"n", "n_in", "n_out", "flop_per_elt", "b"}},
        oracle = "cost", tol = tol.exact},
    cost_softmax = call{harness = true, args = {input"rows", output"cost"},
        asks = {of = "rows", args = {"rows", "cols", "b"}},
        oracle = "cost", tol = tol.exact},
    cost_norm = call{harness = true, args = {input"rows", output"cost"},
        asks = {of = "rows", args = {"rows", "cols", "b"}},
        oracle = "cost", tol = tol.exact},
    cost_attn_unfused = call{harness = true, args = {input"rows", output"cost"},
        asks = {of = "rows", args = {"B", "H", "S", "d", "b"}},
        oracle = "cost", tol = tol.exact},
    -- Two roundings at most separate any two ways to write the quotient. The oracle scales tol.dot"1"
    -- down to 1e-12 of the time: room for those in double, none for float.
    roof = call{harness = true, args = {input"rows", output"time", output"regime"}, oracle = "roof",
                asks = {fn = {time = "roof_time", regime = "roof_regime"}, of = "rows",
                        args = {"flops", "bytes", "peak", "bw"}},
                tol = {time = tol.dot"1", regime = tol.exact}},
    top3 = call{harness = true, args = {i32"R", f64"peak", f64"bw", input"rows", output"top"},
                oracle = "top3", tol = tol.exact},
    copy_f32 = call{args = {output"dst", input"src", i64"n"}, oracle = "copy", tol = tol.exact},
    copy_shifted = call{harness = true, args = {output"dst_s", input"src_s", i64"n"},
                        asks = {fn = "copy_f32", args = {"n"}}, oracle = "shifted", tol = tol.exact},
    fma_chain = call{args = {output"y", input"x", f32"c", i64"lanes", i64"steps"},
                     oracle = "chain", tol = tol.exact},
  },

  cases = {
    -- `op` and `trace` tell kernels/w01-roofline/oracle.c what to put into the rows.
    {id = "gemm", op = 1, R = 24, calls = {"cost_gemm"}, tags = {"edge"}},
    {id = "elementwise", op = 2, R = 20, calls = {"cost_elementwise"}, tags = {"edge"}},
    {id = "softmax", op = 3, R = 16, calls = {"cost_softmax"}, tags = {"edge"}},
    {id = "norm", op = 4, R = 16, calls = {"cost_norm"}, tags = {"edge"}},
    {id = "attention", op = 5, R = 16, calls = {"cost_attn_unfused"}, tags = {"edge"}},
    {id = "hidden-gemm", hidden = true, op = 1, R = gen.pick{37, 41, 53}, calls = {"cost_gemm"}},
    {id = "hidden-elementwise", hidden = true, op = 2, R = gen.pick{23, 31}, calls = {"cost_elementwise"}},
    {id = "hidden-softmax", hidden = true, op = 3, R = gen.pick{19, 27}, calls = {"cost_softmax"}},
    {id = "hidden-norm", hidden = true, op = 4, R = gen.pick{19, 27}, calls = {"cost_norm"}},
    {id = "hidden-attention", hidden = true, op = 5, R = gen.pick{19, 27}, calls = {"cost_attn_unfused"}},
    {id = "hidden-roof", hidden = true, R = gen.pick{33, 47}, calls = {"roof"}},
    {id = "roof", R = 40, calls = {"roof"}, tags = {"edge"}},
    {id = "gpt2-trace", trace = 1, R = 12, peak = A100.peak, bw = A100.bw, calls = {"top3"}},
    {id = "ties", trace = 2, R = 9, peak = 2^40, bw = 2^32, calls = {"top3"}, tags = {"edge"}},
    {id = "one-line", trace = 3, R = 1, peak = 1e12, bw = 1e10, calls = {"top3"}, tags = {"edge"}},
    {id = "two-lines", trace = 3, R = 2, peak = 1e12, bw = 1e10, calls = {"top3"}, tags = {"edge"}},
    {id = "no-lines", trace = 3, R = 0, peak = 1e12, bw = 1e10, calls = {"top3"}, tags = {"edge"}},
    {id = "idle-lines", trace = 5, R = 4, peak = 1e12, bw = 1e10, calls = {"top3"}, tags = {"edge"},
     note = "a line without work, one that is never called, one called 2^33 times"},
    {id = "hidden-trace", hidden = true, trace = 4, R = gen.pick{23, 31, 47}, peak = 1e13,
     bw = 1e11, calls = {"top3"}},

    {id = "copy-0", n = 0, calls = {"copy_shifted"}, tags = {"edge"}},
    {id = "copy-1", n = 1, calls = {"copy_f32", "copy_shifted"}, tags = {"edge"}},
    {id = "copy-15", n = 15, calls = {"copy_f32", "copy_shifted"}, tags = {"edge"}},
    {id = "copy-64", n = 64, calls = {"copy_f32", "copy_shifted"}, tags = {"edge"}},
    {id = "copy-4099", n = 4099, calls = {"copy_f32", "copy_shifted"}, tags = {"edge"}},
    {id = "copy-traced", n = TRACED_COPY, calls = {"copy_f32"}, tags = {"edge", "gate"}},
    {id = "hidden-copy", hidden = true, n = gen.pick{77, 1000, 3001}, calls = {"copy_f32", "copy_shifted"}},
    {id = "copy-dram", n = COPY_N, calls = {"copy_f32"}, tags = {"bench"}},

    {id = "chain-1", lanes = 1, steps = 100, c = -1.9, calls = {"fma_chain"}, tags = {"edge"}},
    {id = "chain-0-steps", lanes = 19, steps = 0, c = -1.9, calls = {"fma_chain"}, tags = {"edge"}},
    {id = "chain-tie", tie = true, lanes = 33, steps = 1, c = 2^-60, calls = {"fma_chain"},
     tags = {"edge"}, note = "v*v lies half way between two floats, and c decides"},
    {id = "chain-7", lanes = 7, steps = 65, c = -1.83, calls = {"fma_chain"}, tags = {"edge"}},
    {id = "chain-1023", lanes = 1023, steps = 303, c = -1.87, calls = {"fma_chain"},
     tags = {"edge"}},
    {id = "chain-traced", lanes = TRACED_LANES, steps = TRACED_STEPS, c = -1.9,
     calls = {"fma_chain"}, tags = {"edge", "gate"}},
    {id = "hidden-chain", hidden = true, lanes = gen.pick{389, 401, 769}, steps = gen.pick{97, 211},
     c = gen.pick{-1.82, -1.89, -1.93}, calls = {"fma_chain"}},
    {id = "chain-peak", lanes = LANES, steps = STEPS, c = -1.9, calls = {"fma_chain"},
     tags = {"bench"}},
  },

  gates = {
    gate{call = "copy_f32", case = "copy-traced", counter = "c_bytes", op = ">=",
         value = 0.99*8*TRACED_COPY, on = "cpu",
         why = "a copy loads every float once and stores every float once"},
    gate{call = "copy_f32", case = "copy-traced", counter = "c_bytes", op = "<=",
         value = 1.01*8*TRACED_COPY, on = "cpu",
         why = "a copy touches nothing but its 4n bytes in and 4n bytes out"},
    gate{call = "fma_chain", case = "chain-traced", counter = "c_bytes", op = "<=",
         value = 2*8*TRACED_LANES, on = "cpu",
         why = "a chain stays in its register from the first step to the last"},
  },

  bench = {
    bench{id = "copy", call = "copy_f32", case = "copy-dram", clock = "cpu",
          stages = {bronze = .5, silver = .75, gold = .92}, flops = "0", bytes = "8*n"},
    bench{id = "fma", call = "fma_chain", case = "chain-peak", clock = "cpu",
          stages = {bronze = .5, silver = .75, gold = .92},
          flops = "2*lanes*steps", bytes = "8*lanes"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "2*f.lanes*f.steps",
            ask = [[The timed fma_chain runs {{= n(f.lanes)}} lanes for {{= n(f.steps)}} steps. How
              many FLOP?]]},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "8*f.copy_n/1e6",
            ask = [[The timed copy_f32 copies {{= n(f.copy_n)}} floats. At least how many bytes must
              cross the memory bus?]]},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B",
            answer = "2*f.lanes*f.steps/(8*f.lanes)",
            ask = [[And the arithmetic intensity of that fma_chain?]]},
    predict{id = "chains", axis = "parallelism", unit = "1",
            answer = "f.fma_latency*f.fma_per_cycle",
            ask = [[A core finishes an FMA {{= f.fma_latency}} cycles after it starts it and can
              start {{= f.fma_per_cycle}} each cycle. How many independent chains keep it busy?]]},
    predict{id = "failure", axis = "failure",
            choices = {"the buffers fit in the last-level cache",
                       "the buffers are larger than the last-level cache",
                       "the loop is unrolled"},
            answer = "the buffers fit in the last-level cache",
            ask = [[What makes a copy benchmark report more than the memory can do?]]},
  },

  facts = function(hw)
    local g = hw.a100_seed
    local f = {
      n = 4096, peak = g.bf16 + 0.0, bw = g.bw + 0.0, ridge = g.bf16/g.bw, -- floats: no overflow
      peak_h200 = hw.h200.bf16 + 0.0, bw_h200 = hw.h200.bw + 0.0,
      ridge_h200 = hw.h200.bf16/hw.h200.bw,
      copy_n = COPY_N, lanes = LANES, steps = STEPS,
      fma_latency = 4, fma_per_cycle = 2, llc = 32*2^20, line = 64,
      batch = 32, gpt2_L = 12, gpt2_H = 12, gpt2_d = 768, gpt2_hd = 64, gpt2_ff = 3072,
      gpt2_V = 50257, gpt2_S = 1024,
    }
    f.n_ridge, f.n_ridge_h200 = math.ceil(3*f.ridge), math.ceil(3*f.ridge_h200)

    -- GPT-2's forward pass, one sequence in 16 bits, unfused: FLOP and bytes of each kind of kernel
    -- over all its calls, then time on the week's A100. Fields fl_*, by_*, t_*, ai_*.
    local L, H, d, hd, ff, V, S, b = f.gpt2_L, f.gpt2_H, f.gpt2_d, f.gpt2_hd, f.gpt2_ff, f.gpt2_V,
                                     f.gpt2_S, 2
    local function op(name, flops, bytes)
      f["fl_" .. name], f["by_" .. name] = flops, bytes
      f["ai_" .. name] = flops/bytes
      f["t_" .. name] = math.max(flops/f.peak, bytes/f.bw)
    end
    local function gemm(name, m, n, k, calls)
      op(name, calls*2*m*n*k, calls*b*(m*k + k*n + m*n))
    end
    op("norm", (2*L + 1)*8*S*d, (2*L + 1)*2*b*S*d)
    gemm("qkv", S, 3*d, d, L)
    gemm("scores", S, S, hd, L*H)
    op("mask", L*H*2*S*S, L*H*2*b*S*S)
    op("softmax", L*H*5*S*S, L*H*2*b*S*S)
    gemm("pv", S, hd, S, L*H)
    gemm("proj", S, d, d, L)
    op("residual", 2*L*S*d, 2*L*3*b*S*d)
    gemm("fc", S, ff, d, L)
    op("gelu", L*8*S*ff, L*2*b*S*ff)
    gemm("mlp_proj", S, d, ff, L)
    gemm("lm_head", S, V, d, 1)
    f.t_all = f.t_norm + f.t_qkv + f.t_scores + f.t_mask + f.t_softmax + f.t_pv + f.t_proj
              + f.t_residual + f.t_fc + f.t_gelu + f.t_mlp_proj + f.t_lm_head
    f.fl_all = f.fl_norm + f.fl_qkv + f.fl_scores + f.fl_mask + f.fl_softmax + f.fl_pv + f.fl_proj
               + f.fl_residual + f.fl_fc + f.fl_gelu + f.fl_mlp_proj + f.fl_lm_head
    f.t_attn = f.t_scores + f.t_mask + f.t_softmax + f.t_pv
    -- the same passes at other sizes: seconds on the A100
    f.softmax_s = function(sequences, tokens) return sequences*L*H*tokens^2*2*b/f.bw end
    f.head_flops = function(tokens) return 2.0*tokens*d*V end
    f.head_bytes = function(tokens) return 1.0*b*(tokens*d + d*V + tokens*V) end
    return f
  end,

  questions = {
    -- the milestone of the week
    q.num{id = "gemm_flops", unit = "FLOP", rtol = .001, seed = "S003-W01-MS",
      ask = [[C = A·B with square matrices of side {{= n(p.n)}}. How many FLOP?]],
      vary = {n = {2048, 6144, 8192}},
      answer = function(f, p) return 2*p.n^3 end,
      wrong = {{value = function(f, p) return p.n^3 end,
                hint = "A multiply-add is two FLOP."},
               {value = function(f, p) return 2*p.n^2 end,
                hint = "That is n² dot products of one step each. How long is each?"}},
      worked = [[{{= n(p.n^2)}} results, each a dot product of length {{= n(p.n)}} with a multiply
        and an add per step: 2·n³ = {{= n(2*p.n^3)}}.]]},
    q.num{id = "gemm_bytes", unit = "MB", rtol = .005, seed = "S003-W01-MS",
      ask = [[The same product in fp16, side {{= n(p.n)}}: how many bytes must move if each matrix
        crosses the memory bus once?]],
      vary = {n = {2048, 6144, 8192}},
      answer = function(f, p) return 3*p.n^2*2/1e6 end,
      wrong = {{value = function(f, p) return 2*p.n^2*2/1e6 end,
                hint = "A and B are read. What happens to C?"},
               {value = function(f, p) return 3*p.n^2*4/1e6 end,
                hint = "fp16 is two bytes an element."},
               {value = function(f, p) return 4*p.n^2*2/1e6 end,
                hint = "C is written, not read: nothing is added to what was there before."}},
      worked = [[Three matrices of {{= n(p.n^2)}} elements at two bytes: {{= n(3*p.n^2*2)}} B.]]},
    q.num{id = "ai", unit = "FLOP/B", rtol = .005, seed = "S003-W01-MS",
      ask = [[So what is its arithmetic intensity, at side {{= n(p.n)}}?]],
      vary = {n = {2048, 6144, 8192}},
      answer = function(f, p) return p.n/3 end,
      wrong = {{value = function(f, p) return p.n/2 end,
                hint = "You forgot to write C."},
               {value = function(f, p) return p.n/6 end,
                hint = "You counted a multiply-add as one FLOP."},
               {value = function(f, p) return p.n/4 end,
                hint = "C is written, not read and written: three matrices move, not four."},
               {value = function() return .5 end,
                hint = [[That is a kernel that fetches both operands for every multiply-add: a bad
                  kernel. The question is about the operation, where each matrix moves once.]]}},
      worked = [[2n³ / (3·n²·2) = n/3 = {{= n(p.n/3,1)}} FLOP/B. Intensity grows with the side: n³
        work on n² data.]]},
    q.num{id = "ridge", unit = "FLOP/B", rtol = .01, seed = "S003-W01-MS",
      ask = [[A card's sheet says {{= 2*p.peak}} TFLOP/s in fp16, "with sparsity", and {{= n(p.bw,1)}} TB/s. Where is
        its ridge point for dense matrices?]],
      vary = {peak = {180, 420, 640}, bw = {1.5, 2.5, 4}},
      answer = function(f, p) return p.peak/p.bw end,
      wrong = {{value = function(f, p) return 2*p.peak/p.bw end,
                hint = [[The figure on the sheet is for 2:4 sparse matrices. Yours are dense.]]},
               {value = function(f, p) return p.bw/p.peak end,
                hint = "Upside down: FLOP/s over B/s leaves FLOP/B."},
               {value = function(f) return f.ridge end, hint = "That is the A100 of the lesson."}},
      worked = [[{{= p.peak}}e12 / {{= n(p.bw,1)}}e12 = {{= n(p.peak/p.bw,1)}} FLOP/B. The A100 of the lesson has
        {{= n(f.ridge,1)}}; with its datasheet's {{= si(hw.a100.bw,"B/s",4)}} it is
        {{= n(hw.a100.bf16/hw.a100.bw,1)}}.]]},
    q.choice{id = "regime", seed = "S003-W01-MS",
      ask = [[In which regime is the {{= n(f.n)}}-cubed fp16 product on an A100 of {{= si(f.peak,"FLOP/s")}} (dense)
        and {{= si(f.bw,"B/s")}}?]],
      options = {"compute-bound", "memory-bound", "it depends on the kernel"},
      answer = 1,
      worked = [[{{= n(f.n/3,1)}} FLOP/B lies right of {{= n(f.ridge,0)}}. A kernel can be bad
        enough to be limited by memory all the same, but the operation does not force it to be.]]},
    q.num{id = "factor", unit = "x", rtol = .01, seed = "S003-W01-MS",
      ask = [[By which factor does the larger of its two times exceed the smaller, if the side is {{= n(p.n)}}?]],
      vary = {n = {1536, 3072, 9216}},
      answer = function(f, p) return p.n/3/f.ridge end,
      wrong = {{value = function(f, p) return p.n/2/f.ridge end, hint = "You forgot to write C."},
               {value = function(f, p) return f.ridge/(p.n/3) end,
                hint = "The larger over the smaller: intensity over ridge here."},
               {value = function(f) return f.n/3/f.ridge end, hint = "That is the side {{= n(f.n)}}."}},
      worked = [[Intensity over ridge: {{= n(p.n/3,0)}} / {{= n(f.ridge,0)}} = {{= n(p.n/3/f.ridge,2)}}.]]},
    q.table{id = "times", unit = "ms", rtol = .01,
      ask = [[Write down both times of the product of side {{= n(p.n)}}: arithmetic at peak, traffic at full
        bandwidth.]],
      rows = {"arithmetic", "traffic"}, columns = {"time"},
      vary = {n = {2048, 3072, 6144, 8192}},
      answer = function(f, p)
        return {{2*p.n^3/f.peak*1e3}, {3*p.n^2*2/f.bw*1e3}}
      end,
      worked = [[{{= ms(2*p.n^3/f.peak,4)}} and {{= ms(3*p.n^2*2/f.bw,4)}}. The roofline's time is
        the larger, not the sum: the two overlap.]]},

    -- moving along the roof
    q.num{id = "n-ridge", unit = "1", rtol = .0005,
      ask = [[Kernels get {{= p.u}} % of that A100's bandwidth, and all of its arithmetic. What is the smallest side of
        a square fp16 product that is not memory-bound?]],
      vary = {u = {60, 75, 80}},
      answer = function(f, p) return 300*f.ridge/p.u end,
      wrong = {{value = function(f, p) return 200*f.ridge/p.u end, hint = "n/2 leaves out the write of C."},
               {value = function(f, p) return 600*f.ridge/p.u end, hint = "n/6 counts multiply-adds."},
               {value = function(f, p) return 100*f.ridge/p.u end,
                hint = "The intensity is n/3, not n."},
               {value = function(f) return f.n_ridge end, hint = "That is with all of the bandwidth."},
               {value = function(f, p) return 3*f.ridge*p.u/100 end,
                hint = "With fewer bytes a second the ridge moves to the right."}},
      worked = [[The ridge stands at {{= n(f.ridge,0)}}/{{= p.u/100}} = {{= n(100*f.ridge/p.u,0)}} FLOP/B. n/3 is that
        at n = {{= n(300*f.ridge/p.u,0)}}; with all of the bandwidth at {{= n(f.n_ridge)}}.]]},
    q.num{id = "n-ridge-h200", unit = "1", rtol = .0005,
      ask = [[The same on an H200 that is held at {{= p.c}} % of its {{= si(f.peak_h200,"FLOP/s",4)}} (dense), with all
        of its {{= si(f.bw_h200,"B/s")}}. Give a whole number.]],
      vary = {c = {60, 70, 85}},
      answer = function(f, p) return math.ceil(3*f.ridge_h200*p.c/100) end,
      wrong = {{value = function(f, p) return math.ceil(3*f.ridge_h200*p.c/100) - 1 end,
                hint = "That one lies just left of the ridge: round up."},
               {value = function(f) return f.n_ridge_h200 end, hint = "That is at its full peak."},
               {value = function(f, p) return math.ceil(300*f.ridge_h200/p.c) end,
                hint = "With fewer FLOP a second the ridge moves to the left."}},
      worked = [[3 × {{= n(f.ridge_h200*p.c/100,2)}} = {{= n(3*f.ridge_h200*p.c/100,1)}}, so the first whole side on
        the right is {{= math.ceil(3*f.ridge_h200*p.c/100)}}. More bandwidth under the same peak moves the ridge
        left, yet the H200's full ridge stands further right than the A100's: the peak grew more.]]},
    q.num{id = "gemv", unit = "FLOP/B", rtol = .01,
      ask = [[A {{= n(p.n)}} × {{= n(p.n)}} weight in {{= p.bits}} bits an element times one vector, as when a model
        decodes one token. The vector and the result are fp16. Intensity?]],
      vary = {n = {2048, 4096, 8192}, bits = {2, 4}},
      answer = function(f, p) return 2*p.n^2/(p.bits/8*p.n^2 + 4*p.n) end,
      wrong = {{value = function(f, p) return p.n^2/(p.bits/8*p.n^2 + 4*p.n) end,
                hint = "You counted a multiply-add as one FLOP."},
               {value = function(f, p) return 2*p.n^2/(2*(p.n^2 + 2*p.n)) end,
                hint = "That is a weight of fp16."},
               {value = function(f, p) return p.n/3 end,
                hint = "One of the three matrices is a vector now, and so is the result."}},
      worked = [[Two FLOP for each weight of {{= p.bits/8}} bytes; the vectors hardly count:
        {{= n(2*p.n^2/(p.bits/8*p.n^2 + 4*p.n),3)}}. That is
        {{= n(f.ridge/(2*p.n^2/(p.bits/8*p.n^2 + 4*p.n)),0)}} times too little for the A100's arithmetic.]]},
    q.num{id = "batch", unit = "FLOP/B", rtol = .01,
      ask = [[A {{= n(f.n)}} × {{= n(f.n)}} weight in fp16, applied to {{= p.b}} vectors of fp16 at once. Intensity?]],
      vary = {b = {12, 24, 48}},
      answer = function(f, p) return 2*p.b*f.n^2/(2*(f.n^2 + 2*p.b*f.n)) end,
      wrong = {{value = function(f, p) return p.b/2 end,
                hint = "You counted a multiply-add as one FLOP."},
               {value = function(f, p) return 2*p.b*f.n^2/(2*p.b*(f.n^2 + 2*f.n)) end,
                hint = "The weight is read once for all of them."}},
      worked = [[Almost {{= p.b}}: the weights are read once for all of them. Exactly
        {{= n(2*p.b*f.n^2/(2*(f.n^2 + 2*p.b*f.n)),2)}}, since the vectors move too.]]},
    q.num{id = "vadd", unit = "FLOP/B", rtol = .01,
      ask = [[One kernel adds {{= p.k}} vectors of fp32 element by element and writes their sum. Intensity?]],
      vary = {k = {3, 4, 6}},
      answer = function(f, p) return (p.k - 1)/(4*(p.k + 1)) end,
      wrong = {{value = function(f, p) return (p.k - 1)/(4*p.k) end, hint = "The sum is written, too."},
               {value = function(f, p) return p.k/(4*(p.k + 1)) end,
                hint = "The sum of {{= p.k}} numbers takes {{= p.k - 1}} additions."},
               {value = function(f, p) return (p.k - 1)/(4*(p.k + 2)) end,
                hint = "The sum is written, not read first (an ideal kernel streams it out)."},
               {value = 1/12, hint = "That is two vectors."}},
      worked = [[{{= p.k - 1}} FLOP for {{= p.k + 1}} floats of four bytes: {{= n((p.k - 1)/(4*(p.k + 1)),4)}}. No
        length changes that.]]},

    -- the trace
    q.num{id = "t-softmax", unit = "us", rtol = .01, seed = "S003-W01-HO",
      ask = [[GPT-2 124M, {{= p.B}} sequences of {{= n(p.S)}} tokens, fp16, {{= f.gpt2_L}} layers of
        {{= f.gpt2_H}} heads, attention unfused. Roofline time of all its softmaxes on the A100?]],
      vary = {B = {2, 3, 6}, S = {512, 768}},
      answer = function(f, p) return f.softmax_s(p.B, p.S)*1e6 end,
      wrong = {{value = function(f, p) return f.softmax_s(p.B, p.S)*1e6/2 end,
                hint = "The probabilities are written back, too."},
               {value = function(f, p) return f.softmax_s(p.B, p.S)*1e6/f.gpt2_L end,
                hint = "That is one layer of all, or one head of each layer."},
               {value = function(f, p) return f.softmax_s(p.B, p.S)*1e6/f.gpt2_L/f.gpt2_H end,
                hint = "That is one head of one layer."},
               {value = function(f, p) return f.softmax_s(1, p.B*p.S)*1e6 end,
                hint = "Tokens meet those of their own sequence only: B matrices of S², not one of (B·S)²."},
               {value = function(f, p) return p.B*f.gpt2_L*f.gpt2_H*5*p.S^2/f.peak*1e6 end,
                hint = "You divided its FLOP by the peak. The other ceiling is lower here."}},
      worked = [[{{= p.B}}·{{= f.gpt2_L}}·{{= f.gpt2_H}} matrices of {{= n(p.S)}}² elements, read and
        written at two bytes: {{= si(f.softmax_s(p.B, p.S)*f.bw,"B")}}, {{= us(f.softmax_s(p.B, p.S))}}. Scaling and
        masking move the same bytes and take the same time.]]},
    q.num{id = "t-lm-head", unit = "us", rtol = .01, seed = "S003-W01-HO",
      ask = [[And its LM head for {{= n(p.T)}} tokens, {{= n(p.T)}} × {{= f.gpt2_d}} times {{= f.gpt2_d}} ×
        {{= n(f.gpt2_V)}}?]],
      vary = {T = {64, 2048, 4096}},
      answer = function(f, p) return math.max(f.head_flops(p.T)/f.peak, f.head_bytes(p.T)/f.bw)*1e6 end,
      wrong = {{value = function(f, p) return math.min(f.head_flops(p.T)/f.peak, f.head_bytes(p.T)/f.bw)*1e6 end,
                hint = "That is the shorter of its two times."},
               {value = function(f, p) return (f.head_flops(p.T)/f.peak + f.head_bytes(p.T)/f.bw)*1e6 end,
                hint = "Arithmetic and traffic overlap: the larger time, not the sum."},
               {value = function(f, p) return f.head_flops(p.T)/2/f.peak*1e6 end,
                hint = "You counted a multiply-add as one FLOP."}},
      worked = [[{{= si(f.head_flops(p.T),"FLOP")}} take {{= us(f.head_flops(p.T)/f.peak)}},
        {{= si(f.head_bytes(p.T),"B")}} {{= us(f.head_bytes(p.T)/f.bw)}}. At
        {{= n(f.head_flops(p.T)/f.head_bytes(p.T),0)}} FLOP/B the larger of them is
        {{= us(math.max(f.head_flops(p.T)/f.peak, f.head_bytes(p.T)/f.bw))}}.]]},
    q.multi{id = "top3", seed = "S003-W01-HO",
      ask = [[Which three kinds of kernel take the most roofline time in that forward pass?]],
      options = {"QKV projection", "attention scores QKᵀ", "scale and mask", "softmax",
                 "MLP up-projection", "GELU", "LM head"},
      answer = {3, 4, 7},
      worked = [[Scale and mask {{= us(f.t_mask)}}, softmax {{= us(f.t_softmax)}}, LM head
        {{= us(f.t_lm_head)}}; then the two MLP products with {{= us(f.t_fc)}} each. The first two
        do {{= pct((f.fl_mask + f.fl_softmax)/f.fl_all)}} of the FLOP.]]},
    q.choice{id = "by-flops",
      ask = [[Sorted by FLOP instead, which of these would come first?]],
      options = {"LM head", "softmax", "scale and mask"},
      answer = 1,
      worked = [[The LM head does {{= si(f.fl_lm_head,"FLOP")}}, the softmaxes
        {{= si(f.fl_softmax,"FLOP")}}, {{= n(f.fl_lm_head/f.fl_softmax,0)}} times fewer, and still
        they take longer. Never rank a trace by FLOP.]]},
    q.multi{id = "memory-bound",
      ask = [[Which of these are memory-bound on the A100 in that pass?]],
      options = {"QKV projection", "attention scores QKᵀ", "softmax", "GELU", "residual add",
                 "MLP up-projection", "layer norm"},
      answer = {2, 3, 4, 5, 7},
      worked = [[Everything elementwise or row by row, and the scores: their inner length is a
        head's width, {{= f.gpt2_hd}}, and their output is huge, so {{= n(f.ai_scores,0)}} FLOP/B
        against a ridge of {{= n(f.ridge,0)}}. Being a matrix product does not make an operation
        compute-bound.]]},

    -- measuring
    q.num{id = "fma_chains", unit = "1", rtol = .001,
      ask = [[An FMA finishes {{= p.lat}} cycles after it starts; {{= f.fma_per_cycle}} can start
        each cycle. How many independent chains fill the units?]],
      vary = {lat = {3, 5, 6}},
      answer = function(f, p) return p.lat*f.fma_per_cycle end,
      wrong = {{value = function(f, p) return p.lat end,
                hint = "There are two units to fill."},
               {value = function(f, p) return f.fma_per_cycle end,
                hint = "A chain starts its next FMA only when the last has finished."}},
      worked = [[Latency times throughput: {{= p.lat}} × {{= f.fma_per_cycle}} =
        {{= p.lat*f.fma_per_cycle}} in flight at any time. The same product says how many bytes a
        memory system needs in flight.]]},
    q.num{id = "rfo", unit = "x", rtol = .01,
      ask = [[A kernel reads {{= p.k}} arrays and writes one. With ordinary stores each line of the destination is read
        before it is overwritten. If the bus is the only limit, how much faster is the kernel with streaming
        stores?]],
      vary = {k = {2, 3, 4}},
      answer = function(f, p) return (p.k + 2)/(p.k + 1) end,
      wrong = {{value = 1.5, hint = "That is a copy, which reads one array."},
               {value = function(f, p) return (p.k + 1)/p.k end, hint = "The result still has to be written."},
               {value = 2, hint = "Only one of the transfers goes away."}},
      worked = [[{{= p.k + 2}} transfers a line with ordinary stores, the destination's read among them, against
        {{= p.k + 1}}: {{= n((p.k + 2)/(p.k + 1),3)}}. A copy gains most, three against two.]]},
    q.num{id = "cpu-ridge", unit = "FLOP/B", rtol = .01,
      ask = [[A core's FMA loop does {{= p.rate}} GFLOP/s, and its copy moves {{= p.bw}} GB/s. Where is
        its ridge?]],
      vary = {rate = {64, 96, 210}, bw = {11, 17, 34}},
      answer = function(_, p) return p.rate/p.bw end,
      worked = [[{{= n(p.rate/p.bw,1)}} FLOP/B. An operation can be
        memory-bound on a GPU and compute-bound on a CPU core: the ridge belongs to the machine.]]},
    q.text{id = "why-op", min_words = 40,
      ask = [[Two kernels multiply the same matrices. One reads every operand from memory each time
        it is used, the other keeps tiles on chip. A colleague says that the first is memory-bound
        "because matmul has an intensity of a half". What is right about that and what is wrong?]],
      rubric = {[[the intensity of the operation counts each operand once and does not depend on the
        kernel]],
                "the first kernel's own traffic gives it an achieved intensity of about a half",
                [[so the kernel is memory-bound although the operation need not be; reuse on chip is
                  the cure]]}},
  },

  hints = {
    {on = "case:gemm", "Three matrices move: A in, B in, C out. And a multiply-add is two FLOP."},
    {on = "case:elementwise", [[Bytes count every array, inputs and outputs; FLOP count only
      elements.]]},
    {on = "case:softmax", "5 FLOP an element; the matrix is read once and written once."},
    {on = "case:norm", "8 FLOP an element; gain and bias are left out."},
    {on = "case:attention", [[Sum four kernels. The second product reads the S × S matrix that the
      softmax wrote, so S × S elements move six times in all.]]},
    {on = "case:hidden-gemm", [[Shapes you have not seen, some beyond 2^32. Convert to double before
      you multiply.]]},
    {on = "case:roof", [[The larger of the two times. Compare times, not intensities: bytes may be
      0. A tie is compute-bound.]]},
    {on = "case:gpt2-trace", [[Total time of a line is calls × roof_time. Softmax and mask tie: the
      lower index goes first.]]},
    {on = "case:ties", [[Among equal times the lower index goes first: replace only what is strictly
      shorter.]]},
    {on = "case:one-line", "Fewer than three lines: the rest of out[] is -1."},
    {on = "case:no-lines", "No lines: all of out[] is -1, and no line is read."},
    {on = "case:idle-lines", [[A time of 0 is a time: it beats an empty place. And calls is an int64_t.]]},
    {on = "case:copy-0", [[The last float that is copied is number n - 1; with n = 0 nothing is loaded and
      nothing stored.]]},
    {on = "case:copy-15", "n need not be a multiple of your vector: finish one float at a time."},
    {on = "case:copy-64", [[copy_shifted passes a dst that is a multiple of 4 and of nothing larger.
      A streaming or aligned store there faults: advance float by float to the first good
      address.]]},
    {on = "case:chain-1", [[One rounding a step. fmaf or an FMA intrinsic; v*v + c in two steps
      gives other bits.]]},
    {on = "case:chain-tie", [[A double holds v*v exactly, but not always v*v + c: it rounds there, and again on the
      way to float. fma rounds once.]]},
    {on = "case:chain-7", "The last lanes don't fill a vector. They still need an FMA."},
    {on = "counter:c_bytes", [[For copy: is every float loaded once and stored once? The trace sees
      a streaming store only if you tell it with lab_streamed (lab.h). For fma_chain: if the loop
      over steps is outside, every step reads and writes memory. Take a dozen vectors into local
      variables and run all steps on them.]]},
    {on = "bench:copy", [[Right, and slow: an ordinary store first fetches the line that it will overwrite, half
      as much traffic again. Streaming stores, from an aligned address on, do not.]]},
    {on = "bench:fma", [[Right, and slow: one FMA takes several cycles, and each step needs the one before. How
      many independent vectors keep two units busy (latency times width), and do they all stay in registers?]]},
    {on = "sanitize", [[Look at the last vector of the loop: does it read or write past n?]]},
    {on = "build", match = {"target specific option mismatch", "inlining failed", "requires target", "always_inline"},
     [[A function that uses AVX intrinsics needs __attribute__((target("avx2,fma")))
      in front of it.]]},
    {after = 3, [[Time both ceilings with plain loops first and look at the ratio: it says how far
      there is to go.]]},
    {after = 6, "ridge hint 3 shows the loops almost in full."},
  },

  points = {correct = 40, sanitize = 10, profile = 15, perf = 15, answers = 20},
}
