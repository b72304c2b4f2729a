-- c03-numa-pages-io: who pays for a page, where it lies, and how a file comes into memory.

local STAGES = {bronze = .6, silver = .85, gold = .97}
local ANY, MEMORY, FILE, FIRST_TOUCH, WALK, ZEROS = 0, 1, 2, 3, 4, 5
local CHUNK, MiB = 65536, 2^20

-- The device of lab.h in seconds and bytes a second.
local DEVICE = {latency = 80e-6, rate = 1e12/320, copy = 10e9, call = 500e-9, entry = 100e-9, fault = 300e-9}

local function make(call, fields, more)
  fields.calls = {call}
  for k, v in pairs(more or {}) do fields[k] = v end
  return fields
end

local function faults(id, shape, R, N, pages, more)
  return make("faults", {id = id, shape = shape, R = R, N = N, pages = pages}, more)
end
local function nodes(id, shape, R, N, pages, more)
  return make("nodes", {id = id, shape = shape, R = R, N = N, pages = pages}, more)
end
local function place(id, R, P, most, more) return make("place", {id = id, R = R, P = P, most = most}, more) end

-- `extra`: bytes of the file behind those that are asked for; below 0: so many are missing.
local function load(call, id, room, more)
  return make(call, {id = id, room = room, extra = 0, short = 0, intr = 0, fail = -1, dice = 1, entries = 8,
              start = 0}, more)
end

local function area(id, bytes, n, more) return make("area", {id = id, bytes = bytes, n = n}, more) end
local function EDGE(note, more)
  local c = {tags = {"edge"}, note = note}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
local GATE = {tags = {"gate"}}
local ROUGH = {short = 50, intr = 40}
local function rough(more)
  local c = {short = ROUGH.short, intr = ROUGH.intr}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

return lab {
  api = 1, rev = 1, id = "c03-numa-pages-io", title = "Linux: pages, affinity, I/O",
  kind = "system", part = 2, domain = {"memory", "systems"},
  seeds = {"S000-P1-T3", "S002-CANON"},
  requires = {}, suggests = {"c02-perf-caches"},
  hours = {read = 2, lab = 3},
  durable = {"Memory is given out at the first touch, by whoever touches, where the toucher runs",
             "A fault costs per page, so what counts is the size of a page",
             "Throughput is bytes on their way over latency: a queue is for keeping it full",
             "Until its completion a buffer is the kernel's"},
  ephemeral = {{"Sizes of fault-around and readahead", as_of = "2026-11"}},
  readings = {
    {"drepper", hours = 1.5, look_for = [[section 4: what a TLB miss costs, and what larger pages change; section 5:
      which node gets a page, and which calls say where it is]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"pages.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 30, mem_MiB = 1024, threads = 1},

  buffers = {
    areas = {dtype = "i64", shape = {"R", "3"}, dist = gen.custom"areas", note = "first, pages, bytes of the file"},
    ops = {dtype = "i32", shape = {"R", "N", "3"}, dist = gen.custom"ops", note = "what, page, count"},
    counted = {dtype = "i64", shape = {"R", "6"}, note = "minor, major, bus, small, huge, cached"},
    boxes = {dtype = "i32", shape = {"R", "7"}, dist = gen.custom"boxes", note = "nodes, threads, pages, rooms"},
    acts = {dtype = "i32", shape = {"R", "N", "4"}, dist = gen.custom"acts", note = "what, who, page, count"},
    met = {dtype = "i64", shape = {"R", "8"}, note = "local, remote, moved, failed, pages of the nodes"},
    reads = {dtype = "i64", shape = {"R", "P", "2"}, dist = gen.custom"reads"},
    rooms = {dtype = "i32", shape = {"R", "2"}, dist = gen.custom"rooms"},
    placed = {dtype = "u8", shape = {"R", "P"}},
    remote = {dtype = "i64", shape = {"R"}},
    file = {dtype = "u8", shape = {"room + extra"}, dist = gen.custom"file"},
    dst = {dtype = "u8", shape = {"room + 64"}},
    happened = {dtype = "i64", shape = {"11"}, note = "what the model of the kernel counted"},
    drops = {dtype = "i64", shape = {"n", "2"}, dist = gen.custom"drops", note = "from, to"},
    given = {dtype = "i64", shape = {"n"}},
    after = {dtype = "u8", shape = {"bytes"}},
    state = {dtype = "i64", shape = {"8"}},
  },

  calls = {
    faults = call{harness = true, asks = {fn = "pg_run"},
                  args = {i32"N", input"areas", input"ops", output"counted"}, verify = "faults",
                  title = "faults of an area"},
    nodes = call{harness = true, asks = {fn = "numa_run"},
                 args = {i32"N", input"boxes", input"acts", output"met"}, verify = "nodes",
                 title = "first touch"},
    place = call{harness = true, asks = {fn = "numa_place"},
                 args = {i32"P", input"reads", input"rooms", output"placed", output"remote"},
                 verify = "place", title = "pages to their readers"},
    load_read = call{harness = true, args = {i64"room", i32"short", i32"intr", i64"fail", i64"dice", input"file",
                     output"dst", output"happened"}, verify = "read", title = "a file by pread"},
    load_map = call{harness = true, args = {i64"room", i32"short", i32"intr", i64"fail", i64"dice", input"file",
                    output"dst", output"happened"}, verify = "map", title = "a file by a mapping"},
    load_ring = call{harness = true, args = {i64"room", i32"short", i32"intr", i64"fail", i64"dice", i32"entries",
                     i64"start", input"file", output"dst", output"happened"}, verify = "ring",
                     title = "a file by a ring"},
    area = call{harness = true, args = {i64"bytes", input"drops", output"given", output"after", output"state"},
                verify = "area", title = "real pages"},
  },

  cases = {
    faults("one-page", ANY, 60, 12, 1, EDGE()),
    faults("memory", MEMORY, 40, 24, 0),
    faults("mapped-file", FILE, 60, 30, 0),
    faults("short-of-a-block", MEMORY, 40, 20, 600, EDGE("one block of 2 MiB may be in the area, or none")),
    faults("large-file", FILE, 3, 40, 4096, EDGE("as many pages as lab.h allows")),
    faults("zeros-first", ZEROS, 12, 20, 1600, EDGE("a page of a wanted block is read, then written")),
    faults("hidden-faults", ANY, gen.pick{40, 60}, 25, 0, {hidden = true}),
    faults("walk-memory", WALK, 1, 3, 4096, {note = "16 MiB, wanted in huge pages"}),
    faults("walk-file", WALK, 1, 2, 1000, {note = "read twice in order"}),
    nodes("one-node-page", ANY, 60, 12, 1, EDGE()),
    nodes("nodes", ANY, 60, 30, 0),
    nodes("first-touch", FIRST_TOUCH, 1, 24, 4096),
    nodes("hidden-nodes", ANY, gen.pick{40, 70}, 25, 0, {hidden = true}),
    place("place-one", 40, 1, 9, EDGE()),
    place("place-ties", 30, 60, 3, EDGE("many pages with equal counts")),
    place("place-large", 10, 200, 2^40, EDGE("counts beyond 32 bits")),
    place("place-most", 2, 4096, 1000, EDGE("as many pages as lab.h allows")),
    place("hidden-place", gen.pick{10, 20}, gen.pick{33, 90}, 1000, {hidden = true}),

    load("load_read", "read-empty", 0, EDGE()),
    load("load_read", "read-byte", 1, EDGE()),
    load("load_read", "read-rough", 905001, rough{tags = {"edge"}, extra = -5000, dice = 3}),
    load("load_read", "read-prefix", 150001, EDGE("room for less than the file", {extra = 49999})),
    load("load_read", "read-error", 200000, EDGE("a byte that cannot be read", {fail = 123456})),
    load("load_read", "hidden-read", gen.pick{99999, 262144}, {short = 25, intr = 25, dice = gen.pick{7, 8, 9},
         hidden = true}),
    load("load_read", "read-all", 4*MiB, GATE),
    load("load_map", "map-empty", 0, EDGE()),
    load("load_map", "map-byte", 1, EDGE()),
    load("load_map", "map-page", 4096, EDGE()),
    load("load_map", "map-page-and-one", 4097, EDGE()),
    load("load_map", "hidden-map", gen.pick{1048577, 2000000}, {hidden = true}),
    load("load_map", "map-all", 8*MiB + 100, {tags = {"gate", "bench"}}),
    load("load_ring", "ring-empty", 0, EDGE()),
    load("load_ring", "ring-byte", 1, EDGE(nil, {entries = 1})),
    load("load_ring", "ring-rough", 700001, rough{tags = {"edge"}, note = "short completions, EINTR, EAGAIN"}),
    load("load_ring", "ring-one-entry", 300000, rough{tags = {"edge"}, entries = 1, dice = 5}),
    load("load_ring", "ring-wraps", 1500000, EDGE("indices go over 2^32", {start = 2^32 - 5})),
    load("load_ring", "ring-error", 1000000, EDGE("one chunk cannot be read", {fail = 400000})),
    load("load_ring", "ring-error-rough", 3000000, EDGE("one chunk cannot be read, and signals come",
         {fail = 100000, intr = 50, dice = 2})),
    load("load_ring", "ring-error-signals", 3000000, EDGE("the same, and other signals",
         {fail = 600000, intr = 50, dice = 6})),
    load("load_ring", "ring-truncated", 600000, EDGE("the file ends before", {extra = -100000})),
    load("load_ring", "hidden-ring", gen.pick{888888, 1048576}, {short = 30, intr = 20, dice = gen.pick{3, 4, 5},
         start = gen.pick{1, 4294967290}, entries = gen.pick{2, 4, 16}, hidden = true}),
    load("load_ring", "ring-all", 16*MiB, {tags = {"gate", "bench"}}),

    area("area-byte", 1, 4, EDGE()),
    area("area-page", 4096, 4, EDGE()),
    area("area-page-and-one", 4097, 6, EDGE()),
    area("area-blocks", 5*MiB + 123, 12),
    area("area-block", 2*MiB, 3, EDGE("exactly a huge page")),
    area("hidden-area", gen.pick{1000001, 3*MiB}, 10, {hidden = true}),
  },

  counters = {minor_faults = "minor faults", major_faults = "major faults", io_calls = "calls of the kernel's model",
              io_requests = "requests to the device", io_ns = "virtual time of the load, ns",
              link_pct = "the device's own time of the load's, %"},
  gates = {
    gate{id = "reads-are-large", call = "load_read", case = "read-all", counter = "io_calls", op = "<=",
         value = "room/131072 + 2", why = "each call pays the latency once: ask for all that is left"},
    gate{id = "no-major-faults", call = "load_map", case = "map-all", counter = "major_faults", op = "==", value = 0,
         why = "pages are asked for before they are touched, and not so early that they are gone again"},
    gate{id = "map-keeps-up", call = "load_map", case = "map-all", counter = "link_pct", op = ">=", value = 85,
         why = "the device works while you copy"},
    gate{id = "ring-stays-full", call = "load_ring", case = "ring-all", counter = "link_pct", op = ">=", value = 90,
         why = "what came back is replaced at once: the device never waits for you"},
    gate{id = "ring-few-calls", call = "load_ring", case = "ring-all", counter = "io_calls", op = "<=",
         value = "room/65536*0.6", why = "a call submits several entries and takes several completions"},
  },

  bench = {
    bench{id = "map", call = "load_map", case = "map-all", metric = "counter:link_pct", stages = STAGES,
          title = "a mapping", why = "virtual time: the device's own against the load's"},
    bench{id = "ring", call = "load_ring", case = "ring-all", metric = "counter:link_pct", stages = STAGES,
          title = "a ring", why = "virtual time: the device's own against the load's"},
  },

  predict = {
    predict{id = "touches", axis = "flops", unit = "1", answer = "f.walk/f.page", rtol = .01,
            ask = [[A program writes once to each page of {{= mib(f.walk)}} of fresh memory. How many faults in
              pages of 4 KiB?]],
            worked = "One for each page: {{= n(f.walk/f.page)}}. In pages of 2 MiB it is {{= n(f.walk/f.huge)}}."},
    predict{id = "in-flight", axis = "bytes", unit = "KB", answer = "f.flying/1e3", rtol = .05,
            ask = [[The lab's device answers after {{= n(f.device.latency*1e6)}} µs and moves
              {{= n(f.device.rate/1e9)}} GB/s. How many KB must be on their way at any time, so that it never rests?]],
            worked = "{{= n(f.device.latency*1e6)}} µs · {{= n(f.device.rate/1e9)}} GB/s: {{= n(f.flying/1e3)}} KB."},
    predict{id = "requests", axis = "parallelism", unit = "1", answer = "math.ceil(f.flying/f.chunk)", rtol = .01,
            ask = "How many requests of {{= kib(f.chunk, 0)}} is that at least, rounded up?",
            worked = "{{= n(f.flying/f.chunk, 2)}}, so {{= n(math.ceil(f.flying/f.chunk))}}."},
    predict{id = "one-by-one", axis = "intensity", unit = "x", answer = "f.slow(f.chunk)", rtol = .05,
            ask = [[With one such request at a time, how many times longer does a large file take than the device
              needs?]],
            worked = [[Each request has {{= n(f.device.latency*1e6)}} µs of waiting and
              {{= n(f.chunk/f.device.rate*1e6, 1)}}
              of moving: {{= n(f.slow(f.chunk), 2)}} times.]]},
    predict{id = "failure", axis = "failure",
            choices = {"the caller gets fewer bytes", "the kernel writes into memory that is used for something else",
                       "the ring is full"},
            answer = "the kernel writes into memory that is used for something else",
            ask = "A loader returns at the first error, while other requests are on their way. What happens?",
            worked = "The buffer is the kernel's until the completion, whatever the caller does with it meanwhile."},
  },

  facts = function()
    local page, huge = 4096, 2^21
    local d = DEVICE
    return {
      page = page, huge = huge, around = 16, ahead = 32, walk = 16*MiB, chunk = CHUNK, most = 131072, room = 256,
      device = d, flying = d.latency*d.rate, touch_s = d.fault + page/d.copy,
      slow = function(bytes) return (d.latency + bytes/d.rate)/(bytes/d.rate) end,
      alone = function(bytes) return bytes/(d.latency + bytes/d.rate) end,
      tlb = 1536, -- second level of Intel's Skylake, 4 KiB and 2 MiB shared: Intel's optimization manual
      near = 90e-9, far = 140e-9, -- approximate, two sockets of a server
      -- virtual time of the cases, counted: link_pct of ref.c and naive.c, 2026-11
      counted = {read = 32.8, map = 99.9, ring = 99.8, one = 19.1},
      -- 64 MiB, AMD EPYC (a virtual machine of 2 CPUs), Linux 6.18, ext4, 2026-11-28: `ridge calibrate --pages`
      mib = MiB, area = 64*MiB,
      here = {small = 16387, huge = 32, cold = {441, 1}, cached = 436, wanted = {497, 1}, random = {0, 16384},
              random_ms = 897.9, cold_ms = 33.5, direct_ms = 105.1, ring_ms = 68.3},
      bronze = STAGES.bronze, silver = STAGES.silver, gold = STAGES.gold,
    }
  end,

  questions = {
    q.num{id = "tlb-reach", unit = "MiB", rtol = .001, seed = "S000-P1-T3",
      ask = "A TLB has {{= n(p.e)}} entries. How many MiB does it reach with pages of {{= n(p.kib)}} KiB?",
      vary = {e = {1024, 2048, 3072}, kib = {4, 16, 2048}},
      answer = function(_, p) return p.e*p.kib/1024 end,
      wrong = {{value = function(_, p) return p.e*p.kib end, hint = "That is KiB."},
               {value = function(_, p) return p.e*64/2^20 end, hint = "An entry is for a page, not for a line."}},
      worked = [[{{= n(p.e)}} · {{= n(p.kib)}} KiB = {{= n(p.e*p.kib/1024)}} MiB. Beyond it, a load may need a walk
        first.]]},
    q.num{id = "faults", unit = "1", rtol = .001, seed = "S000-P1-T3",
      ask = [[A program touches {{= n(p.g)}} GiB of fresh memory, one byte in every 64. How many minor faults if all
        of it comes in pages of {{= n(p.kib)}} KiB?]],
      vary = {g = {3, 5, 24}, kib = {4, 64, 2048}},
      answer = function(_, p) return p.g*2^20/p.kib end,
      wrong = {{value = function(_, p) return p.g*2^30/64 end, hint = "Only the first touch of a page is a fault."},
               {value = function(_, p) return p.g*1e9/(p.kib*1024) end, hint = "GiB, not GB."}},
      worked = "{{= n(p.g)}} · 2^30 / ({{= n(p.kib)}} · 2^10) = {{= n(p.g*2^20/p.kib)}}."},
    q.num{id = "file-walk", unit = "1", rtol = .001, seed = "S000-P1-T3",
      ask = [[In the lab's model, a mapped file of {{= n(p.m)}} MiB that is not in the cache is read once, in order. How
        many faults of both kinds?]],
      vary = {m = {32, 48, 100}},
      answer = function(f, p) return p.m*MiB/f.page/f.around end,
      wrong = {{value = function(f, p) return p.m*MiB/f.page/f.ahead end,
                hint = "Those are the major ones. How many pages does each of them map?"},
               {value = function(f, p) return p.m*MiB/f.page end, hint = "A fault maps its neighbours, too."}},
      worked = [[Each group of {{= f.ahead}} pages costs one major fault, which maps the first {{= f.around}}, and one
        minor fault for the others: {{= n(p.m*f.mib/f.page)}} / {{= f.around}} = {{= n(p.m*f.mib/f.page/f.around)}}.]]},
    q.num{id = "depth", unit = "1", rtol = .02, seed = "S000-P1-T3",
      ask = [[A drive answers after {{= n(p.us)}} µs and moves {{= n(p.r)}} GB/s. How many requests of {{= n(p.k)}}
        KiB have to be on their way in the mean, so that it works at its full rate?]],
      vary = {us = {60, 100}, r = {5, 7, 12}, k = {4, 16, 128}},
      answer = function(_, p) return p.us*1e-6*p.r*1e9/(p.k*1024) end,
      wrong = {{value = function(_, p) return p.r*1e9/(p.k*1024) end, hint = "That is requests a second."},
               {value = function(_, p) return p.us*1e-6*p.r*1e9 end, hint = "Those are the bytes."}},
      worked = [[{{= n(p.us)}} µs · {{= n(p.r)}} GB/s = {{= n(p.us*p.r)}} KB on their way, in requests of
        {{= n(p.k)}} KiB: {{= n(p.us*1e-6*p.r*1e9/(p.k*1024), 1)}}.]]},
    q.num{id = "alone", unit = "GB/s", rtol = .02, seed = "S000-P1-T3",
      ask = [[The lab's device ({{= n(f.device.latency*1e6)}} µs, {{= n(f.device.rate/1e9)}} GB/s) is read in pieces of
        {{= n(p.k)}} KiB, each after the one before has come. At what rate, without the cost of calls and copies?]],
      vary = {k = {16, 32, 256}},
      answer = function(f, p) return f.alone(p.k*1024)/1e9 end,
      wrong = {{value = function(f) return f.device.rate/1e9 end, hint = "That is the link alone."},
               {value = function(f, p) return p.k*1024/f.device.latency/1e9 end,
                hint = "After the latency the bytes have to move, too."}},
      worked = [[{{= n(f.device.latency*1e6)}} µs + {{= n(p.k*1024/f.device.rate*1e6, 1)}} µs for each piece:
        {{= n(f.alone(p.k*1024)/1e9, 2)}} GB/s.]]},
    q.num{id = "one-toucher", unit = "%", rtol = .001, seed = "S000-P1-T3",
      ask = [[A machine has {{= n(p.n)}} nodes. One thread fills an array; then threads on all nodes read equal
        shares of it. Which share of the reads is remote, in per cent?]],
      vary = {n = {3, 4, 8}},
      answer = function(_, p) return 100*(p.n - 1)/p.n end,
      wrong = {{value = function(_, p) return 100/p.n end, hint = "That share is local."}},
      worked = [[All pages are on the filler's node, so only its own 1/{{= n(p.n)}} is local. And that node's memory
        serves all: its bandwidth is the whole machine's.]]},
    q.num{id = "mean-latency", unit = "ns", rtol = .01, seed = "S000-P1-T3",
      ask = [[A local load from memory takes {{= n(f.near*1e9)}} ns, a remote one {{= n(f.far*1e9)}} (both approximate).
        {{= n(p.x)}} % of the loads of a chain are remote. How long does one take in the mean?]],
      vary = {x = {20, 50, 75}},
      answer = function(f, p) return (f.near + (f.far - f.near)*p.x/100)*1e9 end,
      wrong = {{value = function(f) return f.far*1e9 end, hint = "Not all of them are."}},
      worked = [[{{= n(f.near*1e9)}} + {{= n(p.x)}} % of {{= n((f.far - f.near)*1e9)}} = {{= n((f.near + (f.far -
        f.near)*p.x/100)*1e9, 1)}} ns.]]},
    q.multi{id = "gets-a-place", seed = "S000-P1-T3",
      ask = "After which of these do the pages of a large fresh buffer have a place on a node?",
      options = {"malloc() of it", "calloc() of it, from fresh memory of the kernel", "memset() of it",
                 "read() of a file into it", "madvise(MADV_HUGEPAGE) of it"},
      answer = {3, 4},
      worked = [[malloc and calloc only reserve addresses: what comes from the kernel is zero, so calloc does not
        touch it. madvise says a wish. memset touches, and for read() the kernel does, on the caller's CPU.]]},
    q.choice{id = "one-node", seed = "S000-P1-T3",
      ask = "`numactl --interleave=all` makes a program no faster on your laptop. Why?",
      options = {"Its memory is too small", "It has one node: there is nothing to choose", "Interleaving needs root",
                 "The program is single-threaded"},
      answer = 2,
      worked = "One node, one answer. `ridge calibrate --pages` says how many nodes there are; so does `numactl -H`."},
    q.choice{id = "sigbus", seed = "S000-P1-T3",
      ask = [[A program has mapped a file; somebody truncates the file. What does the next read of a page behind its
        end do?]],
      options = {"It reads zeros", "It fails with EIO", "It kills the program with SIGBUS", "It extends the file"},
      answer = 3,
      worked = [[A load has no return value, so an error of a mapping is a signal. read() would have said 0. This is why
        databases that must survive such things do not map.]]},
    q.choice{id = "drop", seed = "S000-P1-T3",
      ask = "What does anonymous memory hold after MADV_DONTNEED?",
      options = {"What it held, until memory is short", "Zeros", "What the page had for its owner before",
                 "It is unmapped"},
      answer = 2,
      worked = [[On Linux the pages go at once, and the next touch is a fault for a fresh page of zeros. MADV_FREE
        is the one that waits until memory is short.]]},
    q.text{id = "own-machine", min_words = 40, seed = "S000-P1-T3",
      ask = [[Before you run it, write down what you expect of `ridge calibrate --pages`: the faults of both
        touches, and which is faster by what factor: read or mmap of a file in the cache, direct reads one by one or
        8 deep. Then run it. Which of your figures is off, and why?]],
      rubric = {"faults predicted by bytes over page size, and the few that are more are explained",
                "a factor predicted from latency and depth, before the run",
                [[the reason for the largest difference names what the model leaves out: large folios, readahead,
                  the cache of a virtual disk]]}},
  },

  hints = {
    {on = "build", match = {"undeclared", "implicit declaration"},
     "MAP_ANONYMOUS and MADV_HUGEPAGE are in sys/mman.h, behind `#define _GNU_SOURCE` before the first include."},
    {on = "case:one-page", "One page, a dozen operations: write its states down, one after the other, and compare."},
    {on = "case:short-of-a-block", [[A block begins at an address that is a multiple of 2 MiB, not where the area does,
      and all of it has to be in the area.]]},
    {on = "case:place-ties", "Sort by what a page saves on node 0; those with 0 go wherever there is room."},
    {on = "case:read-error", "Each negative value but one is for good."},
    {on = "case:map-page", "How many pages has a file of 4096 bytes? And one of 0?"},
    {on = "case:ring-one-entry", "With one entry, a second push overwrites the first. When is there room again?"},
    {on = "case:ring-wraps", "Indices run over 2^32. Compare by their difference, and mask only for the place."},
    {on = "case:zeros-first", [[A block in which one page is mapped to zeros is not free, also if it is this page that
      is written.]]},
    {on = "case:ring-error-rough", "IO_INTR means that io_enter() did not wait. What is on its way then?"},
    {on = "case:ring-error-signals", "IO_INTR means that io_enter() did not wait. What is on its way then?"},
    {on = "case:ring-error", "Stop asking, and go on taking until nothing is on its way. Only then return."},
    {on = "case:ring-truncated", "0 bytes is an answer, too: there is no more, and you were promised more."},
    {on = "gate:reads-are-large", "Ask for all that is left, each time."},
    {on = "gate:no-major-faults", [[Want pages before you touch them; but the cache holds {{= f.room}}, and each new one
      drives out the oldest.]]},
    {on = "gate:map-keeps-up", "Want the next pages while many of the last ones are still unread."},
    {on = "gate:ring-stays-full", "Replace what came back before you wait again, and wait for some, not for all."},
    {on = "gate:ring-few-calls", [[Let several completions come together: how many can be missing from the queue
      before the device rests?]]},
    {on = "bench:map", "How many pages arrive in the time of one latency? So far ahead, at least."},
    {on = "bench:ring", "Requests as large as they may be, and the queue as full as it can be."},
    {on = "sanitize", "The last page or chunk is seldom whole."},
    {on = "call:faults", [[A byte of state for each page: nothing, zeros, small, huge; and what was said of it
      beside. The message says which count differs first.]]},
    {on = "call:nodes", [[Three things are remembered: where each page is, where each thread runs, what each node
      has left.]]},
    {on = "call:place", "What matters is the difference of a page's two counts. Sort by it, in 64 bits."},
    {on = "call:load_read", "Four answers: some bytes, none, ask again, never. Go on behind what has come."},
    {on = "call:load_map", "All pages but the last are copied whole."},
    {on = "call:load_ring", [[Keep for each request where its rest begins and how much that is. `user` brings back
      which one it was: completions come in any order.]]},
    {on = "call:area", [[Map 2 MiB more than you need, find the first multiple inside, and unmap what is before and
      behind. To drop: round the beginning up and the end down; the kernel gives pages of zeros, not you.]]},
  },
}
