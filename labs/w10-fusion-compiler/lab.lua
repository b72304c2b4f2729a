-- w10-fusion-compiler: breaks, fusion, generated C and CUDA, guards: a graph compiler in one file.

local STAGES = {bronze = .60, silver = .85, gold = .97}

local CHAIN, GELU, SOFTMAX, LAYERNORM, LINEAR, CHEAP, DEAR, AXES, VIEW, SCORES, ITEM, FOREIGN, QKV, GATEUP,
      RANDOM, LAYER, PROLOGUE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16

-- Floats that come in and go out, as the graph is run with n rows.
local function inputs(c)
  local n, C, K = c.n, c.C, c.K
  local of = {[CHAIN] = 2*n*C + C, [GELU] = 2*n*C + C, [SOFTMAX] = n*C, [LAYERNORM] = n*C + 2*C,
              [LINEAR] = n*C + C*K + K, [CHEAP] = n*C + C, [DEAR] = 3*n*C, [AXES] = n*C, [VIEW] = n*C + C,
              [SCORES] = n*K + C*K, [ITEM] = n*C, [FOREIGN] = n*C + C, [QKV] = n*C + 3*(C*K + K),
              [GATEUP] = n*C + 2*C*K, [RANDOM] = 2*n*C, [LAYER] = n*C + 4*C + 4*C*C + 3*C*K, [PROLOGUE] = n*C + C + C*K}
  return of[c.pat]
end

local function outputs(c)
  local of = {[LINEAR] = c.n*c.K, [PROLOGUE] = c.n*c.K, [GATEUP] = c.n*c.K, [QKV] = 3*c.n*c.K}
  return of[c.pat] or c.n*c.C
end

-- What the best plan takes: kernels, floats read and written, and what it is a case of.
local best = {
  {"chain", 1, "3*R*C + C", "pointwise operations in a row are one"},
  {"gelu", 1, "3*R*C + C", "and if a value is used twice, still one"},
  {"softmax", 1, "2*R*C", "two reductions over a row, and what stands between them"},
  {"layernorm", 1, "2*R*C + 2*C", "reductions that wait for one another"},
  {"linear", 1, "R*C + C*K + K + R*K", "an epilogue on a matmul"},
  {"prologue", 2, "3*R*C + C + C*K + R*K", "a matmul's operand comes from memory"},
  {"diamond-cheap", 2, "3*R*C + 4*C", "what costs one tensor to read is computed again"},
  {"diamond-dear", 2, "6*R*C + 2*C", "what costs three is written once"},
  {"axes", 2, "3*R*C + 2*C", "a sum over rows is finished after the last row"},
  {"view", 1, "2*R*C + C", "a transpose is an index"},
  {"scores", 1, "R*K + C*K + R*C", "of a matmul's operand too"},
  {"item", 2, "3*R*C + 2", "the host reads a number between the two"},
  {"foreign", 3, "7*R*C + C", "and stands between all three"},
  {"qkv", 1, "R*C + 3*(C*K + K + R*K)", "three matmuls of one input"},
  {"gate-up", 1, "R*C + 2*C*K + R*K", "two, and an epilogue on both"},
  {"layer", 9, "18*R*C + 4*C + 4*R*R + 4*C*C + 3*C*K + 2*R*K", "a whole layer"},
}

-- A graph of R x C, run with n rows (R where nothing else is said); K is a second width.
local function graph(id, pat, R, C, more)
  local c = {id = id, pat = pat, R = R, C = C, K = 1, n = R, sym = 0, gpu = 0, draw = 0, shift = 0, eps = 1e-6,
             calls = {"plan", "program"}}
  for k, v in pairs(more or {}) do c[k] = v end
  c.in_n, c.out_n, c.work_n = inputs(c), outputs(c), 24*(R + c.n)*(C + c.K) + 8*R*R
  return c
end

-- Each graph in as many kernels as the best plan has, and no more bytes.
local function gates()
  local out = {
    gate{id = "chain-memory", call = "program", case = "wide-chain", counter = "l2_miss", op = "<=",
         value = "1.03*(3*R*C + C)*4/64", why = "the generated program moves what the plan says"},
    gate{id = "norm-memory", call = "program", case = "wide-norm", counter = "l2_miss", op = "<=",
         value = "1.03*(2*R*C + 2*C)*4/64", why = "the row stays in a cache between its passes"},
    gate{id = "gpu-stores", call = "gpu", case = "chain", counter = "g_st_sec", op = "<=", value = "1.05*R*C*4/32",
         why = "the generated CUDA writes its result, in whole sectors, and nothing else"},
    gate{id = "compiles", call = "guards", case = "one-service", counter = "compiles", op = "<=", value = 4,
         why = "one size, then any size; rows of 0 and 1 are sizes of their own"},
  }
  for _, b in ipairs(best) do
    out[#out + 1] = gate{id = b[1] .. "-kernels", call = "plan", case = b[1], counter = "kernels", op = "==",
                         value = b[2], why = b[4]}
    out[#out + 1] = gate{id = b[1] .. "-bytes", call = "plan", case = b[1], counter = "model_B", op = "<=",
                         value = "4*(" .. b[3] .. ")", why = "each tensor once, and no tensor in between"}
  end
  return out
end

return lab {
  api = 1, rev = 1, id = "w10-fusion-compiler", title = "Graph capture, fusion, generated code",
  kind = "codegen", week = 10, part = 1, domain = {"compilers", "memory"},
  seeds = {"S000-P2-T3", "S000-P2-L4", "S001-19", "S001-26", "S002-REPO-1", "S003-DN-kernels", "S003-W09-C7",
           "S003-W10", "S003-W10-C1", "S003-W10-C3", "S003-W10-C4", "S003-W10-C5", "S003-W10-HO", "S003-W19-C3",
           "S003-W43-C5", "S003-W43-HO", "S003-W50-C3", "S004-C04-T09", "S004-C04-EX", "S004-C12-T01", "S004-C12-T02",
           "S004-C12-T04", "S004-C12-T07", "S004-C12-T10", "S004-C12-T12", "S004-C12-EX"},
  requires = {"w09-tile-dsl"}, suggests = {"w02-transpose"},
  hours = {read = 6.5, lab = 5},
  durable = {"A fusion saves one write and one read, and can be counted beforehand",
             "Edges that must go through memory make the kernels; the rest follows",
             "Recompute or write: the one that moves fewer bytes",
             "A compiled program is right only under its guards"},
  ephemeral = {{"What Inductor fuses by default, and the names of its switches", as_of = "2026-01"},
               {"When a size becomes symbolic, and how many recompilations are allowed", as_of = "2026-01"}},
  readings = {
    {"pt2", hours = 1.5, look_for = [[how capture, guards and breaks are defined, and in the ablation which single
      pass is worth the most]]},
    {"tcompile", hours = 1.5, look_for = [[the log lines for a break and for a recompilation: for each, the statement
      or the size that caused it]]},
    {"fa3blog", hours = 1.5, look_for = [[in which language the kernel is written, and which two overlaps a fusion
      compiler could not have found]]},
    {"tritontut", hours = 2, look_for = [[fused softmax: who holds the row; matmul: where the epilogue goes]]},
  },
  lang = "c", backends = {"cpu"},
  edit = {"compile.c"}, reference = "ref.c", ladder = {"naive.c", "ref.c", "opt.c"},
  limits = {wall_s = 10, mem_MiB = 1024, threads = 1},

  buffers = {
    graph = {dtype = "i32", shape = {97, 8}, dist = gen.custom"graph", note = "how many nodes, then each"},
    plan = {dtype = "i64", shape = {97}, note = "how many kernels, then the kernels of each node"},
    why = {dtype = "i32", shape = {96}},
    dump = {dtype = "u8", shape = {8192}},
    code = {dtype = "u8", shape = {65536}, note = "the generated C"},
    cu = {dtype = "u8", shape = {32768}, note = "the generated CUDA, of graphs that work row by row"},
    ["in"] = {dtype = "f32", shape = {"in_n"}, dist = gen.custom"in"},
    out = {dtype = "f32", shape = {"out_n"}},
    work = {dtype = "f32", shape = {"work_n"}, note = "for what kernels leave one another"},
    sigs = {dtype = "i32", shape = {"2*pairs + ncalls", 13}, dist = gen.custom"sigs"},
    holds = {dtype = "i32", shape = {"pairs"}},
    served = {dtype = "i32", shape = {"ncalls", 2}},
    guards = {dtype = "i32", shape = {8, 13}},
  },
  calls = {
    plan = call{harness = true, verify = "plan", title = "breaks, groups, account",
      args = {i32"gpu", input"graph", output"plan", output"why", output"dump", output"code", output"cu"}},
    program = call{asks = {fn = "emit_c"}, verify = "program", title = "the generated C, run",
      emitted = {by = "plan", text = "code"},
      args = {i64"n", input"in", output"out", output"work"}},
    gpu = call{asks = {fn = "emit_cuda"}, verify = "program", title = "the generated CUDA, run on the emulator",
      emitted = {by = "plan", text = "cu", lang = "cuda"},
      args = {i64"n", input"in", output"out", output"work"}, grid = {8}, block = {128}},
    guards = call{harness = true, verify = "guards", title = "guards and the cache",
      args = {i32"pairs", i32"ncalls", input"sigs", output"holds", output"served", output"guards"}},
  },
  cases = {
    graph("chain", CHAIN, 24, 40, {calls = {"plan", "program", "gpu"}, gpu = 1}),
    graph("gelu", GELU, 32, 48),
    graph("softmax", SOFTMAX, 16, 200, {shift = -200}),
    graph("layernorm", LAYERNORM, 20, 150, {calls = {"plan", "program", "gpu"}, gpu = 1}),
    graph("linear", LINEAR, 17, 33, {K = 29}),
    graph("prologue", PROLOGUE, 16, 24, {K = 24}),
    graph("diamond-cheap", CHEAP, 40, 24),
    graph("diamond-dear", DEAR, 40, 24),
    graph("axes", AXES, 30, 21),
    graph("view", VIEW, 19, 45),
    graph("scores", SCORES, 18, 26, {K = 32}),
    graph("item", ITEM, 22, 35),
    graph("foreign", FOREIGN, 12, 31),
    graph("qkv", QKV, 15, 36, {K = 36}),
    graph("gate-up", GATEUP, 14, 28, {K = 44}),
    graph("layer", LAYER, 24, 32, {K = 56, eps = 1e-5}),
    graph("any-batch", LAYERNORM, 8, 64, {sym = 1, n = 29}),
    graph("hidden-gpu", CHAIN, 21, 44, {calls = {"plan", "program", "gpu"}, gpu = 1,
          hidden = true}),
    graph("hidden", RANDOM, 24, 40, {draw = gen.pick{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, hidden = true}),
    graph("wide-chain", CHAIN, 512, 1024, {tags = {"gate", "bench"}}),
    graph("wide-norm", LAYERNORM, 512, 1024, {tags = {"gate", "bench"}}),
    graph("wide-linear", LINEAR, 512, 16, {K = 1024, tags = {"bench"}}),
    {id = "guards", pairs = 400, ncalls = 0, classes = 1, calls = {"guards"}},
    {id = "one-service", pairs = 1, ncalls = 60, classes = 1, calls = {"guards"}},
    {id = "two-widths", pairs = 1, ncalls = 7, classes = 0, calls = {"guards"}},
    {id = "four-services", pairs = 1, ncalls = 200, classes = 4, calls = {"guards"}},
    {id = "hidden-guards", hidden = true, pairs = gen.pick{150, 250}, ncalls = gen.pick{20, 40},
     classes = gen.pick{1, 2}, calls = {"guards"}},
  },
  counters = {compiles = "compilations", kernels = "kernels of the plan", model_B = "bytes moved, by the model"},
  gates = gates(),
  bench = {
    bench{id = "chain", call = "program", case = "wide-chain", stages = STAGES, title = "five pointwise operations",
          flops = "5*R*C", bytes = "4*(3*R*C + C)"},
    bench{id = "norm", call = "program", case = "wide-norm", stages = STAGES, title = "LayerNorm",
          bytes = "4*(2*R*C + 2*C)"},
    bench{id = "linear", call = "program", case = "wide-linear", stages = STAGES, title = "matmul, bias, relu",
          flops = "R*K*(2*C + 3)", bytes = "4*(R*C + C*K + K + R*K)"},
  },
  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP",
      ask = [[The chain on {{= n(f.rows)}} x {{= n(f.cols)}} floats: FLOP of its five operations, a maximum counted
        as one?]],
      answer = "5 * f.rows * f.cols", worked = "Five an element, fused or not: fusion changes no arithmetic."},
    predict{id = "bytes", axis = "bytes", unit = "MB",
      ask = "Bytes that the fused chain moves? It reads x, a second tensor and a row of biases, and writes one tensor.",
      answer = "4 * (3 * f.rows * f.cols + f.cols) / 1e6", worked = "Two tensors in, one out, and the row once."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", rtol = .03,
      ask = "FLOP per byte of it?", answer = "5 / 12",
      worked = "5 FLOP for 12 bytes. One kernel per operation: 5 for 44. Both wait for memory."},
    predict{id = "parallel", axis = "parallelism",
      ask = "Your kernels walk row by row. Which node forbids giving each row to another thread?",
      choices = {"ROWSUM", "COLSUM", "MATMUL", "TRANSPOSE"}, answer = "COLSUM",
      worked = "All rows add to the same numbers. On a GPU it takes atomics, or a second kernel for the partial sums."},
    predict{id = "failure", axis = "failure",
      ask = "The tape saw item() return 1.5, and the compiler wrote 1.5 into the code. What happens next week?",
      choices = {"a crash", "a recompilation", "silently wrong numbers for other inputs", "a graph break"},
      answer = "silently wrong numbers for other inputs",
      worked = "Nothing checks the value again: no guard was made of it."},
  },

  facts = function(hw)
    local d, T = models.llama3_70b.d, 4096
    local f = {
      stages = STAGES, graphs = #best, rows = 512, cols = 1024,
      layer = {49, 9}, -- kernels of the layer: what the checker counts as eager_kernels, and the gate
      d = d, T = T, L = models.llama3_70b.L, ff = models.llama3_70b.ff, bw = hw.h200_m.bw_mean,
      bw_h100 = hw.h100.bw, gemm = hw.h200_m.bf16_best, N = 8192, smem = hw.h100.smem_block,
      launch_us = 2.5, -- approximate, a short kernel after another in one stream
      rms_B = T*d*2,
      -- medians on 2 shared cores of a Xeon (Sapphire Rapids), gcc 12, 2026-11: naive.c and opt.c against ref.c
      naive = {chain = .38, norm = .55}, opt = {norm = 2.2},
    }
    f.epilogue_us = 1e6*2*f.N*f.N*2/f.bw
    f.gemm_us = function(K) return 1e6*2*f.N*f.N*K/f.gemm end
    f.share = function(K) return 100*f.epilogue_us/f.gemm_us(K) end
    f.rms_ms = function(passes, T, d) return 1e3*passes*2*(T or f.T)*(d or f.d)/f.bw_h100 end
    -- programs compiled for a list of batch sizes, two arguments of equal rows
    f.programs = function(sizes)
      local exact, symbol, n = {}, false, 0
      for _, b in ipairs(sizes) do
        if not exact[b] and not (symbol and b >= 2) then
          if n > 0 and b >= 2 then symbol = true else exact[b] = true end
          n = n + 1
        end
      end
      return n
    end
    return f
  end,

  questions = {
    q.num{id = "chain", unit = "x", rtol = .005, seed = "S003-W09-C7",
      ask = [[{{= p.k}} unary pointwise operations in a row, on a tensor much larger than the caches. How many times
        fewer bytes does one fused kernel move than one kernel each?]],
      vary = {k = {5, 4, 7}}, answer = function(f, p) return p.k end,
      wrong = {{value = function(f, p) return 2*p.k end, hint = "The fused kernel still reads and writes once."},
               {value = function(f, p) return (p.k + 1)/2 end, hint = "Unfused, each operation reads and writes."}},
      worked = "{{= 2*p.k}} passes over the tensor become 2."},
    q.num{id = "softmax", unit = "x", rtol = .005, seed = "S004-C12-T02",
      ask = [[Softmax over rows as five kernels: max, subtract, exp, sum, divide. Before them {{= p.k}} pointwise
        kernels, each of one tensor, scale and change x. Numbers of a row cost nothing. How many times the bytes of one
        kernel that holds the row and does all of it?]],
      vary = {k = {7, 9, 11}},
      answer = function(_, p) return (5 + 3 + 2*p.k)/2 end,
      wrong = {{value = function(_, p) return 5 + p.k end, hint = "Max and sum write one number a row, not a tensor."},
               {value = function(_, p) return 8 + 2*p.k end, hint = "Divide by what the fused kernel moves."},
               {value = 4, hint = "That is the softmax alone."}},
      worked = [[{{= 5 + p.k}} tensors are read, {{= 3 + p.k}} are written; fused it is 1 and 1:
        {{= 8 + 2*p.k}} / 2.]]},
    q.num{id = "rmsnorm", unit = "ms", rtol = .02, seed = "S004-C12-EX",
      ask = [[RMSNorm of {{= n(p.T)}} tokens of width {{= n(p.d)}}, bf16, as four kernels: square, mean over a row,
        multiply by its inverse root, multiply by the weights. How long do they take at an H100's
        {{= si(f.bw_h100, "B/s", 3)}}? Rows of numbers and weights cost nothing.]],
      vary = {T = {3072, 6144, 12288}, d = {4096, 5120}},
      answer = function(f, p) return f.rms_ms(7, p.T, p.d) end,
      wrong = {{value = function(f, p) return f.rms_ms(2, p.T, p.d) end, hint = "That is the fused kernel."},
               {value = function(f, p) return f.rms_ms(8, p.T, p.d) end,
                hint = "The mean writes a number a row, no tensor."},
               {value = function(f, p) return 2*f.rms_ms(7, p.T, p.d) end, hint = "bf16 has 2 bytes."}},
      worked = [[2 + 1 + 2 + 2 passes over {{= mb(p.T*p.d*2)}}: {{= n(f.rms_ms(7, p.T, p.d), 3)}} ms. Fused, 2 passes:
        {{= n(f.rms_ms(2, p.T, p.d), 3)}} ms, and a layer has two norms.]]},
    q.num{id = "epilogue", unit = "%", rtol = .03, seed = "S004-C12-T07",
      ask = [[A matmul of {{= n(f.N)}} x {{= n(p.K)}} by {{= n(p.K)}} x {{= n(f.N)}} in bf16 at
        {{= n(f.gemm*1e-12)}} TFLOP/s, then GELU as a kernel of its own at {{= si(f.bw, "B/s", 3)}}. How long is the
        second kernel, as a share of the first?]],
      vary = {K = {512, 8192, 1024}}, answer = function(f, p) return f.share(p.K) end,
      wrong = {{value = function(f, p) return f.share(p.K)/2 end, hint = "It reads its input and writes its output."},
               {value = function(f, p) return 2*f.share(p.K) end, hint = "A multiply-add is two FLOP."}},
      worked = [[2 x {{= n(f.N)}}² x 2 bytes take {{= n(f.epilogue_us, 1)}} µs whatever K is; the matmul takes
        {{= n(f.gemm_us(p.K), 0)}} µs. {{= n(f.share(p.K), 1)}} %. An epilogue is worth little on a deep product and
        most of one on a shallow one.]]},
    q.num{id = "diamond", unit = "1", rtol = .001, seed = "S004-C12-T02",
      ask = [[A pointwise value of {{= p.w}} bytes an element is made of m tensors of the same shape with {{= p.a}} B an
        element, and two kernels need it; neither needs the m tensors for anything else. From which m on is it cheaper
        to write the value once than to compute it twice?]],
      vary = {w = {12, 16, 20}, a = {1, 2}},
      answer = function(_, p) return 2*p.w//p.a + 1 end,
      wrong = {{value = function(_, p) return 2*p.w//p.a end, hint = "At this m both move the same bytes."},
               {value = function(_, p) return p.w//p.a + 1 end, hint = "Count the write, and the read of it."},
               {value = 3, hint = "That is so when the value is as wide as what it is made of."}},
      worked = [[Twice: 2m reads of {{= p.a}} B. Once: m reads, a write and a read by the other kernel, {{= p.w}} B
        each. {{= 2*p.a}}m > {{= p.a == 1 and "" or p.a}}m + {{= 2*p.w}} for m > {{= 2*p.w//p.a}}.]]},
    q.num{id = "programs", unit = "1", rtol = .001, seed = "S003-W10-C5",
      ask = [[Calls arrive with batches of 8, 12, {{= p.third}}, 12, 40, {{= p.third}} and 8. How many programs does
        the policy of lab.h compile?]],
      vary = {third = {1, 16, 0}},
      answer = function(f, p) return f.programs({8, 12, p.third, 12, 40, p.third, 8}) end,
      wrong = {{value = 4, hint = "The second size makes the batch a symbol; what does the fourth size cost?"},
               {value = 1, hint = "The first program is compiled for exactly what it saw."}},
      worked = [[8 exactly, then a symbol for 12, which serves every batch from 2 on. Rows of 0 and 1 are sizes of
        their own: {{= f.programs({8, 12, p.third, 12, 40, p.third, 8})}}.]]},
    q.choice{id = "why-not-one", seed = "S003-W10-C5",
      ask = "Why does a guard with a symbol refuse a batch of 1?",
      options = {"a loop over one row is too slow to compile for",
                 "size 1 broadcasts: the same program text means another computation",
                 "symbols are unsigned", "rows are counted from 0"},
      answer = 2,
      worked = [[x + y with 1 row against 7 repeats the row; with n against n it does not. The trace for n rows never
        recorded the repetition, so 1 is a program of its own. 0 has its own empty reductions.]]},
    q.choice{id = "item", seed = "S003-W10-C4",
      ask = [[loss.item() in the middle of a model is followed by `if loss > 3: lr = lr / 2`. What does an honest
        capture do?]],
      options = {"records the value and goes on", "ends the graph there, lets the host decide, starts another",
                 "records both branches", "moves item() to the end"},
      answer = 2,
      worked = [[The host needs a number that exists only when the program runs. The value could also be captured
        under a guard on the value, which recompiles for each new one; what it must not do is keep it silently.]]},
    q.multi{id = "edges", seed = "S003-W10-C3",
      ask = "Through which edges can a value stay inside a kernel, in this lab's model?",
      options = {"pointwise into a row reduction", "a row reduction into pointwise work on the same rows",
                 "a column sum into pointwise work", "a matmul into pointwise work", "pointwise into a matmul",
                 "a transpose of a computed value into pointwise work"},
      answer = {1, 2, 4},
      worked = [[A column sum is finished after the last row; a matmul and a transpose read rows that the kernel has
        not made. All others find their operand in the row that is being walked.]]},
    q.num{id = "launches", unit = "us", rtol = .02, seed = "S003-W10-HO",
      ask = [[The layer of this lab runs as {{= f.layer[1]}} kernels without the compiler and as {{= f.layer[2]}} with
        it. At about {{= f.launch_us}} µs from one short kernel to the next, what do launches alone save in a model of
        {{= p.L}} such layers?]],
      vary = {L = {32, 80, 24}}, answer = function(f, p) return (f.layer[1] - f.layer[2])*f.launch_us*p.L end,
      wrong = {{value = function(f, p) return f.layer[1]*f.launch_us*p.L end,
                hint = "The fused kernels are launched too."}},
      worked = [[{{= f.layer[1] - f.layer[2]}} x {{= f.launch_us}} µs x {{= p.L}} =
        {{= n((f.layer[1] - f.layer[2])*f.launch_us*p.L)}} µs. With small batches that is more than the bytes save; a
        recorded CUDA graph takes most of it without fusing anything.]]},
    q.num{id = "row", unit = "1", rtol = .001, seed = "S004-C12-T02",
      ask = [[A block of a fused softmax keeps {{= p.k}} rows of floats in shared memory, {{= n(f.smem)}} B a block on
        an H100. How long are the longest rows that fit?]],
      vary = {k = {3, 5, 6}},
      answer = function(f, p) return f.smem//(4*p.k) end,
      wrong = {{value = function(f, p) return f.smem//p.k end, hint = "A float has 4 bytes."},
               {value = function(f, p) return f.smem//(2*p.k) end, hint = "These are floats, not bf16."},
               {value = function(f) return f.smem//4 end, hint = "That is one row alone."}},
      worked = [[{{= n(f.smem)}} / (4·{{= p.k}}): {{= n(f.smem//(4*p.k))}} floats each. Beyond it a row is read again
        from memory in each pass, or the reduction has to be a running one, as in FlashAttention.]]},
    q.choice{id = "horizontal", seed = "S004-C12-T04",
      ask = "q, k and v as one matmul instead of three, one token at a time (decode). What is gained?",
      options = {"two thirds of the weights' bytes", "two reads of x and two launches; the weights' bytes stay",
                 "nothing at all", "two thirds of the FLOP"},
      answer = 2,
      worked = [[Every weight is still read once, and in decode the weights are nearly all there is. What goes is
        latency: two launches, and a wider matrix fills more of the machine.]]},
    q.choice{id = "fa3", seed = "S003-W10-C3",
      ask = "FlashAttention-3 is the kernel to know this week. What is it written in?",
      options = {"Triton", "CUDA C++ with CUTLASS and CuTe", "generated by Inductor", "PTX by hand"},
      answer = 2,
      worked = [[It gives warps of one block different work, which a language with one program per block does not say.
        And it fuses a reduction into a matmul by changing the algorithm, the running softmax: no rule of this lab
        finds that.]]},
    q.choice{id = "not-worth", seed = "S003-W10-C5",
      ask = "Where does a fusion compiler pay least?",
      options = {"a pointwise optimizer step over all parameters", "decoding with a batch of 1 on a fast GPU",
                 "a training step whose time is 95 % in large matmuls of a library",
                 "LayerNorm, GELU and residuals between small matmuls"},
      answer = 3,
      worked = "It removes passes and launches, and there are few. Compile time and recompilations remain."},
    q.text{id = "account", min_words = 60, seed = "S003-W10-HO",
      ask = [[Take your account of the case `layer`. For each of its kernels say what was fused into it and which edge
        ended it; then name a change to the model or the rules that would save one more kernel, and what it costs.]],
      rubric = {"LayerNorm as one kernel of several passes, ended by the matmuls' operand",
                "siblings q, k, v; gate and up with their epilogue",
                "scores end at the softmax because a matmul's kernel has no reduction",
                "one more: running softmax, a matmul with a prologue, or folding the norm's scale into weights, " ..
                "with its price"}},
  },

  hints = {
    {on = "build", match = {"say", "defines no", "undefined reference"},
     "say() is ours and in lab.h; the rest of the file is yours."},
    {on = "case:chain", "Every operand is there from the start: five formulas inside one pair of loops."},
    {on = "case:softmax", [[The second pass needs what the first has found. Which values wait in between, and where? All
      numbers of this case are near -200: what does a maximum begin with?]]},
    {on = "case:layernorm", "Pass of a node: one more than that of a row reduction it reads. Three passes, one " ..
                            "kernel."},
    {on = "case:gelu", "A value with two readers is one variable: nine formulas, each printed once, operands first."},
    {on = "case:linear", "The matmul's row first, into an array; the epilogue then walks that array once."},
    {on = "case:prologue", "A matmul reads all rows of b and all of a's row: what feeds it has to be written by an " ..
                           "earlier kernel."},
    {on = "case:diamond-cheap", "Reading one tensor twice is less than writing it and reading it."},
    {on = "case:diamond-dear", "Three tensors twice, or one written and read: count."},
    {on = "case:axes", "The sum is complete after the last row, so whoever reads it is in a later kernel."},
    {on = "case:view", "Element [r][c] of a transpose is element [c][r] of its base; nothing is copied."},
    {on = "case:item", "k of an ITEM is what the tape saw once. In the program it is read from memory, after the " ..
                       "break."},
    {on = "case:foreign", "Count broken nodes before a node: kernels do not mix sides."},
    {on = "case:scores", "The matmul's b is a transpose: element [q][c] of it is element [c][q] of the input."},
    {on = "case:gate-up", "Two matmuls of one a, an array each; then one loop over both has the epilogue."},
    {on = "case:layer", [[Nothing new, all at once. Compare your account with the nine kernels that you would draw: the
      first that differs is a smaller case.]]},
    {on = "case:qkv", "No edge joins the three. A common operand does."},
    {on = "case:any-batch", "`sym` means n: in loops, not in what was traced."},
    {on = "call:gpu", "Threads share the columns: a reduction is finished only after block_sum or block_max."},
    {on = "case:guards", "The same symbol twice is the same number twice, and no symbol is 0 or 1."},
    {on = "case:one-service", "8, then any batch; 0 and 1 each on their own."},
    {on = "case:two-widths", [[1, then 5: rows that differ get a symbol, also when they were 1. And compare with the
      newest program of these dtypes and cols, not with the first.]]},
    {on = "case:four-services", "Other columns or dtypes never share a program. After MAX_PROGRAMS the answer is -1."},
    {on = "counter:kernels", "Look at your account: which edge of the graph could have stayed inside?"},
    {on = "counter:model_B", "Which tensor is written and read by kernels that could both do without it, or read " ..
                             "twice?"},
    {on = "counter:l2_miss", "The plan says one pass; the program fetches more. Do the passes of a row run one row " ..
                             "at a time?"},
    {on = "bench:norm", "Sums: sixteen partial ones are a vector."},
    {on = "bench:linear", "Is the innermost loop over columns, with nothing in it but t[c] += a * b?"},
    {on = "sanitize", "Arrays of one row have `cols` floats; and the generated program is sanitized as well."},
    {after = 4, "Tier 1 of hints.md says in which order to build the pieces."},
  },
}
