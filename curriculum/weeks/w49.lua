return week {
  n = 49, part = 6, title = "Advanced profiling and distributed debugging", seeds = {"S003-W49"},
  summary = [[In a job of many ranks the symptom is never where the cause is: the ranks that wait
look slow, the one that is slow looks fine. You merge traces whose clocks disagree, find
stragglers, classify eight planted faults from logs and timelines, and repair one. On a single GPU
you return to the profiler, now reading it in a fixed order and line by line. The extra lab
`g12-distrust` turns the same suspicion on plausible generated code.]],
  concepts = {
    {id = "ncu", title = "Reading one kernel", seed = "S003-W49-C1", text = [[
Read in a fixed order, speed of light first: which of compute, memory, or neither is near its
roof; neither means latency. Then the memory chart, where bytes between levels are compared with
the bytes you computed beforehand. Then scheduler statistics (how often no warp was eligible) and
warp states, which say why: long scoreboard waits for global or local memory, short scoreboard for
shared memory and special functions, barrier for colleagues, throttles for full queues, wait for
fixed latencies. Last the source and SASS view, which puts each stall on a line; a stall matters
only in proportion to the cycles without an eligible warp.]]},
    {id = "nsys", title = "Reading many timelines", seed = "S003-W49-C2", seeds = {"S004-C04-T13"}, text = [[
A system trace shows host threads, streams and copies on one time axis; named ranges (NVTX) put
your vocabulary on it, step, layer, bucket, so that gaps have addresses. Across nodes each trace
has its own clock: align them on events that must coincide, the end of a barrier or of an
all-reduce, or estimate offset and round trip as network time protocols do. Then the straggler is
visible: it arrives *last* at the collective and spends the *shortest* time inside, while all the
others wait for it there.]]},
    {id = "distributed", title = "How distributed jobs fail", seed = "S003-W49-C3", text = [[
NCCL_DEBUG=INFO says what was set up: ranks, rings and trees, transports, versions; it rarely says
what went wrong. The classes recur. Mismatched counts or types on two ranks hang or corrupt
silently; collectives issued in different orders on two communicators deadlock; a rank that died
or never entered leaves the others inside; a communicator used by two threads at once does
anything. So log for every collective its sequence number, name, shape and type, and let a
watchdog print, for each rank, the last one entered: the first difference is the bug.]]},
    {id = "memory", title = "Memory over time", seed = "S003-W49-C4", text = [[
The profiler can attach allocations to operators (profile_memory), snapshots give every block a
stack and a lifetime, and counters (allocated, reserved, peak, retries) cost nothing and belong
into every training log. Use them in reverse: counters tell you *that* something changed between
steps, a snapshot of one step tells you what, the operator view which line. A leak on one rank
only is usually a logging hook that keeps a graph alive.]]},
  },

  later = {"ncu", "memory"},

  readings = {
    {"ncuinspect", hours = 2.5, seed = "S003-W49-R1", look_for = [[The order in which the author
looks at the sections, and the point at which the first hypothesis is discarded.]]},
    {"nccldebug", hours = 1.5, seed = "S003-W49-R2", look_for = [[For each error class: which rank
reports it, and which rank caused it?]]},
    {"memsnap", hours = 1.5, seed = "S003-W49-R3", look_for = [[How a reference cycle shows in the
timeline, and how the author proves it.]]},
    {"mosaic", hours = 1.5, seed = "S003-W49-R4", look_for = [[The categories into which a
snapshot is split, and the comparison of two snapshots.]]},
  },

  practice = {
    {hours = 2, seed = "S003-W49-HO", text = [[In `w49-straggler`, run the training loop with a
sleep on one rank. Find it twice: from the merged timeline (clocks skewed by five milliseconds)
and from the collective log alone. Fix it and verify the speed-up in virtual time.]]},
    {hours = 1, seed = "S003-W49-HO", text = [[Work through the other planted faults with the
supplied logs. For each, write one line: signature, cause, the check that would have caught it at
the first step.]]},
  },

  notes = [[
How a profiler knows what it shows:

1. **On the host** the framework wraps each operator in a guard that notes name, shapes, thread and two readings of the
   clock. In PyTorch that is a RecordFunction, which the dispatcher enters for every call; the autograd engine gives a
   backward node the sequence number of its forward, by which the two are drawn together.
2. **At the driver** CUPTI, NVIDIA's library for tools, offers callbacks at entry and exit of each call of the CUDA
   API, and an activity record for each kernel, copy and memset with start and end by the clock of the GPU. Records
   are written to buffers that the tool hands out and gets back when they are full: nothing waits for them, and a full
   buffer without a successor drops records, which the library counts.
3. **The join.** The call that launches and the record of the kernel carry the same correlation id. Kineto, the part
   of PyTorch's profiler that talks to CUPTI, pushes the operator's own id around the launch, so a kernel finds its
   operator and an arrow is drawn from one row to the other. It turns GPU time into host time and writes the trace.
4. **Counters** are another matter: an SM counts few things at once. A kernel profiler therefore serialises the kernels
   and replays each one, memory restored in between, until all counters were read: its counts are good, its order of
   events is not the program's. A sampling of program counters with stall reasons is what puts stalls on lines.

What follows for reading a trace: a host bar is the time to *launch*, a GPU bar is the time to run. Recording costs a
fixed time a call, so a step of many small operators looks worse than it is: with {{= n(f.calls) }} operators at an
assumed {{= n(1e6*f.guard_s) }} µs each that is {{= n(1e3*f.calls*f.guard_s) }} ms, of a step of
{{= n(1e3*f.step_s) }} ms {{= n(100*f.calls*f.guard_s/f.step_s, 1) }} %. Warm up first, since the first use of CUPTI
sets it up; record few steps; and take total times without a profiler.]],

  labs = {"w49-straggler", "g12-distrust"},
  durable = {"symptom and cause on different ranks", "clock alignment",
    "sequence numbers for collectives", "a fixed order of reading a profile"},
  ephemeral = {{"section and metric names of Nsight Compute", as_of = "2026-03"},
    {"NCCL_DEBUG output format", as_of = "2026-03"}},

  facts = function(hw)
    return {step_s = 0.3, delay_s = 0.2, ranks = 8, calls = 5000, guard_s = 2e-6}
  end,

  questions = {
    q.num {id = "loss", unit = "%", vary = {delay = {200, 100, 300}},
      ask = [[Eight ranks take {{= n(1e3*f.step_s) }} ms a step, synchronised by an all-reduce.
One of them needs {{= p.delay }} ms more. By how much does the throughput of the *job* fall?]],
      answer = function(f, p) return 100 * (1 - f.step_s / (f.step_s + p.delay / 1e3)) end,
      wrong = {
        {value = function(f, p) return 100 * p.delay / 1e3 / f.step_s end,
          hint = "That is how much longer a step takes; throughput is its inverse."},
        {value = function(f, p)
            return 100 * (1 - f.step_s / (f.step_s + p.delay / 1e3)) / f.ranks
          end, hint = "All ranks wait for the slowest: the loss is not shared out."},
      },
      worked = [[1 − {{= n(1e3*f.step_s) }}/{{= n(1e3*f.step_s+p.delay) }} =
{{= n(100*(1-f.step_s/(f.step_s+p.delay/1e3)), 1) }} %.]]},

    q.num {id = "waste", unit = "s", vary = {delay = {200, 100, 300}},
      ask = [[How many GPU-seconds do the {{= f.ranks - 1 }} healthy ranks waste in each step when
one is {{= p.delay }} ms late?]],
      answer = function(f, p) return (f.ranks - 1) * p.delay / 1e3 end,
      wrong = {
        {value = function(f, p) return f.ranks * p.delay / 1e3 end,
          hint = "The slow one is working, not waiting."},
        {value = function(f, p) return p.delay / 1e3 end, hint = "Every healthy rank waits."},
      },
      worked = [[{{= f.ranks - 1 }} × {{= n(p.delay/1e3, 1) }} s =
{{= n((f.ranks-1)*p.delay/1e3, 1) }} GPU-s a step.]]},

    q.choice {id = "signature",
      ask = "In the merged trace of an all-reduce, which rank is the straggler?",
      options = {
        "the one that spends the longest time inside the collective",
        "the one that spends the shortest time inside the collective",
        "the one whose collective ends last",
        "rank 0, which coordinates"},
      answer = 2,
      worked = [[The late rank finds everyone waiting and leaves at once. The long bars belong to
its victims; the end is common to all.]]},

    q.num {id = "clock-offset", unit = "ms", rtol = 0.005, vary = {d = {5, 2, 8}},
      ask = [[Rank A sends at 100.0 ms (its clock), rank B receives at {{= n(100 + p.d + 1, 1) }}
ms and answers at {{= n(100 + p.d + 3, 1) }} ms (B's clock), A receives at 104.0 ms. Assuming
equal travel times, by how much is B's clock ahead?]],
      answer = function(f, p)
        local t0, t1, t2, t3 = 100, 100 + p.d + 1, 100 + p.d + 3, 104
        return ((t1 - t0) + (t2 - t3)) / 2
      end,
      wrong = {
        {value = function(f, p) return p.d + 1 end,
          hint = "That contains the travel time of the message."},
        {value = function(f, p) return p.d - 1 end,
          hint = "That is the difference on the way back alone."},
      },
      worked = [[((t₁ − t₀) + (t₂ − t₃))/2 = ({{= p.d + 1 }} + {{= p.d - 1 }})/2 = {{= p.d }} ms;
each way took 1 ms.]]},

    q.multi {id = "hang-causes",
      ask = [[Eight ranks hang in the same step. Which causes fit the log "ranks 0–6 entered
all-reduce #412, rank 7 entered all-gather #412"?]],
      options = {
        "collectives issued in a different order on rank 7",
        "a branch on a rank-dependent value before the collective",
        "one slow network link",
        "mismatched dtypes in the all-reduce",
        "two communicators whose collectives interleave differently on rank 7"},
      answer = {1, 2, 5},
      worked = [[The sequence number agrees, the operation does not: the ranks took different
paths. A slow link or a wrong dtype would show the same operation everywhere.]]},

    q.choice {id = "low-both",
      ask = [[A kernel reaches 25 % of the compute roof and 30 % of the memory roof; the scheduler
had no eligible warp in 80 % of the cycles, mostly long scoreboard. What is it?]],
      options = {
        "compute-bound",
        "bound by DRAM bandwidth",
        "latency-bound: too few loads in flight",
        "bound by instruction fetch"},
      answer = 3,
      worked = [[Both roofs are far away. More warps or more independent loads per warp; bandwidth
would show as a full memory pipe.]]},

    q.order {id = "reading-order",
      ask = "Order the sections in which this course reads a kernel profile.",
      items = {
        "speed of light: compute, memory or neither",
        "memory chart against the predicted bytes",
        "scheduler: cycles without an eligible warp",
        "warp states: why not eligible",
        "source and SASS: on which line"},
      worked = [[From the roof to the line. Starting with the line invites optimising a stall that
nobody waits for.]]},
  },
}
