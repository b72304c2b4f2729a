-- d03: The Triton GPU DSL.

-- The calls of d03-variants: x's address mod 256, its type, n, the stride, BLOCK.
local CALLS = {
  {0, "fp32", 4096, 1, 1024}, {0, "fp32", 8192, 1, 1024}, {0, "fp32", 1000, 1, 1024}, {0, "fp32", 4096, 4096, 1024},
  {4, "fp32", 4095, 1, 1024}, {0, "fp32", 1, 1, 1024}, {0, "bf16", 4096, 1, 1024}, {0, "fp32", 777, 1, 1024},
  {0, "fp32", 4096, 1, 2048}, {0, "fp32", 2^31, 4096, 1024},
}

-- What a kernel knows about an integer: its width, and whether it is 1 or a multiple of 16.
local function width(v) return v < 2^31 and "i32" or "i64" end
local function special(v) return v % 16 == 0 and "D" or v == 1 and "1" or "" end

-- Kernels after the first k calls, if `key` tells them apart.
local function kernels(k, key)
  local seen, n = {}, 0
  for i = 1, k do
    local id = key(table.unpack(CALLS[i]))
    if not seen[id] then seen[id], n = true, n + 1 end
  end
  return n
end
local function integers(n, stride) return width(n)..special(n)..width(stride)..special(stride) end
local KEYS = {
  all = function(at, type_, n, stride, block) return type_..special(at)..integers(n, stride)..block end,
  no_pointer = function(_, type_, n, stride, block) return type_..integers(n, stride)..block end,
  types = function(_, type_, n, stride, block) return type_..width(n)..width(stride)..block end,
}

-- A tile of sums: registers a thread, bytes of `stages` buffers of both operands in 16 bits, FLOP a byte loaded.
local function tile(bm, bn, bk, warps, stages)
  local bytes = stages*(bm + bn)*bk*2
  return {regs = bm*bn//(32*warps), bytes = bytes, fit = 228*1024//(bytes + 1024), reuse = bm*bn/(bm + bn)}
end
local CONFIGS = {{128, 256, 64, 8, 3}, {128, 128, 32, 4, 4}, {64, 32, 32, 2, 5}, {256, 128, 64, 8, 4}}

-- kernels/w09-tile-dsl/bench.cu on an H200, 28 November 2026, kernels/RESULTS.md: µs beside a copy of as many bytes in
-- the same run, TFLOP/s at side 4096 beside cuBLAS, and what -DTILE_HOPPER and larger tiles make of the same program.
local OURS = {silu = 134.0/133.8, softmax = 134.1/135.7, product = 181.7/724.0, hopper = .660}

-- kernels/w09-tile-dsl/six.py, compiled by Triton 3.9.0 for sm_90a on a machine without a GPU, 29 November 2026:
-- lines of each stage of softmax (bf16, BLOCK 4096, 8 warps), s a kernel took, and shared memory of three tiles.
local CHAIN = {ttir = 76, ttgir = 77, llir = 339, ptx = 561, least = .1, most = 1.3, small = 24*1024}

return deep {
  id = "d03", words = 7000, exercises = 6,
  after = {"d02"},
  labs = {"w09-tile-dsl", "w10b-layernorm-1pass", "g09-rmsnorm-bwd", "w04-flash-tiles", "w04b-flash-cuda",
          "w15-cute-layouts"},
  hours = {read = 3, exercises = 5.5},
  topics = {
    {"S004-C03-T01", at = "#Mechanism/One program, read slowly"},
    {"S004-C03-T02", at = "w09-tile-dsl#Mechanism/From offsets to lanes"},
    {"S004-C03-T03", at = "w09-tile-dsl#Mechanism/Masks"},
    {"S004-C03-T04", at = "#Mechanism/One source, several kernels"},
    {"S004-C03-T05", at = "#Mechanism/The tuner and its key"},
    {"S004-C03-T06", at = "#Math/Three states that merge"},
    {"S004-C03-T07", at = "#Code"},
    {"S004-C03-T08", at = "#Mechanism/Down the chain"},
    {"S004-C03-T09", at = "#Mechanism/A kernel becomes an operator"},
    {"S004-C03-T10", at = "#Pitfalls"},
    {"S004-C03-T11", at = "#Mechanism/Triton, CUTLASS, or by hand"},
  },
  readings = {
    {"triton", hours = 1.5, look_for = "section 4: which passes could not exist if a value were not a tile"},
    {"tritontut", hours = 3, look_for = "in the matmul: which lines are about the cache and not about the product"},
    {"tritonunleash", hours = 1, look_for = "for each speed: which kernel, which size, against what"},
    {"onlinesm", hours = 1, look_for = "algorithm 3 and the proof below it: where associativity is used"},
    {"cutlasscute", hours = 1.5, look_for = "what you may say there that a block program can't"},
  },
  sources = {"Triton 3.9.0, `runtime/jit.py` and its native part: what an argument is specialised by",
             "Triton 3.9.0, `runtime/autotuner.py`: key, timings, what is done to arguments between runs",
             "Triton, `third_party/nvidia/backend/compiler.py`: the passes of each stage, and the options' defaults",
             "PyTorch, `torch/_library/custom_ops.py` and `triton.py`: custom_op, triton_op",
             "pytorch/pytorch, pull request 127311, 2024: what masked loads hold where `other` is left out"},
  ephemeral = {{"Names, defaults and stages of Triton (3.9.0)", as_of = "2026-11"},
               {"PyTorch's ways to register a kernel as an operator", as_of = "2026-11"}},
  disputed = {
    {id = "passes", says = {
      {"ten passes unfused, so fusion may bring a factor of 5", source = "Triton's softmax tutorial at 066e1eb"},
      {"eight passes unfused, so fusion may bring a factor of 4", source = "the same tutorial in 2025 and since"}}},
    {id = "share", says = {
      {"90-95 % of hand-tuned CUDA with a tenth of the code",
       source = "From Silicon to Softmax, without a kernel named"},
      {[[as fast as a copy for silu and softmax, a quarter to two thirds of cuBLAS for a product, all of them block
         programs]],
       source = "measured on an H200, lab w09-tile-dsl, 28 November 2026"}}},
  },
  typed = {{"3.9.0", source = "a release of Triton"}},
  class = {"d03-tile", "d03-masks"},
  facts = function(hw)
    local h = hw.h100
    local f = {R = 8192, C = 4096, bw = h.bw, ours = OURS, chain = CHAIN, warps = 8}
    f.tensor = 2*f.R*f.C
    f.us = function(passes) return passes*f.tensor/h.bw*1e6 end
    f.threads = 32*f.warps
    f.held = f.C/f.threads
    f.programs = h.threads_sm//f.threads                                  -- of an SM, by threads
    f.wave = f.programs*h.sms
    f.waves = f.R/f.wave
    f.flight, f.need = f.programs*2*f.C, h.bw*600e-9/h.sms                -- bytes asked for; Little with 600 ns
    -- a row of C normal numbers, padded to BLOCK with zeros: what its softmax adds up to
    f.cols, f.block = 781, 1024
    f.padded = function(cols, block) return cols*math.exp(.5)/(cols*math.exp(.5) + block - cols) end
    f.hidden = function(high) return (f.block - f.cols)/(f.cols*math.exp(.5 + high)) end -- shifted up
    -- the tuner: do_bench's milliseconds of warming up and of timing for each configuration
    f.tune = {configs = 12, warm = 25, rep = 100, compile = 1, kernel = 200e-6, gain = .1}
    f.tune.s = f.tune.configs*(f.tune.compile + (f.tune.warm + f.tune.rep)/1e3)
    f.tune.calls = f.tune.s/(f.tune.gain*f.tune.kernel)
    f.most = function(ints, pointers) return 3^ints*2^pointers end
    f.strips = function(wave, across, tall) return tall and tall + wave/tall or math.ceil(wave/across) + across end
    f.mine = tile(128, 64, 64, 4, 3)
    f.tile, f.kernels, f.keys = tile, kernels, KEYS
    f.config = function(k, stages)
      local c = CONFIGS[k]
      return tile(c[1], c[2], c[3], c[4], stages or c[5])
    end
    f.g = function(x) return ("%.2g"):format(x) end
    return f
  end,

  questions = {
    q.num{id = "d03-variants", unit = "1", rtol = 0, seed = "S004-C03-EX",
      ask = [[`f(x, n, stride, BLOCK)` is a Triton kernel, BLOCK a constexpr. Its arguments are specialised as the
        chapter says: type (i32 or i64 by value, a pointer by its dtype), divisible by 16, equal to 1, a pointer's
        address divisible by 16, constexpr by value. Calls: (1) fp32, aligned, n 4096, stride 1, BLOCK 1024; (2) n
        8192; (3) n 1000; (4) n 4096, stride 4096; (5) x four bytes further, n 4095, stride 1; (6) aligned, n 1; (7)
        bf16, n 4096; (8) fp32, n 777; (9) n 4096, BLOCK 2048; (10) n 2³¹, stride 4096, BLOCK 1024. What a call
        doesn't mention is as in call 1. How many kernels have been compiled after {{= p.k}} calls?]],
      vary = {k = {5, 7, 10}},
      answer = function(f, p) return f.kernels(p.k, f.keys.all) end,
      wrong = {{value = function(_, p) return p.k end, hint = "4096 and 8192 are the same kernel."},
               {value = function(f, p) return f.kernels(p.k, f.keys.types) end,
                hint = "Only type and constexpr? Divisibility by 16 and the value 1 are part of the key."},
               {value = function(f, p) return f.kernels(p.k, f.keys.no_pointer) end,
                hint = "A pointer four bytes further promises less."}},
      hint = "Write down, for each call, what the compiler is told. Equal lines are one kernel.",
      worked = [[Calls 1 and 2 tell the compiler the same: n is an i32 divisible by 16, the stride is 1. Call 3: 1000
        is not divisible by 16, the second kernel. Call 4: the stride is no longer 1 but divisible by 16, the third.
        Call 5: x is not at a multiple of 16, the fourth. Call 6: n = 1 is a constant, the fifth. Call 7: another
        dtype, the sixth. Call 8 is as call 3. Call 9: another constexpr, the seventh. Call 10: 2³¹ needs i64, the
        eighth. After {{= p.k}} calls {{= f.kernels(p.k, f.keys.all)}}. (Triton 3.9.0's own function, given these
        arguments, tells them apart in the same way.) So a length that varies costs a few compilations and then none;
        and the third user of a server, whose prompt is the first with an odd length, waits for a compiler.]]},

    q.table{id = "d03-tile", units = {"1", "KiB", "1", "FLOP/B"}, exact = {1, 3}, rtol = .01, seed = "S004-C03-EX",
      ask = [[Tiles (BM, BN, BK, warps, stages) of a product of 16-bit matrices, sums in fp32. For each: registers a
        thread that its sums take; shared memory of the operands, with a buffer for each stage; programs an SM by
        shared memory alone (228 KiB, and 1 KiB a program besides); FLOP for each byte loaded.]],
      vary = {s = {3, 2}},
      rows = {"(128, 256, 64, 8, {{= p.s}})", "(128, 128, 32, 4, 4)", "(64, 32, 32, 2, 5)", "(256, 128, 64, 8, 4)"},
      columns = {"registers", "shared", "programs", "FLOP a byte"},
      answer = function(f, p)
        local out = {}
        for k = 1, 4 do
          local t = f.config(k, k == 1 and p.s)
          out[k] = {t.regs, t.bytes/1024, t.fit, t.reuse}
        end
        return out
      end,
      wrong = {{cell = {1, 1}, value = function() return 256 end, hint = "fp32: one register each."},
               {cell = {1, 2}, value = function() return 48 end, hint = "Every stage has its own buffers."},
               {cell = {2, 2}, value = function() return 16 end, hint = "Every stage has its own buffers."},
               {cell = {1, 4}, value = function(f) return f.config(1).reuse/2 end,
                hint = "A multiply-add is 2 FLOP, an element 2 B."},
               {cell = {2, 4}, value = function() return 32 end, hint = "A multiply-add is 2 FLOP, an element 2 B."}},
      hint = "BM·BN sums over 32 threads a warp; (BM + BN)·BK elements a stage; 2·BM·BN FLOP for BM + BN elements.",
      worked = [[Registers BM·BN/(32w), bytes s·(BM + BN)·BK·2, programs ⌊233,472/(bytes + 1024)⌋, FLOP a byte
        BM·BN/(BM + BN). First row: {{= f.config(1, p.s).regs}}, {{= n(f.config(1, p.s).bytes/1024)}} KiB, {{=
        f.config(1, p.s).fit}}, {{= n(f.config(1).reuse, 2)}}. Then {{= f.config(2).regs}}, 64 KiB, {{=
        f.config(2).fit}}, 64; {{= f.config(3).regs}}, 30 KiB, {{= f.config(3).fit}}, {{= n(f.config(3).reuse, 2)}};
        {{= f.config(4).regs}}, 192 KiB, {{= f.config(4).fit}}, {{= n(f.config(4).reuse, 2)}}. An autotuner's table
        can be pruned with a pencil. Triton 3.9.0, asked for these on Hopper, takes 144 (with three stages), 64 and
        192 KiB, and for the third tile {{= n(f.chain.small/1024)}}: with two warps it has no warpgroup, multiplies
        out of registers, and so needs a buffer less.]]},

    q.expr{id = "d03-rmsnorm", unit = "1", seed = "S004-C03-EX",
      ask = [[A row of RMSNorm: y_i = g_i·x_i/√(q/n + e) with q = Σx². A gradient d_i = ∂L/∂y_i comes back. Write x, g
        and d for x_j, g_j and d_j, and S for Σ d_i·g_i·x_i over the row. What is ∂L/∂x_j?]],
      vars = {x = {-2, 2}, g = {-2, 2}, d = {-2, 2}, S = {-2, 2}, q = {1, 1e4, log = true},
              n = {8, 8192, int = true}, e = {1e-8, 1e-2, log = true}},
      answer = "g*d/sqrt(q/n+e) - x*S/(n*(q/n+e)^1.5)",
      wrong = {{expr = "g*d/sqrt(q/n+e)", hint = "q depends on x_j, too."},
               {expr = "g*d/sqrt(q/n+e) - x*S/(q/n+e)^1.5", hint = "The mean has a 1/n."},
               {expr = "g*d/sqrt(q/n+e) + x*S/(n*(q/n+e)^1.5)",
                hint = "If x_j grows, the root grows, and everything else in the row shrinks."}},
      hint = "x_j stands in y_j, and in the root of every y_i.",
      worked = [[With r = (q/n + e)^(−1/2): ∂r/∂x_j = −½·(q/n + e)^(−3/2)·2x_j/n = −x_j·r³/n. Then ∂L/∂x_j = Σ_i
        d_i·g_i·(x_i·∂r/∂x_j + r·[i = j]) = r·g_j·d_j − x_j·r³·S/n. All that an element has to learn from its row is
        S, so the backward kernel is a load, *one* reduction and a store: a row a program, as forward. A formula with
        a second moment of the gradient in it would have asked for another walk.]]},

    q.diagnose{id = "d03-masks", source = "made", from = "what the five lines of the kernel compute",
      seed = "S004-C03-EX",
      ask = [[A softmax in Triton, {{= f.cols}} columns, BLOCK = {{= n(f.block)}}, a program a row. What is wrong,
        which lines show it, and what would you change?]],
      title = "five lines of a kernel, four observations",
      lines = {
        {"row = tl.program_id(0); c = tl.arange(0, BLOCK)", role = "neutral"},
        {"v = tl.load(x + row*n_cols + c, mask=c < n_cols, other=0.0)", role = "for"},
        {"v = v - tl.max(v, 0)", role = "neutral"},
        {"e = tl.exp(v); s = tl.sum(e, 0)", role = "neutral"},
        {"tl.store(y + row*n_cols + c, e / s)", role = "for"},
        {"observed: rows of zeros add up to {{= n(f.cols/f.block, 4)}}", role = "for"},
        {"observed: the first {{= f.block - f.cols}} results of some rows differ from run to run", role = "for"},
        {"observed: with n_cols = {{= n(f.block)}} every run is right", role = "against",
         hint = "With a full block the same axis and as many programs are right."},
        {"observed: all inputs are below 10 in size", role = "against",
         hint = "exp of less than 10 is no large number."},
      },
      claims = {"exp overflows", "padded lanes take part: they load 0, and they store",
                "the maximum is taken over the wrong axis", "too few programs are launched"},
      claim = 2,
      fixes = {"other = -inf, and the mask on the store", "subtract the maximum twice", "BLOCK = {{= f.cols}}",
               "other = -inf"},
      fix = 1, need = 3,
      hints = {claim = {[1] = "Line 9: nothing is large.", [3] = "Line 8: with a full block the same axis is right.",
                        [4] = "Rows that no program has would not add up to {{= n(f.cols/f.block, 4)}}. And line 8."},
               fix = {[2] = "Then it is 0 once more. The padding is still counted.",
                      [3] = "A block's size is a power of two.", [4] = "Then line 7 stays."}},
      worked = [[A row of zeros has {{= f.cols}} exponentials of 0, and the {{= f.block - f.cols}} padded lanes add as
        many ones: every result is 1/{{= n(f.block)}}, and {{= f.cols}} of them are {{= n(f.cols/f.block, 4)}}. So
        `other` has to be neutral for the maximum *and* vanish in the sum: −∞ does both. The store has no mask, so
        each row writes {{= f.block - f.cols}} elements into the next one, and who comes last is decided anew in every
        run. From two numbers to two lines of code.]]},

    q.build{id = "d03-rms", lab = "w09-tile-dsl", drill = "rms", seed = "S004-C03-EX",
      ask = [[Write RMSNorm as block programs, one for each row, BLOCK {{= n(f.block)}}, rows of up to 65,536: longer
        than a block, so a row takes several turns. How often is each element loaded, and how often do the warps of a
        program meet?]],
      worked = [[A tile of squares is carried through the turns, and each lane adds up its own elements; after the last
        turn one sum() makes a number of it, so the warps meet once, however long the row. No result is known before
        that, so a long row is loaded a second time. Its first tile is not: it stayed in registers, and a row that fits
        a block is therefore loaded once. Masked elements are 0, which is neutral for squares, and the mean is over C
        elements, not over a block. `ridge solution w09-tile-dsl --drill rms` shows the reference.]]},

    q.text{id = "d03-choose", min_words = 60, seed = "S004-C03-EX",
      ask = [[For (a) a fused softmax over 4,096 columns, (b) a Hopper attention kernel at 75 % of the data sheet's
        peak, (c) an int4 dequantising product for one type of GPU: Triton, CUTLASS, or CUDA by hand? Say what each
        choice gives up. About 100 words.]],
      worked = [[(a) Triton. It is bound by bytes, a row fits a program, and block programs of ours ran softmax at {{=
        pct(f.ours.softmax, 0)}} of a copy: nothing is given up that shows. (b) CUTLASS: producer and consumer warps,
        asynchronous copies and products in flight have to be said, and a block program cannot say them; given up are
        days, and the next GPU's mainloop. (c) By hand, or CUTLASS with an own layout: the packed order of the codes
        and the instruction that unpacks them decide, and both are below a tile; given up is portability. What would
        change my mind: for (b), a block-language kernel measured within five per cent; for (c), batches beyond the
        ridge, where unpacking no longer counts. Whoever maintains it afterwards is part of the price.]],
      rubric = {"(a) a block language: bound by bytes, and nothing given up that shows",
                "(b) roles for warps and asynchronous copies must be expressible",
                "(c) the layout of packed weights and the choice of instruction decide",
                "maintenance or portability is named as a cost",
                "a number or a measurement that would change the choice",
                "no \"always\""}},
  },
}
