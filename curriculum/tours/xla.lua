-- What becomes one kernel, what becomes a smaller collective, and what is computed while one is on its way.
return tour {
  id = "xla", commit = "753e5e56a0e465dbf7ee166573122564d83a1746", date = "2026-08-07", licence = "Apache-2.0",
  seeds = {"S002-REPO-9"}, labs = {"w10-fusion-compiler", "w08-zero", "w07-ddp-overlap", "c10-pure-functions"},
  hours = 4, as_of = "2026-11",
  files = {
    {"xla/service/gpu/model/gpu_performance_model_base.h", bytes = 12457,
     sha256 = "92bc0140452a66032b2080ce6ba1757e2040f4ed7cfca999543c9cce83d6fde3", minutes = 10,
     read = {{from = "kKernelLaunchOverhead", why = "five constants, one of them with its history"}}},
    {"xla/service/gpu/model/gpu_performance_model_base.cc", bytes = 17552,
     sha256 = "41e1cfc72597fa05d40bc905c0a08daff7dc0a7bd564e4de19da9b46569c2e6a", minutes = 30,
     read = {{from = "ReadTimeWithDRAMHeuristic", why = "the first read, and all further ones"},
             {from = "CombineComputeAndMemoryAccessTime", why = "how much of the shorter time is hidden"}}},
    {"xla/service/gpu/model/gpu_performance_model.cc", bytes = 12444,
     sha256 = "7130f388cc7297258043f81e793189a4140cd49056de347e71447deddd113894", minutes = 30,
     read = {{from = "EstimateRunTimes", why = "the price of a producer, before and after"},
             {from = "EstimateRunTimeForFusionImpl", why = "what one fused kernel reads, computes and writes"}}},
    {"xla/backends/gpu/transforms/priority_fusion.cc", bytes = 56858,
     sha256 = "e1d6a8cf38a109512ddb0fd94964c723b27141f50ab18f6b6b9dd7e977386268", minutes = 60,
     read = {{from = "CalculateProducerPriority", why = "two kinds that have no price, and all others"},
             {from = "DequeueNextProducer", why = "which end of the map is taken"},
             {from = "CanFuse", why = "what the price does not know, as a list of refusals"}}},
    {"xla/backends/gpu/transforms/reduce_scatter_creator.cc", bytes = 5762,
     sha256 = "5bdc9d48ca539b16da962f5a6385f4756be7bd8659fcfa78384dbdc9f0807aea", minutes = 15,
     read = {{from = "RunImpl", why = "what is put where the sum and the slice were"}}},
    {"xla/service/collective_opt_utils.cc", bytes = 57453,
     sha256 = "ffdf6091eb0e8597482dd333d49ef9b811e8d691e7a28913ae3c19d927d262c8", minutes = 40,
     read = {{from = "MatchWithDynamicSlice", why = "a pattern with a dozen ways not to match"},
             {from = "IsPerIdOffset", why = "an offset that is computed for each device, at compile time"}}},
    {"xla/service/gpu/gpu_latency_hiding_scheduler.cc", bytes = 37334,
     sha256 = "f6059515225a147baa064a0d7bdfb3c0b42c7363406bdf10696c2a0d569f941e", minutes = 45,
     read = {{from = "GetLatencyBetween", why = "what a start and its done are apart"},
             {from = "GpuScheduleCrossesOverlapLimit", why = "which two collectives may not be on their way at once"}}},
  },
  facts = function()
    local f = {}
    function f.priority(k) return 1 + 6 + k*(5 - 7) end
    function f.read(mb)
      local again = mb < 20 and 20 or mb < 40 and 2.5 or 1
      return mb/2 + mb/2/again
    end
    function f.permute(n) return (math.max(n // 8 - 1, 1)*6 + 14)*5000 end
    return f
  end,
  questions = {
    q.num{id = "priority", unit = "us", rtol = 0, file = "xla/service/gpu/model/gpu_performance_model.cc",
      symbol = "EstimateRunTimes",
      ask = [[gpu_performance_model.cc, `EstimateRunTimes`, and what `CalculateProducerPriority` makes of it: a
        producer of 6 µs has {{= p.k}} consumers, and can be fused into each. A consumer takes 5 µs by itself and
        7 µs with the producer inside. These times are without launches. Which priority does the producer get?]],
      vary = {k = {2, 3, 5}},
      answer = function(f, p) return f.priority(p.k) end,
      wrong = {{value = function(f, p) return f.priority(p.k) - 1 end, hint = [[One kernel less is launched. What
        does a launch cost?]]},
               {value = function(f, p) return f.priority(p.k) + p.k - 1 end, hint = [[Count the kernels before and
        after: how many fewer are there?]]}},
      worked = [[Before: {{= p.k + 1}} launches of 1 µs, 6 µs, and {{= p.k}} × 5 µs. After: {{= p.k}} launches and
        {{= p.k}} × 7 µs. The difference is 1 + 6 − {{= p.k}} × 2 = {{= f.priority(p.k)}} µs. The producer is computed
        again in each consumer, so what is won once is paid for {{= p.k}} times; with 2 and 3 consumers there is a
        gain left, with 5 the number is negative, and a producer with a negative priority does not enter the queue
        at all.]]},
    q.order{id = "queue", file = "xla/backends/gpu/transforms/priority_fusion.cc",
      symbol = "CalculateProducerPriority",
      ask = [[priority_fusion.cc, `CalculateProducerPriority`, `DequeueNextProducer` and `RunImpl`: these producers of
        one computation can all be fused, and none changes the price of another. In which order are they?]],
      items = {"a bitcast that keeps the width", "a producer worth 12 µs", "a producer worth 3 µs, id 40",
               "a producer worth 3 µs, id 17", "a constant of one element"},
      wrong = {{before = {4, 3}, hint = "The key is a pair, and the last of the map is taken."},
               {before = {5, 4}, hint = [[A constant's priority is minus infinity. Where is it fused after all?]]},
               {before = {2, 1}, hint = "A bitcast computes nothing. Which price does it get?"}},
      worked = [[A bitcast is free and gets plus infinity. The map is ordered by price and then by id, and its last
        entry is taken: 12 µs, then of two equal ones the larger id. Constants get minus infinity, because fusing one
        changes all prices around it and is done in any case; those of one element are fused in a loop behind the
        queue, larger ones not at all: they are read from memory like a parameter. After each step the prices of all
        operands of the new fusion are computed again, so the order is not fixed at the start.]]},
    q.table{id = "reads", unit = "us", rtol = .001, file = "xla/service/gpu/model/gpu_performance_model_base.cc",
      symbol = "ReadTimeWithDRAMHeuristic",
      ask = [[gpu_performance_model_base.cc, `ReadTimeWithDRAMHeuristic`: memory of 2,000 GB/s, an L2 of 40 MB, L1
        caches that are 20 MB together. A kernel reads a buffer twice, coalesced, with so many blocks that
        `AdjustBandwidth` limits nothing. How long do the reads take?]],
      vary = {a = {8, 10, 16}, b = {24, 30, 36}},
      rows = {"{{= p.a}} MB", "{{= p.b}} MB", "60 MB"}, columns = {"time"},
      answer = function(f, p) return {{f.read(p.a)}, {f.read(p.b)}, {f.read(60)}} end,
      wrong = {{cell = {1, 1}, value = function(f, p) return p.a/2 + p.a/2/8 end,
                hint = "What fits into L1 is in L2 too: are the two factors multiplied?"},
               {cell = {1, 1}, value = function(f, p) return p.a end, hint = "Only the first read is from memory."},
               {cell = {2, 1}, value = function(f, p) return p.b/2/2.5*2 end,
                hint = "The first read is from memory, whatever the buffer's size."}},
      worked = [[The first read is at 2,000 GB/s in any case: half a microsecond a megabyte. The second depends on the
        buffer alone: smaller than all L1 caches together it is 2.5 × 8 = 20 times as fast, smaller than L2 2.5
        times, else it is memory again. {{= n(f.read(p.a), 2)}}, {{= n(f.read(p.b), 1)}} and 60 µs. The model does
        not ask who reads what: that a buffer in the L1 of another multiprocessor is of no use to this one is not in
        it. It has to rank fusions, thousands in a second, and needs no more.]]},
    q.multi{id = "scatter", file = "xla/service/collective_opt_utils.cc", symbol = "MatchWithDynamicSlice",
      ask = [[collective_opt_utils.cc, `MatchWithDynamicSlice`, as reduce_scatter_creator.cc calls it: a sum over all
        devices of which each device then cuts out a piece. Which are so?]],
      options = {[[Whether the offset belongs to the device is found by computing it for each device of each
        group.]],
                 [[A reshape between the sum and the slice is no obstacle if it leaves the cut dimension alone.]],
                 [[9 rows, groups of 4, slices of 2: it is rewritten, and the ninth row is cut off before.]],
                 "A sum on a channel gives a reduce-scatter on a new channel.",
                 "If somebody else uses the sum too, it is computed a second time for them.",
                 "Groups of different sizes are taken, with the largest as the group's size."},
      answer = {1, 2, 3, 4},
      wrong = {{value = 5, hint = "How many users may the sum have?"},
               {value = 6, hint = "Look for what is asked of the replica groups."}},
      worked = [[The pattern comes from a partitioner that adds up first and cuts afterwards. It matches only if the
        slice is the single use, the groups are of one size, and device j takes piece j: the offset may be any
        arithmetic on the device's id, since it is evaluated for every one of them. 9 // 2 is 4, the group's size, so
        the division's remainder does not stop it; rows that nobody takes are cut off first. Whoever keeps the whole
        sum alive, for a norm of the gradient, keeps the all-reduce: twice the bytes on the wire for one
        scalar.]]},
    q.table{id = "hide", unit = "1", exact = {1, 2}, file = "xla/service/gpu/gpu_latency_hiding_scheduler.cc",
      symbol = "GetLatencyBetween",
      ask = [[gpu_latency_hiding_scheduler.cc, `GetLatencyBetween` and `NodeCost`: no profile, no costs in metadata,
        `xla_gpu_enable_approx_costly_collectives` is on. Which latency lies between start and done, and how many
        matrix products (custom calls) would hide it?]],
      vary = {mib = {24, 30, 48}, n = {32, 64, 128}},
      rows = {"all-gather of 100 MiB", "all-reduce of {{= p.mib}} MiB",
              "collective-permute marked for the P2P stream, {{= p.n}} partitions"},
      columns = {"latency", "products"},
      answer = function(f, p)
        local sum = p.mib > 30 and 20000 or 5000
        return {{5000, 5}, {sum, sum // 1000}, {f.permute(p.n), f.permute(p.n) // 1000}}
      end,
      wrong = {{cell = {1, 1}, value = 20000, hint = "The size is asked of one kind of collective only."},
               {cell = {3, 1}, value = 70000, hint = [[In a pipeline the furthest peer has to be waited for as
        well.]]},
               {cell = {3, 1}, value = function(f, p) return (p.n // 8*6 + 14)*5000 end,
                hint = "One step of the cycle needs no waiting."}},
      worked = [[Every pair of start and done is 5,000 units apart, a custom call costs 1,000: five products to a
        collective, whatever their sizes. An all-reduce of more than 30 MiB counts four times when the flag is on,
        30 MiB are not more. A permute in a pipeline of stages gets 14 × 5,000 for itself and 6 × 5,000 for each step
        of the stagger, {{= p.n}} / 8 − 1 = {{= p.n // 8 - 1}} of them: {{= n(f.permute(p.n))}}. Such numbers are in
        no unit of time. They only have to put enough work between, and where that matters a profile takes their
        place.]]},
  },
}
