-- Week 2: how a grid of threads lands on the hardware, and what an access pattern costs.
return week {
  n = 2, part = 1, title = "The CUDA model and the memory hierarchy", seeds = {"S003-W02"},

  summary = [[You write your first kernels and learn to see them as the hardware does: warps,
    sectors, banks, resident blocks. For a transpose you can count, from the index expressions
    alone, how many sectors each side moves and how many conflicts the shared tile has. Then you
    fix it, and the counters show that the fix did what you said.]],

  concepts = {
    {id = "grid", title = "Threads, blocks, grid", seed = "S003-W02-C1",
     text = [[A launch is a grid of blocks, a block is a set of threads. The hardware places a
       whole block on one SM and leaves it there until it ends; it runs blocks in any order, as
       many at a time as fit. So threads of one block can share memory and wait for each other,
       and threads of different blocks cannot count on either. Within a block, consecutive thread
       indices form warps of {{= f.warp}}, and the warp is what is scheduled: one instruction,
       {{= f.warp}} lanes.]]},
    {id = "smem", title = "Shared memory", seed = "S003-W02-C2",
     text = [[Shared memory is the part of an SM's on-chip array that you address yourself. An
       H100 SM has {{= n(hw.h100.smem_sm/1024)}} KiB of it and one block may take up to
       {{= n(hw.h100.smem_block/1024)}} KiB; it lives as long as its block. It answers in tens of
       cycles where global memory takes several hundred, so staging pays as soon as a value is
       used twice, or is read in one order and written in another. The price is space: what a
       block takes, another resident block cannot have.]]},
    {id = "coalescing", title = "Coalescing", seed = "S003-W02-C3",
     text = [[Global memory moves in sectors of {{= f.sector}} bytes. When a warp executes a load,
       the {{= f.warp}} addresses are merged into the set of sectors they touch: neighbouring
       floats need {{= n(f.warp*4/f.sector)}} sectors, floats a row apart need {{= f.warp}}, of
       which each delivers four useful bytes. The second pattern moves {{= n(f.sector/4)}} times
       the bytes for the same data, and the bandwidth you see falls by that factor. What matters
       is the pattern across the lanes of one instruction, not the order in which one thread
       walks.]]},
    {id = "occupancy", title = "Occupancy", seed = "S003-W02-C4",
     text = [[Occupancy is resident warps over the {{= n(hw.h100.threads_sm/f.warp)}} that an SM
       can hold. Registers, shared memory, block slots and threads each set a limit, and the
       smallest wins: {{= f.occ_threads}} threads of {{= f.occ_regs}} registers fit
       {{= n(f.occ_blocks)}} times into {{= n(hw.h100.regs_sm)}} registers, which gives
       {{= pct(f.occ,0)}}. You need enough bytes in flight to cover the latency of memory and no
       more; past that point more warps buy nothing, and registers taken away to get them cost
       speed.]]},
    {id = "banks", title = "Bank conflicts", seed = "S003-W02-C5",
     text = [[Shared memory is split into {{= f.warp}} banks of four bytes, and each bank serves
       one word a clock. Lanes that want different words of the same bank are served one after the
       other; lanes that want the same word share it. Reading a column of a tile whose rows are
       {{= f.warp}} floats puts all lanes into one bank, a {{= f.warp}}-way conflict. One unused
       float at the end of each row shifts every row by a bank, and the column is spread over all
       of them.]]},
    {id = "caches", title = "L1 and L2", seed = "S003-W02-C6",
     text = [[L1 is private to an SM, shares its array with shared memory and is not kept coherent
       with the other SMs. L2 is one cache for the whole chip ({{= n(hw.h100.l2/2^20)}} MiB on an
       H100), and all traffic to HBM passes through it. Both keep lines of four sectors and fetch
       sectors, so a wasteful pattern costs the same between SM and L2 whether it hits or not. L2
       may still merge scattered partial writes before they leave for HBM, which is why sector
       counts and DRAM bytes can disagree.]]},
  },

  readings = {
    {"pmpp", hours = 4, seed = "S003-W02-R1",
     look_for = [[Chapters 1 to 5: in chapter 5, work the tiled multiplication on paper and count
       how often each input is loaded with and without the tile. The factor is the width of the
       tile; find out why.]]},
    {"ece408", hours = 3, seed = "S003-W02-R2",
     look_for = [[How the lecturer derives a thread's data index from block and thread indices in
       two dimensions, and where the bounds check has to stand.]]},
    {"eveneasier", hours = 1, seed = "S003-W02-R3",
     look_for = [[The grid-stride loop: why it is correct for every launch size, and what the
       first version, with a single thread, shows about where the speed comes from.]]},
  },

  practice = {
    {seed = "S003-W02-HO", hours = 2,
     text = [[Write the vector add of the transpose lab with a grid-stride loop. Check on the
       emulator that loads and stores use every byte of their sectors, then, if you have a GPU,
       time it on arrays much larger than L2 and report the bytes per second as a share of the
       datasheet's and of your own copy's.]]},
  },

  milestone = {seed = "S003-W02-MS",
    text = [[A matrix transpose does no arithmetic and moves each element once in and once out.
      Explain why the plain kernel is nevertheless several times slower than a copy, and what
      staging a tile in shared memory repairs: which side becomes contiguous, what new problem the
      tile creates, and how that one is removed.]]},

  labs = {"g01-cuda-first", "w02-transpose", "g02-memspaces"},

  durable = {"Sectors touched per warp instruction",
             "Staging through on-chip memory to change the order of access",
             "Occupancy as a means to cover latency"},
  ephemeral = {{"Shared memory and register limits of sm_90", as_of = "2026-01"},
               {"L2 size of the H100", as_of = "2026-01"}},

  facts = function(hw)
    local warp, sector, n = hw.h100.warp, 32, 4096
    local function occ(threads, regs)       -- registers are handed out to warps in units of 256
      local per_warp = math.ceil(regs*warp/256)*256
      local blocks = (hw.h100.regs_sm//per_warp)//(threads//warp)
      return blocks, blocks*threads/hw.h100.threads_sm
    end
    local blocks, share = occ(256, 40)
    return {
      warp = warp, sector = sector, n = n,
      occ_threads = 256, occ_regs = 40, occ_blocks = blocks, occ = share,
      regs_sm = hw.h100.regs_sm, threads_sm = hw.h100.threads_sm,
      bw = hw.h200.bw, ideal_B = 2*n*n*4,
      vadd_n = 2^28,
    }
  end,

  questions = {
    q.num{id = "ideal", unit = "MB", rtol = .005,
      ask = [[A {{= n(p.n)}} × {{= n(p.n)}} fp32 matrix is transposed out of place. How many bytes
        must cross the memory interface at least?]],
      vary = {n = {4096, 8192, 2048}},
      answer = function(f, p) return 2*p.n^2*4/1e6 end,
      wrong = {{value = function(f, p) return p.n^2*4/1e6 end,
                hint = "Every element is read once and written once."}},
      worked = [[One read and one write of four bytes for each of {{= n(p.n^2)}} elements:
        {{= si(2*p.n^2*4,"B")}}. The FLOP count is zero, so no roof of arithmetic is in sight.]]},

    q.num{id = "floor", unit = "us", rtol = .01,
      ask = [[The shortest possible time of the {{= n(p.n)}} × {{= n(p.n)}} fp32 transpose on an
        H200, at the datasheet's {{= si(f.bw,"B/s")}}?]],
      vary = {n = {2048, 6144, 8192, 16384}},
      answer = function(f, p) return 8*p.n^2/f.bw*1e6 end,
      wrong = {{value = function(f, p) return 8*p.n^2/2/f.bw*1e6 end,
                hint = "Reads and writes share the same bandwidth; count both."}},
      worked = [[{{= si(8*p.n^2,"B")}} over {{= si(f.bw,"B/s")}}: {{= us(8*p.n^2/f.bw)}}. A
        real copy reaches about nine tenths of that figure; grade a kernel against the copy, not
        against the datasheet.]]},

    q.num{id = "amplification", seed = "S003-W02-MS", unit = "x", rtol = .01,
      ask = [[The plain transpose reads rows and writes columns, with elements of {{= p.e}} bytes. How much more sector
        traffic, loads and stores together, does it cause than an ideal transpose?]],
      vary = {e = {2, 8, 16}},
      answer = function(f, p) return (p.e + f.sector)/(2*p.e) end,
      wrong = {{value = function(f, p) return f.sector/p.e end,
                hint = [[That is the store side alone. The load side is already ideal; average the
                  two.]]},
               {value = function(f, p) return 2*f.sector/p.e end,
                hint = "Only one of the two sides is strided."}},
      worked = [[Per element the load moves its own {{= p.e}} bytes and the store a whole sector of
        {{= f.sector}}. Together {{= n(p.e+f.sector)}} bytes where {{= n(2*p.e)}} would do:
        {{= n((p.e+f.sector)/(2*p.e),1)}} times. Swapping the roles of the indices only moves the waste to
        the other side.]]},

    q.num{id = "bank", unit = "1", rtol = 0,
      ask = [[A warp reads one column of a shared float tile whose rows are {{= p.w}} floats long:
        lane i reads element [i][0]. How many of its lanes fall into the same bank (1 means no
        conflict)?]],
      vary = {w = {32, 33, 40, 48}},
      answer = function(f, p)
        local a, b = p.w, f.warp
        while b ~= 0 do a, b = b, a % b end
        return a
      end,
      wrong = {{value = function(f, p)
                  local a, b = p.w, f.warp
                  while b ~= 0 do a, b = b, a % b end
                  return f.warp//a
                end,
                hint = [[That is the number of different banks that are hit. How many lanes share
                  one of them?]]}},
      worked = [[Lane i lands in bank i·{{= p.w}} mod {{= f.warp}}. The step and the number of
        banks share a greatest common divisor, and that divisor is the degree of the conflict. An
        odd row length is coprime to {{= f.warp}} and conflict-free.]]},

    q.num{id = "padded", unit = "B", rtol = 0,
      ask = [[A {{= p.side}} × {{= p.side}} float tile is padded by one float per row to remove
        the conflict. How much shared memory does the block take?]],
      vary = {side = {16, 48, 64, 96}},
      answer = function(_, p) return p.side*(p.side + 1)*4 end,
      wrong = {{value = function(_, p) return p.side*p.side*4 end,
                hint = "That is the tile without its padding."},
               {value = function(_, p) return (p.side + 1)*(p.side + 1)*4 end,
                hint = "Only the rows get longer; there is no extra row."}},
      worked = [[{{= p.side}} rows of {{= n(p.side+1)}} floats: {{= n(p.side*(p.side+1)*4)}}
        bytes. The padding is {{= pct(1/p.side,1)}} of the tile.]]},

    q.num{id = "occ", unit = "%", rtol = .01,
      ask = [[Blocks of {{= f.occ_threads}} threads, {{= p.r}} registers a thread, hardly any
        shared memory, an SM with {{= n(f.regs_sm)}} registers and {{= n(f.threads_sm)}} thread
        slots. Theoretical occupancy?]],
      vary = {r = {40, 64, 128}},
      answer = function(f, p)
        local per_warp = math.ceil(p.r*f.warp/256)*256
        local blocks = (f.regs_sm//per_warp)//(f.occ_threads//f.warp)
        return 100*blocks*f.occ_threads/f.threads_sm
      end,
      wrong = {{value = function(f, p) return 100 end,
                hint = "Count the registers: how many warps fit into the register file?"}},
      worked = [[The register file holds {{= n(f.regs_sm/(p.r*f.warp),1)}} warps of {{= p.r}}
        registers per thread. Only whole blocks of {{= n(f.occ_threads/f.warp)}} warps become
        resident, so the fraction is lost.]]},

    q.num{id = "vadd", unit = "%", rtol = .01,
      ask = [[You add two fp32 vectors of {{= n(f.vadd_n)}} elements on an H200 in {{= p.t}} µs.
        What share of {{= si(f.bw,"B/s")}} have you reached?]],
      vary = {t = {760, 900, 1300}},
      answer = function(f, p) return 100*3*4*f.vadd_n/(p.t*1e-6)/f.bw end,
      wrong = {{value = function(f, p) return 100*2*4*f.vadd_n/(p.t*1e-6)/f.bw end,
                hint = "Three arrays move: two are read and one is written."}},
      worked = [[{{= si(12*f.vadd_n,"B")}} in {{= p.t}} µs is
        {{= si(12*f.vadd_n/(p.t*1e-6),"B/s")}}. Much above nine tenths of the datasheet, look for
        a mistake in the timing before you celebrate.]]},

    q.text{id = "why", seed = "S003-W02-MS", min_words = 60,
      ask = [[Why is the plain transpose bound by bandwidth, and what exactly does the shared tile
        change? Name the problem that the tile itself creates.]],
      rubric = {[[It does no FLOP: only bytes can be the limit, and the quadratic traffic is the
        reason, not a paradox]],
                [[One of the two sides walks with a stride, so each four-byte access costs a whole
                  sector]],
                [[With the tile both global sides run along rows; the change of order happens on
                  chip]],
                "Reading the tile by columns hits one bank; padding or a swizzle spreads it",
                "A barrier separates filling the tile from reading it"}},
  },
}
