-- g11-coop-cluster: a barrier for the whole grid, and clusters whose blocks share their shared memory.

local THREADS, CLUSTER, BINS = 256, 8, 2048
local SHARE = BINS//CLUSTER
local GRID = {"center_grid", "softmax_grid"}
local HIST = {"bins_block", "bins_cluster"}
local BENCH = {n = 2^26, blocks = 132*4, clusters = 66}
-- kernels/RESULTS.md, by kernels/g11-coop-cluster/bench.cu: microseconds a barrier by blocks an SM, and of one launch
-- behind another; bins_cluster's time over bins_block's with 128 and 1,056 blocks, all bins alike and all in one.
local TIMED = {barrier = {{1, .012, .219, .965}, {2, .016, .224, .981}, {4, .034, .233, 1.225}, {8, .062, .519, 2.216}},
               launch = 4.377, alike = {1/.371, 1/.076}, one = {1/.135, 1/.038}}
local GATE = {n = 2^13, blocks = 4, clusters = 1}

local function case(id, n, calls, fields, more)
  local c = {id = id, n = n, calls = calls, kind = 0}
  for _, t in ipairs{fields, more or {}} do for k, v in pairs(t) do c[k] = v end end
  return c
end
local function row(id, n, blocks, more) return case(id, n, GRID, {blocks = blocks}, more) end
local function sum(id, n, clusters, more) return case(id, n, {"sum_cluster"}, {clusters = clusters}, more) end
local function bins(id, n, clusters, more) return case(id, n, HIST, {clusters = clusters}, more) end

local TOGETHER = {grid = {"blocks"}, block = {THREADS}, cooperative = true}
local CLUSTERS = {grid = {CLUSTER.."*clusters"}, block = {THREADS}}
local function histogram()
  return call{args = {inout"bins", input"values", i64"n"}, oracle = "bins", tol = tol.exact, launch = CLUSTERS}
end

return lab {
  api = 1, rev = 1, id = "g11-coop-cluster", title = "Grid sync, clusters, DSMEM",
  kind = "kernel", part = 2, domain = {"cuda", "memory"},
  seeds = {"S003-W14-C5", "S003-W16-C3", "S004-C01-T07", "S004-C02-T11"},
  requires = {"w14-cpasync-layernorm"}, suggests = {"w16-tma-wgmma-gemm"},
  hours = {read = 1.5, lab = 3.5},
  durable = {"Who waits for a block has to know that it runs",
             "A barrier between writing and reading, another between reading and leaving",
             "A pair of maximum and sum joins like a number, if nothing seen is a value, too",
             "Eight blocks near each other keep one copy of what each would keep alone"},
  ephemeral = {{"Clusters of 8 blocks everywhere, 16 where asked for; DSMEM from sm_90 on", as_of = "2026-11"}},
  readings = {
    {"coopgroups", hours = 1, seed = "S003-W14-R3",
     look_for = [[what grid synchronisation asks of the launch, and what becomes of a grid that is too large]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"together.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu"},
  limits = {wall_s = 20, mem_MiB = 6144, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    x = {dtype = "f32", shape = {"n"}, dist = gen.custom"row"},
    y = {dtype = "f32", shape = {"n"}},
    work = {dtype = "f32", shape = {"2*blocks"}},
    part = {dtype = "f32", shape = {"clusters"}},
    values = {dtype = "i32", shape = {"n"}, dist = gen.custom"values"},
    bins = {dtype = "i32", shape = {BINS}, dist = gen.int{lo = 0, hi = 9}},
  },

  calls = {
    center_grid = call{args = {output"y", output"work", input"x", i64"n"}, oracle = "center",
                       tol = {y = tol.exact, work = tol.exact}, launch = TOGETHER},
    softmax_grid = call{args = {output"y", output"work", input"x", i64"n"}, oracle = "softmax",
                        tol = {y = tol.rel_l2(3e-6), work = tol.exact}, launch = TOGETHER},
    sum_cluster = call{args = {output"part", input"x", i64"n"}, oracle = "parts", tol = tol.dot{64},
                       launch = CLUSTERS},
    bins_block = histogram(), bins_cluster = histogram(),
  },
  order = {"center_grid", "softmax_grid", "sum_cluster", "bins_block", "bins_cluster"},

  cases = {
    row("none", 0, 2, {tags = {"edge"}}),
    row("one", 1, 3, {tags = {"edge"}, note = "two blocks see nothing"}),
    row("one-block", 700, 1, {tags = {"edge"}}),
    row("fewer", 300, 4, {tags = {"edge"}, note = "two blocks and most of a third see nothing"}),
    row("large", 3000, 3, {kind = 1}),
    row("small", 3000, 3, {kind = 2}),
    row("far-below", 300, 2, {kind = 5, tags = {"edge"}, note = "all below -1e36"}),
    row("gaps", 4000, 3, {kind = 3, tags = {"edge"}, note = "nine of ten are -infinity"}),
    row("late", 2500, 4, {kind = 4, note = "the largest is the last, and far above the others"}),
    row("many-blocks", 5000, 20),
    row("258-blocks", 258*THREADS, 258, {kind = 4, tags = {"edge"}, note = "more blocks than threads of a block"}),
    row("hidden", gen.pick{1111, 2049, 3333}, gen.pick{2, 5, 7}, {kind = gen.pick{0, 1, 3, 4}, hidden = true}),
    sum("sum-none", 0, 1, {tags = {"edge"}}),
    sum("sum-one", 1, 2, {tags = {"edge"}}),
    sum("sum-few", 3000, 2, {tags = {"edge"}, note = "part of the second cluster sees nothing"}),
    sum("sum-many", 10001, 2),
    sum("hidden-sum", gen.pick{2222, 5000}, gen.pick{1, 3}, {hidden = true}),
    bins("bins-none", 0, 1, {tags = {"edge"}}),
    bins("bins-one", 1, 1, {tags = {"edge"}}),
    bins("bins-one-bin", 3000, 1, {kind = 1, tags = {"edge"}, note = "all lanes want the same counter"}),
    bins("bins-ends", 3000, 2, {kind = 2, note = "the last bins of each block's share"}),
    bins("bins-many", 9999, 1),
    bins("hidden-bins", gen.pick{1500, 4097}, gen.pick{1, 2}, {kind = gen.pick{0, 2}, hidden = true}),
    row("gate", GATE.n, GATE.blocks, {tags = {"gate"}}),
    sum("sum-gate", GATE.n, GATE.clusters, {tags = {"gate"}}),
    bins("bins-gate", GATE.n, GATE.clusters, {tags = {"gate"}}),
    row("bench", BENCH.n, BENCH.blocks, {tags = {"bench"}}),
    bins("bins-bench", BENCH.n, BENCH.clusters, {tags = {"bench"}}),
  },

  gates = {
    gate{id = "center-twice", call = "center_grid", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "2*n//8 + 4*blocks*blocks", why = "the row is read twice, and each block's word once by each block"},
    gate{id = "softmax-twice", call = "softmax_grid", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "2*n//8 + 8*blocks*blocks",
         why = "maximum and sum come out of one pass over the row, the results out of a second"},
    gate{id = "softmax-stores", call = "softmax_grid", case = "gate", counter = "g_st_sec", op = "<=",
         value = "n//8 + 2*blocks", why = "results once, and two words a block"},
    gate{id = "softmax-atomics", call = "softmax_grid", case = "gate", counter = "atom", op = "==", value = 0,
         why = "blocks leave their words side by side: the barrier makes atomics unnecessary"},
    gate{id = "sum-shared", call = "sum_cluster", case = "sum-gate", counter = "dsmem_B", op = ">=",
         value = "7*4*clusters", why = "a block's sum is read where it lies, in its shared memory"},
    gate{id = "sum-few", call = "sum_cluster", case = "sum-gate", counter = "dsmem_B", op = "<=",
         value = "7*4*clusters", why = "one number a block goes over the SMs' network"},
    gate{id = "sum-atomics", call = "sum_cluster", case = "sum-gate", counter = "atom", op = "==", value = 0,
         why = "no atomics: the order of the sum is always the same"},
    gate{id = "block-shows", call = "bins_block", case = "bins-gate", counter = "dsmem_at_req", op = "==", value = 0,
         why = "step 4 stays in its block, to be measured"},
    gate{id = "bins-shared", call = "bins_cluster", case = "bins-gate", counter = "dsmem_at_req", op = ">=",
         value = "n//32", why = "a value is counted by whoever has its bin, in seven of eight cases another block"},
    gate{id = "bins-eighth", call = "bins_cluster", case = "bins-gate", counter = "atom", op = "<=",
         value = ("2*(n//32) + %d*clusters*%d"):format(CLUSTER, SHARE//32),
         why = "for 32 values one at home and one elsewhere, and an eighth of step 4's additions to global memory"},
  },

  bench = {
    bench{id = "softmax", call = "softmax_grid", case = "bench", clock = "gpu", on = "cuda", bytes = "12*n"},
    bench{id = "bins", call = "bins_cluster", case = "bins-bench", clock = "gpu", on = "cuda", bytes = "4*n"},
    bench{id = "row-sectors", call = "softmax_grid", case = "gate", metric = "fewer:g_ld_sec", on = "simt"},
    bench{id = "bins-atomics", call = "bins_cluster", case = "bins-gate", metric = "fewer:atom", on = "simt"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "MFLOP", answer = "2*f.n/1e6", rtol = .3,
            ask = [[Exponentials that softmax_grid computes for {{= n(f.n)}} elements, in millions, roughly: a
              pass for the sum and a pass for the results?]],
            worked = "One an element in each pass; a new maximum costs one more, and that is rare."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "12*f.n/1e6",
            ask = "Bytes that it moves, if the row does not fit in the L2?",
            worked = "The row is read twice and written once."},
    predict{id = "bound", axis = "intensity", ask = "What bounds softmax_grid on a long row?",
            choices = {"the grid's barrier", "bandwidth of HBM", "exponentials"}, answer = "bandwidth of HBM",
            worked = "A barrier costs some microseconds once; {{= mb(12*f.n, 0)}} take {{= us(12*f.n/f.bw, 0)}}."},
    predict{id = "grid", axis = "parallelism", unit = "1", answer = "f.sms*f.blocks_of(256, 40)", rtol = 0,
            ask = [[How many blocks of 256 threads with 40 registers a thread may a cooperative grid have on an
              H200?]],
            worked = "{{= f.blocks_of(256, 40)}} on each of {{= f.sms}} SMs."},
    predict{id = "risk", axis = "failure",
      ask = "An ordinary launch of more blocks than fit, and all wait for all. Then…",
            choices = {"it is slower", "it hangs: those that run wait for those that can't begin",
                       "the driver splits the grid"},
            answer = "it hangs: those that run wait for those that can't begin",
            worked = "A block keeps its place until it ends. A cooperative launch is refused instead."},
  },

  facts = function(hw)
    local h = hw.h200
    local f = {n = BENCH.n, threads = THREADS, cluster = CLUSTER, bins = BINS, share = SHARE, sms = h.sms,
      bw = hw.h200_m.bw,
               launch = hw.h200_time.launch, timed = TIMED, smem_block = h.smem_block, gate = GATE, warp = h.warp}
    f.blocks_of = function(threads, regs)                 -- g04-occupancy's rule, without shared memory
      local warps, q = (threads + 31)//32, (regs*32 + 255)//256*256
      return math.min(h.threads_sm//32//warps, h.blocks_sm, h.regs_sm//4//q*4//warps)
    end
    f.adds = function(blocks, bins, cluster) return blocks*bins//cluster//32 end -- warp requests of global atomics
    return f
  end,

  questions = {
    q.num{id = "resident", seed = "S003-W14-C5", unit = "1", rtol = 0,
      ask = [[A kernel has {{= p.r}} registers a thread and blocks of {{= p.t}} threads, no shared memory. How
        many blocks may a cooperative grid have on an H200?]],
      vary = {r = {64, 96}, t = {128, 512}},
      answer = function(f, p) return f.sms*f.blocks_of(p.t, p.r) end,
      wrong = {{value = function(f, p) return f.blocks_of(p.t, p.r) end, hint = "That is one SM of {{= f.sms}}."},
               {value = function(f, p) return f.sms*2048//p.t end, hint = "Registers limit it before threads do."}},
      worked = [[{{= f.blocks_of(p.t, p.r)}} an SM by g04-occupancy's rules, times {{= f.sms}}.]]},
    q.num{id = "launches", seed = "S003-W14-C5", unit = "us", rtol = .02,
      ask = [[A computation of {{= p.k}} phases as {{= p.k}} launches in one stream, each {{= n(f.launch*1e6, 2)}}
        µs behind the one before; or as one launch with {{= p.k - 1}} barriers of {{= p.b}} µs. How much is saved?]],
      vary = {k = {10, 40}, b = {1, 1.5}},
      answer = function(f, p) return p.k*f.launch*1e6 - f.launch*1e6 - (p.k - 1)*p.b end,
      wrong = {{value = function(f, p) return (p.k - 1)*f.launch*1e6 end, hint = "And the barriers?"},
               {value = function(f, p) return p.k*f.launch*1e6 end, hint = "One launch stays, and barriers come."}},
      worked = [[{{= p.k - 1}} times {{= n(f.launch*1e6, 2)}} less {{= p.b}} µs. A graph saves on launches, too,
        and asks nothing of the grid's size.]]},
    q.num{id = "adds", seed = "S004-C02-T11", unit = "1", rtol = 0,
      ask = [[{{= n(p.g)}} blocks count {{= n(p.b)}} bins. At the end each adds its counts to global memory, a
        warp 32 bins at a time. How many fewer requests are there if clusters of {{= f.cluster}} blocks keep each
        bin once?]],
      vary = {g = {528, 1056}, b = {4096, 16384}},
      answer = function(f, p) return f.adds(p.g, p.b, 1) - f.adds(p.g, p.b, f.cluster) end,
      wrong = {{value = function(f, p) return f.adds(p.g, p.b, f.cluster) end, hint = "Those are what is left."},
               {value = function(f, p) return f.adds(p.g, p.b, 1) end, hint = "An eighth is left."}},
      worked = [[{{= n(f.adds(p.g, p.b, 1))}} become {{= n(f.adds(p.g, p.b, f.cluster))}}.]]},
    q.num{id = "room", seed = "S003-W16-C3", unit = "1", rtol = 0,
      ask = [[A block may have {{= n(f.smem_block/1024)}} KiB of shared memory. How many counters of {{= p.s}}
        bytes can a cluster of {{= p.c}} blocks keep together?]],
      vary = {s = {4, 8}, c = {4, 8}},
      answer = function(f, p) return f.smem_block*p.c//p.s end,
      wrong = {{value = function(f, p) return f.smem_block//p.s end, hint = "That is one block."}},
      worked = [[{{= n(f.smem_block)}} x {{= p.c}} / {{= p.s}}. What does not fit in a block may fit in a cluster.]]},
    q.num{id = "elsewhere", seed = "S004-C01-T07", unit = "%", rtol = .01,
      ask = [[Values are spread evenly over bins, and each of {{= p.c}} blocks of a cluster keeps an equal share.
        Which part of the counts goes to another block's memory?]],
      vary = {c = {4, 16}},
      answer = function(f, p) return 100*(p.c - 1)/p.c end,
      wrong = {{value = function(f, p) return 100/p.c end, hint = "That part stays at home."}},
      worked = [[{{= p.c - 1}} of {{= p.c}}: {{= pct((p.c - 1)/p.c, 1)}}. They go over the network between the
        SMs.]]},
    q.num{id = "join", seed = "S003-W14-C5", unit = "1", rtol = .01,
      ask = [[Two blocks have seen maxima {{= p.a}} and {{= p.b}} with sums {{= p.s}} and 4 of their exponentials.
        What is the sum of both, relative to the larger maximum?]],
      vary = {a = {1, 2}, b = {3, 4}, s = {2, 5}},
      answer = function(f, p) return p.s*math.exp(p.a - p.b) + 4 end,
      wrong = {{value = function(f, p) return p.s + 4 end, hint = "The sums count in units of different maxima."},
               {value = function(f, p) return p.s + 4*math.exp(p.a - p.b) end,
                 hint = "Which of them has to be scaled?"}},
      worked = [[{{= p.s}} · exp({{= p.a}} - {{= p.b}}) + 4 = {{= n(p.s*math.exp(p.a - p.b) + 4, 3)}}.]]},
    q.choice{id = "nothing", seed = "S003-W14-C5", answer = 2,
      ask = [[A block without elements leaves the maximum -infinity and the sum 0. What does exp(most - new) give
        where both are -infinity?]],
      options = {"0", "NaN, which 0 times NaN remains", "1", "an error"},
      worked = [[-infinity less -infinity is NaN. Ask for the sum first: 0 is a pair that changes nothing.]]},
    q.choice{id = "leave", seed = "S004-C01-T07", answer = 3,
      ask = "The second cluster.sync() of sum_cluster stands behind the last read of it all. What is it for?",
      options = {"It makes the sum visible to other clusters", "It joins the warps",
                 "A block that has ended has no shared memory any more", "Nothing: the kernel ends there anyway"},
      worked = [[Its SM may already have given the memory to another block. Who is read has to stay until it has
        been read.]]},
    q.choice{id = "branch", seed = "S003-W14-C5", answer = 1,
      ask = "`if (blockIdx.x * THREADS < n) { …; this_grid().sync(); … }`. For small n…",
      options = {"the grid hangs: blocks outside never arrive", "it is right, and saves work",
                 "the barrier counts only those inside", "the launch is refused"},
      worked = "All threads of all blocks have to arrive, those without elements, too."},
    q.choice{id = "size", seed = "S003-W16-C3", answer = 2,
      ask = "A cluster of 16 blocks on an H200…",
      options = {"is not possible", "needs the attribute for non-portable cluster sizes, and may find less room",
                 "is the default", "needs a cooperative launch"},
      worked = [[8 is what every GPU with clusters takes. Sixteen neighbouring SMs that are free at once are
        harder to find, too: cudaOccupancyMaxActiveClusters says how many clusters fit.]]},
    q.multi{id = "which", seed = "S004-C02-T11", answer = {1, 3},
      ask = "Which of these may wait for each other in an ordinary launch, without a promise from you?",
      options = {"threads of a block", "blocks of a grid", "blocks of a cluster", "grids of two streams"},
      worked = "A block and a cluster are resident as a whole or not at all. A grid only in a cooperative launch."},
    q.text{id = "why", seed = "S003-W14-C5", min_words = 40,
      ask = [[Somebody replaces three launches of a solver's step by one cooperative launch, and it becomes slower
        on large inputs. Give two reasons that have to do with the size of the grid, how you would check each, and
        when the change would have been right.]],
      rubric = {"at most as many blocks as are resident: each loops over its share",
        "registers of all phases count in each of them",
                "all wait for the slowest block at each barrier",
                  "right: short phases, launch cost comparable, data kept on chip"}},
  },

  hints = {
    {on = "build", match = {"undefined", "cluster", "cooperative_groups"},
     [[nvcc names the line. `namespace cg = cooperative_groups;`, and `__cluster_dims__(CLUSTER, 1, 1)` between
       __global__ and void as lab.h has it.]]},
    {on = "case:none", "Nothing to read, nothing to write, and every block arrives at the barrier all the same."},
    {on = "case:one/softmax_grid", "Blocks that have seen nothing: -infinity less -infinity is NaN."},
    {on = "case:fewer/softmax_grid",
      "Threads, warps and blocks that have seen nothing join without changing anything."},
    {on = "case:large/softmax_grid", "exp(1e4) is infinite. Take the maximum off first."},
    {on = "case:far-below", "The largest of nothing is -infinity. Any number in its place is larger than some row."},
    {on = "case:small/softmax_grid", "All x are near -1e4: a maximum that begins at 0 makes all exponentials 0."},
    {on = "case:gaps/softmax_grid", "An x of -infinity adds 0 to the sum, also when nothing else has been seen yet."},
    {on = "case:late/softmax_grid", "When a larger maximum comes, the sum so far is scaled by exp(old - new)."},
    {on = "case:258-blocks", [[More blocks than a block has threads: a thread takes more than one of their words, in
      steps of THREADS.]]},
    {on = "case:many-blocks", "More blocks than a warp has lanes? Here 20; on a GPU hundreds."},
    {on = "case:sum-one", "The second cluster has no element. Its sum is 0, and has to be written."},
    {on = "case:bins-one-bin", "atomicAdd, on whichever memory: all lanes meet at one word."},
    {on = "case:bins-ends/bins_cluster", "Bin v lies in block v / SHARE, at v % SHARE."},
    {on = "gate:center-twice",
      "One pass for the largest; after the barrier each block reads every block's word once."},
    {on = "gate:softmax-twice", "A pair of maximum and sum needs one pass: scale the sum when the maximum grows."},
    {on = "gate:sum-shared", "cluster.map_shared_rank(&mine, r) is the address of block r's variable."},
    {on = "gate:sum-few", "First a sum for each block, then eight numbers for the cluster."},
    {on = "gate:bins-shared", "Count where the bin lies: map_shared_rank(count, v / SHARE) + v % SHARE."},
    {on = "gate:bins-eighth", "Each block adds its own share to global memory, not all bins."},
    {on = "sanitize", [[Written by one block, read by another: a barrier of grid or cluster stands between. And
      what is read has to be there still.]]},
    {on = "call:bins_cluster", "Zero, cluster barrier, count, cluster barrier, add one's share."},
    {on = "call:sum_cluster", "A sum a block in its shared memory, barrier, one thread collects eight, barrier."},
    {on = "correct", "Take the smallest failing case, and ask for each block what it has seen."},
    {after = 3, "`ridge hint g11-coop-cluster` shows the next tier; the third has the join and the barriers."},
  },

  points = {compile = 5, correct = 40, sanitize = 15, profile = 15, perf = 10, answers = 15},
}
