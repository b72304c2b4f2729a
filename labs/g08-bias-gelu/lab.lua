-- g08-bias-gelu: bias, GELU and residual behind a linear layer, in one pass each way.

local ERF, TANH = 0, 1
local SPREAD, TAIL, LARGE, SPECIAL = 0, 1, 2, 3
local R, C, BLOCKS = 16384, 4096, 528
local ALL = {"bias_gelu", "bias_gelu_add", "bias_gelu_bwd"}

local function case(id, rows, columns, more)
  local c = {id = id, R = rows, C = columns, blocks = 2, form = ERF, biased = 1, held = 1, kind = SPREAD, quotient = 0,
             calls = ALL}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
local function call_of(args, oracle)
  local all = {}
  for _, list in ipairs{args, {i32"form", i32"R", i32"C"}} do
    for _, x in ipairs(list) do all[#all + 1] = x end
  end
  return call{args = all, oracle = oracle, tol = tol.dot{64, u = "bf16"},
              launch = {grid = {"blocks"}, block = {256}}}
end

-- Sectors of a tensor, and of the bias once a block: two loads of 16 bytes a lane, which touch each sector twice.
local T, B = "R*C/16", "blocks*C/4"

-- Llama 3 70B's MLP is 8192 to 28672; the tokens of a batch for the lesson.
local TOKENS, WIDTH = 4096, 28672

return lab {
  api = 1, rev = 1, id = "g08-bias-gelu", title = "Fused bias, GELU and residual",
  kind = "kernel", part = 2, domain = {"cuda", "memory", "numerics"},
  seeds = {"S001-42", "S001-19", "S000-P2-T3", "S000-P2-L4", "S004-C12-T01", "S004-C12-T05", "S004-C12-T08",
           "S004-C12-EX"},
  requires = {"g01-cuda-first"}, suggests = {"w10b-layernorm-1pass"},
  hours = {read = 1, lab = 3},
  durable = {"An elementwise operation costs its bytes: fuse it, and it costs those of its neighbour",
             "What a thread needs in each row it loads once",
             "1 + erf cancels where the answer is small; erfc does not",
             "An activation's formula is part of a model: the same name may mean two functions"},
  ephemeral = {{"16 bytes as the widest load of a lane on sm_90", as_of = "2026-11"}},
  readings = {
    {"pt2", hours = .5, look_for = [[which of the operations behind a linear layer Inductor fuses by itself, and what
      keeps it from fusing them into the matrix product]]},
    {"gordicmatmul", hours = .5, look_for = [[the epilogue: where are the sums when the product is done, and what
      would
      bias and GELU cost there?]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"gelu.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 15, mem_MiB = 2048, threads = 1},
  device = {arch = "sm_90a"},
  partial = "function",

  buffers = {
    x = {dtype = "bf16", shape = {"R", "C"}, dist = gen.custom"x"},
    dy = {dtype = "bf16", shape = {"R", "C"}, dist = gen.custom"other"},
    res = {dtype = "bf16", shape = {"R", "C"}, dist = gen.custom"other"},
    bias = {dtype = "f32", shape = {"held*C"}, dist = gen.custom"bias"},
    y = {dtype = "bf16", shape = {"R", "C"}},
    dx = {dtype = "bf16", shape = {"R", "C"}},
  },

  calls = {
    bias_gelu = call_of({output"y", input"x", input"bias", i32"biased"}, "gelu"),
    bias_gelu_add = call_of({output"y", input"x", input"bias", i32"biased", input"res"}, "gelu"),
    bias_gelu_bwd = call_of({output"dx", input"dy", input"x", input"bias", i32"biased"}, "slope"),
  },

  cases = {
    case("none", 0, 8, {tags = {"edge"}}),
    case("one", 1, 1, {tags = {"edge"}}),
    case("seven", 3, 7, {tags = {"edge"}}),
    case("seven-tanh", 3, 7, {form = TANH, tags = {"edge"}}),
    case("quotient", 4, 40, {quotient = 1, note = "the slope is held against a difference quotient"}),
    case("quotient-tanh", 4, 40, {quotient = 1, form = TANH}),
    case("no-bias", 5, 24, {biased = 0, tags = {"edge"}}),
    case("absent-bias", 3, 24, {biased = 0, held = 0, tags = {"edge"}, note = "there is no bias to read"}),
    case("no-bias-tanh", 5, 23, {biased = 0, form = TANH, tags = {"edge"}}),
    case("more-blocks-than-rows", 2, 64, {blocks = 5, tags = {"edge"}}),
    case("2047", 2, 2047, {tags = {"edge"}}),
    case("2056", 3, 2056, {note = "a block's width and one load more"}),
    case("4104", 1, 4104, {note = "two of a block's widths and one load more"}),
    case("36", 4, 36, {tags = {"edge"}, note = "each row begins at a multiple of 8 bytes, two of four at one of 16"}),
    case("tail", 4, 104, {kind = TAIL, tags = {"edge"}, note = "down to -11.4, where 1 + erf is 0 in float"}),
    case("tail-tanh", 4, 104, {kind = TAIL, form = TANH, tags = {"edge"}}),
    case("large", 3, 16, {kind = LARGE, tags = {"edge"}, note = "values whose cube no float holds"}),
    case("large-tanh", 3, 16, {kind = LARGE, form = TANH, tags = {"edge"}}),
    case("special", 3, 16, {kind = SPECIAL, tags = {"edge"}, note = "NaN, infinities, zeros, -0.75"}),
    case("special-tanh", 3, 16, {kind = SPECIAL, form = TANH, tags = {"edge"}}),
    case("rows", 9, 512, {blocks = 3}),
    case("rows-tanh", 9, 512, {blocks = 3, form = TANH}),
    case("hidden", gen.pick{5, 8}, gen.pick{33, 88, 1000, 2100}, {hidden = true, blocks = gen.pick{1, 3},
         form = gen.pick{ERF, TANH}, biased = gen.pick{0, 1}}),
    case("gate", 16, 2048, {tags = {"gate"}}),
    case("bench", R, C, {blocks = BLOCKS, form = TANH, tags = {"bench"}}),
  },

  gates = {
    gate{id = "loads-once", call = "bias_gelu", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*"..T.." + "..B, why = "x once, and the bias once a block, not once a row"},
    gate{id = "loads-wide", call = "bias_gelu", case = "gate", counter = "g_ld_req", op = "<=",
         value = "1.05*(R*C/256 + blocks*C/32)", why = "16 bytes a lane: eight elements a load"},
    gate{id = "stores-wide", call = "bias_gelu", case = "gate", counter = "g_st_req", op = "<=", value = "1.02*R*C/256",
         why = "eight results a store"},
    gate{id = "add-loads", call = "bias_gelu_add", case = "gate", counter = "g_ld_req", op = "<=",
         value = "1.05*(2*R*C/256 + blocks*C/32)", why = "x and the residual once, 16 bytes a lane"},
    gate{id = "add-stores", call = "bias_gelu_add", case = "gate", counter = "g_st_sec", op = "<=", value = "1.02*"..T,
         why = "one tensor is written: nothing in between"},
    gate{id = "bwd-loads", call = "bias_gelu_bwd", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*2*"..T.." + "..B, why = "dy and x once; gelu(v) is computed again, not loaded"},
    gate{id = "bwd-wide", call = "bias_gelu_bwd", case = "gate", counter = "g_ld_req", op = "<=",
         value = "1.05*(2*R*C/256 + blocks*C/32)", why = "16 bytes a lane"},
  },

  bench = {
    bench{id = "forward", call = "bias_gelu", case = "bench", clock = "gpu", on = "cuda", bytes = "4*R*C"},
    bench{id = "add", call = "bias_gelu_add", case = "bench", clock = "gpu", on = "cuda", bytes = "6*R*C"},
    bench{id = "backward", call = "bias_gelu_bwd", case = "bench", clock = "gpu", on = "cuda", bytes = "6*R*C"},
    bench{id = "forward-requests", call = "bias_gelu", case = "gate", metric = "fewer:g_ld_req", on = "simt"},
    bench{id = "backward-sectors", call = "bias_gelu_bwd", case = "gate", metric = "fewer:g_sec", on = "simt"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "GFLOP", answer = "f.ops*f.n/1e9", rtol = .3,
            ask = [[Say {{= f.ops}} operations an element for bias and GELU. How many are that for {{= n(f.rows)}} x
              {{= n(f.cols)}}?]], worked = "{{= n(f.rows)}} · {{= n(f.cols)}} · {{= f.ops}}."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "4*f.n/1e6",
            ask = "And the bytes that the fused forward pass moves, in bf16?", worked = [[Two in, two out, each
              element.]]},
    predict{id = "bound", axis = "intensity", ask = "What bounds it on an H200?",
            choices = {"bandwidth of HBM", "FP32 units", "special function units"}, answer = "bandwidth of HBM",
            worked = [[{{= us(4*f.n/f.bw,0)}} for the bytes. {{= n(f.ops)}} operations need
              {{= us(f.ops*f.n/f.fp32,0)}}, and two of them on the special function units, 16 a clock and SM,
              {{= us(f.sfu(2),0)}}.]]},
    predict{id = "lanes", axis = "parallelism", unit = "1", answer = "8", rtol = .01,
            ask = "How many bf16 elements does a lane load at once, at most?", worked = "16 bytes."},
    predict{id = "failure", axis = "failure",
            choices = {"a small loss of accuracy", "NaN everywhere", "an error at the launch"},
            answer = "a small loss of accuracy",
            ask = "A model was trained with the tanh form and is served with the erf form. What do you see?"},
  },

  facts = function(hw)
    local h = hw.h200
    local f = {rows = R, cols = C, n = R*C, ops = 25, bw = h.bw, fp32 = h.fp32, sms = h.sms, clock = hw.h100.clock,
               peak = h.bf16, tokens = TOKENS, width = WIDTH, inner = 8192}
    f.sfu = function(k) return k*f.n/(16*h.sms*f.clock) end
    f.pass = function(tensors) return tensors*2*TOKENS*WIDTH end          -- bytes
    f.gemm = function() return 2*TOKENS*WIDTH*f.inner/h.bf16 end          -- seconds at peak
    -- GELU in double, for the tables.
    local function erfc(x) -- Abramowitz and Stegun 7.1.26 has 1e-7 only; a series and a continued fraction have more
      if math.abs(x) < 2.5 then
        local sum, term = x, x
        for k = 1, 60 do term = -term*x*x/k; sum = sum + term/(2*k + 1) end
        return 1 - 2/math.sqrt(math.pi)*sum
      end
      local z, frac = math.abs(x), 0
      for k = 80, 1, -1 do frac = k/2/(z + frac) end
      local tail = math.exp(-z*z)/math.sqrt(math.pi)/(z + frac)
      return x > 0 and tail or 2 - tail
    end
    -- ref.cu's bias+GELU on an H200, 2026-11-28: shares of a copy's rate at so many blocks (kernels/RESULTS.md)
    f.measured = {blocks = 1056, erf = .468, tanh = .679}
    f.Phi = function(v) return .5*erfc(-v/math.sqrt(2)) end
    f.erf = function(v) return v*f.Phi(v) end
    f.tanh = function(v) return v/(1 + math.exp(-2*math.sqrt(2/math.pi)*(v + .044715*v^3))) end
    f.far = function() -- where the two differ most
      local best, at = 0, 0
      for k = 0, 400 do
        local v = k/100
        local d = math.abs(f.erf(v) - f.tanh(v))
        if d > best then best, at = d, v end
      end
      return best, at
    end
    f.most, f.at = f.far()
    f.ulp = 2^-24
    f.sci = function(x) -- 5.0e-4 as 5.0 · 10⁻⁴
      local e = math.floor(math.log(x, 10))
      return ("%.1f · 10^%d"):format(x/10.0^e, e)
    end
    f.slope = function(v) return f.Phi(v) + v*math.exp(-v*v/2)/math.sqrt(2*math.pi) end
    f.steep = 0 -- from where on the slope is above 1
    while f.slope(f.steep) < 1 do f.steep = f.steep + 1/1024 end
    return f
  end,

  questions = {
    q.num{id = "passes", seed = "S004-C12-T01", unit = "x", rtol = .01,
      ask = [[Bias, GELU and a residual of another tensor as {{= p.k == 3 and "three" or "two"}} kernels
        {{= p.k == 3 and "(one each)" or "(bias with GELU, then the residual)"}}, against one. How many times as many
        bytes?]],
      vary = {k = {3, 2}},
      answer = function(_, p) return (p.k == 3 and 7 or 5)/3 end,
      wrong = {{value = function(_, p) return p.k end, hint = [[Count tensors that are read and
        written, not kernels.]]}},
      worked = [[{{= p.k == 3 and "2 + 2 + 3 = 7" or "2 + 3 = 5"}} tensors against 3: x and the residual in, y
        out.]]},
    q.num{id = "share", seed = "S004-C12-T05", unit = "%", rtol = .02,
      ask = [[A layer of {{= n(p.k)}} x {{= n(f.width)}} on {{= n(p.t)}} tokens in bf16 on an H200 at
        {{= si(f.peak,"FLOP/s")}}; then a kernel for bias and GELU at {{= si(f.bw,"B/s")}}. How much does that
        kernel add to the product's time?]],
      vary = {t = {1024, 4096, 16384}, k = {2048, 3072, 4096, 12288}},
      answer = function(f, p) return 100*(4*p.t*f.width/f.bw)/(2*p.t*f.width*p.k/f.peak) end,
      wrong = {{value = function(f, p) return 50*(4*p.t*f.width/f.bw)/(2*p.t*f.width*p.k/f.peak) end,
                hint = "It reads the product's result and writes it: two passes."}},
      worked = [[Four bytes an element against 2 · {{= n(p.k)}} FLOP an element: the tokens cancel. In the
        product's epilogue both passes are gone.]]},
    q.num{id = "bias", unit = "%", rtol = .05,
      ask = [[A kernel gives each thread eight elements of bf16 in each row, and loads their float bias anew once in
        {{= p.k}} rows, 16 bytes a load. By how much does the bias make the loads' sectors grow?]],
      vary = {k = {2, 4, 8}},
      answer = function(f, p) return 200/p.k end,
      wrong = {{value = function(f, p) return 100/p.k end, hint = "The bias is float: twice as wide as x."},
               {value = function() return 200 end, hint = "That would be anew in each row."}},
      worked = [[Eight elements are 16 bytes of x, and 32 of bias: 200 % where each row loads them, and
        {{= n(200/p.k)}} % here. L1 and L2 serve most of them, but the load units do the work: three times what x needs,
        where each row loads its bias.]]},
    q.num{id = "erf", seed = "S001-42", unit = "1", rtol = .01,
      ask = "gelu({{= p.v}}) by the erf form?",
      vary = {v = {-1.5, -.5, .8, 1.2}},
      answer = function(f, p) return f.erf(p.v) end,
      wrong = {{value = function(f, p) return f.Phi(p.v) end, hint = "That is Phi(v): times v."},
               {value = function(_, p) return math.max(0, p.v) end, hint = "That is ReLU."}},
      worked = "{{= p.v}} · {{= n(f.Phi(p.v),4)}}."},
    q.num{id = "slope", unit = "1", rtol = .01,
      ask = "The slope of gelu (erf form) at {{= p.v}}?",
      vary = {v = {.5, 1, 1.5, -.3}},
      answer = function(f, p) return f.slope(p.v) end,
      wrong = {{value = function(f, p) return f.Phi(p.v) end, hint = [[The product rule has a second term:
        v · phi(v).]]}},
      worked = "Phi({{= p.v}}) + {{= p.v}} · phi({{= p.v}}) = {{= n(f.slope(p.v),4)}}. Above 1 from about 0.75 on."},
    q.num{id = "lost", unit = "bit", rtol = .15,
      ask = [[At v = {{= p.v}}, Phi(v) is {{= f.sci(f.Phi(p.v))}}. Computed as (1 + erf)/2 in float, whose numbers
        just below
        1 are 2⁻²⁴ apart: how many bits of the result are right, about?]],
      vary = {v = {-3, -4, -4.5}},
      answer = function(f, p) return math.log(2*f.Phi(p.v)/f.ulp, 2) end,
      wrong = {{value = function() return 24 end, hint = "The sum is exact; erf has been rounded before it."}},
      worked = "1 + erf is {{= f.sci(2*f.Phi(p.v))}} and can only be a multiple of about 6e-8."},
    q.choice{id = "forms", answer = 2,
      ask = "Erf or tanh: which one is GELU?",
      options = {"erf; tanh is a bug", "Both are called so: what the checkpoint was trained with is right",
                 "tanh; erf is an older approximation", "They are equal in bf16"},
      worked = [[They differ by up to {{= f.sci(f.most)}}, near {{= n(f.at,1)}}: less than bf16 shows there, and in a
        deep
        network it adds up. GPT-2 has tanh, BERT has erf.]]},
    q.choice{id = "recompute", answer = 3,
      ask = "The backward pass computes erf again instead of loading something from the forward pass. Why?",
      options = {"It is more accurate", "Memory is full", "An operation costs less than a byte here",
                 "bf16 cannot hold it"},
      worked = "{{= n(f.fp32/f.bw,0)}} FLOP for each byte of HBM on an H200: a few dozen operations are free."},
    q.choice{id = "round", answer = 1,
      ask = "A colleague rounds x + bias to bf16 before GELU, as the unfused kernels did. What does it change?",
      options = {"v has an error of half a place of bf16, which the slope carries on", [[Nothing: the result is bf16
        anyway]],
                 "Only the speed", "Only subnormal numbers"},
      worked = [[Two roundings in place of one. Where values are compared with a checkpoint, even the better one
        differs.]]},
    q.multi{id = "fusible", seed = "S001-19", ask = [[What can be fused behind a matrix product without another pass
      over its result?]],
      options = {"bias", "GELU", "a residual that is added", "LayerNorm over rows of 8,192", [[a conversion to FP8
        with a given scale]]},
      answer = {1, 2, 3, 5},
      worked = "A norm needs sums over a whole row, and no block of the product has one. All else is elementwise."},
    q.text{id = "plan", seed = "S001-42", min_words = 40,
      ask = [[A transformer layer in your profile has, behind each linear layer, kernels for bias, GELU, dropout and
        residual. Say what you would fuse, with what, in which order, what each step saves in bytes, and what you
        would
        leave alone.]],
      rubric = {"bytes by tensors read and written, before and after", [[fuse elementwise kernels with each other
        first]],
                "then into the product's epilogue, with its share of the product's time",
                "dropout's mask from a counter-based generator, computed again in the backward pass",
                "what is not worth it, with a number"}},
  },

  hints = {
    {on = "build", match = {"undefined", "__host__", "multiple definition"},
     [[nvcc names the line. Keep `extern "C"` before each kernel, and mark helpers `static __device__`.]]},
    {on = "case:none", "R is 0: nothing is read or written."},
    {on = "case:one", "One element: no load of 16 bytes there."},
    {on = "case:seven", "Rows of 7 begin at odd places: a load of 16 bytes has to begin at a multiple of 16."},
    {on = "case:no-bias", "With biased = 0 the array is not read: it may hold NaN, and 0 times NaN is NaN."},
    {on = "case:absent-bias", "Here the bias has no element at all: ask for biased before you load."},
    {on = "case:36", [[36 columns are four whole loads and four columns more, although all four rows together are a
      whole number of loads: ask for C % 8.]]},
    {on = "case:4104", "A row may have more columns than twice what a block's threads load at a time."},
    {on = "case:more-blocks-than-rows", "Blocks without a row do nothing."},
    {on = "case:2056", "A block's threads have 2,048 columns at a time; these rows have eight more."},
    {on = "case:quotient/bias_gelu_bwd", "The slope is Phi(v) + v·phi(v): the product rule."},
    {on = "case:tail", "For -6, erff gives -1 and the sum is 0. erfcf has the same value without the sum."},
    {on = "case:tail-tanh", "(1 + tanh u)/2 = 1/(1 + exp(-2u)): a quotient, no difference."},
    {on = "case:large", [[exp(-v*v/2) is 0 long before v*v is infinite, and 0 times infinity is NaN: decide for
      large v.]]},
    {on = "case:large-tanh", "v*v*v is infinite from 7e12 on. Does what you compute with it stay finite?"},
    {on = "case:special/bias_gelu", "-inf times 0 is NaN; the limit is 0."},
    {on = "gate:loads-once", [[Give a thread the same columns in every row, and let it load their bias before the
      loop over rows.]]},
    {on = "gate:loads-wide", "uint4 is 16 bytes: eight bf16. Rows whose length is a multiple of 8 allow it."},
    {on = "gate:stores-wide", "Pack eight results into a uint4 as well."},
    {on = "gate:bwd-loads", "dy and x, nothing else: what the forward pass knew is computed again."},
    {on = "correct", [[Take the smallest failing case, and evaluate lab.h's formula for its first wrong element by
      hand.]]},
    {after = 3, "`ridge hint g08-bias-gelu` shows the next tier; the third has the load and the formulas."},
  },

  points = {compile = 5, correct = 40, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
