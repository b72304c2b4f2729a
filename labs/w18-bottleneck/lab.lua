-- w18-bottleneck: reports are read by rules, and five slow kernels lose what binds them.

local FIELDS, WIDTH, RARE, STEPS, CLASSES, BLOCK, WARP = 11, 64, 8, 48, 8, 256, 32
local GATE = {n = 2^13, R = 256, rows = 64, C = 512}
local CARD = 2^24          -- what the cost card and the lesson speak of
local READ = {"speed_of_light", "name_bound", "roof_point"}

local function more(c, extra)
  for k, v in pairs(extra or {}) do c[k] = v end
  return c
end
local function reports(id, n, kind, extra)
  return more({id = id, n = n, kind = kind, machine = 0, calls = READ}, extra)
end
local function points(id, n, extra) return more({id = id, n = n, calls = {"lengths"}}, extra) end
local function rows(id, R, extra) return more({id = id, R = R, calls = {"row_sums"}}, extra) end
local function words(id, n, extra) return more({id = id, n = n, calls = {"mixed"}}, extra) end
local function dots(id, R, C, extra) return more({id = id, R = R, C = C, calls = {"dots"}}, extra) end
local function classes(id, n, kind, extra)
  return more({id = id, n = n, kind = kind, blocks = 8, calls = {"classes"}}, extra)
end
local EDGE, GATED, TIMED = {tags = {"edge"}}, {tags = {"gate"}}, {tags = {"bench"}}

local function grid(width, of) return {("math.max(1, (%s + %d)//%d)"):format(of, width - 1, width)} end
local function reader(args, oracle, t)
  return call{args = args, oracle = oracle, tol = t, launch = {grid = grid(128, "n"), block = {128}}}
end

-- The share of lanes that are at work while `heavy` of 32 lanes run `steps` steps of three operations, and the others
-- wait; before and behind it all 32 do `rest` operations.
local function lanes_at_work(heavy, steps, rest)
  local long = 3*2*steps
  return (heavy*long + WARP*rest)/(long + rest)
end

return lab {
  api = 1, rev = 1, id = "w18-bottleneck", title = "Profile, name the bound, fix it",
  kind = "kernel", week = 18, part = 2, domain = {"cuda", "profiling"},
  seeds = {"S003-W18", "S003-W18-C1", "S003-W18-C2", "S003-W18-C3", "S003-W18-C4", "S003-W18-C5",
           "S003-W18-C6", "S003-W18-C7"},
  requires = {"w02-transpose", "w16-tma-wgmma-gemm"}, suggests = {"g03-divergence"},
  hours = {read = 10, lab = 4},
  durable = {"Two percentages first, reasons second",
             "A figure that was not measured decides nothing",
             "One hypothesis, one change, one counter: and the others stay where they are"},
  ephemeral = {{"Names of Nsight Compute's metrics and stalls", as_of = "2026-11"}},
  readings = {
    {"ncuguide", hours = 5, look_for = [[for each field of lab.h's report: the section of a report in which it stands,
      and the unit whose counter it is]]},
    {"ncuroofline", hours = 2, look_for = [[a kernel's points for L1, L2 and DRAM: what does the distance between two
      of them say?]]},
    {"nsysguide", hours = 3, look_for = [[the idle time between two kernels: from which columns of an exported
      timeline
      is F_GAP_US computed?]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"bottleneck.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu"},
  limits = {wall_s = 15, mem_MiB = 2048, threads = 1},
  device = {arch = "sm_90a"},
  partial = "function",

  buffers = {
    report = {dtype = "f32", shape = {"n", FIELDS}, dist = gen.custom"reports",
              fields = {"us", "gap_us", "flop", "tensor", "inst", "lanes", "dram_B", "l2_B", "local_B", "sh_wave",
                        "sh_conf"}},
    machine = {dtype = "f32", shape = {6}, dist = gen.custom"machine"},
    sol = {dtype = "f32", shape = {"n", 2}, fields = {"compute", "move"}},
    unit = {dtype = "i32", shape = {"n"}},
    bound = {dtype = "i32", shape = {"n"}},
    point = {dtype = "f32", shape = {"n", 4}, fields = {"intensity", "attained", "ceiling", "part"}},
    points = {dtype = "f32", shape = {"n", 3}, dist = gen.custom"points"},
    length = {dtype = "f32", shape = {"n"}},
    x = {dtype = "f32", shape = {"R", WIDTH}, dist = gen.normal{}},
    sums = {dtype = "f32", shape = {"R"}},
    words = {dtype = "u32", shape = {"n"}, dist = gen.custom"words"},
    y = {dtype = "u32", shape = {"n"}},
    a = {dtype = "f32", shape = {"R", "C"}, dist = gen.normal{}},
    b = {dtype = "f32", shape = {"R", "C"}, dist = gen.normal{}},
    dot = {dtype = "f32", shape = {"R"}},
    class = {dtype = "i32", shape = {"n"}, dist = gen.custom"class"},
    count = {dtype = "i32", shape = {CLASSES*BLOCK.."*blocks"}},
  },

  calls = {
    speed_of_light = reader({output"sol", output"unit", input"report", input"machine", i32"n"}, "sol", tol.dot{16}),
    name_bound = reader({output"bound", input"report", input"machine", i32"n"}, "bound", tol.exact),
    roof_point = reader({output"point", input"report", input"machine", i32"n"}, "point", tol.dot{16}),
    lengths = call{args = {output"length", input"points", i32"n"}, oracle = "lengths", tol = tol.dot{4},
                   launch = {grid = grid(BLOCK, "n"), block = {BLOCK}}},
    row_sums = call{args = {output"sums", input"x", i32"R"}, oracle = "rows", tol = tol.dot{WIDTH},
                    launch = {grid = grid(WIDTH, "R"), block = {WIDTH}}},
    mixed = call{args = {output"y", input"words", i64"n"}, oracle = "mixed", tol = tol.exact,
                 launch = {grid = grid(BLOCK, "n"), block = {BLOCK}}},
    dots = call{args = {output"dot", input"a", input"b", i32"R", i32"C"}, oracle = "dots", tol = tol.dot{"C"},
                launch = {grid = {"math.max(1, R)"}, block = {WARP}}},
    classes = call{args = {output"count", input"class", i64"n"}, oracle = "classes", tol = tol.exact,
                   launch = {grid = {"blocks"}, block = {BLOCK}}},
  },

  cases = {
    reports("no-report", 0, 1, EDGE),
    reports("one-report", 1, 1, EDGE),
    reports("empty", 9, 0, more({note = "no duration; nothing counted; no bytes, no FLOP"}, EDGE)),
    reports("one-of-each", 10, 1, {note = "a plain report of each bound"}),
    reports("borders", 10, 2, more({note = "exactly on a border, and just beside it"}, EDGE)),
    reports("thresholds", 5, 6, more({machine = 2, note = "parts that are exactly LOW or HIGH"}, EDGE)),
    reports("missing", 130, 3, more({note = "each field missing in turn, then a whole group"}, EDGE)),
    reports("several", 7, 4, {note = "several rules hold: the first one counts"}),
    reports("other-machine", 130, 3, {machine = 1}),
    reports("drawn", 1000, 5),
    reports("hidden", gen.pick{333, 700}, 5, {hidden = true, machine = gen.pick{0, 1}}),
    points("no-points", 0, EDGE), points("one-point", 1, EDGE), points("block-and-one", 257, EDGE),
    points("ragged", 1021), points("hidden-points", gen.pick{254, 300, 999}, {hidden = true}),
    rows("no-rows", 0, EDGE), rows("one-row", 1, EDGE), rows("65-rows", 65, EDGE), rows("200-rows", 200),
    rows("hidden-rows", gen.pick{63, 97, 130}, {hidden = true}),
    words("no-words", 0, EDGE), words("one-word", 1, EDGE), words("seven-words", 7, EDGE),
    words("block-and-nine", 265, EDGE), words("many-words", 1023),
    words("hidden-words", gen.pick{250, 511, 777}, {hidden = true}),
    dots("no-dots", 0, 5, EDGE), dots("no-columns", 3, 0, EDGE), dots("1x1", 1, 1, EDGE), dots("4x128", 4, 128, EDGE),
    dots("3x132", 3, 132, EDGE), dots("5x129", 5, 129, more({note = "rows that begin off 16 bytes"}, EDGE)),
    dots("3x260", 3, 260), dots("7x1000", 7, 1000),
    dots("hidden-dots", gen.pick{3, 9}, gen.pick{31, 127, 388}, {hidden = true}),
    classes("no-classes", 0, 0, EDGE), classes("one-class", 1, 1, EDGE), classes("all-the-last", 5000, 1, EDGE),
    classes("in-turn", 4097, 2), classes("many-classes", 9000, 0),
    classes("more-than-255", 257*BLOCK, 1, more({blocks = 1, note = "a thread's count is beyond a byte"}, EDGE)),
    classes("hidden-classes", gen.pick{2047, 6001}, gen.pick{0, 2}, {hidden = true}),
    points("points-gate", GATE.n, GATED), rows("rows-gate", GATE.R, GATED), words("words-gate", GATE.n, GATED),
    dots("dots-gate", GATE.rows, GATE.C, GATED),
    points("points-bench", 2^24, TIMED), rows("rows-bench", 2^18, TIMED), words("words-bench", 2^25, TIMED),
    dots("dots-bench", 2^14, 2^12, TIMED), classes("classes-bench", 2^25, 0, TIMED),
  },

  gates = {
    gate{id = "lengths-eff", call = "lengths", case = "points-gate", counter = "g_ld_eff", op = ">=", value = .99,
         why = "every byte of a sector is used by the request that moved it"},
    gate{id = "lengths-sectors", call = "lengths", case = "points-gate", counter = "g_ld_sec", op = "<=",
         value = "3*n//8", why = "three floats a point and eight a sector: each sector is loaded once"},
    gate{id = "rows-conflicts", call = "row_sums", case = "rows-gate", counter = "sh_conf", op = "==", value = 0,
         why = "no two lanes of a request meet in one bank"},
    gate{id = "rows-sectors", call = "row_sums", case = "rows-gate", counter = "g_ld_sec", op = "<=",
         value = "8*R", why = "the loads stay as good as they were: each row is eight sectors"},
    gate{id = "mixed-lanes", call = "mixed", case = "words-gate", counter = "act_thr", op = ">=", value = 29,
         why = "heavy elements share a warp"},
    gate{id = "mixed-stores", call = "mixed", case = "words-gate", counter = "g_st_sec", op = "<=", value = "n//8",
         why = "the fix is not paid for in stores: results leave in order"},
    gate{id = "mixed-loads", call = "mixed", case = "words-gate", counter = "g_ld_sec", op = "<=", value = "n//8",
         why = "nor in loads"},
    gate{id = "dots-requests", call = "dots", case = "dots-gate", counter = "g_ld_req", op = "<=", value = "2*R*C//128",
         why = "a lane loads 16 bytes at once: four times as much is under way"},
    gate{id = "classes-stack", call = "classes", counter = "stack_B", op = "==", value = 0, on = "cuda",
         why = "counts with fixed names are registers; an array that is indexed by data is local memory"},
  },

  bench = {
    bench{id = "lengths", call = "lengths", case = "points-bench", clock = "gpu", on = "cuda", bytes = "16*n"},
    bench{id = "rows", call = "row_sums", case = "rows-bench", clock = "gpu", on = "cuda", bytes = "260*R"},
    bench{id = "mixed", call = "mixed", case = "words-bench", clock = "gpu", on = "cuda", bytes = "8*n"},
    bench{id = "dots", call = "dots", case = "dots-bench", clock = "gpu", on = "cuda", bytes = "8*R*C"},
    bench{id = "classes", call = "classes", case = "classes-bench", clock = "gpu", on = "cuda", bytes = "4*n"},
    bench{id = "lengths-sectors", call = "lengths", case = "points-gate", metric = "fewer:g_sec", on = "simt"},
    bench{id = "rows-waves", call = "row_sums", case = "rows-gate", metric = "fewer:sh_wave", on = "simt"},
    bench{id = "dots-requests", call = "dots", case = "dots-gate", metric = "fewer:g_ld_req", on = "simt"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "f.n/f.rare*6*f.steps",
            ask = [[Integer operations of the heavy elements of mixed, for {{= n(f.n)}} elements? (A shift and an
              xor are
              one each; see lab.h.)]],
            worked = "One element in {{= f.rare}}, {{= f.steps}} steps of three shifts and three xors."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "16*f.n/1e6",
            ask = "Bytes that lengths has to move for {{= n(f.n)}} points?",
            worked = "Three floats in, one out."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "0.25", rtol = .02,
            ask = "Arithmetic intensity of dots over long rows?",
            worked = "A product and a sum for two floats of four bytes."},
    predict{id = "working", axis = "parallelism", unit = "1", answer = "f.warp/f.rare",
            ask = "Lanes of a warp that are at work in the heavy loop of mixed, as you find it?",
            worked = "Every {{= f.rare}}th of {{= f.warp}}."},
    predict{id = "failure", axis = "failure", ask = [[The fix of row_sums makes sh_conf 0, and g_ld_sec rises
      eightfold.
              What happened?]],
            choices = {"the bound moved: the loads are no longer coalesced", "nothing: the two are independent",
                       "the profiler counts conflicts as sectors now"},
            answer = "the bound moved: the loads are no longer coalesced",
            worked = "Each thread loads its own row now, and shared memory is out of the way: so is coalescing."},
  },

  facts = function(hw)
    local h = hw.h200
    local f = {n = CARD, rare = RARE, steps = STEPS, warp = h.warp, width = WIDTH, classes = CLASSES, block = BLOCK,
               gate = GATE, bw = h.bw, peak = h.fp32, tensor = h.bf16, sms = h.sms, clock = hw.h100.clock, sector = 32,
               low = .3, high = .6, lat = 4}
    f.lanes = lanes_at_work
    -- Parts of the peaks of a launch of `us` microseconds that moved `bytes`, did `flop` and issued `inst`.
    f.move = function(bytes, us) return bytes/(us*1e-6)/h.bw end
    f.compute = function(flop, us) return flop/(us*1e-6)/h.fp32 end
    f.issue = function(inst, us) return inst/(us*1e-6*f.clock*h.sms*4) end
    f.ceiling = function(ai) return math.min(h.fp32, ai*h.bw) end
    f.idle = function(us, gap) return gap/(us + gap) end
    f.sectors3 = 12            -- a request of 32 lanes, three words apart: 384 bytes
    f.ways = function(pitch)   -- lanes of a warp whose rows begin in one bank
      local hits, worst = {}, 0
      for lane = 0, 31 do
        local bank = lane*pitch % 32
        hits[bank] = (hits[bank] or 0) + 1
        worst = math.max(worst, hits[bank])
      end
      return worst
    end
    f.in_flight = function(bytes, loads) return bytes*loads*h.warp end
    return f
  end,

  questions = {
    q.num{id = "sol", seed = "S003-W18-C2", unit = "%", rtol = .01,
      ask = [[A launch of {{= p.us}} µs on an H200 ({{= si(f.bw,"B/s")}}) read 0.9 GB and wrote 0.3 GB. How busy was
        device memory?]],
      vary = {us = {320, 500, 800}},
      answer = function(f, p) return 100*f.move(1.2e9, p.us) end,
      wrong = {{value = function(f, p) return 100*f.move(.9e9, p.us) end,
                hint = "Writes use the same bandwidth as reads."}},
      worked = [[1.2 GB in {{= p.us}} µs is {{= si(1.2e9/(p.us*1e-6),"B/s")}}: {{= pct(f.move(1.2e9, p.us),1)}}.]]},
    q.num{id = "issue", seed = "S003-W18-C5", unit = "%", rtol = .01,
      ask = [[{{= p.m}} million warp instructions in 100 µs, on {{= f.sms}} SMs at {{= n(f.clock/1e9,2)}} GHz, each
        with
        four schedulers. How busy were the issue slots?]],
      vary = {m = {20, 40, 70}},
      answer = function(f, p) return 100*f.issue(p.m*1e6, 100) end,
      wrong = {{value = function(f, p) return 400*f.issue(p.m*1e6, 100) end,
                hint = "Each of the four schedulers can issue one a cycle."}},
      worked = [[100 µs are {{= n(1e-4*f.clock)}} cycles, with {{= n(4*f.sms)}} slots each:
        {{= n(1e-4*f.clock*4*f.sms/1e6,1)}} million.]]},
    q.num{id = "roof", seed = "S003-W18-C2", unit = "%", rtol = .01,
      ask = [[An fp32 kernel of {{= p.ai}} FLOP a byte reaches 6 TFLOP/s on an H200 ({{= si(f.peak,"FLOP/s")}}
        outside of
        tensor cores, {{= si(f.bw,"B/s")}}). Which part of its ceiling is that?]],
      vary = {ai = {2, 5, 40}},
      answer = function(f, p) return 100*6e12/f.ceiling(p.ai) end,
      wrong = {{value = function(f, p)
                  local low = f.ceiling(p.ai)
                  return 100*6e12/(low == f.peak and p.ai*f.bw or f.peak)
                end, hint = "The ceiling is the lower of the slope and the flat roof."}},
      worked = [[min({{= p.ai}} · {{= si(f.bw,"B/s")}}, {{= si(f.peak,"FLOP/s")}}) =
        {{= si(f.ceiling(p.ai),"FLOP/s")}}.]]},
    q.num{id = "idle", seed = "S003-W18-C6", unit = "%", rtol = .01,
      ask = [[Kernels of {{= p.us}} µs follow each other with gaps of {{= p.gap}} µs. For which part of the time
        does the
        GPU work?]],
      vary = {us = {2, 3, 6}, gap = {4, 5}},
      answer = function(f, p) return 100*(1 - f.idle(p.us, p.gap)) end,
      wrong = {{value = function(f, p) return 100*f.idle(p.us, p.gap) end, hint = "That is the idle part."},
               {value = function(_, p) return 100*p.us/p.gap end, hint = "A period is the kernel and the gap."}},
      worked = "{{= p.us}} of {{= p.us + p.gap}} µs."},
    q.num{id = "stride", seed = "S003-W18-C3", unit = "%", rtol = .01,
      ask = [[Each lane loads one float, and lanes are {{= p.s}} floats apart. Which part of the loaded bytes does the
        request use?]],
      vary = {s = {3, 5, 6}},
      answer = function(_, p) return 100/p.s end,
      wrong = {{value = function() return 100/8 end, hint = [[That is a sector for each lane: true from eight floats
        on.]]}},
      worked = [[{{= f.warp}} lanes span {{= n(4*p.s*f.warp)}} bytes, {{= n(4*p.s*f.warp//32)}} sectors, and use
        {{= n(4*f.warp)}} bytes of them.]]},
    q.num{id = "ways", seed = "S003-W18-C3", unit = "1", rtol = 0,
      ask = [[Thread t reads word c of row t of a tile in shared memory, for all c in turn; a row has {{= p.pitch}}
        words.
        How many wavefronts does a request take?]],
      vary = {pitch = {33, 36, 40, 48, 96}},
      answer = function(f, p) return f.ways(p.pitch) end,
      wrong = {{value = function(f, p) return f.ways(p.pitch) == 32 and 1 or 32 end,
                hint = "32 lanes meet in one bank only where the pitch is a multiple of 32 words."}},
      worked = [[Lane t starts in bank t · {{= p.pitch}} mod 32. That sequence comes back after
        {{= n(32//f.ways(p.pitch))}} lanes, so {{= n(f.ways(p.pitch))}} lanes share a bank.]]},
    q.num{id = "lanes", seed = "S003-W18-C4", unit = "1", rtol = .01,
      ask = [[Of each warp {{= p.h}} lanes run a loop of 300 instructions, while the others wait; all lanes run 20
        more.
        Active threads an instruction?]],
      vary = {h = {2, 4, 8}},
      answer = function(_, p) return (p.h*300 + 32*20)/320 end,
      wrong = {{value = function(_, p) return p.h end, hint = "The 20 that all lanes run count, too."},
               {value = function(_, p) return (p.h + 32)/2 end, hint = "Weigh each part by its instructions."}},
      worked = "({{= p.h}} · 300 + 32 · 20) / 320."},
    q.num{id = "flight", seed = "S003-W18-C5", unit = "B", rtol = .01,
      ask = [[A warp has {{= p.k}} loads of {{= p.w}} bytes a lane under way before it uses the first one. How many
        bytes
        are in flight for it?]],
      vary = {k = {2, 4}, w = {4, 8, 16}},
      answer = function(f, p) return f.in_flight(p.w, p.k) end,
      wrong = {{value = function(_, p) return p.w*p.k end, hint = "That is one lane's."}},
      worked = "{{= p.k}} · {{= p.w}} · {{= f.warp}} lanes. What must be in flight is bandwidth times latency."},
    q.choice{id = "latency", seed = "S003-W18-C4", answer = 3,
      ask = [[DRAM 21 %, issue 18 %, FP32 9 %; one eligible warp in every six cycles, long scoreboard on top. Which
        first?]],
      options = {"Fewer bytes", "Fewer instructions", "More loads under way for each warp, or more warps",
                 "A larger tile"},
      worked = [[Nothing is near its peak: the kernel waits. The stall's name says for what, and the cure is to wait
        for
        several at once.]]},
    q.choice{id = "full", seed = "S003-W18-C4", answer = 2,
      ask = "DRAM 93 %, long scoreboard on top with 80 % of the stalls. What does the stall tell you to do?",
      options = {"More warps", "Nothing: at its roof a kernel's warps wait, and the bytes are what can shrink",
                 "Prefetch into shared memory", "Smaller blocks"},
      worked = "The queue in front of a busy counter is no reason to send more customers."},
    q.choice{id = "tma", seed = "S003-W18-C3", answer = 4,
      ask = [[A GEMM on Hopper shows 0 sectors a request and 0 global load requests, and DRAM at 40 %. What has been
        measured?]],
      options = {"That all operands were in the L2", "A broken profiler", "That nothing was loaded",
                 "That the load units saw nothing: the bytes came by TMA"},
      worked = [[Copies by TMA do not pass the LSU pipe, so its counters are silent. Silence of one counter is not the
        absence of traffic.]]},
    q.multi{id = "moved", seed = "S003-W18", ask = [[Which of these show that a fix moved the problem instead of
      ending it?]],
      options = {"sh_conf falls to 0 and g_ld_sec rises eightfold", [[act_thr rises to 31 and g_st_sec is 4 times as
        high]],
                 "g_ld_req falls to a quarter and g_ld_sec stays", [[stack_B falls to 0 and the count of
                   instructions rises by a tenth]]},
      answer = {1, 2},
      worked = [[In the third, wider loads move the same sectors by fewer requests; in the fourth, a tenth more
        instructions is what it costs not to go to memory.]]},
    q.text{id = "plan", seed = "S003-W18-HO", min_words = 40,
      ask = [[Take one of the five kernels. Before you change it, write down: the two parts of its speed of light
        that you
        expect, the counter that names its bound, the change, the value of that counter after the change, and one
        other
        counter that must not move. Then measure, and say where you were wrong.]],
      rubric = {"both parts of the speed of light, as numbers", "the counter and its value before",
                "one change, and the counter's value after it, predicted and measured",
                "a counter that stayed, with its value", "an explanation of the largest error"}},
  },

  hints = {
    {on = "build", match = {"undefined", "__host__", "multiple definition"},
     [[nvcc names the line. Keep `extern "C"` before each kernel, and mark helpers `static __device__`.]]},
    {on = "case:no-report", "n is 0: nobody may read or write a report."},
    {on = "case:empty/speed_of_light", [[A duration of 0 or NaN gives NaN twice and unit -1; figures of 0 are
      measured,
      and of equal units the first one counts.]]},
    {on = "case:empty/name_bound", "No duration comes first. A report of zeros has parts, and all of them are low."},
    {on = "case:empty/roof_point", [[Four questions in this order: is there a duration, were bytes measured, is there
      anything at all, is there a FLOP?]]},
    {on = "case:more-than-255", "One block, 257 elements of one class a thread: how large may your counts become?"},
    {on = "case:borders/name_bound", [[Each rule says "at least" or "or fewer": a report on the border belongs to
      it. And
      B_SHARED and B_DIVERGENCE ask for a busy unit besides.]]},
    {on = "case:thresholds/name_bound", "\"At LOW or above\": a part that is exactly LOW or HIGH belongs to the rule."},
    {on = "case:missing/speed_of_light", [[A quotient with NaN is NaN. fmaxf(NaN, x) is x; `a > b ? a : b` is not
      the same.]]},
    {on = "case:missing/name_bound", [[Every comparison with NaN is false. Write the rules so that false means "does
      not
      hold": with `!(a < b)` it would hold.]]},
    {on = "case:missing/roof_point", "A FLOP count that was not measured is 0 here; bytes or a duration are needed."},
    {on = "case:several/name_bound", "The first rule that holds, in the order of enum bound."},
    {on = "case:one-point", "One point has three floats: the 768 of a block are not all there."},
    {on = "case:block-and-one", "The second block has one point, and 255 threads that still help to load."},
    {on = "case:one-row", "Of the 64 rows of the block one exists."},
    {on = "case:seven-words", "Element 0 is heavy, elements 1 to 6 are light; no other exists."},
    {on = "case:block-and-nine", "In the second block elements 256 and 264 are heavy: RARE counts from element 0."},
    {on = "case:5x129", "C is no multiple of 4: row 1 begins at byte 516, which no float4 does."},
    {on = "case:3x132", "132 columns are 33 loads of 16 bytes: one lane has two of them."},
    {on = "case:all-the-last", "Class 7 is the last of eight."},
    {on = "gate:lengths-eff", [[The block's points are 768 floats in a row. Load those in order, keep them in shared
      memory, and take three from there.]]},
    {on = "gate:lengths-sectors", "Each sector is asked for once: by neighbours, in one request."},
    {on = "gate:rows-conflicts", [[In which bank does row t begin? Choose a pitch for which 32 rows begin in 32
      banks.]]},
    {on = "gate:rows-sectors", "Keep the copy into shared memory as it was: 64 neighbours load a row."},
    {on = "gate:mixed-lanes", [[A block has 32 heavy elements: exactly a warp's worth. Let threads 0 to 31 take
      those.]]},
    {on = "gate:mixed-stores", "Put results into shared memory, and store in order behind a barrier."},
    {on = "gate:mixed-loads", "Load the block's 256 elements in order, and choose among them in shared memory."},
    {on = "gate:dots-requests", "float4: a row of 512 floats is 128 loads of 16 bytes, four for each lane."},
    {on = "gate:classes-stack", [[Registers have no address. Eight compares and eight fixed counts: unroll the loop
      over k.]]},
    {on = "sanitize", [[A place that another thread wrote may be read behind a `__syncthreads()` that all threads
      reach.]]},
    {on = "correct", [[Take the smallest failing case, and evaluate lab.h's formulas for its first wrong row by
      hand.]]},
    {after = 3, "`ridge hint w18-bottleneck` shows the next tier; the third has the pitch and the places."},
  },

  points = {compile = 5, correct = 40, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
