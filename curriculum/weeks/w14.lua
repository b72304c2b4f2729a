-- Week 14: doing two things at once, inside an SM and across the machine.
return week {
  n = 14, part = 2, title = "Streams, graphs, asynchronous copies", seeds = {"S003-W14"},

  summary = [[Three kinds of overlap: a copy into shared memory beside arithmetic, a transfer
    beside a kernel, and a launch beside everything. For each you learn when it helps and when it
    cannot, which is more often than the tutorials admit. You finish with a LayerNorm that streams
    its rows through two buffers, and can read from its profile whether that was worth doing.]],

  concepts = {
    {id = "cpasync", title = "cp.async", seed = "S003-W14-C1",
     text = [[Since Ampere a thread can start a copy from global to shared memory that bypasses
       its registers and runs on while the thread computes. Copies are committed in groups;
       waiting until at most N groups are pending tells you that all older ones have landed. With
       two buffers the copy of the next tile runs during work on this one. It helps where latency
       is the limit, with few warps resident and large tiles. At full occupancy other warps
       already hide the latency, memory is saturated, and the gain is about nil.]]},
    {id = "streams", title = "Streams and events", seed = "S003-W14-C2",
     text = [[A stream is a queue: its operations run in order, and those of different streams in
       any. An event recorded in one stream can be waited for in another, or by the CPU; two
       events in the same stream measure the time between them. The legacy default stream is
       different: it waits for all others and they wait for it, so one stray launch without a
       stream serialises everything.]]},
    {id = "overlap", title = "Overlapping transfers", seed = "S003-W14-C3",
     text = [[Copies to the device, kernels and copies back are done by separate engines, so three
       chunks of the same job can be in three stages. With equal stages and n chunks the time
       falls from 3n to n + 2 units: {{= n(3*f.chunks/(f.chunks+2),1)}} times faster for
       {{= f.chunks}} chunks. The host memory has to be pinned, because from pageable memory an
       asynchronous copy first goes through a staging buffer and is, for the caller, not
       asynchronous.]]},
    {id = "graphs", title = "CUDA graphs", seed = "S003-W14-C4",
     text = [[A graph records a sequence of launches with their dependencies once, is checked and
       set up once, and is then launched as a whole. For straight-line graphs on recent toolkits
       NVIDIA reports a cost of about 2.5 µs plus about a nanosecond a node (developer blog,
       2024), where separate launches cost microseconds each. It pays when kernels are as short as
       their launches, as in decoding. The price is that shapes and addresses are frozen.]]},
    {id = "coop", title = "Cooperative groups", seed = "S003-W14-C5",
     text = [[Cooperative groups name the set of threads that synchronises: a tile of a warp, a
       block, a cluster, the whole grid. Waiting for the whole grid only works if all blocks are
       resident at once, because a block that has not started cannot arrive; a cooperative launch
       checks this and refuses larger grids. So the grid is at most SMs times resident blocks, and
       each block loops over its share. It replaces a second launch where the intermediate result
       is small.]]},
  },

  readings = {
    {"cpasync", hours = 2, seed = "S003-W14-R1",
     look_for = [[The pipeline with several stages: which wait stands before which read, and why a
       barrier is needed before a buffer is overwritten.]]},
    {"cudagraphs", hours = 1.5, seed = "S003-W14-R2",
     look_for = [[The three timings of the same twenty kernels. How much of the gain comes from
       not waiting after every launch, and how much from the graph?]]},
    {"coopgroups", hours = 2, seed = "S003-W14-R3",
     look_for = [[How a function that takes a group as an argument becomes safe to call from a
       branch, and what grid synchronisation requires of the launch.]]},
    {"streamsync", hours = 1, seed = "S003-W14-R4",
     look_for = [[Draw the timeline of its examples by hand: which operation waits for which, and
       through which implicit rule?]]},
  },

  practice = {
    {seed = "S003-W14-HO", hours = 3.5,
     text = [[In w14-cpasync-layernorm, stream the rows of a LayerNorm through two shared buffers with
       asynchronous copies. Predict the gain first. Then measure it against your synchronous kernel at one
       block an SM and again at full occupancy; the two answers differ, and the report has to say
       why.]]},
  },

  milestone = {seed = "S003-W14-MS",
    text = [[A fused LayerNorm with shuffle reductions and double-buffered asynchronous copies.
      From its profile give the achieved bandwidth as a share of the datasheet's, and the reason
      for which its warps stall most, before and after the change.]]},

  labs = {"w14-cpasync-layernorm", "w14b-streams-graphs", "g05-ilp", "g03-divergence"},

  durable = {"Bytes in flight = bandwidth × latency",
             "Pipelining in equal stages",
             "Launch cost against kernel length"},
  ephemeral = {{"Launch cost of graphs and streams", as_of = "2024-09"},
               {"Names of stall reasons", as_of = "2026-01"}},

  facts = function(hw)
    local R, C = 32768, 1024
    return {
      chunks = 8, R = R, C = C, ln_B = 2*R*C*4, bw = hw.h200.bw, bw_m = hw.h200_m.bw_mean,
      sms = hw.h200.sms, row_B = 8192*4, smem_block = hw.h200.smem_block,
      launch_us = 5, kernel_us = 2, graph_us = 2.5, node_us = .001, nodes = 1000,
      threads_sm = hw.h200.threads_sm,
    }
  end,

  questions = {
    q.num{id = "achieved", seed = "S003-W14-MS", unit = "%", rtol = .01,
      ask = [[Your LayerNorm of {{= n(f.R)}} rows of {{= n(f.C)}} fp32 values takes {{= p.t}} µs
        on an H200. Which share of {{= si(f.bw,"B/s")}} is that?]],
      vary = {t = {70, 80, 120}},
      answer = function(f, p) return 100*f.ln_B/(p.t*1e-6)/f.bw end,
      wrong = {{value = function(f, p) return 50*f.ln_B/(p.t*1e-6)/f.bw end,
                hint = "The rows are read and the results written: two passes."}},
      worked = [[{{= si(f.ln_B,"B")}} in {{= p.t}} µs is {{= si(f.ln_B/(p.t*1e-6),"B/s")}}. At the
        bandwidth that our H200 really reached the kernel could take {{= us(f.ln_B/f.bw_m)}}.]]},

    q.choice{id = "stall",
      ask = [[Few warps, synchronous loads, each warp loads its row and then reduces it. Which
        stall reason do you expect on top of the profile?]],
      options = {"long scoreboard: waiting for a load from global memory",
                 "math pipe throttle",
                 "no instruction",
                 "not selected"},
      answer = 1,
      worked = [[A warp that uses a value still on its way from memory waits on the long
        scoreboard. If a profile taken after the change still shows it first, too few bytes are in
        flight. If not selected leads, there are more ready warps than issue slots, which is no
        problem.]]},

    q.num{id = "inflight", unit = "kB", rtol = .02,
      ask = [[Memory delivers {{= si(f.bw_m,"B/s")}} and a load takes {{= p.ns}} ns. How many
        bytes must each of {{= f.sms}} SMs have under way to keep it busy?]],
      vary = {ns = {800, 600, 1000}},
      answer = function(f, p) return f.bw_m*p.ns*1e-9/f.sms/1e3 end,
      wrong = {{value = function(f, p) return f.bw_m*p.ns*1e-9/1e3 end,
                hint = "That is the whole machine. Divide by the SMs."}},
      worked = [[Bandwidth times latency is {{= si(f.bw_m*p.ns*1e-9,"B")}} for the chip,
        {{= si(f.bw_m*p.ns*1e-9/f.sms,"B")}} for an SM. One row of {{= n(f.row_B/1024)}} KiB in
        flight is about the break-even.]]},

    q.num{id = "stages", unit = "1", rtol = 0,
      ask = [[How many rows of {{= n(p.C)}} fp32 values can be buffered in the
        {{= n(f.smem_block/1024)}} KiB of shared memory that a block may use?]],
      vary = {C = {8192, 4096, 16384}},
      answer = function(f, p) return f.smem_block//(p.C*4) end,
      wrong = {{value = function(f, p) return f.smem_block//(p.C*2) end,
                hint = "fp32 has four bytes."}},
      worked = [[{{= n(f.smem_block)}} bytes over {{= n(p.C*4)}}, rounded down. Two are enough for
        double buffering, more only help if the copies are irregular.]]},

    q.num{id = "pipe", unit = "x", rtol = .01,
      ask = [[Copy in, compute, copy out take equally long. The job is cut into {{= p.n}} chunks
        on several streams. The speed-up over doing one after the other?]],
      vary = {n = {8, 4, 16}},
      answer = function(f, p) return 3*p.n/(p.n + 2) end,
      wrong = {{value = function() return 3 end,
                hint = [[That is the limit for many chunks. The pipeline has to fill and to
                  drain.]]}},
      worked = [[3 · {{= p.n}} = {{= n(3*p.n)}} units become {{= n(p.n+2)}}.]]},

    q.num{id = "busy", unit = "%", rtol = .01,
      ask = [[A thousand dependent kernels of {{= p.k}} µs each; the CPU needs {{= f.launch_us}}
        µs for a launch. Which share of the time is the GPU busy?]],
      vary = {k = {2, 1, 4}},
      answer = function(f, p) return 100*p.k/f.launch_us end,
      wrong = {{value = function(f, p) return 100*p.k/(p.k + f.launch_us) end,
                hint = [[The CPU launches the next kernel while this one runs; the slower of the
                  two sets the pace.]]}},
      worked = [[One kernel every {{= f.launch_us}} µs, of which it works {{= p.k}}. Launch-bound:
        no faster kernel would help.]]},

    q.num{id = "graph", unit = "us", rtol = .01,
      ask = [[{{= n(p.nodes)}} such kernels as one straight-line graph, with {{= f.graph_us}}
        µs plus a nanosecond a node for the launch. What does the CPU pay now?]],
      vary = {nodes = {200, 500, 2000, 4000}},
      answer = function(f, p) return f.graph_us + p.nodes*f.node_us end,
      wrong = {{value = function(f, p) return p.nodes*f.graph_us end,
                hint = "The constant is paid once for the graph, not for each node."}},
      worked = [[{{= n(f.graph_us+p.nodes*f.node_us,1)}} µs, against {{= n(p.nodes*f.launch_us)}}
        µs of single launches. The GPU's own gap between dependent nodes remains.]]},

    q.choice{id = "gridsync",
      ask = [[A kernel with a grid-wide barrier is launched with one block more than can be
        resident. What happens with an ordinary launch?]],
      options = {"It is slower",
                 "It deadlocks: the last block cannot start until another ends, and none ends",
                 "The barrier is ignored",
                 "The driver splits the launch"},
      answer = 2,
      worked = [[All resident blocks wait for the one that is not. That is why such kernels must
        use the cooperative launch, which refuses the grid instead.]]},
  },
}
