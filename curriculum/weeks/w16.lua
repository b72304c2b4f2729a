-- Week 16: Hopper's own instructions, without a library in between.
return week {
  n = 16, part = 2, title = "Hopper: TMA and WGMMA", seeds = {"S003-W16"},

  summary = [[On Hopper the fast path is a pair of asynchronous machines: one copies tiles, the
    other multiplies them, and your code only keeps them supplied. You write a matmul from these
    instructions and learn the protocol that holds it together: descriptors, byte-counting
    barriers, fences, commit groups. You can size its pipeline, compute what the last wave wastes,
    and show from the PTX that the loop is what you think it is.]],

  concepts = {
    {id = "tma", title = "The tensor memory accelerator", seed = "S003-W16-C1",
     text = [[TMA is a copy engine that knows tensors. The host encodes base, sizes, strides, box
       and swizzle of up to five dimensions in a descriptor; in the kernel one thread gives
       coordinates, and the engine computes the addresses, fills what lies outside with zeros,
       writes the swizzled tile to shared memory and reports the bytes to a barrier. No other
       thread spends a register or an instruction on it. Consumers wait for the barrier's phase to
       flip.]]},
    {id = "wgmma", title = "Warpgroup MMA", seed = "S003-W16-C2",
     text = [[wgmma is issued by four consecutive warps together and runs asynchronously. B must
       come from shared memory through a descriptor, A from there or from registers, and the
       accumulator stays in registers: m64n256k16 does {{= n(f.wg)}} FLOP,
       {{= n(f.wg/f.flop_clk)}} clocks at the dense rate. A fence orders earlier register
       accesses, commit closes a group, wait tells when it is done. Reading accumulators before
       that is undefined. It exists for sm_90a only, so a plain sm_90 build does not assemble.]]},
    {id = "clusters", title = "Clusters", seed = "S003-W16-C3",
     text = [[A cluster is a set of blocks that are scheduled together on neighbouring SMs and can
       address one another's shared memory (distributed shared memory). Eight blocks is the
       portable maximum; sixteen needs an attribute that says non-portable, and room within one
       GPC. Its main use in a matmul is multicast: blocks of the same tile row need the same piece
       of A, and one load can deliver it to all of them, which relieves L2.]]},
    {id = "persistent", title = "Persistent kernels", seed = "S003-W16-C4",
     text = [[Launch one block an SM and let it loop over tiles. Set-up is paid once, the copies
       of the next tile start during the epilogue of this one, and the order of tiles is yours to
       choose for L2. What it does not cure is a bad number of tiles: {{= n(f.tiles)}} tiles on
       {{= f.sms}} SMs are {{= n(f.waves,2)}} waves, the last of which is partly empty, an
       efficiency of {{= pct(f.wave_eff)}}. A producer group gives up registers, and the consumers
       take them.]]},
    {id = "pingpong", title = "Ping-pong", seed = "S003-W16-C5",
     text = [[Two consumer groups work on two different tiles and pass the right to use the tensor
       cores back and forth. While one multiplies, the other does what tensor cores cannot: the
       epilogue of a matmul, or the exponentials of a softmax. The alternation is enforced by two
       barriers, each waited for by one group and signalled by the other. It pays exactly as far
       as the non-matmul part is long.]]},
  },

  later = {"pingpong"},

  readings = {
    {"hopperbench", hours = 4, seed = "S003-W16-R1",
     look_for = [[The tables of latency and throughput by instruction shape: which n of wgmma
       reaches the full rate, and what changes when A comes from registers.]]},
    {"hopperdissect", hours = 3, seed = "S003-W16-R2",
     look_for = [[Distributed shared memory: its latency against local shared memory and L2, and
       how throughput depends on the size of the cluster.]]},
    {"colfaxwgmma", hours = 3, seed = "S003-W16-R3",
     look_for = [[The canonical layouts of operands and the fields of the matrix descriptor.
       Encode one for a 128-byte swizzle by hand.]]},
  },

  practice = {
    {seed = "S003-W16-HO", hours = 3,
     text = [[Write a double-buffered matmul with the instruction wrappers of the lab and no
       library. Build it for sm_90a, find the tensor copy and the warpgroup multiply in the PTX of
       the main loop (and their SASS counterparts where a GPU is at hand), and make sure that
       nothing spills.]]},
  },

  labs = {"w16-tma-wgmma-gemm", "g11-coop-cluster"},

  durable = {"Asynchronous copy and compute joined by barriers",
             "Pipeline depth from bytes per stage",
             "Wave quantisation"},
  ephemeral = {{"TMA and wgmma as instructions of sm_90a", as_of = "2026-01"},
               {"Portable cluster size of eight", as_of = "2026-01"}},

  facts = function(hw)
    local BM, BN, BK, n = 128, 256, 64, 8192
    local tiles = (n//BM)*(n//BN)
    local sms = hw.h200.sms
    return {
      wg = 2*64*256*16, flop_clk = hw.h100.tensor_clk,
      BM = BM, BN = BN, BK = BK, n = n, sms = sms, tiles = tiles,
      waves = tiles/sms, wave_eff = tiles/(math.ceil(tiles/sms)*sms),
      smem_block = hw.h200.smem_block,
    }
  end,

  questions = {
    q.num{id = "wgmma", unit = "FLOP", rtol = 0,
      ask = [[How many FLOP does one wgmma of m64n{{= p.n}}k16 do?]],
      vary = {n = {256, 128, 64}},
      answer = function(f, p) return 2*64*p.n*16 end,
      wrong = {{value = function(f, p) return 64*p.n*16 end,
                hint = "A multiply-add is two FLOP."}},
      worked = [[2 · 64 · {{= p.n}} · 16 = {{= n(2*64*p.n*16)}}, {{= n(2*64*p.n*16/f.flop_clk)}}
        clocks at {{= n(f.flop_clk)}} dense FLOP per SM and clock.]]},

    q.num{id = "stages", unit = "1", rtol = 0,
      ask = [[A stage holds a {{= f.BM}} × {{= f.BK}} tile of A and a {{= p.BN}} × {{= f.BK}} tile
        of B in bf16. How many stages fit into the {{= n(f.smem_block/1024)}} KiB that a block may
        have (ignore barriers and epilogue)?]],
      vary = {BN = {128, 256, 64}},
      answer = function(f, p) return f.smem_block//((f.BM + p.BN)*f.BK*2) end,
      wrong = {{value = function(f, p) return f.smem_block//(f.BM*f.BK*2) end,
                hint = "Both operands need room in every stage."}},
      worked = [[{{= n((f.BM+p.BN)*f.BK*2)}} bytes a stage. In practice one or two fewer, since
        the epilogue wants a buffer too.]]},

    q.num{id = "waves", unit = "%", rtol = .005,
      ask = [[A {{= n(p.n)}} × {{= n(p.n)}} output in tiles of {{= f.BM}} × {{= f.BN}} on
        {{= f.sms}} SMs, one tile at a time each. Which share of the tile slots does useful
        work?]],
      vary = {n = {8192, 5120, 3072}},
      answer = function(f, p)
        local t = (p.n//f.BM)*(p.n//f.BN)
        return 100*t/(math.ceil(t/f.sms)*f.sms)
      end,
      wrong = {{value = function(f, p)
                  local t = (p.n//f.BM)*(p.n//f.BN)
                  return 100*(t/f.sms % 1)
                end,
                hint = "That is how full the last wave is. The earlier ones are complete."}},
      worked = [[{{= n(p.n/f.BM*p.n/f.BN)}} tiles are {{= n(p.n/f.BM*p.n/f.BN/f.sms,2)}} waves,
        paid as the next whole number.]]},

    q.num{id = "ai", unit = "FLOP/B", rtol = .01,
      ask = [[The intensity of a {{= p.m}} × {{= f.BN}} output tile with respect to what is loaded
        into shared memory, bf16?]],
      vary = {m = {128, 64, 256}},
      answer = function(f, p) return 2*p.m*f.BN/((p.m + f.BN)*2) end,
      wrong = {{value = function(f, p) return 2*p.m*f.BN/(p.m + f.BN) end,
                hint = "Two bytes an element."}},
      worked = [[Per step of k: 2 · {{= p.m}} · {{= f.BN}} FLOP and ({{= p.m}} + {{= f.BN}})
        elements. Below the ridge of L2 a larger tile, or multicast, is needed.]]},

    q.num{id = "multicast", unit = "%", rtol = .01,
      ask = [[{{= p.blocks}} blocks of a cluster compute {{= p.BM}} × {{= f.BN}} tiles that share the
        {{= f.BN}}-wide operand, which is multicast to all of them. By how much does the traffic from L2
        fall?]],
      vary = {BM = {64, 128, 192}, blocks = {2, 4}},
      answer = function(f, p)
        return 100*(1 - (p.BM + f.BN/p.blocks)/(p.BM + f.BN))
      end,
      wrong = {{value = function(_, p) return 100*(1 - 1/p.blocks) end,
                hint = "Only one of the two operands is shared."}},
      worked = [[Per block and step {{= p.BM}} + {{= f.BN}} rows were fetched; now each fetches
        its own {{= p.BM}} and one part in {{= p.blocks}} of the shared {{= f.BN}}.]]},

    q.choice{id = "cluster",
      ask = [[Your kernel uses clusters of sixteen blocks and fails to launch. The first thing to
        check?]],
      options = {"Sixteen is never allowed",
                 [[Whether the non-portable cluster size attribute is set, and whether the blocks'
                   resources leave room for sixteen in one GPC]],
                 "Whether the grid is a power of two",
                 "Whether L2 is large enough"},
      answer = 2,
      worked = [[Eight is what every device of the architecture guarantees. Sixteen is possible if
        the kernel asks for it and the hardware can place the cluster; query the maximum before
        launching.]]},

    q.choice{id = "proxy",
      ask = [[Threads write a tile to shared memory with ordinary stores, then wgmma or a TMA
        store reads it. What is needed in between, besides a barrier?]],
      options = {"Nothing",
                 [[fence.proxy.async, which makes generic writes visible to the asynchronous
                   proxy]],
                 "__threadfence()",
                 "A second barrier"},
      answer = 2,
      worked = [[TMA and wgmma access shared memory through another proxy than loads and stores
        do. A barrier orders threads; the proxy fence orders the two ways to memory.]]},

    q.multi{id = "ptx",
      ask = [[Which strings in the PTX of the main loop tell you that it is the kernel you meant
        to write?]],
      options = {"cp.async.bulk.tensor",
                 "ld.global.v4",
                 "wgmma.mma_async",
                 "mbarrier.try_wait",
                 "wmma.load.a"},
      answer = {1, 3, 4},
      worked = [[Tensor copies, warpgroup multiplies, and a wait on the byte-counting barrier.
        Vector loads from global memory or WMMA loads mean that the old path is in use.]]},
  },
}
