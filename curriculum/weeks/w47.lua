return week {
  n = 47, part = 6, title = "Collectives in depth", seeds = {"S003-W47"},
  summary = [[An all-reduce is a choice: an algorithm, a protocol, a number of channels, all made
from the message size. You model the choice with two constants, fit them to measurements, find the
crossovers the tuner will use, and then build the two low-latency protocols yourself and fuzz them
for torn reads. After this week a bus-bandwidth plot has three regions for you, and you know what
ends each of them.]],
  concepts = {
    {id = "ring", title = "What a ring costs", seed = "S003-W47-C1", text = [[
A ring all-reduce of M bytes over n ranks takes 2(n−1) steps in which every rank sends M/n:
2(n−1)·α for latency plus 2(n−1)/n·M/B for bytes. The second term is optimal and nearly
independent of n; the first grows with n, {{= f.ring_steps }} α for {{= f.n }} ranks (the fraction
2(n−1)/n belongs to the bytes only, where it is sometimes printed for both). With α =
{{= n(1e6*f.alpha, 0) }} µs (an assumption you will replace by a fit) and {{= n(f.B/1e9) }} GB/s
each way, one KiB takes {{= n(1e6*f.ring_small, 1) }} µs and one GB {{= n(1e3*f.ring_big, 2) }}
ms.]]},
    {id = "trees", title = "Double binary trees", seed = "S003-W47-C2", text = [[
A tree reduces and broadcasts in 2·log₂ n steps, but half of its nodes are leaves that only send
or only receive, so a single tree wastes half of the bandwidth. Two complementary trees, in which
every leaf of one is an inner node of the other, each carry half of the data and together fill the
links. Latency is then logarithmic, {{= n(1e6*f.tree_small, 1) }} µs for the same KiB, at 2·M/B
for the bytes: a little more than the ring's, so rings win above a crossover,
{{= n(f.cross/1e6, 1) }} MB with these constants.]]},
    {id = "protocols", title = "Simple, LL, LL128", seed = "S003-W47-C3", text = [[
*Simple* moves large chunks and then signals, with a memory fence between: full bandwidth, high
latency. *LL* writes four bytes of data and four of flag in one 8-byte store, so the receiver sees
data and readiness together, without fences, at {{= n(100*f.ll) }} % payload. *LL128* does the
same with 120 bytes of data and 8 of flag, {{= n(100*f.ll128, 2) }} %, and depends on 128-byte
stores arriving whole, which not every path guarantees. The tuner picks by message size: LL for
the small, LL128 between, Simple for the large.]]},
    {id = "tuning", title = "Tuning and measuring", seed = "S003-W47-C4", text = [[
The library predicts a time for every algorithm and protocol from a topology model and takes the
least; NCCL_ALGO and NCCL_PROTO force a choice, channel and thread counts decide how many SMs work
for the network instead of for you. nccl-tests reports algorithm bandwidth (bytes over time) and
*bus* bandwidth, which multiplies by 2(n−1)/n so that rings of any size can be compared with the
link's rate. Sweep sizes, plot on log axes, and look for where the curve bends: latency below,
protocol switches in the middle, the wire above.]]},
    {id = "overlap", title = "Overlap and copy engines", seed = "S003-W47-C5", text = [[
A collective on its own stream runs beside computation, but it occupies SMs and memory bandwidth,
so both slow down; whether the sum is shorter must be measured. NCCL 2.28 adds collectives that
move data with copy engines instead of SM kernels where no reduction is needed (all-gather,
all-to-all over NVLink), which frees the SMs. Order is the trap: collectives on one communicator
must be issued in the same order on every rank, whatever the streams do.]]},
    {id = "sharp", title = "SHARP: reduction in the switch", seed = "S003-W47-C6", text = [[
With SHARP the switches add the contributions on their way up and multicast the result on the way
down. It is not the last step of a merge that disappears but the whole exchange between endpoints:
each sends M and receives M once, instead of 2(n−1)/n·M, up to {{= n(f.sharp, 2) }} times fewer
bytes for {{= f.n }} ranks, and latency follows the depth of the network. It needs support in
switches, a limited number of trees, and data types that the switch can add; NVSwitch offers the
same idea inside a node.]]},
  },

  readings = {
    {"nccltuning", hours = 2, seed = "S003-W47-R1", look_for = [[The cost model's inputs and the
cases in which the authors advise overriding it.]]},
    {"ncclfast", hours = 1.5, seed = "S003-W47-R2", look_for = [[How chunks are pipelined through
a ring so that its length does not matter for large messages.]]},
    {"nccl228", hours = 1.5, seed = "S003-W47-R3", look_for = [[Which collectives can use copy
engines, and the figure with SM usage before and after.]]},
    {"demystnccl", hours = 3, seed = "S003-W47-R4", look_for = [[The table of protocols with their
synchronisation, and the pipelining of slots inside a channel.]]},
  },

  practice = {
    {hours = 2, seed = "S003-W47-HO", text = [[Sweep all-reduce from 1 KiB to 1 GiB on 2 and 8
ranks with the tool of `w47-nccl-model` (ranks in one process, and NCCL where GPUs are available;
leave NVLS off on shared machines). Plot bus bandwidth, fit α and B by weighted least squares, and
mark where latency hands over to bandwidth.]]},
    {hours = 1, seed = "S003-W47-HO", text = [[Implement LL and LL128 over shared memory, run the
torn-read fuzz for ten million messages, then remove one fence and find out how long the fuzz
needs to notice.]]},
  },

  labs = {"w47-nccl-model"},
  durable = {"α–β costs of collectives", "bandwidth-optimal against latency-optimal",
    "data and flag in one store", "bus bandwidth as the comparable figure"},
  ephemeral = {{"NCCL 2.28's copy-engine collectives", as_of = "2025-11"},
    {"NVLink 4 at 450 GB/s each way", as_of = "2026-03"}},

  facts = function(hw)
    local n, alpha, B = 8, 3e-6, hw.h200.nvlink / 2
    local lg = math.log(n, 2)
    local function ring(M) return 2 * (n - 1) * alpha + 2 * (n - 1) / n * M / B end
    local function tree(M) return 2 * lg * alpha + 2 * M / B end
    return {
      n = n, alpha = alpha, B = B, lg = lg, ring_steps = 2 * (n - 1),
      ring_small = ring(1024), tree_small = tree(1024), ring_big = ring(1e9), tree_big = tree(1e9),
      cross = n * (n - 1 - lg) * alpha * B, half = n * alpha * B,
      ll = 4 / 8, ll128 = 120 / 128, sharp = 2 * (n - 1) / n,
    }
  end,

  questions = {
    q.num {id = "ring-small", unit = "us", vary = {n = {8, 4, 16}},
      ask = [[Ring all-reduce of 1 KiB over {{= p.n }} ranks, α = {{= n(1e6*f.alpha, 0) }} µs a
step, {{= n(f.B/1e9) }} GB/s: how long?]],
      answer = function(f, p)
        return 1e6 * (2 * (p.n - 1) * f.alpha + 2 * (p.n - 1) / p.n * 1024 / f.B)
      end,
      wrong = {
        {value = function(f, p)
            return 1e6 * (2 * (p.n - 1) / p.n * f.alpha + 2 * (p.n - 1) / p.n * 1024 / f.B)
          end,
          hint = "Every one of the 2(n−1) steps pays α; the division by n is for the bytes only."},
        {value = function(f, p) return 1e6 * (p.n - 1) * f.alpha end,
          hint = "Reduce-scatter *and* all-gather: n−1 steps each."},
      },
      worked = [[2·{{= p.n - 1 }} steps × {{= n(1e6*f.alpha, 0) }} µs =
{{= n(2e6*(p.n-1)*f.alpha, 0) }} µs; the bytes add {{= n(1e6*2*(p.n-1)/p.n*1024/f.B, 3) }} µs.]]},

    q.num {id = "tree-small", unit = "us", vary = {n = {8, 4, 16}},
      ask = [[The same KiB with a double binary tree (2·log₂ n steps, 2·M/B for the bytes) over
{{= p.n }} ranks?]],
      answer = function(f, p) return 1e6 * (2 * math.log(p.n, 2) * f.alpha + 2 * 1024 / f.B) end,
      wrong = {
        {value = function(f, p) return 1e6 * math.log(p.n, 2) * f.alpha end,
          hint = "Up and down: reduce, then broadcast."},
      },
      worked = [[2·{{= n(math.log(p.n, 2)) }}·{{= n(1e6*f.alpha, 0) }} µs =
{{= n(2e6*math.log(p.n, 2)*f.alpha, 0) }} µs and next to nothing for the bytes.]]},

    q.num {id = "ring-large", unit = "ms", vary = {M = {1, 4}},
      ask = [[Ring all-reduce of {{= p.M }} GB over {{= f.n }} ranks with the same constants?]],
      answer = function(f, p)
        return 1e3 * (f.ring_steps * f.alpha + f.sharp * p.M * 1e9 / f.B)
      end,
      wrong = {
        {value = function(f, p) return 1e3 * (f.ring_steps * f.alpha + 2 * p.M * 1e9 / f.B) end,
          hint = "That is the tree's byte term; the ring sends 2(n−1)/n of the message."},
        {value = function(f, p) return 1e3 * p.M * 1e9 / f.B end,
          hint = "Every rank sends almost twice the message."},
        {value = function(f, p)
            return 1e3 * (f.ring_steps * f.alpha + f.sharp * p.M * 1e9 / (2 * f.B))
          end, hint = "The figure on the box counts both directions; use one."},
      },
      worked = [[{{= n(f.sharp, 2) }}·{{= p.M }} GB / {{= n(f.B/1e9) }} GB/s =
{{= n(1e3*f.sharp*p.M*1e9/f.B, 2) }} ms, plus {{= n(1e6*f.ring_steps*f.alpha, 0) }} µs. Bus
bandwidth is close to the link, algorithm bandwidth is {{= n(f.B/f.sharp/1e9, 0) }} GB/s.]]},

    q.num {id = "crossover", unit = "MB", rtol = 0.02, vary = {n = {8, 16}},
      ask = [[For which message size do ring and tree take the same time over {{= p.n }} ranks (α
= {{= n(1e6*f.alpha, 0) }} µs, B = {{= n(f.B/1e9) }} GB/s)?]],
      answer = function(f, p) return p.n * (p.n - 1 - math.log(p.n, 2)) * f.alpha * f.B / 1e6 end,
      wrong = {
        {value = function(f, p) return p.n * f.alpha * f.B / 1e6 end,
          hint = "That is where the ring's two terms are equal."},
        {value = function(f, p) return (p.n - 1 - math.log(p.n, 2)) * f.alpha * f.B / 1e6 end,
          hint = "The byte terms differ by 2/n of M/B."},
      },
      worked = [[2(n−1−log₂ n)·α = (2 − 2(n−1)/n)·M/B = 2M/(nB), so M = n(n−1−log₂ n)·α·B =
{{= n(p.n*(p.n-1-math.log(p.n, 2))*f.alpha*f.B/1e6, 1) }} MB. Real tuners switch earlier:
pipelining and protocols change both constants.]]},

    q.num {id = "half-bw", unit = "MB", rtol = 0.02, vary = {n = {8, 16, 4}},
      ask = [[At which message size does the ring over {{= p.n }} ranks reach half of its
asymptotic bandwidth?]],
      answer = function(f, p) return p.n * f.alpha * f.B / 1e6 end,
      wrong = {{value = function(f, p) return 2 * (p.n - 1) * f.alpha * f.B / 1e6 end,
        hint = "Set the two terms equal; the byte term has 2(n−1)/n in it."}},
      worked = [[Latency and byte terms are equal there: 2(n−1)·α = 2(n−1)/n·M/B, M = n·α·B =
{{= n(p.n*f.alpha*f.B/1e6, 1) }} MB.]]},

    q.table {id = "payload", unit = "KiB", rtol = 0.001,
      ask = "A message of {{= p.kb }} KiB is sent. How much crosses the wire, flags included?",
      rows = {"LL (4 B data, 4 B flag)", "LL128 (120 B data, 8 B flag)"}, columns = {"on the wire"},
      vary = {kb = {60, 120, 240}},
      answer = function(f, p) return {{p.kb / f.ll}, {p.kb / f.ll128}} end,
      worked = [[4/8 and 120/128 of what is sent is data: {{= n(p.kb/f.ll) }} and {{= n(p.kb/f.ll128) }} KiB. LL
buys its latency with half of the wire; LL128 gets most of it
back where 128-byte stores are atomic.]]},

    q.num {id = "sharp", unit = "x", vary = {n = {8, 4, 64}},
      ask = [[By what factor does SHARP cut the bytes an endpoint sends in an all-reduce over
{{= p.n }} ranks, compared with a ring?]],
      answer = function(f, p) return 2 * (p.n - 1) / p.n end,
      wrong = {
        {value = function(f, p) return 2 end, hint = "Only in the limit of many ranks."},
        {value = function(f, p) return (p.n - 1) / p.n end, hint = "The ring has two phases."},
      },
      worked = [[2(n−1)/n·M becomes M: {{= n(2*(p.n-1)/p.n, 3) }}.]]},

    q.choice {id = "ll128-needs",
      ask = "Why does NCCL not use LL128 on every path?",
      options = {
        "its payload is too small",
        "it relies on 128-byte stores becoming visible as a whole",
        "it needs a fence for every line",
        "it works on one GPU generation only"},
      answer = 2,
      worked = [[If a line could arrive in parts, the flag might be visible before the data. Over
NVLink the guarantee holds; over some PCIe paths it does not.]]},
  },
}
