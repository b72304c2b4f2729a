-- Week 13: what a warp can do by itself, and the matrix unit behind it.
return week {
  n = 13, part = 2, title = "Warp primitives and tensor cores", seeds = {"S003-W13"},

  summary = [[A warp is a small machine of its own: its lanes can exchange registers, vote, and
    together drive a matrix unit. You replace the shared-memory reductions of Part I by shuffles,
    compact a stream with a ballot, and write your first tensor-core matmul. You also learn where
    the convenient interface ends, which types it has and which it does not, and what lies beneath
    it.]],

  concepts = {
    {id = "shuffle", title = "Shuffles", seed = "S003-W13-C1",
     text = [[A shuffle lets every lane of a warp read a register of another lane, in one
       instruction and without shared memory or a barrier. The variants differ in how the source
       is named: an absolute lane, a lane further up or down, or the own number with some bits
       flipped. The first argument is a mask of the lanes that take part. Each of them must reach
       the same call; a full mask inside a branch that only some lanes enter is undefined, not
       merely slow.]]},
    {id = "vote", title = "Votes", seed = "S003-W13-C2",
     text = [[ballot collects one bit from each lane into a word that all receive; all and any
       reduce it to a single answer. With the word, a lane can count how many lanes before it said
       yes, a population count of the bits below its own, and that is its position in a compacted
       output. One atomic per warp reserves the space. The order within a warp is kept and there
       is no divergence.]]},
    {id = "reduce", title = "Reducing in a warp", seed = "S003-W13-C3",
     text = [[Add the value of the lane {{= n(f.warp/2)}} further, then {{= n(f.warp/4)}}, and so
       on down to one: {{= f.steps}} steps sum {{= f.warp}} values. With the exclusive-or variant
       all lanes end with the result, so no broadcast is needed. A block does this in each warp,
       writes one number a warp to shared memory, and lets the first warp reduce those: one
       barrier in place of one per level. For a row of up to a thousand elements a single warp
       does it all and needs no shared memory.]]},
    {id = "wmma", title = "Tensor cores through WMMA", seed = "S003-W13-C4",
     text = [[A tensor core multiplies small matrices held by a whole warp. WMMA shows it as
       fragments: load_matrix_sync fills one from memory with a given leading dimension, mma_sync
       computes D = A·B + C, store_matrix_sync writes it back. One call on 16 × 16 × 16 does
       {{= n(f.mma)}} FLOP. Which lane holds which element is unspecified, so you may scale a
       fragment as a whole but must not index into it as if you knew.]]},
    {id = "shapes", title = "Shapes and types", seed = "S003-W13-C5",
     text = [[For half and bfloat16 the shapes are 16×16×16, 32×8×16 and 8×32×16, with fp32
       accumulators (half also allows half); int8 has the same shapes with int32; TF32 has
       16×16×8. There is no FP8 in this interface: a fragment of such a type does not compile. FP8
       needs mma.sync in PTX from sm_89 on, or the warpgroup instructions of Hopper.]]},
    {id = "mma-sync", title = "mma.sync", seed = "S003-W13-C6",
     text = [[One level down, mma.sync takes its operands in registers in a documented layout: for
       m16n8k16, lane and register number tell row and column. So an epilogue can add a bias or
       take a row maximum without a detour through memory, which attention kernels live on.
       ldmatrix loads the fragments, eight rows of sixteen bytes at a time, each row from an
       address that another lane supplies. The rows must fall into different banks, or the load is
       serialised.]]},
  },

  readings = {
    {"leimao", hours = 3, seed = "S003-W13-R1",
     look_for = [[The full WMMA example: who owns which tile, and what the leading dimension means
       for row- and column-major operands. Then count its mma_sync calls and compare with
       M·N·K.]]},
    {"tc9", hours = 1.5, seed = "S003-W13-R2",
     look_for = [[Why the interface works on whole warps, and which part of the peak the simple
       kernel of the article could reach at best.]]},
    {"cse599i", hours = 1.5, seed = "S003-W13-R3",
     look_for = [[For each slide with a shuffle: which lanes are in the mask, and what would a
       lane outside it receive?]]},
    {"gpumode", hours = 3, seed = "S003-W13-R4",
     look_for = [[Lectures 14 to 20 are a menu. Take the one on tensor cores and the one on
       reductions first, and rewrite one of their kernels with the primitives of this week.]]},
  },

  practice = {
    {seed = "S003-W13-HO", hours = 3,
     text = [[In w13-warp-layernorm, write LayerNorm with warp shuffles, one warp a row for short
       rows and one block a row for long ones. Compare its bytes per second with the version in
       several passes over memory (naive.cu of that lab, or your own), and check on the emulator
       that the short path touches no shared memory at all.]]},
  },

  labs = {"g04-occupancy", "w13-warp-layernorm", "w13b-wmma-gemm"},

  durable = {"Tree reductions in registers",
             "Ballot and population count for compaction",
             "Matrix units fed by whole warps"},
  ephemeral = {{"Shapes and types of nvcuda::wmma", as_of = "2026-01"},
               {"FP8 from sm_89 on", as_of = "2026-01"}},

  facts = function(hw)
    local warp, steps = hw.h200.warp, 0
    while 2^steps < warp do steps = steps + 1 end
    return {
      warp = warp, steps = steps, mma = 2*16*16*16,
      mask = 0xB5, mask_text = "10110101",
      R = 16384, C = 4096, bw = hw.h200.bw,
    }
  end,

  questions = {
    q.num{id = "steps", unit = "1", rtol = 0,
      ask = [[How many shuffle-and-add steps sum the values of {{= p.w}} lanes?]],
      vary = {w = {32, 64, 16}},
      answer = function(f, p)
        local s = 0
        while 2^s < p.w do s = s + 1 end
        return s
      end,
      wrong = {{value = function(f, p) return p.w - 1 end,
                hint = "That is the number of additions. A step does many of them at once."}},
      worked = [[Each step halves the distance and doubles what a lane's value covers.
        {{= n(p.w-1)}} additions happen in as many steps as {{= p.w}} has halvings.]]},

    q.num{id = "block", unit = "1", rtol = 0,
      ask = [[A block of {{= p.t}} threads sums one value a thread: shuffles in every warp, one
        number a warp through shared memory, then shuffles in the first warp. How many shuffle
        steps does the first warp execute?]],
      vary = {t = {256, 1024, 128}},
      answer = function(f, p)
        local s = 0
        while 2^s < p.t/f.warp do s = s + 1 end
        return f.steps + s
      end,
      wrong = {{value = function(f) return f.steps end,
                hint = [[After the barrier the first warp still has to sum one value for each
                  warp.]]}},
      worked = [[{{= f.steps}} for its own values, then as many as halve {{= n(p.t/f.warp)}} warps
        down to one. A tree in shared memory would need a barrier at each of those levels; this
        needs one.]]},

    q.num{id = "compact", unit = "1", rtol = 0,
      ask = [[ballot returned the bits {{= f.mask_text}} (lane 0 is the rightmost). Lane
        {{= p.lane}} keeps its element. How many elements of this warp stand before it in the
        output?]],
      vary = {lane = {5, 7, 2}},
      answer = function(f, p)
        local c = 0
        for i = 0, p.lane - 1 do c = c + (f.mask >> i & 1) end
        return c
      end,
      wrong = {{value = function(f, p)
                  local c = 0
                  for i = 0, p.lane do c = c + (f.mask >> i & 1) end
                  return c
                end,
                hint = "Count only the lanes below your own; your own bit is not one of them."}},
      worked = [[Mask off the bits from lane {{= p.lane}} upwards and count the ones that are
        left.]]},

    q.num{id = "mmas", unit = "1", rtol = 0,
      ask = [[How many mma_sync calls on 16 × 16 × 16 does a product of two {{= n(p.n)}} ×
        {{= n(p.n)}} matrices take?]],
      vary = {n = {4096, 2048, 8192}},
      answer = function(f, p) return (p.n//16)^3 end,
      wrong = {{value = function(f, p) return (p.n//16)^2 end,
                hint = "That is the number of output tiles. Each of them sums over K."}},
      worked = [[{{= n(p.n/16)}} tiles in each of three directions; {{= n(f.mma)}} FLOP a
        call.]]},

    q.num{id = "acc", unit = "1", rtol = 0,
      ask = [[A warp accumulates a tile of {{= p.r}} × 16 in fp32. How many registers is that in
        each lane?]],
      vary = {r = {16, 32, 64}},
      answer = function(f, p) return p.r*16//f.warp end,
      wrong = {{value = function(f, p) return p.r*16 end,
                hint = "The tile is spread over the whole warp."}},
      worked = [[{{= n(p.r*16)}} values over {{= f.warp}} lanes.]]},

    q.num{id = "ldmatrix", unit = "1", rtol = 0,
      ask = [[ldmatrix reads eight rows of sixteen bytes from a tile whose rows are {{= p.h}}
        halves apart. Banks cover {{= n(f.warp*4)}} bytes. How many rows collide in the same banks
        (1 means none)?]],
      vary = {h = {32, 40, 72}},
      answer = function(f, p)
        local hits, worst = {}, 0
        for i = 0, 7 do
          local g = i*p.h*2 % (f.warp*4)//16
          hits[g] = (hits[g] or 0) + 1
          worst = math.max(worst, hits[g])
        end
        return worst
      end,
      wrong = {{value = function() return 8 end,
                hint = [[Write down the eight start addresses modulo the bytes that all banks
                  cover.]]}},
      worked = [[Row i starts at i · {{= n(2*p.h)}} bytes, modulo {{= n(f.warp*4)}}. Eight halves
        of padding shift each row by sixteen bytes, and the eight rows tile the banks exactly.]]},

    q.choice{id = "fp8",
      ask = [[You want an FP8 matmul on a GPU of compute capability 8.9. Which way in exists?]],
      options = {"nvcuda::wmma with a fragment of an FP8 type",
                 "mma.sync in inline PTX",
                 "wgmma",
                 "None: FP8 needs Hopper"},
      answer = 2,
      worked = [[The WMMA interface has no FP8 type on any architecture. wgmma belongs to sm_90a.
        mma.sync takes FP8 operands from sm_89 on.]]},

    q.choice{id = "mask",
      ask = [[Inside if (lane < 20), a kernel calls __shfl_down_sync(0xffffffff, x, 1). What is
        wrong?]],
      options = {"Nothing",
                 "The mask names lanes that never reach the call",
                 "Shuffles must not stand in a branch",
                 "Down should be up"},
      answer = 2,
      worked = [[A shuffle in a branch is allowed if the mask names exactly the lanes that execute
        it. Here twelve named lanes do not arrive, and the result is undefined.]]},
  },
}
