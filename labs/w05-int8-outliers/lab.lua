-- w05-int8-outliers: int8 by largest magnitude, LLM.int8(), four bits in groups, AWQ scales.

local STAGES = {bronze = .35, silver = .65, gold = .90}
local N, G = 512, 128
local EDGE = {"edge"}

local function rows(id, n, g, more)
  local c = {id = id, R = 18, n = n, g = g, calls = {"q8", "q4"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function mul(id, m, n, k, flat, more)
  local c = {id = id, m = m, n = n, k = k, flat = flat, calls = {"gemm_w8a8"}}
  for key, v in pairs(more or {}) do c[key] = v end
  return c
end

local function llm(id, m, n, k, planted, more)
  local c = {id = id, m = m, n = n, k = k, planted = planted, thr = 6, calls = {"llm"}}
  for key, v in pairs(more or {}) do c[key] = v end
  return c
end

local function four(id, n, k, g, more)
  local c = {id = id, n = n, k = k, g = g, planted = 0, calls = {"gemv_w4"}}
  for key, v in pairs(more or {}) do c[key] = v end
  return c
end

local function awq(id, k, g, planted, more)
  local c = {id = id, m = 16, n = 24, k = k, g = g, planted = planted, thr = 6, calls = {"awq"}}
  for key, v in pairs(more or {}) do c[key] = v end
  return c
end

-- microlm: 28 matrices of 3,082,496 numbers; their inputs have 6,144 channels in all.
local function quality(id, planted, more)
  local c = {id = id, mats = 28, count = 3082496, channels = 6144, g = 32, planted = planted, calls = {"quality"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

return lab {
  api = 1, rev = 1, id = "w05-int8-outliers", title = "PTQ: absmax, LLM.int8(), group-int4, AWQ",
  kind = "kernel", week = 5, part = 1, domain = {"inference", "quantisation"},
  seeds = {"S000-P4-T1", "S000-P4-L1", "S002-R-11", "S003-DN-inference", "S003-W05-C1", "S003-W05-C2",
           "S003-W05-C3", "S003-W05-C4", "S003-W05-HO", "S004-C09-T01", "S004-C09-T03", "S004-C09-T04",
           "S004-C09-T05", "S004-C09-T06", "S004-C09-T09", "S004-C09-T12", "S004-C09-EX"},
  requires = {"w04-flash-tiles", "c06-floatbits"}, suggests = {"w03-txmath"},
  hours = {read = 6.5, lab = 4},
  durable = {"A scale is shared; whoever is largest in the group decides everybody's step",
             "Decoding is paid by the byte: count scales, zero points and what stayed in 16 bits",
             "Errors of a weight matter by the size of the activation that it multiplies"},
  ephemeral = {{"Which four-bit formats have fast kernels", as_of = "2026-11"},
               {"Bandwidth of the example accelerator", as_of = "2026-11"}},
  readings = {
    {"llmint8", hours = 1.5, look_for = [[how an outlier channel is defined, how few there are, and the
      figure in which plain int8 fails at one size of model]]},
    {"gptq", hours = 1.5, look_for = [[what it does with the error that rounding to nearest leaves behind]]},
    {"awq", hours = 1, look_for = [[the experiment with one per cent of the weights kept in 16 bits: which
      one per cent works]]},
    {"smoothquant", hours = 1.5, look_for = [[the same identity as AWQ's, used to make activations smaller]]},
    {"hfquant", hours = 1, look_for = [[for each method: bits, group, calibration data or none]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"quant.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c", "opt.c"},
  limits = {wall_s = 60, mem_MiB = 512, threads = 1},

  buffers = {
    rows = {dtype = "f32", shape = {"R", "n"}, dist = gen.custom"rows"},
    q8 = {dtype = "i8", shape = {"R", "n"}},
    s8 = {dtype = "f32", shape = {"R"}},
    q4 = {dtype = "u8", shape = {"R", "(n + 1)//2"}},
    d4 = {dtype = "u16", shape = {"R", "(n + g - 1)//g"}},
    z4 = {dtype = "u8", shape = {"R", "(n + g - 1)//g"}},
    A = {dtype = "i8", shape = {"m", "k"}, dist = gen.custom"codes"},
    B = {dtype = "i8", shape = {"n", "k"}, dist = gen.custom"codes"},
    sa = {dtype = "f32", shape = {"m"}, dist = gen.uniform{lo = .01, hi = 1}},
    sb = {dtype = "f32", shape = {"n"}, dist = gen.uniform{lo = .01, hi = 1}},
    C = {dtype = "f32", shape = {"m", "n"}},
    X = {dtype = "f32", shape = {"m", "k"}, dist = gen.custom"acts", note = "some channels 60 times as large"},
    W16 = {dtype = "u16", shape = {"n", "k"}, dist = gen.custom"w16"},
    Y = {dtype = "f32", shape = {"m", "n"}},
    W4 = {dtype = "u8", shape = {"n", "(k + 1)//2"}, dist = gen.int{lo = 0, hi = 255}},
    Wd = {dtype = "u16", shape = {"n", "(k + g - 1)//g"}, dist = gen.custom"halves"},
    Wz = {dtype = "u8", shape = {"n", "(k + g - 1)//g"}, dist = gen.int{lo = 0, hi = 15}},
    x = {dtype = "f32", shape = {"k"}, dist = gen.normal{}},
    y = {dtype = "f32", shape = {"n"}},
    W = {dtype = "f32", shape = {"n", "k"}, dist = gen.normal{sd = .25}},
    s = {dtype = "f32", shape = {"k"}},
    step = {dtype = "i32", shape = {"1"}},
    trained = {dtype = "u16", shape = {"count"}, dist = gen.custom"trained", note = "microlm's weights, bf16"},
    list = {dtype = "i32", shape = {"mats", "4"}, dist = gen.custom"linears"},
    rms = {dtype = "f32", shape = {"channels"}, dist = gen.custom"rms"},
    int8 = {dtype = "f32", shape = {"count"}},
    int4 = {dtype = "f32", shape = {"count"}},
    scaled4 = {dtype = "f32", shape = {"count"}},
  },

  calls = {
    q8 = call{harness = true, asks = {fn = "q8_row"},
              args = {i32"R", i32"n", input"rows", output"q8", output"s8"}, verify = "q8",
              title = "rows to int8"},
    q4 = call{harness = true, asks = {fn = "q4_group"},
              args = {i32"R", i32"n", i32"g", input"rows", output"q4", output"d4", output"z4"},
              verify = "q4", title = "rows to four bits"},
    gemm_w8a8 = call{args = {input"A", input"sa", input"B", input"sb", output"C", i32"m", i32"n", i32"k"},
                     oracle = "gemm", tol = tol.dot{4}, title = "int8 times int8"},
    llm = call{harness = true, asks = {fn = "llm_int8"},
               args = {i32"m", i32"n", i32"k", f64"thr", input"X", input"W16", output"Y"},
               verify = "llm", title = "LLM.int8()"},
    gemv_w4 = call{args = {input"W4", input"Wd", input"Wz", input"x", output"y", i32"n", i32"k", i32"g"},
                   oracle = "gemv", tol = tol.dot{441}, title = "four bits times one token"},
    awq = call{harness = true, asks = {fn = "awq_search"},
               args = {i32"m", i32"n", i32"k", i32"g", input"X", input"W", output"s",
               output"step"}, verify = "awq", title = "AWQ scales"},
    quality = call{harness = true, args = {i32"mats", i32"g", input"trained", input"list", input"rms", output"int8",
                   output"int4", output"scaled4"}, verify = "quality", title = "a language model's perplexity"},
  },

  cases = {
    rows("none", 0, 32, {calls = {"q8"}, tags = EDGE, note = "a row of no numbers has scale 0"}),
    rows("one", 1, 32, {tags = EDGE}),
    rows("rows", 256, 64),
    rows("short-group", 77, 32, {tags = EDGE, note = "n % g is not 0, and n is odd"}),
    rows("hidden-rows", gen.pick{96, 131, 200}, gen.pick{16, 32, 128}, {hidden = true}),
    mul("one-product", 1, 1, 1, 0, {tags = EDGE}),
    mul("ragged", 5, 7, 67, 0),
    mul("all-127", 2, 2, 16384, 1, {tags = EDGE, note = "sums beyond 2^24"}),
    mul("hidden-mul", gen.pick{3, 6}, gen.pick{9, 20}, gen.pick{100, 333}, 0, {hidden = true}),
    llm("no-outlier", 4, 16, 96, 0, {tags = EDGE}),
    llm("one-token", 1, 12, 64, 2, {tags = EDGE}),
    llm("lower", 5, 12, 64, 2, {thr = 4.5, tags = EDGE, note = "another threshold, met by the last token"}),
    llm("all-outliers", 3, 8, 16, 16, {tags = EDGE}),
    llm("hidden-llm", gen.pick{3, 5}, 16, gen.pick{130, 200}, gen.pick{1, 3},
        {hidden = true, thr = gen.pick{4, 5, 7}}),
    llm("planted", 4, 8, 4096, 6, {tags = {"gate"}, note = "6 channels of 4,096 are 60 times as large"}),
    four("small", 5, 64, 32),
    four("odd", 3, 77, 32, {tags = EDGE}),
    four("hidden-four", gen.pick{6, 11}, gen.pick{130, 257}, gen.pick{32, 64}, {hidden = true}),
    four("traced", 64, 2048, G, {tags = {"gate"}}),
    awq("even", 128, 64, 0, {tags = EDGE}),
    awq("many", 64, 8, 16, {note = "a quarter of the channels is large"}),
    awq("hidden-awq", gen.pick{96, 160}, gen.pick{32, 64}, gen.pick{2, 3}, {hidden = true}),
    awq("salient", 256, G, 3, {tags = {"gate"}}),
    mul("gemv8", 1, 2048, 2048, 0, {tags = {"bench"}}),
    four("gemv4", 2048, 2048, G, {tags = {"bench"}}),
    -- last, because each reads 512 bytes with a whole model four times
    quality("microlm", 0),
    quality("microlm-hidden", 0, {hidden = true}),
    quality("microlm-outliers", 1, {note = "4 channels of each norm 64 times as large, their weights a 64th"}),
  },

  counters = {err_to_absmax = "error, of plain int8's", mse_to_rtn = "squared error, of rounding's"},
  gates = {
    gate{id = "outliers", call = "llm", case = "planted", counter = "err_to_absmax", op = "<=", value = .1,
         on = "cpu", why = "taking 6 channels out must leave a tenth of plain int8's error at most"},
    gate{id = "awq", call = "awq", case = "salient", counter = "mse_to_rtn", op = "<=", value = .8,
         on = "cpu", why = "the outputs' squared error against rounding to nearest without scales"},
    gate{id = "bytes", call = "gemv_w4", case = "traced", counter = "llc_miss", op = "<=",
         value = "(0.54*n*k + 4*k + 4*n)/64 + 8", on = "cpu",
         why = "the lines of memory touched: 0.54 bytes a weight, the token and the result"},
    gate{id = "no-expansion", call = "gemv_w4", case = "traced", counter = "c_stores", op = "<=",
         value = "n*k/16", on = "cpu", why = "weights are expanded in registers, never in memory"},
  },

  bench = {
    bench{id = "int8", call = "gemm_w8a8", case = "gemv8", clock = "cpu", stages = STAGES, flops = "2*n*k",
          bytes = "n*k",
          title = "int8, one token", why = "2,048 by 2,048 weights"},
    bench{id = "int4", call = "gemv_w4", case = "gemv4", clock = "cpu", stages = STAGES, flops = "2*n*k",
          bytes = "n*k/2",
          title = "four bits, one token", why = "half the bytes of int8, more work for each"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "2*2048*2048",
            ask = "The benched product of 2,048 by 2,048 weights and one token: FLOP?",
            worked = "A multiplication and an addition for each weight."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.bits.zero/8*2048*2048/1e6",
            ask = "Bytes of its weights in four bits, g = 128, with an fp16 scale and a byte of zero point?",
            worked = "4 + 24/128 bits a weight: {{= n(f.bits.zero, 4)}}."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "16/f.bits.zero",
            ask = "So its FLOP for each byte of weights?", worked = "2 FLOP for {{= n(f.bits.zero/8, 3)}} B."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "2048",
            ask = "How many of its outputs can be computed at the same time?", worked = "Each row is on its own."},
    predict{id = "failure", axis = "failure",
            choices = {"the large channel's values", "all other channels of that token", "the weights"},
            answer = "all other channels of that token",
            ask = "One channel is 60 times the others; the token gets one int8 scale. What loses its digits?"},
  },

  facts = function(hw)
    local m = models.llama3_8b
    local f = {time = STAGES}
    f.linear = m.L*(2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff)
    f.rest = 2*m.V*m.d + (2*m.L + 1)*m.d -- embedding, head, norms: they stay in 16 bits
    f.bits = {scale = 4 + 16/G, zero4 = 4 + 20/G, zero = 4 + 24/G, zero16 = 4 + 32/G}
    f.bytes = function(bits) return f.linear*bits/8 + 2*f.rest end
    f.bw = hw.h200.bw + 0.0
    f.ms = function(bits) return 1e3*f.bytes(bits)/f.bw end
    f.gain = function(bits) return f.bytes(16)/f.bytes(bits) end
    f.ridge = hw.h200.bf16/f.bw
    -- the same without the embedding table, of which a token needs one row
    f.read = function(bits) return f.bytes(bits) - 2*m.V*m.d end
    -- rms error of a step: step/sqrt(12)
    f.noise = function(top) return top/127/math.sqrt(12) end
    -- Measured 2026-11, the reference's codes, gcc 12.2: perplexity over that of the 16-bit weights on 2
    -- texts of 256 bytes, in the two last cases. quality.h allows int8 1.01 and int4 1.03, and AWQ with
    -- planted channels no more than without scales. microlm's own channels are even: nothing to win there.
    f.ppl = {even = {int8 = .99981, int4 = 1.00362, awq = 1.00648},
             planted = {int8 = 1.00374, int4 = 1.01542, awq = 1.00345}}
    -- One core of a virtual machine with an AMD EPYC (AVX-512 VNNI), gcc 12.2, thread CPU clock, 2026-11: ms at 2,048 x
    -- 2,048 weights. One token by kernels/w05-int8-outliers/bench.c (-march=native, medians; kernels/RESULTS.md), 32
    -- tokens the least of 15. The reference is what C alone reaches, so that the stages mean the same on a machine
    -- without VNNI; opt.c is the top.
    f.speed = {int8 = {naive = .457, ref = .231, opt = .095}, int4 = {naive = 8.340, ref = 1.124, opt = .206},
               gemm32 = {naive = 15.30, ref = 7.74, opt = 2.11}}
    -- The same run with copies of the weights in turn: GB/s of reading; share of it, ms, and speed in that of a chain.
    f.memory = {read = 31.5, chain = {read = .154}, sums = {read = .835, times = 5.37},
                naive8 = {read = .287, ms = .461}, ref8 = {read = .562, times = 14.66},
                opt8 = {read = .950, ms = .139, times = 24.82}, opt4 = {read = .328, ms = .209, times = 16.32}}
    -- The same machine, busy, `ridge bench w05-int8-outliers --impl opt`: t_reference / t, inputs fresh from another
    -- process in every pair.
    f.fresh = {int8 = {opt = 1.30}, int4 = {opt = 4.24}}
    return f
  end,

  questions = {
    q.table{id = "bits", unit = "1", rtol = .002, seed = "S004-C09-T04",
      ask = "Bits for each weight at four bits and groups of {{= p.g}}, with...",
      rows = {"an fp16 scale", "and a 4-bit zero point", "or an fp16 zero point"}, columns = {"bits"},
      vary = {g = {32, 64, 256}},
      answer = function(_, p) return {{4 + 16/p.g}, {4 + 20/p.g}, {4 + 32/p.g}} end,
      hint = "Whatever a group shares is divided by {{= p.g}}.",
      worked = "{{= n(4+16/p.g, 3)}}, {{= n(4+20/p.g, 3)}}, {{= n(4+32/p.g, 3)}}."},
    q.table{id = "model", unit = "GB", rtol = .01, seed = "S004-C09-T01",
      ask = [[Llama 3 8B: {{= n(f.linear)}} weights in linear layers are quantised, {{= n(f.rest)}} others stay
        in 16 bits. Size of all weights?]],
      rows = {"16 bits", "8 bits, scales left aside", "{{= p.bits}} bits"}, columns = {"size"},
      vary = {bits = {3.25, 4.5, 5.5}},
      answer = function(f, p) return {{f.bytes(16)/1e9}, {f.bytes(8)/1e9}, {f.bytes(p.bits)/1e9}} end,
      hint = "Two bytes for each of the others, in every line.",
      worked = "{{= gb(f.bytes(16))}}, {{= gb(f.bytes(8))}}, {{= gb(f.bytes(p.bits))}}."},
    q.num{id = "bound", unit = "x", rtol = .01, seed = "S004-C09-T01",
      ask = [[If decoding Llama 3 8B reads every stored byte once for each token, how many times as fast can
        {{= n(p.bits, 3)}} bits a weight, scales included, be as 16?]],
      vary = {bits = {3.25, 5.125, 6.5}},
      answer = function(f, p) return f.gain(p.bits) end,
      wrong = {{value = function(f, p) return 16/p.bits end, hint = "Embedding and head stay in 16 bits."},
               {value = function(f, p) return f.linear*p.bits/8/f.bytes(p.bits) end,
                hint = "That is the linear layers' share of what is read."},
               {value = function(f) return f.gain(f.bits.zero4) end, hint = "That is {{= n(f.bits.zero4, 3)}} bits."}},
      worked = "{{= n(f.bytes(16)/1e9, 2)}}/{{= n(f.bytes(p.bits)/1e9, 2)}} = {{= n(f.gain(p.bits), 2)}}."},
    q.num{id = "floor", unit = "ms", rtol = .01, seed = "S004-C09-T01",
      ask = [[The time of that reading at {{= n(p.bits, 3)}} bits on an H200 of {{= si(f.bw, "B/s")}}?]],
      vary = {bits = {3.25, 5.125, 6.5}}, answer = function(f, p) return f.ms(p.bits) end,
      wrong = {{value = function(f, p) return f.ms(16)*p.bits/16 end, hint = "Embedding and head stay in 16 bits."},
               {value = function(f, p) return 1e3*f.linear*p.bits/8/f.bw end,
                hint = "Embedding and head are read as well."}},
      worked = "{{= gb(f.bytes(p.bits))}} over the bandwidth: {{= n(f.ms(p.bits), 2)}} ms."},
    q.num{id = "levels", unit = "1", rtol = .01, seed = "S003-W05-C2",
      ask = [[A token's values lie within ±1, but one channel is {{= p.top}}. With one int8 scale, how many
        codes, zero and both signs included, are left for the others?]],
      vary = {top = {60, 40, 20}},
      answer = function(_, p) return 2*math.floor(127/p.top + .5) + 1 end,
      wrong = {{value = 255, hint = "The scale is the largest magnitude over 127. What is 1 in units of it?"},
               {value = function(_, p) return 2*math.floor(127/p.top + .5) end, hint = "Zero is a code, too."},
               {value = function(_, p) return math.floor(127/p.top + .5) + 1 end, hint = "Both signs count."}},
      worked = "1 is {{= n(127/p.top, 2)}} steps; rounded, and both signs, and zero."},
    q.num{id = "zero-point", unit = "1", rtol = 1e-6, seed = "S004-C09-T03",
      ask = "A group lies between {{= p.lo}} and 2, four bits, asymmetric. Its zero point?",
      vary = {lo = {-.5, -3, -8}},
      answer = function(_, p) return -p.lo*15/(2 - p.lo) end,
      wrong = {{value = function(_, p) return 30/(2 - p.lo) end, hint = "So many codes lie above it. And below?"},
               {value = function(_, p) return -p.lo*16/(2 - p.lo) end, hint = "Sixteen codes have fifteen steps."}},
      worked = "Scale {{= n((2 - p.lo)/15, 4)}}; {{= n(-p.lo, 1)}} over it is {{= n(-p.lo*15/(2 - p.lo))}}."},
    q.choice{id = "salient", seed = "S003-W05-C4",
      ask = "Which weights does AWQ protect?",
      options = {"the largest ones", "those that multiply the largest activations", "those in the first layer"},
      answer = 2, worked = "An error of a weight reaches the output multiplied by its activation."},
    q.choice{id = "ptq", seed = "S003-W05-C1",
      ask = "A thousand sample texts are run to choose scales; no gradient is computed. That is...",
      options = {"quantisation-aware training", "post-training quantisation", "distillation"}, answer = 2,
      worked = "Calibration looks at activations. Training with rounding in the forward pass is the other one."},
    q.num{id = "unsigned", unit = "1", rtol = 1e-6, seed = "S004-C09-T03",
      ask = [[vpdpbusd multiplies unsigned bytes with signed ones. Codes a are passed as a + 128, and the weights of
        a row add up to {{= p.sum}}. What has to be subtracted from the result?]],
      vary = {sum = {-35, 52, 410}},
      answer = function(_, p) return 128*p.sum end,
      wrong = {{value = function(_, p) return 127*p.sum end, hint = "The shift is 128, though codes end at 127."},
               {value = 128, hint = "The shift meets every weight of the row."}},
      worked = "The sum of (a + 128)b is that of ab plus 128 times that of b: {{= n(128*p.sum)}}."},
    q.text{id = "why", min_words = 40, seed = "S003-W05-C3",
      ask = "Four-bit weights speed up decoding and not a long prefill. Why, and what would help prefill?",
      rubric = {"decoding is bound by the bytes of weights", "codes are expanded to 16 bits before multiplying",
                "prefill is bound by arithmetic, which is unchanged",
                "activations in 8 bits as well, so that 8-bit tensor cores can be used"}},
  },

  hints = {
    {on = "build", match = {"defines no", "redefinition", "undefined reference", "half_"},
     "quant.c defines six functions; half_value and half_code are given."},
    {on = "sanitize", "Short last groups, odd rows: where does your loop end, and which byte is the last?"},
    {on = "case:none", "No number at all: the scale is 0, and nothing is read."},
    {on = "call:q8", [[A row of zeros has scale 0: what do you divide by? Quotients in float, a division each (x
      times the reciprocal is another number), rintf for the rounding; the message shows the quotient.]]},
    {on = "call:q4", [[Is 0 in the range? Are codes computed with the scale as fp16 rounded it? Does the last
      group end at n, and which half-byte comes first?]]},
    {on = "call:quality", [[The codes are right one by one, or this case would not have come up. Which of your
      functions reads beyond its row, or leaves something in the room that it was given?]]},
    {on = "gate:outliers", "Quantise a token's row after its outlier channels are zeroed, not before."},
    {on = "case:lower", [[The threshold is an argument, 4.5 here. One channel reaches it in the last token only: taken
      out for all of them?]]},
    {on = "call:llm", [[Is |x| = thr an outlier? Is a channel that is large for one token taken out for all?
      Is the scale computed after they are out?]]},
    {on = "gate:awq", "Print the sum for all 21 steps. Step 0 is rounding to nearest."},
    {on = "call:awq", "The error is in the weights after undoing s; its weight is a squared, not a."},
    {on = "gate:bytes", "Each byte of q, scale and zero once. Do you copy anything?"},
    {on = "gate:no-expansion", "No array of expanded weights: multiply as you unpack."},
    {on = "bench:int4", "Convert the scale once a group, keep several sums, and let both halves of a byte go by."},
    {on = "call:gemv_w4", "d*(c - z)*x: the sum over a group is d*(sum of c*x - z * sum of x)."},
    {on = "bench:int8", [[A sum of 32 bits and a plain loop: the compiler knows pmaddwd. For more than the
      reference: vpdpbusd, with a + 128 for one factor and 128 times the sum of the weights taken out again.
      With one token, go through the rows one after the other: memory runs ahead of one long stream, not
      of many short ones.]]},
    {on = "call:gemm_w8a8", "All codes 127 and k = 16,384: the sum is far above 2^24. What holds it exactly?"},
    {after = 3, "Take a row of four numbers and do q8_row and q4_group on paper."},
  },
}
