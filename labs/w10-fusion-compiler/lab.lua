-- w10-fusion-compiler: breaks, fusion, generated C and CUDA, guards: a graph compiler in one file.

local STAGES = {bronze = .60, silver = .85, gold = .97}

local CHAIN, GELU, SOFTMAX, LAYERNORM, LINEAR, CHEAP, DEAR, AXES, VIEW, SCORES, ITEM, FOREIGN, QKV, GATEUP,
      RANDOM, LAYER = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15

-- Floats that come in and go out, as the graph is run with n rows.
local function inputs(c)
  local n, C, K = c.n, c.C, c.K
  local of = {[CHAIN] = 2*n*C + C, [GELU] = 2*n*C + C, [SOFTMAX] = n*C, [LAYERNORM] = n*C + 2*C,
              [LINEAR] = n*C + C*K + K, [CHEAP] = n*C + C, [DEAR] = 3*n*C, [AXES] = n*C, [VIEW] = n*C + C,
              [SCORES] = n*K + C*K, [ITEM] = n*C, [FOREIGN] = n*C + C, [QKV] = n*C + 3*(C*K + K),
              [GATEUP] = n*C + 2*C*K, [RANDOM] = 2*n*C, [LAYER] = n*C + 4*C + 4*C*C + 3*C*K}
  return of[c.pat]
end

local function outputs(c)
  local of = {[LINEAR] = c.n*c.K, [GATEUP] = c.n*c.K, [QKV] = 3*c.n*c.K}
  return of[c.pat] or c.n*c.C
end

-- A graph of R x C, run with n rows (R where nothing else is said); K is a second width.
local function graph(id, pat, R, C, more)
  local c = {id = id, pat = pat, R = R, C = C, K = 1, n = R, sym = 0, gpu = 0, draw = 0, eps = 1e-6,
             calls = {"plan", "program"}}
  for k, v in pairs(more or {}) do c[k] = v end
  c.in_n, c.out_n, c.work_n = inputs(c), outputs(c), 24*(R + c.n)*(C + c.K) + 8*R*R
  return c
end

return lab {
  api = 1, rev = 1, id = "w10-fusion-compiler", title = "Graph capture, fusion, generated code",
  kind = "codegen", week = 10, part = 1, domain = {"compilers", "memory"},
  seeds = {"S000-P2-T3"},
  requires = {"w09-tile-dsl"}, suggests = {"w02-transpose"},
  hours = {read = 6.5, lab = 5},
  lang = "c", backends = {"cpu"},
  edit = {"compile.c"}, reference = "ref.c", ladder = {"ref.c"},
  limits = {wall_s = 30, mem_MiB = 1024, threads = 1},

  buffers = {
    graph = {dtype = "i32", shape = {97, 8}, dist = gen.custom"graph", note = "how many nodes, then each"},
    plan = {dtype = "i64", shape = {97}, note = "how many kernels, then the kernels of each node"},
    why = {dtype = "i32", shape = {96}},
    dump = {dtype = "u8", shape = {8192}},
    code = {dtype = "u8", shape = {65536}, note = "the generated C"},
    cu = {dtype = "u8", shape = {32768}, note = "the generated CUDA, of plans with one kernel"},
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
    program = call{verify = "program", title = "the generated C, run", emitted = {by = "plan", text = "code"},
      args = {i64"n", input"in", output"out", output"work"}},
    gpu = call{verify = "program", title = "the generated CUDA, run on the emulator",
      emitted = {by = "plan", text = "cu", lang = "cuda"},
      args = {i64"n", input"in", output"out", output"work"}, grid = {8}, block = {128}},
    guards = call{harness = true, verify = "guards", title = "guards and the cache",
      args = {i32"pairs", i32"ncalls", input"sigs", output"holds", output"served", output"guards"}},
  },
  cases = {
    graph("chain", CHAIN, 24, 40, {calls = {"plan", "program", "gpu"}, gpu = 1}),
    graph("gelu", GELU, 32, 48),
    graph("softmax", SOFTMAX, 16, 200),
    graph("layernorm", LAYERNORM, 20, 150, {calls = {"plan", "program", "gpu"}, gpu = 1}),
    graph("linear", LINEAR, 17, 33, {K = 29}),
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
    graph("hidden", RANDOM, 24, 40, {draw = gen.pick{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, hidden = true}),
    {id = "guards", pairs = 400, ncalls = 0, classes = 1, calls = {"guards"}},
    {id = "one-service", pairs = 1, ncalls = 60, classes = 1, calls = {"guards"}},
    {id = "four-services", pairs = 1, ncalls = 200, classes = 4, calls = {"guards"}},
  },
  gates = {},
  facts = function(hw) return {} end,
}
