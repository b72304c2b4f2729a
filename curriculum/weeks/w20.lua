-- Week 20: the wires, the collectives on them, and the capstone of Part II.
return week {
  n = 20, part = 2, title = "Interconnects, NCCL, and the Part II capstone", seeds = {"S003-W20"},

  summary = [[You learn the links between GPUs and between machines the way you learned memory:
    capacity, latency, and which of the advertised figures adds both directions. Then you build an
    all-reduce from its two halves, as a ring, as a tree and in two levels, and plot its bus
    bandwidth over the message size. Part II ends with a kernel project of your choice, judged by
    counters.]],

  concepts = {
    {id = "nvlink", title = "NVLink and NVSwitch", seed = "S003-W20-C1",
     text = [[An H100 has {{= f.links}} NVLink 4 links of {{= n(f.link_dir/1e9)}} GB/s in each
       direction. The advertised {{= n(hw.h100.nvlink/1e9)}} GB/s add both, so what a transfer can
       use is half of it, {{= n(hw.h100.nvlink/2e9)}}. The switches of a node connect every GPU to
       every other at that full rate, so within a node there is no topology to think about.
       Compared with a PCIe 5 slot, {{= n(f.pcie5/1e9,0)}} GB/s each way, it is
       {{= n(hw.h100.nvlink/2/f.pcie5,1)}} times as fast.]]},
    {id = "ib", title = "InfiniBand", seed = "S003-W20-C2",
     text = [[A port of the NDR generation carries {{= n(f.ndr_bits/1e9)}} Gb/s, which is
       {{= n(f.ndr/1e9)}} GB/s; the next one, XDR, doubles it. Links are lossless, because a
       sender needs credits from the receiver's buffers, and a subnet manager computes the routes.
       A fat tree has enough upper links to give every half of the machine full bandwidth to the
       other; a dragonfly joins dense groups by fewer long links, which is cheaper and needs
       adaptive routing. The card `fabric-topologies` counts both.]]},
    {id = "rdma", title = "RDMA", seed = "S003-W20-C3",
     text = [[The NIC moves memory without the kernel and without a copy. Memory is registered
       once, which pins it and yields a key; a queue pair takes work requests from user space; a
       completion queue reports. In a two-sided transfer the receiver must have posted a buffer.
       In a one-sided read or write only the initiator acts and the remote CPU notices nothing, so
       how to tell it that data has arrived is your problem.]]},
    {id = "gdr", title = "GPUDirect RDMA", seed = "S003-W20-C4",
     text = [[Without it, a message from GPU memory is copied to a pinned host buffer and read by
       the NIC from there: two more passes over host memory, and a CPU that has to start the
       second step. With it the NIC reads HBM over PCIe directly. NIC and GPU should hang off the
       same PCIe switch, otherwise the traffic crosses the CPU's root complex, and its bandwidth
       there can be a fraction. This is why nodes pair each GPU with a NIC.]]},
    {id = "ring", title = "Ring all-reduce", seed = "S003-W20-C5",
     text = [[The data is cut into n parts; in n − 1 steps each part travels the ring collecting
       sums, in n − 1 more the sums travel on to everyone. Time is 2(n − 1)·α for the latencies
       plus 2(n − 1)/n · M/B for the bytes, which no algorithm without help from the switches can
       beat. So it is ideal for large messages and poor for small ones: the first term grows with
       the number of ranks and does not shrink with the message.]]},
    {id = "tree", title = "Trees and hierarchies", seed = "S003-W20-C6",
     text = [[A tree sums upwards and broadcasts downwards in about 2·log₂ n steps, so for short
       messages it wins clearly; two complementary trees, each rank a leaf in one and inside in
       the other, get back nearly the full bandwidth. Across nodes the all-reduce is done in
       levels: reduce-scatter inside the node over NVLink, all-reduce of each shard between nodes
       over its own NIC, all-gather inside. That divides the bytes on each NIC by the GPUs of a
       node.]]},
    {id = "nvshmem", title = "NVSHMEM", seed = "S003-W20-C7",
     text = [[NVSHMEM gives all GPUs a symmetric heap and lets a kernel put, get and signal from
       inside, without returning to the host. So communication can start in the middle of a
       kernel, tile by tile, and wait where the data is needed. That is what fused all-to-all and
       matmul kernels are made of. The cost is that you now write a parallel program with remote
       memory ordering, and a missing fence is a bug that only large runs show. The card `nvshmem`
       says which call promises what.]]},
  },

  readings = {
    {"ncclsd", hours = 2, seed = "S003-W20-R1",
     look_for = [[How the rings are laid over a real topology, and the measured bandwidth as the
       number of nodes grows. Which definition of bandwidth do the plots use?]]},
    {"demystnccl", hours = 3, seed = "S003-W20-R2",
     look_for = [[The three protocols and what each trades: latency, bandwidth, flags in the data.
       Find the sizes at which the library switches.]]},
    {"ibroce", hours = 2, seed = "S003-W20-R3",
     look_for = [[Loss and congestion: what InfiniBand guarantees in hardware and what RoCE needs
       to have configured to come close.]]},
    {"together", hours = 1.5, seed = "S003-W20-R4",
     look_for = [[The practical checks before a large run: which test finds a bad link, and what
       the authors watch during training.]]},
  },

  practice = {
    {seed = "S003-W20-HO", hours = 3,
     text = [[Build an all-reduce from your reduce-scatter and all-gather, and sweep the message
       from a kilobyte to a gigabyte on virtual ranks; where GPUs are at hand, run the NCCL twin
       beside the library's own all-reduce. Plot bus bandwidth over size and mark the size at
       which half of the final value is reached.]]},
  },

  milestone = {seed = "S003-W20-MS",
    text = [[Close Part II with one project: your FP8 attention of week 17, finished and reported;
      an INT8 or FP8 matmul whose epilogue applies per-block scales, against the vendor library;
      or a given slow kernel brought forward by three different improvements. Every claimed
      improvement is predicted, and confirmed by the counter that it was meant to move. The
      workbook judges it as `w20b-capstone-2`: it finds the counter that each change lowered most,
      and three changes that lower the same one are one improvement.]]},

  labs = {"h01-interconnect",
          "c03-numa-pages-io",
          "h02-rdma-verbs",
          "w20-ring-allreduce",
          "g10-int8-gemm",
          "w20c-legacy",
          "w20b-capstone-2"},

  durable = {"Latency and bandwidth terms of a collective",
             "All-reduce as reduce-scatter and all-gather",
             "Bus bandwidth as the comparable figure"},
  ephemeral = {{"NVLink and InfiniBand generations", as_of = "2026-01"},
               {"NCCL's protocols and switch points", as_of = "2026-01"}},

  facts = function(hw)
    local n, M = 8, 2^30
    local link = hw.h100.nvlink/2
    return {
      links = hw.nvlink4.links, link_dir = hw.nvlink4.link_dir, link = link, both = hw.h100.nvlink,
      pcie5 = hw.pcie5.bw_dir, ndr = hw.ib_ndr.bw_dir, ndr_bits = hw.ib_ndr.rate,
      n = n, M = M, alpha_us = 3,
      local_gpus = 8, ridge8 = hw.h200.fp8/hw.h200.bw,
    }
  end,

  questions = {
    q.num{id = "busbw", unit = "GB/s", rtol = .01,
      ask = [[{{= f.n}} GPUs all-reduce 1 GiB in {{= p.t}} ms. The bus bandwidth?]],
      vary = {t = {4.5, 5.2, 8}},
      answer = function(f, p) return f.M/(p.t*1e-3)*2*(f.n - 1)/f.n/1e9 end,
      wrong = {{value = function(f, p) return f.M/(p.t*1e-3)/1e9 end,
                hint = [[That is the algorithm bandwidth. Bus bandwidth counts what a link
                  carries: times 2(n − 1)/n.]]}},
      worked = [[{{= n(f.M/(p.t*1e-3)/1e9,1)}} GB/s of result times 2 · {{= n(f.n-1)}}/{{= f.n}}.
        Compare it with one direction, {{= n(f.link/1e9)}} GB/s, not with the advertised sum.]]},

    q.num{id = "floor", unit = "ms", rtol = .01,
      ask = [[The least time for an all-reduce of 1 GiB over {{= p.n}} GPUs with
        {{= n(f.link/1e9)}} GB/s each way, latency neglected?]],
      vary = {n = {8, 4, 2}},
      answer = function(f, p) return 2*(p.n - 1)/p.n*f.M/f.link*1e3 end,
      wrong = {{value = function(f, p) return 2*(p.n - 1)/p.n*f.M/f.both*1e3 end,
                hint = [[A rank sends in one direction while it receives in the other: half of the
                  advertised sum.]]}},
      worked = [[2 · {{= n(p.n-1)}}/{{= p.n}} of {{= gb(f.M)}} at {{= si(f.link,"B/s")}}:
        {{= ms(2*(p.n-1)/p.n*f.M/f.link,3)}}.]]},

    q.num{id = "steps", unit = "us", rtol = .01,
      ask = [[A tiny message, {{= p.n}} ranks, {{= f.alpha_us}} µs for each step. How much longer
        does a ring all-reduce take than a tree with 2·log₂ n steps?]],
      vary = {n = {8, 64, 16}},
      answer = function(f, p)
        local s = 0
        while 2^s < p.n do s = s + 1 end
        return (2*(p.n - 1) - 2*s)*f.alpha_us
      end,
      wrong = {{value = function(f, p)
                  local s = 0
                  while 2^s < p.n do s = s + 1 end
                  return (p.n - 1 - 2*s)*f.alpha_us
                end,
                hint = "A ring has n − 1 steps for the sums and n − 1 more to hand them round."}},
      worked = [[Ring: {{= n(2*(p.n-1))}} steps. The latency term of a ring grows with the number
        of ranks, that of a tree with its logarithm.]]},

    q.num{id = "hier", unit = "MB", rtol = .01,
      ask = [[{{= p.N}} nodes of {{= f.local_gpus}} GPUs, one NIC a GPU, 1 GiB all-reduced in
        levels. How many bytes does each NIC send?]],
      vary = {N = {4, 2, 8}},
      answer = function(f, p) return 2*(p.N - 1)/p.N*f.M/f.local_gpus/1e6 end,
      wrong = {{value = function(f, p) return 2*(p.N - 1)/p.N*f.M/1e6 end,
                hint = [[The node has already split the data over its GPUs; each NIC carries one
                  shard.]]}},
      worked = [[A shard is {{= si(f.M/f.local_gpus,"B")}}; a ring over {{= p.N}} nodes sends 2 ·
        {{= n(p.N-1)}}/{{= p.N}} of it. One flat ring would push nearly twice the whole message
        through a single NIC of each node.]]},

    q.num{id = "pcie", unit = "GB/s", rtol = .01,
      ask = [[A slot with 16 lanes at {{= p.gt}} GT/s, 128 payload bits in 130. Bandwidth in one
        direction?]],
      vary = {gt = {32, 16}},
      answer = function(f, p) return p.gt*16*128/130/8 end,
      wrong = {{value = function(f, p) return p.gt*16*128/130 end,
                hint = "GT/s are bits on a lane. Divide by eight."},
               {value = function(f, p) return 2*p.gt*16*128/130/8 end,
                hint = "One direction was asked for."}},
      worked = [[{{= p.gt}} · 16 lanes · 128/130 / 8 = {{= n(p.gt*16*128/130/8,1)}} GB/s, before
        packet headers.]]},

    q.num{id = "messages", unit = "1", rtol = .01,
      ask = [[How many messages of {{= n(p.b)}} bytes a second fill a port of 400 Gb/s?]],
      vary = {b = {4096, 1024, 65536}},
      answer = function(f, p) return f.ndr/p.b end,
      wrong = {{value = function(f, p) return 8*f.ndr/p.b end,
                hint = "400 gigabits are 50 gigabytes."}},
      worked = [[{{= n(f.ndr/p.b/1e6,1)}} million a second. No CPU core posts that many through a
        kernel; for small messages the rate is the limit, not the bandwidth.]]},

    q.num{id = "fp8rows", seed = "S003-W20-MS", unit = "1", rtol = .02,
      ask = [[Capstone option (b): an FP8 matmul with M rows of activations and large weights of
        one byte, only the weights counted as traffic. From which M on is it compute-bound on an
        H200 (FP8 ridge {{= n(f.ridge8,0)}} FLOP/B) of whose bandwidth it gets {{= p.bw}} %?]],
      vary = {bw = {60, 70, 80, 90}},
      answer = function(f, p) return f.ridge8*100/p.bw/2 end,
      wrong = {{value = function(f, p) return f.ridge8*100/p.bw end,
                hint = "Each weight byte takes part in M multiply-adds, 2M FLOP."}},
      worked = [[2M FLOP for each byte of weights equals this ridge of {{= n(f.ridge8*100/p.bw,0)}} at M =
        {{= n(f.ridge8*100/p.bw/2,0)}}.
        Below it FP8 helps by halving bytes, above it by doubling the roof.]]},

    q.text{id = "capstone", seed = "S003-W20-MS", min_words = 80,
      ask = [[Part II capstone: describe your three changes.]],
      rubric = {"Each has a bound that was named before the change, from a stored profile",
                [[Each was predicted as a factor, and the prediction stands beside the
                  measurement]],
                "Each moved its own counter; the counters are named",
                "The three are different in kind, not three sizes of the same idea",
                "Profile and benchmark use the same shapes",
                "Roofline coordinates before and after"}},
  },
}
