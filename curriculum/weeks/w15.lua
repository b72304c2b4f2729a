-- Week 15: layouts as functions, and a matmul assembled from parts.
return week {
  n = 15, part = 2, title = "CUTLASS and CuTe", seeds = {"S003-W15"},

  summary = [[The hard part of a fast matmul is not the arithmetic but the indices: which thread
    copies what to where, in which order, without bank conflicts. CuTe turns that into an algebra
    of layouts. In w15-cute-layouts you write the algebra yourself, in C, and it is held against
    tables of every element; then you assemble a matmul from a mainloop and an epilogue, and can
    say what a fused epilogue saves as a function of K.]],

  concepts = {
    {id = "cutlass", title = "What CUTLASS is", seed = "S003-W15-C1",
     text = [[A header library of templates from which GEMMs and convolutions are put together:
       tile copiers, matrix instructions, pipelines, epilogues. Version 2 has a hierarchy of
       iterators, a class for each combination of layout and type. Version 3 replaces most of that
       by CuTe, where layouts are values computed by the compiler, and adds the asynchronous
       machinery of Hopper. What you get is not a kernel but a kit for building one, and compile
       errors to match.]]},
    {id = "layout", title = "Layouts as functions", seed = "S003-W15-C2",
     text = [[A layout is a shape and a stride, both possibly nested: it maps a coordinate to the
       sum of its entries times their strides. A linear index is a coordinate too, counted with
       the leftmost mode running fastest. Composition applies one layout to the output of another,
       so choosing a tile, handing it to threads and reordering it are all the same operation. A
       swizzle is a layout that also xors some address bits into others, which is how bank
       conflicts disappear without padding.]]},
    {id = "pipeline", title = "Mainloop, epilogue, kernel", seed = "S003-W15-C3",
     text = [[CollectiveMma is the mainloop for a block: tile shape, number of stages, how
       operands are copied, which matrix instruction. CollectiveEpilogue takes the accumulators
       and does the rest: scaling, bias, activation, residual, conversion, store. GemmUniversal
       joins the two with a scheduler that hands out tiles. The seam between them is what makes
       fusing an epilogue a matter of one template argument, since the values are in registers at
       that point anyway.]]},
    {id = "ws", title = "Warp specialisation", seed = "S003-W15-C4",
     text = [[Instead of all warps doing the same in turn, some only load and the others only
       compute. The loaders start copies and signal full buffers, the consumers multiply and
       signal empty ones; the ring of barriers between them is the pipeline. Loaders need few
       registers and give the rest away. In the ping-pong schedule two groups of consumers work on
       different output tiles, so the epilogue of one runs while the other has the tensor
       cores.]]},
    {id = "vs", title = "CUTLASS or Triton", seed = "S003-W15-C5", seeds = {"S004-C03-T11"},
     text = [[Triton gives you a good kernel in an afternoon, and for anything bound by bytes
       there is little left to gain. CUTLASS costs days and reaches what the block model cannot
       say: roles for warps, chosen barriers, exact control of layouts and stages. The attention
       and quantised matmul kernels that dominate serving are mostly CUTLASS or hand-written for
       that reason. Start with the first; move when a profile shows that what binds is something
       you cannot express.]]},
  },

  later = {"cutlass", "ws", "vs"},

  readings = {
    {"cutlassblog", hours = 2, seed = "S003-W15-R1",
     look_for = [[The three nested levels of tiles (block, warp, thread) and the memory that each
       level reads from. Compute the intensity at each level for the sizes given.]]},
    {"cutlasscute", hours = 2, seed = "S003-W15-R2",
     look_for = [[Evaluate each layout example by hand at three coordinates before you look at the
       printed table. Then do one composition.]]},
    {"pingpong", hours = 3, seed = "S003-W15-R3",
     look_for = [[The timeline of producer and two consumers: which barrier orders the two
       consumers, and what happens in the first and the last tile.]]},
    {"cutlassacademy", hours = 3, seed = "S003-W15-R4",
     look_for = [[Choose by need: one tutorial on layouts, one on the mainloop for Hopper. For
       each, name the template parameter that you would change first.]]},
  },

  practice = {
    {seed = "S003-W15-HO", hours = 3,
     text = [[Build a bf16 matmul whose epilogue is a template parameter, and instantiate it with
       bias and ReLU. Check that the output is written once and never read back. Compare it with
       the vendor library's fused epilogue and with your own block-program version, and relate the
       saving to K.]]},
  },

  notes = [[
Triton, CUTLASS or CUDA by hand? What each lets you decide is what decides between them:

| | Triton | CUTLASS, CuTe | CUDA by hand |
|---|---|---|---|
| you write | a block's work on tiles | layouts, tiles, an epilogue | each thread's work |
| done for you | layouts, copies, barriers | index algebra, pipelines | registers, order |
| you can tune | tiles, warps, stages | and schedule, cluster, swizzle, roles | all of it |
| you cannot say | roles of warps, barriers, layouts | what no template foresees | nothing |
| a new GPU costs | a compiler, tuning again | new mainloops and types | a new kernel |
| take it for | what DRAM bounds: norms, softmax, fusion | GEMMs, attention | what neither says |

Ask in this order. Does DRAM bound the kernel? Then Triton: a bias and ReLU over {{= n(f.M)}} × {{= n(f.N)}}
bf16 outputs cannot take less than {{= us(2*f.M*f.N*2/f.bw_m)}} at {{= si(f.bw_m,"B/s")}}, whoever writes it. Is it a
GEMM whose difference is in the epilogue? Then CUTLASS, whose mainloop is already tuned: with K = {{= n(f.N)}} the
product alone takes {{= n(2*f.M*f.N*f.N/f.rate*1e3, 2)}} ms, so one per cent of its rate is worth
{{= us(.01*2*f.M*f.N*f.N/f.rate)}}. By hand only when a profile names what binds and neither of the others can express
what would loosen it.]],

  labs = {"w15-cute-layouts", "w15b-epilogue-gemm", "g08-bias-gelu", "g09-rmsnorm-bwd"},

  durable = {"Layouts as functions from coordinates to offsets",
             "Swizzles against bank conflicts",
             "Epilogues fused at the accumulator"},
  ephemeral = {{"Class names of CUTLASS 3", as_of = "2026-01"},
               {"Which production kernels use CUTLASS", as_of = "2026-01"}},

  facts = function(hw)
    return {
      M = 8192, N = 8192, rate = hw.h200_m.bf16_best, bw_m = hw.h200_m.bw_mean,
      -- layout ((2,4),8) : ((1,16),2)
      s0 = 2, s1 = 4, s2 = 8, d0 = 1, d1 = 16, d2 = 2,
    }
  end,

  questions = {
    q.num{id = "coord", unit = "1", rtol = 0,
      ask = [[Layout (({{= f.s0}},{{= f.s1}}),{{= f.s2}}) : (({{= f.d0}},{{= f.d1}}),{{= f.d2}}).
        To which offset does the coordinate ((1,3),{{= p.c}}) map?]],
      vary = {c = {5, 2, 7}},
      answer = function(f, p) return 1*f.d0 + 3*f.d1 + p.c*f.d2 end,
      wrong = {{value = function(f, p) return 1*f.d1 + 3*f.d0 + p.c*f.d2 end,
                hint = "Each entry goes with the stride at the same place of the nesting."}},
      worked = [[1·{{= f.d0}} + 3·{{= f.d1}} + {{= p.c}}·{{= f.d2}} =
        {{= n(f.d0+3*f.d1+p.c*f.d2)}}.]]},

    q.num{id = "linear", unit = "1", rtol = 0,
      ask = [[The same layout at linear index {{= p.i}}?]],
      vary = {i = {13, 29, 50}},
      answer = function(f, p)
        local a = p.i % f.s0
        local b = p.i//f.s0 % f.s1
        local c = p.i//(f.s0*f.s1)
        return a*f.d0 + b*f.d1 + c*f.d2
      end,
      wrong = {{value = function(f, p)
                  local c = p.i % f.s2
                  local b = p.i//f.s2 % f.s1
                  local a = p.i//(f.s2*f.s1)
                  return a*f.d0 + b*f.d1 + c*f.d2
                end,
                hint = [[That counts with the rightmost mode fastest. In CuTe the leftmost runs
                  fastest.]]}},
      worked = [[Split the index from the left: modulo {{= f.s0}}, then modulo {{= f.s1}}, the
        rest counts the last mode. Multiply with the strides and add.]]},

    q.num{id = "cosize", unit = "1", rtol = 0,
      ask = [[How large must an array be to hold everything that the layout ((2,4),8) : ((1,{{= p.d}}),2)
        can reach (its cosize)?]],
      vary = {d = {20, 24, 32, 40}},
      answer = function(f, p) return (f.s0 - 1)*f.d0 + (f.s1 - 1)*p.d + (f.s2 - 1)*f.d2 + 1 end,
      wrong = {{value = function(f, p) return (f.s0 - 1)*f.d0 + (f.s1 - 1)*p.d + (f.s2 - 1)*f.d2 end,
                hint = [[That is the largest offset. The array needs one more element than
                  that.]]}},
      worked = [[The largest offset is reached at the last coordinate; one more than that is
        {{= n((f.s0-1)*f.d0+(f.s1-1)*p.d+(f.s2-1)*f.d2+1)}}, more than the
        {{= n(f.s0*f.s1*f.s2)}} elements, so the layout has holes. With {{= f.d1}} in the place of {{= p.d}} it
        would have none.]]},

    q.num{id = "swizzle", unit = "1", rtol = 0,
      ask = [[Swizzle<3,3,3> xors the three bits 6 to 8 of an offset into the bits 3 to 5. Where
        does offset {{= p.x}} go?]],
      vary = {x = {64, 200, 456}},
      answer = function(f, p) return p.x ~ (p.x >> 6 & 7) << 3 end,
      wrong = {{value = function(f, p) return p.x ~ (p.x >> 6 & 7) end,
                hint = "The bits are xored into positions 3 to 5, not into the lowest three."}},
      worked = [[Bits 6 to 8 of {{= p.x}} are the number of its row of 64; shifted left by three
        they are xored in. Each row permutes its eight groups of eight differently, so a column of
        groups meets all banks.]]},

    q.num{id = "epilogue", unit = "%", rtol = .03,
      ask = [[{{= n(f.M)}} × {{= n(f.N)}} outputs in bf16. A separate kernel for bias and ReLU
        reads and writes them once more, at {{= si(f.bw_m,"B/s")}}; the matmul runs at
        {{= si(f.rate,"FLOP/s")}} with K = {{= p.K}}. The separate kernel's time as a share of the
        matmul's?]],
      vary = {K = {8192, 512, 2048}},
      answer = function(f, p)
        return 100*(2*f.M*f.N*2/f.bw_m)/(2*f.M*f.N*p.K/f.rate)
      end,
      wrong = {{value = function(f, p) return 50*(2*f.M*f.N*2/f.bw_m)/(2*f.M*f.N*p.K/f.rate) end,
                hint = "The outputs are read and written: two passes."}},
      worked = [[{{= us(2*f.M*f.N*2/f.bw_m)}} against {{= us(2*f.M*f.N*p.K/f.rate)}}. The saving
        is fixed and the matmul grows with K, so fusing an epilogue matters most for short inner
        dimensions.]]},

    q.num{id = "conflict", unit = "1", rtol = 0,
      ask = [[A bf16 tile has rows of {{= p.c}} elements. Eight threads each read eight
        consecutive elements of the same column group, from eight consecutive rows. How many of
        the reads hit the same banks without a swizzle?]],
      vary = {c = {64, 32, 128}},
      answer = function(f, p)
        local hits, worst = {}, 0
        for i = 0, 7 do
          local g = i*p.c*2 % 128//16
          hits[g] = (hits[g] or 0) + 1
          worst = math.max(worst, hits[g])
        end
        return worst
      end,
      wrong = {{value = function() return 1 end,
                hint = "Rows of a multiple of 128 bytes all start at the same bank."}},
      worked = [[The rows start {{= n(2*p.c)}} bytes apart and all banks together cover 128. With
        the swizzle each row moves its groups to other places and the eight reads are free of
        conflicts.]]},

    q.choice{id = "order",
      ask = [[In the composition A ∘ B of two layouts, which one sees the coordinate first?]],
      options = {"A", "B", "Both: the offsets are added", "It depends on the strides"},
      answer = 2,
      worked = [[As with functions: B maps the coordinate to an index, and A maps that index to an
        offset. Reading it the other way round is the most common mistake.]]},
  },
}
