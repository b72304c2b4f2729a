-- c13-3d-planner: what a plan of five dimensions holds, how long its step is, and the best one.

local GIVEN, ANY_JOB, BROKEN, LARGE = 0, 1, 2, 3 -- kernels/c13-3d-planner/oracle.c

-- --- models, by their papers ----------------------------------------------------------------------------

-- GPT as Megatron trained it. What a layer keeps without recomputation: 34·d bytes a token (Korthikanti et al., 2022),
-- scores left out.
local function gpt(layers, d, heads)
  return {layers = layers, first = 0, heads = heads, experts = 0, topk = 0, limit = 0, d = d, vocab = 51200,
          attn = 4*d*d, mlp = 8*d*d, mlp0 = 0, expert = 0, q = d, kv = 2*d, act = 34*d}
end

-- Llama's shape. What a layer keeps: its input, q, k and v, the attention's output, the MLP's input, gate and up; norms
-- and the product of gate and up are made again. All in 2 bytes.
local function llama(m)
  local q, kv = m.H*m.hd, 2*m.Hkv*m.hd
  return {layers = m.L, first = 0, heads = m.H, experts = 0, topk = 0, limit = 0, d = m.d, vocab = m.V,
          attn = 2*m.d*q + m.d*kv, mlp = 3*m.d*m.ff, mlp0 = 0, expert = 0, q = q, kv = kv,
          act = 2*(2*m.d + 2*q + kv + 2*m.ff)}
end
local L405 = {L = 126, d = 16384, H = 128, Hkv = 8, hd = 128, ff = 53248, V = 128256} -- Llama-3.1-405B, config.json

-- DeepSeek-V3, config.json: latent attention of rank 1536 for q and 512 for k and v, heads of 128 and 64 for positions.
-- A layer keeps its input, the latents, attention's output, and of the topk experts their inputs in one byte.
local DSV3 = {layers = 61, first = 3, heads = 128, experts = 256, topk = 8, limit = 4, d = 7168, vocab = 129280,
              attn = 7168*1536 + 1536*128*192 + 7168*(512 + 64) + 512*128*256 + 128*128*7168,
              mlp = 3*7168*2048 + 256*7168, mlp0 = 3*7168*18432, expert = 3*7168*2048, q = 128*160, kv = 128*320,
              act = 2*(2*7168 + 1536 + 576 + 128*128) + 8*7168}

-- --- clusters. Of a link 80 % arrive (assumed, as is that two runs of one machine have one eff) ---------

local REACH = .8
local function cluster(gpus, card, link, net, more)
  local c = {gpus = gpus, node = 8, mem = card.mem, peak = card.bf16, eff = 1, link = REACH*link, net = REACH*net,
             w = 2, g = 4, o = 12}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
local HDR = hw.ib_ndr.bw_dir/2                      -- 200 Gb/s a GPU: Selene
local function selene(n) return cluster(n, hw.a100, hw.a100.nvlink_dir, HDR, {g = 2}) end
local function h100s(n) return cluster(n, hw.h100, hw.h100.nvlink_dir, hw.ib_ndr.bw_dir) end
-- H800: an H100 whose NVLink gives 160 GB/s (DeepSeek-V3's report); moments of 2 bytes
local function h800s(n) return cluster(n, hw.h100, 160e9/REACH, hw.ib_ndr.bw_dir, {o = 8}) end

-- --- lab.h's model, in Lua: for the lesson's figures, and to fit one figure of a machine to one row of a paper ----

local function forward(m, seq)
  return 2.0*((m.layers - m.first)*(m.attn + m.mlp + m.topk*m.expert) + m.first*(m.attn + m.mlp0) + m.vocab*m.d) +
         2.0*m.layers*seq*m.q
end
local function params(m)
  return 1.0*m.layers*m.attn + m.first*m.mlp0 + (m.layers - m.first)*(m.mlp + m.experts*m.expert) + 2*m.vocab*m.d
end
local function sizes(j, p)
  local m, s = j.m, {}
  s.n = math.ceil(m.layers/(p.pp*p.chunks))
  s.L, s.micros, s.T, s.D = s.n*p.chunks, j.batch/(p.dp*p.micro), p.micro*j.seq/p.cp, p.dp*p.cp
  s.dense = (1.0*s.L*(m.attn + m.mlp) + m.vocab*m.d*(p.pp == 1 and 2 or 1))/p.tp
  s.expert = 1.0*s.L*m.experts*m.expert/(p.tp*p.ep)
  return s
end
local function memory(j, p)
  local m, c, s = j.m, j.c, sizes(j, p)
  local all, apart = s.dense + s.expert, s.dense/s.D + s.expert/(s.D/p.ep)
  local flight = p.chunks == 1 and math.min(p.pp, s.micros) or
                 math.min(2*(p.pp - 1) + (p.chunks - 1)*p.pp + 1, s.micros*p.chunks)
  local h = {weights = c.w*all, grads = c.g*all, optimizer = c.o*(p.zero == 1 and apart or all),
             acts = flight*s.n*s.T/p.tp*(p.recompute == 1 and 2*m.d or m.act) + p.recompute*s.T/p.tp*m.act}
  h.state = h.weights + h.grads + h.optimizer
  h.total = h.state + h.acts
  return h
end
local function times(j, p)
  local m, c, s = j.m, j.c, sizes(j, p)
  local function wire(g) return g <= c.node and c.link or c.net end
  local function over(a, b) return math.max(0, a - b) end
  local fast, passes, again = c.peak*c.eff, 3 + p.recompute, 4 + 2*p.recompute
  local layer = 2.0*(m.attn + m.mlp + m.topk*m.expert) + 2.0*j.seq*m.q
  local last = (s.L - (s.L*p.pp - m.layers)//2)*layer + 2*m.vocab*m.d
  local t = {compute = math.max(s.L*layer, last)*s.T/p.tp*passes/fast}
  t.tp = s.L*again*2*(p.tp - 1)/p.tp*2*s.T*m.d/wire(p.tp)
  t.ring = s.L*passes*(p.cp - 1)*2*s.T*m.kv/p.tp/wire(p.tp*p.cp)
  t.cp = over(t.ring, s.L*passes*2*j.seq*m.q*s.T/p.tp/fast)
  local to = p.tp*p.ep > c.node and m.limit > 0 and math.min(m.limit, m.topk) or m.topk
  t.a2a = p.ep > 1 and s.L*again*to*s.T/p.tp*2*m.d*(p.ep - 1)/p.ep/wire(p.tp*p.ep) or 0
  t.ep = over(t.a2a, t.compute)
  t.pp = p.pp > 1 and 2*p.chunks*2*s.T*m.d/p.tp/wire(c.gpus) or 0
  t.micro = t.compute + t.tp + t.cp + t.ep + t.pp
  t.idle = t.micro*(p.pp - 1)/p.chunks
  local E = s.D/p.ep
  t.sync = ((s.D - 1)/s.D*s.dense + (E - 1)/E*s.expert)*(p.zero == 1 and c.g + c.w or 2*c.g)/wire(p.tp*s.D)
  t.dp = over(t.sync, t.micro)
  t.step = t.micro*s.micros + t.idle + t.dp
  t.bubble = t.idle/(t.micro*s.micros + t.idle)
  return t
end
local function reported(j, p, passes)
  return passes*forward(j.m, j.seq)*j.batch*j.seq/times(j, p).step/j.c.gpus
end
-- The share of the peak with which a row of a paper comes out.
local function fit(j, p, passes, told)
  local lo, hi = .1, 1
  for _ = 1, 60 do
    j.c.eff = (lo + hi)/2
    if reported(j, p, passes) < told then lo = j.c.eff else hi = j.c.eff end
  end
  return (lo + hi)/2
end

-- --- rows of papers --------------------------------------------------------------------------------------

local function job(m, c, seq, batch) return {m = m, c = c, seq = seq, batch = batch} end
local function plan(dp, tp, pp, cp, ep, micro, chunks, zero, recompute)
  return {dp = dp, tp = tp, pp = pp, cp = cp, ep = ep, micro = micro, chunks = chunks, zero = zero,
          recompute = recompute}
end
local PAPERS = {
  -- Narayanan et al., 2021, table 1. Micro-batches of one sequence; as many chunks as layers and batch allow.
  m310 = {job(gpt(96, 16384, 128), selene(1920), 2048, 2160), plan(15, 8, 16, 1, 1, 1, 6, 0, 1), 4, 155e12},
  m530 = {job(gpt(105, 20480, 128), selene(2520), 2048, 2520), plan(9, 8, 35, 1, 1, 1, 3, 0, 1), 4, 163e12},
  m1t = {job(gpt(128, 25600, 160), selene(3072), 2048, 3072), plan(6, 8, 64, 1, 1, 1, 2, 0, 1), 4, 163e12},
  -- Meta, 2024, table 4. The number of chunks is not told: 8 make the pieces of one layer of which two are missing.
  l8k = {job(llama(L405), h100s(8192), 8192, 2048), plan(64, 8, 16, 1, 1, 1, 8, 1, 0), 3, 430e12},
  l16k = {job(llama(L405), h100s(16384), 8192, 2048), plan(128, 8, 16, 1, 1, 1, 8, 1, 0), 3, 400e12},
  l131k = {job(llama(L405), h100s(16384), 131072, 128), plan(8, 8, 16, 16, 1, 1, 8, 1, 0), 3, 380e12},
  -- DeepSeek, 2024: 180,000 GPU hours for 10^12 tokens, as FLOP/s of a GPU
  ds = {job(DSV3, h800s(2048), 4096, 15360), plan(128, 1, 16, 1, 64, 1, 1, 1, 0), 3,
        3*forward(DSV3, 4096)*1e12/(180e3*3600)},
}
-- One row of each machine gives its eff; the others are predictions.
local EFF = {a100 = fit(PAPERS.m1t[1], PAPERS.m1t[2], 4, PAPERS.m1t[4]),
             h100 = fit(PAPERS.l8k[1], PAPERS.l8k[2], 3, PAPERS.l8k[4]),
             h800 = fit(PAPERS.ds[1], PAPERS.ds[2], 3, PAPERS.ds[4])}
for id, row in pairs(PAPERS) do
  row[1].c.eff = id:sub(1, 1) == "m" and EFF.a100 or id == "ds" and EFF.h800 or EFF.h100
end

-- --- cases ---------------------------------------------------------------------------------------------------

local function given(id, calls, j, p, more)
  local c = {id = id, calls = calls, R = 1, kind = GIVEN, seq = j.seq, batch = j.batch}
  for _, part in ipairs({j.m, j.c, p or plan(1, 1, 1, 1, 1, 1, 1, 0, 0), more or {}}) do
    for k, v in pairs(part) do c[k] = v end
  end
  return c
end
local function drawn(id, calls, kind, R, more)
  local c = {id = id, calls = calls, kind = kind, R = R}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
local function paper(id, row, more)
  local c = given(id, {"published"}, row[1], row[2], more)
  c.passes, c.paper, c.tags = row[3], row[4], {"gate"}
  return c
end
local function on(n, card, eff)
  local c = card(n)
  c.eff = eff or EFF.h100
  return c
end
local function scenario(id, m, c, seq, batch, more)
  return given(id, {"best"}, job(m, c, seq, batch), nil, more)
end
local B8, B70, B405 = llama(models.llama3_8b), llama(models.llama3_70b), llama(L405)
local EDGE = {"edge"}

local GATES = {}
local function close(case, off, regret, why)
  for _, g in ipairs({{"off", "off_pct", off, why}, {"regret", "regret_pct", regret,
                      "no plan that this model knows is much faster than the published one"},
                     {"full", "full_pct", 100, "the published plan fits into memory"}}) do
    GATES[#GATES + 1] = gate{id = case .. "-" .. g[1], call = "published", case = case, counter = g[2], op = "<=",
                             value = g[3], why = g[4]}
  end
end
local WITHIN = {m310 = 10, m530 = 2, m1t = .1, l8k = .1, l16k = 1, l131k = 16, ds = .1}
local REGRET = {m310 = 37, m530 = 41, m1t = 46, l8k = 5, l16k = 5, l131k = 4, ds = 19}
local FITTED, PREDICTED = "eff was fitted to this row", "eff was fitted to another row, and this one is predicted"
close("megatron-310b", WITHIN.m310, REGRET.m310, PREDICTED)
close("megatron-530b", WITHIN.m530, REGRET.m530, PREDICTED)
close("megatron-1t", WITHIN.m1t, REGRET.m1t, FITTED)
close("llama-8192", WITHIN.l8k, REGRET.l8k, FITTED)
close("llama-16384", WITHIN.l16k, REGRET.l16k, PREDICTED)
close("llama-131072", WITHIN.l131k, REGRET.l131k, PREDICTED)
close("deepseek-v3", WITHIN.ds, REGRET.ds, FITTED)

return lab {
  api = 1, rev = 1, id = "c13-3d-planner", title = "The parallelism grid, three to five dimensions", kind = "system",
  domain = {"distributed training", "capacity"},
  seeds = {"S000-P3-T2", "S000-P3-L4", "S000-REPO-6", "S001-31", "S002-5axis-4", "S002-REPO-11", "S003-W07-C5",
           "S003-W21-C5", "S003-W21-C6", "S003-W23-C5", "S004-MAP-06", "S004-C06-T11", "S004-C06-EX"},
  requires = {"w07b-tp-mlp", "w07c-pipe-1f1b", "w08-zero"}, suggests = {"w21-ring-attention", "c12-five-axis"},
  hours = {read = 2, lab = 4},
  durable = {"Each way to cut divides some of memory and time, and sends something in return",
             "What nothing hides goes on the fastest wires, what hides may go far",
             "Memory decides what is possible, the bubble and the batch what is fast",
             "One figure fitted to one row predicts the others, or shows what the model leaves out"},
  ephemeral = {{"Plans of Megatron's 1T, Llama 3 405B and DeepSeek-V3", as_of = "2024-12"},
               {"Peaks and links of A100, H100 and H800", as_of = "2026-11"}},
  readings = {
    {"megatron3d", hours = 1, look_for = [[section 3, the three takeaways; then table 1: recompute one row's number of
      micro-batches, its bubble and its FLOP/s]]},
    {"llama3", hours = 1, look_for = [[section 3.3.2 and table 4: the order of the four dimensions, what was done about
      memory of the first stage and arithmetic of the last, and what became slower at 131,072 tokens]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"planner.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    rows = {dtype = "f64", shape = {"R", "36"}, dist = gen.custom"rows", note = "a model, a cluster, a job, a plan"},
    sizes = {dtype = "f64", shape = {"R", "3"}, fields = {"params", "active", "forward"}},
    faults = {dtype = "i32", shape = {"R"}},
    held = {dtype = "f64", shape = {"R", "4"}, fields = {"weights", "grads", "optimizer", "acts"}},
    seconds = {dtype = "f64", shape = {"R", "10"},
               fields = {"compute", "tp", "cp", "ep", "pp", "fsdp", "micro", "idle", "dp", "step"}},
    found = {dtype = "i64", shape = {"R", "10"}, note = "best()'s result, and the plan"},
    told = {dtype = "f64", shape = {"R"}, note = "reported() of the row's plan"},
  },
  calls = {
    sizes = call{harness = true, args = {input"rows", output"sizes"}, oracle = "sizes", tol = tol.dot"1",
                 title = "params, active, forward"},
    fault = call{harness = true, args = {input"rows", output"faults"}, oracle = "fault", tol = tol.exact,
                 title = "fault"},
    memory = call{harness = true, args = {input"rows", output"held"}, oracle = "memory", tol = tol.dot"1",
                  title = "memory"},
    times = call{harness = true, args = {input"rows", output"seconds"}, oracle = "times", tol = tol.dot"1",
                 title = "times"},
    best = call{harness = true, args = {input"rows", output"found"}, verify = "best", title = "best"},
    published = call{harness = true, args = {i64"passes", input"rows", output"told", output"found"},
                     verify = "published", title = "a paper's row"},
  },
  partial = {by = "case", functions = {times = 3, memory = 2, best = 2}},
  counters = {off_pct = "percent by which a paper's figure and this model differ",
              regret_pct = "percent by which the published plan is slower than the best",
              full_pct = "percent of a GPU's memory that the published plan fills"},

  cases = {
    given("llama-405b", {"sizes", "memory", "times"}, PAPERS.l16k[1], PAPERS.l16k[2]),
    given("deepseek", {"sizes", "memory", "times"}, PAPERS.ds[1], PAPERS.ds[2]),
    given("fits-exactly", {"fault"}, PAPERS.l16k[1], PAPERS.l16k[2],
          {mem = memory(PAPERS.l16k[1], PAPERS.l16k[2]).total, tags = EDGE, note = "not a byte is left"}),
    given("a-byte-short", {"fault"}, PAPERS.l16k[1], PAPERS.l16k[2],
          {mem = memory(PAPERS.l16k[1], PAPERS.l16k[2]).total - 1, tags = EDGE}),
    given("experts-in-a-node", {"times"}, job(DSV3, on(8, h800s, EFF.h800), 4096, 64),
          plan(8, 1, 1, 1, 8, 1, 1, 1, 0),
          {link = 1e10, tags = EDGE, note = "a token's nodes are limited, and there is one; the link is slow"}),
    drawn("models", {"sizes"}, ANY_JOB, 60),
    drawn("hidden-models", {"sizes"}, ANY_JOB, gen.pick{20, 30}, {hidden = true}),
    drawn("plans", {"fault", "memory", "times"}, ANY_JOB, 300),
    drawn("broken", {"fault"}, BROKEN, 600, {tags = EDGE, note = "rules broken, one by one and several at once"}),
    drawn("hidden-plans", {"fault", "memory", "times"}, ANY_JOB, gen.pick{150, 170}, {hidden = true}),
    drawn("hidden-broken", {"fault"}, BROKEN, gen.pick{200, 220}, {hidden = true}),
    scenario("8b-on-8", B8, on(8, h100s), 8192, 256),
    scenario("8b-alone", B8, on(1, h100s), 8192, 64, {tags = EDGE, note = "does not fit"}),
    scenario("70b-on-64", B70, on(64, h100s), 8192, 512),
    scenario("70b-on-512", B70, on(512, h100s), 8192, 512),
    scenario("70b-long", B70, on(256, h100s), 131072, 32),
    scenario("70b-on-a-prime", B70, on(61, h100s), 8192, 488, {tags = EDGE, note = "61 GPUs: one degree is all"}),
    scenario("405b-on-64", B405, on(64, h100s), 8192, 256, {tags = EDGE, note = "does not fit"}),
    scenario("405b-on-1024", B405, on(1024, h100s), 8192, 1024),
    scenario("odd-sequence", B70, on(128, h100s), 8190, 256, {tags = EDGE, note = "2 and 6 divide it, 4 does not"}),
    scenario("odd-sequence-by-3", B70, on(96, h100s), 8190, 4, {tags = EDGE, note = "a ring of 3"}),
    scenario("odd-batch", B70, on(96, h100s), 8192, 255, {tags = EDGE}),
    scenario("deepseek-on-256", DSV3, on(256, h800s, EFF.h800), 4096, 1920),
    scenario("few-experts", PAPERS.ds[1].m, on(64, h800s, EFF.h800), 4096, 512,
             {experts = 8, topk = 2, tags = EDGE, note = "eight experts for 64 GPUs"}),
    scenario("160-experts", DSV3, on(160, h800s, EFF.h800), 4096, 1600,
             {experts = 160, topk = 6, tags = EDGE, note = "no power of two"}),
    scenario("deepseek-32k", DSV3, on(256, h800s, EFF.h800), 32768, 4,
             {tags = EDGE, note = "4 sequences: experts are shared over cp, too"}),
    scenario("70b-in-nodes-of-4", B70, on(32, h100s), 8192, 1,
             {node = 4, tags = EDGE, note = "one sequence: tp leaves the node"}),
    scenario("gpt-in-nodes-of-6", gpt(96, 12288, 96), on(96, h100s), 2048, 16,
             {node = 6, tags = EDGE, note = "96 heads, which 3 divides"}),
    scenario("gpt-on-48", gpt(96, 12288, 96), on(48, h100s), 2048, 48,
             {node = 6, tags = EDGE, note = "hardly fits: recomputation and chunks"}),
    scenario("405b-in-a-node-of-64", B405, on(128, h100s), 8192, 8, {node = 64, tags = EDGE}),
    scenario("405b-on-a-prime", B405, on(127, h100s), 8192, 1024,
             {mem = 180e9, tags = EDGE, note = "more stages than layers, or none"}),
    scenario("large-weights", B8, on(16, h100s), 2048, 16,
             {node = 1, w = 4, g = 2, o = 8, tags = EDGE, note = "weights are gathered in more bytes than gradients"}),
    drawn("jobs", {"best"}, ANY_JOB, 40),
    drawn("hidden-jobs", {"best"}, ANY_JOB, gen.pick{20, 25}, {hidden = true}),
    paper("megatron-310b", PAPERS.m310),
    paper("megatron-530b", PAPERS.m530),
    paper("megatron-1t", PAPERS.m1t),
    paper("llama-8192", PAPERS.l8k),
    paper("llama-16384", PAPERS.l16k),
    paper("llama-131072", PAPERS.l131k),
    paper("deepseek-v3", PAPERS.ds),
    given("megatron-145b", {"published"}, job(gpt(80, 12288, 96), on(1536, selene, EFF.a100), 2048, 2304),
          plan(24, 8, 8, 1, 1, 1, 5, 0, 1), {passes = 4, paper = 148e12}),
    given("megatron-145b-without-recomputation", {"published"}, job(gpt(80, 12288, 96), on(1536, selene, EFF.a100),
          2048, 2304), plan(24, 8, 8, 1, 1, 1, 5, 0, 1),
          {passes = 3, paper = 111e12, tags = EDGE, note = "the same run, as papers count that leave it out"}),
    paper("hidden-paper", PAPERS.l16k, {hidden = true, batch = gen.pick{4096, 8192}}),
    drawn("search", {"best"}, LARGE, 12, {tags = {"bench"}}),
  },

  gates = GATES,
  bench = {
    bench{id = "search", call = "best", case = "search", title = "plans of 4,096 to 16,384 GPUs",
          why = "a planner that answers at once is asked more often"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "GFLOP", rtol = .05, answer = "3*f.forward(f.l405, 8192)/1e9",
            ask = "Llama 3 405B: FLOP for a token of 8,192, forward and backward?",
            worked = "Six for each of {{= n(f.params(f.l405))}} parameters but the embedding's, and attention."},
    predict{id = "bytes", axis = "bytes", unit = "GB", rtol = .05, answer = "f.params(f.l405)*16/(8*16)/1e9",
            ask = [[Its training state at 16 B a parameter, tensor 8 and pipeline 16, nothing sharded over data: a
              GPU's part?]],
            worked = "{{= gb(16*f.params(f.l405), 0)}} over 128, which alone is more than half of a card."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", rtol = .1,
            answer = "f.layer(f.l405, 8192)*3/8/(4*2*7/8*2*f.l405.d)",
            ask = "A layer, tensor parallel over 8: FLOP of a GPU for each byte of its four all-reduces?",
            worked = "An eighth of three times a layer's FLOP a token, over 4·1.75·2·d bytes."},
    predict{id = "parallelism", axis = "parallelism", unit = "%", rtol = .1, answer = "100*15/(8*16 + 15)",
            ask = "Pipeline 16, 16 micro-batches, 8 chunks a stage: which share of the step is the bubble?",
            worked = "15/8 micro-batches idle beside 16 at work."},
    predict{id = "failure", axis = "failure",
            choices = {"out of memory", "a step twice as long", "other results"},
            answer = "a step twice as long",
            ask = "Ranks are numbered with tensor parallelism last. All else is the same. What happens?",
            worked = [[Neighbours of a layer then stand in different nodes, and the sums that nothing hides go over the
              network. Nothing fails.]]},
  },

  facts = function(hw)
    local f = {papers = PAPERS, eff = EFF, l405 = B405, ds = DSV3, b70 = B70, b8 = B8, within = WITHIN, regret = REGRET,
               reach = REACH, forward = forward, params = params, times = times, memory = memory,
               card = hw.h100.mem + 0.0}
    f.layer = function(m, seq) return 2.0*(m.attn + m.mlp + m.topk*m.expert) + 2*seq*m.q end
    f.rate = function(id) local r = PAPERS[id]; return reported(r[1], r[2], r[3]) end
    f.off = function(id) return f.rate(id)/PAPERS[id][4] - 1 end
    f.t = function(id) return times(PAPERS[id][1], PAPERS[id][2]) end
    f.h = function(id) return memory(PAPERS[id][1], PAPERS[id][2]) end
    -- a row with some of its plan, its model or its cluster changed
    f.if_ = function(id, p, m, c)
      local function over(a, b) local o = {}; for k, v in pairs(a) do o[k] = v end
        for k, v in pairs(b or {}) do o[k] = v end; return o end
      local r = PAPERS[id]
      local j = job(over(r[1].m, m), over(r[1].c, c), r[1].seq, r[1].batch)
      return times(j, over(r[2], p)), memory(j, over(r[2], p))
    end
    f.state = function(m, cut, b) return (b or 16)*params(m)/cut end
    f.bubble = function(pp, micros, chunks) return (pp - 1)/chunks/(micros + (pp - 1)/chunks) end
    f.hours = function(id) local r = PAPERS[id]; return 1e12/(r[1].batch*r[1].seq)*f.t(id).step/3600*r[1].c.gpus end
    return f
  end,

  questions = {
    q.num{id = "state", unit = "GB", rtol = .02, seed = "S004-C06-T11",
      ask = [[A model of {{= p.B}} billion parameters on {{= p.tp}} × {{= p.pp}} × {{= p.dp}} GPUs (tp, pp, dp): 2 B of
        weights, 2 of gradients, 12 of Adam a parameter, of which ZeRO-1 shards the 12 over dp. What does a GPU hold?]],
      vary = {B = {70, 405}, tp = {4, 8}, pp = {4, 16}, dp = {8, 16}},
      answer = function(_, p) return p.B/(p.tp*p.pp)*(4 + 12/p.dp) end,
      wrong = {{value = function(_, p) return p.B/(p.tp*p.pp)*16 end, hint = "That is without ZeRO-1."},
               {value = function(_, p) return p.B/(p.tp*p.pp)*16/p.dp end,
                hint = "Stage 1 leaves weights and gradients whole."}},
      worked = [[{{= p.B}}/{{= p.tp*p.pp}} billion parameters here, (4 + 12/{{= p.dp}}) B each:
        {{= n(p.B/(p.tp*p.pp)*(4 + 12/p.dp), 2)}} GB.]]},
    q.num{id = "bubble", unit = "%", rtol = .02, seed = "S000-P3-L4",
      ask = [[{{= n(p.batch)}} sequences a step, micro-batches of one, {{= p.dp}} replicas, a pipeline of {{= p.pp}}
        with {{= p.v}} chunks a stage. Which share of the step is idle?]],
      vary = {batch = {1024, 2048}, dp = {32, 64}, pp = {8, 16}, v = {1, 4}},
      answer = function(f, p) return 100*f.bubble(p.pp, p.batch/p.dp, p.v) end,
      wrong = {{value = function(_, p) return 100*(p.pp - 1)/p.v/(p.batch/p.dp) end,
                hint = "That is the bubble beside the work. The step is both."},
               {value = function(f, p) return 100*f.bubble(p.pp, p.batch, p.v) end,
                hint = "The replicas share the batch."}},
      worked = [[{{= n(p.batch/p.dp)}} micro-batches, ({{= p.pp}} - 1)/{{= p.v}} idle:
        {{= n(100*f.bubble(p.pp, p.batch/p.dp, p.v), 1)}} %.]]},
    q.num{id = "flight", unit = "1", rtol = 0, seed = "S003-W07-C5",
      ask = [[A pipeline of {{= p.pp}} with {{= p.v}} chunks a stage, interleaved, and many micro-batches. How many
        pieces' activations does the first stage hold at most?]],
      vary = {pp = {4, 8, 16}, v = {2, 4, 8}},
      answer = function(_, p) return 2*(p.pp - 1) + (p.v - 1)*p.pp + 1 end,
      wrong = {{value = function(_, p) return p.pp*p.v end, hint = "That is plain 1F1B, counted in pieces."},
               {value = function(_, p) return p.pp end, hint = "A piece is a part of a stage."}},
      worked = [[2·{{= p.pp - 1}} + {{= p.v - 1}}·{{= p.pp}} + 1 =
        {{= 2*(p.pp - 1) + (p.v - 1)*p.pp + 1}}, where plain 1F1B has {{= p.pp}} stages, {{= p.pp*p.v}} such
        pieces.]]},
    q.num{id = "batch-limit", unit = "1", rtol = 0, seed = "S004-C06-T11",
      ask = [[{{= n(p.G)}} GPUs, tensor {{= p.tp}}, pipeline {{= p.pp}}, and a batch of {{= n(p.B)}} sequences. How many
        micro-batches of one sequence has each pipeline?]],
      vary = {G = {4096, 8192}, tp = {4, 8}, pp = {8, 16}, B = {2048, 4096}},
      answer = function(_, p) return p.B*p.tp*p.pp/p.G end,
      wrong = {{value = function(_, p) return p.B/p.pp end, hint = "The batch is divided by the replicas."}},
      worked = "{{= n(p.G/(p.tp*p.pp))}} replicas share {{= n(p.B)}}: {{= n(p.B*p.tp*p.pp/p.G)}}."},
    q.num{id = "nodes-limit", unit = "x", rtol = .01, seed = "S003-W23-C5",
      ask = [[A token goes to {{= p.k}} experts of 256 over many nodes. Routing is limited to {{= p.n}} nodes, and
        inside a node NVLink passes it on. How many times fewer bytes does a GPU put on the network, at best?]],
      vary = {k = {8, 6}, n = {2, 3, 4}},
      answer = function(_, p) return p.k/p.n end,
      wrong = {{value = function(_, p) return 256/p.n end, hint = "It goes to k experts, not to all."}},
      worked = "One copy a node in place of one an expert: {{= p.k}}/{{= p.n}}."},
    q.num{id = "fewest", unit = "1", rtol = .02, seed = "S000-P3-L4",
      ask = [[{{= p.B}} billion parameters, {{= p.s}} B of state each, cards of {{= p.GB}} GB of which 90 % are for
        state. How many GPUs at least, before any activation?]],
      vary = {B = {405, 671}, s = {16, 18}, GB = {80, 141}},
      answer = function(_, p) return math.ceil(p.B*p.s/(.9*p.GB)) end,
      wrong = {{value = function(_, p) return math.ceil(p.B*2/(.9*p.GB)) end,
                hint = "That is to serve it. Training holds gradients and the optimizer's state as well."}},
      worked = "{{= n(p.B*p.s)}} GB over {{= n(.9*p.GB, 1)}}: {{= math.ceil(p.B*p.s/(.9*p.GB))}}."},
    q.table{id = "tp-cost", unit = "ms", rtol = .03, seed = "S001-31",
      ask = [[One micro-batch of {{= n(p.T)}} tokens, d = 16,384, one layer, tensor 8: four all-reduces of 2-byte
        elements in a ring. How long over NVLink at {{= p.link}} GB/s, and over a network at {{= p.net}} GB/s?]],
      rows = {"NVLink", "network"}, columns = {"time"},
      vary = {T = {4096, 8192}, link = {360, 240}, net = {40, 20}},
      answer = function(_, p)
        local b = 4*2*7/8*p.T*16384*2
        return {{b/(p.link*1e9)*1e3}, {b/(p.net*1e9)*1e3}}
      end,
      hint = "A ring all-reduce sends 2·7/8 of the tensor.",
      worked = [[{{= gb(4*2*7/8*p.T*16384*2, 2)}}: {{= ms(4*2*7/8*p.T*16384*2/(p.link*1e9), 2)}} and
        {{= ms(4*2*7/8*p.T*16384*2/(p.net*1e9), 1)}}. This is why tp ends at the node.]]},
    q.choice{id = "recompute", seed = "S002-5axis-4",
      ask = "A paper reports 163 TFLOP/s and another 122 for the same run. Both are right. How?",
      options = {"One counted the forward pass that recomputation does again", "One measured fewer GPUs",
                 "One used the sparse peak"}, answer = 1,
      worked = [[Four forward passes' worth of FLOP against three: hardware utilisation and model utilisation. The step
        takes as long either way.]]},
    q.choice{id = "left-out", seed = "S000-P3-L4",
      ask = [[eff was fitted to the 8,192-token row, and the one of 131,072 tokens comes out
        {{= pct(f.off("l131k"), 0)}} too fast. What is the likeliest reason?]],
      options = {"The embedding",
                 "Attention reaches less of the peak than products do, and the gather of keys and values is visible",
                 "ZeRO"}, answer = 2,
      worked = [[At that length {{= pct(2*131072*f.l405.q/f.layer(f.l405, 131072), 0)}} of a layer's FLOP are
        attention's. The model gives both the same eff, and hides the transfer completely.]]},
    q.multi{id = "whole", seed = "S003-W21-C5",
      ask = "Which of these divide the weights that a GPU holds?",
      options = {"tp", "pp", "cp", "ep, for experts", "dp with ZeRO-1", "dp with ZeRO-3"}, answer = {1, 2, 4, 6},
      worked = [[cp cuts tokens and keeps all weights; ZeRO-1 shards the optimizer's state alone. So cp ranks are
        replicas, and gradients are summed over dp and cp together.]]},
    q.order{id = "wires", seed = "S001-31",
      ask = "Put these on wires, from the fastest to the slowest.",
      items = {"sums of tensor parallelism", "keys and values of context parallelism",
               "activations between stages", "gradients between replicas"},
      hint = "What hides behind nothing, behind one layer, behind a micro-batch, behind a step?"},
    q.text{id = "defend", min_words = 60, seed = "S004-C06-T11",
      ask = [[Choose a model and a cluster that you could get. Give the plan that your best() finds, its memory and the
        terms of its step. Then change one degree by a factor of two and explain each term that changes; and name two
        things which this model leaves out and that could turn the decision.]],
      rubric = {"a plan with its degrees, memory by kind and the largest visible terms",
                "one degree changed, each changed term explained by what it divides or sends",
                "two omissions, with the direction in which they push: latency, imbalance, thin products, " ..
                "fragmentation, failures, the batch's own limit"}},
  },

  hints = {
    {on = "build", match = {"defines no", "implicit declaration", "undeclared", "undefined reference", "unknown type"},
     "planner.c defines the eight functions of lab.h."},
    {on = "case:deepseek/sizes", [[The first three layers have mlp0 and no experts; all others have mlp and experts.
      671.03e9 in all.]]},
    {on = "call:sizes", "Embedding and head are two matrices; a token is multiplied with the head alone."},
    {on = "case:broken", [[Which rule comes first? Guard a quotient before you use it: a degree may be 0, a batch may
      not come out even.]]},
    {on = "call:fault", "Print the plan of the row, and go through lab.h's list with a pencil."},
    {on = "case:llama-405b/memory", [[45.7 GB of activations with one chunk, 51.0 with eight: pieces in flight times
      layers of a piece.]]},
    {on = "call:memory", [[Dense parameters and experts' apart: the latter are divided by ep, and sharded among dp·cp/ep
      ranks.]]},
    {on = "case:llama-405b/times", [[126 layers in 128 pieces of one: the first stage lacks one and the last another,
      which makes room for the head.]]},
    {on = "case:deepseek/times", "16 stages of 4 layers lack 3: two in front, one at the back. Tokens go to 4 nodes."},
    {on = "call:times", [[The report names the term. Each is bytes or FLOP, of L layers and all passes, over one rate;
      then what hides it.]]},
    {on = "case:8b-alone", "No plan fits: 0."},
    {on = "case:70b-on-a-prime", "61 is a degree like others. Do you try only powers of two?"},
    {on = "call:best", "The report has a better plan. Which of your loops leaves it out, or which time is off?"},
    {on = "call:published", "reported(): passes times forward(), of all tokens of a step, a second and GPU."},
    {on = "bench:search", [[Most plans break a rule that depends on the outer loops alone. And arithmetic with a bubble
      is a bound that costs little.]]},
    {after = 3, [[Take llama-405b and write down by hand: layers of a stage, tokens of a micro-batch, parameters of a
      GPU, then each term.]]},
  },
}
