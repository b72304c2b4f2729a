-- g05-ilp: independent instructions of one thread: wide loads, several chains, and a load ahead of its use.

local THREADS, DEGREE = 128, 127
local GATE = 2^14
local BENCH = {axpy = 2^26, sum = 2^26, poly = 2^23}
local FMA, SCHEDULERS = 4, 4           -- cycles from a multiply-add to the next that needs it; schedulers of an SM
local AXPY = {"axpy_1", "axpy_4"}
local SUMS = {"sum_1", "sum_4", "sum_16"}
local POLY = {"poly_1", "poly_4", "poly_ahead"}

local function case(id, n, calls, fields, more)
  local c = {id = id, n = n, calls = calls}
  for _, t in ipairs{fields, more or {}} do for k, v in pairs(t) do c[k] = v end end
  return c
end
local function axpy(id, n, first, more) return case(id, n, AXPY, {first = first, a = 1.5, behind = 9}, more) end
local function sum(id, n, blocks, more) return case(id, n, SUMS, {blocks = blocks, kind = 0}, more) end
local function poly(id, n, blocks, more) return case(id, n, POLY, {blocks = blocks}, more) end

local function one_each(width) return {grid = {"math.max(1, (n + "..(width - 1)..")//"..width..")"},
  block = {256}} end
local STRIDE = {grid = {"blocks"}, block = {THREADS}}
local function axpy_call(width)
  return call{args = {inout"ay", input"ax", f32"a", i32"first", i64"n"}, oracle = "axpy", tol = tol.dot{2},
              launch = one_each(width)}
end
local function sum_call()
  return call{args = {output"part", input"x", i64"n"}, oracle = "parts", tol = tol.exact, launch = STRIDE}
end
local function poly_call()
  return call{args = {output"y", input"px", i64"n"}, oracle = "poly", tol = tol.dot{DEGREE}, launch = STRIDE}
end

-- Cycles that an element costs a warp alone on its scheduler, by the lesson's model: `chains` elements at once.
local function poly_cycles(latency, chains, ahead)
  local work = math.max(FMA, chains)*DEGREE
  return (ahead and math.max(latency, work) or latency + work)/chains
end

local function gates()
  local out = {}
  local function add(t) out[#out + 1] = gate(t) end
  for _, name in ipairs{"axpy_4", "sum_4", "sum_16", "poly_4", "poly_ahead"} do
    add{id = name.."-vector", call = name, counter = "ptx:ld.global.v4", op = ">=", value = name == "sum_16" and 4
      or 1,
        on = "cuda", why = "16 bytes a lane are one load in the code"}
    add{id = name.."-spill", call = name, counter = "spill_B", op = "==", value = 0, on = "cuda",
        why = "what is unrolled stays in registers"}
    add{id = name.."-regs", call = name, counter = "regs", op = "<=", value = 64, on = "cuda",
        why = "so many registers still leave half of an SM's warps"}
  end
  add{id = "sum_16-stack", call = "sum_16", counter = "stack_B", op = "==", value = 0, on = "cuda",
      why = "sums have constant indices: an array whose index the compiler doesn't know lies in memory"}
  add{id = "axpy-shows", call = "axpy_1", case = "gate", counter = "g_ld_spr", op = "<=", value = 4,
      why = "step 1 loads 4 bytes a lane, to be measured"}
  add{id = "axpy-wide", call = "axpy_4", case = "gate", counter = "g_ld_spr", op = ">=", value = 15.9,
      why = "16 bytes a lane are 16 sectors a request"}
  add{id = "axpy-once", call = "axpy_4", case = "gate", counter = "g_ld_sec", op = "<=", value = "2*(n//8)",
      why = "neighbouring lanes have neighbouring quads, so each sector comes once"}
  add{id = "axpy-store", call = "axpy_4", case = "gate", counter = "g_st_req", op = "<=", value = "n//128",
      why = "the result is stored as wide as it was loaded"}
  add{id = "axpy-anywhere", call = "axpy_4", case = "gate-3", counter = "g_ld_req", op = "<=",
    value = "2*(n//128) + 8",
      why = "a range that begins within a quad is as wide behind its first elements"}
  for _, name in ipairs{"sum_4", "sum_16"} do
    add{id = name.."-wide", call = name, case = "sum-gate", counter = "g_ld_spr", op = ">=", value = 15.9,
        why = "16 bytes a lane are 16 sectors a request"}
    add{id = name.."-once", call = name, case = "sum-gate", counter = "g_ld_sec", op = "<=", value = "n//8",
        why = "each element is loaded once"}
  end
  for _, name in ipairs{"sum_4", "sum_16"} do
    add{id = name.."-odd", call = name, case = "sum-gate-3", counter = "g_ld_req", op = "<=", value = "n//128 + 8",
        why = "where n is no multiple of 4, the last quad alone is loaded one by one"}
  end
  for _, name in ipairs{"poly_4", "poly_ahead"} do
    for _, counter in ipairs{"g_ld_req", "g_st_req"} do
      add{id = name.."-odd-"..counter:sub(3, 4), call = name, case = "poly-gate-3", counter = counter, op = "<=",
          value = "n//128 + 8", why = "where n is no multiple of 4, the last quad alone goes one by one"}
    end
  end
  add{id = "poly-shows", call = "poly_1", case = "poly-gate", counter = "const_req", op = ">=",
      value = "n//32*"..DEGREE, why = "step 1 fetches a coefficient for each step of each element, to be measured"}
  for _, name in ipairs{"poly_4", "poly_ahead"} do
    add{id = name.."-wide", call = name, case = "poly-gate", counter = "g_ld_spr", op = ">=", value = 15.9,
        why = "a thread's four elements are one request"}
    add{id = name.."-together", call = name, case = "poly-gate", counter = "const_req", op = "<=",
        value = ("n//128*%d"):format(DEGREE + 1), why = "four elements go through the coefficients together"}
    add{id = name.."-once", call = name, case = "poly-gate", counter = "g_ld_sec", op = "<=", value = "n//8",
        why = "each element is loaded once"}
    add{id = name.."-store", call = name, case = "poly-gate", counter = "g_st_req", op = "<=", value = "n//128",
        why = "four results are one store"}
  end
  return out
end

return lab {
  api = 1, rev = 1, id = "g05-ilp", title = "ILP, vector loads, unrolling",
  kind = "kernel", part = 2, domain = {"cuda", "latency"},
  seeds = {"S001-17"},
  requires = {"g04-occupancy"}, suggests = {},
  hours = {read = 1.5, lab = 3.5},
  durable = {"Latency is hidden by independent work, of other warps or of the same thread",
             "Warps times chains: what a unit needs is rate times latency",
             "A wide load is one request; what stands before and behind it is done by itself",
             "The order of a sum decides how many of its additions can be under way"},
  ephemeral = {{"4 cycles for a multiply-add, four schedulers an SM of sm_90", as_of = "2026-11"},
               {"Registers and vector loads as nvcc 13.0 makes them", as_of = "2026-11"}},
  readings = {
    {"hopperdissect", hours = .8, look_for = [[the table of latencies: how it was measured, and how many
      independent instructions each of them asks for]]},
    {"gordicmatmul", hours = .7, look_for = [[where he makes loads 16 bytes wide, and what else had to change
      before that was possible]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"ilp.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu"},
  limits = {wall_s = 20, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    ax = {dtype = "f32", shape = {"first + n + behind"}, dist = gen.normal{}},
    ay = {dtype = "f32", shape = {"n + 16"}, dist = gen.normal{}},
    x = {dtype = "f32", shape = {"n"}, dist = gen.custom"numbers"},
    part = {dtype = "f32", shape = {"blocks*"..THREADS}},
    px = {dtype = "f32", shape = {"n"}, dist = gen.uniform{lo = -1, hi = 1}},
    y = {dtype = "f32", shape = {"n"}},
  },

  calls = {
    axpy_1 = axpy_call(256), axpy_4 = axpy_call(1024),
    sum_1 = sum_call(), sum_4 = sum_call(), sum_16 = sum_call(),
    poly_1 = poly_call(), poly_4 = poly_call(), poly_ahead = poly_call(),
  },
  order = {"axpy_1", "axpy_4", "sum_1", "sum_4", "sum_16", "poly_1", "poly_4", "poly_ahead"},

  cases = {
    axpy("none", 0, 0, {tags = {"edge"}}),
    axpy("none-at-3", 0, 3, {tags = {"edge"}}),
    axpy("one", 1, 0, {tags = {"edge"}}),
    axpy("one-at-1", 1, 1, {tags = {"edge"}, note = "neither a whole quad nor the end of one"}),
    axpy("two-at-3", 2, 3, {tags = {"edge"}}),
    axpy("quad-at-4", 4, 4, {tags = {"edge"}}),
    axpy("seven-at-6", 7, 6, {tags = {"edge"}}),
    axpy("1023", 1023, 0),
    axpy("1029-at-5", 1029, 5),
    axpy("x-ends", 70, 3, {behind = 0, tags = {"edge"}, note = "x ends with the range, in the middle of a quad"}),
    axpy("hidden", gen.pick{333, 1026, 2051}, gen.pick{1, 2, 3, 7}, {hidden = true}),
    sum("sum-none", 0, 1, {tags = {"edge"}}),
    sum("sum-one", 1, 1, {tags = {"edge"}}),
    sum("sum-3", 3, 2, {tags = {"edge"}}),
    sum("sum-6", 6, 1, {tags = {"edge"}}),
    sum("sum-round", 16*THREADS, 1, {tags = {"edge"}, note = "one round of sixteen chains, to the element"}),
    sum("sum-round-1", 16*THREADS - 1, 1, {tags = {"edge"}}),
    sum("sum-many", 20005, 5),
    sum("sum-odd-values", 5000, 1, {kind = 1, tags = {"edge"}, note = "NaN and infinities in some of the chains"}),
    sum("hidden-sum", gen.pick{7777, 9998, 16387}, gen.pick{1, 2, 3}, {hidden = true}),
    poly("poly-none", 0, 1, {tags = {"edge"}}),
    poly("poly-one", 1, 1, {tags = {"edge"}}),
    poly("poly-7", 7, 1, {tags = {"edge"}}),
    poly("poly-turn", 4*THREADS, 1, {tags = {"edge"}, note = "each thread has one quad: there is no next one"}),
    poly("poly-many", 2051, 1),
    poly("poly-blocks", 1702, 3, {tags = {"edge"}}),
    poly("hidden-poly", gen.pick{1001, 1538, 2500}, gen.pick{1, 2}, {hidden = true}),
    axpy("gate", GATE, 0, {tags = {"gate"}}),
    axpy("gate-3", GATE, 3, {tags = {"gate"}}),
    sum("sum-gate", GATE, 2, {tags = {"gate"}}),
    poly("poly-gate", GATE//2, 2, {tags = {"gate"}}),
    sum("sum-gate-3", GATE + 3, 2, {calls = {"sum_4", "sum_16"}, tags = {"gate"}}),
    poly("poly-gate-3", GATE//2 + 3, 2, {calls = {"poly_4", "poly_ahead"}, tags = {"gate"}}),
    axpy("bench", BENCH.axpy, 0, {tags = {"bench"}}),
    sum("sum-bench", BENCH.sum, 132*4, {tags = {"bench"}}),
    poly("poly-bench", BENCH.poly, 132, {tags = {"bench"}}),
  },

  gates = gates(),

  bench = {
    bench{id = "axpy", call = "axpy_4", case = "bench", clock = "gpu", on = "cuda", flops = "2*n", bytes = "12*n"},
    bench{id = "sum-4", call = "sum_4", case = "sum-bench", clock = "gpu", on = "cuda", flops = "n", bytes = "4*n",
          title = "four chains, a quarter of an SM's warps"},
    bench{id = "sum-16", call = "sum_16", case = "sum-bench", clock = "gpu", on = "cuda", flops = "n", bytes = "4*n",
          title = "sixteen chains, a quarter of an SM's warps"},
    bench{id = "poly-4", call = "poly_4", case = "poly-bench", clock = "gpu", on = "cuda", flops = "2*127*n",
          bytes = "8*n", title = "four chains, a warp a scheduler"},
    bench{id = "poly-ahead", call = "poly_ahead", case = "poly-bench", clock = "gpu", on = "cuda", flops = "2*127*n",
          bytes = "8*n", title = "and the next load ahead"},
    bench{id = "axpy-requests", call = "axpy_4", case = "gate-3", metric = "fewer:g_ld_req", on = "simt"},
    bench{id = "sum-requests", call = "sum_16", case = "sum-gate", metric = "fewer:g_ld_req", on = "simt"},
    bench{id = "coefficients", call = "poly_ahead", case = "poly-gate", metric = "fewer:const_req", on = "simt"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "GFLOP", answer = "2*f.degree*f.poly/1e9",
            ask = "FLOP of the polynomial of degree {{= f.degree}} for {{= n(f.poly)}} elements?",
            worked = "A product and a sum a step."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "8*f.poly/1e6",
            ask = "Bytes that it moves, read and written?", worked = "Four bytes each way."},
    predict{id = "bound", axis = "intensity", ask = [[poly_1 with one warp for each scheduler: what does the
      scheduler do most of the time?]],
            choices = {"it issues multiply-adds", "it waits: for a load, or for the last multiply-add",
                       "it waits for coefficients"},
            answer = "it waits: for a load, or for the last multiply-add",
            worked = [[A warp alone issues one multiply-add in {{= f.fma}} cycles, and none at all while an
              element is on its way.]]},
    predict{id = "chains", axis = "parallelism", unit = "1", answer = "f.fma*f.schedulers",
            ask = [[A multiply-add takes {{= f.fma}} cycles, and each of an SM's {{= f.schedulers}} schedulers
              issues one a cycle. How many warps with one chain keep all of them busy?]],
            worked = "Latency times rate, for each scheduler."},
    predict{id = "risk", axis = "failure", ask = "A float4 is read at x + 1. What happens on a GPU?",
            choices = {"two loads in place of one", "an error: the address is no multiple of 16",
                       "the float4 at x"},
            answer = "an error: the address is no multiple of 16",
            worked = "cudaErrorMisalignedAddress, which whoever asks first will hear."},
  },

  facts = function(hw)
    local h = hw.h200
    local f = {n = BENCH.axpy, poly = BENCH.poly, degree = DEGREE, fma = FMA, schedulers = SCHEDULERS, warp = h.warp,
               latency = hw.h200_time.lat_dram, sms = h.sms, bw = hw.h200_m.bw, clock = hw.h200_time.clock,
                 gate = GATE,
               poly_cycles = poly_cycles}
    -- Microseconds on an H200, by warps an SM (kernels/RESULTS.md): poly_1, poly_4, poly_ahead; sum_1, sum_4, sum_16.
    f.took = {poly = {[4] = {322.5, 102.5, 66.2}, [16] = {92.5, 55.3, 44.7}, [64] = {60.6, 44.8, 44.0}},
              sum = {[4] = {456.4, 414.9, 212.0}, [16] = {135.1, 125.1, 84.3}, [64] = {74.5, 74.4, 73.8}}}
    f.of_copy = {axpy_1 = .806, axpy_4 = 1.025}
    f.slots = {[4] = {.242, .487, .945}, [16] = {.496, .662, .985}} -- the share of issue slots: 1, 2, 4 chains
    f.rate = f.bw/f.sms/f.clock                           -- bytes a cycle and SM
    f.needed = f.rate*f.latency                           -- bytes under way
    f.loads = function(n, width) return n/(f.warp*width/4) end
    f.chain = function(adds, chains) return adds/chains*FMA end
    f.share = function(warps, chains) return math.min(1, warps*chains/(SCHEDULERS*FMA)) end
    f.last = function(n, first)                           -- elements before, quads, elements behind
      local head = math.min(n, (4 - first % 4) % 4)
      return {head, (n - head)//4, (n - head) % 4}
    end
    return f
  end,

  questions = {
    q.num{id = "warps", seed = "S001-17", unit = "1", rtol = 0,
      ask = [[A multiply-add takes {{= f.fma}} cycles, an SM has {{= f.schedulers}} schedulers. Each thread has
        {{= p.c}} independent chains. How many warps saturate the SM?]],
      vary = {c = {2, 4}},
      answer = function(f, p) return f.fma*f.schedulers//p.c end,
      wrong = {{value = function(f) return f.fma*f.schedulers end, hint = "That is with one chain in each thread."},
               {value = function(f, p) return f.fma*f.schedulers*p.c end, hint = "More chains need fewer warps."}},
      worked = [[{{= f.fma*f.schedulers}} instructions have to be under way; a warp has {{= p.c}}.]]},
    q.num{id = "share", seed = "S001-17", unit = "%", rtol = .01,
      ask = [[{{= p.w}} warps on an SM, each with {{= p.c}} chain(s) of multiply-adds and nothing else. Which part
        of the issue slots is used?]],
      vary = {w = {4, 6}, c = {1, 2}},
      answer = function(f, p) return 100*f.share(p.w, p.c) end,
      wrong = {{value = function(f, p) return 100*p.w/64 end, hint = "Occupancy is not use."}},
      worked = [[{{= p.w}} x {{= p.c}} of the {{= f.fma*f.schedulers}} that would have to be under way:
        {{= pct(f.share(p.w, p.c), 1)}}.]]},
    q.num{id = "flight", seed = "S001-17", unit = "1", rtol = 0,
      ask = [[An H200's SM wants {{= n(f.needed, 0)}} bytes under way. {{= p.w}} warps are resident. How many
        float4 must each lane have under way at least?]],
      vary = {w = {4, 8, 12}},
      answer = function(f, p) return math.ceil(f.needed/(p.w*32*16)) end,
      wrong = {{value = function(f, p) return math.ceil(f.needed/(p.w*32*4)) end, hint = "A float4 is 16 bytes."},
               {value = function(f, p) return math.ceil(f.needed/(p.w*16)) end, hint = "A warp has 32 lanes."}},
      worked = [[{{= p.w}} warps have {{= n(p.w*32*16)}} bytes under way with one each; {{= n(f.needed, 0)}} /
        {{= n(p.w*32*16)}}, rounded up: {{= math.ceil(f.needed/(p.w*32*16))}}.]]},
    q.num{id = "requests", seed = "S001-17", unit = "1", rtol = 0,
      ask = [[axpy of {{= n(p.n)}} floats, aligned: how many load requests do the warps issue with {{= p.b}} bytes
        a lane?]],
      vary = {n = {2^15, 2^20}, b = {8, 16}},
      answer = function(f, p) return 2*f.loads(p.n, p.b) end,
      wrong = {{value = function(f, p) return f.loads(p.n, p.b) end, hint = "x and y."},
               {value = function(f, p) return 2*f.loads(p.n, 4) end, hint = "That is with 4 bytes a lane."}},
      worked = [[{{= n(32*p.b/4)}} floats a request, two arrays. The sectors are the same at any width; requests,
        instructions and address arithmetic are not.]]},
    q.num{id = "head", seed = "S001-17", unit = "1", rtol = 0,
      ask = [[A range of {{= p.n}} floats begins {{= p.s}} floats behind a multiple of 16 bytes. How many of its
        elements lie in whole, aligned quads?]],
      vary = {n = {21, 29, 37}, s = {1, 2}},
      answer = function(f, p) return 4*f.last(p.n, p.s)[2] end,
      wrong = {{value = function(f, p) return p.n//4*4 end,
                hint = "The quads begin where an address is a multiple of 16, not where the range begins."},
               {value = function(f, p) return p.n end, hint = "The ends lie in quads that are not whole."}},
      worked = [[{{= f.last(p.n, p.s)[1]}} before, {{= f.last(p.n, p.s)[2]}} quads, {{= f.last(p.n, p.s)[3]}}
        behind.]]},
    q.num{id = "chain", seed = "S001-17", unit = "1", rtol = 0,
      ask = [[A thread adds {{= n(p.n)}} numbers that are in registers, an addition takes {{= f.fma}} cycles. By
        at least how many cycles is it faster with {{= p.c}} chains than with one, joining them aside?]],
      vary = {n = {1024, 2048, 4096}, c = {4}},
      answer = function(f, p) return f.chain(p.n, 1) - f.chain(p.n, p.c) end,
      wrong = {{value = function(f, p) return f.chain(p.n, p.c) end,
        hint = "That is what it takes with so many chains."},
               {value = function(f, p) return p.n - p.n/p.c end, hint = "Cycles, not additions."}},
      worked = [[{{= n(f.chain(p.n, 1))}} cycles with one chain, {{= n(f.chain(p.n, p.c))}} with {{= p.c}}. Beyond
        {{= f.fma}} chains a warp alone issues in every cycle, and nothing more is to be had.]]},
    q.num{id = "poly", seed = "S001-17", unit = "1", rtol = .01,
      ask = [[By the lesson's model, cycles an element of poly_ahead with {{= p.c}} chains: degree {{= f.degree}},
        latency {{= p.l}} cycles, one warp a scheduler?]],
      vary = {c = {2, 4, 8}, l = {400, 800}},
      answer = function(f, p) return f.poly_cycles(p.l, p.c, true) end,
      wrong = {{value = function(f, p) return f.poly_cycles(p.l, p.c, false) end,
                hint = "The load is under way while the warp computes: the longer of the two."}},
      worked = [[A round takes the longer of {{= p.l}} and {{= n(math.max(f.fma, p.c)*f.degree)}} cycles, for
        {{= p.c}} elements.]]},
    q.choice{id = "bits", seed = "S001-17", answer = 3,
      ask = "Why does the compiler not make four chains of the loop `s += x[i]` by itself?",
      options = {"It cannot see that the loads are independent", "It would need too many registers",
                 "Another order of additions rounds otherwise, and it must keep the bits",
                 "It does, with -O3"},
      worked = "Floating-point addition is not associative. Of integers it may, and does."},
    q.choice{id = "restrict", seed = "S001-17", answer = 2,
      ask = [[`y[i] = f(x[i]); y[i + T] = f(x[i + T]);`, both float pointers, nothing said about them. Why may the
        second load not be moved in front of the first store?]],
      options = {"Loads are never moved", "y[i] could be x[i + T]", "Because of the memory model's fences",
                 "f could have a side effect"},
      worked = [[`__restrict__` on both is the promise that they don't overlap; or load both first, in the source,
        which is a promise of another kind: that you have thought about it.]]},
    q.choice{id = "unroll", seed = "S001-17", answer = 4,
      ask = [[A loop is unrolled eight times with eight accumulators in an array `s[8]`, indexed by `i % 8`. It is
        slower than before, and the compiler reports a stack frame of 32 bytes. Why?]],
      options = {"Eight chains are too many for four cycles", "Unrolled code misses the instruction cache",
                 "The remainder of the loop is slow",
                 "i % 8 is not known when it compiles: the array lies in local memory"},
      worked = [[Registers have no addresses. Unroll by hand or by `#pragma unroll` with constant bounds, so that
        each index is a number in the code.]]},
    q.multi{id = "helps", seed = "S001-17", answer = {1, 2, 4},
      ask = "A kernel waits for loads at 25 % occupancy. Which of these put more bytes under way?",
      options = {"float4 in place of float", "two quads loaded before either is used", "a faster clock for the SM",
                 "twice the resident warps"},
      worked = [[Width, loads in front of their uses, and warps are three ways to the same product. A faster clock
        makes the latency longer in cycles.]]},
    q.text{id = "which", seed = "S001-17", min_words = 40,
      ask = [[You find a kernel at a third of the memory's rate with 16 warps an SM; each lane loads one float,
        computes sixty dependent instructions, stores, and goes on. Say which of this lab's three cures you would
        try first and why, what you expect from it in figures, and what could make it worse.]],
      rubric = {"bytes under way against rate times latency, in figures",
        "wide loads or several elements a thread: chains too",
                "the next load ahead of the arithmetic", "registers: fewer warps or spills"}},
  },

  hints = {
    {on = "build", match = {"undefined", "__host__", "multiple definition"},
     [[nvcc names the line. Keep `extern "C"` before each kernel, and mark helpers `static __device__`.]]},
    {on = "case:one-at-1", "The range is shorter than what stands before the first whole quad."},
    {on = "case:two-at-3", "Element 3 ends a quad, element 4 begins one that is not whole."},
    {on = "case:quad-at-4", "first = 4 is a multiple of 16 bytes: nothing stands before the quad."},
    {on = "case:seven-at-6", "Two elements, one quad, one element."},
    {on = "case:1023", "Three elements are left behind the last quad."},
    {on = "case:sum-one", "All threads but one have nothing to add, and store 0."},
    {on = "case:sum-3", "Not even one quad is whole: thread 0 has three chains of one element."},
    {on = "case:sum-6", "The second quad has two elements. It belongs to thread 1."},
    {on = "case:sum-round", [[Bit by bit: which elements go into which chain, in which order, and in which pairs
      are the chains joined?]]},
    {on = "case:sum-odd-values",
      "Zeros stand for what is not there; nothing is multiplied by 0, which would be NaN."},
    {on = "case:poly-7", "The second quad has three elements: three stores."},
    {on = "case:poly-turn", "There is no next quad. What does poly_ahead load?"},
    {on = "gate:axpy-shows", "axpy_1 is the yardstick: a float a lane."},
    {on = "gate:axpy-wide", "One float4 of x and one of y a thread, neighbours for neighbouring threads."},
    {on = "gate:axpy-once", "Thread t has quad t: lanes that are 32 bytes apart use half of each sector."},
    {on = "gate:axpy-store", "Store a float4, too."},
    {on = "gate:axpy-anywhere", "Skip to the first multiple of 16 bytes; from there on it is the aligned case."},
    {on = "gate:sum_4-wide", "The four chains' elements are neighbours: they are one float4."},
    {on = "gate:sum_16-wide",
      "Quads t, t + T, t + 2T, t + 3T: in each request neighbouring lanes have neighbouring quads."},
    {on = "gate:sum_4-odd", "Each quad is asked whether it is whole, not n whether it is a multiple of 4."},
    {on = "gate:sum_16-odd", "Each quad is asked whether it is whole, not n whether it is a multiple of 4."},
    {on = "gate:sum_16-stack", "Unroll the loops over k with `#pragma unroll`, so that each index is a constant."},
    {on = "gate:poly_4-wide", "Load the quad as one float4."},
    {on = "gate:poly_4-together",
      "The loop over the coefficients is the outer one, that over the four elements the inner one."},
    {on = "gate:poly_ahead-once",
      "What was loaded ahead is kept in a register for the next round, not loaded again."},
    {on = "sanitize", "What stands behind x[n - 1] may not be read, not even to be thrown away."},
    {on = "call:axpy_4", "Three parts: (4 - first % 4) % 4 elements, but no more than n; whole quads; the rest."},
    {on = "call:sum_16", "A round has four quads of T lanes each; joining is pairwise: first over k, then over j."},
    {on = "call:poly_ahead", "Load; then, while there is a quad: ask for the next, work on this, next becomes this."},
    {on = "correct", "Take the smallest failing case and write down which elements the first threads have."},
    {after = 3, "`ridge hint g05-ilp` shows the next tier; the third has the loops."},
  },

  points = {compile = 5, correct = 40, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
