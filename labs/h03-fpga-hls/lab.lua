-- h03-fpga-hls: what a tool decides when it makes a circuit of a loop, and what such circuits do side by side.

-- Shapes of kernels/h03-fpga-hls/drawn.h.
local ANY, DOT, DOTS, HISTOGRAM, PORTS, MULTIPLIERS, RIVAL, TIGHT, CIRCLE = 0, 1, 2, 3, 4, 5, 6, 7, 8
local ALONE, CHAIN, NORMALISE, WAYS, NETS, SOUND, EITHER = 10, 11, 12, 13, 14, 15, 16
local SPREAD, EXTREME, TIES, LARGE, FAR = 0, 1, 2, 3, 4

local function of(call, id, shape, size, R, more)
  local c = {id = id, shape = shape, size = size, R = R, calls = {call}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- A network of n[1] inputs and #n - 1 layers. cap: twice the products, after which no more calls are taken down.
local function network(id, n, mode, more)
  local c = {id = id, layers = #n - 1, mode = mode, calls = {"mlp"}, W = 0, B = 0, ny = n[#n], cap = 16, least = 0}
  for l = 0, 6 do c["n" .. l] = n[l + 1] or 0 end
  for l = 1, #n - 1 do
    c.W, c.B = c.W + n[l]*n[l + 1], c.B + n[l + 1]
    c.least = c.least + n[l]*((n[l + 1] + 1)//2)
  end
  c.cap = c.cap + 2*c.W
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local ADD = 4 -- latency of the addition in drawn.h's dot(), that of hw.vitis_hls
local JETS = {16, 64, 32, 32, 5} -- Duarte et al., 2018: which kind of particle a jet came from

return lab {
  api = 1, rev = 1, id = "h03-fpga-hls", title = "Pipelined dataflow engine", kind = "system",
  part = 2, domain = {"accelerators", "scheduling"},
  seeds = {"S001-11", "S001-16", "S002-7-2"},
  requires = {}, suggests = {"c06-floatbits"},
  hours = {read = 1.5, lab = 4},
  durable = {"Initiation interval is throughput, depth is latency, and a loop's own results bound the first",
             "What is done side by side has to be fetched side by side: ports before multipliers",
             "A FIFO that is too small stops what it was meant to connect"},
  ephemeral = {{"Slices and blocks of UltraScale+ parts, latencies of Vitis HLS", as_of = "2026-11"}},
  readings = {
    {"hls4ml", hours = 1, look_for = [[section 3: what the reuse factor does to multipliers, to latency and to the
      initiation interval, each; and how many bits the network really needs]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"dataflow.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 30, mem_MiB = 1024, threads = 1},

  buffers = {
    loops = {dtype = "i32", shape = {"R", "659"}, dist = gen.custom"loops",
             note = "ops, edges, kinds; lat, units, kind; from, to, dist of each edge"},
    times = {dtype = "i32", shape = {"R"}, dist = gen.custom"times"},
    unrolled = {dtype = "i32", shape = {"R", "659"}},
    iis = {dtype = "i32", shape = {"R"}},
    pipelines = {dtype = "i32", shape = {"R", "2", "65"}, note = "II and starts, from two runs"},
    nets = {dtype = "i32", shape = {"R", "242"}, dist = gen.custom"nets",
            note = "procs, fifos; ii, depth, firings; from, to, give, take, size, width of each FIFO"},
    runs = {dtype = "i64", shape = {"R", "66"}, note = "cycles, last; done, stalls, high"},
    sizes = {dtype = "i32", shape = {"R", "2", "32"}, note = "of each FIFO, from two runs"},
    n = {dtype = "i32", shape = {"7"}, dist = gen.custom"layers"},
    w = {dtype = "i8", shape = {"W"}, dist = gen.custom"bytes"},
    bias = {dtype = "i32", shape = {"B"}, dist = gen.custom"bias"},
    mult = {dtype = "i32", shape = {"6"}, dist = gen.custom"layers"},
    shift = {dtype = "i32", shape = {"6"}, dist = gen.custom"layers"},
    x = {dtype = "i8", shape = {"n0"}, dist = gen.custom"bytes"},
    y = {dtype = "i8", shape = {"ny"}},
    log = {dtype = "i32", shape = {"cap", "2"}, note = "a and b of each call of df_macc"},
    ["end"] = {dtype = "i64", shape = {"2"}, note = "calls, fault"},
    foldings = {dtype = "i32", shape = {"R", "4"}, dist = gen.custom"foldings", note = "n_in, n_out, simd, pe"},
    costs = {dtype = "i64", shape = {"R", "4"}, note = "dsp, bram, cycles, interval"},
    budgets = {dtype = "i32", shape = {"R", "11"}, dist = gen.custom"budgets",
               note = "layers, dsp, bram, interval, sizes"},
    fits = {dtype = "i64", shape = {"R", "13"}, note = "cycles, simd, pe"},
  },

  calls = {
    unroll = call{harness = true, asks = {fn = "df_unroll"}, verify = "unroll", title = "several iterations in one",
                  args = {input"loops", input"times", output"unrolled"}},
    ii = call{harness = true, asks = {fn = "df_ii"}, verify = "ii", title = "the least initiation interval",
              args = {input"loops", output"iis"}},
    schedule = call{harness = true, asks = {fn = "df_schedule"}, verify = "schedule", title = "a pipeline for a loop",
                    args = {input"loops", output"pipelines"}},
    run = call{harness = true, asks = {fn = "df_run"},
               verify = "run", title = "a network of pipelines", args = {input"nets", output"runs"}},
    fifos = call{harness = true, asks = {fn = "df_fifos"},
                 verify = "fifos", title = "sizes of FIFOs", args = {input"nets", output"sizes"}},
    mlp = call{harness = true, asks = {fn = "df_mlp"}, verify = "mlp", title = "an int8 network",
               args = {i32"layers", i64"cap", input"n", input"w", input"bias", input"mult", input"shift", input"x",
                       output"y", output"log", output"end"}},
    layer = call{harness = true, asks = {fn = "df_layer"}, verify = "layer", title = "what a layer costs",
                 args = {input"foldings", output"costs"}},
    fit = call{harness = true, asks = {fn = "df_fit"}, verify = "fit", title = "a network within a budget",
               args = {input"budgets", output"fits"}},
  },
  partial = {by = "case", functions = {schedule = 3, run = 3, fifos = 2, mlp = 2, fit = 2}},

  cases = {
    of("unroll", "few-copies", ANY, 5, 40, {tags = {"edge"}}),
    of("unroll", "copies", ANY, 20, 40),
    of("unroll", "hidden-copies", ANY, gen.pick{8, 14}, 40, {hidden = true}),
    of("ii", "few-bounds", ANY, 5, 60, {tags = {"edge"}}),
    of("ii", "bound-of-a-sum", DOT, 0, 1, {note = "sum += a[i] * b[i] in fp32"}),
    of("ii", "bound-of-four-sums", DOTS, 0, 1),
    of("ii", "bound-of-ports", PORTS, 0, 1),
    of("ii", "bounds", ANY, 64, 60),
    of("ii", "tight-bounds", TIGHT, 0, 40, {note = "circles and units, and neither has a cycle to spare"}),
    of("ii", "long-circle", CIRCLE, 64, 2, {tags = {"edge"}, note = "64 operations of 40 cycles wait for each other"}),
    of("ii", "hidden-bounds", ANY, gen.pick{30, 50}, 60, {hidden = true}),
    of("schedule", "few-loops", ANY, 5, 60, {tags = {"edge"}}),
    of("schedule", "loops", ANY, 40, 40),
    of("schedule", "long-loop", CIRCLE, 64, 2, {tags = {"edge"}}),
    of("schedule", "hidden-loops", ANY, gen.pick{20, 40}, 30, {hidden = true}),
    of("schedule", "sum", DOT, 0, 1, {tags = {"gate"}, note = "the next addition waits for the last: II 4"}),
    of("schedule", "histogram", HISTOGRAM, 0, 1, {tags = {"gate"}, note = "a loop through memory: II 3"}),
    of("schedule", "ports", PORTS, 0, 1, {tags = {"gate"}, note = "eight loads, two ports: II 4"}),
    of("schedule", "multipliers", MULTIPLIERS, 0, 1, {tags = {"gate"}, note = "nine products, four multipliers: II 3"}),
    of("schedule", "rival", RIVAL, 12, 1, {tags = {"gate"}, note = "a circle and its rivals for one multiplier"}),
    of("schedule", "tight", TIGHT, 0, 10, {tags = {"gate", "bench"}, note = "every unit is wanted in every cycle"}),
    of("run", "alone", ALONE, 0, 12, {tags = {"edge"},
                                      note = "depth + II * (N - 1), also of one firing and of very many"}),
    of("run", "chain", CHAIN, 10, 12),
    of("run", "standstill", NORMALISE, 12, 8, {note = "a FIFO beside the long way: too small at first"}),
    of("run", "networks", NETS, 16, 60),
    of("run", "hidden-networks", NETS, gen.pick{9, 14}, 40, {hidden = true}),
    of("fifos", "one-vector", NORMALISE, 12, 2, {tags = {"edge"}}),
    of("fifos", "sound", SOUND, 10, 8),
    of("fifos", "either", EITHER, 0, 6, {note = "each of two FIFOs may be small, and not both"}),
    of("fifos", "hidden-sizes", SOUND, gen.pick{8, 10}, 8, {hidden = true}),
    of("fifos", "two-ways", WAYS, 0, 6, {tags = {"gate", "bench"}, note = "wait where the token is narrow"}),
    of("fifos", "many-ways", SOUND, 10, 8, {tags = {"gate", "bench"}}),
    network("one-weight", {1, 1}, SPREAD, {tags = {"edge"}}),
    network("odd-outputs", {9, 7, 3}, SPREAD),
    network("extreme", {40, 12, 6}, EXTREME, {note = "-128 times -128, again and again"}),
    network("ties", {6, 20, 30}, TIES, {note = "halves, below 0 too"}),
    network("large", {64, 48, 9, 33, 5, 7, 2}, LARGE, {note = "factors near 2^31, as many layers as there may be"}),
    network("far-out", {20, 6, 5}, FAR, {note = "what is clamped has more than 32 bits"}),
    network("widest", {1024, 3, 1024}, SPREAD, {tags = {"edge"}}),
    network("hidden-network", {24, 33, 17, 10}, SPREAD, {hidden = true, n1 = gen.pick{20, 33}, W = 1523, B = 60}),
    network("jets", JETS, SPREAD, {tags = {"gate"}}),
    of("layer", "foldings", ANY, 0, 120, {tags = {"edge"}}),
    of("layer", "hidden-foldings", ANY, 0, gen.pick{90, 120}, {hidden = true}),
    of("fit", "few-budgets", ANY, 0, 13, {tags = {"edge"}}),
    of("fit", "hidden-budgets", ANY, 0, gen.pick{24, 28}, {hidden = true}),
    of("fit", "budgets", ANY, 0, 40, {tags = {"gate", "bench"}}),
  },
  counters = {clocks = "cycles of what was planned", ii = "sum of the IIs", ii_pct = "the bound's share of the IIs, %",
              loop_pct = "the bound's share of the loops' cycles, %", least_ii = "sum of the bounds",
              standstills = "networks that came to a standstill", bits = "bits of all FIFOs",
              water_pct = "high water to your FIFOs, %", fifo_pct = "the least that a FIFO must hold, of your bits, %",
              cut_pct = "of what a network's high water has beyond the least, bits that your FIFOs save, %",
              dsp_calls = "multiplications of DSP slices", products = "products of weights and inputs",
              fit_pct = "the best folding's share of your cycles, %"},
  gates = {
    gate{id = "sum", call = "schedule", case = "sum", counter = "ii", op = "==", value = ADD,
         why = "as many cycles as the addition takes: not more, and less there is not"},
    gate{id = "histogram", call = "schedule", case = "histogram", counter = "ii", op = "==", value = 3,
         why = "load, add and store of one entry must end before the next iteration loads it"},
    gate{id = "ports", call = "schedule", case = "ports", counter = "ii", op = "==", value = 4,
         why = "eight loads by two ports, whatever else there is"},
    gate{id = "multipliers", call = "schedule", case = "multipliers", counter = "ii", op = "==", value = 3,
         why = "nine products by four multipliers; additions without end cost nothing"},
    gate{id = "rival", call = "schedule", case = "rival", counter = "ii_pct", op = ">=", value = 100,
         why = "what stands in a circle goes first, the others into the cycles that it leaves"},
    gate{id = "tight", call = "schedule", case = "tight", counter = "ii_pct", op = ">=", value = 95,
         why = "IIs of at most 1.05 of the bounds, where every unit is wanted in every cycle"},
    gate{id = "two-ways", call = "fifos", case = "two-ways", counter = "water_pct", op = ">=", value = 150,
         why = "a source that is early may wait: two thirds of the bits of the high water, or fewer"},
    gate{id = "many-ways", call = "fifos", case = "many-ways", counter = "cut_pct", op = ">=", value = 20,
         why = "a source that is early may wait: a fifth of what the high water has beyond the least is saved"},
    gate{id = "two-in-one", call = "mlp", case = "jets", counter = "dsp_calls", op = "<=", value = "least",
         why = "two outputs share an input, and two products a multiplication"},
    gate{id = "budgets", call = "fit", case = "budgets", counter = "fit_pct", op = ">=", value = 90,
         why = "slices go where they save most cycles: at most 1.11 of the best folding's"},
  },
  bench = {
    bench{id = "loops", call = "schedule", case = "tight", title = "loops", metric = "counter:loop_pct",
          stages = {bronze = .8, silver = .93, gold = .99}, why = "cycles of 64 iterations, the same on each machine"},
    bench{id = "ways", call = "fifos", case = "two-ways", title = "FIFOs of two ways", metric = "counter:fifo_pct",
          stages = {bronze = .5, silver = .85, gold = .98}, why = "bits of all FIFOs at full speed"},
    bench{id = "sizes", call = "fifos", case = "many-ways", title = "FIFOs of many ways", metric = "counter:fifo_pct",
          stages = {bronze = .5, silver = .85, gold = .98}, why = "bits of all FIFOs at full speed"},
    bench{id = "folding", call = "fit", case = "budgets", title = "networks within a budget",
          metric = "counter:fit_pct", stages = {bronze = .8, silver = .95, gold = .999},
          why = "cycles from input to output, for the same silicon"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "f.jets.products",
            ask = "A network of {{= f.jets.text}} numbers a layer: how many multiply-adds for one input?",
            worked = "{{= f.jets.sum}}, and each weight is used once."},
    predict{id = "bytes", axis = "bytes", unit = "1", answer = "f.wide.simd*f.wide.pe",
            ask = [[Its second layer does {{= f.wide.simd}} inputs of {{= f.wide.pe}} outputs in a cycle. How many
              bytes of weights must come out of memory in each cycle?]],
            worked = "{{= f.wide.simd}} · {{= f.wide.pe}}, in one word, or in as many banks as it takes."},
    predict{id = "intensity", axis = "intensity", unit = "1", answer = "2",
            ask = [[Weights have 8 bits, a slice multiplies 27 by 18. How many products does one multiplication give
              at most?]],
            worked = "Two, that share an operand: one stands 2^18 above the other. Three do not fit into 27 bits."},
    predict{id = "parallel", axis = "parallelism", unit = "1", rtol = .001, answer = "f.jets.slices",
            ask = "All layers done in one turn each: how many slices do these take?",
            worked = "{{= f.jets.pairs}}: an output without a partner takes a slice, too."},
    predict{id = "failure", axis = "failure",
            choices = {"a value is lost", "it is slower", "nothing happens any more"},
            answer = "nothing happens any more",
            ask = [[A FIFO beside a long way holds fewer tokens than must be there before the long way gives its
              first. What happens?]],
            worked = [[The source waits for room, the long way for the source, and the join for the long way: a
              circle, and no error.]]},
  },

  facts = function(hw)
    local hls = hw.vitis_hls
    local function up(a, b) return (a + b - 1)//b end
    local SHAPES = {{1, 16384}, {2, 8192}, {4, 4096}, {9, 2048}, {18, 1024}, {36, 512}}
    local function blocks(width, words)
      local least = math.huge
      if words <= 64 then return 0 end
      for _, s in ipairs(SHAPES) do least = math.min(least, up(width, s[1])*up(words, s[2])) end
      return least
    end
    local function layer(n_in, n_out, simd, pe)
      local turns, stages = (n_in//simd)*(n_out//pe), 4
      while 2^(stages - 4) < simd do stages = stages + 1 end
      return {simd = simd, pe = pe, turns = turns, depth = stages, cycles = stages + turns - 1,
              dsp = simd*up(pe, 2), bram = blocks(8*simd*pe, turns)}
    end
    -- A folding of the jets' network: simd and pe of each layer.
    local function folded(fold)
      local all = {dsp = 0, bram = 0, cycles = 0, interval = 0}
      for l = 1, 4 do
        local c = layer(JETS[l], JETS[l + 1], fold[l][1], fold[l][2])
        all.dsp, all.bram, all.cycles = all.dsp + c.dsp, all.bram + c.bram, all.cycles + c.cycles
        all.interval = math.max(all.interval, c.turns)
      end
      return all
    end
    local products, slices, sum, pairs = 0, 0, {}, {}
    for l = 1, 4 do
      products, slices = products + JETS[l]*JETS[l + 1], slices + JETS[l]*up(JETS[l + 1], 2)
      sum[l] = ("%d · %d"):format(JETS[l], JETS[l + 1])
      pairs[l] = ("%d · %d"):format(JETS[l], up(JETS[l + 1], 2))
    end
    local FULL, SOME = {{16, 64}, {64, 32}, {32, 32}, {32, 5}}, {{16, 8}, {32, 4}, {32, 4}, {16, 1}}
    local hz = 250e6     -- this lab's clock: usual for such designs, and no limit of the part
    local bunch = 1/40e6 -- Duarte et al., 2018: bunches of protons meet 40 million times a second
    return {
      hz = hz, bunch = bunch, some_engines = math.ceil(folded(SOME).interval/hz/bunch),
      up = up, blocks = blocks, layer = layer, folded = folded,
      pipe = function(N, ii, depth) return depth + ii*(N - 1) end,
      jets = {n = JETS, products = products, slices = slices, text = table.concat(JETS, ", "),
              sum = table.concat(sum, " + "), pairs = table.concat(pairs, " + ")},
      wide = {simd = 16, pe = 8},
      add = hls.fadd_lat + 0, mul = hls.fmul_lat + 0, fp32 = hls.fadd_dsp + hls.fmul_dsp, ports = hls.ports + 0,
      field = 2^17, most = function(product) return math.floor((2^17 - 1)/product) end,
      sum_depth = 2 + hls.fmul_lat + hls.fadd_lat,
      floors = {full = FULL, some = SOME,
                few = {{4, 2}, {8, 2}, {4, 2}, {2, 1}}, one = {{1, 1}, {1, 1}, {1, 1}, {1, 1}}},
    }
  end,

  questions = {
    q.num{id = "pipeline", unit = "us", rtol = .002,
      ask = [[A pipelined loop has {{= n(p.N)}} iterations, a depth of {{= p.D}} cycles and an II of {{= p.ii}}. The
        clock has {{= n(f.hz/1e6)}} MHz. How long does it take?]],
      vary = {N = {1024, 4096}, D = {40, 24}, ii = {1, 3}},
      answer = function(f, p) return f.pipe(p.N, p.ii, p.D)/f.hz*1e6 end,
      wrong = {{value = function(f, p) return p.N*p.D/f.hz*1e6 end, hint = "That is one iteration after the other."},
               {value = function(f, p) return f.pipe(p.N, p.D, p.ii)/f.hz*1e6 end,
                hint = "II is how often one begins, depth how long one takes."}},
      worked = [[{{= p.D}} + {{= p.ii}} · {{= n(p.N - 1)}} = {{= n(f.pipe(p.N, p.ii, p.D))}} cycles of
        {{= n(1e9/f.hz)}} ns. The depth is paid once.]]},
    q.num{id = "circle", unit = "1", rtol = .0001,
      ask = [[An addition takes {{= p.lat}} cycles, and a sum is kept in {{= p.k}} registers that take turns, one
        addition to each in as many iterations. What II can the loop have at best?]],
      vary = {lat = {4, 7, 8}, k = {3, 5}},
      answer = function(f, p) return f.up(p.lat, p.k) end,
      wrong = {{value = function(_, p) return p.lat end, hint = "That is with one register."},
               {value = function(_, p) return p.lat//p.k end, hint = "Cycles come whole."}},
      worked = [[{{= p.lat}} cycles must fit into {{= p.k}} iterations: {{= p.lat}}/{{= p.k}}, rounded up. With
        {{= p.lat}} registers it would be 1.]]},
    q.num{id = "banks", unit = "1", rtol = .0001,
      ask = [[Each iteration of a loop loads {{= p.loads}} elements of one array, which lies in {{= p.banks}} banks so
        that they are spread evenly. You unroll it {{= p.times}} times and leave the array as it is. What II has the
        new loop at best?]],
      vary = {loads = {5, 6, 9}, banks = {1, 2}, times = {2, 4}},
      answer = function(f, p) return f.up(p.loads*p.times, f.ports*p.banks) end,
      wrong = {{value = function(f, p) return f.up(p.loads, f.ports*p.banks) end,
                hint = "The new iteration is {{= p.times}} old ones, and has all of their loads."},
               {value = function(f, p) return f.up(p.loads*p.times, p.banks) end, hint = "A bank has two ports."}},
      worked = [[{{= p.loads*p.times}} loads by {{= f.ports*p.banks}} ports. An old iteration takes as long as before,
        up to the rounding: multipliers were bought, and no ports.]]},
    q.num{id = "budget", unit = "1", rtol = .001,
      ask = [[A part has {{= n(p.dsps)}} slices. An fp32 product takes {{= hw.vitis_hls.fmul_dsp}} of them, an
        addition {{= hw.vitis_hls.fadd_dsp}}; an int8 multiply-add takes half of one. How many int8 multiply-adds more
        than fp32 ones can it begin in a cycle?]],
      vary = {dsps = {216, 400, 1200}},
      answer = function(f, p) return 2*p.dsps - p.dsps//f.fp32 end,
      wrong = {{value = function(f, p) return p.dsps - p.dsps//f.fp32 end, hint = "Two int8 products share a slice."},
               {value = function(_, p) return 2*p.dsps - p.dsps//hw.vitis_hls.fmul_dsp end,
                hint = "The addition needs slices, too."}},
      worked = [[{{= n(2*p.dsps)}} against {{= n(p.dsps//f.fp32)}}: ten times as many, before a single bit of
        bandwidth is counted.]]},
    q.num{id = "field", unit = "1", rtol = .0001,
      ask = [[Two products stand in one result, the upper 2^18 above the lower. Weights have {{= p.b}} bits with a
        sign, inputs 8 bits without. How many results can be added up, whatever they are, until the lower field may
        overflow?]],
      vary = {b = {3, 4, 5}},
      answer = function(f, p) return f.field//(2^(p.b - 1)*255) end,
      wrong = {{value = function(f, p) return 2*f.field//(2^(p.b - 1)*255) end, hint = [[The field has a sign: 2^17
        each way.]]},
               {value = function(f, p) return f.field//(2^(p.b - 1)*128) end, hint = [[Without a sign 8 bits go to
                 255.]]}},
      worked = [[The largest product is -{{= n(2^(p.b - 1))}} · 255 = -{{= n(2^(p.b - 1)*255)}}, and the field ends at
        -{{= n(f.field)}}.]]},
    q.num{id = "waiting", unit = "1", rtol = .0001,
      ask = [[Tokens leave a process, one a cycle and for ever, into two FIFOs. Beside, a sum begins when {{= p.n}}
        have come, and {{= p.L}} cycles after that begin its result is at the join, which takes {{= p.n}} tokens with
        it from the other FIFO. How many tokens must that FIFO hold, so that nothing ever waits?]],
      vary = {n = {8, 16, 64}, L = {30, 50}},
      answer = function(_, p) return p.n + p.L end,
      wrong = {{value = function(_, p) return p.n end, hint = [[With so many it does not stand still. But the source
        goes on.]]},
               {value = function(_, p) return p.L end, hint = "Before the sum begins, {{= p.n}} are there."}},
      worked = [[{{= p.n}} when the sum begins, and one more in each of {{= p.L}} cycles.]]},
    q.num{id = "blocks", unit = "1", rtol = .0001,
      ask = [[A layer of 256 inputs and 128 outputs does {{= p.s}} inputs of 16 outputs in a cycle, with int8 weights.
        How many blocks of 18 Kb do these take by lab.h?]],
      vary = {s = {8, 16, 32}},
      answer = function(f, p) return f.layer(256, 128, p.s, 16).bram end,
      wrong = {{value = function() return math.ceil(256*128*8/18432) end,
                hint = "That is their bits. A block has few shapes, and all of a word must come out at once."}},
      worked = [[Words of {{= n(8*p.s*16)}} bits, {{= n(256*8//p.s)}} of them. The bits alone would fill
        {{= n(math.ceil(256*128*8/18432))}} blocks; more than 36 of them at once does no block give; and up to 64
        words lie in LUTs.]]},
    q.choice{id = "depth",
      ask = [[You halve the depth of a pipeline that works through a million iterations with an II of 1. What is
        gained?]],
      options = {"Half of the time", "Half of the slices", "Next to nothing", "Half of the II"},
      answer = 3,
      worked = [[Depth is paid once. For one input that comes alone, in a trigger or at an exchange, it would be half
        of all: latency and throughput are two figures.]]},
    q.choice{id = "wins",
      ask = "For which of these is an FPGA the natural machine?",
      options = {"A chat model of 7 billion weights for many users",
                 "Training of a network with a few thousand weights",
                 "A network of a few thousand weights that answers each event of a detector within a microsecond",
                 "An image model that is changed every week"},
      answer = 3,
      worked = [[Weights that fit on the chip, a deadline below what a launch and a copy take, a stream that never
        pauses. Where any of the three is missing, a GPU has more multipliers and fewer hours of synthesis.]]},
    q.choice{id = "tail",
      ask = "Why does such an engine have no tail of late answers?",
      options = {"Its clock is slower than a CPU's", "Nothing in it decides anything that depends on other work",
                 "Its FIFOs throw late tokens away", "It handles one input at a time"},
      answer = 2,
      worked = [[The number of cycles is in the circuit. What can still be late stands outside: DRAM, a bus, a host.]]},
  },

  hints = {
    {on = "call:unroll", [[Copy k of an iteration is old iteration i · times + k. Subtract dist and divide by times:
      the quotient says how many iterations ago, the rest which copy.]]},
    {on = "case:bound-of-a-sum", "The addition waits for itself: its latency must fit into the one iteration between."},
    {on = "case:bound-of-four-sums", "Each sum waits four iterations. Divide, and round up."},
    {on = "case:long-circle", "What is the largest II that a loop of lab.h can have? Does your search end before it?"},
    {on = "call:ii", [[Two bounds, and the larger one counts. For circles: at some II, does a longest way through the
      edges, each of weight latency - II · dist, ever stop growing?]]},
    {on = "gate:sum", "What does the addition wait for? Iterations overlap: begin the next one before this one ends."},
    {on = "gate:histogram", [[Three operations of one cycle each stand in a circle of one iteration. All others are
      free.]]},
    {on = "gate:ports", "Two loads a cycle. Which residues modulo II are still free at the array's ports?"},
    {on = "gate:multipliers", "A kind of 0 units has as many as anybody wants: its operations compete with nobody."},
    {on = "gate:rival", [[Who has the longest way behind it, through the circle? Place that first: its rivals can
      start in any residue.]]},
    {on = "gate:tight", [[Where an operation finds no free residue, give it one and throw its rival out; or begin
      again in another order. An II more is the last thing to try.]]},
    {on = "call:schedule", [[Begin with II = the bound and take operations by their longest way to the end. One that
      finds no free residue in II cycles has to push another out; if that goes round too often, try the next II.]]},
    {on = "case:alone", [[A firing that begins in cycle t writes in cycle t + depth, and that cycle is what you
      return.]]},
    {on = "case:chain", [[What a process writes can be taken in the same cycle. Is there room? That is judged by what
      was in the FIFO before anybody wrote or took.]]},
    {on = "case:standstill", [[Nothing happened in this cycle: can anything ever happen? A pipeline that still moves
      says yes. A stalled one does not move.]]},
    {on = "call:run", [[A stalled process makes no step: neither what is in its pipeline nor its II counts on. Two
      loops over all processes for each cycle: all write, then all begin.]]},
    {on = "gate:two-ways", [[What is early waits in the FIFO, but it need not have come: a full FIFO stops its source,
      and as long as the end is no later, nobody has lost anything.]]},
    {on = "gate:many-ways", "Halve the interval between what is needed at least and the high water, FIFO by FIFO."},
    {on = "case:either", "A FIFO that may be small while the other is large: may it be, too, when that has been cut?"},
    {on = "call:fifos", [[Run it with endless FIFOs: `high` is enough for each. Then make one smaller at a time, for
      as long as the cycles stay the same.]]},
    {on = "gate:two-in-one", "Outputs o and o + 1 meet the same input: a = upper · 2^18 + lower, b = the input."},
    {on = "case:extreme", "-128 · -128 is 2^14. How many of them fit below 2^17?"},
    {on = "case:ties", [[Half a unit is added before the shift, and the shift of a negative number rounds down: so a
      half goes up, on both sides of 0.]]},
    {on = "case:far-out", "Clamp first, and store in fewer bits then."},
    {on = "case:large", "An accumulator times 2 · 10^9 needs 64 bits."},
    {on = "call:mlp", [[Is the lower sum negative? Then it has borrowed a one from the upper. Take it out first, and
      subtract it before you shift.]]},
    {on = "call:layer", [[Try all six shapes: words beside one another for the width, and one above the other for the
      depth.]]},
    {on = "gate:budgets", [[The layer with the most cycles is not always the one that a slice helps most. Compare whole
      foldings, not one step at a time.]]},
    {on = "call:fit", [[Any folding that fits is right. List what each layer can be, and keep for the layers so far
      only what nothing beats in slices, blocks and cycles at once.]]},
    {after = 3, [[Take the smallest case that fails, and draw it: cycles to the right, operations or processes
      downwards.]]},
  },

  points = {correct = 45, sanitize = 5, profile = 15, perf = 10, answers = 25},
}
