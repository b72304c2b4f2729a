-- c05-warp-machine: a machine that runs one block as a GPU's scheduler does, and counts as the emulator counts.

-- The machine's times are those by which `ridge simt --time` goes: of the hardware facts, each with its source.
local ALU, SHARED, GLOBAL = hw.h200_time.lat_alu, hw.h200_time.lat_shared, hw.h200_time.lat_dram
local OLDEST, TURNS, STACK, INDEPENDENT = 0, 1, 0, 1

-- The programs of programs.h, in its order.
local NUMBER = {}
for k, name in ipairs{"copy", "stride", "sides", "uniform", "nested", "breaks", "leaves", "collatz", "reduce",
                      "columns", "padded", "banks", "early", "flag", "split-bar", "outside", "odd-address", "chase",
                      "meet", "again",
                      "one-word", "apart", "signs", "unused", "four", "below", "next", "ports", "ends",
                      "wraps", "bar-inside", "deep", "both-leave", "gone-bar", "new-numbers", "after-exit",
                      "family", "tree", "middle", "late-fault"} do
  NUMBER[name] = k - 1
end

-- What `ridge simt` counts for the twins of the first programs (kernels/c05-warp-machine/twins.cu) where it is not 0.
-- tests/cli/warp_machine.sh holds the emulator and ref.c against each other and against this list.
local TWINS = {
  {"copy", 128, g_ld_req = 4, g_ld_sec = 16, g_st_req = 4, g_st_sec = 16},
  {"stride", 128, g_ld_req = 4, g_ld_sec = 128, g_st_req = 4, g_st_sec = 16},
  {"sides", 32, g_ld_req = 2, g_ld_sec = 8, g_st_req = 1, g_st_sec = 4},
  {"uniform", 128, g_ld_req = 4, g_ld_sec = 16, g_st_req = 4, g_st_sec = 16},
  {"nested", 32, g_ld_req = 70, g_ld_sec = 160, g_st_req = 10, g_st_sec = 40},
  {"breaks", 32, g_ld_req = 31, g_ld_sec = 31, g_st_req = 1, g_st_sec = 4},
  {"leaves", 32, g_ld_req = 12, g_ld_sec = 12, g_st_req = 1, g_st_sec = 1},
  {"collatz", 64, g_st_req = 165, g_st_sec = 286},
  {"reduce", 128, g_ld_req = 4, g_ld_sec = 16, g_st_req = 1, g_st_sec = 1, sh_ld_req = 17, sh_ld_wave = 17,
   sh_st_req = 12, sh_st_wave = 12, bar = 8},
  {"columns", 32, g_ld_req = 32, g_ld_sec = 128, g_st_req = 1, g_st_sec = 4, sh_ld_req = 8, sh_ld_wave = 256,
   sh_st_req = 32, sh_st_wave = 32, bar = 1},
  {"padded", 32, g_ld_req = 32, g_ld_sec = 128, g_st_req = 1, g_st_sec = 4, sh_ld_req = 8, sh_ld_wave = 8,
   sh_st_req = 32, sh_st_wave = 32, bar = 1},
  {"banks", 128, g_st_req = 4, g_st_sec = 16, sh_ld_req = 4, sh_ld_wave = 16, sh_st_req = 4, sh_st_wave = 4, bar = 1},
  {"early", 32, g_ld_req = 1, g_ld_sec = 4, g_st_req = 1, g_st_sec = 4},
}

local COUNTED = {"g_ld_req", "g_ld_sec", "g_st_req", "g_st_sec", "sh_ld_req", "sh_ld_wave", "sh_st_req", "sh_st_wave",
                 "bar"}

-- Cycles that the machine takes, which gates below hold against the oracle's.
local ISSUED = 414 -- instructions of "breaks"; with ten times the latency they take more than 200,000 cycles
local CYCLES = {columns = 22295, padded = 22047, ["chase-1"] = 5374, ["chase-16"] = 5499}

local function run(id, prog, threads, more)
  local c = {id = id, prog = prog and NUMBER[prog] or -1, draw = 0, threads = threads, policy = OLDEST, paths = STACK,
             lat_alu = ALU, lat_shared = SHARED, lat_global = GLOBAL, shared_words = 2048, cap = 200000, rows = 4000,
             calls = {"run"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function asked(id, call, R, more)
  local c = {id = id, R = R, calls = {call}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local cases = {
  asked("branches", "joins", 90),
  asked("hidden-branches", "joins", gen.pick{110, 140}, {hidden = true}),
  asked("sectors", "pieces", 200),
  asked("hidden-sectors", "pieces", gen.pick{250, 300}, {hidden = true}),
  asked("banks-asked", "waves", 200),
  asked("hidden-banks", "waves", gen.pick{250, 300}, {hidden = true}),
  asked("turns", "pick", 120),
  asked("hidden-turns", "pick", gen.pick{150, 200}, {hidden = true}),
  run("one-thread", "copy", 1, {tags = {"edge"}}),
  run("copy-33", "copy", 33, {tags = {"edge"}, note = "a second warp of one lane"}),
}
for _, t in ipairs(TWINS) do cases[#cases + 1] = run(t[1], t[1], t[2], {tags = {"gate"}}) end
for _, c in ipairs{
  run("signs", "signs", 64),
  run("again", "again", 64, {note = "a register that is written while it is due; a port that is busy"}),
  run("no-wait", "again", 96, {lat_alu = 1, lat_shared = 1, lat_global = 1, policy = TURNS, tags = {"edge"}}),
  run("unused", "unused", 64, {note = "a register that nobody needs is due"}),
  run("four", "four", 32, {paths = INDEPENDENT, note = "more than two paths take turns"}),
  run("four-stack", "four", 32),
  run("cap-met", "copy", 32, {lat_global = 100, cap = 114, tags = {"edge"}, note = "just done in time"}),
  run("cap-missed", "copy", 32, {lat_global = 100, cap = 113, tags = {"edge"}}),
  run("due-late", "copy", 64, {lat_global = math.tointeger(2^31 - 1), cap = 3000, tags = {"edge"},
      note = "what is due in cycle 2^31 and later is not due now"}),
  run("cap-far", "copy", 64, {cap = math.tointeger(2^40), tags = {"edge"}, note = "cap has 64 bits"}),
  run("next", "next", 64, {tags = {"edge"}, note = "branches to the next instruction"}),
  run("next-apart", "next", 64, {paths = INDEPENDENT}),
  run("ports", "ports", 96, {note = "both memories have one port"}),
  run("one-word", "one-word", 64, {note = "the last of a store's lanes"}),
  run("apart", "apart", 64, {tags = {"edge"}, note = "lanes that never meet again"}),
  run("chase-1", "chase", 32, {tags = {"gate"}}),
  run("chase-16", "chase", 512, {tags = {"gate"}}),
  run("chase-turns", "chase", 320, {policy = TURNS}),
  run("reduce-turns", "reduce", 128, {policy = TURNS, paths = INDEPENDENT}),
  run("meet-4", "meet", 128, {note = "warps that are done do not come to bars"}),
  run("meet-16", "meet", 500, {policy = TURNS, tags = {"edge"}}),
  run("nested-apart", "nested", 64, {paths = INDEPENDENT}),
  run("collatz-apart", "collatz", 64, {paths = INDEPENDENT, policy = TURNS}),
  run("flag-stack", "flag", 32, {cap = 3000, tags = {"edge"}, note = "the lanes that wait hold the stack: it hangs"}),
  run("flag-apart", "flag", 32, {cap = 9000, paths = INDEPENDENT, note = "and here the flag comes"}),
  run("split-bar", "split-bar", 64, {tags = {"edge"}, note = "a bar that not all lanes come to"}),
  run("outside", "outside", 32, {tags = {"edge"}, note = "one lane's word lies behind the memory"}),
  run("ends", "ends", 32, {tags = {"edge"}, note = "both memories have their own end"}),
  run("wraps", "wraps", 32, {tags = {"edge"}, note = "addresses are registers: 32 bits"}),
  run("bar-inside", "bar-inside", 64, {note = "all that are left come to the bar, before they would meet"}),
  run("deep", "deep", 64, {note = "lanes leave four branches deep"}),
  run("both-leave", "both-leave", 64, {tags = {"edge"}, note = "a path without lanes, and others go on"}),
  run("gone-bar", "gone-bar", 64, {tags = {"edge"}, note = "of those that are left some come to a bar alone"}),
  run("new-numbers", "new-numbers", 32, {paths = INDEPENDENT, note = "a path's number is not given away again"}),
  run("after-exit", "after-exit", 32, {paths = INDEPENDENT, note = "the turn of a path that has left counts, too"}),
  run("family", "family", 32, {paths = INDEPENDENT, note = "turns go by the path that was issued, not its parent"}),
  run("tree", "tree", 64, {paths = INDEPENDENT, tags = {"edge"}, note = "32 lanes are not the most paths"}),
  run("tree-stack", "tree", 32),
  run("middle", "middle", 32, {tags = {"edge"}, note = "neither the first lane nor the last is at fault"}),
  run("late-fault", "late-fault", 64, {note = "a fault comes when the instruction would be issued, not before"}),
  run("late-port", "late-fault", 64, {policy = TURNS, lat_alu = 1, lat_shared = 1, lat_global = 1}),
  run("split-turns", "split-bar", 64, {policy = TURNS, note = "the other warp's turn comes before the fault"}),
  run("no-shared", "reduce", 64, {shared_words = 0, tags = {"edge"}, note = "a block without shared memory"}),
  run("cap-at-once", "copy", 32, {cap = 0, tags = {"edge"}}),
  run("idle", "breaks", 32, {lat_global = 10*GLOBAL, cap = 400000, tags = {"gate"}}),
  run("odd-address", "odd-address", 32, {tags = {"edge"}}),
  run("below", "below", 32, {tags = {"edge"}, note = "at fault before anything is issued"}),
  run("drawn-1", nil, 32, {draw = 1}),
  run("drawn-2", nil, 64, {draw = 2, paths = INDEPENDENT}),
  run("drawn-3", nil, 200, {draw = 3, policy = TURNS}),
  run("drawn-4", nil, 90, {draw = 4, paths = INDEPENDENT, policy = TURNS}),
  run("drawn-5", nil, 256, {draw = 5, paths = INDEPENDENT, lat_alu = 6, lat_shared = 23, lat_global = 300}),
  run("drawn-6", nil, 40, {draw = 6}),
  run("drawn-7", nil, 64, {draw = 7}),
  run("drawn-8", nil, 96, {draw = 8, paths = INDEPENDENT, lat_global = 80}),
  run("hidden-stack", nil, gen.pick{47, 96, 170}, {hidden = true, policy = TURNS}),
  run("hidden-apart", nil, gen.pick{64, 100, 160}, {hidden = true, paths = INDEPENDENT}),
  run("bench", "nested", 512, {rows = 64, tags = {"bench"}}),
} do cases[#cases + 1] = c end

-- One gate for each count of a twin, and those that are 0 among requests.
local gates = {}
for _, t in ipairs(TWINS) do
  for _, k in ipairs(COUNTED) do
    if t[k] then
      gates[#gates + 1] = gate{id = t[1].."-"..k:gsub("_", "-"), call = "run", case = t[1], counter = k, op = "==",
                               value = t[k], why = "what `ridge simt` counts for the same kernel in CUDA"}
    end
  end
end
gates[#gates + 1] = gate{id = "no-idle-cycles", call = "run", case = "idle", counter = "c_loads", op = "<=",
                         value = 250*ISSUED, on = "cpu",
                         why = "between two issues nothing changes, so nothing needs to be looked at again and again"}
for _, id in ipairs{"columns", "padded", "chase-1", "chase-16"} do
  gates[#gates + 1] = gate{id = id.."-cycles", call = "run", case = id, counter = "clocks", op = "==",
                           value = CYCLES[id], why = "the cycles that the lesson speaks of"}
end

return lab {
  api = 1, rev = 1, id = "c05-warp-machine", title = "Write a SIMT machine", kind = "system",
  part = 2, domain = {"cuda", "scheduling"},
  seeds = {"S001-14", "S001-23", "S001-35", "S004-C01-T01", "S004-C01-T02", "S004-C01-T03"},
  requires = {}, suggests = {"w02-transpose"},
  hours = {read = 2, lab = 4},
  durable = {"A warp has one instruction at a time: lanes that went apart take turns, and meet where every way leads",
             "Latency is hidden by other warps that can issue, not by making it shorter",
             "A request costs the pieces of memory that its lanes touch, whatever their number"},
  ephemeral = {{"Latencies of sm_90 in cycles", as_of = "2026-11"}},
  readings = {
    {"pmpp", hours = 1, look_for = [[chapter 4: which of its statements on warps are rules of this lab's machine,
      and which does your machine leave out]]},
    {"hp6", hours = 1, look_for = [[chapter 4 on GPUs: its multithreaded SIMD processor has a scoreboard and a
      scheduler; find the words for what you have built]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"machine.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    graphs = {dtype = "i32", shape = {"R", "64", "5"}, dist = gen.custom"graphs"},
    joins = {dtype = "i32", shape = {"R", "64"}},
    requests = {dtype = "u32", shape = {"R", "34"}, dist = gen.custom"requests", note = "mask, bytes, addresses"},
    pieces = {dtype = "i32", shape = {"R"}},
    waves = {dtype = "i32", shape = {"R"}},
    turns = {dtype = "i32", shape = {"R", "19"}, dist = gen.custom"turns", note = "policy, warps, last, can"},
    picks = {dtype = "i32", shape = {"R"}},
    code = {dtype = "i32", shape = {"64", "5"}, dist = gen.custom"code"},
    memory = {dtype = "u32", shape = {"4096"}, dist = gen.custom"memory"},
    global = {dtype = "u32", shape = {"4096"}},
    shared = {dtype = "u32", shape = {"2048"}, note = "of which the block has `shared_words`"},
    trace = {dtype = "i32", shape = {"rows", "4"}, note = "cycle, warp, instruction, lanes of each issue"},
    counts = {dtype = "i64", shape = {"13"}},
    ["end"] = {dtype = "i64", shape = {"2"}, note = "how the run ended; instructions issued"},
  },

  calls = {
    joins = call{harness = true, asks = {fn = "wm_joins"}, verify = "joins", title = "where lanes meet again",
                 args = {input"graphs", output"joins"}},
    pieces = call{harness = true, asks = {fn = "wm_pieces"},
                  verify = "pieces", title = "pieces of memory that a request touches",
                  args = {input"requests", output"pieces"}},
    waves = call{harness = true, asks = {fn = "wm_waves"}, verify = "waves", title = "passes over the banks",
                 args = {input"requests", output"waves"}},
    pick = call{harness = true, asks = {fn = "wm_pick"},
                verify = "pick", title = "whose turn it is", args = {input"turns", output"picks"}},
    run = call{harness = true, asks = {fn = "wm_run"}, verify = "run", title = "a block on the machine",
               args = {i32"threads", i32"policy", i32"paths", i32"lat_alu", i32"lat_shared", i32"lat_global",
                       i64"cap", i32"shared_words",
                       input"code", input"memory", output"global", output"shared", output"trace", output"counts",
                       output"end"}},
  },
  partial = {by = "case", functions = {run = 6, joins = 2}},

  cases = cases,
  counters = {clocks = "cycles of the machine", issued = "instructions issued", lanes = "lanes they were issued for",
              splits = "branches whose lanes went both ways"},
  gates = gates,
  bench = {
    bench{id = "clock", call = "run", case = "bench", title = "the machine's own speed",
          why = "16 warps that wait for memory most of the time: who looks at each cycle pays for all"},
  },

  predict = {
    predict{id = "adds", axis = "flops", unit = "1", answer = "f.reduce - 1",
            ask = "{{= f.reduce}} threads add up as many words in shared memory, by halves. How many additions?",
            worked = "Each of them makes one number of two: {{= f.reduce - 1}}."},
    predict{id = "bytes", axis = "bytes", unit = "B", answer = "f.twin.stride.g_ld_sec*32",
            ask = "128 threads load words 0, 8, 16 and so on. How many bytes do the sectors have that they touch?",
            worked = "A sector of 32 B for each word: 128 · 32 = {{= n(f.twin.stride.g_ld_sec*32)}} B."},
    predict{id = "useful", axis = "intensity", unit = "%", answer = "100*4/32",
            ask = "And what share of those bytes did the lanes ask for?",
            worked = "4 of 32 B, whatever the machine does with the rest."},
    predict{id = "warps", axis = "parallelism", unit = "1", answer = "math.ceil((9 + f.lat.global)/10)", rtol = .02,
            ask = [[Each warp issues ten instructions in a row, the last of them a load of {{= f.lat.global}}
              cycles that the next ten need. How many warps keep one issue slot busy?]],
            worked = [[A warp is back 9 + {{= f.lat.global}} cycles after it began, and gives 10 issues: divide and
              round up.]]},
    predict{id = "failure", axis = "failure",
            choices = {"the lanes' results are wrong", "the lanes that wait for the flag never let the other one run",
                       "two lanes write the flag at once"},
            answer = "the lanes that wait for the flag never let the other one run",
            ask = [[One lane of a warp sets a flag, the other 31 wait for it in a loop, on a machine that keeps its
              paths on a stack. What can go wrong?]],
            worked = "The path on top of the stack runs until it ends. This one ends when another has run."},
  },

  facts = function()
    local twin = {}
    for _, t in ipairs(TWINS) do
      twin[t[1]] = {}
      for _, k in ipairs(COUNTED) do twin[t[1]][k] = t[k] or 0 end
    end
    local function pieces(step, bytes)
      local seen, n = {}, 0
      for l = 0, 31 do
        local at = 4*step*l//bytes
        if not seen[at] then seen[at], n = true, n + 1 end
      end
      return n
    end
    local function gcd(a, b) return b == 0 and a or gcd(b, a % b) end
    return {
      twin = twin, twins = TWINS, cycles = CYCLES, pieces = pieces, gcd = gcd, reduce = 128,
      lat = {alu = ALU, shared = SHARED, global = GLOBAL},
      warps = function(k, L) return math.ceil((k - 1 + L)/k) end,
      flight = function(ns) return hw.h200.bw*ns*1e-9/hw.h200.sms end,
      used = function(p) return 100*(p.C*32 + 16*(p.A + p.B))/(32*(p.A + p.B + p.C)) end,
    }
  end,

  questions = {
    q.num{id = "parity", unit = "%", rtol = .01,
      ask = [[A kernel issues {{= p.C}} instructions for whole warps; at a branch even lanes issue {{= p.A}} and
        odd lanes {{= p.B}} more. Of all lane slots of the issued instructions, what share has work?]],
      vary = {A = {4, 12}, B = {6, 8}, C = {2, 6, 20}},
      answer = function(f, p) return f.used(p) end,
      wrong = {{value = function(_, p) return 100*(p.C + math.max(p.A, p.B))/(p.C + p.A + p.B) end,
                hint = "Lanes, not instructions: half of the warp on either side."},
               {value = function() return 50 end, hint = "Half is what the two sides get. There are common ones."}},
      worked = [[{{= p.C}} · 32 + ({{= p.A}} + {{= p.B}}) · 16 lanes of {{= p.A + p.B + p.C}} · 32 slots:
        {{= n(f.used(p), 1)}} %. The sides alone have half, however long they are.]]},
    q.num{id = "hide", unit = "1", rtol = .001,
      ask = [[On your machine each warp issues {{= p.k}} instructions in {{= p.k}} cycles, the last a load that is due
        {{= p.L}} cycles after its issue, with one pass; the next {{= p.k}} begin with it. How many warps at least
        until the scheduler issues in every cycle?]],
      vary = {k = {4, 20, 40}, L = {400, 660}},
      answer = function(f, p) return f.warps(p.k, p.L) end,
      wrong = {{value = function(_, p) return p.L end, hint = "A warp that comes gives more than one issue."},
               {value = function(_, p) return p.L//p.k end,
                hint = "The wait begins with the last issue of the warp; those before it are time, too."}},
      worked = [[The load is issued in cycle {{= p.k - 1}}, and the warp is back in cycle {{= p.k - 1 + p.L}}. In
        that time {{= p.k - 1 + p.L}} issues are wanted, {{= p.k}} a warp: {{= f.warps(p.k, p.L)}}.]]},
    q.num{id = "little", unit = "B", rtol = .01,
      ask = [[An H200 reads {{= si(hw.h200.bw, "B/s")}} over {{= hw.h200.sms}} SMs. Suppose that a load takes
        {{= p.ns}} ns. How many bytes must an SM have under way all the time?]],
      vary = {ns = {500, 600, 700}},
      answer = function(f, p) return f.flight(p.ns) end,
      wrong = {{value = function(_, p) return hw.h200.bw*p.ns*1e-9 end, hint = "That is of the whole chip."},
               {value = function(f, p) return f.flight(p.ns)/128 end, hint = "Bytes, not requests of a warp."}},
      worked = [[Little's law: what is under way is rate times time. {{= si(hw.h200.bw, "B/s")}} · {{= p.ns}} ns /
        {{= hw.h200.sms}} = {{= n(f.flight(p.ns), 0)}} B, {{= n(f.flight(p.ns)/128, 0)}} requests of 32 words of 4
        B.]]},
    q.num{id = "sectors", unit = "1", rtol = .001,
      ask = "Lane l loads word {{= p.s}} · l of an array that begins at a multiple of 128 B. How many sectors?",
      vary = {s = {2, 3, 5, 6, 16}},
      answer = function(f, p) return f.pieces(p.s, 32) end,
      wrong = {{value = function(f, p) return f.pieces(p.s, 128) end, hint = "Those are pieces of 128 bytes."},
               {value = function() return 4 end, hint = "Four is what neighbouring words need."}},
      worked = [[The words lie {{= 4*p.s}} B apart, over {{= 4*p.s*31 + 4}} B in all: {{= f.pieces(p.s, 32)}}
        sectors of 32 B have one of them.]]},
    q.num{id = "passes", unit = "1", rtol = .001,
      ask = [[A tile of floats has rows of {{= p.w}} words in shared memory, and lane l reads the first word of row
        l. How many passes?]],
      vary = {w = {33, 34, 36, 40, 48, 96}},
      answer = function(f, p) return f.gcd(p.w, 32) end,
      wrong = {{value = function(_, p) return p.w % 32 == 0 and 1 or 32 end,
                hint = "Follow the bank of lanes 0, 1, 2: word {{= p.w}} · l, modulo 32."},
               {value = function(f, p) return 32/f.gcd(p.w, 32) end, hint = "That many banks are used. Lanes a bank?"}},
      worked = [[Lane l meets bank {{= p.w}} · l mod 32: {{= n(32/f.gcd(p.w, 32))}} different banks, so each has
        {{= f.gcd(p.w, 32)}} lanes with words of their own.]]},
    q.choice{id = "padding",
      ask = [[On one warp of your machine the tile with rows of 33 words takes {{= n(f.cycles.padded)}} cycles, the
        one with rows of 32 {{= n(f.cycles.columns)}}, though it makes 32 times as many passes in its loads. Why so
        little?]],
      options = {"The scoreboard hides bank conflicts",
                 "One warp waits for 32 global loads in turn, and those take nearly all the time",
                 "Conflicts cost nothing where lanes read", "Stores have conflicts in both"},
      answer = 2,
      worked = [[{{= f.twin.columns.sh_ld_wave}} - {{= f.twin.padded.sh_ld_wave}} =
        {{= n(f.cycles.columns - f.cycles.padded)}} passes more, a cycle each: exactly the difference. The other
        {{= n(f.cycles.padded)}} are mostly 32 · {{= f.lat.global}}. A conflict shows once the loads overlap.]]},
    q.choice{id = "flag",
      ask = [[Lane 0 sets a flag in one side of a branch, the others wait for it in the other. It hangs on a
        machine with a stack of paths and runs on one with independent scheduling. What does the second one need
        not promise?]],
      options = {"That the lane which sets the flag is issued some time",
                 "That the lanes meet behind the branch before they go on",
                 "That registers are due for the warp's other lanes",
                 "That a store becomes visible to the lanes that wait"},
      answer = 2,
      worked = [[Progress is what NVIDIA promises since Volta; where lanes meet again is up to compiler and
        hardware, and code that wants it says so with __syncwarp(). This machine has them meet: a rule of the lab.]]},
    q.choice{id = "join",
      ask = [[A loop has a break in an if. Where do the lanes that break meet those that stay, on a machine that
        takes the immediate post-dominator?]],
      options = {"At the end of the if", "At the head of the loop, in the next turn", "Behind the loop",
                 "At the end of the function"},
      answer = 3,
      worked = [[From the break no way leads back into the loop, so the first instruction that both reach is the
        one behind it. The lanes that broke out wait there, and the loop issues for those that are left.]]},
    q.choice{id = "due",
      ask = [[`ldg r3` and then `li r3, 7`: nobody reads what was loaded. When may the second be issued on your
        machine?]],
      options = {"In the next cycle: it reads nothing", "When the load's result is due",
                 "Never: the machine is at fault"},
      answer = 2,
      worked = [[The load would come back later and overwrite the 7. A scoreboard that marks registers as due has
        nothing finer to say than: wait.]]},
  },

  hints = {
    {on = "call:pieces", "Only lanes in the mask ask. Which of the pieces has nobody before this lane asked for?"},
    {on = "call:waves", "Lanes that want the same word of a bank are one. Two words of a bank are two passes."},
    {on = "call:pick", "Write both rules as one loop over warps that begins somewhere. Where does each begin?"},
    {on = "call:joins", [[Take an instruction away. If no exit can be reached from the branch any more, every way
      passes it. Of all such ones the join is the one that comes first.]]},
    {on = "case:one-thread", "The last warp need not be full: its path has only the lanes that exist."},
    {on = "case:again", [[Two things to wait for: a register that is to be written may still be due, and the port
      has the passes of the request before.]]},
    {on = "case:sides", [[Write down the paths after the bz: one that waits at its join, and two new ones. Which
      has the highest number?]]},
    {on = "case:breaks", "The lanes that break are at their join at once. Do they get a path? Who has them meanwhile?"},
    {on = "case:leaves", "Exit takes lanes out of the path that issues it, and out of every path that waits for it."},
    {on = "case:meet-4", [[Who is not there when warps meet? Look again whenever a warp is done, and not only when
      one comes to a bar.]]},
    {on = "case:flag-apart", "In turns by number, also when the path that had its turn has ended."},
    {on = "case:split-bar", "Compare the path's lanes with those of the warp that are not done."},
    {on = "case:outside", "Look at all addresses before the first lane stores."},
    {on = "gate:no-idle-cycles", [[Of a warp that issued nothing nothing has changed. Keep the cycle in which its
      scoreboard lets it go on, and when no warp can issue, set the clock to the least of those.]]},
    {after = 3, [[Print your own issues of the shortest program that fails, one line each, and walk through them
      with lab.h beside you.]]},
  },

  points = {correct = 45, sanitize = 5, profile = 15, perf = 10, answers = 25},
}
