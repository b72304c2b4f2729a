-- w31-fp8-kquant: eight-bit floats, llama.cpp's blocks, and what makes a tensor easier to round.

local STAGES = {bronze = .35, silver = .65, gold = .90}
local RANDOM, ZEROS, OUTLIER, NEGATIVE, POSITIVE, TIES, TINY, CONSTANT, PUBLIC = 0, 1, 2, 3, 4, 5, 6, 7, 8
local BESIDE, LARGEST, SMALL = 9, 10, 11
local SIZE = {q4_0 = {32, 18, 0}, q8_0 = {32, 34, 1}, q4_K = {256, 144, 2}, q6_K = {256, 210, 3}, q8_K = {256, 292, 4}}
local EDGE, HIDDEN = {tags = {"edge"}}, {hidden = true}
local GEMV = {rows = 1024, n = 4096}
local CODES, VALUES = 131072, 65536

local function make(calls, id, fields, more)
  fields.id, fields.calls = id, type(calls) == "table" and calls or {calls}
  for k, v in pairs(more or {}) do fields[k] = v end
  return fields
end

-- Blocks of a format; bytes rounds up, so that a length that is no multiple has room for one more.
local function blocks(format, what, id, n, mode, more)
  return make(format .. what, id, {n = n, mode = mode, unit = SIZE[format][1], size = SIZE[format][2],
    f = SIZE[format][3]}, more)
end

local cases = {}
local function add(c) cases[#cases + 1] = c end

for k, name in ipairs{"e4m3", "e5m2"} do
  local M = 4 - k
  local enc, dec = name .. "_encode", name .. "_decode"
  add(make(enc, name .. "-ties", {n = 1801, wide = 0, M = M}, {tags = {"edge"},
    note = "449, 464, 480, subnormals, every number, every middle and what lies beside it, NaN"}))
  add(make(enc, name .. "-no-float", {n = 0, wide = 0, M = M}, EDGE))
  add(make(enc, name .. "-million", {n = 1048576, wide = 1, M = M}, {note = "any 32 bits"}))
  add(make(enc, name .. "-hidden", {n = gen.pick{1703, 2109}, wide = gen.pick{0, 1}, M = M}, HIDDEN))
  add(make(dec, name .. "-codes", {n = 256, M = M}, EDGE))
  add(make(dec, name .. "-codes-hidden", {n = gen.pick{77, 301}, M = M}, HIDDEN))
end
for _, c in ipairs{
  make("delayed", "steps", {steps = 40, n = 16, length = 4, margin = 0}, {note = "one step is 50 times the others"}),
  make("delayed", "margin", {steps = 30, n = 9, length = 16, margin = 2}),
  make("delayed", "no-memory", {steps = 20, n = 5, length = 1, margin = 0}, {tags = {"edge"},
    note = "a step of zeros, one with NaN, an infinite one"}),
  make("delayed", "nothing", {steps = 3, n = 1, length = 2, margin = 1}, EDGE),
  make("delayed", "hidden-steps", {steps = gen.pick{23, 50}, n = gen.pick{3, 20}, length = gen.pick{2, 7},
    margin = gen.pick{0, 1, 3}}, HIDDEN),
} do add(c) end

for _, format in ipairs{"q4_0", "q8_0", "q8_K", "q4_K", "q6_K"} do
  local block, short = SIZE[format][1], format:gsub("_", "")
  local few = block == 32 and 256 or 1024
  add(blocks(format, "_encode", short .. "-random", few, RANDOM))
  add(blocks(format, "_encode", short .. "-zeros", 1024, ZEROS, {tags = {"edge"}, note = "blocks of zeros"}))
  add(blocks(format, "_encode", short .. "-outlier", 1024, OUTLIER, {tags = {"edge"},
                                                                         note = "4 among numbers of 0.05"}))
  add(blocks(format, "_encode", short .. "-negative", 512, NEGATIVE, {tags = {"edge"}, note = "negatives only"}))
  add(blocks(format, "_encode", short .. "-positive", 512, POSITIVE, EDGE))
  if block == 32 or format == "q8_K" then
    add(blocks(format, "_encode", short .. "-ties", 512, TIES, {tags = {"edge"},
      note = "codes in the middle of two; the largest magnitude twice, with both signs"}))
    add(blocks(format, "_encode", short .. "-beside", 512, BESIDE, {hidden = true, tags = {"edge"},
      note = "floats next to the middle of two codes"}))
    add(blocks(format, "_encode", short .. "-tiny", 512, TINY, {tags = {"edge"}, note = [[scales that fp16 has as
      subnormals]]}))
    add(blocks(format, "_encode", short .. "-constant", 512, CONSTANT, {tags = {"edge"}, note = "32 equal numbers"}))
  end
  if format == "q4_K" or format == "q6_K" then
    add(blocks(format, "_encode", short .. "-small", 1024, SMALL, {hidden = true, tags = {"edge"},
      note = "d is a subnormal fp16 number"}))
  end
  add(blocks(format, "_encode", short .. "-ragged", few + block//2, RANDOM, {tags = {"edge"},
    note = "no multiple of the block: refused"}))
  add(blocks(format, "_encode", short .. "-none", 0, RANDOM, EDGE))
  add(blocks(format, "_encode", short .. "-public", 1024, PUBLIC, {note = [[blocks that llama.cpp's library has
    written]]}))
  add(blocks(format, "_encode", short .. "-hidden", gen.pick{768, 1280}, gen.pick{RANDOM, OUTLIER, NEGATIVE}, HIDDEN))
end
for _, format in ipairs{"q4_0", "q8_0", "q4_K", "q6_K"} do
  local short = format:gsub("_", "")
  add(blocks(format, "_decode", short .. "-any", 2048, RANDOM, {note = [[any codes, any scales, d negative or
    subnormal]]}))
  add(blocks(format, "_decode", short .. "-no-block", 0, RANDOM, EDGE))
  add(blocks(format, "_decode", short .. "-file", 1024, PUBLIC, {note = "blocks that llama.cpp's library has written"}))
  add(blocks(format, "_decode", short .. "-any-hidden", gen.pick{512, 1280}, RANDOM, HIDDEN))
end
for _, c in ipairs{
  make("dot", "one-block", {rows = 3, n = 256, mode = RANDOM, f = 2}, EDGE),
  make("dot", "no-number", {rows = 2, n = 0, mode = RANDOM, f = 2}, EDGE),
  make("dot", "blocks", {rows = 7, n = 1536, mode = RANDOM, f = 2}),
  make("dot", "public-dot", {rows = 4, n = 256, mode = PUBLIC, f = 2}, {note = "and its dot products"}),
  make("dot", "largest", {rows = 2, n = 512, mode = LARGEST, f = 2}, {hidden = true, tags = {"edge"},
    note = "codes of 15, scales of 63 and activations of 127: the largest sums"}),
  make("dot", "hidden-dot", {rows = gen.pick{2, 9}, n = gen.pick{512, 1280}, mode = RANDOM, f = 2}, HIDDEN),
  make("dot", "traced", {rows = 64, n = 2048, mode = RANDOM, f = 2}, {tags = {"gate"}}),
  make("dot", "gemv", {rows = GEMV.rows, n = GEMV.n, mode = RANDOM, f = 2}, {tags = {"bench"}}),
  make("smoothquant_scales", "half", {channels = 100, alpha = .5}, {tags = {"edge"}, note = [[channels that are 0 in
    one or in both]]}),
  make("smoothquant_scales", "towards-weights", {channels = 64, alpha = .8}),
  make("smoothquant_scales", "hidden-smooth", {channels = gen.pick{33, 90}, alpha = gen.pick{.35, .65, .75}}, HIDDEN),
  make("rotate", "of-one", {n = 5, block = 1}, EDGE),
  make("rotate", "of-two", {n = 6, block = 2}, EDGE),
  make("rotate", "of-256", {n = 768, block = 256}),
  make("rotate", "hidden-rotate", {n = 512, block = gen.pick{8, 32, 128}}, HIDDEN),
  make("rotate", "of-2048", {n = 2048, block = 2048}, {hidden = true, tags = {"edge"}}),
  make("rotate", "butterflies", {n = 4096, block = 4096}, {tags = {"gate"}}),
  make("e8", "points", {groups = 200}, {tags = {"edge"}, note = "points of the lattice, its deepest holes, odd sums"}),
  make("e8", "hidden-points", {groups = gen.pick{60, 130}}, HIDDEN),
  make("aqlm_decode", "one-book", {groups = 20, books = 1, size = 256, by = .5}),
  make("aqlm_decode", "two-books", {groups = 33, books = 2, size = 4096, by = 1.25}),
  make("aqlm_decode", "last-entry", {groups = 12, books = 1, size = 65536, by = 1}, {tags = {"edge"}, note = [[codes of
    16 bits]]}),
  make("aqlm_decode", "hidden-aqlm", {groups = gen.pick{9, 40}, books = gen.pick{1, 3}, size = gen.pick{16, 1024},
    by = .75},
    HIDDEN),
  make("bits", "layers", {layers = 12, widths = 5, budget = 5700}),
  make("bits", "too-little", {layers = 6, widths = 3, budget = 1000}, {tags = {"edge"}, note = "width 0 does not fit"}),
  make("bits", "enough", {layers = 10, widths = 4, budget = 100000}, {tags = {"edge"}, note = [[all fit; some gain
    nothing]]}),
  make("bits", "for-each-byte", {layers = 3, widths = 2, budget = 1625, trap = 1}, {tags = {"edge"},
    note = "what gains most gains least for each byte"}),
  make("bits", "does-not-fit", {layers = 3, widths = 2, budget = 1500, trap = 2}, {tags = {"edge"},
    note = "the best step does not fit, two others do"}),
  make("bits", "equals", {layers = 3, widths = 2, budget = 1625, trap = 3}, {hidden = true, tags = {"edge"},
    note = "two layers gain the same for each byte, and only the steps of one fit"}),
  make("bits", "terabytes", {layers = 3, widths = 2, budget = 1625 << 33, trap = 4}, {hidden = true, tags = {"edge"},
    note = "bytes that 32 bits do not hold"}),
  make("bits", "hidden-bits", {layers = gen.pick{7, 16}, widths = gen.pick{3, 6}, budget = gen.pick{6500, 9000}},
    HIDDEN),
  make("e4m3_encode", "traced-floats", {n = 16384, wide = 2, M = 3}, {tags = {"gate"}}),
  make("q4_K_decode", "q4K-traced", {n = 16384, mode = RANDOM, unit = 256, size = 144, f = 2}, {tags = {"gate"}}),
  make("e4m3_encode", "stream", {n = CODES, wide = 2, M = 3}, {tags = {"bench"}}),
  make("q4_K_decode", "q4K-stream", {n = VALUES, mode = RANDOM, unit = 256, size = 144, f = 2}, {tags = {"bench"}}),
  make("q6_K_decode", "q6K-stream", {n = VALUES, mode = RANDOM, unit = 256, size = 210, f = 3}, {tags = {"bench"}}),
} do add(c) end

-- microlm: 28 matrices of 3,082,496 numbers; their inputs have 6,144 channels in all. Last: each reads 512 bytes eight
-- times.
local function quality(id, planted, shifted, more)
  return make("quality", id, {mats = 28, count = 3082496, channels = 6144, planted = planted, shifted = shifted,
    alpha = .5,
    block = 256}, more)
end
add(quality("microlm-outliers", 1, 0, {note = "4 channels of each norm 64 times as large, their weights a 64th"}))
add(quality("microlm-shifted", 1, 1, {note = "the same, calibrated on texts of one letter: told, not judged"}))
add(quality("microlm-hidden", 0, 0, HIDDEN))

local function encoder(verify, title)
  return call{harness = true, args = {i64"n", i64"(n + unit - 1)//unit*size", input"w", output"encoded",
    output"status"},
              verify = verify, title = title}
end
local function decoder(title)
  return call{harness = true, args = {i64"n", i64"n//unit*size", input"blocks", output"values"}, verify = "decode",
    title = title}
end

return lab {
  api = 1, rev = 1, id = "w31-fp8-kquant", title = "FP8 and K-quant codecs, SmoothQuant, incoherence",
  kind = "kernel", week = 31, part = 4, domain = {"inference", "quantisation"},
  seeds = {"S000-P4-T1", "S000-P4-L1", "S000-P4-L2", "S000-REPO-5", "S003-W31", "S003-W31-C1", "S003-W31-C3",
    "S003-W31-C4",
           "S003-W31-C5", "S003-W31-C6", "S003-W31-C7", "S003-W31-C8", "S003-W31-HO", "S003-DN-advQuant", "S003-DE-19",
           "S004-C09-T08", "S004-C09-T13", "S004-C09-T14", "S004-C09-EX"},
  requires = {"w05-int8-outliers", "c06-floatbits"}, suggests = {"c08-gptq", "w26-qlora"},
  hours = {read = 10, lab = 5},
  durable = {"A scale costs bits; scales of scales buy small groups for little",
             "A float spends its codes where small numbers are, an integer spends them evenly",
             "A product lets you move size between its factors, and an orthogonal matrix lets you spread it",
             "A format that has no exact zero makes a bias out of small weights"},
  ephemeral = {{"GGUF's list of types, and llama.cpp's search for scales", as_of = "2026-11"},
               {"TransformerEngine's recipes", as_of = "2026-11"},
               {"QuIP# and AQLM as the two-bit methods to know", as_of = "2026-11"}},
  readings = {
    {"tefp8", hours = 1.5, look_for = [[the recipe's history length and margin: find both in your fp8_step, and what
      happens
      to a tensor whose maximum jumps between two steps]]},
    {"fp8formats", hours = 1, look_for = [[table 1, and why E4M3 gives up its infinities]]},
    {"smoothquant", hours = 1.5, look_for = [[figure 4's migration strength, and which layers' division folds into a
      norm]]},
    {"quipsharp", hours = 2.5, look_for = [[the bound that incoherence buys, and how the codebook is cut out of E8 so
      that a
      table of 256 entries decodes it]]},
    {"aqlm", hours = 2, look_for = [[which of the three phases removes most of the error, and the table of codebook
      sizes
      against speed]]},
    {"whichq", hours = 1.5, look_for = [[the columns that are not perplexity]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"codec.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c", "opt.c"},
  partial = {by = "case", functions = {q4_K_encode = 2, q6_K_encode = 2, dot = 2, quality = 3}},
  limits = {wall_s = 120, mem_MiB = 1024, threads = 1},

  buffers = {
    x = {dtype = "f32", shape = {"n"}, dist = gen.custom"floats"},
    q = {dtype = "u8", shape = {"n"}},
    codes = {dtype = "u8", shape = {"n"}, dist = gen.custom"codes"},
    values = {dtype = "f32", shape = {"n"}},
    steps_x = {dtype = "f32", shape = {"steps", "n"}, dist = gen.custom"steps"},
    steps_q = {dtype = "u8", shape = {"steps", "n"}},
    scales = {dtype = "f32", shape = {"steps"}},
    w = {dtype = "f32", shape = {"n"}, dist = gen.custom"weights"},
    encoded = {dtype = "u8", shape = {"(n + unit - 1)//unit*size"}},
    status = {dtype = "i32", shape = {"1"}},
    blocks = {dtype = "u8", shape = {"n//unit*size"}, dist = gen.custom"blocks"},
    W = {dtype = "u8", shape = {"rows*n//256*144"}, dist = gen.custom"blocks"},
    xq = {dtype = "u8", shape = {"n//256*292"}, dist = gen.custom"blocks"},
    y = {dtype = "f32", shape = {"rows"}},
    xmax = {dtype = "f32", shape = {"channels"}, dist = gen.custom"maxima"},
    wmax = {dtype = "f32", shape = {"channels"}, dist = gen.custom"maxima"},
    s = {dtype = "f32", shape = {"channels"}},
    v = {dtype = "f32", shape = {"n"}, dist = gen.normal{}},
    sign = {dtype = "i8", shape = {"block"}, dist = gen.custom"signs"},
    settled = {dtype = "i8", shape = {"block"}, dist = gen.custom"settled"},
    turned = {dtype = "f32", shape = {"n"}},
    back = {dtype = "f32", shape = {"n"}},
    plain = {dtype = "f32", shape = {"n"}},
    points = {dtype = "f32", shape = {"groups", "8"}, dist = gen.custom"points"},
    nearest = {dtype = "f32", shape = {"groups", "8"}},
    entry = {dtype = "u16", shape = {"groups", "books"}, dist = gen.custom"entries"},
    book = {dtype = "f32", shape = {"books", "size", "8"}, dist = gen.normal{}},
    decoded = {dtype = "f32", shape = {"groups", "8"}},
    loss = {dtype = "f64", shape = {"layers", "widths"}, dist = gen.custom"losses"},
    bytes = {dtype = "i64", shape = {"layers", "widths"}, dist = gen.custom"losses"},
    pick = {dtype = "i32", shape = {"layers"}},
    used = {dtype = "i64", shape = {"1"}},
    trained = {dtype = "u16", shape = {"count"}, dist = gen.custom"trained", note = "microlm's weights, bf16"},
    list = {dtype = "i32", shape = {"mats", "4"}, dist = gen.custom"linears"},
    most = {dtype = "f32", shape = {"channels"}, dist = gen.custom"most"},
    w_e4m3 = {dtype = "f32", shape = {"count"}},
    w_q40 = {dtype = "f32", shape = {"count"}},
    w_q4k = {dtype = "f32", shape = {"count"}},
    w_q6k = {dtype = "f32", shape = {"count"}},
    w_smooth = {dtype = "f32", shape = {"count"}},
    w_turned = {dtype = "f32", shape = {"count"}},
    scale = {dtype = "f32", shape = {"channels"}},
  },

  calls = {
    e4m3_encode = call{args = {i64"n", input"x", output"q"}, oracle = "fp8", tol = tol.exact, title = "floats to E4M3"},
    e5m2_encode = call{args = {i64"n", input"x", output"q"}, oracle = "fp8", tol = tol.exact, title = "floats to E5M2"},
    e4m3_decode = call{args = {i64"n", input"codes", output"values"}, verify = "fp8_decode", title = "E4M3 to floats"},
    e5m2_decode = call{args = {i64"n", input"codes", output"values"}, verify = "fp8_decode", title = "E5M2 to floats"},
    delayed = call{harness = true, asks = {fn = "fp8_step"},
                   args = {i64"steps", i64"n", i64"length", i64"margin", input"steps_x",
      output"steps_q",
                   output"scales"}, verify = "delayed", title = "delayed scaling"},
    q4_0_encode = encoder("encode", "to Q4_0"), q8_0_encode = encoder("encode", "to Q8_0"),
    q8_K_encode = encoder("encode", "to Q8_K"),
    q4_K_encode = encoder("search", "to Q4_K"), q6_K_encode = encoder("search", "to Q6_K"),
    q4_0_decode = decoder("from Q4_0"), q8_0_decode = decoder("from Q8_0"),
    q4_K_decode = decoder("from Q4_K"), q6_K_decode = decoder("from Q6_K"),
    dot = call{harness = true, asks = {fn = "vec_dot_q4_K_q8_K"},
               args = {i64"rows", i64"n", input"W", input"xq", output"y"}, oracle = "dot",
      tol = tol.dot{441},
               title = "Q4_K times Q8_K"},
    smoothquant_scales = call{args = {i64"channels", input"xmax", input"wmax", f32"alpha", output"s"},
      oracle = "smooth", tol = tol.dot{441}, title = "SmoothQuant's scales"},
    rotate = call{harness = true, args = {i64"n", i64"block", input"v", input"sign", output"turned", output"back",
                  output"plain"}, oracle = "rotate", tol = tol.dot{4}, title = "Hadamard's rotation"},
    e8 = call{harness = true, asks = {fn = "e8_nearest"},
              args = {i64"groups", input"points", output"nearest"}, verify = "e8", title = [[E8's
      nearest point]]},
    aqlm_decode = call{args = {i64"groups", i64"books", i64"size", input"entry", input"book", f32"by", output"decoded"},
                oracle = "aqlm", tol = tol.dot{4}, title = "AQLM's codewords"},
    bits = call{harness = true, asks = {fn = "bit_alloc"},
                args = {i64"layers", i64"widths", i64"budget", input"loss", input"bytes", output"pick",
                output"used"}, verify = "bits", title = "bits where they matter"},
    quality = call{harness = true, args = {i64"mats", f64"alpha", input"trained", input"list", input"most",
                   input"settled", output"w_e4m3", output"w_q40", output"w_q4k", output"w_q6k", output"w_smooth",
                   output"w_turned", output"scale"}, verify = "quality", title = "a language model's perplexity"},
  },

  cases = cases,

  counters = {
    rmse_ratio = "error over that of llama.cpp's search",
    ppl_e4m3 = "perplexity over the 16-bit model's, E4M3", ppl_q4_0 = "perplexity over the 16-bit model's, Q4_0",
    ppl_q4_K = "perplexity over the 16-bit model's, Q4_K", ppl_q6_K = "perplexity over the 16-bit model's, Q6_K",
    ppl_int8 = "perplexity over the 16-bit model's, int8", ppl_smooth = [[perplexity over the 16-bit model's,
      SmoothQuant]],
    ppl_static = "perplexity over the 16-bit model's, SmoothQuant with static scales",
    ppl_turned = "perplexity over the 16-bit model's, rotated",
  },
  gates = {
    gate{id = "no-table", call = "e4m3_encode", case = "traced-floats", counter = "c_loads", op = "<=", value = [[n +
      64]],
         on = "cpu", why = "a float is loaded once and no table is looked at: look-ups do not become vectors"},
    gate{id = "scales-once", call = "q4_K_decode", case = "q4K-traced", counter = "c_loads", op = "<=",
      value = "1.25*n",
         on = "cpu", why = "a byte of codes for each element, and the scales once a block"},
    gate{id = "bytes", call = "dot", case = "traced", counter = "llc_miss", op = "<=",
         value = "(0.5625*1.02*rows*n + 292*n/256 + 4*rows)/64 + 8", on = "cpu",
         why = "the lines of memory touched: 4.5 bits a weight, the activations and the result"},
    gate{id = "no-expansion", call = "dot", case = "traced", counter = "c_stores", op = "<=", value = "rows*n//8",
         on = "cpu", why = "weights are expanded in registers, never in memory"},
    gate{id = "butterflies", call = "rotate", case = "butterflies", counter = "c_loads", op = "<=", value = "3*2*n*12",
         on = "cpu", why = "n log n: each of twelve passes reads n numbers, where the matrix has n a number"},
  },

  bench = {
    bench{id = "encode", call = "e4m3_encode", case = "stream", clock = "cpu", stages = STAGES, bytes = "5*n",
          title = "floats to E4M3"},
    bench{id = "decode", call = "q4_K_decode", case = "q4K-stream", clock = "cpu", stages = STAGES, bytes = "4.5625*n",
          title = "Q4_K to floats"},
    bench{id = "dot", call = "dot", case = "gemv", clock = "cpu", stages = STAGES, flops = "2*rows*n",
      bytes = "0.5625*rows*n",
          title = "Q4_K times a token", why = "1,024 rows of 4,096 weights"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "MFLOP", answer = "2*f.rows*f.n/1e6", rtol = .02,
            ask = "The benched product of {{= n(f.rows)}} by {{= n(f.n)}} weights and one token: MFLOP?",
            worked = "A multiplication and an addition for each weight."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.rows*f.n*f.bits.q4_K/8/1e6", rtol = .02,
            ask = "Bytes of its weights in Q4_K?", worked = "{{= n(f.bits.q4_K, 1)}} bits a weight, scales included."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "16/f.bits.q4_K", rtol = .02,
            ask = "So its FLOP for each byte of weights?", worked = "2 FLOP for {{= n(f.bits.q4_K/8, 4)}} B."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "f.rows",
            ask = "How many of its sums are independent of each other?", worked = "One for each row."},
    predict{id = "failure", axis = "failure",
            choices = {"the large numbers", "the small numbers of the same block", "the numbers of other blocks"},
            answer = "the small numbers of the same block",
            ask = [[One number of a block of 32 is eighty times the others, and the block is stored in Q4_0. What is
              lost?]]},
  },

  facts = function(hw, models)
    local m = models.llama3_8b
    local f = {time = STAGES, rows = GEMV.rows, n = GEMV.n}
    f.bits = {}
    for name, s in pairs(SIZE) do f.bits[name] = 8*s[2]/s[1] end
    for name, bytes in pairs{q2_K = 84, q3_K = 110, q5_K = 176} do f.bits[name] = 8*bytes/256 end
    f.linear = m.L*(2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff)
    f.bw = hw.h200.bw + 0.0
    f.ridge, f.ridge8 = hw.h200.bf16/f.bw, hw.h200.fp8/f.bw
    f.e4m3 = {max = 1.75*2^8, sub = 2.0^-9, min = 2.0^-6, bad = 1.875*2^8}
    f.e5m2 = {max = 1.75*2^15, sub = 2.0^-16, min = 2.0^-14}
    -- x > 0, normal, with M bits of mantissa; rounding to even
    f.round = function(x, M)
      local step = 2.0^(math.floor(math.log(x, 2)) - M)
      local q = x/step
      local k = math.floor(q)
      if q - k > .5 or (q - k == .5 and k % 2 == 1) then k = k + 1 end
      return k*step
    end
    f.g = function(x) return ("%.4g"):format(x) end
    -- the low and high halves of sub-block 4 + k's scale and minimum, out of three bytes
    f.unpack = function(lo, top, mtop) return {(lo & 15) | (top >> 6) << 4, lo >> 4 | (mtop >> 6) << 4} end
    f.smooth = function(x, w, a) return x^a/w^(1 - a) end
    -- Measured 2026-11 by the lab's own cases with the reference (gcc 12.2): perplexity over that of the 16-bit weights
    -- on 2 texts of 256 bytes, microlm as it is and with 4 channels of each norm 64 times as large. Rotated: least,
    -- median and largest of 22 draws of the signs, of which 3 came beyond 1.05; the cases judge one draw. quality.h has
    -- the bounds.
    f.ppl = {
      even = {e4m3 = 1.0111, q4_0 = 1.0042, q4_K = 1.0007, q6_K = .9996, int8 = 1.0010, smooth = 1.0006, fixed = 1.0023,
              turned = .9998},
      planted = {e4m3 = 1.0081, q4_0 = 1.0168, q4_K = 1.8780, q6_K = 1.0029, int8 = 1.2553, smooth = 1.0006,
                 fixed = 1.0023, turned = {.9967, 1.0084, 1.1168}, draws = 22, bad = 3},
      shifted = 1.0144}
    -- Root mean square errors of the first 256 numbers of blocks.gguf, by the values in that file.
    f.rmse = {q4_0 = .004876, q4_K = .003866}
    -- Nanoseconds for one number, one core of a virtual machine with AVX-512, gcc 12.2 -O3 -march=native, thread CPU
    -- clock,
    -- least of 60 runs, a busy machine, 2026-11: 131,072 floats, 65,536 numbers of Q4_K, 1,024 x 4,096 weights.
    f.ns = {encode = {naive = 29.1, ref = .235}, decode = {naive = 3.59, ref = .110},
            dot = {naive = 4.31, ref = .0443, opt = .0319}}
    return f
  end,

  questions = {
    q.table{id = "round", unit = "1", rtol = 1e-4, seed = "S003-W31-C1",
      ask = "{{= p.x}} is stored in eight bits without a scale. Which number comes back?",
      rows = {"E4M3", "E5M2"}, columns = {"number"}, vary = {x = {5.4, 0.7, 21, 13.4}},
      answer = function(f, p) return {{f.round(p.x, 3)}, {f.round(p.x, 2)}} end,
      hint = "The steps between two powers of two: eight in E4M3, four in E5M2.",
      worked = [[E4M3 has steps of {{= f.g(2.0^(math.floor(log2(p.x)) - 3))}} there: {{= f.g(f.round(p.x, 3))}}. E5M2's
        are
        twice as large: {{= f.g(f.round(p.x, 2))}}.]]},
    q.num{id = "scale", unit = "1", rtol = .002, seed = "S003-W31-C1",
      ask = [[Delayed scaling, margin {{= p.margin}}: the largest magnitude of the last steps was {{= p.most}}. Of this
        step's numbers one is 40. Which number does its code stand for, divided by the scale again?]],
      vary = {most = {2, 3.5, 5}, margin = {1, 2}},
      answer = function(_, p) return p.most*2.0^p.margin end,
      wrong = {{value = 40, hint = "The scale was known before this step, and codes end at 448."},
               {value = function(_, p) return p.most end, hint = [[The margin keeps {{= p.margin}} powers of two free
                 above that.]]},
               {value = function(_, p) return 448/p.most/2.0^p.margin end, hint = "That is the scale."}},
      worked = [[The scale is 448/{{= p.most}}/2^{{= p.margin}} = {{= f.g(448/p.most/2.0^p.margin)}}, 40 times that is
        beyond
        448, and 448 over the scale is {{= f.g(p.most*2.0^p.margin)}}. The next step's scale knows of the 40.]]},
    q.num{id = "mix", unit = "bit", rtol = .002, seed = "S003-W31-C4",
      ask = [[A "Q4_K_M" file has {{= pct(p.share)}} of its weights in Q6_K and the others in Q4_K. Bits a weight?]],
      vary = {share = {.1, .2, .3}},
      answer = function(f, p) return f.bits.q4_K + p.share*(f.bits.q6_K - f.bits.q4_K) end,
      wrong = {{value = 4.5, hint = "Only the part in Q4_K has that."},
               {value = function(_, p) return 4 + 2*p.share end, hint = "Scales and minima take bits, too."}},
      worked = [[{{= n(f.bits.q4_K, 1)}} + {{= p.share}} · {{= n(f.bits.q6_K - f.bits.q4_K, 4)}} =
        {{= n(f.bits.q4_K + p.share*(f.bits.q6_K - f.bits.q4_K), 3)}}.]]},
    q.table{id = "unpack", unit = "1", rtol = 1e-9, seed = "S003-W31-C4",
      ask = [[Of the twelve bytes of a Q4_K block, byte 9 is {{= p.b9}}, byte 1 is {{= p.b1}} and byte 5 is {{= p.b5}},
        in
        decimal. Scale and minimum of sub-block 5?]],
      rows = {"sub-block 5"}, columns = {"sc", "m"}, vary = {b9 = {0x5a, 0x93, 0xc7}, b1 = {0x81, 0xd2}, b5 = {0x44,
        0xbf}},
      answer = function(f, p) return {f.unpack(p.b9, p.b1, p.b5)} end,
      hint = "The low four bits of both are in byte 8 + 1; the top two in the top of bytes 1 and 5.",
      worked = [[sc = {{= p.b9 & 15}} + 16·{{= p.b1 >> 6}} = {{= n(f.unpack(p.b9, p.b1, p.b5)[1])}}, m =
        {{= p.b9 >> 4}} +
        16·{{= p.b5 >> 6}} = {{= n(f.unpack(p.b9, p.b1, p.b5)[2])}}.]]},
    q.num{id = "value", unit = "1", rtol = 1e-4, seed = "S003-W31-C4",
      ask = "d = 0.002, dmin = 0.004, and a sub-block with sc = {{= p.sc}}, m = {{= p.m}}. What is code {{= p.c}}?",
      vary = {sc = {21, 34, 50}, m = {9, 17}, c = {3, 11}},
      answer = function(_, p) return .002*p.sc*p.c - .004*p.m end,
      wrong = {{value = function(_, p) return .002*p.sc*(p.c - 8) end,
        hint = "That is Q4_0's zero. Here the minimum shifts."},
               {value = function(_, p) return .002*p.sc*p.c + .004*p.m end, hint = [[The minimum is stored as what is
                 taken away.]]}},
      worked = "0.002·{{= p.sc}}·{{= p.c}} − 0.004·{{= p.m}} = {{= n(.002*p.sc*p.c - .004*p.m, 4)}}."},
    q.num{id = "coarse", unit = "%", rtol = .02, seed = "S003-W31-C4",
      ask = [[In a Q4_K block the largest of the eight scales is {{= p.top}} times the one that another sub-block would
        like
        best. By how many per cent is what that sub-block gets larger than what it asked for? (Less than it asked for
        counts as negative.)]],
      vary = {top = {20, 40, 25}},
      answer = function(_, p) local q = 63/p.top; return 100*(math.floor(q + .5)/q - 1) end,
      wrong = {{value = 0, hint = "A scale has 6 bits: 0 to 63 times the block's d."}},
      worked = [[It asks for {{= n(63/p.top, 3)}} of d and gets {{= math.floor(63/p.top + .5)}}:
        {{= n(100*(math.floor(63/p.top + .5)/(63/p.top) - 1), 1)}} %. One outlier coarsens the steps of 256 numbers.]]},
    q.table{id = "smooth", unit = "1", rtol = .01, seed = "S003-W31-C3",
      ask = [[A channel has max|X| = {{= p.x}} and max|W| = {{= p.w}}. With α = {{= p.a}}: the scale, and the two
        maxima after
        it?]],
      rows = {"s", "max|X|", "max|W|"}, columns = {"value"}, vary = {x = {64, 144, 400}, w = {.25, 2}, a = {.5, .75}},
      answer = function(f, p) local s = f.smooth(p.x, p.w, p.a); return {{s}, {p.x/s}, {p.w*s}} end,
      hint = "X is divided by s, W multiplied.",
      worked = [[s = {{= p.x}}^{{= p.a}}/{{= p.w}}^{{= n(1 - p.a, 2)}} = {{= n(f.smooth(p.x, p.w, p.a), 3)}}; then
        {{= n(p.x/f.smooth(p.x, p.w, p.a), 3)}} and {{= n(p.w*f.smooth(p.x, p.w, p.a), 3)}}. With α = 0.5 they are
        equal.]]},
    q.num{id = "spread", unit = "1", rtol = .01, seed = "S003-W31-C5",
      ask = [[A vector of {{= p.n}} numbers is 0 but for one, which is 100. It goes through a Hadamard rotation. Largest
        magnitude?]],
      vary = {n = {64, 256, 1024}}, answer = function(_, p) return 100/math.sqrt(p.n) end,
      wrong = {{value = 100, hint = "Each output has it, with a sign, over the root of n."},
               {value = function(_, p) return 100/p.n end, hint = [[Over the root of n: the length of the vector
                 stays.]]}},
      worked = [[100/√{{= p.n}} = {{= n(100/math.sqrt(p.n), 3)}}, in all {{= p.n}} places: {{= p.n}} times its square
        is 100².]]},
    q.num{id = "aqlm", unit = "bit", rtol = .002, seed = "S003-W31-C6",
      ask = [[AQLM with two codes of 8 bits for each eight weights, and two codebooks of 256 fp16 vectors for a matrix
        of
        {{= n(p.rows)}} × 4,096. Bits a weight, codebooks included?]],
      vary = {rows = {256, 512, 1024}},
      answer = function(_, p) return 2 + 2*256*8*16/(p.rows*4096) end,
      wrong = {{value = function(_, p) return 2 + 256*8*16/(p.rows*4096) end, hint = "Two codebooks."},
               {value = function(_, p) return 1 + 2*256*8*16/(p.rows*4096) end, hint = "Two codes a group."}},
      worked = [[16 bits for 8 weights, and {{= n(2*256*8*16)}} bits of codebooks over {{= n(p.rows*4096)}} weights:
        {{= n(2 + 2*256*8*16/(p.rows*4096), 3)}}.]]},
    q.num{id = "floor", unit = "ms", rtol = .01, seed = "S000-P4-L2",
      ask = [[All {{= n(f.linear)}} weights of Llama 3 8B's linear layers are read once for a token, at {{= p.part}} %
        of an H200's
        {{= si(f.bw, "B/s")}}. Time in Q6_K?]],
      vary = {part = {60, 75, 90}},
      answer = function(f, p) return 1e3*f.linear*f.bits.q6_K/8/(f.bw*p.part/100) end,
      wrong = {{value = function(f, p) return 1e3*f.linear*6/8/(f.bw*p.part/100) end, hint = "Scales are read, too."},
               {value = function(f, p) return 1e3*f.linear*f.bits.q6_K/(f.bw*p.part/100) end, hint = [[Eight bits a
                 byte.]]}},
      worked = [[{{= gb(f.linear*f.bits.q6_K/8)}} at {{= p.part}} %:
        {{= n(1e3*f.linear*f.bits.q6_K/8/(f.bw*p.part/100), 2)}} ms;
        in 16 bits {{= n(16/f.bits.q6_K, 2)}} times that.]]},
    q.choice{id = "zero", seed = "S004-C09-T14",
      ask = [[Weights of a column are a 64th of their neighbours'; its activations are 64 times the others'. Which
        four-bit
        format makes a bias out of that column, the same for every token, and why?]],
      options = {"Q4_0: its largest magnitude sets the step", [[Q4_K: 0 is seldom on its grid, so small numbers all
        become the same other number]],
                 "both alike: each has sixteen codes"},
      answer = 2,
      worked = [[Q4_0's code 8 is exactly 0: small weights vanish, and that is all they do. Q4_K's grid starts at
        −dmin·m; the
        code nearest to 0 is off by up to half a step, with one sign for the whole sub-block.]]},
    q.choice{id = "calibration", seed = "S004-C09-T13",
      ask = [[Activations get one static scale from calibration texts of another kind than the service's. What is lost
        first?]],
      options = {"large activations of channels that those texts did not excite: they are clipped", [[small activations
        everywhere]],
                 "the weights' scales"},
      answer = 1,
      worked = "The scale is made for what was seen; what was not seen and is larger has no code."},
    q.text{id = "why", min_words = 40, seed = "S000-P4-L1",
      ask = [[Why has Q4_K scales in two levels, and what do they cost and buy against an fp16 scale and minimum for
        each 32 weights?]],
      rubric = {"an fp16 scale and minimum for 32 weights are 32 bits, a bit a weight",
                "6-bit scale and minimum are 12 bits for 32 and two fp16 numbers for 256: half a bit a weight",
                "the price: a sub-block's scale is a multiple of a 63rd of the largest one",
                "small groups are wanted since one large number coarsens its group alone"}},
  },

  hints = {
    {on = "build", match = {"defines no", "redefinition", "undefined reference", "half_"},
     "codec.c defines 22 functions; half_value and half_code are given."},
    {on = "case:q40-ragged", "A length that is no multiple of the block: -1, and not a byte written."},
    {on = "gate:no-table", "No table and no search: shifts, an addition that rounds, two comparisons that select."},
    {on = "call:e4m3_encode", [[The message shows the code. Ties go to the even code; 448 is the top, and 464 a tie
      between it and
      a code that is NaN; below 2^-6 the step stays 2^-9.]]},
    {on = "call:e5m2_encode", [[Two bits of mantissa, bias 15, and the top is 0x7b: 0x7c is an infinity, which is never
      written.]]},
    {on = "call:e4m3_decode", "The top exponent is an ordinary one: 0x7e is 448. 0x7f alone is NaN, in each sign."},
    {on = "call:e5m2_decode", "Like fp16 with eight bits cut off, infinities and NaN included."},
    {on = "call:delayed", [[Which scale does this step use? What does a NaN do to a maximum written with >? When does
      the scale
      stay as it is?]]},
    {on = "call:q4_0_encode", [[The number of the largest magnitude with its sign, over -8: it has code 0. The codes
      belong to the
      float d, not to the one that fp16 stores; the fraction is cut off after 8.5 was added.]]},
    {on = "call:q8_0_encode", "roundf, not rintf: ties go away from zero here. Times 1/d, not over d."},
    {on = "call:q8_K_encode", [[-127 over the number of the largest magnitude: d may be negative. Sums of sixteen codes
      each.]]},
    {on = "call:q4_0_decode", "Element 16 + j is the high half of byte j."},
    {on = "call:q8_0_decode", "Codes have a sign."},
    {on = "gate:scales-once", "Unpack the scales of a block once; a byte of codes gives elements of two sub-blocks."},
    {on = "call:q4_K_decode", [[Sub-blocks 4 to 7 have their top two bits elsewhere: sc's in bytes 0 to 3, m's in bytes
      4 to 7. Of 64
      elements the first 32 are low halves.]]},
    {on = "call:q6_K_decode", [[Scales have a sign, codes are off by 32, and the four quarters of a half share one byte
      of qh.]]},
    {on = "call:q4_K_encode", [[rmse: are the codes computed by the scale that is stored (6 bits times fp16)? Does the
      search fit a
      line, and go on from the best minimum so far?]]},
    {on = "call:q6_K_encode", [[rmse: nineteen widths for each 16 numbers, the sum of weight · x · code over that of
      weight · code², weight x².]]},
    {on = "gate:bytes", "Each byte of a block once."},
    {on = "gate:no-expansion", "No array of codes: multiply as you unpack, with sums of 32 bits."},
    {on = "call:dot", [[d·sc·(sum of code · a) − dmin·m·(sum of a): the second sum is in bsums, two for each
      sub-block.]]},
    {on = "call:smoothquant_scales", [[A channel that is 0 in either has scale 1. The exponents are alpha and 1 −
      alpha.]]},
    {on = "gate:butterflies", "Passes with stride 1, 2, 4, ...: a + b and a − b in place."},
    {on = "call:rotate", "Signs first, then the transform; back the other way round. The root of n, once."},
    {on = "call:e8", [[The nearest integers; if their sum is odd, the one that was rounded furthest goes the other way.
      The same off by a half.]]},
    {on = "call:aqlm_decode", "Book b begins at b · size · 8; a group's codes lie side by side."},
    {on = "call:bits", "The gain for each byte, not the gain. What does not fit is passed over, not the end."},
    {on = "bench:dot", "Sums of 32 bits of products of bytes: the compiler knows them. One float operation a block."},
    {on = "call:quality", [[The codes are right one by one, or this case would not have come up. Does a function read
      or leave
      something beyond its block?]]},
    {after = 3, "Take a block of 32 small numbers and one large one, and do Q4_0 and Q8_0 on paper."},
  },
}
