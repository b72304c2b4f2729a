-- Week 17: one kernel in which everything of Part II has to work together.
return week {
  n = 17, part = 2, title = "Attention on Hopper", seeds = {"S003-W17"},

  summary = [[FlashAttention-3 reaches three quarters of the peak where its predecessor stood at a
    third, on the same chip and with the same algorithm. You find out why: which unit waits for
    which, and how roles, ping-pong and narrower numbers take the waiting away. You build such a
    kernel, first in bf16, then in FP8, and explain the difference with the roofline instead of
    with adjectives.]],

  concepts = {
    {id = "fa3", title = "What FlashAttention-3 combines", seed = "S003-W17-C1",
     text = [[A producer warp streams K and V blocks in through the copy engine while two consumer
       warpgroups multiply. The two alternate: one runs its softmax while the other has the tensor
       cores, and inside a group the softmax of one block overlaps with the products of the next.
       For FP8 there is more: one scale per block instead of per tensor, a random rotation that
       spreads outliers, and a transposition of V on the way in, since FP8 operands are accepted
       in one orientation only.]]},
    {id = "why", title = "Why it is twice as fast", seed = "S003-W17-C2",
     text = [[The authors report about {{= f.fa3}} TFLOP/s on an H100,
       {{= pct(f.fa3*1e12/hw.h100.bf16,0)}} of the dense peak, where FlashAttention-2 stays near
       {{= f.fa2_pct}} %. The matmuls are not the reason: exponentials are. The special function
       units do {{= f.mufu}} a clock and SM against {{= n(f.flop_clk)}} tensor FLOP, so at head
       width {{= f.d}} the exponentials take {{= pct(f.exp_ratio,0)}} of the time of the products.
       Done one after the other, that is a third of the whole; overlapped, it is nothing.]]},
    {id = "anatomy", title = "Anatomy of a fast matmul", seed = "S003-W17-C3",
     text = [[Each level of tiles exists to raise intensity against the memory below it: registers
       against shared memory, the block's tile against L2, the order of blocks against HBM. A 128
       × 256 tile in bf16 does {{= n(f.tile_ai,0)}} FLOP for each byte it loads. Depth of the
       pipeline covers latency, swizzles remove conflicts, a persistent loop removes the ramps.
       When all of that is right the limit is power: the chip lowers its clock, and by more for
       random operands than for zeros.]]},
    {id = "blackwell", title = "Blackwell, in outline", seed = "S003-W17-C4",
     text = [[Blackwell moves the accumulators out of the registers into a tensor memory of their
       own, and one thread issues the multiply for the whole block; the warpgroup is gone from the
       interface. Tensor cores accept FP4 with a scale for each small block of values.
       Fifth-generation NVLink has {{= si(hw.b200.nvlink,"B/s")}} per GPU, both directions added.
       On its first chips the exponential units did not get faster to match, so the problem of
       this week gets worse there, not better.]]},
  },

  later = {"anatomy", "blackwell"},

  readings = {
    {"fa3", hours = 4, seed = "S003-W17-R1",
     look_for = [[Algorithm and ablation: which of specialisation and intra-warpgroup pipelining
       gives more, and what the FP8 error table compares.]]},
    {"gordicmatmul", hours = 4, seed = "S003-W17-R2",
     look_for = [[The chain of kernels and the gain of each step. Before each step, predict the
       factor from the bound of the kernel before it.]]},
    {"colfaxpdf", hours = 3, seed = "S003-W17-R3",
     look_for = [[The attention case study: where the barriers of the pipeline are initialised,
       waited for and signalled, and by whom.]]},
  },

  practice = {
    {seed = "S003-W17-HO", hours = 3,
     text = [[Annotate the ten marked regions of our reference kernel: which feature of Hopper
       each one uses, what it would cost without it, and which counter or timing shows that. (The
       published kernel is C++ on CUTLASS; there is no official one in Triton to annotate.)]]},
  },

  milestone = {seed = "S003-W17-MS",
    text = [[Write the FP8 attention kernel with tensor copies, warpgroup multiplies and
      ping-pong, profile it beside your FlashAttention-2 style kernel of week 4, and explain the
      difference by the roofline: which roof, which intensity, which unit was waiting.]]},

  labs = {"w17-flash-hopper"},

  durable = {"Overlap of unlike units",
             "Rooflines of units other than the main one",
             "Finer scales against outliers"},
  ephemeral = {{"Throughput of FlashAttention-2 and 3 on H100", as_of = "2024-07"},
               {"Blackwell's instruction set and NVLink 5", as_of = "2026-01"}},

  facts = function(hw)
    local mufu, flop_clk, d = 16, hw.h100.tensor_clk, 128      -- per SM and clock
    return {
      fa3 = 740, fa2_pct = 35, fp8_rate = 1200, mufu = mufu, flop_clk = flop_clk, d = d,
      exp_ratio = flop_clk/mufu/(4*d), tile_ai = 2*128*256/((128 + 256)*2),
      peak = hw.h100.bf16, peak8 = hw.h100.fp8, bw = hw.h100.bw, H = 32, S = 8192,
    }
  end,

  questions = {
    q.num{id = "sol", seed = "S003-W17-MS", unit = "%", rtol = .01,
      ask = [[A kernel does {{= p.rate}} TFLOP/s of attention on an H100, dense 16-bit peak
        {{= si(f.peak,"FLOP/s")}}. Which share?]],
      vary = {rate = {520, 610, 680, 830}},
      answer = function(f, p) return 100*p.rate*1e12/f.peak end,
      wrong = {{value = function(f, p) return 50*p.rate*1e12/f.peak end,
                hint = [[Twice the dense peak is the figure with sparsity, which attention cannot
                  use.]]}},
      worked = [[{{= pct(p.rate*1e12/f.peak)}}. At {{= f.fa2_pct}} % FlashAttention-2 reached
        {{= si(f.fa2_pct/100*f.peak,"FLOP/s")}}.]]},

    q.num{id = "exp", seed = "S003-W17-MS", unit = "x", rtol = .01,
      ask = [[Every score costs one exponential and 4·d FLOP of matmul. An SM does {{= f.mufu}}
        exponentials and {{= n(f.flop_clk)}} FLOP a clock. Time for the exponentials over time for
        the matmuls, at d = {{= p.d}}?]],
      vary = {d = {128, 64, 256}},
      answer = function(f, p) return f.flop_clk/f.mufu/(4*p.d) end,
      wrong = {{value = function(f, p) return f.flop_clk/f.mufu/(2*p.d) end,
                hint = "Two matmuls touch each score: QKᵀ and PV."}},
      worked = [[{{= n(1/f.mufu,4)}} clocks against {{= n(4*p.d/f.flop_clk,4)}}. With FP8 the
        matmuls take half as long, and the ratio doubles.]]},

    q.num{id = "time", unit = "ms", rtol = .01,
      ask = [[Forward pass, batch 1, {{= f.H}} heads of {{= f.d}}, S = {{= n(p.S)}}, not causal,
        at {{= f.fa3}} TFLOP/s. How long?]],
      vary = {S = {8192, 4096, 16384}},
      answer = function(f, p) return 4*f.H*p.S^2*f.d/(f.fa3*1e12)*1e3 end,
      wrong = {{value = function(f, p) return 2*f.H*p.S^2*f.d/(f.fa3*1e12)*1e3 end,
                hint = "Two matmuls of 2·S²·d each. (Half is right with a causal mask.)"}},
      worked = [[4 · {{= f.H}} · {{= n(p.S)}}² · {{= f.d}} = {{= si(4*f.H*p.S^2*f.d,"FLOP")}}, in
        {{= ms(4*f.H*p.S^2*f.d/(f.fa3*1e12),3)}}.]]},

    q.num{id = "ai8", unit = "FLOP/B", rtol = .01,
      ask = [[FP8 attention reads Q, K, V in one byte and writes O in two. Intensity of one head
        at S = {{= n(p.S)}}, compulsory traffic only?]],
      vary = {S = {8192, 4096, 2048}},
      answer = function(f, p) return 4*p.S^2*f.d/(5*p.S*f.d) end,
      wrong = {{value = function(f, p) return p.S/2 end,
                hint = [[That is 16-bit inputs and output: eight bytes for each position and
                  channel.]]},
               {value = function(f, p) return p.S end, hint = "The output stays in 16 bits."}},
      worked = [[4·S²·d over (3 + 2)·S·d bytes: 0.8·S = {{= n(.8*p.S,0)}}. The FP8 ridge of an
        H100 is {{= n(f.peak8/f.bw,0)}}, so memory is not what binds.]]},

    q.choice{id = "gain",
      ask = [[At S = {{= n(f.S)}}, where does the gain of FP8 over 16 bits come from?]],
      options = {"Half the bytes from HBM",
                 "The higher roof of the tensor cores",
                 "Fewer exponentials",
                 "Smaller shared memory tiles alone"},
      answer = 2,
      worked = [[Both variants lie far to the right of their ridge, so bytes do not set the time.
        The matmuls run up to twice as fast, and the exponentials do not, which is why less than
        twice arrives.]]},

    q.num{id = "sol8", unit = "%", rtol = .01,
      ask = [[An FP8 kernel of attention does {{= n(p.rate)}} TFLOP/s. Which share of
        the H100's dense FP8 peak is that?]],
      vary = {rate = {900, 1050, 1300, 1450}},
      answer = function(f, p) return 100*p.rate*1e12/f.peak8 end,
      wrong = {{value = function(f, p) return 100*p.rate*1e12/f.peak end,
                hint = "That is measured against the 16-bit roof."}},
      worked = [[{{= pct(p.rate*1e12/f.peak8)}}: a share of a higher roof. The
        exponentials now take as long as the matmuls.]]},

    q.text{id = "delta", seed = "S003-W17-MS", min_words = 80,
      ask = [[Explain the difference between your two kernels to a colleague who knows the
        roofline.]],
      rubric = {"Both are compute-bound at these lengths; intensity is not the difference",
                [[The older kernel leaves the tensor cores idle during softmax; the share follows
                  from the two unit rates]],
                "Specialised warps keep loads and address work out of the consumers",
                [[FP8 raises the roof, not the intensity that matters, and makes the exponentials
                  relatively dearer]],
                [[Numbers: achieved rate, share of the matching roof, dominant stall before and
                  after]],
                "Accuracy: which scales, and the error against float64"}},
  },
}
