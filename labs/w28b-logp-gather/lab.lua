-- w28b-logp-gather: what each loss of w28-dpo-grpo needs of a row of logits, as kernels.

-- kernels/w28b-logp-gather/oracle.c has the same
local RANDOM, FAR, EQUAL, SPIKE, HOLES, RISING, BELOW, MASKED, FLAT = 0, 1, 2, 3, 4, 5, 6, 7, 8
local T, V = 8192, 128256            -- what lesson and questions speak of; bench.cu times it
local THREADS, WARPS, PAIR_THREADS = 256, 8, 64
local LATENCY = 600e-9               -- of a load from HBM under load: assumed, round
local BY_ROW = {grid = {"math.max(T, 1)"}, block = {THREADS}}

local function rows(id, t, v, mode, more)
  local case = {id = id, calls = {"logp_gather", "logp_bwd"}, T = t, V = v, mode = mode, draw = 1}
  for k, x in pairs(more or {}) do case[k] = x end
  return case
end
local function pairs_(id, n, most, beta, apart, mode, more)
  local case = {id = id, calls = {"dpo_pairs"}, n = n, most = most, beta = beta, apart = apart, mode = mode}
  for k, x in pairs(more or {}) do case[k] = x end
  return case
end
local function EDGE(note) return {tags = {"edge"}, note = note} end

return lab {
  api = 1, rev = 1, id = "w28b-logp-gather", title = "Log-probabilities of tokens, one pass over bf16 logits",
  kind = "kernel", week = 28, part = 3, domain = {"training", "rlhf", "cuda"},
  seeds = {"S003-W28", "S003-W28-C1", "S003-W28-HO"},
  requires = {"w13-warp-layernorm"}, suggests = {"w28-dpo-grpo", "g06-reductions"},
  hours = {read = 0, lab = 3},
  durable = {"Largest and sum in one pass: a new largest shrinks the sum, once for all that came together",
             "Two numbers a row are all that a softmax's gradient needs of the way there",
             "A gradient may stand where its input stood, when each element needs its own input alone"},
  ephemeral = {{"How many bytes an H200 wants under way", as_of = "2026-11"}},

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"logp.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 20, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    logits = {dtype = "bf16", shape = {"T", "V"}, dist = gen.custom"logits"},
    tok = {dtype = "i32", shape = {"T"}, dist = gen.custom"tok"},
    lp = {dtype = "f32", shape = {"T"}},
    keep = {dtype = "f32", shape = {"T", "2"}},
    kept = {dtype = "f32", shape = {"T", "2"}, dist = gen.custom"kept", note = "keep"},
    slope = {dtype = "f32", shape = {"T"}, dist = gen.custom"slope", note = "g"},
    from = {dtype = "i32", shape = {"2*n + 1"}, dist = gen.custom"from"},
    plp = {dtype = "f32", shape = {"2*n*most"}, dist = gen.custom"sums", note = "lp"},
    rlp = {dtype = "f32", shape = {"2*n*most"}, dist = gen.custom"sums", note = "ref"},
    margin = {dtype = "f32", shape = {"n"}},
    loss = {dtype = "f32", shape = {"n"}},
    dlp = {dtype = "f32", shape = {"2*n*most"}},
  },

  calls = {
    logp_gather = call{args = {input"logits", input"tok", output"lp", output"keep", i32"T", i32"V"},
                       verify = "gather", launch = BY_ROW},
    logp_bwd = call{args = {inout"logits", input"tok", input"kept", input"slope", i32"T", i32"V"}, verify = "back",
                    launch = BY_ROW},
    dpo_pairs = call{args = {input"plp", input"rlp", input"from", output"margin", output"loss", output"dlp",
                     f32"beta", i32"n"}, verify = "pairs", launch = {grid = {"n"}, block = {PAIR_THREADS}}},
  },

  cases = {
    rows("no-rows", 0, 9, RANDOM, EDGE("T = 0: one block, nothing to do")),
    rows("one-column", 3, 1, RANDOM, EDGE("V = 1")),
    rows("seven", 5, 7, RANDOM, EDGE("rows begin anywhere")),
    rows("eight", 4, 8, RANDOM, EDGE("one load of eight in all")),
    rows("odd", 3, 1023, RANDOM, EDGE()),
    rows("even", 3, 2050, RANDOM, EDGE("even is not a multiple of eight")),
    rows("wide", 4, 2056, RANDOM, EDGE("257 loads of eight: one thread has two")),
    rows("equal", 2, 640, EQUAL, EDGE()),
    rows("far-apart", 6, 520, FAR, EDGE("logits up to 1e4 of both signs")),
    rows("spike", 7, 808, SPIKE, EDGE("one logit 1e4 above the rest")),
    rows("below-zero", 3, 264, BELOW, EDGE("all below -9e4")),
    rows("flat", 4, 72, FLAT, EDGE("rows of one value each: 3e5, -3e30")),
    rows("rising", 3, 6000, RISING, EDGE("a new largest one with every load")),
    rows("ignored", 8, 136, HOLES, EDGE("two of three tokens are IGNORED; rows and g are NaN there")),
    rows("ignored-odd", 7, 35, HOLES, EDGE()),
    rows("all-ignored", 3, 64, MASKED, EDGE()),
    rows("late-blocks", 5, 300, RANDOM, {block_order = "descending", tags = {"edge"}}),
    rows("hidden", gen.pick{3, 6}, gen.pick{31, 256, 1000, 2047}, gen.pick{RANDOM, FAR, SPIKE, HOLES, RISING},
         {hidden = true, draw = gen.pick{2, 3, 4, 5}}),
    pairs_("one-pair", 1, 5, .1, 1, RANDOM, EDGE()),
    pairs_("same-policy", 6, 20, .1, 0, RANDOM, EDGE("policy = reference: log 2")),
    pairs_("pairs", 12, 150, .1, 2, RANDOM),
    pairs_("in-order", 12, 40, 3, 2, RANDOM, EDGE("margins of ten and more: a loss of 1e-5 has digits, too")),
    pairs_("empty-answers", 10, 9, .5, 2, HOLES, EDGE("some answers have no token, and from[0] is 3")),
    pairs_("far-apart-pairs", 5, 200, 40, 9, RANDOM, EDGE("margins of hundreds and more")),
    pairs_("hidden-pairs", gen.pick{3, 9}, gen.pick{7, 65, 130}, gen.pick{.05, .5}, gen.pick{1, 4}, HOLES,
           {hidden = true}),
    rows("gate", 4, 8192, RANDOM, {tags = {"gate"}}),
    rows("gate-ignored", 6, 4096, HOLES, {tags = {"gate"}}),
    pairs_("pairs-gate", 4, 256, .1, 1, RANDOM, {tags = {"gate"}}),
    rows("bench", 1024, V, RANDOM, {calls = {"logp_gather"}, tags = {"bench"}}),
  },

  gates = {
    gate{id = "gather-spill", call = "logp_gather", counter = "spill_B", op = "<=", value = 0, on = "cuda",
         why = "what a thread holds of a row lives in registers"},
    gate{id = "logits-once", call = "logp_gather", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*T*V/16 + 4*T", why = "each logit is loaded once, and the token's own once more"},
    gate{id = "logits-unique", call = "logp_gather", case = "gate", counter = "g_uniq_ld", op = "<=",
         value = "1.02*2*T*V + 64*T", why = "nothing but the logits is read: there is no array of T x V beside them"},
    gate{id = "gather-lanes", call = "logp_gather", case = "gate", counter = "g_ld_eff", op = ">=", value = .98,
         why = "neighbouring lanes load neighbouring logits: every byte of a sector is used"},
    gate{id = "gather-wide", call = "logp_gather", case = "gate", counter = "g_ld_req", op = "<=",
         value = "1.05*T*V*2/512 + 4*T*"..WARPS,
         why = "16 bytes a lane where V allows it: few requests, more bytes under way"},
    gate{id = "gather-stores", call = "logp_gather", case = "gate", counter = "g_st_sec", op = "<=", value = "4*T",
         why = "a row gives three floats: nothing of T x V is stored"},
    gate{id = "gather-no-atomics", call = "logp_gather", case = "gate", counter = "atom", op = "==", value = 0,
         why = "the sum of a row has an order: the same input gives the same bits each time"},
    gate{id = "gather-barriers", call = "logp_gather", case = "gate", counter = "bar", op = "<=", value = "2*T*"..WARPS,
         why = "shuffles, and one meeting of the warps: no tree of barriers"},
    gate{id = "bwd-loads", call = "logp_bwd", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*T*V/16 + 4*T*"..WARPS, why = "each logit is loaded once: keep has all else"},
    gate{id = "gather-ignored", call = "logp_gather", case = "gate-ignored", counter = "g_ld_sec", op = "<=",
         value = "1.02*(T//3)*V/16 + 4*T*"..WARPS, why = "a row that nobody asks for is not loaded"},
    gate{id = "bwd-ignored", call = "logp_bwd", case = "gate-ignored", counter = "g_ld_sec", op = "<=",
         value = "1.02*(T//3)*V/16 + 4*T*"..WARPS, why = "zeros are stored without a look at what was there"},
    gate{id = "pairs-no-atomics", call = "dpo_pairs", case = "pairs-gate", counter = "atom", op = "==", value = 0,
         why = "a pair's sum has an order"},
    gate{id = "bwd-stores", call = "logp_bwd", case = "gate", counter = "g_st_sec", op = "<=", value = "1.02*T*V/16",
         why = "each gradient is stored once, where its logit stood"},
    gate{id = "bwd-wide", call = "logp_bwd", case = "gate", counter = "g_st_req", op = "<=",
         value = "1.05*T*V*2/512", why = "16 bytes a lane where V allows it"},
    gate{id = "pairs-loads", call = "dpo_pairs", case = "pairs-gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*2*2*n*most/8 + 12*n*2",
         why = "each log-probability is loaded once: the gradient is of the pair"},
  },

  bench = {
    bench{id = "gather", call = "logp_gather", case = "bench", clock = "gpu", on = "cuda", flops = "3*T*V",
          bytes = "2*T*V"},
    bench{id = "gather-requests", call = "logp_gather", case = "gate", metric = "fewer:g_ld_req", on = "simt",
          bytes = "2*T*V"},
    bench{id = "bwd-sectors", call = "logp_bwd", case = "gate", metric = "fewer:g_sec", on = "simt", bytes = "4*T*V"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = 1, rtol = .3,
            ask = "Exponentials a logit that logp_gather needs at least, and little more?",
            worked = "One; and one more for each group of loads, which shrinks the sum."},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "f.bytes(f.T)/1e9", rtol = .03,
            ask = "Logits of {{= n(f.T)}} tokens over {{= n(f.V)}} in bf16: fewest bytes?",
            worked = "2 B each, once: {{= n(f.bytes(f.T)/1e9, 2)}} GB."},
    predict{id = "bound", axis = "intensity", ask = "What bounds logp_gather on an H200?",
            choices = {"bandwidth of HBM", "exponentials", "the meeting of the warps"}, answer = "bandwidth of HBM",
            worked = [[{{= n(f.bytes(f.T)/hw.h200.bw*1e6, 0)}} µs of bytes, {{= n(f.exp_us(f.T), 0)}} µs of
              exponentials at {{= f.ex2}} a clock and SM. Not far apart: two a logit would show.]]},
    predict{id = "loads", axis = "parallelism", unit = "1", answer = "f.flight/(256*16)", rtol = .25,
            ask = [[A block of {{= f.threads}} threads, 16 bytes a lane and load. How many such loads must an SM have
              under way, at {{= n(f.latency*1e9)}} ns?]],
            worked = "{{= n(f.flight)}} B an SM (Little's law) over {{= n(256*16)}} B."},
    predict{id = "risk", axis = "failure",
            ask = "A row of which a thread sees no logit. What must it bring to the sum?",
            choices = {"0 and 0", "minus infinity and 0, and nobody may subtract two of those",
                       "the row's first logit and 1"},
            answer = "minus infinity and 0, and nobody may subtract two of those",
            worked = "A largest of 0 would be too large below zero, and −∞ − (−∞) is NaN."},
  },

  facts = function(hw)
    local h = hw.h200
    local f = {T = T, V = V, threads = THREADS, warps = WARPS, latency = LATENCY, ex2 = 16, pair = PAIR_THREADS,
               flight = h.bw*LATENCY/h.sms, row = 2*V, gate = {T = 4, V = 8192}}
    f.bytes = function(t) return 2*t*V end
    f.us = function(bytes) return bytes/h.bw*1e6 end
    f.exp_us = function(t) return t*V/(16*h.sms*hw.h100.clock)*1e6 end
    f.loads = function(v, bytes) return math.ceil(2*v/(bytes*THREADS)) end
    return f
  end,

  questions = {
    q.num{id = "floor", unit = "us", rtol = .01, accept = {"s", "ms", "us"}, seed = "S003-W28-HO",
      ask = [[logp_bwd in place, {{= n(p.T)}} tokens over {{= n(f.V)}} in bf16, on an H200: the least time at the data
        sheet's {{= si(hw.h200.bw, "B/s")}}?]],
      vary = {T = {2048, 4096, 16384}},
      answer = function(f, p) return f.us(2*f.bytes(p.T)) end,
      wrong = {{value = function(f, p) return f.us(f.bytes(p.T)) end, hint = "It reads the row and writes it."},
               {value = function(f, p) return f.us(4*f.bytes(p.T)) end, hint = "bf16 has two bytes."}},
      worked = [[2 · 2 B · {{= n(p.T)}} · {{= n(f.V)}} over {{= si(hw.h200.bw, "B/s")}}:
        {{= n(f.us(2*f.bytes(p.T)), 0)}} µs.]]},
    q.num{id = "passes", unit = "x", rtol = .01, seed = "S003-W28-HO",
      ask = [[A library casts bf16 logits to fp32 (read 2, write 4 bytes), makes a log-softmax that reads them {{= p.k}}
        times and writes fp32, and gathers. How many times the bytes of logp_gather?]],
      vary = {k = {1, 2, 3}},
      answer = function(_, p) return (6 + 4*p.k + 4)/2 end,
      wrong = {{value = function(_, p) return (6 + 4*p.k)/2 end, hint = "The log-softmax is written, too."},
               {value = function(_, p) return 6 + 4*p.k + 4 end, hint = "Over two bytes, not over one."}},
      worked = "(2 + 4 + {{= p.k}} · 4 + 4)/2 = {{= n((10 + 4*p.k)/2)}}."},
    q.num{id = "join", unit = "1", rtol = .003,
      ask = [[Thread a has seen a largest of 3 and a sum of {{= p.s}}; thread b a largest of 5 and a sum of {{= p.r}}.
        What sum do both make, with the largest of both?]],
      vary = {s = {2, 8, 20}, r = {1.5, 3}},
      answer = function(_, p) return p.s*math.exp(-2) + p.r end,
      wrong = {{value = function(_, p) return p.s + p.r end, hint = "a's sum is of e^(x − 3)."},
               {value = function(_, p) return p.s*math.exp(2) + p.r end, hint = "A larger largest shrinks the sum."}},
      worked = "{{= p.s}} · e^(3 − 5) + {{= p.r}} = {{= n(p.s*math.exp(-2) + p.r, 3)}}."},
    q.num{id = "requests", unit = "1", rtol = 0,
      ask = "A row of {{= n(p.V)}} bf16 logits, 16 bytes a lane and load. How many load requests of a warp is it?",
      vary = {V = {8192, 32768, 151552}},
      answer = function(_, p) return p.V*2/512 end,
      wrong = {{value = function(_, p) return p.V*2/16 end, hint = "That is the loads of single lanes."},
               {value = function(_, p) return p.V*2/32 end, hint = "That is sectors."}},
      worked = "{{= n(2*p.V)}} B over 32 lanes x 16 B: {{= n(p.V*2/512)}}."},
    q.num{id = "unseen", unit = "1", rtol = 0,
      ask = [[V = {{= p.V}}, {{= f.threads}} threads, eight logits a load. How many threads of the block see no logit of
        the row at all?]],
      vary = {V = {640, 1000, 1544}},
      answer = function(f, p) return f.threads - p.V//8 end,
      wrong = {{value = function(f, p) return math.max(f.threads - p.V, 0) end, hint = "A load brings eight of them."}},
      worked = "{{= p.V//8}} loads: {{= f.threads - p.V//8}} threads bring −∞ and 0, and have to be no NaN."},
    q.num{id = "bf16-step", unit = "1", rtol = 0,
      ask = "bf16 has 8 bits of significand. How far apart are neighbouring bf16 numbers just above {{= p.x}}?",
      vary = {x = {16, 128, 1024}},
      answer = function(_, p) return p.x/128 end,
      wrong = {{value = function(_, p) return p.x/256 end, hint = "The leading bit is one of the eight."},
               {value = function(_, p) return p.x/1024 end, hint = "Those are fp16's bits."}},
      worked = [[{{= p.x}}/2^7 = {{= n(p.x/128, 3)}}. Logits of that size have lost what their differences
        were; that is the z-loss's reason.]]},
    q.choice{id = "in-place", answer = 2,
      ask = "Why may logp_bwd write where it reads, and a matrix product may not?",
      options = {"Because bf16 has a spare bit", "Each gradient needs its own logit alone, and two numbers of the row",
                 "Because the L2 holds the row", "Because rows are independent"},
      worked = "keep has the row's largest and sum. Rows that are independent would not be enough within a row."},
    q.choice{id = "lp-for-keep", answer = 3, seed = "S003-W28-C1",
      ask = "Could logp_bwd do with lp in place of keep, since log-sum-exp = logit[token] − lp?",
      options = {"No: lp does not determine it", "Yes, and it is as exact",
                 "Yes, but near 1e4 a float has steps of a thousandth, and each probability is off by that",
                 "Only if the token is the largest"},
      worked = "Large minus large: the log-sum-exp as one float has lost what largest and log of the sum keep apart."},
    q.multi{id = "gone", answer = {1, 2}, seed = "S003-W28-HO",
      ask = "What does the pair logp_gather, logp_bwd never have in memory, which a framework's version has?",
      options = {"probabilities, T x V", "an fp32 copy of the logits", "the logits themselves", "the gradient, T x V"},
      worked = [[The gradient is there, in the logits' place. To be rid of the logits, too, the last matrix product
        has to be fused with the loss.]]},
    q.order{id = "row", ask = "A row in logp_gather, first to last?",
      items = {"loads of eight, largest and sum in each thread", "shuffles within a warp",
               "eight pairs in shared memory", "a barrier", "one thread gathers the token and stores"}},
    q.text{id = "why", min_words = 40, seed = "S003-W28-HO",
      ask = [[Explain to a colleague why one pass is enough for a log-sum-exp, what the two numbers of keep are for, and
        by which counters you would prove that nothing is read twice.]],
      rubric = {"a new largest shrinks the sum so far by e^(old − new)",
                "the softmax's gradient needs largest and sum only",
                "kept apart, since their sum loses digits", "sectors and unique bytes loaded against 2·T·V; stores"}},
  },

  hints = {
    {on = "build", match = {"undefined", "linkage", "identifier"},
     [[nvcc names the line. Keep `extern "C"` before each kernel: the runner finds it by name.]]},
    {on = "case:no-rows/logp_gather", "T = 0 is one block all the same, and there is no row 0."},
    {on = "case:one-column", "255 threads see nothing: their largest is −∞, and −∞ − (−∞) is NaN."},
    {on = "case:even", "16 bytes a load need V % 8 == 0; an even V is not enough."},
    {on = "case:below-zero", "All logits are below −9e4: a largest that begins at 0 leaves a sum of nothing."},
    {on = "case:rising", "With every load there is a new largest one. What happens to the sum?"},
    {on = "case:ignored", "NaN is in these rows, and in g. Store zeros; do not multiply by 0, and do not load."},
    {on = "case:far-apart-pairs", "log(1 + e^x) = max(x, 0) + log1p(e^−|x|)."},
    {on = "counter:g_ld_sec", "One walk over the row: largest and sum together."},
    {on = "counter:g_uniq_ld", "Something else is read. Is there an array of T x V beside the logits?"},
    {on = "counter:g_ld_req", "uint4 for eight bf16 by one instruction, where V % 8 == 0."},
    {on = "counter:g_st_req", "uint4 for eight bf16 by one instruction, where V % 8 == 0."},
    {on = "counter:g_st_sec", "Three floats a row, from one thread; of the gradient eight elements at a time."},
    {on = "counter:g_ld_eff", "Lane l loads the eight logits beside lane l − 1's."},
    {on = "counter:atom", "Shuffles in a warp, one pair a warp in shared memory, one thread joins the eight."},
    {on = "counter:bar", "One barrier a row. Five shuffle steps need none."},
    {on = "counter:spill_B", "An array of registers may only be indexed by constants: #pragma unroll."},
    {on = "sanitize", "Row t begins at t·V elements: is each load within it, and of 16 bytes only where V % 8 == 0?"},
    {on = "call:logp_gather", "Do V = 3 on paper: logits 1, 3, 2, one a thread."},
    {on = "call:logp_bwd", "g·((v == tok) − e^(x − keep[0] − keep[1])), eight at a time."},
    {on = "call:dpo_pairs", "The chosen tokens count +1, the rejected ones −1; ∂/∂lp is ∓ beta·σ(−m)/n."},
    {on = "bench:gather", "Four loads of 16 bytes before the first is used; the sum shrinks once for all of them."},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
