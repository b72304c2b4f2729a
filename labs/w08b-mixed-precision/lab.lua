-- w08b-mixed-precision: bf16 and fp16, dynamic loss scaling, Adam with and without master weights, checkpointing.

local STAGES = {bronze = .35, silver = .65, gold = .90}
local EDGE, GATE = {"edge"}, {"gate"}
local BOTH = {"mp_bf16_n", "mp_f16_n"}
local STREAM, TRACED, HARD = 131072, 16384, 2*65536 + 3*31744

local function with(c, more)
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function adam(c, lr)
  c.lr, c.b1, c.b2, c.eps, c.clip = lr, .9, .999, 1e-8, 1
  return c
end

local function many(id, N, wide, more)
  return with({id = id, N = N, wide = wide, calls = BOTH}, more)
end

local function steps(id, T, n, interval, scale0, more)
  return with(adam({id = id, T = T, n = n, interval = interval, scale0 = scale0, size = 1, calls = {"steps"}},
                   .01), more)
end

local function sr(id, n, t, more)
  return with(adam({id = id, n = n, T = 1, t = t, calls = {"sr"}}, .002), more)
end

-- Gradients are of the order of 1e-9: below fp16's smallest number, and eps must not drown them either.
local function train(id, master, more)
  local c = adam({id = id, T = 120, n = 16, rows = 64, small = 1e-9, master = master,
                    within = .02, calls = {"train"}}, .01)
  c.eps = 1e-14
  return with(c, more)
end

local function ckpt(id, layers, every, more)
  return with({id = id, L = layers, every = every, d = 8, rows = 3, calls = {"ckpt"}}, more)
end

local function adam_args(first, second, ...)
  return {first, second, f64"lr", f64"b1", f64"b2", f64"eps", f64"clip", ...}
end

return lab {
  api = 1, rev = 1, id = "w08b-mixed-precision", title = "bf16/fp16, loss scaling, checkpointing",
  kind = "kernel", week = 8, part = 1, domain = {"training", "numerics"},
  seeds = {"S001-37", "S003-DN-dist", "S003-DE-05", "S003-W08", "S003-W08-C3", "S003-W08-C4", "S003-W08-C5",
           "S003-W46-C5", "S004-MAP-11", "S004-C06-T13", "S004-C11-T04", "S004-C11-T05", "S004-C11-T06",
           "S004-C11-T09", "S004-C11-T12", "S004-C11-EX"},
  requires = {"w04-flash-tiles", "c06-floatbits"}, suggests = {"w03-txmath", "w08-zero"},
  hours = {read = 3.5, lab = 3},
  durable = {"A format's exponent decides what survives, its mantissa what adds up",
             "Scale the loss, unscale in fp32, check, clip, step, adapt: in this order",
             "Memory can be bought with a second forward pass, and the square root is the fair price"},
  ephemeral = {{"Start, growth and interval of the usual loss scaler", as_of = "2026-11"},
               {"Throughputs of the example accelerator", as_of = "2026-11"}},
  readings = {
    {"mixedprec", hours = 1.5, look_for = [[the histogram of gradients, how much of it fp16 loses, and which of
      the three techniques is for which loss]]},
    {"nvmp", hours = 1, look_for = [[the rules of the dynamic scale, and the place of unscaling and clipping]]},
    {"actrecomp", hours = 1, look_for = [[the table of activation bytes by operation; which rows selective
      recomputation takes out, and for how few FLOP]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"mixed.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c", "opt.c"},
  limits = {wall_s = 30, mem_MiB = 512, threads = 1},

  buffers = {
    codes = {dtype = "u16", shape = {"words"}, dist = gen.custom"codes"},
    as_bf16 = {dtype = "f32", shape = {"words"}},
    as_f16 = {dtype = "f32", shape = {"words"}},
    hard = {dtype = "f32", shape = {"floats"}, dist = gen.custom"hard", note = "middles, and a hair beside them"},
    in_bf16 = {dtype = "u16", shape = {"floats"}},
    in_f16 = {dtype = "u16", shape = {"floats"}},
    x = {dtype = "f32", shape = {"N"}, dist = gen.custom"floats"},
    y = {dtype = "u16", shape = {"N"}},
    G = {dtype = "f32", shape = {"T", "n"}, dist = gen.custom"grads", note = "1e-8 to 1e5, and a NaN"},
    w0 = {dtype = "f32", shape = {"n"}, dist = gen.normal{sd = .5}},
    w = {dtype = "f32", shape = {"T", "n"}},
    w16 = {dtype = "u16", shape = {"T", "n"}},
    scale = {dtype = "f32", shape = {"T"}},
    state = {dtype = "i32", shape = {"T", "2"}},
    w16_0 = {dtype = "u16", shape = {"n"}, dist = gen.custom"weights16"},
    m0 = {dtype = "f32", shape = {"n"}, dist = gen.normal{sd = .1}},
    v0 = {dtype = "f32", shape = {"n"}, dist = gen.uniform{lo = .01, hi = 1}},
    g = {dtype = "f32", shape = {"n"}, dist = gen.normal{}},
    dice = {dtype = "u32", shape = {"T", "n"}, dist = gen.custom"dice"},
    w16_1 = {dtype = "u16", shape = {"n"}},
    m1 = {dtype = "f32", shape = {"n"}},
    v1 = {dtype = "f32", shape = {"n"}},
    Xy = {dtype = "f32", shape = {"rows", "n + 1"}, dist = gen.custom"rows", note = "the last column is the label"},
    curve = {dtype = "f32", shape = {"T"}},
    W = {dtype = "f32", shape = {"L", "d", "d"}, dist = gen.normal{sd = .5}},
    x0 = {dtype = "f32", shape = {"rows", "d"}, dist = gen.normal{}},
    dW = {dtype = "f32", shape = {"L", "d", "d"}},
    dx = {dtype = "f32", shape = {"rows", "d"}},
    log = {dtype = "i32", shape = {"16*L + 64", "4"}},
    count = {dtype = "i64", shape = {"1"}},
  },

  calls = {
    decode = call{harness = true, args = {input"codes", output"as_bf16", output"as_f16"}, verify = "decode",
                  title = "codes to values"},
    encode = call{harness = true, args = {input"hard", output"in_bf16", output"in_f16"}, verify = "encode",
                  title = "values to codes"},
    mp_bf16_n = call{args = {i64"N", input"x", output"y"}, verify = "many_bf16", title = "many floats to bf16"},
    mp_f16_n = call{args = {i64"N", input"x", output"y"}, verify = "many_f16", title = "many floats to fp16"},
    steps = call{harness = true, asks = {fn = "mp_step"},
                 args = adam_args(i32"T", i32"n", i32"interval", f64"scale0", input"G", input"w0",
                 output"w", output"w16", output"scale", output"state"), verify = "steps",
                 title = "steps with a loss scale"},
    sr = call{harness = true, asks = {fn = "adam_sr"},
              args = adam_args(i32"n", i32"t", input"w16_0", input"m0", input"v0", input"g",
              input"dice", output"w16_1", output"m1", output"v1"), verify = "sr", title = "Adam without a master"},
    train = call{harness = true, args = adam_args(i32"T", i32"n", i32"rows", f64"small", i32"master", input"Xy",
                 input"w0", input"dice", output"curve"), verify = "train", title = "a training run"},
    ckpt = call{harness = true, asks = {fn = "ckpt_backward"},
                args = {i32"L", i32"every", i32"d", i32"rows", input"W", input"x0", output"dW",
                output"dx", output"log", output"count"}, verify = "ckpt", title = "checkpointing"},
  },

  cases = {
    {id = "all-codes", words = 65536, calls = {"decode"}},
    {id = "hidden-codes", hidden = true, words = gen.pick{20000, 40000}, calls = {"decode"}},
    {id = "hard", first = 0, floats = HARD, calls = {"encode"}, tags = EDGE,
     note = "all middles, subnormals, NaNs whose upper half is an infinity"},
    {id = "hidden-bits", first = HARD, floats = gen.pick{5000, 9000}, calls = {"encode"}, hidden = true},
    many("none", 0, 0, {tags = EDGE}),
    many("seventeen", 17, 0, {tags = EDGE}),
    many("any-bits", 6007, 1),
    many("hidden-many", gen.pick{1023, 4097, 5555}, gen.pick{0, 1}, {hidden = true}),
    steps("steps", 24, 64, 4, 65536, {note = "step 7 overflows at any scale, step 12 has a NaN"}),
    steps("one-weight", 16, 1, 3, 1024, {tags = EDGE}),
    steps("floor", 16, 8, 100, 1, {tags = EDGE, note = "a scale of 1 is not halved"}),
    steps("ceiling", 16, 8, 1, 2^23, {size = 1e-6, tags = EDGE, note = "the scale stops at 2^24"}),
    steps("hidden-steps", gen.pick{20, 30}, gen.pick{33, 80}, gen.pick{2, 3, 5}, gen.pick{256, 2^20},
          {hidden = true}),
    sr("chance", 2000, 50),
    sr("first-step", 500, 1, {tags = EDGE}),
    sr("hidden-chance", gen.pick{777, 1500}, gen.pick{2, 9, 300}, {hidden = true}),
    train("train-fp16", 1, {note = "gradients of 1e-9; step 7 overflows"}),
    -- With 16 weights one right run in hundreds is 6 % off; with 256 the farthest of 80 was 2.6 %.
    train("train-bf16", 0, {within = .06, n = 256, rows = 1024,
          note = "no scale and no master weights; chance costs some accuracy"}),
    train("hidden-train", gen.pick{0, 1}, {hidden = true, within = .06, n = 256, rows = 1024}),
    ckpt("every-layer", 5, 1, {tags = EDGE}),
    ckpt("one-layer", 1, 4, {tags = EDGE}),
    ckpt("one-stretch", 6, 9, {tags = EDGE, note = "no checkpoint but x_0"}),
    ckpt("ragged", 11, 3),
    ckpt("hidden-layers", gen.pick{13, 17, 20}, gen.pick{2, 4, 7}, {hidden = true}),
    ckpt("root", 36, 6, {tags = GATE}),
    many("traced", TRACED, 0, {tags = GATE}),
    many("stream", STREAM, 0, {tags = {"bench"}}),
  },

  counters = {
    peak_slots = "activations kept, at most", forwards = "layers run forward",
    worst_loss = "loss against the same run in doubles, at most apart", fall = "first loss over the last",
  },
  curves = {
    {id = "fp16", call = "train", case = "train-fp16", output = "curve", title = "Loss by step, fp16 with a scale"},
    {id = "bf16", call = "train", case = "train-bf16", output = "curve", title = "Loss by step, bf16 without a master"},
  },

  gates = {
    gate{id = "peak", call = "ckpt", case = "root", counter = "peak_slots", op = "<=", value = "2*every + 2",
         on = "cpu", why = [[with every = sqrt(L): 2 sqrt(L) + 2 activations at a time, where keeping all takes L
           + 1]]},
    gate{id = "recompute", call = "ckpt", case = "root", counter = "forwards", op = "<=", value = "2*L", on = "cpu",
         why = "one forward pass more, at most"},
    gate{id = "one-load", call = "mp_f16_n", case = "traced", counter = "c_loads", op = "<=", value = "N + 64",
         on = "cpu", why = "a float is loaded once, and no table is looked at"},
    gate{id = "one-store", call = "mp_bf16_n", case = "traced", counter = "c_stores", op = "<=", value = "N + 64",
         on = "cpu", why = "a code is stored once"},
  },

  bench = {
    bench{id = "fp16", call = "mp_f16_n", case = "stream", clock = "cpu", stages = STAGES, bytes = "6*N",
          title = "floats to fp16", why = "from below the smallest subnormal to above the largest number"},
    bench{id = "bf16", call = "mp_bf16_n", case = "stream", clock = "cpu", stages = STAGES, bytes = "6*N",
          title = "floats to bf16", why = "the same floats"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "f.ops", rtol = .5,
            ask = "One float to bf16 by an addition and shifts, NaNs minded: about how many integer operations?",
            worked = [[Two shifts, an and and two additions for the rounding; mask, compare, or, select for a NaN:
              about {{= f.ops}}.]]},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "6*f.n/1e6",
            ask = "Bytes that {{= n(f.n)}} conversions to 16 bits move?", worked = "4 in and 2 out each."},
    predict{id = "intensity", axis = "intensity", unit = "1", answer = "f.ops/6", rtol = .5,
            ask = "So how many operations for each byte?",
            worked = "One or two: with 16 lanes, memory decides; one by one, the operations do."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "512/32", rtol = .01,
            ask = "On how many floats does one 512-bit instruction work?", worked = "512/32."},
    predict{id = "failure", axis = "failure",
            choices = {"every step is skipped", "the weights stay as they are, and nothing complains",
                       "the loss becomes NaN"},
            answer = "the weights stay as they are, and nothing complains",
            ask = "All gradients are about 1e-8, stored in fp16 with a loss scale of 1. What happens?"},
  },

  facts = function(hw)
    local f = {time = STAGES, n = STREAM, ops = 9}
    f.fp16 = {sub = 2.0^-24, min = 2.0^-14, max = 65504, ulp = 2.0^-10, lost = 2.0^-25}
    f.tiny = function(e) return 2.0^(2 - 2^(e - 1)) end -- smallest normal number with e bits of exponent
    f.bf16 = {min = 2.0^-126, max = (2 - 2.0^-7)*2.0^127, ulp = 2.0^-7}
    f.binades = {fp16 = 15 + 24 + 1, bf16 = 127 + 133 + 1}
    -- a transformer layer in 16 bits: Korthikanti et al., 2022, equation 2
    local s, b, h, a, L = 2048, 1, 4096, 32, 32
    f.s, f.b, f.h, f.a, f.L = s, b, h, a, L
    f.act = function(seq) return seq*b*h*(34 + 5*a*seq/h) end
    f.linear = s*b*h*34
    f.layer, f.all, f.kept = f.act(s), L*f.act(s), 2*s*b*h*L
    f.input = 2*s*b*h
    -- FLOP of a layer's forward pass: 12 h^2 weights, and two products with the scores
    f.forward = 2*12*h^2*s*b + 2*2*s^2*h*b
    f.rate, f.rate32 = hw.h200_m.bf16 + 0.0, hw.h200_m.fp32 + 0.0
    f.peak, f.peak32, f.peak8 = hw.h200.bf16 + 0.0, hw.h200.fp32 + 0.0, hw.h200.fp8 + 0.0
    f.tf32 = hw.h200_m.tf32 + 0.0
    f.pcie = hw.pcie5.bw_eff + 0.0
    f.mem = hw.h200.mem + 0.0
    f.root = math.sqrt(L)
    f.scores = 5*a*s^2*b -- bytes of the score matrices in f.layer
    f.rescore = 2*2*s^2*h*b/(3*f.forward) -- FLOP to compute them again, of forward and backward
    -- bytes of state for each weight: weight, gradient, master, two moments; and without a master
    f.state = {master = 2 + 2 + 4 + 4 + 4, chance = 2 + 2 + 4 + 4}
    f.interval, f.start = 2000, 65536
    -- Measured 2026-11, the same machine, busy, `ridge bench w08b-mixed-precision --impl naive|opt`: t_reference / t,
    -- inputs fresh from another process in every pair.
    f.fresh = {bf16 = {naive = .052, opt = 1.032}, fp16 = {naive = .061, opt = 1.205}}
    -- Measured 2026-11, one core of a virtual machine with an AMD EPYC (AVX-512), gcc 12.2 -O3 -march=x86-64-v4,
    -- thread CPU clock, least of 400 runs over 131,072 floats that stay in the caches: ns for one float. `copy` is
    -- memcpy of as many bytes, 3 in and 3 out.
    f.ns = {bf16 = {naive = 11.35, ref = .0870, opt = .0766},
            fp16 = {naive = 10.38, ref = .3051, opt = .0698}, copy = .0652}
    -- Measured 2026-11 with the reference, both training cases, seeds 1 to 8: the largest relative distance of
    -- the loss from the run in doubles.
    f.worst = {fp16 = .00077, bf16 = .0167}
    return f
  end,

  questions = {
    q.num{id = "subnormal", unit = "1", rtol = .005, seed = "S004-C06-T13",
      ask = [[A float format made like fp16, with {{= p.e}} bits of exponent and {{= p.m}} of mantissa (fp16 has 5 and
        10). Its smallest positive number?]],
      vary = {e = {4, 6}, m = {5, 7, 9}},
      answer = function(f, p) return f.tiny(p.e)*2.0^-p.m end,
      wrong = {{value = function(f, p) return f.tiny(p.e) end, hint = "That is the smallest normal one."},
               {value = function(f, p) return f.tiny(p.e)*2.0^-p.m/2 end,
                hint = "That is the middle between it and 0, unless the bias is off by one."},
               {value = function(f, p) return f.tiny(p.e)*2.0^-(p.m - 1) end,
                hint = "All bits of the mantissa are places below the smallest normal number."},
               {value = function(f) return f.fp16.sub end, hint = "That is fp16's."}},
      worked = [[The smallest normal number is 2^{{= 2 - 2^(p.e - 1)}}; with {{= p.m}} more places that is
        2^{{= 2 - 2^(p.e - 1) - p.m}}. A gradient up to half of it becomes 0.]]},
    q.num{id = "scale", unit = "1", rtol = .001, seed = "S004-C11-T05",
      ask = [[A gradient is {{= p.g}}e-9. What is the least power of two as loss scale with which it does not become
        zero in fp16?]],
      vary = {g = {10, 3, 1}},
      answer = function(f, p) return 2.0^math.ceil(math.log(f.fp16.lost/(p.g*1e-9), 2)) end,
      wrong = {{value = function(f, p) return 2.0^math.ceil(math.log(f.fp16.sub/(p.g*1e-9), 2)) end,
                hint = "More than half of the smallest number rounds up to it."}},
      worked = [[Above 2^-25 = {{= n(f.fp16.lost*1e9, 1)}}e-9 a number rounds to something. Over {{= p.g}}e-9 that is
        {{= n(f.fp16.lost/(p.g*1e-9), 2)}}, so
        {{= n(2.0^math.ceil(math.log(f.fp16.lost/(p.g*1e-9), 2)))}}. It then has one bit. For all eleven it would
        have to reach 2^-14, which takes about {{= n(f.fp16.min/(p.g*1e-9), 0)}}; with 2^10, 1e-8 has eight.]]},
    q.num{id = "largest-scale", unit = "1", rtol = .001, seed = "S004-C11-T05",
      ask = [[The largest gradient of a model is {{= p.g}}. The largest power of two as scale that does not overflow
        fp16?]],
      vary = {g = {.5, 3, 40}},
      answer = function(f, p) return 2.0^math.floor(math.log(65519/p.g, 2)) end,
      wrong = {{value = function(f, p) return 2.0^math.ceil(math.log(65519/p.g, 2)) end,
                hint = "That one brings it above 65,504."}},
      worked = [[65,504/{{= p.g}} = {{= n(65504/p.g, 0)}}: {{= n(2.0^math.floor(math.log(65519/p.g, 2)))}}. The
        scaler finds it by going too far: that is what the skipped step pays for.]]},
    q.num{id = "skips", unit = "1", rtol = .02, seed = "S004-C11-T05",
      ask = [[A scaler doubles after {{= n(p.N)}} good steps, and each doubling overflows at once. What fraction
        of steps is skipped in the long run?]],
      vary = {N = {2000, 1000, 500}},
      answer = function(_, p) return 1/(p.N + 1) end,
      wrong = {{value = function(_, p) return 1 - 1/(p.N + 1) end, hint = "That is the fraction taken."},
               {value = function(_, p) return 1/(2*p.N) end,
                hint = "After a skipped step the count begins at 0, with the scale that was good before."}},
      worked = "{{= n(p.N)}} good ones, one skipped: {{= pct(1/(p.N + 1), 3)}}. Probing is nearly free."},
    q.num{id = "ulp", unit = "1", rtol = .001, seed = "S003-W08-C4",
      ask = "The distance from {{= p.w}} to the next larger number of bf16?",
      vary = {w = {2, 4, 8, 16}},
      answer = function(f, p) return p.w*f.bf16.ulp end,
      wrong = {{value = function(f, p) return p.w*f.bf16.ulp/2 end,
                hint = "Seven bits are stored; the leading 1 is not."},
               {value = function(f, p) return p.w*f.fp16.ulp end, hint = "That is fp16."}},
      worked = [[2^-7 of {{= p.w}}: {{= n(p.w*f.bf16.ulp, 4)}}. A step that is a thousandth of the weight is
        less than half of that: without
        master weights the update is lost, every time.]]},
    q.table{id = "memory", unit = "GB", rtol = .01, seed = "S003-W08-C5",
      ask = [[Activations in 16 bits by sbh(34 + 5as/h): s = {{= n(p.s)}}, b = {{= f.b}}, h = {{= n(f.h)}},
        a = {{= f.a}} heads, {{= f.L}} layers. And if each layer keeps only its input?]],
      rows = {"one layer", "all layers", "inputs alone, all layers"}, columns = {"size"},
      vary = {s = {1024, 4096, 8192}},
      answer = function(f, p) return {{f.act(p.s)/1e9}, {f.L*f.act(p.s)/1e9}, {f.input/f.s*p.s*f.L/1e9}} end,
      hint = "The second term is the scores. An input is s·b·h numbers of two bytes.",
      worked = "{{= si(f.act(p.s), 'B')}}, {{= gb(f.L*f.act(p.s))}}, {{= gb(f.input/f.s*p.s*f.L, 2)}}."},
    q.num{id = "extra", unit = "%", rtol = .01, seed = "S003-W08-C5",
      ask = [[Of {{= p.L}} equal layers {{= p.k}} are run forward once more. By how much does the FLOP count of forward
        and backward grow?]],
      vary = {L = {42, 58}, k = {11, 17, 23}},
      answer = function(f, p) return 100*p.k/p.L/3 end,
      wrong = {{value = function(f, p) return 100*p.k/p.L/2 end,
                hint = "The backward pass costs twice the forward pass, not once."},
               {value = function(f, p) return 100*p.k/p.L end, hint = "Of which the forward pass is only a part."},
               {value = function() return 100/3 end, hint = "That is every layer once more."}},
      worked = [[Backward is two products for each of forward's one. {{= 3*p.L}} runs become {{= 3*p.L + p.k}}:
        {{= pct(p.k/p.L/3, 1)}} more. For all layers it would be {{= pct(1/3)}}, and buy {{= gb(f.all)}} down to
        {{= gb(f.kept, 2)}}.]]},
    q.num{id = "root", unit = "1", rtol = .001, seed = "S003-W08-C5",
      ask = [[{{= n(p.L)}} equal layers, every k-th input kept, a stretch of k computed again at a time. For which
        k is L/k + k least?]],
      vary = {L = {64, 100, 144}},
      answer = function(_, p) return math.sqrt(p.L) end,
      wrong = {{value = function(_, p) return p.L/2 end, hint = "Set the derivative, 1 - L/k^2, to 0."}},
      worked = "1 - L/k^2 = 0: k = {{= n(math.sqrt(p.L))}}, {{= n(2*math.sqrt(p.L))}} activations at a time."},
    q.num{id = "offload", unit = "ms", rtol = .02, seed = "S003-W46-C5",
      ask = [[Each layer's input (2sbh bytes, s = {{= n(p.s)}}, b = 1, h = {{= n(f.h)}}) is sent to host memory at
        {{= si(f.pcie, "B/s")}} instead of being kept. How long does one take?]],
      vary = {s = {2048, 4096, 8192}},
      answer = function(f, p) return 2*p.s*f.h/f.pcie*1e3 end,
      wrong = {{value = function(f, p) return f.act(p.s)/f.pcie*1e3 end,
                hint = "Only the input goes; what lies within the layer is computed again."}},
      worked = [[{{= si(2*p.s*f.h, "B")}}: {{= n(2*p.s*f.h/f.pcie*1e3, 2)}} ms. At {{= n(f.s)}} tokens the layer
        computes for {{= n(f.forward/f.rate*1e3, 2)}} ms, so the copy hides on a stream of its own. Everything in
        the layer, {{= si(f.layer, "B")}}, would take {{= n(f.layer/f.pcie*1e3, 0)}} ms and would not.]]},
    q.order{id = "order", seed = "S004-C11-T04",
      ask = "A step with fp16 and a loss scale, in order.",
      items = {"Forward pass with the fp16 copy of the weights", "Loss times scale, then the backward pass",
               "Gradients to fp32, divided by the scale",
               "Look for infinities and NaNs; skip the step if there is one",
               "Clip the norm", "Adam on the fp32 master weights", "Round the masters to the fp16 copy"},
      hint = "Clipping compares with a threshold for true gradients."},
    q.multi{id = "needs", seed = "S004-C11-T06",
      ask = "Which of these does training in bf16 still need?",
      options = {"a loss scale", "sums of products in fp32", "fp32 master weights, or stochastic rounding",
                 "a check for infinities before each step, to adapt the scale"}, answer = {2, 3},
      worked = [[Its eight exponent bits are fp32's: what fp32 represents, bf16 represents more coarsely, so
        nothing must be scaled. The seven mantissa bits are why sums and small updates need more.]]},
    q.choice{id = "nan", seed = "S004-C11-T12",
      ask = [[The scaler has skipped 40 steps in a row; its scale is 1 and the gradients still hold NaNs. What
        does that say?]],
      options = {"the scale is still too large",
                 "the NaN has another source: look in the forward pass, or at the weights",
                 "nothing, it recovers by itself"}, answer = 2,
      worked = [[At a scale of 1 the gradients are the true ones. The scaler cannot tell an overflow from a 0/0 or
        a spoilt weight, and skips for ever: alarm on the count of skips in a row.]]},
    q.text{id = "clip", min_words = 40, seed = "S004-C11-T05",
      ask = [[Somebody clips the gradients to norm 1 and unscales them afterwards. The run does not crash. What
        happens instead, and why may Adam hide it?]],
      rubric = {"the scaled norm is nearly always above 1, so every gradient is clipped",
                "after unscaling, the norm is 1/scale at most: all steps look alike",
                "Adam divides by the root of v, so a constant factor cancels",
                [[the factor changes with the scale and from step to step, so moments mix; eps matters when
                  gradients are tiny]]}},
  },

  hints = {
    {on = "build", match = {"defines no", "_Float16", "__bf16", "poisoned", "undefined reference"},
     "mixed.c defines twelve functions; _Float16 and __bf16 are not available."},
    {on = "sanitize", [[Shifts of 32 and more: how many bits does a number far below 2^-24 drop? And does slot[]
      end at L?]]},
    {on = "call:decode", [[fp16: exponent 0 has no leading 1 and the same weight as exponent 1; exponent 31 is not
      a number.]]},
    {on = "call:encode", [[The message has the float's bits. Is what was cut off less than half of the last place,
      half, or more? On a tie the even code. Is it a NaN whose upper 16 bits look like an infinity?]]},
    {on = "call:steps", [[Scale wrong: good counts from the last change or skip, and a skipped step is not a good one.
      Master wrong after a skipped step: t, m and v must not have moved. Wrong at a large row: the norm is that of the
      unscaled gradients.]]},
    {on = "call:sr", [[Add rnd >> 16 to the bits of the float, then cut. The update itself stays in float to the
      end.]]},
    {on = "call:train", [[If the loss stands still, no gradient arrives; if it is off after step 7, something of a
      bad step stayed.]]},
    {on = "gate:peak", [[Free x_l as soon as layer l's backward pass is over, and what lies between checkpoints in
      the forward pass.]]},
    {on = "gate:recompute", "A stretch is computed once, and all of it is kept until its backward pass is over."},
    {on = "call:ckpt", [[The message says which operation came too early or read the wrong slot. Write down, for L
      = 4 and every = 2, which slot holds which x at each moment.]]},
    {on = "gate:one-load", "No table: shifts, one addition, a maximum and a minimum."},
    {on = "gate:one-store", "One store for each code."},
    {on = "bench:fp16", [[Ask the compiler: gcc -O3 -fopt-info-vec-missed. Branches and 16-bit intermediate
      results keep it from vectorising. Or one instruction: _mm512_cvtps_ph.]]},
    {on = "call:mp_f16_n", "Compare with mp_f16 for the float in question; then the last few of an odd count."},
    {on = "bench:bf16", "No branch for NaN: a comparison and a selection, in 32 bits until the store."},
    {on = "call:mp_bf16_n", "Compare with mp_bf16 for the float in question; then the last few of an odd count."},
    {after = 3, "Take 1 + 2^-8 and 1 + 3*2^-8 to bf16 on paper: both are ties."},
  },
}
