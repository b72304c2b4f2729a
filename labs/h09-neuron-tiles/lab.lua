-- h09-neuron-tiles: a core whose memory, transfers and waits are all in the program.

local RIGHT, SPOILT, ANY, FORWARD = 0, 1, 2, 3 -- shapes of kernels/h09-neuron-tiles/oracle.c

-- Duration of each kind of instruction, by lab.h.
local function load_ns(l) return l.dma_ns + math.ceil(l.in_B/l.dma_rate) end
local function store_ns(l) return l.dma_ns + math.ceil(l.out_B/l.dma_rate) end
local function send_ns(l) return l.net_ns + math.ceil(l.out_B/l.net_rate) end

-- What an engine that is never idle takes: tensor engine, vector engine, network, all rings.
local function by_pe(l)
  return load_ns(l) + l.tiles*l.parts*l.mm_ns + l.vec_ns + math.max(store_ns(l), l.send*send_ns(l))
end
local function by_rings(l)
  return math.ceil((l.tiles*l.parts*load_ns(l) + l.tiles*store_ns(l))/l.rings)
end

-- NeuronCore-v2, from AWS's Neuron documentation as of 2025-12-01: "Trainium/Inferentia2 Architecture Guide for NKI",
-- "Introduction to DMA with NKI". All spec; HBM's rate is disputed (820 GB/s there, 820 GiB/s on the chip's own page).
-- The profile of one transfer of one engine is measured, on a NeuronCore-v3 by AWS; what remains of it when the bytes
-- are taken off (`once`) is derived and approximate.
local CORE = {
  sbuf = 24*2^20, psum = 2*2^20, partitions = 128, banks = 8, columns = 512, hz = 2.8e9, vector_hz = 1.12e9,
  hbm = 820e9/2, engines = 16, engine = 27.2e9, profile_ns = 1416, profile_B = 32*2^10,
}
CORE.a = CORE.partitions^2*2              -- a stationary tile, bf16
CORE.b = CORE.partitions*CORE.columns*2   -- a moving tile, bf16
CORE.mm = CORE.columns/CORE.hz
CORE.vec = CORE.columns/CORE.vector_hz
CORE.flops = 2*CORE.partitions^2*CORE.hz
CORE.once = CORE.profile_ns/1e9 - CORE.profile_B/CORE.engine

local function step(bm, bn)
  local bytes, mm = bm*CORE.a + bn*CORE.b, bm*bn*CORE.mm
  return {bytes = bytes, dma = bytes/CORE.hbm, mm = mm, intensity = bm*bn*2*CORE.partitions^2*CORE.columns/bytes}
end

-- Layers: in_B, out_B and times of the first are small numbers, those of the last two about a NeuronCore's.
local SMALL = {in_B = 4000, out_B = 2000, mm_ns = 60, vec_ns = 50, send = 0, rings = 2, banks = 2, dma_ns = 100,
               dma_rate = 20, net_ns = 30, net_rate = 5, sbuf = 3*4000 + 2*2000, parts = 1}
local function like(more, base)
  local l = {}
  for k, v in pairs(base or SMALL) do l[k] = v end
  for k, v in pairs(more) do l[k] = v end
  return l
end
local RATE = math.floor(CORE.hbm/5/1e9)
local NEURON = {send = 0, rings = 5, dma_ns = math.floor(CORE.once*1e9), dma_rate = RATE, net_ns = 2000, net_rate = 75,
                sbuf = math.tointeger(CORE.sbuf)}
local PLAIN = like({tiles = 32, parts = 8, banks = 8, in_B = math.tointeger(CORE.a + CORE.b),
                    out_B = math.tointeger(CORE.b), mm_ns = math.floor(CORE.mm*1e9),
                    vec_ns = math.floor(CORE.vec*1e9)}, NEURON)
local BLOCKS = like({tiles = 16, parts = 6, banks = 2, in_B = math.tointeger(4*(4*CORE.a + CORE.b)),
                     out_B = math.tointeger(4*CORE.b), mm_ns = math.floor(16*CORE.mm*1e9),
                     vec_ns = math.floor(4*CORE.vec*1e9)}, NEURON)
local COMPUTE = like{tiles = 24, parts = 4, mm_ns = 500, vec_ns = 100}
local ONE_RING = like{tiles = 32, parts = 2, rings = 1, banks = 4, out_B = 4000, mm_ns = 200, vec_ns = 100,
                      sbuf = 6*4000 + 3*4000}

local function of(call, id, c, more)
  c.id, c.calls = id, {call}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
local function drawn(call, id, shape, R, N, more)
  return of(call, id, {shape = shape, R = R, N = N, drawn = 1, programs = call == "program" and 0 or 1}, more)
end
local function made(id, l, more)
  local c = like({R = 1, N = l.tiles*(2*l.parts + 2 + l.send), drawn = 0, programs = 0, shape = 0}, l)
  return of("program", id, c, more)
end

return lab {
  api = 1, rev = 1, id = "h09-neuron-tiles", title = "Software-managed DMA and a matrix engine", kind = "system",
  part = 2, domain = {"accelerators", "scheduling"},
  seeds = {"S001-05", "S001-18", "S001-25", "S003-W19-C6"},
  requires = {}, suggests = {"h04-static-sched"},
  hours = {read = 1.5, lab = 3.5},
  durable = {"Where no cache fetches, a transfer is an instruction, and its buffer has an owner at every moment",
             "An order that only the clock gives is a race",
             "Two buffers hide a transfer that is shorter than the work; longer ones need more buffers, or more reuse",
             "A queue is as late as its front: what can wait must not stand before what cannot"},
  ephemeral = {{"Sizes and clocks of NeuronCore-v2 and Gaudi 3", as_of = "2025-12"}},
  readings = {
    {"nkiarch", hours = 1, look_for = [[the two SRAMs and their shapes; what a matmul reads and where it may write;
      what an instruction costs once the pipeline is full]]},
    {"gaudinet", hours = .5, look_for = [[which ports go where, and which of the figures count both directions]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"tiles.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    layers = {dtype = "i64", shape = {"R", "15"}, dist = gen.custom"layers",
              note = "fields of nt_layer_t, and how many instructions there are"},
    programs = {dtype = "i32", shape = {"R", "N", "14"}, dist = gen.custom"programs",
                note = "kind, queue, tile, part, bank, at, after"},
    times = {dtype = "i64", shape = {"R", "N + 1", "2"}, note = "start, end; last what is returned"},
    races = {dtype = "i64", shape = {"R"}},
    made = {dtype = "i32", shape = {"R", "2", "N + 1", "14"}, note = "programs, from two runs"},
    gemms = {dtype = "i64", shape = {"R", "8"}, dist = gen.custom"gemms", note = "fields of nt_gemm_t"},
    blocks = {dtype = "i64", shape = {"R", "3"}, note = "bytes, bm, bn"},
    nets = {dtype = "i64", shape = {"R", "4"}, dist = gen.custom"nets", note = "chips, net_ns, net_rate, chunks"},
    chunks = {dtype = "i64", shape = {"R", "N", "2"}, dist = gen.custom"chunks", note = "ready, bytes"},
    cuts = {dtype = "i64", shape = {"R", "N + 1"}, note = "cut, and what is returned"},
  },

  calls = {
    time = call{harness = true, asks = {fn = "nt_time"}, verify = "time", title = "when everything starts and ends",
                args = {i32"N", input"layers", input"programs", output"times"}},
    races = call{harness = true, asks = {fn = "nt_races"}, verify = "races", title = "what nothing puts in order",
                 args = {i32"N", input"layers", input"programs", output"races"}},
    program = call{harness = true, asks = {fn = "nt_program"}, verify = "program", title = "a program for a layer",
                   args = {i32"N", input"layers", output"made"}},
    block = call{harness = true, asks = {fn = "nt_block"}, verify = "block", title = "the shape of a block",
                 args = {input"gemms", output"blocks"}},
    scale = call{harness = true, asks = {fn = "nt_scale"}, verify = "scale", title = "buckets for the network",
                 args = {i32"N", input"nets", input"chunks", output"cuts"}},
  },
  partial = {by = "case", functions = {program = 3, races = 2}},

  cases = {
    drawn("time", "few", FORWARD, 60, 6, {tags = {"edge"}}),
    drawn("time", "tile-by-tile", RIGHT, 40, 80),
    drawn("time", "forward", FORWARD, 80, 60, {note = "waits for what stands further down; some never start"}),
    drawn("time", "long-program", RIGHT, 3, 2045, {tags = {"edge"}, note = "about as long as lab.h allows"}),
    drawn("time", "hidden-times", FORWARD, gen.pick{50, 70}, 60, {hidden = true}),
    drawn("races", "few-races", ANY, 60, 6, {tags = {"edge"}}),
    drawn("races", "right", RIGHT, 30, 80, {note = "no race, whatever the times are"}),
    drawn("races", "spoilt", SPOILT, 150, 80, {note = "right programs that have lost a wait or a place"}),
    drawn("races", "tangle", ANY, 60, 60),
    drawn("races", "stuck", FORWARD, 40, 30),
    drawn("races", "long-spoilt", SPOILT, 4, 2045, {tags = {"edge"}}),
    drawn("races", "hidden-races", SPOILT, gen.pick{80, 90}, 70, {hidden = true}),
    made("one-tile", like{tiles = 1}, {tags = {"edge"}}),
    made("exactly-full", like{tiles = 12, rings = 1, banks = 1, sbuf = 4000 + 2000},
         {tags = {"edge", "gate"}, note = "one operand and one tile fill SBUF"}),
    made("one-bank", like{tiles = 10, parts = 3, banks = 1, sbuf = 6*4000 + 3*2000}, {tags = {"edge"}}),
    made("sends", like{tiles = 40, parts = 2, send = 1, rings = 3, net_ns = 300, net_rate = 4, sbuf = 6*4000 + 2*2000},
         {tags = {"gate"}}),
    made("room-for-one", like{tiles = 40, send = 1, net_ns = 100, sbuf = 4000 + 2*2000 - 1},
         {tags = {"gate"}, note = "one finished tile, which is stored and sent"}),
    made("most-tiles", like{tiles = 409, send = 1}, {tags = {"edge"}, note = "as many instructions as lab.h allows"}),
    made("one-long-tile", like{tiles = 1, parts = 1022}, {tags = {"edge"}, note = "as many parts as lab.h allows"}),
    made("room-for-all", like{tiles = 200, parts = 2, send = 1, in_B = 7, out_B = 3, sbuf = math.tointeger(2^31 - 1)},
         {tags = {"edge"}, note = "as much SBUF as lab.h allows"}),
    made("large", like{tiles = 100, parts = 2, in_B = 400000000, out_B = 200000000, sbuf = math.tointeger(2^31 - 1)},
         {tags = {"gate"}, note = "times beyond 32 bits"}),
    drawn("program", "any", 0, 60, 60),
    drawn("program", "hidden-layers", 0, gen.pick{20, 30}, 80, {hidden = true}),
    made("compute", COMPUTE, {tags = {"gate"}, note = "products take longer than transfers"}),
    made("vector", like{tiles = 40, vec_ns = 700}, {tags = {"gate"}, note = "the epilogue takes longest"}),
    made("slow-load", like{tiles = 40, rings = 5, dma_ns = 200, mm_ns = 150, sbuf = 6*4000 + 3*2000},
         {tags = {"gate"}, note = "a transfer takes longer than two products"}),
    made("one-ring", ONE_RING, {tags = {"gate", "bench"}, note = "loads and stores share a queue"}),
    made("plain", PLAIN, {tags = {"gate", "bench"}, note = "a product's operands are loaded for it alone"}),
    made("blocks", BLOCKS, {tags = {"gate", "bench"}, note = "the same work, four by one tiles at a time"}),
    drawn("program", "mixed", 0, 40, 100, {tags = {"bench"}}),
    of("block", "shapes", {R = 120}, {tags = {"edge"}}),
    of("block", "hidden-shapes", {R = gen.pick{70, 90}}, {hidden = true}),
    of("scale", "few-chunks", {R = 40, N = 5}, {tags = {"edge"}}),
    of("scale", "steps", {R = 60, N = 80}),
    of("scale", "most-chunks", {R = 5, N = 256}, {tags = {"edge"}, note = "as many as lab.h allows"}),
    of("scale", "hidden-steps", {R = gen.pick{30, 40}, N = 60}, {hidden = true}),
  },
  counters = {ns = "virtual time of the programs, ns", least = "the same by the bound, ns",
              least_pct = "the bound's share of the programs' time, %"},
  gates = {
    gate{id = "full", call = "program", case = "exactly-full", counter = "least_pct", op = ">=", value = 95,
         why = "with room for one operand the next load begins when the product ends, and waits for nothing else"},
    gate{id = "compute", call = "program", case = "compute", counter = "least_pct", op = ">=", value = 98,
         why = "the tensor engine never waits: the next operands are there, and stores are in nobody's way"},
    gate{id = "vector", call = "program", case = "vector", counter = "least_pct", op = ">=", value = 98,
         why = "while a tile is finished, the next one is multiplied into another bank"},
    gate{id = "sends", call = "program", case = "sends", counter = "least_pct", op = ">=", value = 98,
         why = "a tile is sent while others are made: the port never waits"},
    gate{id = "room-for-one", call = "program", case = "room-for-one", counter = "least_pct", op = ">=", value = 88,
         why = "STORE and SEND both only read the tile: neither waits for the other"},
    gate{id = "slow-load", call = "program", case = "slow-load", counter = "least_pct", op = ">=", value = 98,
         why = "a slow transfer needs more than two buffers and more than one ring"},
    gate{id = "one-ring", call = "program", case = "one-ring", counter = "least_pct", op = ">=", value = 95,
         why = "a store that is not ready does not stand before a load that is"},
    gate{id = "large", call = "program", case = "large", counter = "least_pct", op = ">=", value = 95,
         why = "times are 64 bits wide: a program that is made by wrong times lets rings wait"},
    gate{id = "plain", call = "program", case = "plain", counter = "least_pct", op = ">=", value = 95,
         why = "all rings are busy all the time, with loads and with stores"},
  },
  bench = {
    bench{id = "one-ring", call = "program", case = "one-ring", metric = "counter:least_pct", title = "one ring",
          stages = {bronze = .85, silver = .95, gold = 1}, why = "virtual time, the same on each machine"},
    bench{id = "blocks", call = "program", case = "blocks", metric = "counter:least_pct", title = "a layer in blocks",
          stages = {bronze = .85, silver = .95, gold = 1}, why = "the tensor engine is wanted all the time"},
    bench{id = "mixed", call = "program", case = "mixed", metric = "counter:least_pct", title = "layers of any kind",
          stages = {bronze = .85, silver = .95, gold = 1}, why = "what is scarce differs from layer to layer"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "f.plain.tiles*f.plain.parts",
            ask = [[A layer of {{= f.plain.tiles}} tiles, each the sum of {{= f.plain.parts}} products: how many
              MATMULs does its program have?]],
            worked = "{{= f.plain.tiles}} · {{= f.plain.parts}}."},
    predict{id = "bytes", axis = "bytes", unit = "MB", rtol = .02,
            answer = "f.plain.tiles*(f.plain.parts*f.plain.in_B + f.plain.out_B)/1e6",
            ask = [[Operands of a product are {{= n(f.plain.in_B)}} B, a finished tile {{= n(f.plain.out_B)}} B, and
              nothing is loaded for two products. How much is loaded and stored in all?]],
            worked = [[{{= f.plain.tiles}} · ({{= f.plain.parts}} · {{= n(f.plain.in_B)}} +
              {{= n(f.plain.out_B)}}) B.]]},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", rtol = .02, answer = "f.step(1, 1).intensity",
            ask = [[How many operations is that for each byte of operands, if a product is
              {{= f.core.partitions}} x {{= f.core.partitions}} times {{= f.core.partitions}} x {{= f.core.columns}}
              in bf16?]],
            worked = [[2 · {{= f.core.partitions}}² · {{= f.core.columns}} over {{= n(f.core.a + f.core.b)}} B:
              {{= n(f.step(1, 1).intensity, 1)}}.]]},
    predict{id = "parallel", axis = "parallelism", unit = "us", rtol = .03, answer = "f.by_rings(f.plain)/1e3",
            ask = [[A load takes {{= n(f.load_ns(f.plain))}} ns on one of {{= f.plain.rings}} rings, a store
              {{= n(f.store_ns(f.plain))}} ns, a product {{= f.plain.mm_ns}} ns. How long do all transfers take if the
              rings are never idle?]],
            worked = [[({{= f.plain.tiles*f.plain.parts}} · {{= n(f.load_ns(f.plain))}} + {{= f.plain.tiles}} ·
              {{= n(f.store_ns(f.plain))}}) / {{= f.plain.rings}} ns. All products together take
              {{= us(f.plain.tiles*f.plain.parts*f.plain.mm_ns/1e9)}}.]]},
    predict{id = "failure", axis = "failure",
            choices = {"an error of the DMA engine", "a tile in HBM that is partly the next one, on some days",
                       "a deadlock"},
            answer = "a tile in HBM that is partly the next one, on some days",
            ask = "The vector engine writes the next tile where a STORE still reads the last one. What do you see?",
            worked = "Nothing checks, and whether it happens depends on how long the transfer takes that day."},
  },

  facts = function()
    local f = {core = CORE, step = step, plain = PLAIN, blocks = BLOCKS, one_ring = ONE_RING, compute = COMPUTE,
               load_ns = load_ns, store_ns = store_ns, send_ns = send_ns, by_pe = by_pe, by_rings = by_rings}
    f.single = function(n, a, b) return n*(a + b) end
    f.double = function(n, a, b) return a + b + (n - 1)*math.max(a, b) end
    f.slots = function(load, mm) return math.ceil((load + mm)/mm) end
    f.dma = function(bytes) return CORE.once + bytes/CORE.engine end
    -- Gaudi 3, spec: ports from Intel's documentation (network configuration), the rest from Kaplan, Hot Chips 2024.
    f.gaudi = {port = 200e9/8, up = 21, out = 3, mme = 1835e12, tpc = 28.7e12, sram = 96e6, hbm = 3.67e12,
               mmes = 8, tpcs = 64}
    f.ring = function(chips, bytes, ports) return 2*(chips - 1)/chips*bytes/(ports*f.gaudi.port) end
    -- Chunks that are ready every `gap` s, each reduced by itself, or all as one; `lat` s a step, approximate.
    f.lat = 10e-6
    f.reduce = function(chips, bytes) return 2*(chips - 1)*f.lat + f.ring(chips, bytes, f.gaudi.out) end
    f.each = function(chips, n, gap, bytes)
      local t = 0
      for i = 1, n do t = math.max(t, i*gap) + f.reduce(chips, bytes) end
      return t
    end
    f.together = function(chips, n, gap, bytes) return n*gap + f.reduce(chips, n*bytes) end
    f.best = function(chips, n, gap, bytes)
      local done = {[0] = 0}
      for j = 1, n do
        done[j] = math.huge
        for i = 0, j - 1 do
          done[j] = math.min(done[j], math.max(done[i], j*gap) + f.reduce(chips, (j - i)*bytes))
        end
      end
      return done[n]
    end
    return f
  end,

  questions = {
    q.num{id = "double", unit = "us", rtol = .002,
      ask = [[{{= p.n}} tiles, one after the other: a load of {{= p.a}} µs, then {{= p.b}} µs of work. There are two
        buffers, and nothing else costs time. How long does it take?]],
      vary = {n = {12, 16, 25}, a = {2, 4}, b = {3, 5}},
      answer = function(f, p) return f.double(p.n, p.a, p.b) end,
      wrong = {{value = function(f, p) return f.single(p.n, p.a, p.b) end, hint = "That is with a single buffer."},
               {value = function(_, p) return p.n*math.max(p.a, p.b) end,
                hint = "The first load, or the last tile's work, has nothing to hide behind."}},
      worked = [[The first tile takes {{= p.a + p.b}} µs, each other one {{= math.max(p.a, p.b)}} more:
        {{= f.double(p.n, p.a, p.b)}} µs, against {{= f.single(p.n, p.a, p.b)}} with one buffer.]]},
    q.num{id = "slots", unit = "1", rtol = .0001,
      ask = [[A load takes {{= p.load}} ns from its start to its end, a product {{= p.mm}} ns. There are rings enough.
        For how many products must there be buffers, so that the tensor engine never waits once it has begun?]],
      vary = {load = {1400, 2000, 3300}, mm = {180, 400, 730}},
      answer = function(f, p) return f.slots(p.load, p.mm) end,
      wrong = {{value = function() return 2 end, hint = "The load lasts longer than one product."},
               {value = function(_, p) return math.ceil(p.load/p.mm) end,
                hint = "While a product works, its own buffer is taken, too."}},
      worked = [[A buffer is taken for {{= p.load}} + {{= p.mm}} ns, and every {{= p.mm}} ns one is needed:
        {{= n((p.load + p.mm)/p.mm, 2)}}, rounded up.]]},
    q.num{id = "block", unit = "FLOP/B", rtol = .01,
      ask = [[A stationary tile is {{= n(f.core.a)}} B, a moving one {{= n(f.core.b)}} B, and one of each gives
        2 · {{= f.core.partitions}}² · {{= f.core.columns}} operations. A block has {{= p.bm}} stationary and
        {{= p.bn}} moving tiles in a step. How many operations are there for each byte that is loaded?]],
      vary = {bm = {2, 4, 8}, bn = {1, 2}},
      answer = function(f, p) return f.step(p.bm, p.bn).intensity end,
      wrong = {{value = function(f, p) return f.step(1, 1).intensity*p.bm*p.bn end,
                hint = "The block loads more than one tile of each."},
               {value = function(f) return f.step(1, 1).intensity end,
                hint = "Each stationary tile meets each moving one."}},
      worked = [[{{= p.bm*p.bn}} products for {{= n(f.step(p.bm, p.bn).bytes)}} B:
        {{= n(f.step(p.bm, p.bn).intensity, 0)}} FLOP/B. The core's ridge is at
        {{= n(f.core.flops/f.core.hbm, 0)}}.]]},
    q.num{id = "epilogue", unit = "1", rtol = .0001,
      ask = [[A pass of the vector engine over a bank takes {{= f.core.columns}} cycles at
        {{= n(f.core.vector_hz/1e9, 2)}} GHz, a product {{= f.core.columns}} cycles at {{= n(f.core.hz/1e9, 1)}} GHz. An
        epilogue makes {{= p.x}} such passes. How many products must a tile be the sum of, at least, so that the vector
        engine keeps up?]],
      vary = {x = {3, 5, 7}},
      answer = function(f, p) return math.ceil(p.x*f.core.hz/f.core.vector_hz) end,
      wrong = {{value = function(_, p) return p.x end, hint = "The two engines' clocks differ."},
               {value = function(f, p) return math.floor(p.x*f.core.hz/f.core.vector_hz) end, hint = "At least."}},
      worked = [[{{= p.x}} · {{= n(f.core.vec*1e9, 0)}} ns over {{= n(f.core.mm*1e9, 0)}} ns:
        {{= n(p.x*f.core.vec/f.core.mm, 1)}}, rounded up. With fewer the tensor engine waits for a bank.]]},
    q.num{id = "small-dma", unit = "%", rtol = .02,
      ask = [[One DMA engine takes {{= n(f.core.once*1e6, 2)}} µs for each transfer, besides
        {{= n(f.core.engine/1e9, 1)}} GB/s. Transfers of {{= p.kib}} KiB follow one another. Which part of that rate do
        they get?]],
      vary = {kib = {2, 8, 64, 256}},
      answer = function(f, p) return 100*(p.kib*2^10/f.core.engine)/f.dma(p.kib*2^10) end,
      wrong = {{value = function(f, p) return 100*f.core.once/f.dma(p.kib*2^10) end,
                hint = "That is the part that is lost."}},
      worked = [[{{= us(p.kib*2^10/f.core.engine)}} of {{= us(f.dma(p.kib*2^10))}}. On the real chip transfers of
        several queues hide a part of the fixed cost; small ones stay expensive.]]},
    q.num{id = "tpc", unit = "1", rtol = .02,
      ask = [[Gaudi 3's matrix engines do {{= n(f.gaudi.mme/1e12)}} TFLOP/s in bf16, its vector cores
        {{= n(f.gaudi.tpc/1e12, 1)}}. An epilogue takes {{= p.e}} vector operations for each output. How deep must the
        product be (the sum over K), so that the vector cores keep up, both at peak?]],
      vary = {e = {4, 8, 20}},
      answer = function(f, p) return p.e*f.gaudi.mme/f.gaudi.tpc/2 end,
      wrong = {{value = function(f, p) return p.e*f.gaudi.mme/f.gaudi.tpc end,
                hint = "An element of K is two operations of the matrix engine."}},
      worked = [[2 K / {{= n(f.gaudi.mme/1e12)}} = {{= p.e}} / {{= n(f.gaudi.tpc/1e12, 1)}}: K =
        {{= n(p.e*f.gaudi.mme/f.gaudi.tpc/2, 0)}}.]]},
    q.num{id = "roce", unit = "ms", rtol = .02,
      ask = [[{{= p.chips}} Gaudi 3 in different boxes add up {{= p.mb}} MB in a ring, over their
        {{= f.gaudi.out}} scale-out ports of 200 Gb/s each, latency left out. How long does it take?]],
      vary = {chips = {4, 8, 16}, mb = {150, 600}},
      answer = function(f, p) return 1e3*f.ring(p.chips, p.mb*1e6, f.gaudi.out) end,
      wrong = {{value = function(f, p) return 500*f.ring(p.chips, p.mb*1e6, f.gaudi.out) end,
                hint = "Reduce, then gather: all but a share of the bytes goes out twice."},
               {value = function(f, p) return 8e3*f.ring(p.chips, p.mb*1e6, f.gaudi.out) end, hint = "Bits."}},
      worked = [[2 ({{= p.chips}} - 1)/{{= p.chips}} · {{= p.mb}} MB over {{= n(f.gaudi.out*f.gaudi.port/1e9)}} GB/s:
        {{= n(1e3*f.ring(p.chips, p.mb*1e6, f.gaudi.out), 2)}} ms.]]},
    q.choice{id = "lucky",
      ask = [[A LOAD takes 900 ns and writes where a MATMUL reads that was over after 200 ns of them. Nothing makes the
        LOAD wait for it. Is the program right?]],
      options = {"Yes: the times say so", "No: nothing but the times keeps them apart",
                 "Yes, if the LOAD stands behind the MATMUL in the list", "Only with one ring"},
      answer = 2,
      worked = [[A transfer can be held up or be quick, an engine can be behind. The list's order across queues means
        nothing. Only a queue, a wait or a chain of both is an order.]]},
    q.choice{id = "front",
      ask = [[A ring has LOAD, STORE of tile 0, LOAD, STORE of tile 1 and so on. Why is the tensor engine idle most of
        the time?]],
      options = {"Stores are slower than loads", "A ring alternates badly",
                 "The STORE in front waits until its tile is finished, and the LOAD behind it waits, too",
                 "SBUF is full"},
      answer = 3,
      worked = [[The next operands are fetched only when the tile before has gone through all engines. Issue the next
        tile's loads first, or give stores a ring of their own.]]},
    q.choice{id = "scratch",
      ask = "What can a program for such a core do that a cache does not let you do?",
      options = {"Read memory in any order", "Keep the bytes that it will need, and know how long each access takes",
                 "Load more than fits", "Run without waits"},
      answer = 2,
      worked = [[Nothing is thrown out that the program has not thrown out. The price is that somebody has to have
        planned each byte.]]},
  },

  hints = {
    {on = "case:few", [[Take a program of two instructions that wait for each other, and one that waits for a third
      instruction of a queue that has two. Both never start.]]},
    {on = "call:time", [[Go round the queues. While the front of one may start, give it its times and take the next.
      After a round without progress, what is left never starts.]]},
    {on = "case:right", "There is no race here. Which pair do you count? Which chain of waits and queues joins it?"},
    {on = "call:races", [[For each instruction: how many of each queue are done for certain when it starts? What its
      predecessor knew, what those knew that it waits for, and these themselves.]]},
    {on = "case:exactly-full/program", "One buffer for operands, one for a tile. Does anything lie elsewhere?"},
    {on = "gate:full", [[With one buffer there is nothing to overlap but the epilogue and the store. Does the next load
      wait for them?]]},
    {on = "gate:compute", "Print start and end of all MATMULs. Whom does the first one wait for that is late?"},
    {on = "gate:vector", "Does a tile's first product wait for the bank of the tile right before? There are others."},
    {on = "gate:sends", "Which buffer does VECTOR wait for, and who reads it still?"},
    {on = "gate:room-for-one", "Who reads the tile, and for how long is its room taken? Two may read at once."},
    {on = "gate:slow-load", "How many loads are under way at once? As many as there are rings and buffers?"},
    {on = "gate:one-ring", [[Write down the ring's queue in order. Which STORE was not ready when it came to the
      front?]]},
    {on = "gate:plain", "Is there a ring that ends early, or one that only stores?"},
    {on = "call:program", [[First a right one: one buffer each, and every instruction waits for the one before. Then
      take waits away, one at a time, and let nt_races judge.]]},
    {on = "call:block", [[Two blocks of banks, two steps of operands, two tiles of C. Blocks at the edge count as
      one.]]},
    {on = "call:scale", [[When can the first j chunks be done? Try every last bucket, behind the best of what is before
      it.]]},
  },

  points = {correct = 45, sanitize = 5, profile = 15, perf = 10, answers = 25},
}
