-- h08-unified-mem: one memory or two, and a pager that moves what is touched.

-- Traces of kernels/h08-unified-mem/oracle.c.
local ANY, STREAM, CIRCLE, PING, TABLE, SPARSE, MIXED = 0, 1, 2, 3, 4, 5, 6

-- NVIDIA's driver, spec: defaults of the parameters of uvm_perf_prefetch and uvm_perf_thrashing, parts of nvidia-uvm
-- in NVIDIA's open-gpu-kernel-modules on GitHub, read in 2026-11.
local UVM = {block = 2*2^20, leaf = 64*2^10, leaves = 32, percent = 51, threshold = 3, lapse = 500e-6, pins = 300}
UVM.pin = UVM.lapse*UVM.pins

-- One H200, PCIe 5, driver 580.159.04, CUDA 13.0, measured 2026-11-28 with kernels/h08-unified-mem/bench.cu (run 3 of
-- kernels/RESULTS.md; faults_1 is run 1): s for 512 MiB, medians of three rounds with fresh memory; the window's chunks
-- are 32 MiB.
local M = {bytes = 512*2^20, pinned = 9.71e-3, pageable = 73.89e-3, faults = 67.21e-3, faults_1 = 54.76e-3,
           again = .42e-3, back = 126.93e-3, prefetch = 10.59e-3, after = .41e-3,
           window = {[0] = 92.43e-3, 15.61e-3, 12.74e-3}, work = 2.95e-3,
           reads = 65.18e-3, mostly = .33e-3, home = 10.53e-3, home_faults = 53.14e-3,
           some = 128/65536, some_home = .07e-3, some_faults = 49.09e-3}
M.blocks = M.bytes/UVM.block
M.ahead1 = M.prefetch + M.work -- the model's: moves and kernels take turns
M.ahead2 = M.prefetch/16 + 15*math.max(M.prefetch, M.work)/16 + M.work/16 -- the model's, two ahead
M.block_fault = (M.faults - M.prefetch)/M.blocks -- derived: what faults cost a block, besides its move

-- Memory that CPU and GPU share. Second-hand, so approximate: Apple's announcements of M4 Max (2024-10-30) and M3 Max
-- (2023-10-30) as reports of those days give them; AMD's MI300A as papers about it give it (one has 5.6 TB/s). Spec:
-- NVIDIA, "Grace Hopper Superchip Architecture In-Depth". Host memory: derived, two
-- channels of DDR5-5600 of 8 B.
local ONE = {m4max = {cap = 128e9, bw = 546e9}, m3max = {cap = 128e9, bw = 400e9}, mi300a = {cap = 128e9, bw = 5.3e12}}
local GH = {hbm = 3e12, hbm_cap = 96e9, lpddr = 546e9, lpddr_cap = 512e9, c2c = 900e9/2}
local HOST = 2*8*5600e6

local function rest(b, bytes) return math.max(0, bytes - b.cap) end
local function token(b, bytes)
  return math.min(bytes, b.cap)/b.bw + (rest(b, bytes) > 0 and rest(b, bytes)/b.slow or 0)
end
local function break_even(one, two)
  return two.cap*(1/two.bw - 1/two.slow)/(1/one.bw - 1/two.slow)
end

-- Faults until all leaves of a block are there that are touched in this order, by the rule of lab.h.
local function order_faults(percent, order)
  local there, faults = {}, 0
  for _, leaf in ipairs(order) do
    if not there[leaf] then
      faults, there[leaf] = faults + 1, true
      local size, from, to = 2, leaf, leaf
      while size <= UVM.leaves do
        local full, first = 0, leaf//size*size
        for i = first, first + size - 1 do full = full + (there[i] and 1 or 0) end
        if 100*full > percent*size then from, to = first, first + size - 1 end
        size = 2*size
      end
      for i = from, to do there[i] = true end
    end
  end
  return faults
end
local FRONT, REVERSED = {}, {}
for leaf = 0, UVM.leaves - 1 do
  FRONT[leaf + 1], REVERSED[leaf + 1] = leaf, 0
  for bit = 0, 4 do REVERSED[leaf + 1] = REVERSED[leaf + 1] + (leaf >> bit & 1)*(16 >> bit) end
end
local function tree_faults(percent) return order_faults(percent, FRONT) end

local function of(call, id, more)
  local c = {id = id, calls = {call}, shape = ANY, N = 1, set = 1, size = 1, gpu = 1, far = 40,
             plain = call == "place" and 1 or 0}
  for k, v in pairs(more) do c[k] = v end
  return c
end

return lab {
  api = 1, rev = 1, id = "h08-unified-mem", title = "Unified vs discrete memory, page migration", kind = "system",
  part = 2, domain = {"memory", "interconnects"},
  seeds = {"S001-04", "S001-25", "S004-C01-T11", "S004-C02-T03"},
  requires = {}, suggests = {"h01-interconnect"},
  hours = {read = 1, lab = 3},
  durable = {"One pointer is not one memory: a page lies somewhere, and moves when somebody else touches it",
             "A fault costs the same for a byte and for a block; what it brings along decides what it is worth",
             "Move what is used often, leave what is used rarely, copy what is only read",
             "Least recently used is the worst choice for a circle that does not quite fit"},
  ephemeral = {{"Thresholds of NVIDIA's driver, bandwidths of M4 Max, MI300A and GH200", as_of = "2026-11"}},
  readings = {
    {"cudaum", hours = .5, look_for = [[which of the four kinds of unified memory your machine has, and what each advice
      promises and does not promise]]},
    {"uvmprefetch", hours = .5, look_for = [[compute_prefetch_region: how full a subtree must be; and, in the file next
      to it, what counts as thrashing]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"pager.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 30, mem_MiB = 512, threads = 1},

  buffers = {
    boxes = {dtype = "f64", shape = {"R", "7"}, dist = gen.custom"boxes",
             note = "one: cap, mem; two: cap, mem, link, cpu; bytes of a model"},
    tokens = {dtype = "f64", shape = {"R", "3"}, note = "um_token of one and of two, um_break_even"},
    masks = {dtype = "i64", shape = {"R", "3"}, dist = gen.custom"masks", note = "there, faulted, percent"},
    grown = {dtype = "i64", shape = {"R"}},
    machines = {dtype = "i64", shape = {"R", "9"}, dist = gen.custom"machines",
                note = "fields of um_machine_t, and how many ops there are"},
    hints = {dtype = "u8", shape = {"R", "256"}, dist = gen.custom"hints"},
    ops = {dtype = "i32", shape = {"R", "N", "3"}, dist = gen.custom"ops", note = "kind, block, bytes"},
    times = {dtype = "i64", shape = {"R", "N + 5"}, note = "end of each op; ns, faults, in_B, out_B, far_B"},
    brakes = {dtype = "i64", shape = {"R", "4"}, dist = gen.custom"brakes", note = "n, lapse, threshold, pin"},
    touches = {dtype = "i64", shape = {"R", "N", "3"}, dist = gen.custom"touches", note = "t, block, gpu"},
    whats = {dtype = "i32", shape = {"R", "N + 1"}, note = "what each does, and how many moved"},
    plans = {dtype = "i32", shape = {"R", "2", "12545"}, note = "ops of a plan, hints, ops; two plans of each trace"},
  },

  calls = {
    token = call{harness = true, verify = "token", title = "one memory or two", args = {input"boxes", output"tokens"}},
    grow = call{harness = true, asks = {fn = "um_grow"}, verify = "grow", title = "what a fault brings along",
                args = {input"masks", output"grown"}},
    run = call{harness = true, asks = {fn = "um_run"}, verify = "run", title = "the pager in virtual time",
               args = {i32"N", input"machines", input"hints", input"ops", output"times"}},
    thrash = call{harness = true, asks = {fn = "um_thrash"}, verify = "thrash", title = "the brake",
                  args = {i32"N", input"brakes", input"touches", output"whats"}},
    place = call{harness = true, asks = {fn = "um_place"}, verify = "place", title = "hints and prefetches",
                 args = {i32"N", input"machines", input"ops", output"plans"}},
  },
  partial = {by = "case", functions = {run = 3, place = 2}},

  cases = {
    of("token", "boxes", {R = 150, tags = {"edge"}}),
    of("token", "hidden-boxes", {R = gen.pick{80, 110}, hidden = true}),
    of("grow", "blocks", {R = 200, tags = {"edge"}}),
    of("grow", "hidden-blocks", {R = gen.pick{90, 120}, hidden = true}),
    of("run", "few", {R = 120, N = 5, tags = {"edge"}}),
    of("run", "traces", {R = 90, N = 60}),
    of("run", "more", {R = 12, N = 1000}),
    of("run", "circle-run", {R = 3, N = 90, shape = CIRCLE, set = 12, size = 9, gpu = 400,
                             note = "a little more than fits, again and again"}),
    of("run", "hidden-traces", {R = gen.pick{50, 70}, N = 80, hidden = true}),
    of("thrash", "few-touches", {R = 60, N = 6, tags = {"edge"}}),
    of("thrash", "rows", {R = 80, N = 120}),
    of("thrash", "hidden-rows", {R = gen.pick{40, 50}, N = 100, hidden = true}),
    of("place", "any", {R = 12, N = 40, tags = {"edge"}}),
    of("place", "longest", {R = 1, N = 2048, shape = MIXED, set = 12, size = 5, gpu = 200, tags = {"edge"},
                            note = "as many accesses as lab.h allows"}),
    of("place", "hidden-any", {R = gen.pick{6, 8}, N = 40, hidden = true}),
    of("place", "stream", {R = 2, N = 48, shape = STREAM, set = 24, size = 32, gpu = 60, far = 30,
                           tags = {"gate", "bench"}, note = "all fits, and the GPU goes through twice"}),
    of("place", "large", {R = 2, N = 48, shape = STREAM, set = 24, size = 8, gpu = 60, far = 30, tags = {"gate"},
                          note = "the same with a third of the room"}),
    of("place", "circle", {R = 2, N = 140, shape = CIRCLE, set = 20, size = 16, gpu = 100, tags = {"gate", "bench"},
                           note = "five quarters of what fits, read seven times"}),
    of("place", "ping-pong", {R = 2, N = 64, shape = PING, set = 4, size = 16, gpu = 400, tags = {"gate"},
                              note = "CPU and GPU write the same few blocks in turn"}),
    of("place", "table", {R = 2, N = 96, shape = TABLE, set = 8, size = 16, gpu = 400, tags = {"gate"},
                          note = "both read the same table in turn"}),
    of("place", "sparse", {R = 2, N = 160, shape = SPARSE, set = 48, size = 16, gpu = 400, tags = {"gate"},
                           note = "a little of each of many blocks"}),
    of("place", "mixed", {R = 3, N = 200, shape = MIXED, set = 30, size = 10, gpu = 200, tags = {"bench"},
                          note = "all of these at once"}),
  },
  counters = {ns = "virtual time of the plans, ns", demand_ns = "the same by demand paging, ns",
              faster_pct = "demand paging's time against the plans', %",
              link_pct = "bytes over the link against demand paging's, %"},
  gates = {
    -- The draw of the arrays decides how much there is to hide: the reference has 159 to 189 with 25 seeds, plans
    -- without prefetches 95 to 117 with four of these.
    gate{id = "stream", call = "place", case = "stream", counter = "faster_pct", op = ">=", value = 140,
         why = "what the GPU will need is on its way while the GPU works"},
    gate{id = "large", call = "place", case = "large", counter = "faster_pct", op = ">=", value = 250,
         why = "prefetches run ahead of the GPU by less than what fits"},
    gate{id = "circle", call = "place", case = "circle", counter = "faster_pct", op = ">=", value = 340,
         why = "a part of the circle stays, and the rest does not throw it out"},
    gate{id = "ping-pong", call = "place", case = "ping-pong", counter = "link_pct", op = "<=", value = 1,
         why = "a few bytes go across, and no block goes back and forth"},
    gate{id = "table", call = "place", case = "table", counter = "link_pct", op = "<=", value = 10,
         why = "what is only read lies on both sides, and moves once"},
    gate{id = "sparse", call = "place", case = "sparse", counter = "link_pct", op = "<=", value = 1,
         why = "a block that is used a little is not worth its move"},
  },
  bench = {
    bench{id = "stream", call = "place", case = "stream", metric = "counter:faster_pct", title = "all fits",
          stages = {bronze = .8, silver = .95, gold = 1}, why = "virtual time, the same on each machine"},
    bench{id = "circle", call = "place", case = "circle", metric = "counter:faster_pct", title = "more than fits",
          stages = {bronze = .8, silver = .95, gold = 1}, why = "which part stays, and what becomes of the rest"},
    bench{id = "mixed", call = "place", case = "mixed", metric = "counter:faster_pct", title = "all at once",
          stages = {bronze = .8, silver = .95, gold = 1}, why = "each block has a use of its own"},
  },

  predict = {
    predict{id = "faults", axis = "flops", unit = "1", answer = "f.circle.n",
            ask = [[{{= f.circle.set}} blocks are read in a circle, {{= f.circle.n}} reads in all, {{= f.circle.size}}
              fit, and whoever was used longest ago leaves. How many of the reads are faults?]],
            worked = "All {{= f.circle.n}}: the one that leaves is always the one that is wanted next."},
    predict{id = "bytes", axis = "bytes", unit = "MB", rtol = .02,
            answer = "(2*f.circle.n - f.circle.size)*f.uvm.block/1e6",
            ask = [[How many bytes go over the link for that, both ways together, if a block is
              {{= mib(f.uvm.block)}} and nothing is read-mostly?]],
            worked = [[{{= f.circle.n}} blocks in, and all but the last {{= f.circle.size}} out again, of
              {{= n(f.uvm.block)}} B.]]},
    predict{id = "intensity", axis = "intensity", unit = "1", rtol = .02, answer = "f.reads_to_move",
            ask = [[A block of {{= mib(f.uvm.block)}} costs a fault of {{= f.machine.fault_ns}} ns and a move at
              {{= f.machine.link}} B/ns, then {{= f.machine.gpu}} B/ns for each read of all of it. Read across the link
              it is {{= f.machine.far}} B/ns. After how many reads has the move paid? (Not rounded.)]],
            worked = [[{{= us(f.move)}} for the fault and the move, {{= us(f.gain)}} saved by each read:
              {{= n(f.reads_to_move, 2)}}.]]},
    predict{id = "overlap", axis = "parallelism", unit = "us", rtol = .03, answer = "f.window_us",
            ask = [[{{= f.stream.set}} blocks are read once, each in {{= us(f.read60)}} when it is there, and a move
              takes {{= us(f.wire)}}. With the next moves always under way in time, when is the last read over?]],
            worked = [[The slower of the two sets the pace: {{= us(f.wire)}} + {{= f.stream.set - 1}} ·
              {{= us(math.max(f.wire, f.read60))}} + {{= us(f.read60)}}.]]},
    predict{id = "failure", axis = "failure",
            choices = {"an error of the first kernel", "right results, and a kernel that takes many times as long",
                       "wrong results on some days"},
            answer = "right results, and a kernel that takes many times as long",
            ask = "A managed array outgrows the GPU's memory. What do you see?",
            worked = "Blocks are thrown out and fetched again. No call says so; the kernel's time does."},
  },

  facts = function(hw, models)
    local m = models.llama3_8b
    local f = {uvm = UVM, m = M, one = ONE, gh = GH, host = HOST, token = token, break_even = break_even,
               tree_faults = tree_faults}
    f.params = m.L*(2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff + 2*m.d) + 2*m.V*m.d + m.d
    f.weights = function(bits) return f.params*bits/8 end
    f.card = {cap = hw.rtx4090.mem + 0.0, bw = hw.rtx4090.bw + 0.0, slow = HOST}
    f.pcie4 = hw.pcie4.bw_eff + 0.0
    f.circle = {set = 20, size = 16, n = 140}
    f.stream = {set = 24}
    f.machine = {fault_ns = 30000, link = 50, far = 40, gpu = 400}
    f.reversed_faults = order_faults(UVM.percent, REVERSED)
    f.random_faults = 14 -- 13.7 in 20,000 orders drawn by random.sample of Python, percent 51
    f.wire = UVM.block/50/1e9
    f.read60 = UVM.block/60/1e9
    f.move = f.wire + f.machine.fault_ns/1e9
    f.gain = UVM.block*(1/f.machine.far - 1/f.machine.gpu)/1e9
    f.reads_to_move = f.move/f.gain
    f.window_us = 1e6*(f.wire + (f.stream.set - 1)*math.max(f.wire, f.read60) + f.read60)
    return f
  end,

  questions = {
    q.num{id = "token", unit = "1", rtol = .01,
      ask = [[A model of {{= n(f.params/1e9, 2)}} billion parameters at {{= p.bits}} bits each lies in memory of
        {{= p.bw}} GB/s, which the CPU and the GPU share. At most how many tokens a second can one sequence have?]],
      vary = {bits = {4.5, 8.5, 16}, bw = {273, 400, 546}},
      answer = function(f, p) return p.bw*1e9/f.weights(p.bits) end,
      wrong = {{value = function(f, p) return 2*p.bw*1e9/f.weights(p.bits) end,
                hint = "CPU and GPU share this bandwidth; it is not there twice."},
               {value = function(f, p) return p.bw*1e9/f.weights(p.bits)/8 end, hint = "Bits."}},
      worked = [[All weights are read for each token: {{= gb(f.weights(p.bits))}}, over {{= p.bw}} GB/s:
        {{= n(p.bw*1e9/f.weights(p.bits), 1)}}.]]},
    q.num{id = "overflow", unit = "1", rtol = .01,
      ask = [[A card has 24 GB at {{= n(f.card.bw/1e9)}} GB/s. A model has {{= p.gb}} GB; the CPU multiplies what does
        not fit where it lies, at {{= p.cpu}} GB/s, before or after the GPU. How many tokens a second?]],
      vary = {gb = {30, 40, 70}, cpu = {60, 80}},
      answer = function(f, p) return 1/(24e9/f.card.bw + (p.gb - 24)/p.cpu) end,
      wrong = {{value = function(f, p) return f.card.bw/(p.gb*1e9) end, hint = "It does not all lie on the card."},
               {value = function(_, p) return p.cpu/(p.gb - 24) end, hint = "And the part on the card?"}},
      worked = [[24 GB take {{= ms(24e9/f.card.bw)}}, the other {{= p.gb - 24}} GB {{= ms((p.gb - 24)/p.cpu)}}:
        {{= n(1/(24e9/f.card.bw + (p.gb - 24)/p.cpu), 1)}}.]]},
    q.num{id = "break-even", unit = "GB", rtol = .01,
      ask = [[The same card, with a CPU that reads {{= p.cpu}} GB/s of host memory, against one memory of {{= p.bw}}
        GB/s that is large enough. From which size of a model on does the one memory win?]],
      vary = {bw = {273, 400, 546}, cpu = {60, 80}},
      answer = function(f, p)
        return f.break_even({bw = p.bw*1e9}, {cap = 24e9, bw = f.card.bw, slow = p.cpu*1e9})/1e9
      end,
      wrong = {{value = function() return 24 end, hint = "Just above 24 GB almost all is still read fast."}},
      worked = [[Where x/{{= p.bw}} = 24/{{= n(f.card.bw/1e9)}} + (x - 24)/{{= p.cpu}}: x =
        {{= n(f.break_even({bw = p.bw*1e9}, {cap = 24e9, bw = f.card.bw, slow = p.cpu*1e9})/1e9, 1)}} GB.]]},
    q.num{id = "demand", unit = "ms", rtol = .01,
      ask = [[A kernel goes once through {{= p.gib}} GiB of managed memory that lies on the host. Each
        {{= mib(f.uvm.block)}} cost {{= p.us}} µs of faults and then a move at {{= p.link}} GB/s, one after the other.
        How long does that take, the reading itself left out?]],
      vary = {gib = {1, 4}, us = {40, 90, 170}, link = {25, 50}},
      answer = function(f, p) return p.gib*2^30/f.uvm.block*(p.us/1e3 + f.uvm.block/(p.link*1e9)*1e3) end,
      wrong = {{value = function(_, p) return p.gib*2^30/(p.link*1e9)*1e3 end,
                hint = "That is a copy. And the faults?"},
               {value = function(f, p) return p.gib*2^30/f.uvm.block*p.us/1e3 end, hint = "The bytes move, too."}},
      worked = [[{{= n(p.gib*2^30/f.uvm.block)}} blocks of {{= p.us}} + {{= n(f.uvm.block/p.link/1e3, 1)}} µs:
        {{= n(p.gib*2^30/f.uvm.block*(p.us/1e3 + f.uvm.block/(p.link*1e9)*1e3), 1)}} ms.]]},
    q.num{id = "tree", unit = "1", rtol = .0001,
      ask = [[None of a block's 32 leaves is on the GPU, which touches them one after the other from the front. Subtrees
        come that are more than {{= p.percent}} % full. How many faults are there until the block is complete?]],
      vary = {percent = {24, 51, 76}},
      answer = function(f, p) return f.tree_faults(p.percent) end,
      wrong = {{value = function() return 32 end, hint = "The first two leaves make a subtree that is full."},
               {value = function() return 1 end, hint = "One leaf of 32 is not enough for all."}},
      worked = [[Write down for each fault how many leaves are there afterwards: each time the largest subtree around
        the leaf that is full enough. {{= f.tree_faults(p.percent)}} faults.]]},
    q.num{id = "lru", unit = "1", rtol = .0001,
      ask = [[{{= p.cap}} blocks fit on the GPU, which reads {{= p.cap + p.more}} in a circle, {{= p.times}} times
        around. The one that was used longest ago leaves. How many faults?]],
      vary = {cap = {100, 400}, more = {1, 5}, times = {10, 20}},
      answer = function(_, p) return p.times*(p.cap + p.more) end,
      wrong = {{value = function(_, p) return p.cap + p.more + (p.times - 1)*p.more end,
                hint = "Which block leaves when block cap comes, and which is wanted next?"},
               {value = function(_, p) return p.cap + p.more + (p.times - 1)*2*p.more end,
                hint = "Go on for one round on paper, with 3 and 4 blocks."}},
      worked = [[Every read: {{= p.times}} · {{= p.cap + p.more}}. One block too many is as bad as hundreds.]]},
    q.num{id = "across", unit = "kB", rtol = .01,
      ask = [[A block of {{= mib(f.uvm.block)}} is used once by the GPU. A fault costs {{= p.us}} µs, the move goes at
        {{= p.link}} GB/s, and across the link the GPU reads {{= p.far}} GB/s. Up to how many bytes of the block is
        it faster to read across?]],
      vary = {us = {20, 30}, link = {50, 55}, far = {20, 40}},
      answer = function(f, p) return p.far*(p.us*1e3 + f.uvm.block/p.link)/1e3 end,
      wrong = {{value = function(f, p) return p.far*f.uvm.block/p.link/1e3 end, hint = "The fault costs time, too."},
               {value = function(_, p) return p.far*p.us end, hint = "And the move of the whole block?"}},
      worked = [[The move costs {{= p.us}} + {{= n(f.uvm.block/p.link/1e3, 1)}} µs. In that time {{= p.far}} GB/s read
        {{= n(p.far*(p.us*1e3 + f.uvm.block/p.link)/1e3)}} kB.]]},
    q.num{id = "shared", unit = "1", rtol = .01,
      ask = [[On the machine with {{= p.bw}} GB/s for all, a CPU program streams {{= p.cpu}} GB/s while the GPU decodes
        a model of {{= p.gb}} GB. At most how many tokens a second remain?]],
      vary = {bw = {400, 546}, cpu = {60, 100}, gb = {5, 40}},
      answer = function(_, p) return (p.bw - p.cpu)/p.gb end,
      wrong = {{value = function(_, p) return p.bw/p.gb end,
                hint = "There is one memory, and somebody else reads it."}},
      worked = "({{= p.bw}} - {{= p.cpu}}) / {{= p.gb}} = {{= n((p.bw - p.cpu)/p.gb, 1)}}."},
    q.choice{id = "mostly-written",
      ask = [[A table has cudaMemAdviseSetReadMostly, and the CPU writes one word of each block before each kernel.
        What happens?]],
      options = {"The write fails", "The write goes to both copies",
                 "The GPU's copies are dropped, and the next kernel faults them all in again",
                 "The GPU reads old values until it synchronises"},
      answer = 3,
      worked = [[A write leaves one copy, the writer's. The advice is about speed and never about what is right; for
        this table it costs more than none.]]},
    q.choice{id = "first-run",
      ask = [[A kernel on managed memory takes {{= ms(f.m.faults)}} the first time and {{= ms(f.m.again)}} from then on.
        Somebody adds a warm-up run and reports the second figure. In production each call has new input from the CPU.
        What was measured?]],
      options = {"The kernel, and production will see it, too", "A case that production never has",
                 "The compiler's work", "The clock's ramp"},
      answer = 2,
      worked = [[The first run's time was the faults of its input. New input has them again: prefetch it, or copy it,
        and count that.]]},
    q.choice{id = "coherent",
      ask = "What does a machine with hardware coherence between CPU and GPU (GH200) not need, that PCIe needs?",
      options = {"Placement: all memory is equally fast", "A fault and a move before an access can go on",
                 "Synchronisation between kernels and the CPU", "A memory of its own for the GPU"},
      answer = 2,
      worked = [[The GPU reads host memory line by line across the link. It is still slower than its own, so where a
        page lies still matters; it just isn't a condition any more.]]},
  },

  hints = {
    {on = "call:token", [[Draw seconds over bytes: one box is a straight line, the other has a bend at its cap. Where do
      they meet, and do they before the line ends?]]},
    {on = "call:grow", [[For one faulted leaf: go from 32 leaves down to 1 and stop at the first subtree that is full
      enough. What it brings does not count for the next leaf.]]},
    {on = "case:few", "Print op by op: where its block lies, when it arrived there, when each direction is free."},
    {on = "case:circle-run", "Who leaves, and when may the move in begin: at once, or when the other has ended?"},
    {on = "call:run", [[Six numbers say it all: now, two directions, and of each block two arrivals and where it is. A
      prefetch changes all of them but now.]]},
    {on = "case:few-touches", "Accesses on the side where the block lies are no faults and count for nothing."},
    {on = "call:thrash", [[The fault that is one too many in its row moves nothing: it pins the block where it lies.
      Afterwards everything begins anew.]]},
    {on = "gate:stream", "Where in out[] stands the prefetch of the block that is needed next?"},
    {on = "gate:large", "How many prefetched blocks that are still wanted lie on the GPU at once? More than fit?"},
    {on = "gate:circle", "How many blocks may stay so that none of them is thrown out? What hint do the others have?"},
    {on = "gate:ping-pong", "How many bytes does an access need, and how many does a fault move?"},
    {on = "gate:table", "Who writes this table?"},
    {on = "gate:sparse", "What does the move of a block cost, and what an access across the link?"},
    {on = "call:place", [[First a plan that is the trace itself, with UM_NONE for all. Then change one hint, and let
      your um_run say whether it helps.]]},
  },

  points = {correct = 45, sanitize = 5, profile = 15, perf = 10, answers = 25},
}
