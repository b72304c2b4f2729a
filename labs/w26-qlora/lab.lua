-- w26-qlora: a frozen base in four bits, adapters beside it, an optimiser that is paged, and runs that are trained.

local STAGES = {bronze = .35, silver = .65, gold = .90}
local RANDOM, ZEROS, TIES, SKEWED, ENDS, STEPS, QUOTIENTS = 0, 1, 2, 3, 4, 5, 6
local FULL, LORA, QLORA = 1, 2, 4
local DRAFT, MICROLM = {big = 0, count = 115008, adapters = 38912}, {big = 1, count = 3082496, adapters = 303104}

local function make(call, id, fields, more)
  fields.calls, fields.id = {call}, id
  for k, v in pairs(more or {}) do fields[k] = v end
  return fields
end
local function encode(id, n, mode, more) return make("encode", id, {n = n, mode = mode}, more) end
local function decode(id, n, from, cnt, more) return make("decode", id, {n = n, rows = n, cols = 1, from = from, cnt =
  cnt}, more) end
local function gemv(id, out, inn, more)
  return make("gemv", id, {rows = out, cols = inn}, more)
end
local function init(id, out, inn, r, more) return make("init", id, {rows = out, cols = inn, r = r, seed = 5}, more) end
local function layer(call, id, T, out, inn, r, alpha, four, more)
  return make(call, id, {T = T, rows = out, cols = inn, r = r, alpha = alpha, four = four, skip = 0, seed = 5}, more)
end
local function ia3(id, T, n, more) return make("ia3", id, {T = T, n = n}, more) end
local function adam(id, n, frames, steps, more)
  return make("adam", id, {n = n, frames = frames, steps = steps, lr = .01}, more)
end
local function tune(id, model, kinds, steps, seed, most, more)
  return make("tune", id, {big = model.big, count = model.count, adapters = model.adapters, kinds = kinds, steps =
    steps,
              T = 256, S = 64, seed = seed, rate = .002, most = most, paced = 0}, more)
end

local function EDGE(note) return {tags = {"edge"}, note = note} end
local HIDDEN = {hidden = true}

return lab {
  api = 1, rev = 1, id = "w26-qlora", title = "NF4, double quantisation, LoRA",
  kind = "kernel", week = 26, part = 3, domain = {"training", "quantisation"},
  seeds = {"S003-W26", "S003-W26-C1", "S003-W26-C2", "S003-W26-C3", "S003-W26-C4", "S003-W26-C5", "S003-W26-HO",
           "S003-W26-MS", "S003-DN-peft", "S003-DE-15"},
  requires = {"w05-int8-outliers", "w08b-mixed-precision"}, suggests = {"c08-gptq", "w24-data-stream",
    "w25-async-ckpt"},
  hours = {read = 13, lab = 5},
  durable = {"A frozen parameter costs its storage; a trained one costs its state",
             "A low-rank difference has gradients of low rank: nothing of the weights' size is ever formed",
             "What was trained beside a rounded base is right beside that base, and not inside it"},
  ephemeral = {{"What fits on a card of 48 GB", as_of = "2026-11"},
               {"Double quantisation's details in bitsandbytes", as_of = "2026-11"}},
  readings = {
    {"lora", hours = 3, look_for = [[section 4.1: where alpha/r comes from and what it saves you; section 7: the
      same number of parameters as rank 8 on one matrix or rank 2 on four]]},
    {"qlora", hours = 3, look_for = [[section 3, with your encode beside it: quantiles, why 0 is a level, what the
      second quantisation subtracts; appendix G for the bytes]]},
    {"peft", hours = 3, look_for = [[merge_and_unload for a four-bit layer: what is dequantised, what is rounded
      again, and the warning that it prints]]},
    {"smolcourse", hours = 4, look_for = [[which linear layers get adapters there, and which learning rate goes with
      them: compare with full fine-tuning's]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"qlora.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c", "opt.c"},
  partial = {by = "case", functions = {encode = 2, bwd = 2, tune = 2}},
  limits = {wall_s = 180, mem_MiB = 512, threads = 1},

  buffers = {
    w = {dtype = "f32", shape = {"n"}, dist = gen.custom"weights"},
    Qc = {dtype = "u8", shape = {"(n + 1)//2"}, note = "two codes a byte"},
    Qs = {dtype = "i8", shape = {"(n + 63)//64"}, note = "a scale for 64 numbers"},
    Qt = {dtype = "f32", shape = {"((n + 63)//64 + 255)//256"}, note = "a step for 256 scales"},
    Qm = {dtype = "f32", shape = {"1"}, note = "the scales' mean"},
    Wc = {dtype = "u8", shape = {"(rows*cols + 1)//2"}, dist = gen.custom"nf4"},
    Ws = {dtype = "i8", shape = {"(rows*cols + 63)//64"}, dist = gen.custom"nf4"},
    Wt = {dtype = "f32", shape = {"((rows*cols + 63)//64 + 255)//256"}, dist = gen.custom"nf4"},
    Wm = {dtype = "f32", shape = {"1"}, dist = gen.custom"nf4"},
    decoded = {dtype = "f32", shape = {"cnt"}},
    x = {dtype = "f32", shape = {"cols"}, dist = gen.normal{}},
    y = {dtype = "f32", shape = {"rows"}},
    A1 = {dtype = "f32", shape = {"r", "cols"}},
    B1 = {dtype = "f32", shape = {"rows", "r"}},
    W16 = {dtype = "u16", shape = {"rows", "cols"}, dist = gen.custom"w16"},
    X = {dtype = "f32", shape = {"T", "cols"}, dist = gen.normal{}},
    A = {dtype = "f32", shape = {"r", "cols"}, dist = gen.normal{sd = .1}},
    B = {dtype = "f32", shape = {"rows", "r"}, dist = gen.normal{sd = .1}},
    Y = {dtype = "f32", shape = {"T", "rows"}},
    H = {dtype = "f32", shape = {"T", "r"}},
    notes = {dtype = "f64", shape = {"3"},
      note = "bytes of the heap: at most, and left; 1: what is const was written"},
    dY = {dtype = "f32", shape = {"T", "rows"}, dist = gen.normal{}},
    dX0 = {dtype = "f32", shape = {"T", "cols"}, dist = gen.normal{}},
    dA0 = {dtype = "f32", shape = {"r", "cols"}, dist = gen.normal{}},
    dB0 = {dtype = "f32", shape = {"rows", "r"}, dist = gen.normal{}},
    dX = {dtype = "f32", shape = {"T", "cols"}},
    dA = {dtype = "f32", shape = {"r", "cols"}},
    dB = {dtype = "f32", shape = {"rows", "r"}},
    merged_W = {dtype = "u16", shape = {"rows", "cols"}},
    x3 = {dtype = "f32", shape = {"T", "n"}, dist = gen.normal{}},
    l = {dtype = "f32", shape = {"n"}, dist = gen.normal{}},
    dy = {dtype = "f32", shape = {"T", "n"}, dist = gen.normal{}},
    dx0 = {dtype = "f32", shape = {"T", "n"}, dist = gen.normal{}},
    dl0 = {dtype = "f32", shape = {"n"}, dist = gen.normal{}},
    y3 = {dtype = "f32", shape = {"T", "n"}},
    y2 = {dtype = "f32", shape = {"T", "n"}, note = "made in place"},
    dx = {dtype = "f32", shape = {"T", "n"}},
    dl = {dtype = "f32", shape = {"n"}},
    w0 = {dtype = "f32", shape = {"n"}, dist = gen.normal{}},
    G = {dtype = "f32", shape = {"steps", "n"}, dist = gen.custom"gradients"},
    w1 = {dtype = "f32", shape = {"n"}},
    notes5 = {dtype = "f64", shape = {"5"}, note = "faults, copies, ns, uses, pages that do not exist"},
    shape = {dtype = "i32", shape = {"7"}, dist = gen.custom"shape", note = "d L H Hkv hd ff V"},
    trained = {dtype = "u16", shape = {"count"}, dist = gen.custom"trained", note = "microlm's weights, bf16"},
    text = {dtype = "u8", shape = {"steps", "T"}, dist = gen.custom"text"},
    full = {dtype = "f32", shape = {"count"}, note = "all weights, trained"},
    lora = {dtype = "f32", shape = {"adapters"}, note = "adapters beside a base in bf16"},
    qlora = {dtype = "f32", shape = {"adapters"}, note = "adapters beside a base in NF4"},
    curve_full = {dtype = "f32", shape = {"steps"}},
    curve_lora = {dtype = "f32", shape = {"steps"}},
    curve = {dtype = "f32", shape = {"steps"}, note = "the loss of each step, base in NF4"},
    merged = {dtype = "u16", shape = {"count"}},
    recipe = {dtype = "f64", shape = {"3"}},
    bytes = {dtype = "f64", shape = {"3", "6"}},
  },

  calls = {
    encode = call{harness = true, asks = {fn = "nf4_encode"},
                  args = {i64"n", input"w", output"Qc", output"Qs", output"Qt", output"Qm"},
                  verify = "encode", title = "to four bits"},
    decode = call{harness = true, asks = {fn = "nf4_decode"},
                  args = {i64"n", i64"from", i64"cnt", input"Wc", input"Ws", input"Wt", input"Wm",
                  output"decoded"}, oracle = "decode", tol = tol.exact, title = "from four bits"},
    gemv = call{harness = true, asks = {fn = "nf4_gemv"},
                args = {i64"rows", i64"cols", input"Wc", input"Ws", input"Wt", input"Wm", input"x",
                output"y"}, oracle = "gemv", tol = tol.dot{441}, title = "four bits times a vector"},
    init = call{harness = true, asks = {fn = "lora_init"},
                args = {i64"rows", i64"cols", i64"r", i64"seed", output"A1", output"B1"}, verify =
      "init",
                title = "the first adapter"},
    fwd = call{harness = true, asks = {fn = "lora_fwd"},
               args = {i64"rows", i64"cols", i64"r", f64"alpha", i64"four", i64"T", input"Wc",
      input"Ws",
               input"Wt", input"Wm", input"W16", input"X", input"A", input"B", output"Y", output"H", output"notes"},
               verify = "fwd", title = "forward"},
    bwd = call{harness = true, asks = {fn = "lora_bwd"},
               args = {i64"rows", i64"cols", i64"r", f64"alpha", i64"four", i64"T", i64"skip",
      input"Wc",
               input"Ws", input"Wt", input"Wm", input"W16", input"X", input"A", input"B", input"dY", input"dX0",
               input"dA0", input"dB0", output"dX", output"dA", output"dB", output"notes"}, verify = "bwd",
               title = "backward"},
    merge = call{harness = true, asks = {fn = "lora_merge"},
                 args = {i64"rows", i64"cols", i64"r", f64"alpha", i64"four", input"Wc", input"Ws",
                 input"Wt", input"Wm", input"W16", input"A", input"B", output"merged_W"}, verify = "merge",
                 title = "merged"},
    ia3 = call{harness = true, args = {i64"T", i64"n", input"x3", input"l", input"dy", input"dx0", input"dl0",
               output"y3", output"y2", output"dx", output"dl"}, verify = "ia3", title = "IA3"},
    adam = call{harness = true, asks = {fn = "paged_adam"},
                args = {i64"n", i64"frames", i64"steps", f64"lr", input"w0", input"G", output"w1",
                output"notes5"}, verify = "adam", title = "paged Adam"},
    tune = call{harness = true, args = {i64"steps", i64"T", i64"S", i64"kinds", i64"seed", f64"rate", input"shape",
                input"trained", input"text", output"full", output"lora", output"qlora", output"curve_full",
                output"curve_lora", output"curve", output"merged", output"recipe", output"bytes"}, verify = "tune",
                title = "a run"},
  },

  cases = {
    encode("one-number", 1, RANDOM, EDGE("n = 1: the scale is the number's magnitude, and its step 0")),
    encode("one-block", 64, RANDOM),
    encode("short-block", 331, RANDOM, EDGE("n odd, and no multiple of 64")),
    encode("groups", 64*256*2 + 640, RANDOM, EDGE("two groups of scales and a short one")),
    encode("zero-blocks", 640, ZEROS, EDGE("blocks of zeros among others")),
    encode("midpoints", 1280, TIES, EDGE("numbers in the middle of two levels, in blocks of one size: step is 0")),
    encode("one-huge-block", 64*20, SKEWED, EDGE("a scale a thousand times the others, whose own become 0")),
    encode("ends-of-float", 64*256*3, ENDS, EDGE("groups of 1e-30, of 1 and of 1e30")),
    encode("ties-of-scales", 64*256*2, STEPS, EDGE("distances from the mean of whole steps and a half")),
    encode("quotients", 1280, QUOTIENTS, EDGE("an ulp from the middle of two levels, times a scale of 0.7")),
    encode("hidden-encode", gen.pick{129, 1000, 2047}, gen.pick{RANDOM, ZEROS, TIES, QUOTIENTS}, HIDDEN),
    decode("whole", 1024, 0, 1024),
    decode("from-the-middle", 1024, 77, 300, EDGE("from an odd number, within a block, over several")),
    decode("nothing", 128, 64, 0, EDGE("n = 0")),
    decode("short-end", 333, 320, 13, EDGE("the last block is short")),
    decode("far-groups", 64*256*2 + 64, 64*255, 64*258, EDGE("from one group into the third")),
    decode("hidden-decode", 2000, gen.pick{1, 63, 640}, gen.pick{5, 64, 999}, HIDDEN),
    gemv("one-row", 1, 64, EDGE()),
    gemv("rows", 20, 128),
    gemv("odd-rows", 37, 192, EDGE("rows that no block of four divides")),
    gemv("many-groups", 130, 256, EDGE("steps change within the matrix")),
    gemv("long-row", 3, 4096, EDGE("a row is more than one cache holds of x")),
    gemv("hidden-gemv", gen.pick{5, 33, 70}, gen.pick{64, 320, 448}, HIDDEN),
    init("rank-one", 32, 64, 1, EDGE("r = 1")),
    init("rank-eight", 96, 256, 8),
    init("hidden-init", gen.pick{16, 80}, gen.pick{128, 320}, gen.pick{2, 16}, {hidden = true, seed = gen.pick{3, 4,
      9}}),
    layer("fwd", "no-adapter", 5, 24, 64, 0, 1, 1, EDGE("l is NULL")),
    layer("fwd", "one-token", 1, 40, 64, 4, 8, 1, EDGE("T = 1")),
    layer("fwd", "four-bits", 9, 150, 128, 8, 16, 1, {note = "more rows than are floats at a time"}),
    layer("fwd", "sixteen-bits", 9, 70, 128, 8, 16, 0),
    layer("fwd", "rank-one-fwd", 6, 30, 64, 1, 8, 1, EDGE("r = 1, alpha = 8")),
    layer("fwd", "full-rank", 4, 20, 64, 64, 3, 0, EDGE("r = in")),
    layer("fwd", "hidden-fwd", gen.pick{3, 13}, gen.pick{17, 100}, gen.pick{64, 192}, gen.pick{2, 5}, gen.pick{1, 32},
          gen.pick{0, 1}, HIDDEN),
    layer("bwd", "no-adapter-back", 5, 24, 64, 0, 1, 1, EDGE("l is NULL: dX alone")),
    layer("bwd", "one-token-back", 1, 40, 64, 4, 8, 1, EDGE("T = 1")),
    layer("bwd", "four-bits-back", 9, 150, 128, 8, 16, 1),
    layer("bwd", "sixteen-bits-back", 9, 70, 128, 8, 4, 0, {note = "alpha below r"}),
    layer("bwd", "nobody-asks", 7, 33, 64, 3, 6, 1, {skip = 1, tags = {"edge"}, note = "dX is NULL"}),
    layer("bwd", "full-rank-back", 4, 20, 64, 64, 3, 0, EDGE("r = in")),
    layer("bwd", "hidden-bwd", gen.pick{3, 13}, gen.pick{17, 100}, gen.pick{64, 192}, gen.pick{2, 5}, gen.pick{1, 32},
          gen.pick{0, 1}, HIDDEN),
    layer("merge", "merge-16", 1, 20, 64, 4, 8, 0),
    layer("merge", "merge-4", 1, 20, 128, 8, 16, 1, {note = "a base in four bits, decoded"}),
    layer("merge", "merge-one", 1, 1, 64, 1, .5, 1, EDGE("r = 1")),
    layer("merge", "hidden-merge", 1, gen.pick{9, 40}, gen.pick{64, 192}, gen.pick{2, 6}, gen.pick{1, 12},
          gen.pick{0, 1}, HIDDEN),
    ia3("rows-of-keys", 6, 40),
    ia3("one-by-one", 1, 1, EDGE()),
    ia3("hidden-ia3", gen.pick{3, 20}, gen.pick{7, 65}, HIDDEN),
    adam("one-page", 300, 4, 5, EDGE("a page that is not full")),
    adam("all-fit", 512*6, 6, 4, {note = "as many frames as pages"}),
    adam("half-fits", 512*12 + 17, 6, 6),
    adam("one-frame", 512*3, 1, 4, EDGE("nothing can be fetched ahead")),
    adam("two-frames", 512*5, 2, 4, EDGE("one page at work and one on its way")),
    adam("hidden-adam", gen.pick{700, 4000, 5120}, gen.pick{2, 5, 9}, gen.pick{3, 7}, HIDDEN),
    adam("short-of-memory", 512*64, 48, 10, {tags = {"gate"}}),
    tune("three-runs", DRAFT, FULL + LORA + QLORA, 80, 1, 2.42, {paced = 1, note = "their curves and their paces"}),
    tune("draft", DRAFT, FULL + LORA + QLORA, 80, 1, 2.42, {tags = {"gate"}, note = "three runs, and what is merged"}),
    tune("microlm", MICROLM, QLORA, 6, 1, 2.95, {note = "3,082,496 weights, six steps"}),
    tune("hidden-tune", DRAFT, QLORA, 80, gen.pick{2, 3, 4, 5, 6, 7, 8, 9}, 2.42, HIDDEN),
    layer("fwd", "wide", 32, 512, 256, 8, 16, 1, {tags = {"gate"}}),
    layer("bwd", "wide-back", 32, 512, 256, 8, 16, 1, {tags = {"gate"}}),
    gemv("traced", 256, 1024, {tags = {"gate"}}),
    gemv("layer", 4096, 4096, {tags = {"bench"}}),
  },

  counters = {
    peak_B = "bytes of the heap at most", faults = "page faults", copies = "copies of pages",
    time_pct = "virtual time over that of the work", loss_base = "loss before any step",
    loss_full = "loss, all weights trained", loss_lora = "loss, adapters and a base in 16 bits",
    loss_qlora = "loss, adapters and a base in NF4", loss_merged = "loss, merged into 16 bits",
    loss_again = "loss, that in NF4 again", state_full = "state of the full run, bytes",
    state_lora = "state of the LoRA run, bytes", state_qlora = "state of the QLoRA run, bytes",
    peak_full = "peak of the full run, bytes", peak_lora = "peak of the LoRA run, bytes",
    peak_qlora = "peak of the QLoRA run, bytes", pace_full = "tokens/s of processor time, full run",
    pace_lora = "tokens/s of processor time, LoRA run", pace_qlora = "tokens/s of processor time, QLoRA run",
    pace_lora_pct = "pace of the LoRA run, in % of the full one's in the same call",
    pace_qlora_pct = "pace of the QLoRA run, in % of the full one's in the same call",
  },
  gates = {
    gate{id = "no-float-base", call = "fwd", case = "wide", counter = "peak_B", op = "<=",
         value = "1.05*4*(64*cols + 2*T*r)", why = "the base is never whole in floats"},
    gate{id = "no-dW", call = "bwd", case = "wide-back", counter = "peak_B", op = "<=",
         value = "1.05*4*(64*cols + 2*T*r)", why = "the base has no gradient, and no memory for one"},
    gate{id = "bytes-once", call = "gemv", case = "traced", counter = "l1_miss", op = "<=",
         value = "1.2*(rows*cols*33//64//64 + cols//8 + rows//16)", on = "cpu",
         why = "a weight comes as half a byte, once, and never as a float"},
    gate{id = "nothing-expanded", call = "gemv", case = "traced", counter = "c_stores", op = "<=",
         value = "8*rows + 2*cols", on = "cpu", why = "what is looked up stays in registers"},
    gate{id = "turns-round", call = "adam", case = "short-of-memory", counter = "copies", op = "<=",
         value = "64 + 16*(steps - 1) + 16*steps + 2*steps", on = "cpu",
         why = "of 64 pages 48 fit: from the second step on only 16 have to come"},
    gate{id = "fetched-ahead", call = "adam", case = "short-of-memory", counter = "faults", op = "<=", value =
      "2*steps",
         on = "cpu", why = "the next page is on its way while this one is at work"},
    gate{id = "paging-is-hidden", call = "adam", case = "short-of-memory", counter = "time_pct", op = "<=", value = 108,
         on = "cpu", why = "virtual time, of that of the work alone"},
    gate{id = "merge-keeps", call = "tune", case = "draft", counter = "loss_merged", op = "<=", value = 2.35, on =
      "cpu",
         why = "what is served is what was trained"},
  },

  bench = {
    bench{id = "gemv", call = "gemv", case = "layer", clock = "cpu", stages = STAGES, flops = "2*rows*cols",
          bytes = "rows*cols*33//64", why = "a token through 4,096 × 4,096 weights in four bits"},
  },

  curves = {
    {id = "qlora", call = "tune", case = "three-runs", output = "curve", title = "Loss by step, base in NF4",
     unit = "nat", seed = "seed"},
    {id = "lora", call = "tune", case = "three-runs", output = "curve_lora", title = "Loss by step, base in bf16",
     unit = "nat", seed = "seed"},
    {id = "full", call = "tune", case = "three-runs", output = "curve_full", title = "Loss by step, all weights",
     unit = "nat", seed = "seed"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "MFLOP", answer = "2*f.g*f.g/1e6", rtol = .02,
            ask = "One token through {{= n(f.g)}} × {{= n(f.g)}} weights: how many FLOP, scales left out?",
            worked = "2·{{= n(f.g)}}² = {{= n(2*f.g*f.g/1e6, 1)}} MFLOP."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.g*f.g*f.bits/8/1e6", rtol = .03,
            ask = "And how many bytes of weights in NF4, scales of both levels with them?",
            worked = "{{= n(f.bits, 3)}} bits each: {{= mb(f.g*f.g*f.bits/8)}}, in bf16 {{= mb(2*f.g*f.g)}}."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "16/f.bits", rtol = .05,
            ask = "FLOP for each byte?",
            worked = "2 FLOP for {{= n(f.bits/8, 3)}} B: {{= n(16/f.bits, 2)}}, and 1 in bf16."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "f.g", rtol = .01,
            ask = "How many sums are independent of each other?", worked = "One for each row."},
    predict{id = "failure", axis = "failure",
            choices = {"the loss is NaN", "outputs are a little off, everywhere", "the adapter is the identity"},
            answer = "outputs are a little off, everywhere",
            ask = [[An adapter that was trained beside a four-bit base is added to it and the sum rounded to four
              bits again. What is seen?]],
            worked = "No error: a loss that is some hundredths higher, and nobody who measures it."},
  },

  facts = function(hw, models)
    local m = models.llama3_8b
    local f = {g = 4096, block = 64, group = 256, bronze = STAGES.bronze, silver = STAGES.silver, gold = STAGES.gold}
    f.bits_of = function(block, group) return 4 + 8/block + 32/(block*group) end
    f.bits, f.single = f.bits_of(64, 256), 4 + 32/64
    f.level = {-1, -.6962, -.5251, -.3949, -.2844, -.1848, -.0911, 0, .0796, .1609, .2461, .3379, .4407, .5626, .7230,
      1}
    f.code = function(x)
      local c = 0
      for j = 1, 15 do if (f.level[j] + f.level[j + 1])/2 < x then c = c + 1 end end
      return c
    end
    local kv = m.Hkv*m.hd
    f.m = {L = m.L, d = m.d, ff = m.ff, kv = kv}
    f.linear = m.L*(2*m.d*m.d + 2*m.d*kv + 3*m.d*m.ff)
    f.P = f.linear + m.L*2*m.d + 2*m.V*m.d + m.d
    f.qv = function(r) return m.L*r*(2*m.d + m.d + kv) end
    f.all = function(r) return m.L*r*(2*2*m.d + 2*(m.d + kv) + 3*(m.d + m.ff)) end
    f.ia3 = m.L*(2*kv + m.ff)
    f.base8 = f.linear*f.bits/8 + 2*2*m.V*m.d
    -- The draft and its runs: 115,008 weights, 98,304 of them in linear layers, 19,456 in adapters of rank 8.
    f.draft = {N = 115008, linear = 98304, r8 = 19456}
    f.state_full = 16*f.draft.N
    f.state_lora = 2*f.draft.N + 16*f.draft.r8
    f.state_qlora = 2*(f.draft.N - f.draft.linear) + f.draft.linear*f.bits/8 + 16*f.draft.r8
    -- Twelve seeds (1 to 12: language, texts, first adapters) of 80 steps of 256 bytes, the reference of 2026-11
    -- (gcc 12.2 -O3, AVX2 product): the least and the greatest loss on 4,096 bytes that were not trained on, by the
    -- oracle. Full: lr .002; adapters: r 8, alpha 16, lr .01. The case asks for 2.42, five of the twelve's standard
    -- deviations above their mean of 2.279. Seed 1: rank1 (alpha 8), rank16 (alpha 32), loud (alpha 64), slow (.003).
    f.toy = {full = {2.192, 2.313}, lora = {2.199, 2.323}, qlora = {2.215, 2.315}, base = {4.407, 4.891},
             floor = {1.731, 1.757}, qlora_less_lora = {-.040, .017}, better = 9, lora_less_full = {.007, .066},
             merged = .0002, again = {.015, .052}, most = 2.42, rank1 = 2.458, rank8 = 2.282, rank16 = 2.312,
             loud = 3.055, slow = 2.435}
    -- Tokens a second of processor time over those of the full run in the same call: least, median and greatest of
    -- twelve calls, seeds 1 to 12 (`ridge lab curve w26-qlora --seeds 12`, 2026-11-29, gcc 12.2 -O3, a shared x86-64
    -- machine of two cores).
    f.pace = {lora = {.914, .941, .971}, qlora = {.882, .915, .952}}
    -- Products of a linear layer's size: three in full training; two and three thin pairs with adapters of rank r.
    f.thin = function(linear, adapters) return 2 + 3*adapters/linear end
    -- microlm itself, six steps, seeds 1 to 6, 512 bytes; the case asks for 2.95, six standard deviations above their
    -- mean.
    f.big = {after = {2.465, 2.635}, most = 2.95, N = 3082496, r8 = 151552}
    f.dA = function(s, B, x, dy) return s*B*x*dy end
    return f
  end,

  questions = {
    q.num{id = "all-linears", unit = "MB", rtol = .01, seed = "S003-W26-C2",
      ask = [[Llama-3-8B: {{= f.m.L}} layers, d = {{= n(f.m.d)}}, keys and values {{= n(f.m.kv)}} wide, MLP
        {{= n(f.m.ff)}} wide. Adapters of rank {{= p.r}} on all seven linear layers, 16 bytes of state for each of
        their parameters. How many MB?]],
      vary = {r = {4, 16, 32, 64}},
      answer = function(f, p) return 16*f.all(p.r)/1e6 end,
      wrong = {{value = function(f, p) return 16*f.qv(p.r)/1e6 end, hint = "That is on queries and values alone."},
               {value = function(f, p) return 2*f.all(p.r)/1e6 end,
            hint = "What is trained has gradient, master copy and moments."}},
      worked = [[A layer in → out has r·(in + out): {{= n(f.all(p.r))}} parameters in all,
        {{= mb(16*f.all(p.r), 0)}}. The whole model would have {{= gb(16*f.P, 1)}}.]]},
    q.num{id = "saved", unit = "GB", rtol = .01, seed = "S003-W26-C3",
      ask = [[{{= p.P}} billion weights in blocks of {{= f.block}}. How many GB does double quantisation save
        against one fp32 scale a block?]],
      vary = {P = {13, 34, 70, 180}},
      answer = function(f, p) return p.P*(f.single - f.bits)/8 end,
      wrong = {{value = function(f, p) return p.P*.5/8 end, hint = "The new scales take room, too."},
               {value = function(f, p) return p.P*(f.single - f.bits) end, hint = "Bits, not bytes."}},
      worked = [[{{= n(f.single, 1)}} − {{= n(f.bits, 3)}} = {{= n(f.single - f.bits, 3)}} bits a weight:
        {{= gb(1e9*p.P*(f.single - f.bits)/8)}}.]]},
    q.num{id = "decoded", unit = "1", rtol = .005, seed = "S003-W26-C3",
      ask = [[mean {{= p.mean}}, step 0.0004, the block's scale code {{= p.k}}, the weight's code 12 (level
        {{= f.level[13]}}). What is the weight?]],
      vary = {mean = {.06, .08}, k = {-35, 50, -100}},
      answer = function(f, p) return f.level[13]*(p.mean + .0004*p.k) end,
      wrong = {{value = function(f, p) return f.level[13]*.0004*p.k end,
            hint = "The mean was taken off before the scales were rounded."},
               {value = function(f, p) return f.level[13]*p.mean end, hint = "The block's scale is not the mean."}},
      worked = [[The scale is {{= p.mean}} + 0.0004·{{= p.k}} = {{= n(p.mean + .0004*p.k, 4)}}, times
        {{= f.level[13]}}.]]},
    q.num{id = "nearest", unit = "1", rtol = 0, seed = "S003-W26-C3",
      ask = [[A block's scale is 0.08. Which code, 0 to 15, does a weight of {{= p.w}} get?]],
      vary = {w = {.031, -.033, .053, -.006}},
      answer = function(f, p) return f.code(p.w/.08) end,
      wrong = {{value = function(_, p) return math.floor((p.w/.08 + 1)*7.5 + .5) end,
            hint = "Levels are not evenly spaced: those are INT4's."},
               {value = function(f, p) return f.code(p.w) end, hint = "Divide by the scale first."}},
      worked = [[{{= p.w}}/0.08 = {{= n(p.w/.08, 4)}}; the nearest level is {{= f.level[f.code(p.w/.08) + 1]}}.]]},
    q.num{id = "backwards", unit = "1", rtol = .005, seed = "S003-W26-C2",
      ask = [[One number each: y = w·x + (alpha/r)·b·a·x with r = {{= p.r}}, alpha = 16, a = 0.5, b = {{= p.b}}, x =
        3. dL/dy = 0.2. What is dL/da?]],
      vary = {r = {8, 4}, b = {.1, -.3, .25}},
      answer = function(f, p) return f.dA(16/p.r, p.b, 3, .2) end,
      wrong = {{value = function(f, p) return f.dA(1, p.b, 3, .2) end, hint = "alpha/r goes the way back, too."},
               {value = function(f, p) return f.dA(16/p.r, .5, 3, .2) end,
            hint = "That is dL/db: the gradient of a factor has the other one."},
               {value = function(f, p) return f.dA(16, p.b, 3, .2) end, hint = "alpha over r."}},
      worked = [[(16/{{= p.r}})·{{= p.b}}·3·0.2 = {{= n(f.dA(16/p.r, p.b, 3, .2), 4)}}. With b = 0, as at the first
        step, it is 0: only b moves then.]]},
    q.num{id = "never-formed", unit = "x", rtol = .01, seed = "S003-W26-C2",
      ask = [[A layer {{= n(f.m.d)}} → {{= n(f.m.ff)}}, rank {{= p.r}}, {{= n(p.T)}} tokens. dW would have
        {{= n(f.m.d)}}·{{= n(f.m.ff)}} numbers; dA, dB, and the two T × r matrices between have how many times
        fewer?]],
      vary = {r = {8, 16, 64}, T = {2048, 8192}},
      answer = function(f, p) return f.m.d*f.m.ff/(p.r*(f.m.d + f.m.ff) + 2*p.T*p.r) end,
      wrong = {{value = function(f, p) return f.m.d*f.m.ff/(p.r*(f.m.d + f.m.ff)) end,
            hint = "H and G are there as well."},
               {value = function(f, p) return f.m.d*f.m.ff/(p.r*(f.m.d + f.m.ff) + p.T*p.r) end,
            hint = "H from the way forward, G from the way back."}},
      worked = [[{{= n(f.m.d*f.m.ff)}} over {{= n(p.r*(f.m.d + f.m.ff))}} + {{= n(2*p.T*p.r)}}:
        {{= n(f.m.d*f.m.ff/(p.r*(f.m.d + f.m.ff) + 2*p.T*p.r), 1)}}.]]},
    q.table{id = "pages", unit = "1", rtol = 0, seed = "S003-W26-C3",
      ask = [[{{= p.P}} pages of state, {{= p.F}} frames, least recently used makes room. How many pages come in
        during one step, long after the first, if every step goes from the first page to the last, and if every
        second step goes the other way?]],
      rows = {"always upward", "there and back"}, columns = {"pages"},
      vary = {P = {100, 64, 80}, F = {60, 48, 20}},
      answer = function(_, p) return {{p.P}, {p.P - p.F}} end,
      hint = "Upward: which page made room just before it is needed?",
      worked = [[Upward each page is thrown out shortly before its turn: all {{= p.P}}. Back from the end, the
        {{= p.F}} used last are still there: {{= p.P - p.F}}.]]},
    q.num{id = "byte-bound", unit = "x", rtol = .01, seed = "S003-W26-C3",
      ask = [[A GEMV waits for its weights. How many times faster than bf16 can NF4 be, with blocks of {{= p.b}} and
        256 scales a step?]],
      vary = {b = {16, 32, 128}},
      answer = function(f, p) return 16/f.bits_of(p.b, 256) end,
      wrong = {{value = function() return 4 end, hint = "The scales are read, too."},
               {value = function(f, p) return 16/(4 + 32/p.b) end, hint = "The scales are in eight bits."}},
      worked = [[16 over {{= n(f.bits_of(p.b, 256), 3)}} bits: {{= n(16/f.bits_of(p.b, 256), 2)}}, if looking levels
        up costs nothing.]]},
    q.num{id = "gpt3", unit = "x", rtol = .01, seed = "S003-W26-C2",
      ask = [[GPT-3: 175 billion parameters, 96 layers, d = 12,288. LoRA of rank {{= p.r}} on queries and values.
        How many times fewer parameters are trained?]],
      vary = {r = {1, 2, 8}},
      answer = function(_, p) return 175e9/(96*2*2*p.r*12288) end,
      wrong = {{value = function(_, p) return 175e9/(96*2*p.r*12288) end, hint = "A and B, each of r·d."},
               {value = function(_, p) return 175e9/(96*2*p.r*12288*4) end,
            hint = "Two matrices of a layer have adapters, not four."}},
      worked = [[96·2·2·{{= p.r}}·12,288 = {{= n(96*2*2*p.r*12288)}}: {{= n(175e9/(96*2*2*p.r*12288), 0)}} times
        fewer. The "10,000 times" of the abstract is rank 4.]]},
    q.num{id = "half-step", unit = "%", rtol = .01, seed = "S003-W26-C2",
      ask = [[A block's scale is 0.08. A weight stands on level {{= f.level[11]}}, an adapter adds {{= p.by}}. Of
        the way to the midpoint above, how much is that, in per cent?]],
      vary = {by = {.0005, .001, .002}},
      answer = function(f, p) return 100*p.by/(.08*(f.level[12] - f.level[11])/2) end,
      wrong = {{value = function(f, p) return 100*p.by/(.08*(f.level[12] - f.level[11])) end,
            hint = "Half the distance of the levels decides."},
               {value = function(f, p) return 100*p.by/((f.level[12] - f.level[11])/2) end, hint = "Times the scale."}},
      worked = [[Half the gap is 0.08·{{= n((f.level[12] - f.level[11])/2, 4)}} =
        {{= n(.08*(f.level[12] - f.level[11])/2, 5)}}. Below 100 % the code stays, and what was learnt is gone.]]},
    q.choice{id = "first-step", seed = "S003-W26-C2",
      ask = "B = 0 and A is drawn. What do dA and dB look like in the first step?",
      options = {"both are 0", "dA is 0, dB is not", "dB is 0, dA is not", "neither is 0"}, answer = 2,
      worked = "dA = s·Bᵀ·dW has B in it, which is 0; dB = s·dW·Aᵀ has A. B leaves 0 first, then A begins to move."},
    q.choice{id = "fold", seed = "S003-W26-C5",
      ask = "IA3's vector on keys is to cost nothing in serving. Into what can it be multiplied?",
      options = {"The rows of the key projection", "The columns of the key projection", "The softmax",
        "Nothing: it stands between two nonlinear functions"},
      answer = 1,
      worked = "k = W h, times l element by element: row i of W times l[i]. Columns would scale h."},
    q.choice{id = "W-is-not", seed = "S003-W26-C2",
      ask = "Somebody writes that LoRA replaces W by B·A. What is wrong?",
      options = {"Nothing", "The rank of W would be at most r; B·A is the difference, alpha/r times it is added",
                 "It should be A·B"}, answer = 2,
      worked = [[W stays; ΔW = (alpha/r)·B·A. That the *difference* has a low rank is the paper's claim, and W's has
        not.]]},
    q.multi{id = "qlora-means", seed = "S003-W26-C3",
      ask = "What of QLoRA's forward and backward pass happens in four bits?",
      options = {"storage of the base", "the multiplications", "the adapters", "the scales of the second level"},
      answer = {1},
      worked = [[Weights are decoded into bf16 (here: floats) and multiplied there. Adapters are 16 or 32 bits,
        second scales fp32.]]},
    q.choice{id = "sixtyfive", seed = "S003-W26-C3",
      ask = "A 65B base in NF4 takes 33.5 GB, the card has 48. What does \"fits\" leave out?",
      options = {"The second level of scales", "Activations, which grow with batch and length",
        "The embedding's gradient"}, answer = 2,
      worked = [[What is left holds adapters with their state and activations of short sequences, recomputed; long
        ones need paging.]]},
    q.text{id = "own-runs", min_words = 50, seed = "S003-W26-HO",
      ask = [[Run `ridge profile w26-qlora` and report of the three runs: loss on new texts, state and peak bytes,
        tokens/s. Which items make up each state? Why is the peak nearly the same in all three, and what would
        change that?]],
      rubric = {"three losses, and the base's beside them",
        "16 bytes a trained parameter; 2, or 4.127 bits, a frozen one",
                "activations are the same in all three, and dominate at this size of model",
                "a larger model at the same batch, or recomputing, turns the balance round"}},
    q.text{id = "pipeline", min_words = 50, seed = "S003-W26-MS",
      ask = [[Describe the pipeline data → QLoRA with checkpoints → merge → evaluation for an 8B model on one GPU:
        what of it is in memory at each stage, which bytes does a checkpoint have, and at which stage does memory
        peak?]],
      rubric = {"a checkpoint has adapters, their moments, the loader's state, and not the base",
        "merging needs the base in 16 bits: 16 GB",
                "merged and unmerged are evaluated on the same texts",
                  "the loader of w24 and the two phases of w25 are named"}},
  },

  hints = {
    {on = "build", match = {"poison", "implicit declaration", "undeclared", "unknown type name"},
     "Memory comes from take() and goes back with give(); malloc is not there. lab.h has the names."},
    {on = "sanitize", [[The last block is short, n may be odd, the last page is not full, and l, dX and H may be
      NULL.]]},
    {on = "gate:no-float-base", "Decode 64 rows, multiply, and use the same memory for the next 64."},
    {on = "gate:no-dW", [[dA = Gᵀ·X with G = s·dY·B, and dB = s·dYᵀ·H: nothing in between is larger than T × r or 64
      rows.]]},
    {on = "gate:bytes-once", "Is a row decoded into memory, or is the matrix? Look levels up where you multiply."},
    {on = "gate:nothing-expanded", [[_mm256_permutevar8x32_ps looks eight levels up in a register; two of them and a
      blend make sixteen. x in the order in which halves come: once a call, not once a row.]]},
    {on = "gate:turns-round", "Where does the next step begin, if the pages used last are the last ones?"},
    {on = "gate:fetched-ahead", "pager_want(next) right after pager_use(this)."},
    {on = "gate:paging-is-hidden", "One page ahead is enough; more drive out what is still there."},
    {on = "bench:gemv", "One scale a block, applied to the block's sum; two sums at least, so that additions overlap."},
    {on = "case:midpoints", "A number in the middle belongs to the lower level: count midpoints strictly below."},
    {on = "case:one-huge-block",
      "Scales that come out below 0 are 0, and codes of such a block are 7. Nothing is divided by 0."},
    {on = "case:ends-of-float", "A step for each group. One for all would be the largest group's."},
    {on = "case:short-block", "The last high half of an odd n is 7."},
    {on = "case:from-the-middle", "Blocks and halves are those of the number, not of the place in w."},
    {on = "case:nobody-asks", "dX is NULL: the base need not be decoded at all."},
    {on = "case:no-adapter", "l is NULL, and so is H."},
    {on = "case:one-page", "Pages are rounded up."},
    {on = "call:encode", [[In this order: largest magnitudes, mean, step of each group, scale codes, and only then
      codes, by nf4_scale().]]},
    {on = "call:decode", "level[code] * nf4_scale(q, i / 64), one number at a time, is right; then make it fast."},
    {on = "call:gemv", "The even number of a byte is in its low half."},
    {on = "call:init", "A from -1/sqrt(in) to 1/sqrt(in); B zero."},
    {on = "call:fwd", "Y is stored; H is X·Aᵀ without alpha/r."},
    {on = "call:bwd", "All three are added to. alpha/r is in each of them once."},
    {on = "call:merge", "Sum in float or double, round once to the nearest."},
    {on = "call:ia3", "dl is a sum over tokens, added to what is there."},
    {on = "call:adam", "Both corrections, eps outside the root, every page once."},
    {on = "call:tune", [[If all other calls pass, this is the recipe: adapters take a learning rate several times
      that of full fine-tuning. Print the curve for a few.]]},
  },
}
