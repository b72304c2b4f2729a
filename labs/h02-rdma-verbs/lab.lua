-- h02-rdma-verbs: keys, queue pairs, completions, a connection that loses packets, a program over one that doesn't.

local STAGES = {bronze = .6, silver = .8, gold = .97}
local KiB, MiB = 2^10, 2^20

-- What may happen in a script, of kernels/h02-rdma-verbs/scripts.h.
local WRITES, SENDS, READS, TWICE, GAPS, NOT_READY, BAD_KEYS, BAD_FORM = 1, 2, 4, 8, 16, 32, 64, 128
local ROUND, DROPS, LATE, SHORT_CQ, LAST_TRY, BOTH, PATIENT = 256, 512, 1024, 2048, 4096, 8192, 16384
local UNFETCHED = 32768
local ALL = WRITES + SENDS + READS
local BAD_KEY, LATE_ROOM, DEAF, ONE, LARGE, BY_IMM = 1, 2, 4, 8, 16, 32 -- of a joined pair
local MIXED, FULL, AGAIN = 0, 1, 2                          -- of keys

local function make(call, fields, more)
  fields.calls = {call}
  for k, v in pairs(more or {}) do fields[k] = v end
  return fields
end

local function keys(id, shape, R, N, more) return make("keys", {id = id, shape = shape, R = R, N = N}, more) end
local function cq(id, depth, R, N, start, more)
  return make("cq", {id = id, depth = depth, R = R, N = N, start = start}, more)
end
-- `side`: 1 asks.
local function respond(id, mix, R, N, more)
  return make("respond", {id = id, mix = mix, R = R, N = N, side = 0}, more)
end
local function request(id, mix, R, N, more)
  return make("request", {id = id, mix = mix, R = R, N = N, side = 1}, more)
end
local function pair(id, N, loss, twice, jitter, flags, more)
  return make("pair", {id = id, N = N, loss = loss, twice = twice, jitter = jitter, dice = 7, flags = flags}, more)
end
-- The reader keeps `hold` messages; when there is one more, it releases `lump`.
local function channel(id, N, least, most, use, hold, more, lump)
  return make("channel", {id = id, N = N, least = least, most = most, use = use, hold = hold, lump = lump or 1,
              start = 3}, more)
end
local function EDGE(note) return {tags = {"edge"}, note = note} end
local GATE = {tags = {"gate"}}

return lab {
  api = 1, rev = 1, id = "h02-rdma-verbs", title = "RDMA in user space",
  kind = "system", part = 2, domain = {"interconnects", "systems"},
  seeds = {"S000-P3-T1", "S000-P3-L1", "S001-18", "S001-28", "S003-W20-C2", "S003-W20-C3", "S003-W20-C4",
           "S003-W20-C7"},
  requires = {}, suggests = {"c03-numa-pages-io", "h01-interconnect"},
  hours = {read = 2, lab = 4},
  durable = {"A NIC that moves memory has to know whose memory it is: regions, keys, domains",
             "Reliable delivery is a number on each packet, and both sides remember one",
             "A buffer is the NIC's from the post to the polled completion",
             "One-sided data needs a signal, and a ring of it needs credits"},
  ephemeral = {{"Rates of InfiniBand's generations", as_of = "2026-11"},
               {"Linux's rxe as a soft-RoCE", as_of = "2026-11"}},
  readings = {
    {"ibroce", hours = 1, look_for = [[what InfiniBand's credits guarantee about loss, what RoCE needs to have
      configured instead, and what a lost packet then costs]]},
    {"demystnccl", hours = 1, look_for = [[the part on the network transport: which buffers are registered, who posts
      receives ahead, and what GPUDirect RDMA leaves out]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"verbs.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 30, mem_MiB = 1024, threads = 1},

  buffers = {
    key_steps = {dtype = "i64", shape = {"R", "N", "6"}, dist = gen.custom"key_steps",
                 note = "what, pd, addr, length, access or need, key"},
    answers = {dtype = "i64", shape = {"R", "N"}},
    cq_steps = {dtype = "i64", shape = {"R", "N"}, dist = gen.custom"cq_steps", note = "n > 0: push n; n < 0: poll -n"},
    polled = {dtype = "i64", shape = {"R", "N", "3"}, note = "polled, their ids mixed, overrun"},
    attrs = {dtype = "i64", shape = {"R", "13"}, dist = gen.custom"attrs"},
    areas = {dtype = "i64", shape = {"R", "6", "4"}, dist = gen.custom"regions", note = "offset, bytes, access, pd"},
    before = {dtype = "u8", shape = {"R", "4096"}, dist = gen.custom"bytes"},
    steps = {dtype = "i64", shape = {"R", "N", "16"}, dist = gen.custom"steps", note = "what, when, and of what"},
    log = {dtype = "i64", shape = {"R", "N", "14"}, note = "what each step gave"},
    after = {dtype = "u8", shape = {"R", "4096"}},
    attrs2 = {dtype = "i64", shape = {"2", "13"}, dist = gen.custom"pair_attrs"},
    areas2 = {dtype = "i64", shape = {"2", "6", "4"}, dist = gen.custom"pair_regions"},
    before2 = {dtype = "u8", shape = {"2", "65536"}, dist = gen.custom"bytes"},
    works = {dtype = "i64", shape = {"2", "N", "10"}, dist = gen.custom"works"},
    rooms = {dtype = "i64", shape = {"2", "N", "5"}, dist = gen.custom"buffers", note = "id, offset, bytes, key, time"},
    done = {dtype = "i64", shape = {"2", "2", "N", "7"}, note = "completions of both queues"},
    after2 = {dtype = "u8", shape = {"2", "65536"}},
    joined = {dtype = "i64", shape = {"8"}, note = "what the model of the link counted"},
    happened = {dtype = "i64", shape = {"16"}, note = "what the model of the connection counted"},
    tasks = {dtype = "f64", shape = {"R", "7"}, dist = gen.custom"tasks",
             note = "bytes, chunk, buffers, gpu_Bps, wire_Bps, copy_s, post_s"},
    seconds = {dtype = "f64", shape = {"R"}},
  },

  calls = {
    keys = call{harness = true, args = {i32"N", input"key_steps", output"answers"}, verify = "keys",
                title = "regions and keys"},
    cq = call{harness = true, args = {i32"N", i32"depth", i64"start", input"cq_steps", output"polled"}, verify = "cq",
              title = "a completion queue"},
    respond = call{harness = true, args = {i32"N", input"attrs", input"areas", input"before", input"steps", output"log",
                   output"after"}, verify = "respond", title = "a queue pair that answers"},
    request = call{harness = true, args = {i32"N", input"attrs", input"areas", input"before", input"steps", output"log",
                   output"after"}, verify = "request", title = "a queue pair that asks"},
    pair = call{harness = true, args = {i32"N", i32"loss", i32"twice", i32"jitter", i64"dice", input"attrs2",
                input"areas2", input"before2", input"works", input"rooms", output"done", output"after2",
                output"joined"}, verify = "pair", title = "two of them and a bad link"},
    channel = call{harness = true, args = {i32"N", i32"least", i32"most", i32"use", i32"hold", i32"lump",
                   i64"start", output"happened"}, verify = "channel", title = "messages over writes"},
    bounce = call{harness = true, asks = {fn = "bounce_s"}, args = {input"tasks", output"seconds"}, verify = "bounce",
                  title = "a detour over host memory"},
  },
  partial = {by = "case", functions = {respond = 3, request = 3, pair = 2, channel = 2}},

  cases = {
    keys("one-slot", AGAIN, 3, 3000, EDGE"versions of one slot go round"),
    keys("full-table", FULL, 30, 60, EDGE"more regions than slots"),
    keys("regions", MIXED, 60, 120),
    keys("hidden-keys", MIXED, gen.pick{40, 50}, 100, {hidden = true}),
    cq("cq-of-one", 1, 20, 60, 0, EDGE"one completion fills it"),
    cq("cq-round", 8, 20, 90, 2^32 - 5, EDGE"indices run over 2^32"),
    cq("hidden-cq", gen.pick{4, 16}, 20, 90, 2^32 - 20, {hidden = true}),

    respond("come-writes", WRITES, 60, 150),
    respond("come-sends", SENDS, 60, 150),
    respond("come-reads", WRITES + READS + TWICE, 60, 150),
    respond("come-twice", ALL + TWICE, 60, 180, EDGE"packets that were there before"),
    respond("come-gaps", ALL + GAPS + TWICE, 60, 180, EDGE"packets that come too early"),
    respond("come-unready", SENDS + WRITES + NOT_READY + TWICE + GAPS, 60, 180, EDGE"no receive request is there"),
    respond("come-keys", ALL + BAD_KEYS, 250, 120, EDGE"keys and bounds that are not allowed"),
    respond("come-form", ALL + BAD_FORM, 250, 120, EDGE"messages out of form"),
    respond("come-dropped", ALL + DROPS + TWICE, 150, 150, EDGE"regions go away in the middle"),
    respond("come-round", ALL + ROUND + TWICE + GAPS, 60, 180, EDGE"numbers run over 2^24"),
    respond("come-overrun", SENDS + WRITES + SHORT_CQ, 60, 180, EDGE"a completion queue of four"),
    respond("come-unfetched", WRITES + READS + TWICE + UNFETCHED, 40, 320, EDGE"a hundred answers wait to be fetched"),
    respond("hidden-come", ALL + TWICE + GAPS + NOT_READY + DROPS, gen.pick{60, 80}, 160, {hidden = true}),

    request("ask-writes", WRITES, 60, 200),
    request("ask-all", ALL, 60, 200),
    request("ask-gaps", ALL + GAPS, 60, 200, EDGE"NAKs of sequence"),
    request("ask-late", ALL + LATE, 60, 200, EDGE"time-outs, and answers that come too late"),
    request("ask-unready", ALL + NOT_READY + LATE, 60, 200, EDGE"the other side has no receive request"),
    request("ask-last-try", ALL + NOT_READY + LATE + LAST_TRY, 200, 120, EDGE"tries come to an end"),
    request("ask-keys", ALL + BAD_KEYS, 250, 120, EDGE"own buffers that are not allowed, and NAKs that are final"),
    request("ask-form", ALL + BAD_FORM + LATE, 100, 160, EDGE"answers of the wrong kind and length"),
    request("ask-dropped", ALL + DROPS + LATE, 150, 160, EDGE"own regions go away in the middle"),
    request("ask-round", ALL + ROUND + GAPS + LATE, 60, 220, EDGE"numbers run over 2^24"),
    request("ask-overrun", ALL + SHORT_CQ, 60, 200, EDGE"a completion queue of four"),
    request("ask-for-ever", WRITES + NOT_READY + PATIENT, 20, 240, EDGE"RNR, and no end of tries"),
    request("ask-and-answer", ALL + BOTH + TWICE + GAPS + NOT_READY + LATE, 80, 220, EDGE"requests come as well"),
    request("hidden-ask", ALL + GAPS + LATE + NOT_READY + DROPS, gen.pick{60, 80}, 180, {hidden = true}),

    pair("quiet", 40, 0, 0, 0, 0),
    pair("one-way", 40, 0, 0, 0, ONE),
    pair("reordered", 60, 0, 5, 3000, 0, EDGE"late and doubled packets"),
    pair("lossy", 60, 5, 2, 1500, 0, EDGE"one of twenty packets is lost"),
    pair("late-room", 50, 2, 2, 1000, LATE_ROOM, EDGE"receive requests come late: RNR"),
    pair("refused", 30, 0, 0, 0, ONE + BAD_KEY, EDGE"one key is wrong: all behind it is flushed"),
    pair("deaf", 30, 0, 0, 0, ONE + DEAF, EDGE"nobody posts a receive request"),
    pair("deaf-write", 30, 0, 0, 0, ONE + DEAF + BY_IMM,
         EDGE"a write of four packets, whose imm nobody takes: three of them are written all the same"),
    pair("hidden-pair", gen.pick{40, 50}, gen.pick{3, 8}, 3, 2000, 0, {hidden = true}),
    pair("large-lossy", 60, 1, 0, 0, ONE + LARGE, GATE),

    channel("few", 5, 1, 100, 0, 0, EDGE"fewer messages than slots"),
    channel("one-byte", 100, 1, 1, 0, 0, EDGE"the shortest"),
    channel("slow-reader", 120, 1, 4096, 3000, 3),
    channel("hold-all", 119, 64, 256, 50, 15, EDGE"the reader keeps all slots but one"),
    channel("hold-many", 150, 64, 4096, 0, 13, EDGE"the reader keeps all slots but three"),
    channel("hold-late", 150, 64, 4096, 0, 13, EDGE"the reader releases three, then keeps thirteen", 3),
    channel("hidden-channel", gen.pick{90, 140}, 1, 4096, gen.pick{0, 400}, gen.pick{0, 5, 11}, {hidden = true}),
    channel("short-messages", 2000, 512, 512, 0, 0, {tags = {"gate", "bench"}}),
    channel("long-messages", 1000, 4096, 4096, 0, 0, {tags = {"gate", "bench"}}),

    make("bounce", {id = "bounces", R = 300}, EDGE"no bytes, one byte, one buffer, none"),
    make("bounce", {id = "hidden-bounces", R = gen.pick{150, 200}}, {hidden = true}),
  },
  counters = {packets_pct = "request packets that had to be sent, of those that were, %",
              pair_us = "microseconds of virtual time until the last completion",
              completions_pct = "completions of the sender's own writes that were polled, of messages, %",
              credits_pct = "writes that gave credits back, of messages, %",
              channel_us = "microseconds of virtual time for all messages",
              channel_pct = "the wire's or the posts' own time of the channel's, %"},
  gates = {
    gate{id = "resends", call = "pair", case = "large-lossy", counter = "packets_pct", op = ">=", value = 60,
         why = "a lost packet costs what was under way, once"},
    gate{id = "few-completions", call = "channel", case = "short-messages", counter = "completions_pct", op = "<=",
         value = 30, why = "one completion stands for all writes before it"},
    gate{id = "few-credits", call = "channel", case = "short-messages", counter = "credits_pct", op = "<=", value = 30,
         why = "one credit write gives several slots back"},
    gate{id = "wire-stays-full", call = "channel", case = "long-messages", counter = "channel_pct", op = ">=",
         value = 85, why = "credits come back before the slots are used up"},
  },
  bench = {
    bench{id = "short", call = "channel", case = "short-messages", metric = "counter:channel_pct", stages = STAGES,
          title = "messages of 512 bytes", why = "virtual time: the posts' own against the channel's"},
    bench{id = "long", call = "channel", case = "long-messages", metric = "counter:channel_pct", stages = STAGES,
          title = "messages of 4 KiB", why = "virtual time: the wire's own against the channel's"},
  },

  predict = {
    predict{id = "packets", axis = "flops", unit = "1", answer = "f.message/f.mtu",
            ask = "A message of {{= mib(f.message)}} in packets of {{= n(f.mtu)}} bytes: how many packets?",
            worked = "{{= n(f.message)}} / {{= n(f.mtu)}} = {{= n(f.message/f.mtu)}}, each with a number of its own."},
    predict{id = "under-way", axis = "bytes", unit = "KB", answer = "f.ndr*f.rtt/1e3", rtol = .02,
            ask = [[A port of {{= n(f.ndr_bits/1e9)}} Gb/s, and {{= n(f.rtt*1e6)}} µs from a packet to its ACK. How
              many KB are under way when the port is busy all the time?]],
            worked = "{{= n(f.ndr/1e9)}} GB/s · {{= n(f.rtt*1e6)}} µs = {{= n(f.ndr*f.rtt/1e3)}} KB."},
    predict{id = "slots", axis = "parallelism", unit = "1", answer = "math.ceil(f.ndr*f.rtt/4096)",
            ask = "How many slots of 4 KiB is that, rounded up, if a credit comes back with the ACK?",
            worked = [[{{= n(f.ndr*f.rtt)}} / 4,096 = {{= n(f.ndr*f.rtt/4096, 1)}}, so
              {{= n(math.ceil(f.ndr*f.rtt/4096))}}.]]},
    predict{id = "copies", axis = "intensity", unit = "1", answer = "2*f.ndr/f.copy", rtol = .05,
            ask = [[The same port by sockets: two copies of each byte, at {{= n(f.copy/1e9)}} GB/s a core. How many
              cores only copy?]],
            worked = "2 · {{= n(f.ndr/1e9)}} / {{= n(f.copy/1e9)}} = {{= n(2*f.ndr/f.copy)}}."},
    predict{id = "failure", axis = "failure",
            choices = {"the write waits until the region is there again", "the write fails, and so do all behind it",
                       "the write fails, and the others go on"},
            answer = "the write fails, and so do all behind it",
            ask = "A peer deregisters a region. A write with its key arrives afterwards. What happens at the sender?",
            worked = [[WC_REM_ACCESS_ERR for that one, the queue pair is in error on both sides, and the rest is
              flushed.]]},
  },

  facts = function()
    return {
      ndr = hw.ib_ndr.bw_dir + 0.0, ndr_bits = hw.ib_ndr.rate + 0.0, pcie5 = hw.pcie5.bw_dir + 0.0,
      pcie5_eff = hw.pcie5.bw_eff + 0.0,
      copy = 10e9,     -- one core's memcpy that meets no cache: approximate
      rtt = 5e-6,      -- from a packet to its ACK through some switches: approximate
      mtu = 4096,      -- IBV_MTU_4096, the largest of libibverbs
      message = MiB, gib = 2^30, ns = 100, -- a post of a small message: approximate
      -- the model of lab.h and harness.c
      model = {wire = 2^10/82e-9, far = 600e-9, post = 100e-9, mtu = 256, slots = 16, slot = 4096},
      -- virtual time of the cases, counted: ref.c, and `each` of naive.c, 2026-11
      counted = {packets = 74.1, completions = 25, credits = 24.9, short = 65.5, long = 99.8, each = 50.6,
                 each_credits = 89.1},
      cores = function(bits, copies, rate) return copies*bits/8/rate end,
      go_back = function(loss, window) return loss*window/(1 + loss*window) end,
      wrap = function(bits, mtu) return 2^24*mtu/(bits/8) end,
      -- chunk through one buffer, and through two or more, bytes a second
      bounce1 = function(chunk, gpu, wire, copy, post) return chunk/(copy + chunk/gpu + post + chunk/wire) end,
      bounce2 = function(chunk, gpu, wire, copy, post)
        return chunk/math.max(copy + chunk/gpu, post + chunk/wire)
      end,
      bronze = STAGES.bronze, silver = STAGES.silver, gold = STAGES.gold,
    }
  end,

  questions = {
    q.num{id = "cores", unit = "1", rtol = .01, seed = "S000-P3-L1",
      ask = [[Data comes at {{= n(p.g)}} Gb/s over sockets, and each byte is copied twice (NIC to kernel buffer is the
        NIC's work; kernel to user and user to where it is needed are not). A core copies {{= n(p.c)}} GB/s. How many
        cores do nothing but copy?]],
      vary = {g = {200, 400, 800}, c = {8, 10, 12.5}},
      answer = function(_, p) return 2*p.g/8/p.c end,
      wrong = {{value = function(_, p) return p.g/8/p.c end, hint = "Each byte is copied twice."},
               {value = function(_, p) return 2*p.g/p.c end, hint = "Gb/s is bits."}},
      worked = "{{= n(p.g/8, 1)}} GB/s · 2 / {{= n(p.c, 1)}} GB/s = {{= n(2*p.g/8/p.c, 1)}} cores."},
    q.num{id = "messages", unit = "1/s", rtol = .01, seed = "S000-P3-L1",
      ask = "How many messages of {{= n(p.k)}} KiB a second fill a port of {{= n(p.g)}} Gb/s, headers left out?",
      vary = {k = {1, 4, 16}, g = {200, 400, 800}},
      answer = function(_, p) return p.g*1e9/8/(p.k*KiB) end,
      wrong = {{value = function(_, p) return p.g*1e9/(p.k*KiB) end, hint = "Bits, not bytes."}},
      worked = [[{{= n(p.g/8)}} GB/s / {{= n(p.k*1024)}} B = {{= n(p.g*1e9/8/(p.k*1024)/1e6, 1)}} million a second:
        {{= n(1e9/(p.g*1e9/8/(p.k*1024)), 1)}} ns for each.]]},
    q.num{id = "credits", unit = "1", rtol = .01, seed = "S003-W20-C3",
      ask = [[A channel of slots of {{= n(p.k)}} KiB over {{= n(p.g)}} Gb/s. From the post of a message until its credit
        is back it takes {{= n(p.us)}} µs. How many slots must there be at least, so that the wire never waits (not
        rounded)?]],
      vary = {k = {4, 8, 16}, g = {100, 200, 400}, us = {4, 6, 10}},
      answer = function(_, p) return p.g*1e9/8*p.us*1e-6/(p.k*KiB) end,
      wrong = {{value = function(_, p) return p.g*1e9*p.us*1e-6/(p.k*KiB) end, hint = "Bits, not bytes."}},
      worked = [[{{= n(p.g/8, 1)}} GB/s · {{= n(p.us)}} µs = {{= n(p.g/8*p.us)}} KB under way, or
        {{= n(p.g*1e9/8*p.us*1e-6/(p.k*1024), 1)}} slots.]]},
    q.num{id = "wrap", unit = "s", rtol = .02, seed = "S003-W20-C3",
      ask = [[Packet numbers have 24 bits. After how many seconds does one come again at {{= n(p.g)}} Gb/s with packets
        of {{= n(p.m)}} bytes?]],
      vary = {g = {100, 400, 800}, m = {1024, 2048, 4096}},
      answer = function(f, p) return f.wrap(p.g*1e9, p.m) end,
      wrong = {{value = function(f, p) return f.wrap(p.g*1e9, p.m)/8 end, hint = "Bits, not bytes."},
               {value = function(f, p) return f.wrap(p.g*1e9, p.m)/p.m end,
                hint = "A packet has one number, not each byte."}},
      worked = [[2^24 · {{= n(p.m)}} B / {{= n(p.g/8, 1)}} GB/s = {{= n(f.wrap(p.g*1e9, p.m), 2)}} s. So "earlier" and
        "later" are a matter of the nearer half.]]},
    q.num{id = "go-back", unit = "%", rtol = .02, seed = "S003-W20-C2",
      ask = [[{{= n(p.w)}} packets are under way, and one of {{= n(p.l)}} is lost. Each loss makes the sender send all
        that were under way again. Which share of what it sends is that, in per cent? (Losses among what is sent again
        are left out: w sent again for each l.)]],
      vary = {w = {32, 64, 256}, l = {500, 1000, 10000}},
      answer = function(f, p) return 100*f.go_back(1/p.l, p.w) end,
      wrong = {{value = function(_, p) return 100/p.l end, hint = "Not only the lost one comes again."}},
      worked = [[For {{= n(p.l)}} packets that are new, {{= n(p.w)}} that are not: {{= n(p.w)}} / ({{= n(p.l)}} +
        {{= n(p.w)}}) = {{= n(100*f.go_back(1/p.l, p.w), 2)}} %.]]},
    q.num{id = "pinned", unit = "1", rtol = .001, seed = "S003-W20-C3",
      ask = [[{{= n(p.g)}} GiB are registered in one region, in pages of {{= n(p.kib)}} KiB. How many translations does
        the NIC have to be told?]],
      vary = {g = {1, 6, 80}, kib = {4, 64, 2048}},
      answer = function(_, p) return p.g*2^20/p.kib end,
      wrong = {{value = function(_, p) return p.g*2^30/p.kib end, hint = "KiB are 1,024 bytes."}},
      worked = [[{{= n(p.g)}} · 2^30 / ({{= n(p.kib)}} · 2^10) = {{= n(p.g*2^20/p.kib)}}, and as many pages are
        pinned.]]},
    q.num{id = "bounce", unit = "GB/s", rtol = .02, seed = "S003-W20-C4",
      ask = [[A GPU's memory goes out in chunks of {{= n(p.k)}} KiB through *one* bounce buffer: {{= n(p.us)}} µs and
        {{= n(f.pcie5_eff/1e9)}} GB/s for the copy, then {{= n(f.ndr/1e9)}} GB/s for the wire. At which rate?]],
      vary = {k = {64, 256, 1024}, us = {5, 8, 12}},
      answer = function(f, p) return f.bounce1(p.k*KiB, f.pcie5_eff, f.ndr, p.us*1e-6, 0)/1e9 end,
      wrong = {{value = function(f, p) return f.bounce2(p.k*KiB, f.pcie5_eff, f.ndr, p.us*1e-6, 0)/1e9 end,
                hint = "With one buffer the copy and the wire take turns."},
               {value = function(f) return f.ndr/1e9 end, hint = "That is the wire alone."}},
      worked = [[{{= n(p.us)}} µs + {{= n(p.k*1024/f.pcie5_eff*1e6, 1)}} µs + {{= n(p.k*1024/f.ndr*1e6, 1)}} µs for
        each chunk: {{= n(f.bounce1(p.k*1024, f.pcie5_eff, f.ndr, p.us*1e-6, 0)/1e9, 1)}} GB/s. Two buffers:
        {{= n(f.bounce2(p.k*1024, f.pcie5_eff, f.ndr, p.us*1e-6, 0)/1e9, 1)}}.]]},
    q.multi{id = "takes-a-receive", seed = "S003-W20-C3",
      ask = "Which of these take a receive request of the other side?",
      options = {"SEND", "WRITE", "WRITE with an imm", "READ", "SEND of 0 bytes"},
      answer = {1, 3, 5},
      worked = [[A plain WRITE and a READ are the initiator's affair alone. An imm has to be reported, and a report is a
        completion of a receive request.]]},
    q.choice{id = "who-knows", seed = "S003-W20-C7",
      ask = "The completion of a plain WRITE has come at the sender. What does the receiver's program know?",
      options = {"That the data is there, by a completion of its own", "Nothing",
                 "That data is there, but not how much"},
      answer = 2,
      worked = [[One-sided means that. The sender has to say so: by an imm, by a second write behind the first, or by a
        message. NVSHMEM's put-with-signal is the second of these, as one call.]]},
    q.choice{id = "last-byte", seed = "S003-W20-C7",
      ask = [[A receiver polls the last byte of a slot in its memory and reads the payload when the byte has changed.
        Well?]],
      options = {"Right: a write's bytes arrive in order", "Right, if the slot is a multiple of 64 bytes",
                 "It works until a NIC or a path writes in another order: no rule of the verbs says that it doesn't"},
      answer = 3,
      worked = [[The order of writes is defined, that of the bytes within one is not. A flag in a second write is
        defined, as is a completion. IBV_ACCESS_RELAXED_ORDERING takes even more away.]]},
    q.choice{id = "reuse", seed = "S003-W20-C3",
      ask = "When may the bytes of a posted SEND be written again?",
      options = {"When ibv_post_send returns", "When the doorbell has been rung",
                 "When its completion, or that of a later request of the queue, has been polled",
                 "When the receiver has answered at the level of the program, and only then"},
      answer = 3,
      worked = "The NIC reads when it sends, and sends again when a packet was lost. With IBV_SEND_INLINE: at once."},
    q.choice{id = "all-silent", seed = "S003-W20-C3",
      ask = "A program never asks for a completion of its writes. What happens?",
      options = {"It is the fastest there is", "The completion queue overruns",
                 "The send queue is full after as many writes as it has places, and stays so"},
      answer = 3,
      worked = [[A place is free again when a completion has been polled, and none ever comes. One in a half queue is
        enough, and half of the queue is where to ask.]]},
    q.choice{id = "no-answer", seed = "S003-W20-C3",
      ask = "RNR retries are 7 in libibverbs. How often does a NIC try?",
      options = {"Seven times", "For ever", "Seven times, then twice as slowly"}, answer = 2,
      worked = [[Three bits, of which 7 means no end. A receiver that hangs then hangs its sender without a message;
        less than 7 turns that into an error that somebody sees.]]},
    q.text{id = "own-machine", min_words = 40, seed = "S003-W20-C3",
      ask = [[Is there an RDMA device on your machine (`ridge doctor`, `rdma link`)? If so, or if you may
        make one of a usual network card (`modprobe rdma_rxe; rdma link add rxe0 type rxe netdev eth0`), run
        `ridge calibrate --rdma`, and `ib_write_bw` beside it. Predict first: messages a second of 64 B, with a
        completion each and with one in 16, GB/s of 4 KiB and 1 MiB, and where the time goes. If there is none,
        predict for a {{= n(f.ndr_bits/1e9)}} Gb/s port with
        {{= n(f.ns)}} ns a post, and say what soft-RoCE would measure in place of a NIC.]],
      rubric = {"says what there is, or that there is none and how it was looked for",
                "a prediction for small messages from a cost a message, and for large ones from the wire",
                "says that soft-RoCE's transport runs on the CPU, so that its rate is that of a protocol in software"}},
  },

  hints = {
    {on = "build", match = {"defines no", "undefined"}, "All functions of lab.h have to be there, qp_destroy too."},
    {on = "case:one-slot", "A key that was given back must not fit its slot's next region. And 255 is followed by 1."},
    {on = "case:full-table", "The lowest free slot, not the one behind the last."},
    {on = "case:cq-of-one", "Empty and full look the same if both indices are masked."},
    {on = "case:cq-round", "tail - head, as uint32_t, is right when one of them has gone round."},
    {on = "case:come-writes", "One packet at a time on paper: which number, which place, and what is the answer?"},
    {on = "case:come-sends", "A receive request is taken with the first packet, and completes with the last."},
    {on = "case:come-twice", "Done once, acknowledged as often as it comes. With which number? And a READ?"},
    {on = "case:come-gaps", "One NAK for one gap. When may the next one be sent?"},
    {on = "case:come-unready", [[Nothing may have happened: not the number, not the bytes, not the place in the
      message.]]},
    {on = "case:come-keys", "Which bytes does the first packet of a WRITE ask for, and which each of the others?"},
    {on = "case:come-form", "Is a message under way, and of which op? Look at that before all else."},
    {on = "case:come-dropped", "A region may go between two packets of a message: look each time."},
    {on = "case:come-round", "Take differences of numbers, masked to 24 bits; never compare the numbers."},
    {on = "case:come-unfetched", "How many answers can wait at a time?"},
    {on = "case:come-overrun", "The queue is broken from then on; the packets go on."},
    {on = "case:ask-gaps", "A NAK says where to go on, and also that all before it has arrived."},
    {on = "case:ask-late", "When does the timer start, and which answers start it anew?"},
    {on = "case:ask-unready", "Go back, and be quiet, but not with answers."},
    {on = "case:ask-last-try", "Counts begin again at each packet that is acknowledged. And 7 has no end."},
    {on = "case:ask-for-ever", "7 has no end, however often the answer is RNR."},
    {on = "case:ask-and-answer", [[Both sides of a queue pair are yours at once. What waits after RNR, and what after
      nothing?]]},
    {on = "case:ask-keys", [[The buffer is looked at when its turn has come, and the failure waits for those before
      it.]]},
    {on = "case:ask-form", "An ACK is no answer to a READ, and PK_DATA none to anything else."},
    {on = "case:ask-dropped", "READ needs its buffer twice: when it is asked, and when its bytes come."},
    {on = "case:ask-round", "High, next and una all go round. Which differences are never negative?"},
    {on = "case:reordered", [[An old packet that comes once more after a newer write must not be done again: the memory
      would be that of yesterday.]]},
    {on = "case:lossy", "Answers get lost as well. Who notices, and what does the other side say the second time?"},
    {on = "case:late-room", "Who is told to wait comes back by himself, and must not be told twice for one message."},
    {on = "case:refused", "In error: first the receive queue, then the send queue; every request ends."},
    {on = "case:deaf", "The request at una is the one that failed."},
    {on = "case:few", "Five messages do not fill a batch: what still has to happen for them?"},
    {on = "case:hold-all", [[The reader has released one slot, which is less than your batch, and the sender has none.
      Who moves first?]]},
    {on = "case:hold-late", [[When the reader released its three, the sender still had slots. It has none now: who looks
      again?]]},
    {on = "case:slow-reader", "Credits count what was released, not what has come."},
    {on = "gate:resends", [[A NAK sends back to what is missing; a time-out comes much later. How often does each
      happen?]]},
    {on = "gate:few-completions", "FAB_SIGNALED on one of several; its completion frees all before it."},
    {on = "gate:few-credits", "Give several slots back with one write."},
    {on = "gate:wire-stays-full", "Draw when a credit comes back, and when the last slot is used."},
    {on = "bench:short", "Which calls do you make for each message? Each costs time."},
    {on = "bench:long", "How long is a slot in use, and how many are there?"},
    {on = "sanitize", "Lengths and addresses come from outside: which differences can be negative?"},
    {on = "call:keys", "Compare lengths with what is left of the region, and never add what came from outside."},
    {on = "call:cq", "Push first looks whether the queue is broken."},
    {on = "call:respond", [[The number first: earlier, later, or the one. Then the five rules, in their order; the
      message names the step that differs.]]},
    {on = "call:request", [[Three numbers: una, next, the latest that was ever sent. Write down what each event does to
      each of them.]]},
    {on = "call:pair", "Make the two queue pairs right one by one; then print the packets of a short run."},
    {on = "call:channel", [[Sent, done, released at the sender; came, given, released, told at the reader. Each of the
      contract's sentences is an inequality of two of these.]]},
    {on = "call:bounce", "When is the copier free, when the buffer? When is the wire free, when the chunk there?"},
  },

  points = {correct = 45, sanitize = 5, profile = 15, perf = 10, answers = 25},
}
