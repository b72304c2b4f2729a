-- Week 18: naming what binds before touching the code.
return week {
  n = 18, part = 2, title = "Profiling: name the bound, then fix it", seeds = {"S003-W18"},

  summary = [[A profile has hundreds of numbers and you need about five. This week gives you an
    order in which to read them: first the two percentages of the speed of light, then the reason
    for waiting, then the pattern of memory access, then the timeline around the kernel. With it
    you can put a kernel into one of a few classes and know which change is worth trying. In the lab
    you write that order down as a program, then take five kernels that are right and slow, and
    each fix has to move its own counter and no other.]],

  concepts = {
    {id = "ncu", title = "Capturing a kernel", seed = "S003-W18-C1",
     text = [[Nsight Compute profiles one kernel at a time. It replays the launch once for each
       group of counters, restoring memory in between, and by default flushes caches and locks the
       clock, so its times are for comparing and not for quoting. Restrict it to the kernel and
       launch number that you care about; the full set of sections costs dozens of replays. Save
       every report, since a profile without the one before it says little.]]},
    {id = "sol", title = "Speed of light", seed = "S003-W18-C2",
     text = [[Two percentages open every report: how close the busiest compute pipe and the
       busiest part of the memory system come to their peaks. One high, above about {{= f.hi}} %:
       that is your ceiling. Both low: the kernel waits, for latency or for launches, and neither
       roof is the problem. Both high is rare and means it is well balanced. The memory figure may
       stand for HBM, L2 or shared memory, so look at which one set it.]]},
    {id = "mwa", title = "Memory workload", seed = "S003-W18-C3",
     text = [[Sectors per request tell how well accesses coalesce: four is ideal for four-byte
       lanes, {{= f.warp}} is the worst and means {{= pct(4/f.sector)}} of each sector is used.
       Hit rates say who served a request; a high L1 hit rate can hide a bad pattern, and a
       streaming kernel rightly has a low one. Shared-memory wavefronts above the ideal are bank
       conflicts. Copies by TMA do not pass the load units, so these counters read nothing for
       such kernels.]]},
    {id = "stalls", title = "Why warps wait", seed = "S003-W18-C4",
     text = [[Each cycle every warp is either issuing or waiting for a named reason. Long
       scoreboard is a load from global or local memory, short scoreboard shared memory or a
       special function, barrier speaks for itself, LG and MIO throttle are full queues in front
       of those units, no instruction is a miss in the instruction cache. The name memory
       dependency belongs to chips before Volta. Take the top reason only after issue is known to
       be the problem: in a kernel at its roof, waiting is normal.]]},
    {id = "sched", title = "Issue slots and occupancy", seed = "S003-W18-C5",
     text = [[An SM has four schedulers, and each can issue one instruction a cycle if one of its
       warps is eligible. A lone warp whose instructions depend on each other over {{= f.lat}}
       cycles issues in one cycle of {{= f.lat}}. Either more warps or more independent
       instructions per warp fill the gap. Occupancy is only the supply of warps: where few
       eligible warps keep the issue slot busy, raising it gains nothing, and persistent kernels
       run at low occupancy by design.]]},
    {id = "nsys", title = "The timeline", seed = "S003-W18-C6",
     text = [[Nsight Systems shows the whole process: CPU threads, API calls, copies, kernels by
       stream. Read it from the gaps. A gap after a synchronising call means the CPU was waiting
       and then had to start from scratch; many short kernels with equal gaps mean launch-bound; a
       copy between two kernels of one stream means a transfer that could have run in another.
       Mark phases with ranges of your own, or you will not find them again.]]},
    {id = "taxonomy", title = "Four kinds of slow", seed = "S003-W18-C7",
     text = [[At the bandwidth wall, move fewer bytes: fuse, narrow the type, reuse. At the
       compute wall, use a faster unit or do less. Bound by latency, with both percentages low
       inside the kernel, supply more independent work: more warps, more loads in flight, larger
       tiles. Bound by launches, with gaps between kernels, fuse or record a graph. A change aimed
       at one kind does nothing for another, so classify first.]]},
  },

  readings = {
    {"ncuguide", hours = 5, seed = "S003-W18-R1",
     look_for = [[The chapters on metrics and on the hardware model: for each section of a report,
       the unit its counters sit on. Look up every stall reason that your week-16 kernel
       shows.]]},
    {"ncuroofline", hours = 2, seed = "S003-W18-R2",
     look_for = [[The hierarchical roofline: one point per memory level. What do the distances
       between the points of one kernel say?]]},
    {"nsysguide", hours = 3, seed = "S003-W18-R3",
     look_for = [[How to collect without drowning: selecting a range, sampling on or off,
       exporting statistics. Then the chapter on CUDA graphs in the timeline.]]},
  },

  practice = {
    {seed = "S003-W18-HO", hours = 3,
     text = [[Profile your own Hopper matmul of week 16. Name the dominant stall and its place on
       the roofline, write down one change with the effect you expect of it, make it, and profile
       again. A change that moved nothing is a result too, if you can say why.]]},
  },

  labs = {"w18-bottleneck"},

  durable = {"Two percentages first, reasons second",
             "One hypothesis, one change, one counter",
             "Four kinds of slow and their remedies"},
  ephemeral = {{"Metric and stall names of Nsight Compute", as_of = "2026-01"},
               {"Which counters see TMA traffic", as_of = "2026-01"}},

  facts = function(hw)
    return {
      warp = hw.h200.warp, sector = 32, hi = 80, lat = 4, bw = hw.h200.bw, peak = hw.h200.bf16,
      GB = 3.6, rate = 200e12,
    }
  end,

  questions = {
    q.num{id = "dram", unit = "%", rtol = .01,
      ask = [[A kernel reads and writes {{= f.GB}} GB of HBM in {{= p.us}} µs on an H200. Its
        memory speed of light, against {{= si(f.bw,"B/s")}}?]],
      vary = {us = {1000, 800, 2500}},
      answer = function(f, p) return 100*f.GB*1e9/(p.us*1e-6)/f.bw end,
      wrong = {{value = function(f, p) return 50*f.GB*1e9/(p.us*1e-6)/f.bw end,
                hint = "Reads and writes share one bandwidth; the sum counts."}},
      worked = [[{{= si(f.GB*1e9/(p.us*1e-6),"B/s")}} of {{= si(f.bw,"B/s")}}.]]},

    q.num{id = "roof", unit = "%", rtol = .01,
      ask = [[A kernel of intensity {{= p.ai}} FLOP/B runs at {{= si(f.rate,"FLOP/s")}} on an H200
        ({{= si(f.peak,"FLOP/s")}}, {{= si(f.bw,"B/s")}}). Which share of what its roofline
        allows?]],
      vary = {ai = {50, 150, 400}},
      answer = function(f, p) return 100*f.rate/math.min(f.peak, p.ai*f.bw) end,
      wrong = {{value = function(f, p)
                  local other = p.ai*f.bw < f.peak and f.peak or p.ai*f.bw
                  return 100*f.rate/other
                end,
                hint = [[Its ceiling is the lower of the two: intensity times bandwidth, or the
                  peak.]]}},
      worked = [[Slope: {{= si(p.ai*f.bw,"FLOP/s")}}. Roof: {{= si(f.peak,"FLOP/s")}}. The smaller
        one is the ceiling at this intensity.]]},

    q.choice{id = "memory",
      ask = [[Report: DRAM 92 %, SM 31 %, long scoreboard on top. Which change can help?]],
      options = {"More warps",
                 "Fewer bytes: fuse with a neighbour or narrow the type",
                 "Tensor cores",
                 "A CUDA graph"},
      answer = 2,
      worked = [[It is at the bandwidth wall. The stall reason is the consequence, not the cause:
        of course warps wait for loads when memory is full.]]},

    q.choice{id = "latency",
      ask = [[Report: DRAM 22 %, SM 35 %, long scoreboard on top, one eligible warp every four
        cycles. Which kind of slow is it?]],
      options = {"Memory-bound", "Compute-bound", "Latency-bound", "Launch-bound"},
      answer = 3,
      worked = [[Neither roof is near, and inside the kernel nobody can issue. More independent
        work per thread, more warps, or more loads in flight before the first use.]]},

    q.choice{id = "launch",
      ask = [[Timeline: kernels of 3 µs with gaps of 4 µs between them, CPU thread busy in
        launches. First remedy?]],
      options = {"Optimise the longest kernel",
                 "Record the sequence as a graph, or fuse kernels",
                 "Pinned memory",
                 "Higher occupancy"},
      answer = 2,
      worked = [[More than half of the time is gaps. Faster kernels would make the gaps longer,
        nothing else.]]},

    q.num{id = "ipc", unit = "1", rtol = .01,
      ask = [[One warp on a scheduler, instructions of {{= f.lat}} cycles latency, an
        instruction-level parallelism of {{= p.ilp}}. Issued instructions per cycle of that
        scheduler?]],
      vary = {ilp = {1, 2, 4}},
      answer = function(f, p) return math.min(1, p.ilp/f.lat) end,
      wrong = {{value = function(f, p) return 4*math.min(1, p.ilp/f.lat) end,
                hint = "That is the sum of the four schedulers of an SM."}},
      worked = [[In {{= f.lat}} cycles {{= p.ilp}} can issue, and one a cycle at most. Warps and
        independent chains multiply.]]},

    q.num{id = "sectors", unit = "%", rtol = .01,
      ask = [[Four-byte loads, all lanes active, {{= p.spr}} sectors per request. Which share of
        the bytes moved is used?]],
      vary = {spr = {32, 8, 16}},
      answer = function(f, p) return 100*f.warp*4/(p.spr*f.sector) end,
      wrong = {{value = function(f, p) return 100/p.spr end,
                hint = [[One request is a whole warp: compare the bytes its lanes want with the
                  sectors moved.]]}},
      worked = [[{{= n(f.warp*4)}} useful bytes of {{= n(p.spr*f.sector)}}.]]},

    q.multi{id = "names",
      ask = [[Which of these stall reasons can a profile from a current GPU show?]],
      options = {"long scoreboard",
                 "memory dependency",
                 "MIO throttle",
                 "barrier",
                 "execution dependency"},
      answer = {1, 3, 4},
      worked = [[Memory and execution dependency are names of the generation before Volta; old
        tutorials still use them.]]},
  },
}
