-- w14-cpasync-layernorm: LayerNorm whose rows stream through shared memory, from plain loads to a ring of cp.async.

local THREADS = 256
local STAGES = 3              -- of ln_ring, in most cases
local R, C = 16384, 8192      -- the tensor that lesson and questions speak of, and the timed case
local LATENCY = 800e-9        -- of a load from HBM under load: assumed, round
local CLOCK = 1.98e9          -- an H200's highest SM clock, in Hz
local PER_CYCLE = 4           -- elements that a block alone on its SM normalises in a cycle: assumed, round
local SPREAD, CONSTANT, NAN, INF = 0, 1, 2, 3 -- what rows are like: kernels/w14-cpasync-layernorm/oracle.c
local ASYNC = {"ln_async", "ln_double", "ln_ring"}
local ALL = {"ln_sync", ASYNC[1], ASYNC[2], ASYNC[3]}

local function ln(id, rows, cols, more)
  local c = {id = id, R = rows, C = cols, blocks = rows, stages = STAGES, eps = 1e-5, rows = SPREAD, offset = 0, sd = 1}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local GRID = "math.max(1, math.min(R, blocks))"
local STAGE = "4*((C + 3)//4*4)"
local function step(stages, more)
  local args = {input"x", input"g", input"b", output"y", i32"R", i32"C", f32"eps", more}
  return call{args = args, oracle = "ln", tol = tol.dot(64), grid = {GRID}, block = {THREADS},
              smem = stages.."*"..STAGE}
end

-- Where counters are read: 8 rows a block, 4 stages. Requests of 512 bytes; sectors of x, g and b.
local GATE = {R = 16, C = 2048, blocks = 2, stages = 4}
local REQ, SEC = "3*R*C/128", "3*R*C/8"
-- Rows that a ring of S stages has under way behind its waits, on average over a block's n rows.
local function ahead(stages, n)
  local sum = 0
  for k = 0, n - 1 do sum = sum + math.min(stages - 1, n - 1 - k) end
  return sum/n
end
local TURNS = GATE.R//GATE.blocks

local function gates()
  local out = {}
  local function add(t) out[#out + 1] = gate(t) end
  for _, name in ipairs(ALL) do
    local short = name:sub(4)
    add{id = short.."-spill", call = name, counter = "spill_B", op = "==", value = 0, on = "cuda",
        why = "rows wait in shared memory, so nothing has to spill"}
  end
  add{id = "ring-waits", call = "ln_ring", counter = "ptx:cp.async.wait", op = ">=", value = 1, on = "cuda",
      why = "a wait for groups of cp.async stands in the code"}
  add{id = "sync-plain", call = "ln_sync", case = "gate", counter = "cpa_B", op = "==", value = 0,
      why = "step 1 loads through registers: it is what the others are measured against"}
  for _, name in ipairs(ASYNC) do
    add{id = name:sub(4).."-bytes", call = name, case = "gate", counter = "cpa_B", op = "==", value = "4*R*C",
        why = "every byte of x comes by cp.async, once"}
  end
  for _, name in ipairs(ALL) do
    local short = name:sub(4)
    add{id = short.."-once", call = name, case = "gate", counter = "g_ld_sec", op = "<=", value = "1.02*"..SEC,
        why = "x is loaded once, and g and b once a row: the sums come from shared memory"}
    add{id = short.."-wide", call = name, case = "gate", counter = "g_ld_req", op = "<=", value = "1.02*"..REQ,
        why = "16 bytes a lane, in copies and in loads: a request of a warp is 512 bytes"}
    add{id = short.."-stored", call = name, case = "gate", counter = "g_st_req", op = "<=", value = "1.02*R*C/128",
        why = "y is stored once, 16 bytes a lane"}
    add{id = short.."-banks", call = name, case = "gate", counter = "sh_conf", op = "==", value = 0,
        why = "neighbouring lanes, neighbouring 16 bytes of the stage"}
    add{id = short.."-barriers", call = name, case = "gate", counter = "bar", op = "<=", value = "4*R/blocks + 4",
        why = "two barriers guard the stage, two the sums"}
    add{id = short.."-static", call = name, case = "gate", counter = "smem_static", op = "<=", value = 512,
        why = "a row lies in its stage and nowhere else: stages are what limits blocks on an SM"}
  end
  add{id = "double-flight", call = "ln_double", case = "gate", counter = "cpa_flight_B", op = ">=",
      value = ("%.3f*4*C"):format(.6*ahead(2, TURNS)),
      why = "the next row is on its way while this one is normalised"}
  add{id = "ring-three", call = "ln_ring", case = "three-stages-gate", counter = "cpa_flight_B", op = ">=",
      value = ("%.3f*4*C"):format(.8*ahead(3, TURNS)), -- whoever waits first and then asks has five sixths
      why = "with three stages, about two rows are on their way while one is normalised"}
  add{id = "even-width", call = "ln_async", case = "even-gate", counter = "g_ld_req", op = "<=",
      value = "R*(1 + C//64 + 2*(1 + C//32))",
      why = "rows that begin at multiples of 8 bytes are copied 8 bytes a lane: x in half of the requests of g or b"}
  add{id = "ring-flight", call = "ln_ring", case = "gate", counter = "cpa_flight_B", op = ">=",
      value = ("%.3f*4*C"):format(.85*ahead(GATE.stages, TURNS)),
      why = "with four stages, about three rows are on their way while one is normalised"}
  return out
end

return lab {
  api = 1, rev = 1, id = "w14-cpasync-layernorm", title = "cp.async double buffering",
  kind = "kernel", week = 14, part = 2, domain = {"cuda", "memory", "latency"},
  seeds = {"S003-W14", "S003-W14-C1", "S003-W14-HO", "S003-W14-MS", "S004-C01-T07"},
  requires = {"w13-warp-layernorm"}, suggests = {"w10b-layernorm-1pass"},
  hours = {read = 2, lab = 3.5},
  durable = {"Bytes under way = bandwidth × latency, however they are asked for",
             "A stage is a row under way without a block to wait for it",
             "A wait is for one's own copies; a barrier makes them everybody's",
             "Predict the gain from what is under way before writing the pipeline"},
  ephemeral = {{"Shared memory of an SM, and how many SMs", as_of = "2026-11"},
               {"cp.async for tiles: Hopper's TMA takes over where boxes are copied", as_of = "2026-11"}},
  readings = {
    {"cpasync", hours = 2, seed = "S003-W14-R1",
     look_for = [[the pipeline with several stages: which wait stands before which read, and why a barrier stands
       before a buffer is overwritten]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"layernorm.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 20, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    x = {dtype = "f32", shape = {"R", "C"}, dist = gen.custom"rows"},
    g = {dtype = "f32", shape = {"C"}, dist = gen.normal{mean = 1, sd = .3}},
    b = {dtype = "f32", shape = {"C"}, dist = gen.normal{}},
    y = {dtype = "f32", shape = {"R", "C"}},
  },

  calls = {
    ln_sync = step("1"), ln_async = step("1"), ln_double = step("2"), ln_ring = step("stages", i32"stages"),
  },
  order = ALL,

  cases = {
    ln("none", 0, 5, {blocks = 1, tags = {"edge"}}),
    ln("one", 1, 1, {tags = {"edge"}}),
    ln("three", 5, 3, {blocks = 2, tags = {"edge"}}),
    ln("1023", 4, 1023, {blocks = 2, tags = {"edge"}}),        -- rows begin anywhere: 4 bytes a copy
    ln("1022", 4, 1022, {blocks = 2, tags = {"edge"}}),        -- every second row at 8 bytes from 16
    ln("single", 1, 2048, {stages = 4, tags = {"edge"}}),      -- a ring that is never full
    ln("fewer", 4, 1024, {blocks = 2, stages = 4, tags = {"edge"}}),
    ln("uneven", 11, 516, {blocks = 3}),                       -- the last block has a row less
    ln("stride", 9, 260, {blocks = 4, stages = 2, tags = {"edge"}}),  -- all rows of a block have one remainder
    ln("turns", 13, 300, {blocks = 1, stages = 3}),
    ln("descending", 6, 512, {blocks = 3, block_order = "descending"}),
    ln("32-KiB-rows", 3, 8192, {blocks = 1, stages = 4}),
    ln("nan", 6, 260, {blocks = 2, rows = NAN, tags = {"edge"}}),
    ln("inf", 6, 260, {blocks = 2, rows = INF, tags = {"edge"}}),
    ln("constant", 4, 1000, {blocks = 2, rows = CONSTANT, offset = -3, tags = {"edge"}}),
    ln("eps", 4, 512, {blocks = 2, sd = .01, eps = .01, tags = {"edge"}}),
    ln("offset", 4, 3000, {blocks = 2, offset = 1e4, tags = {"edge"}}),
    ln("hidden", gen.pick{5, 7, 10}, gen.pick{100, 333, 1026, 2500}, {hidden = true, blocks = gen.pick{1, 2, 3},
       stages = gen.pick{2, 3, 4}, offset = gen.pick{0, -50, 1000}}),
    ln("gate", GATE.R, GATE.C, {blocks = GATE.blocks, stages = GATE.stages, tags = {"gate"}}),
    ln("three-stages-gate", GATE.R, GATE.C, {blocks = GATE.blocks, stages = 3, calls = {"ln_ring"}, tags = {"gate"}}),
    ln("even-gate", 4, 1022, {blocks = 2, calls = {"ln_async"}, tags = {"gate"}}),
    ln("bench", R, C, {blocks = 132, calls = {"ln_sync", "ln_double", "ln_ring"}, tags = {"bench"}}),
  },

  gates = gates(),

  bench = {
    bench{id = "sync", call = "ln_sync", case = "bench", clock = "gpu", on = "cuda", flops = "8*R*C",
          bytes = "8*R*C", title = "one block an SM, plain loads"},
    bench{id = "double", call = "ln_double", case = "bench", clock = "gpu", on = "cuda", flops = "8*R*C",
          bytes = "8*R*C", title = "one block an SM, two stages"},
    bench{id = "ring", call = "ln_ring", case = "bench", clock = "gpu", on = "cuda", flops = "8*R*C",
          bytes = "8*R*C", title = "one block an SM, three stages"},
    bench{id = "barriers", call = "ln_ring", case = "gate", metric = "fewer:bar", on = "simt",
          title = "barriers a block"},
    bench{id = "sectors", call = "ln_double", case = "gate", metric = "fewer:g_sec", on = "simt", bytes = "8*R*C"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.flop", rtol = .3,
            ask = [[LayerNorm of {{= n(f.R)}} rows of {{= n(f.C)}}: FLOP, roughly? A sum, a squared difference summed, a
              difference scaled, then g and b.]],
            worked = "1 for the sum, 3 for the squares, 2 for the difference scaled, 2 for g and b: 8 an element."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.bytes/1e6", rtol = .01,
            ask = "Fewest bytes through HBM, in fp32, read and written?",
            worked = "4 B an element in, 4 B out."},
    predict{id = "bound", axis = "intensity",
            ask = "One block an SM, plain loads, a row at a time. What bounds the kernel?",
            choices = {"bandwidth of HBM", "the latency of loads, which nothing hides", "arithmetic"},
            answer = "the latency of loads, which nothing hides",
            worked = [[While a block computes, its SM has nothing under way. By the lesson's estimate it moves
              {{= pct(f.share(f.C, 1),0)}} of what it could.]]},
    predict{id = "gain", axis = "parallelism", unit = "x", answer = "f.share(f.C, 2)/f.share(f.C, 1)", rtol = .2,
            ask = [[By which factor is ln_double faster than ln_sync with one block an SM, rows of {{= n(f.C)}}? Take
              {{= n(f.latency*1e9,0)}} ns of latency, {{= n(f.work(f.C)*1e6,1)}} µs of work a row, and an SM's share of
              {{= si(f.bw,"B/s")}}.]],
            worked = [[Alone a row takes {{= n(f.alone(f.C)*1e6,1)}} µs, of which it moves bytes for
              {{= n(f.move(f.C)*1e6,1)}}. Two rows in turn fill the bus.]]},
    predict{id = "risk", axis = "failure", ask = "You forget the barrier behind the wait. The result…",
            choices = {"is wrong at once, everywhere", "is right: the wait has seen to it",
                       "is right on most days: a thread reads copies that others have waited for, or not"},
            answer = "is right on most days: a thread reads copies that others have waited for, or not"},
  },

  facts = function(hw)
    local h, m = hw.h200, hw.h200_m
    local f = {
      R = R, C = C, row = 4*C, bytes = 8*R*C, flop = 8*R*C, threads = THREADS, latency = LATENCY, clock = CLOCK,
      per_cycle = PER_CYCLE, sms = h.sms, bw = m.bw_mean, copy = m.bw, spec = h.bw, reserve = 1024,
      floor_us = 8*R*C/m.bw_mean*1e6, ms_R = 32768, ms_C = 1024, gate = GATE, turns = TURNS,
      flight = m.bw_mean*LATENCY/h.sms, ahead = ahead, smem_block = h.smem_block, smem_sm = h.smem_sm,
      threads_sm = h.threads_sm,
    }
    f.ms_bytes = 8*f.ms_R*f.ms_C
    f.move = function(c) return 8*c/(f.bw/f.sms) end             -- a row in and out, at the SM's share of bandwidth
    f.work = function(c) return c/PER_CYCLE/CLOCK end
    f.alone_at = function(c, L) return L + f.work(c) + f.move(c) end
    f.alone = function(c) return f.alone_at(c, LATENCY) end
    f.share_at = function(c, rows, L) return math.min(1, rows*f.move(c)/f.alone_at(c, L)) end
    f.share = function(c, rows) return f.share_at(c, rows, LATENCY) end
    f.need_at = function(c, L) return math.ceil(f.alone_at(c, L)/f.move(c)) end
    f.need = function(c) return f.need_at(c, LATENCY) end
    f.time = function(c, rows) return f.floor_us/f.share(c, rows) end
    f.fit = function(c, stages) return f.smem_sm//(stages*4*c + f.reserve) end
    f.width = function(c) return c%4 == 0 and 16 or c%2 == 0 and 8 or 4 end
    return f
  end,

  questions = {
    q.num{id = "achieved", seed = "S003-W14-MS", unit = "%", rtol = .01,
      ask = [[Your kernel takes {{= p.t}} µs for {{= n(p.R)}} rows of {{= n(f.C)}} fp32 values on an H200. Which share
        of the data sheet's {{= si(f.spec,"B/s")}} is that?]],
      vary = {t = {270, 310, 420}, R = {16384, 12288}},
      answer = function(f, p) return 100*8*p.R*f.C/(p.t*1e-6)/f.spec end,
      wrong = {{value = function(f, p) return 50*8*p.R*f.C/(p.t*1e-6)/f.spec end,
                hint = "Rows are read, and results are written."},
               {value = function(f, p) return 100*8*p.R*f.C/(p.t*1e-6)/f.bw end,
                hint = "That is of what plain kernels reached. The question has the data sheet's."}},
      worked = [[2 x {{= n(p.R)}} x {{= n(f.C)}} x 4 B = {{= mb(8*p.R*f.C,0)}}; in {{= p.t}} µs
        {{= si(8*p.R*f.C/(p.t*1e-6),"B/s")}}, {{= pct(8*p.R*f.C/(p.t*1e-6)/f.spec,1)}}. Beside it belongs what a copy
        reaches, {{= pct(f.copy/f.spec,0)}}: the last tenth is nobody's.]]},
    q.num{id = "flight", seed = "S003-W14-MS", unit = "kB", rtol = .02,
      ask = [[Memory delivers {{= si(f.bw,"B/s")}} of loads alone, and a load takes {{= p.ns}} ns. How much must each of
        {{= f.sms}} SMs have under way?]],
      vary = {ns = {600, 700, 1000}},
      answer = function(f, p) return f.bw*p.ns*1e-9/f.sms/1e3 end,
      wrong = {{value = function(f, p) return f.bw*p.ns*1e-9/1e3 end, hint = "That is the chip. Divide by its SMs."},
               {value = function(f, p) return f.bw*p.ns*1e-9/f.sms/2e3 end,
                hint = "Half of a LayerNorm's traffic are stores, but the question speaks of loads alone."}},
      worked = [[{{= si(f.bw,"B/s")}} x {{= p.ns}} ns / {{= f.sms}} = {{= n(f.bw*p.ns*1e-9/f.sms/1e3,1)}} kB. A
        LayerNorm reads with half of the traffic and needs half of that.]]},
    q.num{id = "rows", seed = "S003-W14-HO", unit = "1", rtol = 0,
      ask = [[Rows of {{= n(p.C)}} fp32. Alone on its SM a row takes {{= p.L}} ns of latency, {{= n(f.work(p.C)*1e9,0)}}
        ns of work and {{= n(f.move(p.C)*1e9,0)}} ns to move in and out at the SM's share of the bandwidth. How many
        rows must an SM hold in turn, as blocks or as stages, so that the bandwidth is used up?]],
      vary = {C = {1024, 2048, 4096}, L = {600, 1000}},
      answer = function(f, p) return f.need_at(p.C, p.L*1e-9) end,
      wrong = {{value = function(f, p) return f.need_at(p.C, p.L*1e-9) - 1 end,
                hint = "That many do not quite fill it. The row that is worked on counts, too."},
               {value = function(f, p) return math.ceil(p.L*1e-9/f.move(p.C)) end,
                hint = "A row is also held while it moves and while it is worked on."}},
      worked = [[{{= n(f.alone_at(p.C,p.L*1e-9)*1e9,0)}} ns in all, over {{= n(f.move(p.C)*1e9,0)}} ns that it uses the
        bus: {{= n(f.alone_at(p.C,p.L*1e-9)/f.move(p.C),1)}}, rounded up.]]},
    q.num{id = "factor", seed = "S003-W14-HO", unit = "x", rtol = .03,
      ask = [[One block an SM, rows of {{= n(p.C)}}, the lesson's estimates: {{= n(f.latency*1e9,0)}} ns of latency,
        {{= n(f.work(p.C)*1e9,0)}} ns of work, {{= n(f.move(p.C)*1e9,0)}} ns to move a row. A ring of {{= p.S}} stages
        against ln_sync: how much faster?]],
      vary = {C = {4096, 8192}, S = {3, 4}},
      answer = function(f, p) return f.share(p.C, p.S)/f.share(p.C, 1) end,
      wrong = {{value = function(f, p) return p.S end, hint = "Once the bus is full, more rows in turn wait for it."},
               {value = function(f, p) return p.S - 1 end, hint = "The row that is worked on counts as well."}},
      worked = [[ln_sync uses the bus for {{= n(f.move(p.C)*1e9,0)}} of {{= n(f.alone(p.C)*1e9,0)}} ns,
        {{= pct(f.share(p.C,1),0)}}; {{= p.S}} rows in turn: {{= pct(f.share(p.C,p.S),0)}}.]]},
    q.num{id = "stages", unit = "1", rtol = 0,
      ask = [[How many stages of rows of {{= n(p.C)}} fp32 fit in the {{= kib(f.smem_block,0)}} that one block may
        have?]],
      vary = {C = {1536, 3072, 4864}},
      answer = function(f, p) return f.smem_block//(4*p.C) end,
      wrong = {{value = function(f, p) return f.smem_block//p.C end, hint = "A float has four bytes."},
               {value = function(f, p) return f.smem_sm//(4*p.C) end,
                hint = "That is the SM's. A block may have a kibibyte less."}},
      worked = "{{= n(f.smem_block)}} B over {{= n(4*p.C)}} B, rounded down."},
    q.num{id = "prior", unit = "1", rtol = 0,
      ask = [[A ring of {{= p.S}} stages; in each turn a block asks for the row that is {{= p.S - 1}} turns ahead
        {{= p.when}}, one group a row. Which number belongs in `__pipeline_wait_prior()`?]],
      vary = {S = {3, 4, 6}, when = {"and waits then", "only behind the wait and its barrier"}},
      answer = function(f, p) return p.when == "and waits then" and p.S - 1 or p.S - 2 end,
      wrong = {{value = function(f, p) return p.when == "and waits then" and p.S - 2 or p.S - 1 end,
                hint = "How many groups were committed behind the one that this turn needs?"},
               {value = function(f, p) return p.S end, hint = "Then the row that is needed may still be under way."}},
      worked = [[Count the groups that were committed behind the one that is needed now:
        {{= p.when == "and waits then" and p.S - 1 or p.S - 2}}. So many may be left.]]},
    q.num{id = "groups", unit = "1", rtol = 0,
      ask = [[A block of ln_ring, as in the lesson, has {{= p.n}} rows and {{= p.S}} stages. A thread commits how many
        groups, empty ones included?]],
      vary = {n = {5, 124, 31}, S = {2, 3, 4}},
      answer = function(f, p) return p.n + p.S - 1 end,
      wrong = {{value = function(f, p) return p.n end, hint = "Where no row is left, it commits all the same. Why?"},
               {value = function(f, p) return p.n + p.S end, hint = "How many are committed before the first turn?"}},
      worked = [[{{= p.S - 1}} before the first turn and one in each of {{= p.n}} turns. The last {{= p.S - 1}} are
        empty: without them the wait of the last turns would count too few behind the row that it needs, and let it
        go.]]},
    q.num{id = "width", unit = "B", rtol = 0,
      ask = [[Rows of {{= n(p.C)}} floats, dense, the first at a multiple of 256 bytes. The widest cp.async that may be
        used for all rows alike?]],
      vary = {C = {1024, 1026, 1027, 2052, 4095}},
      answer = function(f, p) return f.width(p.C) end,
      wrong = {{value = function(f, p) return f.width(p.C)/2 end, hint = "It may be wider."},
               {value = function(f, p) return 2*f.width(p.C) end, hint = "Where does row 1 begin?"}},
      worked = [[Row 1 begins at byte {{= n(4*p.C)}}, a multiple of {{= f.width(p.C)}} and of no larger width that
        cp.async has.]]},
    q.table{id = "trade", rtol = 0,
      ask = [[Rows of {{= n(p.C)}} fp32, a block with S stages. An SM has {{= kib(f.smem_sm,0)}} of shared memory, and
        each block takes 1 KiB besides. How many blocks fit, and how many rows do they hold together?]],
      vary = {C = {3072, 5120, 6144, 10240}},
      rows = {"S = 1", "S = 2", "S = 3", "S = 4"}, columns = {"blocks", "rows"},
      answer = function(f, p)
        local t = {}
        for s = 1, 4 do t[s] = {f.fit(p.C, s), s*f.fit(p.C, s)} end
        return t
      end,
      worked = [[{{= f.fit(p.C,1)}}, {{= f.fit(p.C,2)}}, {{= f.fit(p.C,3)}} and {{= f.fit(p.C,4)}} blocks. Shared memory
        holds {{= f.fit(p.C,1)}} rows, or fewer, whatever one calls them. Stages cost no threads and no registers; they
        do not make the memory larger.]]},
    q.choice{id = "full", seed = "S003-W14-HO", answer = 2,
      ask = [[Rows of {{= n(1024)}} fp32: eight blocks of ln_sync fit on an SM by threads, and many more rows by shared
        memory. What does ln_double bring there?]],
      options = {"About a factor of two: copies run beside arithmetic",
                 "Next to nothing: while one block computes, the other seven have their loads under way",
                 "It is slower: cp.async has a higher latency than a load",
                 "It depends on whether the compiler unrolls the loop"},
      worked = [[{{= f.need(1024)}} rows in turn are enough for this width, and eight blocks are eight. Latency that
        other warps hide is not there to be hidden again.]]},
    q.choice{id = "stall", seed = "S003-W14-MS", answer = 1,
      ask = [[Nsight Compute on ln_sync with one block an SM. Which stall reason do you expect first, and on which
        line?]],
      options = {"long scoreboard, where the loaded value is stored to shared memory",
                 "math pipe throttle, in the sum of squares", "not selected, anywhere",
                 "short scoreboard, on the load from global memory"},
      worked = [[A load does not stall the warp that issues it; the first use of its result does, here the store into
        the stage. Short scoreboard is shared memory's. `not selected` means that warps were ready and waited for a
        turn, which one block of eight warps hardly sees.]]},
    q.multi{id = "barriers", answer = {1, 2, 4},
      ask = "A turn: ask, wait, barrier A, normalise (two sums with a barrier each), barrier B. What holds?",
      options = {"Without A, a thread may read elements that another thread asked for and that have not arrived",
                 "Without B, a fast warp's next copy may land in what a slow warp still reads",
                 "A could be left out if the wait were __pipeline_wait_prior(0)",
                 "If each thread read only what it asked for itself, neither A nor B would be needed"},
      worked = [[A wait speaks of the thread's own copies, whatever its number. Barriers make one thread's knowledge
        everybody's. Who reads only what he asked for himself needs nobody else's knowledge.]]},
    q.order{id = "turn", seed = "S003-W14-C1", ask = "Put a turn of a double-buffered block in order.",
      items = {"ask for the next row, into the other stage", "commit the group",
               "wait until at most one group is under way", "a barrier: everybody's copies are there",
               "sum, squares, y, from this stage", "a barrier: nobody reads this stage any longer"}},
    q.text{id = "report", seed = "S003-W14-MS", min_words = 50,
      ask = [[The milestone's report, from your own `ridge profile`: which counter shows the pipeline, what is it in
        your ln_async, ln_double and ln_ring, and for which grids on an H200 do you expect what gain? Say why.]],
      rubric = {"cpa_flight_B: 0 for ln_async, about a row for ln_double, about stages - 1 rows for ln_ring",
                "the same bytes and requests in all three: the pipeline moves nothing less",
                "one block an SM: latency and work are exposed, so the gain is large",
                "many blocks an SM: other blocks have their rows under way, so there is next to none",
                "rows held in turn, by blocks or by stages, against the time that a row takes alone"}},
  },

  hints = {
    {on = "build", match = {"undefined", "__host__", "multiple definition", "extern"},
     [[nvcc names the line. Keep `extern "C"` before each kernel, mark helpers `static __device__`, and declare the
       launch's shared memory once: `extern __shared__ float4 stage_memory[];`.]]},
    {on = "case:none", [[No row at all, and one block all the same. It must not ask for row 0.]]},
    {on = "case:one", [[One element: variance 0, so 1/sqrt(eps), and y is b. 255 threads have nothing, and reach every
      barrier and shuffle.]]},
    {on = "case:three", [[Rows of 12 bytes: 4 bytes a copy, and a stage of PITCH(3) = 4 floats. What does not exist must
      count in no sum.]]},
    {on = "case:1023", [[Rows begin at any multiple of 4 bytes, and so only copies of 4 bytes will do. Loads and stores
      of 16 bytes, too, need addresses that are multiples of 16.]]},
    {on = "case:1022", "Row 1 begins 8 bytes from a multiple of 16: copies of 8 bytes, loads and stores of 4 or 8."},
    {on = "case:single", [[One row and four stages: three groups are empty. Are they committed, so that the wait counts
      them?]]},
    {on = "case:fewer", [[Two rows a block, four stages. Is there a group for each turn, and does nobody ask for row 4
      and beyond?]]},
    {on = "case:uneven", [[11 rows, 3 blocks: the last has three rows, the others four. The row ahead exists where it is
      below R, not where the turn is below some count.]]},
    {on = "case:stride", [[A block's rows are 0, 4, 8: all of them even. The stage is the turn's number modulo the
      stages, not the row's.]]},
    {on = "case:nan", [[A NaN in one row, and another row has it too: a stage was read too early, too late, or it is the
      wrong one.]]},
    {on = "case:inf", "One infinity makes its row NaN, since inf - inf is NaN. No other row."},
    {on = "case:eps", "1 / sqrt(var + eps): the root is over both."},
    {on = "case:constant", "Variance 0. Divide by C, and let eps stand under the root."},
    {on = "case:offset", [[Around 10,000 a difference of squares has no digits left: first the mean, then Σ (x - mean)².
      Both walks are over shared memory and cost little.]]},
    {on = "gate:sync-plain", "Step 1 is the yardstick: load into a register, store into the stage."},
    {on = "counter:cpa_B", [[cpa_B is 4·R·C when each element is copied once. More: a row is asked for twice, or rows
      that are not there. Less: some come by ordinary loads.]]},
    {on = "gate:double-flight", [[When the threads meet at a barrier, too little is under way. Ask for the next row
      before you work on this one, and wait for one group less than were committed.]]},
    {on = "gate:ring-three", "Three stages are three, as `stages` says: two rows ahead of the one that is normalised."},
    {on = "gate:even-width", [[Rows of an even width begin at multiples of 8 bytes: copies of 8 bytes, half as many
      requests.]]},
    {on = "gate:ring-flight", [[Four stages can have three rows under way. Fill the ring before the first turn, and let
      stages - 1 groups be left in the wait.]]},
    {on = "counter:g_ld_req", [[Too many requests: __pipeline_memcpy_async(to, from, 16) for x, float4 for g and b,
      where C % 4 == 0.]]},
    {on = "counter:g_ld_sec", "x is loaded once, into the stage; both sums and y read the stage."},
    {on = "counter:g_st_req", "y by float4 where C % 4 == 0."},
    {on = "counter:sh_conf", [[Lane l of a warp takes float4 number l of 32 that follow each other: no lane meets
      another in a bank.]]},
    {on = "counter:bar", [[Two barriers for the stage, one for each sum: five shuffles in a warp, eight numbers in
      shared memory, everybody adds the eight.]]},
    {on = "counter:smem_static", [[Static shared memory is for what warps tell each other: eight partial sums, twice.
      The row stays in the stage that it came into.]]},
    {on = "counter:spill_B", "Leave the row in shared memory; loops over it need no array of registers."},
    {on = "sanitize", [[A hazard names a copy and who touches its bytes too early. Behind the wait: a barrier, before
      anybody reads what others asked for. Before the copy: a barrier, behind the last read of that stage.]]},
    {on = "bench:barriers", [[Who reads only what he asked for himself needs no barrier around the stage; and behind the
      last read of it, here into registers, he can ask for another row at once.]]},
    {on = "call:ln_ring", [[`stages` is 2, 3 or 4: a switch over three instances of a template, in which the wait's
      number is a constant.]]},
    {after = 3, [[Write down, for 3 rows and 2 stages: which groups are committed, which the wait covers, in each
      turn.]]},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
