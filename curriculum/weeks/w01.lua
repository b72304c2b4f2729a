-- Week 1: one ratio and two ceilings decide what an operation can reach.
return week {
  n = 1, part = 1, title = "The roofline model", seeds = {"S003-W01"},

  summary = [[You learn to price an operation before you run it: so much arithmetic, so many
    bytes, so at least this many microseconds. From those two counts you can say which ceiling of
    a machine stops the operation, and by what margin. At the end you can look at a trace, put its
    operations on a roofline, and know which ones a faster kernel could help and which need fewer
    bytes instead.]],

  concepts = {
    {id = "intensity", title = "Arithmetic intensity", seed = "S003-W01-C1",
     text = [[Arithmetic intensity is work divided by traffic: the FLOP an operation needs over
       the bytes it must move to and from slow memory. Count a multiply-add as two FLOP, read
       every input once, write every output once. A square 16-bit matmul of side n has intensity
       n/3, so {{= n(f.ai,1)}} FLOP/B at n = {{= f.n}}, while adding two fp32 vectors has
       {{= n(f.vadd_ai,4)}} at any length. A kernel that fetches its operands again and again
       achieves less: that is a flaw of the kernel, not a property of the operation.]]},
    {id = "roofline", title = "Two ceilings, one bound", seed = "S003-W01-C2",
     text = [[A machine cannot finish before its arithmetic units have done the work, nor before
       its memory has moved the bytes. If both run at full rate and overlap perfectly, time is the
       larger of FLOP/peak and bytes/bandwidth. Plotted over intensity on logarithmic axes, the
       attainable rate is a slope that ends in a flat roof. It is an upper bound and nothing else:
       launch gaps, latency and uneven work all show up as distance below the line.]]},
    {id = "ridge", title = "The ridge point", seed = "S003-W01-C3",
     text = [[Slope and roof meet where intensity equals peak divided by bandwidth:
       {{= n(hw.a100.bf16/hw.a100.bw,0)}} FLOP/B on an A100, {{= n(hw.h100.bf16/hw.h100.bw,0)}} on
       an H100. Left of that point only fewer bytes make an operation faster; right of it only
       fewer or cheaper FLOP do. The H200 has the H100's arithmetic and a faster memory, so its
       ridge moves left to {{= n(hw.h200.bf16/hw.h200.bw,0)}}. Each precision has a ridge of its
       own, since halving the width of the operands doubles the roof but leaves the slope where it
       was.]]},
    {id = "hbm-sram", title = "HBM against SRAM", seed = "S003-W01-C4",
     text = [[HBM holds everything and is far away: an H100 has {{= gb(hw.h100.mem,0)}} of it at
       {{= si(hw.h100.bw,"B/s")}}, several hundred cycles from a thread. On-chip shared memory is
       tiny and close: all {{= hw.h100.sms}} SMs together hold
       {{= n(hw.h100.sms*hw.h100.smem_sm/2^20,1)}} MiB, but deliver about
       {{= si(f.smem_bw,"B/s",2)}}, {{= n(f.smem_bw/hw.h100.bw,0)}} times as much, tens of cycles
       away. Every fast kernel in this course is a plan for loading a piece of the large memory
       once and using it many times in the small one.]]},
    {id = "hierarchy", title = "SM, warp, thread", seed = "S003-W01-C5",
     text = [[A GPU is an array of streaming multiprocessors, {{= hw.h100.sms}} on an H100. Each
       keeps up to {{= n(hw.h100.threads_sm)}} threads resident with their registers in place,
       grouped into warps of {{= f.warp}} that share one instruction stream. When a warp waits for
       memory the SM issues from another at no cost, since no state has to be saved. So a GPU does
       not shorten latency, it hides it behind other warps, and it needs
       {{= n(hw.h100.sms*hw.h100.threads_sm)}} threads to be full.]]},
    {id = "trace", title = "Reading a profiler's trace", seed = "S003-W01-C6",
     text = [[A trace has one lane for the CPU, which enqueues work, and one per GPU stream, which
       does it; an operation appears in both, at different times. Rank by time on the device, and
       use self time, or a parent and its children are counted twice. Gaps in the GPU lane mean
       that the CPU is late, and no kernel tuning repairs that. Then divide: bytes over time and
       FLOP over time put each operation on the roofline and show how far below its ceiling it
       ran.]]},
  },

  readings = {
    {"brrr", hours = 1.5, seed = "S003-W01-R1",
     look_for = [[The three regimes (compute, bandwidth, overhead) and the one experiment that
       tells them apart. Note what the author says about operations that cost no time once they
       are fused.]]},
    {"jaxscale", hours = 2, seed = "S003-W01-R2",
     look_for = [[Chapter 1: how the same two-ceiling argument is applied to a network link, with
       communication in the place of memory. Do its matmul exercise before reading the answer.]]},
    {"txmath101", hours = 1.5, seed = "S003-W01-R3",
     look_for = [[A first pass only. Mark each formula that counts FLOP and each that counts
       bytes; week 3 derives them again from the shapes.]]},
    {"hopperwp", hours = 1.5, seed = "S003-W01-R4",
     look_for = [[The table of peaks: find which figures assume sparsity and halve them. Then draw
       one SM with its four schedulers, register file and shared memory, from memory.]]},
    {"ptprof", hours = 1, seed = "S003-W01-R5",
     look_for = [[The columns of the summary table: self against total, CPU against device. Which
       of them would you sort by to find the operation worth fixing first?]]},
  },

  practice = {
    {seed = "S003-W01-HO", hours = 1.5,
     text = [[Take the recorded trace of one GPT-2 forward pass that comes with the roofline lab.
       Write the cost functions, rank the operations by time, and give the first three with the
       ceiling that holds each one. Then measure the two ceilings of your own CPU and place the
       copy and the FMA loop on its roofline.]]},
  },

  milestone = {seed = "S003-W01-MS",
    text = [[Two 4096 × 4096 fp16 matrices are multiplied on an A100 rated at 312 TFLOP/s and 2
      TB/s. Work out the FLOP, the bytes, the intensity and the ridge point, and state which
      ceiling binds and by what factor.]]},

  labs = {"w00-column-sums", "w01-roofline", "c12-five-axis", "c02-perf-caches", "c01-simd-gemm",
          "c04-ownership"},

  durable = {"Arithmetic intensity as a property of the operation",
             "min(peak, intensity × bandwidth) as an upper bound",
             "Ranking by device time, not by FLOP"},
  ephemeral = {{"Peak and bandwidth figures of the A100, H100 and H200", as_of = "2026-01"},
               {"The profiler's column names", as_of = "2026-01"}},

  facts = function(hw, models)
    local n, S = 4096, 1024
    local L, H = models.gpt2.L, models.gpt2.H
    return {
      n = n, warp = hw.h100.warp,
      peak = hw.a100_seed.bf16, bw = hw.a100_seed.bw, ridge = hw.a100_seed.bf16/hw.a100_seed.bw,
      ai = n/3, vadd_ai = 1/12,
      smem_bw = hw.h100.sms*32*4*hw.h100.clock,     -- 32 banks of 4 bytes, every clock
      ridge_h200 = hw.h200.bf16/hw.h200.bw,
      gpt2_L = L, gpt2_H = H, gpt2_S = S,
      softmax_B = L*H*2*2*S*S,                      -- fp16 scores of every head, read and written
    }
  end,

  questions = {
    q.num{id = "flop", seed = "S003-W01-MS", unit = "FLOP", rtol = .001,
      ask = [[How many FLOP does the product of two {{= n(p.n)}} × {{= n(p.n)}} matrices take?]],
      vary = {n = {1024, 2048, 3072, 6144, 8192}},
      answer = function(_, p) return 2*p.n^3 end,
      wrong = {{value = function(_, p) return p.n^3 end,
                hint = "A multiply-add is two FLOP: one multiplication and one addition."}},
      worked = [[Each of the {{= n(p.n^2)}} outputs is a dot product of length {{= n(p.n)}}, and
        each step of it multiplies and adds: {{= n(2*p.n^3)}}.]]},

    q.num{id = "ai", seed = "S003-W01-MS", unit = "FLOP/B", rtol = .005,
      ask = [[fp16 matrices of side {{= n(p.n)}}: the arithmetic intensity of A × B, each of A, B
        and the result moved exactly once?]],
      vary = {n = {1024, 3072, 6144, 12288}},
      answer = function(_, p) return 2*p.n^3/(3*p.n^2*2) end,
      wrong = {{value = function(_, p) return p.n/2 end,
                hint = "Reading A and B is not all: the result has to be written too."},
               {value = function(_, p) return p.n/6 end,
                hint = "The multiply-add was counted as one FLOP; it is two."},
               {value = function() return .5 end,
                hint = [[That is the intensity of a kernel with no reuse at all. The question is
                  about the operation: every operand moves once.]]}},
      worked = [[2n³ FLOP over 3n² numbers of two bytes leaves n/3: {{= n(p.n/3,1)}} FLOP/B.
        Intensity grows with the side, which is why large matmuls are the easy case.]]},

    q.num{id = "ridge", seed = "S003-W01-MS", unit = "FLOP/B", rtol = .01,
      ask = [[A GPU does {{= p.peak}} TFLOP/s of dense fp16 and moves {{= p.bw}} TB/s. Where is its ridge
        point?]],
      vary = {peak = {125, 250, 420}, bw = {.9, 1.6, 3}},
      answer = function(_, p) return p.peak/p.bw end,
      wrong = {{value = function(_, p) return 2*p.peak/p.bw end,
                hint = "That peak assumes structured sparsity. A dense matmul gets half of it."},
               {value = function(_, p) return p.bw/p.peak end,
                hint = "Upside down: the ridge is FLOP per byte, peak over bandwidth."}},
      worked = [[{{= p.peak}} TFLOP/s over {{= p.bw}} TB/s is {{= n(p.peak/p.bw,1)}} FLOP for every
        byte. An A100 of {{= si(f.peak,"FLOP/s")}} and {{= si(hw.a100.bw,"B/s")}} has its ridge at
        {{= n(hw.a100.bf16/hw.a100.bw,0)}}.]]},

    q.num{id = "margin", seed = "S003-W01-MS", unit = "x", rtol = .01,
      ask = [[An A100 is taken at {{= si(f.peak,"FLOP/s")}} dense fp16 and {{= si(f.bw,"B/s")}}. How many
        times longer does the product of two fp16 matrices of side {{= n(p.n)}} spend on its slower
        ceiling than on the other one? (Then say to yourself which ceiling it is.)]],
      vary = {n = {1024, 2048, 3072, 6144, 8192}},
      answer = function(f, p) return p.n/3/f.ridge end,
      wrong = {{value = function(f, p) return f.ridge/(p.n/3) end,
                hint = "The intensity lies to the right of the ridge: compute takes longer."}},
      worked = [[Compute takes {{= us(2*p.n^3/f.peak)}}, memory {{= us(3*p.n^2*2/f.bw)}}. The
        ratio is intensity over ridge, {{= n(p.n/3/f.ridge,2)}}: compute-bound, with room to
        spare.]]},

    q.num{id = "gemv", unit = "FLOP/B", rtol = .01,
      ask = [[A {{= n(f.n)}} × {{= n(f.n)}} fp16 weight matrix is applied to a batch of {{= p.b}},
        as in decoding. The intensity, all operands counted?]],
      vary = {b = {32, 1, 8, 128}},
      answer = function(f, p) return 2*p.b*f.n^2/(2*f.n^2 + 2*2*p.b*f.n) end,
      wrong = {{value = function(f, p) return p.b/2 end,
                hint = "The multiply-add was counted as one FLOP; it is two."}},
      worked = [[The weights dominate the bytes and each is used once per vector, so intensity is
        nearly the batch: {{= n(2*p.b*f.n^2/(2*f.n^2 + 4*p.b*f.n),2)}}. It stays left of the ridge
        ({{= n(f.ridge,0)}}): decoding is a memory problem.]]},

    q.num{id = "softmax", unit = "us", rtol = .02,
      ask = [[GPT-2 (124M), batch {{= p.batch}}, {{= n(f.gpt2_S)}} tokens each, {{= f.gpt2_L}} layers of
        {{= f.gpt2_H}} heads, scores kept in fp16 in memory. What does the roofline of the A100 of
        {{= si(f.peak,"FLOP/s")}} and {{= si(f.bw,"B/s")}} give for all softmaxes of one forward pass, each
        reading and writing its scores
        once?]],
      vary = {batch = {2, 3, 4, 6}},
      answer = function(f, p) return p.batch*f.softmax_B/f.bw*1e6 end,
      wrong = {{value = function(f, p) return p.batch*f.softmax_B/2/f.bw*1e6 end,
                hint = "The scores are read and also written back."},
               {value = function(f, p) return 5*p.batch*f.softmax_B/4/f.peak*1e6 end,
                hint = [[You divided its FLOP by the peak. Which of the two ceilings is lower
                  here?]]}},
      worked = [[{{= si(p.batch*f.softmax_B,"B")}} at {{= si(f.bw,"B/s")}} is {{= us(p.batch*f.softmax_B/f.bw)}}.
        The LM head does more FLOP than any other entry of the trace and takes less time than
        this: the order by FLOP is not the order by time.]]},

    q.multi{id = "bound",
      ask = [[Same forward pass, same A100, unfused attention. Which of these operations are
        memory-bound?]],
      options = {"softmax", "LM head", "layer norm", "first MLP matmul", "attention scores QKᵀ"},
      answer = {1, 3, 5},
      worked = [[Softmax and layer norm do a handful of FLOP per byte. QKᵀ is a matmul, but its
        inner length is only the head dimension and its output is large, so it stays left of
        {{= n(f.ridge,0)}}. The MLP and the LM head have long inner dimensions and lie to the
        right.]]},
  },
}
