-- h01-interconnect: what the links of a server do to the copies that go over them.

local ANY, PCIE8, HGX, CUBE, BRIDGES, DEEP, FIVE = 0, 1, 2, 3, 4, 5, 6 -- shapes of kernels/h01-interconnect/machines.h
local MIXED, LOAD, BOTH, TINY, PAGEABLE, PEERS = 0, 1, 2, 3, 4, 5 -- and copies
local NV, PIX, PXB, PHB, SYS, DRAWN = 0, 1, 2, 3, 4, -1           -- p2p of lab.h, or any of them

local function of(call, id, more)
  local c = {id = id, calls = {call}, shape = ANY, p2p = DRAWN, N = 1, M = 1, mix = MIXED, bytes = 0}
  for k, v in pairs(more) do c[k] = v end
  return c
end

local RING = 2^28 -- bytes from GPU to GPU

return lab {
  api = 1, rev = 1, id = "h01-interconnect", title = "PCIe, NVLink, NVSwitch: the links of a server", kind = "system",
  part = 2, domain = {"interconnects", "systems"},
  seeds = {"S000-P3-T1", "S001-28", "S001-31", "S002-5axis-2", "S003-W20-C1", "S003-W34-C5", "S004-C01-T09",
           "S004-C02-T03", "S004-C06-T17"},
  requires = {}, suggests = {"c12-five-axis"},
  hours = {read = 1.5, lab = 3},
  durable = {"A copy is as fast as its share of the slowest link on its way",
             "Where a device is plugged in decides which copies meet",
             "Line rate, data rate, one way, both ways: four figures of one link"},
  ephemeral = {{"Rates of PCIe 5 and NVLink 4 and 5", as_of = "2026-11"}},
  readings = {
    {"hopperwp", hours = .5, look_for = [[the pages on NVLink and NVSwitch: links of a GPU, bandwidth of a link, and
      whether a figure counts one direction or both]]},
    {"ncclsd", hours = .5, look_for = [[how rings are laid over PCIe and NVLink, and which link each of them crosses]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"links.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 20, mem_MiB = 512, threads = 1},

  buffers = {
    links = {dtype = "f64", shape = {"R", "8"}, dist = gen.custom"links",
             note = "a, b, kind, width, rate, payload, overhead, latency"},
    speeds = {dtype = "f64", shape = {"R"}},
    machines = {dtype = "f64", shape = {"R", "422"}, dist = gen.custom"machines",
                note = "nodes, links, p2p, copy_Bps, chunk, setup; kinds; eight numbers of each link"},
    pairs = {dtype = "i32", shape = {"R", "N", "2"}, dist = gen.custom"pairs", note = "src, dst"},
    paths = {dtype = "i32", shape = {"R", "N", "35"}, note = "relation, staged, hops; links, directions"},
    texts = {dtype = "u8", shape = {"R", "1024"}, note = "text, and its length in the last four bytes"},
    capacities = {dtype = "f64", shape = {"R", "M"}, dist = gen.custom"capacities"},
    flows = {dtype = "i32", shape = {"R", "N", "18"}, dist = gen.custom"flows", note = "uses, resources"},
    rates = {dtype = "f64", shape = {"R", "N"}},
    copies = {dtype = "f64", shape = {"R", "N", "5"}, dist = gen.custom"copies",
              note = "src (-1: no copy), dst, pageable, bytes, start"},
    ends = {dtype = "f64", shape = {"R", "N + 1"}, note = "end of each copy, what ic_run returns"},
    carried = {dtype = "i64", shape = {"R", "48", "2"}},
    orders = {dtype = "i32", shape = {"R", "2", "8"}, note = "nodes of the ring, from two runs"},
  },

  calls = {
    rate = call{harness = true, asks = {fn = "ic_link_Bps"},
                verify = "rate", title = "what a link carries", args = {input"links", output"speeds"}},
    route = call{harness = true, asks = {fn = "ic_route"}, verify = "route", title = "the way of a copy",
                 args = {i32"N", input"machines", input"pairs", output"paths"}},
    matrix = call{harness = true, asks = {fn = "ic_matrix"}, verify = "matrix", title = "the matrix of a machine",
                  args = {input"machines", output"texts"}},
    fair = call{harness = true, asks = {fn = "ic_fair"}, verify = "fair", title = "max-min fair rates",
                args = {i32"N", i32"M", input"capacities", input"flows", output"rates"}},
    run = call{harness = true, asks = {fn = "ic_run"}, verify = "run", title = "copies in virtual time",
               args = {i32"N", input"machines", input"copies", output"ends", output"carried"}},
    ring = call{harness = true, asks = {fn = "ic_ring"}, verify = "ring", title = "an order of the GPUs",
                args = {i64"bytes", input"machines", output"orders"}},
  },
  partial = {by = "case", functions = {run = 3, route = 2, fair = 2}},

  cases = {
    of("rate", "links", {R = 120, tags = {"edge"}}),
    of("rate", "hidden-links", {R = gen.pick{80, 110}, hidden = true}),
    of("route", "sockets", {R = 2, N = 40, shape = PCIE8, p2p = PXB, tags = {"edge"},
                            note = "devices below four switches of two CPUs"}),
    of("route", "switched", {R = 2, N = 40, shape = HGX, p2p = PHB}),
    of("route", "cube", {R = 2, N = 60, shape = CUBE, p2p = NV, note = "not all GPUs are neighbours"}),
    of("route", "deep", {R = 2, N = 40, shape = DEEP, p2p = NV, tags = {"edge"}, note = "switches below switches"}),
    of("route", "ways", {R = 80, N = 20}),
    of("route", "hidden-ways", {R = gen.pick{50, 60}, N = 20, hidden = true}),
    of("matrix", "eight-pcie", {R = 2, shape = PCIE8, tags = {"edge"}}),
    of("matrix", "eight-switched", {R = 1, shape = HGX}),
    of("matrix", "eight-cube", {R = 1, shape = CUBE}),
    of("matrix", "machines", {R = 60}),
    of("matrix", "hidden-machines", {R = gen.pick{30, 40}, hidden = true}),
    of("fair", "one-resource", {R = 8, N = 5, M = 1, tags = {"edge"}}),
    of("fair", "few", {R = 60, N = 4, M = 3}),
    of("fair", "many", {R = 60, N = 32, M = 128, note = "as many as lab.h allows"}),
    of("fair", "tangle", {R = 60, N = 16, M = 12}),
    of("fair", "hidden-flows", {R = gen.pick{40, 50}, N = 20, M = 15, hidden = true}),
    of("run", "one", {R = 40, N = 1, tags = {"edge"}, note = "nobody else is there"}),
    of("run", "tiny", {R = 20, N = 8, mix = TINY, tags = {"edge"}, note = "one byte, or none"}),
    of("run", "uplink", {R = 6, N = 8, shape = PCIE8, mix = LOAD, note = "GPUs are loaded at once"}),
    of("run", "both-ways", {R = 6, N = 8, shape = PCIE8, mix = BOTH, note = "to devices and from them at once"}),
    of("run", "pageable", {R = 20, N = 6, mix = PAGEABLE}),
    of("run", "no-peers", {R = 20, N = 6, shape = PCIE8, mix = PEERS, p2p = NV, note = "all copies are staged"}),
    of("run", "deep-peers", {R = 4, N = 6, shape = DEEP, mix = PEERS, p2p = NV, note = "ways of up to 13 links"}),
    of("run", "peers", {R = 20, N = 6, mix = PEERS}),
    of("run", "days", {R = 60, N = 16}),
    of("run", "hidden-days", {R = gen.pick{30, 40}, N = 14, hidden = true}),
    of("ring", "two-and-more", {R = 12, bytes = RING, tags = {"edge"}}),
    of("ring", "hidden-rings", {R = gen.pick{6, 8}, bytes = RING, hidden = true}),
    of("ring", "pcie-ring", {R = 1, shape = PCIE8, p2p = SYS, bytes = RING, tags = {"gate", "bench"}}),
    of("ring", "cube-ring", {R = 1, shape = CUBE, p2p = PXB, bytes = RING, tags = {"gate", "bench"}}),
    of("ring", "bridges-ring", {R = 1, shape = BRIDGES, p2p = PXB, bytes = RING, tags = {"gate", "bench"},
                                note = "bridges join GPUs of different switches"}),
    of("ring", "small-ring", {R = 1, shape = FIVE, p2p = PXB, bytes = 4096, tags = {"gate"},
                              note = "wide links of a long latency, narrow ones of a short one, small copies"}),
    of("ring", "large-ring", {R = 1, shape = FIVE, p2p = PXB, bytes = 2^34, tags = {"gate"},
                              note = "the same machine and large ones"}),
  },
  counters = {ring_us = "microseconds until the last copies of the rings have ended",
              best_us = "the same, of the best rings there are",
              ring_pct = "the best rings' share of the rings' time, %"},
  gates = {
    gate{id = "pcie", call = "ring", case = "pcie-ring", counter = "ring_pct", op = ">=", value = 80,
         why = "a ring that goes to another switch and back and forth shares the uplinks with itself"},
    gate{id = "cube", call = "ring", case = "cube-ring", counter = "ring_pct", op = ">=", value = 80,
         why = "from neighbour to neighbour, and over the wider links"},
    gate{id = "bridges", call = "ring", case = "bridges-ring", counter = "ring_pct", op = ">=", value = 80,
         why = "what NVLink joins need not stand next to each other on PCIe"},
    gate{id = "small", call = "ring", case = "small-ring", counter = "ring_pct", op = ">=", value = 80,
         why = "a small copy is as fast as its latency, whatever the rate of its link"},
    gate{id = "large", call = "ring", case = "large-ring", counter = "ring_pct", op = ">=", value = 80,
         why = "a large one is as fast as its rate, whatever the latency"},
  },
  bench = {
    bench{id = "pcie", call = "ring", case = "pcie-ring", metric = "counter:ring_pct", title = "eight GPUs on PCIe",
          stages = {bronze = .8, silver = .95, gold = 1}, why = "virtual time, the same on each machine"},
    bench{id = "cube", call = "ring", case = "cube-ring", metric = "counter:ring_pct", title = "a cube of NVLinks",
          stages = {bronze = .8, silver = .95, gold = 1}, why = "most orders need a link that is not there"},
    bench{id = "bridges", call = "ring", case = "bridges-ring", metric = "counter:ring_pct", title = "NVLink bridges",
          stages = {bronze = .8, silver = .95, gold = 1}, why = "two kinds of links, and staged copies between them"},
  },

  predict = {
    predict{id = "rings", axis = "flops", unit = "1", answer = "f.rings",
            ask = "How many different rings of eight GPUs are there, if it counts who sends to whom?",
            worked = "The first GPU may be any: 7 · 6 · 5 · 4 · 3 · 2 · 1 = {{= f.rings}} orders of the others."},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "8*f.ring/1e9", rtol = .02,
            ask = "{{= mib(f.ring)}} go from each GPU of eight to the next. How much data is moved in all?",
            worked = "8 · {{= n(f.ring)}} B = {{= gb(8*f.ring)}}."},
    predict{id = "socket", axis = "intensity", unit = "1", answer = "1",
            ask = [[Eight GPUs, four at each of two CPUs, all on PCIe. In the best ring, how many copies go over the
              link between the sockets in each direction?]],
            worked = "The ring has to get there and back: one each way, and each way has the whole rate."},
    predict{id = "two-below", axis = "parallelism", unit = "1", answer = "2",
            ask = [[Two GPUs below one switch are loaded from host memory at once. By what factor does each take longer
              than alone, if switch and GPUs have equal links?]],
            worked = "Both copies flow over the switch's uplink in the same direction: half of it for each."},
    predict{id = "failure", axis = "failure",
            choices = {"it fails with an error", "it is staged through host memory, and is right and slow",
                       "it waits until the peer is enabled"},
            answer = "it is staged through host memory, and is right and slow",
            ask = "Peer access between two GPUs on PCIe is off. What does a copy between them do?",
            worked = "Nothing tells you but the bandwidth, and the links to the CPU that carry it."},
  },

  facts = function()
    local m = models.llama3_70b
    local pcie = function(gts, lanes) return gts*1e9*lanes*128/130/8 end
    local share = hw.pcie5.payload/(hw.pcie5.payload + hw.pcie5.overhead)
    return {
      ring = RING, rings = 5040, pcie = pcie, share = share,
      nv_share = hw.nvlink4.payload/(hw.nvlink4.payload + hw.nvlink4.overhead),
      pcie4 = hw.pcie4.bw_dir + 0.0, pcie5 = hw.pcie5.bw_dir + 0.0, eff4 = hw.pcie4.bw_eff + 0.0,
      eff5 = hw.pcie5.bw_eff + 0.0, nv4 = hw.nvlink4.bw_dir + 0.0,
      nv = {a100 = hw.a100.nvlink_dir + 0.0, h100 = hw.h100.nvlink_dir + 0.0, b200 = hw.b200.nvlink_dir + 0.0},
      -- bytes that one GPU of p sends over its link for all the all-reduces of one pass over so many tokens
      tp = function(tokens, p) return m.L*2*2*(p - 1)/p*tokens*m.d*2 end,
      layers = m.L, d = m.d,
    }
  end,

  questions = {
    q.num{id = "pcie-rate", unit = "GB/s", rtol = .005,
      ask = [[A PCIe slot has {{= p.lanes}} lanes of {{= p.gts}} GT/s, coded 128b/130b. How many bytes a second go
        through in one direction, packets not counted?]],
      vary = {gts = {8, 16, 32}, lanes = {4, 8, 16}},
      answer = function(f, p) return f.pcie(p.gts, p.lanes)/1e9 end,
      wrong = {{value = function(f, p) return 8*f.pcie(p.gts, p.lanes)/1e9 end, hint = "A transfer is one bit."},
               {value = function(f, p) return 2*f.pcie(p.gts, p.lanes)/1e9 end, hint = "In one direction."},
               {value = function(_, p) return p.gts*p.lanes end, hint = "GT/s is not GB/s: a transfer is one bit."}},
      worked = [[{{= p.gts}} · 10⁹ · {{= p.lanes}} · 128/130 / 8 = {{= n(f.pcie(p.gts, p.lanes)/1e9, 2)}} GB/s.]]},
    q.num{id = "against-pcie", unit = "1", rtol = .01,
      ask = [[A data sheet gives a GPU {{= p.nv}} GB/s of NVLink. How many times as fast as a PCIe 5 slot of 16 lanes
        is that for a copy from GPU to GPU?]],
      vary = {nv = {600, 900, 1800}},
      answer = function(f, p) return p.nv/2*1e9/f.pcie5 end,
      wrong = {{value = function(f, p) return p.nv*1e9/f.pcie5 end,
                hint = "Which of the two figures counts both directions?"}},
      worked = "{{= p.nv/2}} GB/s one way, against {{= n(f.pcie5/1e9, 1)}}: {{= n(p.nv/2*1e9/f.pcie5, 1)}} times."},
    q.num{id = "copy-time", unit = "ms", rtol = .01,
      ask = "How long do {{= p.gb}} GB take at {{= p.rate}} GB/s, all else left out?",
      vary = {gb = {1, 3, 14}, rate = {25, 50, 450}},
      answer = function(_, p) return 1e3*p.gb/p.rate end,
      worked = "{{= p.gb}} / {{= p.rate}} s = {{= n(1e3*p.gb/p.rate, 1)}} ms."},
    q.num{id = "uplink", unit = "ms", rtol = .01,
      ask = [[{{= p.gpus}} GPUs hang below one PCIe switch. All links, the switch's uplink too, carry {{= p.rate}} GB/s
        in each direction. {{= p.gb}} GB are loaded into each GPU from pinned host memory, all at once. When is the last
        one done?]],
      vary = {gpus = {2, 4}, rate = {25, 50}, gb = {2, 5}},
      answer = function(_, p) return 1e3*p.gpus*p.gb/p.rate end,
      wrong = {{value = function(_, p) return 1e3*p.gb/p.rate end, hint = "Do they all have a way of their own?"}},
      worked = [[All bytes go over the uplink: {{= p.gpus}} · {{= p.gb}} / {{= p.rate}} s =
        {{= n(1e3*p.gpus*p.gb/p.rate, 0)}} ms.]]},
    q.num{id = "max-min", unit = "GB/s", rtol = .005,
      ask = [[Link A carries {{= p.a}} GB/s, link B {{= p.b}}. One copy goes over A alone, one over A and B, two over B
        alone, all the same way. What does the one over A alone get by max-min fairness?]],
      vary = {a = {50, 60, 100}, b = {24, 30, 45}},
      answer = function(_, p) return p.a - p.b/3 end,
      wrong = {{value = function(_, p) return p.a/2 end,
                hint = "The other copy over A cannot use half of A. Who gets what it leaves?"}},
      worked = [[B is full first, {{= p.b}}/3 = {{= n(p.b/3, 1)}} for each of three. What is left of A is
        {{= p.a}} - {{= n(p.b/3, 1)}} = {{= n(p.a - p.b/3, 1)}}.]]},
    q.num{id = "pageable", unit = "ms", rtol = .01,
      ask = [[{{= p.gb}} GB are copied from pageable memory to a GPU. A CPU fills pinned buffers at {{= p.cpu}} GB/s,
        the link carries {{= p.link}} GB/s, and the two overlap. How long does it take, if buffers are small?]],
      vary = {gb = {1, 4}, cpu = {8, 12}, link = {25, 50}},
      answer = function(_, p) return 1e3*p.gb/p.cpu end,
      wrong = {{value = function(_, p) return 1e3*p.gb/p.link end, hint = "Somebody has to fill the buffers."},
               {value = function(_, p) return 1e3*(p.gb/p.link + p.gb/p.cpu) end,
                hint = "While one buffer is sent the next one is filled."}},
      worked = [[The slower of both: {{= p.gb}} / {{= p.cpu}} s = {{= n(1e3*p.gb/p.cpu, 1)}} ms. The link waits most of
        the time.]]},
    q.num{id = "tensor-parallel", unit = "ms", rtol = .02,
      ask = [[A model of {{= f.layers}} layers and width {{= f.d}} is split over {{= p.gpus}} GPUs by tensor
        parallelism: two all-reduces a layer, of {{= p.tokens}} tokens in bf16. A ring all-reduce sends 2(p - 1)/p of
        the data over each GPU's link. How long do all of them take for one pass at {{= p.rate}} GB/s, if latency is
        left out?]],
      vary = {gpus = {2, 4, 8}, tokens = {512, 2048}, rate = {50, 450}},
      answer = function(f, p) return f.tp(p.tokens, p.gpus)/(p.rate*1e9)*1e3 end,
      wrong = {{value = function(f, p) return f.tp(p.tokens, p.gpus)/2/(p.rate*1e9)*1e3 end,
                hint = "Two all-reduces a layer, two bytes a value, and 2(p - 1)/p: did you count each two?"}},
      worked = [[{{= f.layers}} · 2 · 2({{= p.gpus}} - 1)/{{= p.gpus}} · {{= p.tokens}} · {{= f.d}} · 2 B =
        {{= gb(f.tp(p.tokens, p.gpus))}}, over {{= p.rate}} GB/s:
        {{= n(f.tp(p.tokens, p.gpus)/(p.rate*1e9)*1e3, 1)}} ms.]]},
    q.choice{id = "both-ways",
      ask = "A GPU is loaded over PCIe while results are copied from it, both pinned. What happens to the load?",
      options = {"It takes twice as long", "It takes as long as alone", "It waits for the other copy"},
      answer = 2,
      worked = [[The link is full duplex. Only what goes the same way over the same link shares it; this is where the
        doubled figures of data sheets come from.]]},
    q.choice{id = "forwards",
      ask = [[Of eight GPUs with six NVLinks each some pairs are not joined. What does a copy between two such GPUs
        take?]],
      options = {"The NVLinks of a third GPU, which passes it on", "PCIe, and host memory where peers are not allowed",
                 "The two nearest NVLinks, half of it each"},
      answer = 2,
      worked = [[A GPU forwards nothing. A program can do it, with a buffer on the third GPU and two copies; NVSwitches
        made the question go away.]]},
    q.choice{id = "nic",
      ask = "A NIC is to read GPU memory directly. Which cell of the matrix do you hope for?",
      options = {"SYS", "PHB", "PIX", "NV18"},
      answer = 3,
      worked = "One switch between the two: what they exchange meets no CPU and no uplink. NICs have no NVLink here."},
    q.choice{id = "shared",
      ask = [[Ten equal copies over one link: all at once, or one after the other. What does the order change, if
        nothing else is on the link?]],
      options = {"When the last one ends", "When the first nine end", "Nothing"},
      answer = 2,
      worked = [[The bytes are the same, so the last one ends at the same time. At once, all end together at the very
        end; in turn, they end on the average after 5.5 tenths of that.]]},
  },

  hints = {
    {on = "case:links", [[GT/s is bits of the line. What is left of ten bits, or of 130? And what is printed for
      NVLink?]]},
    {on = "case:cube", "GPUs forward nothing, and peers may not meet on PCIe here: by which CPU does the copy go?"},
    {on = "call:route", [[Distances from dst to all nodes first. Then the slowest link of the best of the shortest ways,
      then the lowest link that is on such a way.]]},
    {on = "call:matrix", "Print one machine and hold it against the expected line: columns first, then words."},
    {on = "case:one-resource", "Everybody gets the same, and nothing is left."},
    {on = "call:fair", [[Which resource has least for each of its flows? Those flows are done. Take what they use from
      every other resource on their way, and look again.]]},
    {on = "case:one", "Setup, latencies, perhaps the first chunk, then bytes over the slowest thing on the way."},
    {on = "case:tiny", "A copy of no bytes ends when it begins to flow, and is an event like others."},
    {on = "case:uplink", "Which link have all these copies in common, and in which direction?"},
    {on = "case:both-ways", "Directions are resources of their own."},
    {on = "case:pageable", "The CPU's copying is a resource, too, and all its pageable copies share it."},
    {on = "case:no-peers", "The first chunk has to be in host memory before the second leg begins; the rest overlaps."},
    {on = "call:run", [[Events are beginnings and ends. Ask for new rates at each, and take off what flowed between
      them.]]},
    {on = "gate:pcie", "How many of your copies go up from the same switch?"},
    {on = "gate:cube", "Print the relation and the width of each step of your ring."},
    {on = "gate:bridges", "A bridge first, then the way to the next pair."},
    {on = "gate:small", "Which ring is the best depends on `bytes`. What does a copy of 4 KiB wait for?"},
    {on = "gate:large", "And 16 GiB? Latency is paid once, bytes go on."},
    {on = "call:ring", "Your own ic_run is the judge. How many rings are there?"},
  },

  points = {correct = 45, sanitize = 5, profile = 15, perf = 10, answers = 25},
}
