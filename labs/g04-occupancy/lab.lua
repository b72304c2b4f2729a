-- g04-occupancy: what an SM holds at once, what limits it, and how much of it a kernel needs.

local WARP, PARTS, REG_UNIT, MAX_REGS, MAX_THREADS = 32, 4, 256, 255, 1024
local LATENCY, ISSUE, RATE = 660, 4, 16 -- lab.h: cycles, warp instructions and bytes a cycle, of an SM of an H200
local BLOCK, HOPS, FAN, TILE = 256, 16, 32, 128
local FIELDS = {"warps", "blocks", "regs", "smem", "smem_block", "smem_reserve", "smem_unit"}
local ROWS = 60
local COUNTED = {"ask_takes", "ask_blocks", "ask_resident", "ask_caps"}

local function up(x, unit) return (x + unit - 1)//unit*unit end

local function sm(cc)
  local card, m = hw["cc"..cc], {}
  for _, k in ipairs(FIELDS) do m[k] = card[k] end
  return m
end

-- lab.h once more, for the pages.
local function blocks_by(m, threads, regs, smem)
  local warps, warp, bytes = up(threads, WARP)//WARP, up(regs*WARP, REG_UNIT), up(smem + m.smem_reserve, m.smem_unit)
  return {threads > MAX_THREADS and 0 or m.warps//warps, m.blocks,
          regs > MAX_REGS and 0 or warp == 0 and math.huge or m.regs//PARTS//warp*PARTS//warps,
          smem > m.smem_block and 0 or bytes == 0 and math.huge or m.smem//bytes}
end

local function resident(m, threads, regs, smem) return math.min(table.unpack(blocks_by(m, threads, regs, smem))) end
local function warps_of(m, threads, regs, smem)
  return resident(m, threads, regs, smem)*(up(threads, WARP)//WARP)
end

local NAMES = {"warps", "block slots", "registers", "shared memory"}
local function limit(m, threads, regs, smem)
  local by, out = blocks_by(m, threads, regs, smem), {}
  for r = 1, 4 do if by[r] == math.min(table.unpack(by)) then out[#out + 1] = NAMES[r] end end
  return table.concat(out, " and ")
end

local function reg_cap(m, threads, blocks)
  local in_part = up(blocks*(up(threads, WARP)//WARP), PARTS)//PARTS
  return math.min(MAX_REGS, m.regs//PARTS//in_part//REG_UNIT*REG_UNIT//WARP)
end

local function smem_cap(m, blocks)
  return math.min(m.smem_block, m.smem//blocks//m.smem_unit*m.smem_unit - m.smem_reserve)
end

local function cycles(m, v)
  local turns = math.ceil(v.warps/warps_of(m, v[1], v[2], v[3]))
  return {math.ceil(v.warps*v.inst/ISSUE), math.ceil(v.warps*v.bytes/RATE), turns*(v.waits*LATENCY + v.chain)}
end

local function on(cc, id, calls, more)
  local c = sm(cc)
  c.id, c.calls, c.corners, c.count, c.sets, c.kind = id, calls, 1, ROWS, 1, 0
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
local function variants(cc, id, kind, sets, more)
  more = more or {}
  more.kind, more.sets = kind, sets
  return on(cc, id, {"ask_cycles", "ask_choose"}, more)
end

local ASK = {grid = {"math.max(1, (count + 63)//64)"}, block = {64}}
local LANES = {grid = {"math.max(1, (n + "..(BLOCK - 1)..")//"..BLOCK..")"}, block = {BLOCK}}
-- A call is called as the function that it asks, unless it asks two.
local function asks(title) return not title:find(" ") and {fn = title} or nil end
local function ask(out, row, oracle, title)
  return call{args = {output(out), input"m", input(row), i32"count"}, oracle = oracle, tol = tol.exact, launch = ASK,
              title = title, asks = asks(title)}
end
local function ask_sets(out, oracle, width, title)
  return call{args = {output(out), input"m", input"variant", i32"sets"}, oracle = oracle, tol = tol.exact,
              grid = {"math.max(1, (sets*"..width.." + 63)//64)"}, block = {64}, title = title, asks = asks(title)}
end

local STREAM = {"hops", "fan"}
local BENCH = {n = 2^22, N = 4096, K = 512}

return lab {
  api = 1, rev = 1, id = "g04-occupancy", title = "Occupancy calculator and its trap",
  kind = "system", part = 2, domain = {"cuda", "latency"},
  seeds = {"S000-P2-L1", "S001-30", "S001-35", "S001-38", "S003-W02-C4", "S003-W18-C5", "S004-C01-T03",
    "S004-C01-T08"},
  requires = {"w02-transpose"}, suggests = {},
  hours = {read = 1.5, lab = 3},
  durable = {"Resident blocks: the least that warps, slots, registers and shared memory allow",
             "What is handed out is rounded, and the rounding decides at the edges",
             "Occupancy hides latency; it is enough as soon as something else is the bound",
             "Bytes under way are warps times what each of them has under way"},
  ephemeral = {{"Warps, slots and shared memory of an SM, by compute capability", as_of = "2026-11"},
               {"Registers that nvcc 13.0 gives the lab's three kernels", as_of = "2026-11"}},
  readings = {
    {"hopperwp", hours = .7, look_for = [[the table of an SM's limits by compute capability: which of them grew
      from A100 to H100, and which has been the same since Volta]]},
    {"pmpp", hours = .8, look_for = [[chapter 4, resource partitioning and occupancy: the example in which one
      register more costs a whole block. Do it with this lab's calculator]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"occupancy.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu"},
  limits = {wall_s = 20, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    m = {dtype = "i32", shape = {7}, dist = gen.custom"machine", note = "struct sm"},
    shape = {dtype = "i32", shape = {"count", "3"}, dist = gen.custom"shapes", note = "threads, registers, bytes"},
    need = {dtype = "i32", shape = {"count", "3"}, fields = {"warps", "regs_warp", "smem"}},
    by = {dtype = "i32", shape = {"count", "4"}, fields = {"BY_WARPS", "BY_BLOCKS", "BY_REGS", "BY_SMEM"}},
    held = {dtype = "i32", shape = {"count", "2"}, fields = {"blocks", "limits"}},
    wanted = {dtype = "i32", shape = {"count", "2"}, dist = gen.custom"wanted", note = "threads, blocks"},
    caps = {dtype = "i32", shape = {"count", "2"}, fields = {"reg_cap", "smem_cap"}},
    variant = {dtype = "i64", shape = {"sets", 6, 8}, dist = gen.custom"variants"},
    spent = {dtype = "i64", shape = {"sets", 6}},
    best = {dtype = "i32", shape = {"sets"}},
    next = {dtype = "i32", shape = {"n"}, dist = gen.custom"next"},
    at = {dtype = "i32", shape = {"n"}},
    x = {dtype = "f32", shape = {FAN, "n"}, dist = gen.normal{mean = 3, sd = 2}},
    y = {dtype = "f32", shape = {FAN, "n"}},
    a = {dtype = "f32", shape = {"K", "N"}, dist = gen.normal{}},
    b = {dtype = "f32", shape = {"K", "N"}, dist = gen.normal{}},
    c = {dtype = "f32", shape = {"N", "N"}},
  },

  calls = {
    ask_takes = ask("need", "shape", "takes", "takes"),
    ask_blocks = ask("by", "shape", "blocks", "blocks_by"),
    ask_resident = ask("held", "shape", "resident", "resident"),
    ask_caps = ask("caps", "wanted", "caps", "reg_cap and smem_cap"),
    ask_cycles = ask_sets("spent", "cycles", 6, "cycles"),
    ask_choose = ask_sets("best", "choose", 1, "choose"),
    hops = call{args = {output"at", input"next", i32"n"}, oracle = "hops", tol = tol.exact, launch = LANES},
    fan = call{args = {output"y", input"x", i32"n"}, oracle = "fan", tol = tol.rel_l2(2e-6), launch = LANES},
    tile = call{args = {output"c", input"a", input"b", i32"N", i32"K"}, oracle = "tile",
                tol = tol.dot{"math.max(K, 1)"}, grid = {"N//"..TILE, "N//"..TILE}, block = {BLOCK}},
  },
  order = {"ask_takes", "ask_blocks", "ask_resident", "ask_caps", "ask_cycles", "ask_choose", "hops", "fan", "tile"},

  cases = {
    on("90", "hopper", COUNTED, {tags = {"edge", "gate"}}),
    on("75", "turing", COUNTED, {tags = {"edge"}, note = "no reserve: 0 bytes are 0 bytes"}),
    on("80", "a100", COUNTED, {tags = {"edge"}}),
    on("86", "ga102", COUNTED, {tags = {"edge"}, note = "48 warps, 16 slots"}),
    on("89", "ada", COUNTED, {tags = {"edge"}}),
    on("100", "b200", COUNTED, {tags = {"edge"}}),
    on("90", "nobody-sells", COUNTED, {warps = 40, blocks = 20, smem = 192*1024, smem_block = 64*1024,
       smem_reserve = 1000, tags = {"edge"},
       note = "a block may have a third of the shared memory, and the reserve is no multiple of the unit"}),
    on("90", "more-slots-than-warps", COUNTED, {warps = 16, blocks = 20, smem = 20*1024, smem_block = 19*1024,
      tags = {"edge"}, note = "so little shared memory that for 20 blocks the reserve is all of it"}),
    variants("90", "edges", 2, 4, {tags = {"edge"},
      note = "no work, nothing that can run, equal times, large products"}),
    variants("90", "three-kernels", 1, 3, {note = "hops, fan and tile, as nvcc builds them under several bounds"}),
    variants("89", "drawn", 0, 40),
    on("90", "hidden", COUNTED, {corners = 0, count = 90, warps = gen.pick{32, 40, 56}, blocks = gen.pick{12, 20, 28},
       smem = gen.pick{96*1024, 192*1024}, smem_block = gen.pick{64*1024, 95*1024}, hidden = true,
       note = "another that nobody sells"}),
    variants("80", "hidden-variants", 0, gen.pick{25, 30}, {warps = gen.pick{32, 48}, hidden = true}),
    {id = "n0", n = 0, calls = STREAM, tags = {"edge"}},
    {id = "n300", n = 300, calls = STREAM, tags = {"edge"}},
    {id = "n-hidden", n = gen.pick{257, 513, 700}, calls = STREAM, hidden = true},
    {id = "k0", N = 128, K = 0, calls = {"tile"}, tags = {"edge"}},
    {id = "tile-hidden", N = 128, K = gen.pick{3, 7}, calls = {"tile"}, hidden = true},
    {id = "n-bench", n = BENCH.n, calls = STREAM, tags = {"bench"}},
    {id = "tile-bench", N = BENCH.N, K = BENCH.K, calls = {"tile"}, tags = {"bench"}},
  },

  gates = {
    gate{id = "hops-regs", call = "hops", counter = "regs", op = "<=", value = reg_cap(sm"90", BLOCK, 8), on = "cuda",
         why = "a lane has one load under way: all of an SM's warps are wanted, and so few registers allow them"},
    gate{id = "hops-spill", call = "hops", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "hops has no need to spill"},
    gate{id = "fan-spill", call = "fan", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "FAN values in as few registers as full occupancy leaves would go to memory and come back"},
    gate{id = "tile-spill", call = "tile", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "64 sums stay in registers: bounds for more blocks than fit spill them"},
    gate{id = "tile-regs", call = "tile", counter = "regs", op = "<=", value = reg_cap(sm"90", BLOCK, 2), on = "cuda",
         why = "two blocks an SM, so that one computes while the other waits"},
    gate{id = "caps-formula", call = "ask_caps", case = "hopper", counter = "act_thr", op = ">=", value = 22,
         why = "the way back is a formula, and all lanes go it together: a search through 255 registers parts them"},
  },

  bench = {
    bench{id = "hops", call = "hops", case = "n-bench", clock = "gpu", on = "cuda", bytes = "8*n"},
    bench{id = "fan", call = "fan", case = "n-bench", clock = "gpu", on = "cuda", bytes = "8*n*"..FAN},
    bench{id = "tile", call = "tile", case = "tile-bench", clock = "gpu", on = "cuda", flops = "2*N*N*K"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "GFLOP", answer = "2*f.bench.N^2*f.bench.K/1e9",
            ask = "FLOP of tile for N = {{= n(f.bench.N)}} and K = {{= f.bench.K}}?",
            worked = "A product and a sum for each of N² results and each k."},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "8*f.fan*f.bench.n/1e9",
            ask = [[Bytes that fan has to move for {{= n(f.bench.n)}} columns of {{= f.fan}} floats, read
              and written?]],
            worked = "Four bytes each way for each value."},
    predict{id = "bound", axis = "intensity", ask = "What does a warp of hops wait for?",
            choices = {"issue slots", "bandwidth of HBM", "the latency of its own last load"},
            answer = "the latency of its own last load",
            worked = "Each address is the value of the load before: one load under way, whatever the bounds."},
    predict{id = "lanes", axis = "parallelism", unit = "1", answer = "f.needed(4)", rtol = .1,
            ask = [[An H200's memory wants {{= f.rate}} bytes a cycle and SM, and answers after {{= f.latency}}
              cycles. How many warps keep it busy if each lane has one load of 4 bytes under way?]],
            worked = [[{{= f.rate}} x {{= f.latency}} = {{= n(f.rate*f.latency)}} bytes under way, {{= 4*f.warp}}
              of them a warp.]]},
    predict{id = "risk", axis = "failure", ask = "Shared memory of a block is raised by 1 KiB. What may happen?",
            choices = {"nothing that one would notice",
                       "a block less on each SM: half or a third of the warps are gone",
                       "the launch is slower by one part in a hundred"},
            answer = "a block less on each SM: half or a third of the warps are gone",
            worked = "Blocks are whole. What is left over on the SM is of no use to anybody."},
  },

  facts = function(hw)
    local f = {warp = WARP, parts = PARTS, unit = REG_UNIT, fan = FAN, hops = HOPS, block = BLOCK, bench = BENCH,
               latency = LATENCY, rate = RATE, issue = ISSUE, cc = {}, limit = limit, reg_cap = reg_cap,
               smem_cap = smem_cap, resident = resident, by = blocks_by, up = up}
    for _, cc in ipairs{"75", "80", "86", "89", "90", "100"} do f.cc[cc] = sm(cc) end
    f.h = f.cc["90"]
    f.occ = function(threads, regs, smem, m) return warps_of(m or f.h, threads, regs, smem)/(m or f.h).warps end
    f.needed = function(bytes) return math.ceil(RATE*LATENCY/(WARP*bytes)) end -- warps, with so many bytes a lane
    f.per_cycle = hw.h200_m.bw/hw.h200.sms/hw.h200_time.clock
    -- Variants that the lesson puts side by side: what nvcc 13.0 says of the kernels, and counts from their source.
    local function variant(threads, regs, smem, waits, chain, inst, bytes, warps)
      return {threads, regs, smem, waits = waits, chain = chain, inst = inst, bytes = bytes, warps = warps}
    end
    local HOP = HOPS*32*32 + 2*128                        -- a sector for each hop of each lane
    f.variants = {
      hops_eighth = variant(256, 20, 227*1024, HOPS + 1, 80, 60, HOP, 1024),
      hops_quarter = variant(256, 20, 113*1024, HOPS + 1, 80, 60, HOP, 1024),
      hops_full = variant(256, 20, 0, HOPS + 1, 80, 60, HOP, 1024),
      fan_two = variant(256, 96, 0, 1, 300, 200, 2*FAN*128, 1024),
      fan_none = variant(256, 48, 0, 4, 300, 205, 2*FAN*128, 1024),
      fan_eight = variant(256, 32, 0, 3, 300, 260, 2*FAN*128 + 32*(136 + 180), 1024),
    }
    f.hops_us = {full = 405.0, half = 502.6, quarter = 504.7, eighth = 550.7} -- an H200, kernels/RESULTS.md
    -- Registers, spilled bytes (stores, loads) and, on an H200, microseconds (kernels/RESULTS.md), by
    -- the second number of __launch_bounds__(256, …): nvcc 13.0.88, sm_90a.
    f.built = {
      hops = {{"none", 20, 0, 0, 405.0}, {8, 20, 0, 0, 404.8}},
      fan = {{"none", 48, 0, 0, 291.2}, {2, 96, 0, 0, 277.3}, {4, 64, 0, 0, 288.4}, {8, 32, 136, 180, 448.4}},
      tile = {{"none", 96, 0, 0, 1010.7}, {2, 96, 0, 0, 992.8}, {4, 64, 312, 244, 4285.5},
              {8, 32, 784, 588, 10923.9}},
    }
    f.cycles = function(name) return cycles(f.h, f.variants[name]) end
    f.most = function(name) return math.max(table.unpack(f.cycles(name))) end
    return f
  end,

  questions = {
    q.num{id = "registers", seed = "S001-30", unit = "%", rtol = .01,
      ask = [[sm_90, blocks of 256 threads, {{= p.r}} registers a thread, no shared memory. Which share of the
        SM's warps is resident?]],
      vary = {r = {41, 49, 81}},
      answer = function(f, p) return 100*f.occ(256, p.r, 0) end,
      wrong = {{value = function(f, p) return 100*(65536//(p.r*256))*8/64 end,
                hint = "Registers are handed out to a warp, in whole units of 256."},
               {value = function(f, p) return 100*65536/(p.r*2048) end, hint = "Blocks are whole."}},
      worked = [[A warp takes {{= n(f.up(p.r*32, 256))}} registers, a part of {{= n(65536//4)}} has room for
        {{= 65536//4//f.up(p.r*32, 256)}}, the SM for {{= 65536//4//f.up(p.r*32, 256)*4}}:
        {{= f.resident(f.h, 256, p.r, 0)}} blocks of 8.]]},
    q.num{id = "shared", seed = "S004-C01-T08", unit = "%", rtol = .01,
      ask = [[sm_90, blocks of 256 threads that ask for {{= p.k}} KiB of shared memory, few registers. Which share
        of the warps?]],
      vary = {k = {32, 45, 57}},
      answer = function(f, p) return 100*f.occ(256, 16, p.k*1024) end,
      wrong = {{value = function(f, p) return 100*math.min(8, 228//p.k)*8/64 end,
                hint = "Each block pays 1 KiB more, for the system."},
               {value = function(f, p) return 100*math.min(8, 256//p.k)*8/64 end,
                hint = "256 KiB are L1 and shared memory together. Shared memory may have 228 of them."}},
      worked = [[{{= p.k}} + 1 KiB into {{= n(f.h.smem/1024)}}: {{= f.resident(f.h, 256, 16, p.k*1024)}} blocks of
        8 warps, of {{= f.h.warps}}.]]},
    q.num{id = "odd-blocks", seed = "S004-C01-T08", unit = "1", rtol = 0,
      ask = [[sm_90, {{= p.t}} threads a block, 136 registers a thread. How many blocks does an SM hold? Mind that
        a warp's registers lie in one of four parts.]],
      vary = {t = {64, 96, 160, 224}},
      answer = function(f, p) return f.resident(f.h, p.t, 136, 0) end,
      wrong = {{value = function(f, p) return 65536//(136*p.t) end,
                hint = "That divides the whole file. A part holds a whole number of warps."},
               {value = function() return 12 end, hint = "Those are the warps. How many blocks do they make?"}},
      worked = [[136 x 32 = {{= n(136*32)}} registers a warp, three into a part of {{= n(65536//4)}}, twelve
        warps: {{= f.resident(f.h, p.t, 136, 0)}} of {{= p.t//32}} in a block. The whole file divided would say
        {{= 65536//(136*p.t)}} blocks.]]},
    q.num{id = "bounds", seed = "S001-30", unit = "1", rtol = 0,
      ask = [[`__launch_bounds__({{= p.t}}, {{= p.b}})` on sm_90: how many registers may a thread have at most?]],
      vary = {t = {160, 224}, b = {3, 4, 5}},
      answer = function(f, p) return f.reg_cap(f.h, p.t, p.b) end,
      wrong = {{value = function(f, p) return 65536//(p.t*p.b) end,
                hint = "Rounded down to a multiple of 8, and by warps of a part."},
               {value = function() return 255 end, hint = "That is a thread's limit, whoever else is there."}},
      worked = [[{{= p.b}} x {{= p.t//32}} = {{= p.b*p.t//32}} warps, {{= math.ceil(p.b*p.t/128)}} in a part of
        {{= n(65536//4)}}: {{= n(65536//4//math.ceil(p.b*p.t/128)//256*256)}} registers a warp, rounded down,
        {{= f.reg_cap(f.h, p.t, p.b)}} a thread.]]},
    q.num{id = "share", seed = "S004-C01-T08", unit = "B", rtol = 0,
      ask = [[How many bytes of shared memory may a block ask for on sm_90, if {{= p.b}} blocks are to be resident?]],
      vary = {b = {5, 9, 11}},
      answer = function(f, p) return f.smem_cap(f.h, p.b) end,
      wrong = {{value = function(f, p) return f.h.smem//p.b end,
        hint = "In units of 128 bytes, and 1,024 are not yours."},
               {value = function(f, p) return f.h.smem//p.b - 1024 end, hint = "In units of 128 bytes."}},
      worked = [[{{= n(f.h.smem)}} / {{= p.b}}, down to a multiple of 128, less 1,024:
        {{= n(f.smem_cap(f.h, p.b))}}.]]},
    q.num{id = "small", seed = "S001-38", unit = "%", rtol = .01,
      ask = [[Blocks of one warp, 24 registers a thread, on compute capability {{= p.cc//10}}.{{= p.cc%10}}. Which
        share of the SM's warps is resident at most?]],
      vary = {cc = {80, 86, 89}},
      answer = function(f, p) return 100*f.occ(32, 24, 0, f.cc[("%d"):format(p.cc)]) end,
      wrong = {{value = function() return 100 end, hint = "Registers allow it. And the slots?"}},
      worked = [[{{= f.cc[("%d"):format(p.cc)].blocks}} slots of a warp each, and room for
        {{= f.cc[("%d"):format(p.cc)].warps}}: {{= pct(f.occ(32, 24, 0, f.cc[("%d"):format(p.cc)]), 1)}}. Small
        blocks meet the slots first.]]},
    q.num{id = "enough", seed = "S001-30", unit = "1", rtol = 0,
      ask = [[{{= f.rate}} bytes a cycle and SM, {{= f.latency}} cycles of latency. Each lane has {{= p.l}} loads
        of 16 bytes under way. How many warps are enough for the memory?]],
      vary = {l = {1, 2, 4}},
      answer = function(f, p) return f.needed(16*p.l) end,
      wrong = {{value = function(f, p) return f.needed(4*p.l) end, hint = "16 bytes a load."},
               {value = function() return 64 end, hint = "As many as fit, or as many as are needed?"}},
      worked = [[{{= n(f.rate*f.latency)}} bytes under way; a warp has {{= n(32*16*p.l)}}: {{= f.needed(16*p.l)}}
        warps, {{= pct(f.needed(16*p.l)/64, 0)}} of the SM. More of them don't make the memory faster.]]},
    q.num{id = "turns", seed = "S001-35", unit = "1", rtol = 0,
      ask = [[An SM has {{= n(p.w)}} warps to run, in blocks of 256 threads with 72 registers. In how many turns?]],
      vary = {w = {1000, 1400, 3000}},
      answer = function(f, p) return math.ceil(p.w/(64*f.occ(256, 72, 0))) end,
      wrong = {{value = function(f, p) return math.ceil(p.w/64) end, hint = "64 warps would need 32 registers."}},
      worked = [[{{= n(64*f.occ(256, 72, 0))}} warps are resident: {{= n(p.w)}} / {{= n(64*f.occ(256, 72, 0))}},
        rounded up.]]},
    q.choice{id = "cliff", seed = "S004-C01-T08", answer = 2,
      ask = "256 threads, 64 registers: 50 % on sm_90. The next version has 65 registers. Then…",
      options = {"50 %: nobody notices a register", "37.5 %: a warp takes 2,304 registers, and three blocks fit",
                 "49 %: occupancy goes with 1 / registers", "25 %: the number of blocks halves"},
      worked = [[65 x 32 is rounded up to 2,304; seven warps fit into a part, 28 into the SM, three blocks of 8.]]},
    q.choice{id = "trap", seed = "S001-30", answer = 3,
      ask = [[`tile` with bounds for eight blocks has 100 % occupancy and is several times slower than with 25 %.
        What costs the time?]],
      options = {"More warps mean more conflicts in the scheduler", "The launch takes longer with more blocks",
                 "Its 64 sums do not fit in 32 registers: each round stores and loads them again",
                 "The clock sinks at full occupancy"},
      worked = [[`ridge profile` shows spilled bytes. The chains that occupancy would hide are hidden already: 64
        sums of a thread do not wait for one another.]]},
    q.choice{id = "goal", seed = "S001-38", answer = 4,
      ask = "A kernel moves 95 % of what the memory can, at 37 % occupancy. What do you do about occupancy?",
      options = {"Fewer registers, for 50 %", "Larger blocks", "Smaller blocks", "Nothing"},
      worked = "It is sufficient. Something else is the bound, and more warps would only wait for it, too."},
    q.multi{id = "which", seed = "S003-W02-C4", answer = {1, 3, 4},
      ask = "Which of these may change how many blocks an SM holds?",
      options = {"__launch_bounds__", "the number of blocks of the grid", "the size of a __shared__ array",
                 "the compute capability"},
      worked = [[A grid that is too small leaves SMs empty, which is another matter: what they *could* hold is the
        same.]]},
    q.text{id = "quarter", seed = "S001-30", min_words = 40,
      ask = [[A colleague has read that occupancy should be 100 % and brings a kernel from 96 registers to 32 by
        launch bounds. It is slower. Explain why by what the counters show, say what occupancy is for, and how you
        would find out how much of it is enough.]],
      rubric = {"spilled bytes, more instructions and more traffic", "fewer loads under way in each warp",
                "occupancy hides latency by giving the scheduler others to issue from",
                "enough: rate times latency against what a warp has under way; or the time at several occupancies"}},
  },

  hints = {
    {on = "build", match = {"undefined", "launch_bounds", "__host__"},
     [[nvcc names the line. `extern "C" __global__ void __launch_bounds__(BLOCK, 2) name(…)`: the bounds stand
       between void and the name.]]},
    {on = "case:turing/ask_takes", "No reserve, units of 256: 0 bytes stay 0 bytes."},
    {on = "case:turing/ask_blocks", "A block that takes nothing of a resource is not limited by it: NO_LIMIT."},
    {on = "case:hopper/ask_takes", "Each warp's registers are rounded up, not each thread's and not the block's."},
    {on = "case:hopper/ask_blocks", [[Is the file divided in four before it is divided by a warp's registers? And
      does a block that may not be, by lab.h, give 0 in its own place and nowhere else?]]},
    {on = "case:hopper/ask_resident",
      "All resources that agree on the least have their bit set, not the first of them."},
    {on = "case:hopper/ask_caps", [[Warps of all blocks, over four parts, rounded up; a part's registers over
      them, rounded down to 256; over 32. Then the limits of a thread, of slots, of warps.]]},
    {on = "case:edges/ask_cycles", [[No work takes 0 cycles, and a block that the SM can't hold -1. Are the
      products computed in long long?]]},
    {on = "case:edges/ask_choose", "-1 is not the fewest cycles. Of equal ones the first."},
    {on = "case:three-kernels/ask_cycles", "The turns are rounded up before they are multiplied."},
    {on = "case:nobody-sells/ask_caps", "A block may not ask for more than smem_block, however few there are."},
    {on = "gate:caps-formula", "Go blocks_by backwards instead of trying 255 registers."},
    {on = "gate:hops-regs", "hops needs few registers. Did you leave it, or ask for fewer blocks?"},
    {on = "gate:fan-spill", "32 values and 32 registers: ask for fewer blocks."},
    {on = "gate:tile-spill",
      "64 sums, 16 operands, addresses: how many blocks leave so many registers? Ask reg_cap."},
    {on = "gate:tile-regs", "Without bounds for two blocks nvcc may take more than two blocks can have."},
    {on = "call:ask_cycles", "Where does occupancy stand in lab.h's three lines? Only in the third."},
    {on = "call:hops", "One line: hops_body(y, next, n)."},
    {on = "correct", "Take the first row that differs and do it on paper, resource by resource."},
    {after = 3, "`ridge hint g04-occupancy` shows the next tier; the third has the registers."},
  },

  points = {compile = 5, correct = 50, sanitize = 5, profile = 10, answers = 30},
}
