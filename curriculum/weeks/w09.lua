-- Week 9: programs over blocks instead of threads.
return week {
  n = 9, part = 1, title = "Block programs: Triton's model", seeds = {"S003-W09"},

  summary = [[You write kernels one level up: a program handles a block of data, and the compiler
    decides which thread does what. You learn which decisions you have given away and which remain
    yours: block sizes, masks, the order of blocks, what is fused. In this course the model is a
    small C++ header over CUDA, so nothing is hidden, and every kernel can be compared with the
    one you would have written by hand.]],

  concepts = {
    {id = "what", title = "What Triton is", seed = "S003-W09-C1",
     text = [[A language embedded in Python, in which one program computes one block. The source
       is parsed to Triton's own IR, then to a GPU dialect in MLIR where layouts are assigned,
       then to LLVM, and only that emits PTX. Compared with CUDA C you no longer write thread
       indices, shared memory or barriers; compared with framework operators you decide what is
       fused. What it cannot express is work that differs from warp to warp, and there
       hand-written kernels still lead.]]},
    {id = "primitives", title = "program_id, load, store", seed = "S003-W09-C2",
     text = [[The grid says how many programs run, and program_id tells which one you are; there
       is no order among them. A range of offsets added to a base pointer gives a block of
       addresses, load turns it into a block of values, store writes one back. Values are whole
       blocks and live in registers. The compiler sees the pattern of the offsets and picks vector
       width and lane order, so contiguous offsets become coalesced accesses without your saying
       so.]]},
    {id = "block", title = "Block size and resources", seed = "S003-W09-C3",
     text = [[BLOCK is a number of elements, not of threads: it is spread over the program's
       warps. A {{= f.BM}} × {{= f.BN}} fp32 accumulator costs {{= n(f.BM*f.BN/(4*f.warp))}}
       registers a thread with four warps and {{= n(f.BM*f.BN/(8*f.warp))}} with eight. Shared
       memory holds the operands of dot, once for each pipeline stage, here
       {{= n(f.stage_B/1024)}} KiB a stage. Both limit how many programs an SM holds, so a larger
       block means more reuse and less to hide latency with.]]},
    {id = "masks", title = "Masks", seed = "S003-W09-C4",
     text = [[Lengths are rarely multiples of the block, so loads and stores take a mask. A masked
       lane issues no access and gets the value of other, which must be neutral for what follows:
       zero for a sum, minus infinity for a maximum. The store needs the mask as well, or the last
       program writes past the end. Block lengths are powers of two, so a row of {{= f.cols}} uses
       a block of {{= f.pow2}} and leaves {{= pct(1-f.cols/f.pow2,0)}} of it idle.]]},
    {id = "dot", title = "dot", seed = "S003-W09-C5",
     text = [[dot multiplies two blocks and is where tensor cores come in: the compiler chooses
       the instruction, stages the operands through shared memory in a layout without conflicts,
       and keeps the accumulator in registers. Accumulate in fp32 and convert once at the end. The
       loop over K around it is software-pipelined, so that the loads of the next step run during
       the product of this one.]]},
    {id = "autotune", title = "Autotuning", seed = "S003-W09-C6",
     text = [[You list configurations of block sizes, warps and stages, and name the arguments
       that form the key. On the first call with a new key all are compiled and timed on the real
       inputs, and the winner is cached. So the kernel must tolerate being run several times on
       the same data, which one that adds into its output does not. A key too fine tunes at every
       new shape; one too coarse uses a configuration chosen for another problem.]]},
    {id = "fusion", title = "Why fuse", seed = "S003-W09-C7",
     text = [[Between two kernels the intermediate tensor is written and read again. SiLU as a
       sigmoid and a product moves five tensors, fused it moves two, and since it is bound by
       bytes that is {{= n(5/2,1)}} times the speed. Fused into a matmul, an elementwise operation
       costs no traffic at all, because the values are already in the accumulator's registers.
       What it saves is two passes over the output; how much that is of the whole depends on
       K.]]},
  },

  readings = {
    {"triton", hours = 1.5, seed = "S003-W09-R1",
     look_for = [[Which analyses a tile-level IR makes possible that a thread-level one does not,
       and how the paper places shared memory automatically.]]},
    {"tritontut", hours = 4, seed = "S003-W09-R2",
     look_for = [[Vector add, softmax, matmul, in that order. In the matmul, redraw the grouped
       order of programs and count the blocks loaded for the first nine outputs with and without
       it.]]},
    {"tritonunleash", hours = 1, seed = "S003-W09-R3",
     look_for = [[The claims about productivity and speed: note for each which kernel, which
       hardware and which baseline they were measured on.]]},
  },

  practice = {
    {seed = "S003-W09-HO", hours = 3.5,
     text = [[Write SiLU as one block program and as two, with tails and strided rows. Compare the
       sectors of both on the emulator with the counts you predicted, then on a GPU report the
       bytes per second of each as a share of your copy's, and compare with a library's
       version.]]},
  },

  labs = {"g07-gemm-ladder", "w09-tile-dsl", "g06-reductions"},

  durable = {"Programs over blocks with masks",
             "The order of blocks as a cache optimisation",
             "Fusion counted in tensor passes"},
  ephemeral = {{"Triton's compilation pipeline and decorators", as_of = "2026-01"},
               {"The gap between Triton and hand-written kernels", as_of = "2026-01"}},

  facts = function(hw)
    local BM, BN, BK = 128, 128, 32
    return {
      warp = hw.h100.warp, BM = BM, BN = BN, BK = BK, stage_B = (BM*BK + BK*BN)*2,
      smem_block = hw.h100.smem_block, cols = 781, pow2 = 1024, n = 98432,
      bw = hw.h200.bw, elems = 2^28,
    }
  end,

  questions = {
    q.num{id = "silu", unit = "x", rtol = .01,
      ask = [[SiLU as two kernels (y = sigmoid(x), then x·y), and behind them {{= p.k}} more of one input and
        one output each, against one kernel for all. Bound by bytes: how many times faster is the
        fused one?]],
      vary = {k = {1, 2, 3}},
      answer = function(_, p) return (2 + 3 + 2*p.k)/2 end,
      wrong = {{value = function(_, p) return (2 + 2 + 2*p.k)/2 end,
                hint = [[The second kernel reads x again as well as the sigmoid: three passes, not
                  two.]]}},
      worked = [[Sigmoid: one read, one write. Product: two reads, one write. Each of the others: one of both.
        {{= n(5+2*p.k)}}
        passes against two.]]},

    q.num{id = "programs", unit = "1", rtol = 0,
      ask = [[A vector of {{= n(f.n)}} elements, BLOCK = {{= p.B}}. How many lanes of the last
        program are masked off?]],
      vary = {B = {1024, 512, 4096}},
      answer = function(f, p) return math.ceil(f.n/p.B)*p.B - f.n end,
      wrong = {{value = function(f, p) return f.n % p.B end,
                hint = "Those are the lanes that do work in the last program."}},
      worked = [[{{= n((f.n+p.B-1)//p.B)}} programs cover more than there is; the surplus is
        masked, in the load and in the store.]]},

    q.num{id = "regs", unit = "1", rtol = 0,
      ask = [[An fp32 accumulator of {{= f.BM}} × {{= f.BN}}, {{= p.w}} warps. Registers a thread
        for it alone?]],
      vary = {w = {4, 8, 16}},
      answer = function(f, p) return f.BM*f.BN//(p.w*f.warp) end,
      wrong = {{value = function(f, p) return f.BM*f.BN//p.w end,
                hint = "Divide by the threads, not by the warps."}},
      worked = [[{{= n(f.BM*f.BN)}} values over {{= n(p.w*f.warp)}} threads. A thread can have 255
        registers at most, and addresses and operands need some of them.]]},

    q.num{id = "smem", unit = "KiB", rtol = .01,
      ask = [[Blocks of {{= f.BM}} × {{= f.BN}} with K steps of {{= f.BK}}, fp16 operands,
        {{= p.s}} pipeline stages. Shared memory?]],
      vary = {s = {3, 4, 5}},
      answer = function(f, p) return p.s*f.stage_B/1024 end,
      wrong = {{value = function(f, p) return p.s*f.BM*f.BK*2/1024 end,
                hint = "Both operands are staged."},
               {value = function(f) return f.stage_B/1024 end,
                hint = [[Every stage has buffers of its own; that is the point of having
                  stages.]]}},
      worked = [[({{= f.BM}} + {{= f.BN}}) · {{= f.BK}} · 2 bytes a stage, times {{= p.s}}:
        {{= n(p.s*f.stage_B/1024)}} KiB of at most {{= n(f.smem_block/1024)}}.]]},

    q.num{id = "grouped", unit = "x", rtol = .01,
      ask = [[K spans {{= p.k}} blocks. {{= p.s^2}} output blocks are computed at the same time: as
        one row of {{= p.s^2}}, or as a square of {{= p.s}} by {{= p.s}}. How many times fewer input
        blocks does the square touch?]],
      vary = {k = {16, 32}, s = {4, 5, 6, 8}},
      answer = function(f, p) return (1 + p.s^2)*p.k/(2*p.s*p.k) end,
      wrong = {{value = function(f, p) return p.s end,
                hint = "Count the blocks of A and of B, in both shapes."}},
      worked = [[The row touches one row of A and {{= p.s^2}} columns of B, {{= n((1 + p.s^2)*p.k)}}
        blocks; the square {{= p.s}} and {{= p.s}}, {{= n(2*p.s*p.k)}}. Same arithmetic, less to
        fetch into L2.]]},

    q.num{id = "floor", unit = "us", rtol = .01,
      ask = [[The least time of a fused SiLU over {{= n(p.elems)}} bf16 elements on an H200, at
        {{= si(f.bw,"B/s")}}?]],
      vary = {elems = {2^26, 2^27, 2^29}},
      answer = function(f, p) return 2*2*p.elems/f.bw*1e6 end,
      wrong = {{value = function(f, p) return 2*p.elems/f.bw*1e6 end,
                hint = "One read and one write."},
               {value = function(f, p) return 2*4*p.elems/f.bw*1e6 end,
                hint = "bf16 has two bytes."}},
      worked = [[{{= si(4*p.elems,"B")}} at {{= si(f.bw,"B/s")}}: {{= us(4*p.elems/f.bw)}}.]]},

    q.choice{id = "other",
      ask = [[A masked load feeds a row maximum for a softmax. Which value should the masked lanes
        get?]],
      options = {"0", "1", "Minus infinity", "It does not matter, the store is masked"},
      answer = 3,
      worked = [[The neutral element of the maximum. Zero is wrong as soon as a whole row is
        negative, and in the sum exp(minus infinity) contributes nothing, as it should.]]},

    q.choice{id = "tune",
      ask = [[Which of these kernels must not be autotuned without further care?]],
      options = {"A matmul that overwrites C",
                 "A matmul that adds into C",
                 "A softmax with separate input and output",
                 "A vector add"},
      answer = 2,
      worked = [[The tuner runs each candidate several times on the caller's tensors. Adding into
        C repeatedly leaves a wrong result; such kernels need their outputs restored between
        runs.]]},
  },
}
