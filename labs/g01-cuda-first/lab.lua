-- g01-cuda-first: the first CUDA of a life. Who am I, where does it fail, what did the compiler make of it?

local N = 2^26            -- floats of the timed vectors: 256 MiB each, beyond any L2
local GATE = 2^20         -- floats where sectors are counted
local BLOCKS = 512        -- of relu's and saxpy's grid, at most
local STREAM = {grid = {"math.min((n+255)//256, "..BLOCKS..")"}, block = {256}}
local ASK = {grid = {"(count+63)//64"}, block = {64}}

-- One H200, 28 November 2026, by kernels/g01-cuda-first/bench.cu (kernels/RESULTS.md): the median of 13 launches
-- between two events, N floats, blocks of 256, data that stay in no cache; matmul at side 4096 in blocks of 16x16; an
-- empty kernel launched 1,000 times.
local MEASURED = {
  t_relu = {[1] = 97.43e-3, [132] = 853.8e-6, [512] = 272.9e-6, [1056] = 183.7e-6, [262144] = 210.1e-6},
  t_stretch = 1656.8e-6, t_saxpy = 319.6e-6,
  t_mm = 25.54e-3, t_mm_down = 141.13e-3,
  t_launch = 5.13e-6, t_launch_wait = 10.33e-6,
  mm_ld = 10, mm_fma = 5,       -- in the PTX of the reference's matmul, nvcc 13.0, sm_90a
}
local WHOLE = {bronze = .35, silver = .65, gold = .90}

return lab {
  api = 1, rev = 1, id = "g01-cuda-first",
  title = "First kernels, indexing, error discipline, compile pipeline",
  kind = "kernel", part = 1, domain = {"cuda"},
  seeds = {"S000-P2-T1", "S000-P2-L2", "S001-08", "S001-24", "S001-38", "S003-W01-C5", "S003-W02-C1",
           "S004-C02-T01", "S004-C02-T02", "S004-C02-T05", "S004-C02-EX"},
  requires = {}, suggests = {"w01-roofline"},
  hours = {read = 3, lab = 4},
  durable = {"An index is computed from block, block size and thread, in 64 bits",
             "The grid covers the problem; the guard removes the rest",
             "A launch fails twice: when it is taken, and when it runs"},
  ephemeral = {{"1,024 threads a block; grids of 2^31 - 1, 65,535 and 65,535 blocks", as_of = "2026-11"},
               {"PTX as printed by nvcc 13.0 for sm_90", as_of = "2026-11"}},
  readings = {
    {"eveneasier", hours = 1, look_for = [[one thread, then one block, then many: which line changes at each
      step, and why the loop's stride is the number of threads in the grid]]},
    {"pmpp", hours = 2, look_for = [[chapters 2 and 3: the figures that map block and thread to a pixel; do
      each by hand before you turn the page]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"first.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu"},
  limits = {wall_s = 20, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    x = {dtype = "f32", shape = {"n"}, dist = gen.custom"x"},
    y = {dtype = "f32", shape = {"n"}, dist = gen.normal{}},
    out = {dtype = "f32", shape = {"n"}},
    ranks = {dtype = "i32", shape = {"Z", "Y", "X"}},
    logits = {dtype = "f32", shape = {"R", "C"}, dist = gen.custom"logits"},
    probs = {dtype = "f32", shape = {"R", "C"}},
    A = {dtype = "f32", shape = {"M", "K"}, dist = gen.normal{}},
    B = {dtype = "f32", shape = {"K", "N"}, dist = gen.normal{}},
    product = {dtype = "f32", shape = {"M", "N"}},
    where = {dtype = "u32", shape = {"count", "3"}, dist = gen.custom"where"},
    at = {dtype = "i64", shape = {"count"}},
    problem = {dtype = "i64", shape = {"count", "3"}, dist = gen.custom"problem"},
    block = {dtype = "i64", shape = {"count", "3"}, dist = gen.custom"block"},
    grids = {dtype = "i64", shape = {"count", "4"}},
    fault = {dtype = "i32", shape = {"count"}, dist = gen.custom"fault"},
    length = {dtype = "i64", shape = {"count"}, dist = gen.custom"length"},
    runs = {dtype = "i64", shape = {"count", "7"}},
  },

  calls = {
    relu = call{args = {output"out", input"x", i64"n"}, oracle = "relu", tol = tol.exact, launch = STREAM},
    saxpy = call{args = {output"out", f32"a", input"x", input"y", i64"n"}, oracle = "saxpy",
                 tol = tol.dot{2}, launch = STREAM, why = "one rounding or two: both are saxpy"},
    stamp = call{args = {output"ranks", i32"X", i32"Y", i32"Z"}, oracle = "stamp", tol = tol.exact,
                 grid = {"(X+7)//8", "(Y+3)//4", "(Z+1)//2"}, block = {8, 4, 2}},
    softmax_rows = call{args = {output"probs", input"logits", i32"R", i32"C"}, oracle = "softmax",
                        tol = tol.rel_l2(2e-6), grid = {"(R+127)//128"}, block = {128}},
    matmul = call{args = {output"product", input"A", input"B", i32"M", i32"N", i32"K"}, oracle = "matmul",
                  tol = tol.dot{"math.max(K,1)"}, grid = {"(N+15)//16", "(M+15)//16"}, block = {16, 16}},
    ask_index = call{asks = {fn = "global_index"},
                     args = {output"at", input"where", i32"count"}, verify = "index", launch = ASK,
                     title = "global_index"},
    ask_plan = call{asks = {fn = "plan"},
                    args = {output"grids", input"problem", input"block", i32"count"}, verify = "plan",
                    launch = ASK, title = "plan"},
    ask_errors = call{asks = {fn = "relu_on"},
                      args = {output"runs", input"fault", input"length", i32"count"}, verify = "errors",
                      launch = ASK, title = "relu_on"},
  },

  cases = {
    {id = "n0", n = 0, a = 2, calls = {"relu", "saxpy"}, tags = {"edge"}},
    {id = "n1", n = 1, a = 2, calls = {"relu", "saxpy"}, tags = {"edge"}},
    {id = "n200", n = 200, a = 2, calls = {"relu", "saxpy"}, tags = {"edge"}},     -- n < block
    {id = "n257", n = 257, a = -.5, calls = {"relu", "saxpy"}, tags = {"edge"}},
    {id = "stride", n = BLOCKS*256*2 + 77, a = 3, calls = {"relu", "saxpy"}},      -- more than threads
    {id = "odd-values", n = 300, special = true, calls = {"relu"}, tags = {"edge"},
     note = "NaN, infinite, the largest float and the smallest"},
    {id = "a0", n = 300, a = 0, calls = {"saxpy"}, tags = {"edge"}},
    {id = "voxel", X = 1, Y = 1, Z = 1, calls = {"stamp"}, tags = {"edge"}},
    {id = "flat", X = 40, Y = 12, Z = 1, calls = {"stamp"}},
    {id = "ragged", X = 33, Y = 13, Z = 3, calls = {"stamp"}, tags = {"edge"}},
    {id = "1x1", R = 1, C = 1, spread = 1, calls = {"softmax_rows"}, tags = {"edge"}},
    {id = "rows", R = 130, C = 33, spread = 3, calls = {"softmax_rows"}},
    {id = "huge", R = 5, C = 100, spread = 10000, calls = {"softmax_rows"}, tags = {"edge"}},
    {id = "all-below", R = 3, C = 40, spread = 9, offset = -9990, calls = {"softmax_rows"}, tags = {"edge"},
     note = "every logit near -10,000: the largest is far below 0"},
    {id = "dot", M = 1, N = 1, K = 50, calls = {"matmul"}, tags = {"edge"}},
    {id = "k0", M = 5, N = 3, K = 0, calls = {"matmul"}, tags = {"edge"}},
    {id = "wide", M = 17, N = 70, K = 33, calls = {"matmul"}},
    {id = "index", count = 64, calls = {"ask_index"}, tags = {"edge"}},
    {id = "plans", count = 200, calls = {"ask_plan"}, tags = {"edge"}},
    {id = "faults", count = 100, calls = {"ask_errors"}, tags = {"edge"}},
    {id = "hidden", hidden = true, n = gen.pick{999, 70001, 131073}, a = gen.pick{-1.25, .75, 10},
     X = gen.pick{9, 20, 65}, Y = gen.pick{7, 13}, Z = gen.pick{2, 5}, R = gen.pick{127, 129, 300},
     C = gen.pick{7, 64, 95}, spread = 5, M = gen.pick{15, 40}, N = gen.pick{33, 47}, K = gen.pick{20, 65},
     count = 500},
    {id = "gate", n = GATE, a = 2, M = 128, N = 128, K = 64, calls = {"relu", "saxpy", "matmul"},
     tags = {"gate"}},
    {id = "bench", n = N, a = 2, calls = {"relu", "saxpy"}, tags = {"bench"}},
  },

  gates = {
    gate{id = "relu-no-spill", call = "relu", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "nothing spills to local memory, global memory under another name"},
    gate{id = "softmax-float", call = "softmax_rows", counter = "ptx:.f64", op = "==", value = 0,
         on = "cuda", why = "float all the way: a double in the loop costs units that the chip has fewer of"},
    gate{id = "saxpy-float", call = "saxpy", counter = "ptx:.f64", op = "==", value = 0, on = "cuda",
         why = "float all the way"},
    gate{id = "matmul-float", call = "matmul", counter = "ptx:.f64", op = "==", value = 0, on = "cuda",
         why = "float all the way"},
    gate{id = "relu-lanes", call = "relu", case = "gate", counter = "g_ld_eff", op = ">=", value = .99,
         why = "neighbouring lanes load neighbouring floats: every byte of a sector is used"},
    gate{id = "relu-stores", call = "relu", case = "gate", counter = "g_st_eff", op = ">=", value = .99,
         why = "and store neighbouring floats"},
    gate{id = "saxpy-lanes", call = "saxpy", case = "gate", counter = "g_ld_eff", op = ">=", value = .99,
         why = "both operands are read along the warp"},
    gate{id = "matmul-loads", call = "matmul", case = "gate", counter = "g_ld_spr", op = "<=", value = 4,
         why = "threadIdx.x runs along a row of b: few sectors a request"},
    gate{id = "matmul-stores", call = "matmul", case = "gate", counter = "g_st_eff", op = ">=", value = .99,
         why = "threadIdx.x runs along a row of c"},
  },

  bench = {
    bench{id = "relu", call = "relu", case = "bench", clock = "gpu", on = "cuda", stages = WHOLE,
          flops = "n", bytes = "8*n"},
    bench{id = "saxpy", call = "saxpy", case = "bench", clock = "gpu", on = "cuda", stages = WHOLE,
          flops = "2*n", bytes = "12*n"},
    bench{id = "relu-sectors", call = "relu", case = "gate", metric = "fewer:g_sec", on = "simt",
          stages = WHOLE, bytes = "8*n"},
    bench{id = "saxpy-sectors", call = "saxpy", case = "gate", metric = "fewer:g_sec", on = "simt",
          stages = WHOLE, bytes = "12*n"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.flops",
            ask = "FLOP of saxpy over {{= n(f.N)}} elements?"},
    predict{id = "bytes", axis = "bytes", unit = "B", answer = "f.bytes",
            ask = "Fewest bytes through global memory for it, read and written?"},
    predict{id = "bound", axis = "intensity", ask = "What bounds it?",
            choices = {"memory bandwidth", "arithmetic", "the launch"}, answer = "memory bandwidth"},
    predict{id = "loop", axis = "parallelism", unit = "1", answer = "f.turns",
            ask = "Turns of the loop in each thread, with {{= f.grid}} blocks of {{= f.threads}}?"},
    predict{id = "risk", axis = "failure", ask = "A kernel launched with too large a block…",
            choices = {"stops the program", "doesn't run, and nothing says so unless asked",
                       "runs with the largest block allowed"},
            answer = "doesn't run, and nothing says so unless asked"},
  },

  facts = function(hw)
    local h, threads = hw.h200, 256
    local grid_x, grid_yz = 2^31 - 1, 2^16 - 1
    local f = {
      N = N, gate = GATE, threads = threads, grid = BLOCKS, warp = h.warp, sms = h.sms, sector = 32, word = 4,
      per_thread = h.threads_sm/h.warp, resident = h.threads_sm*h.sms, most = h.threads_sm//threads,
      block_max = 1024, grid_x = grid_x, grid_yz = grid_yz, int_max = 2^31 - 1, uint_span = 2^32,
      flops = 2*N, bytes = 12*N, relu_bytes = 8*N, turns = N/(BLOCKS*threads),
      floor_us = 12*N/h.bw*1e6, measured_us = 12*N/hw.h200_m.bw_mean*1e6,
      intensity = 2/12, ridge = h.fp32/h.bw,
      perfect = h.warp*4/32, alone = h.warp,
      img_w = 1000, img_h = 700, side = 16,
      int_blocks = 2^31//threads, uint_blocks = 2^32//threads, int_GB = 2^31*4,
      tall = grid_yz*16,
      mm = 4096,
      cover = function(n, b) return (n + b - 1)//b end,
    }
    for name, value in pairs(MEASURED) do f[name] = value end
    f.rate = function(t) return f.relu_bytes/t/1e9 end      -- GB/s of relu's bytes
    f.img_blocks = f.cover(f.img_w, f.side)*f.cover(f.img_h, f.side)
    f.img_idle = f.img_blocks*f.side^2 - f.img_w*f.img_h
    f.mm_flops = 2*f.mm^3
    f.mm_asked = 2*f.mm^3*4                 -- two loads of four bytes each turn of each thread
    f.mm_least = 3*f.mm^2*4
    return f
  end,

  questions = {
    -- who am I?
    q.num{id = "blocks", seed = "S004-C02-T02", unit = "1", rtol = 0,
      ask = [[How many blocks of {{= f.side}} x {{= f.side}} threads cover an image of {{= n(p.w)}} x
        {{= n(p.h)}} pixels, one thread a pixel?]],
      vary = {w = {1100, 1300, 1900}, h = {600, 900, 1000}},
      answer = function(f, p) return f.cover(p.w, f.side)*f.cover(p.h, f.side) end,
      wrong = {{value = function(f, p) return math.ceil(p.w*p.h/f.side^2) end,
                hint = [[That rounds once, over all pixels. A block can't take its missing pixels from the
                  next row: round each direction up by itself.]]},
               {value = function(f, p) return (p.w//f.side)*(p.h//f.side) end,
                hint = "Rounded down: the pixels of the right and lower edge have no thread."}},
      worked = [[⌈{{= p.w}}/{{= f.side}}⌉ x ⌈{{= p.h}}/{{= f.side}}⌉ = {{= f.cover(p.w,f.side)}} x
        {{= f.cover(p.h,f.side)}} = {{= n(f.cover(p.w,f.side)*f.cover(p.h,f.side))}}.]]},
    q.table{id = "pixel", seed = "S001-38",
      ask = [[Blocks are {{= p.bx}} x {{= n(f.threads/p.bx)}} threads (x, y). Which pixel is thread
        ({{= p.tx}}, 3) of block (2, 1)?]],
      vary = {bx = {32, 64}, tx = {5, 9, 17}},
      rows = {"x", "y"}, columns = {"pixel"}, rtol = 0,
      answer = function(f, p) return {{2*p.bx + p.tx}, {f.threads/p.bx + 3}} end,
      worked = [[x = 2 x {{= p.bx}} + {{= p.tx}} = {{= 2*p.bx + p.tx}}, y = 1 x {{= n(f.threads/p.bx)}} + 3 =
        {{= n(f.threads/p.bx + 3)}}.]]},
    q.num{id = "lane", seed = "S003-W02-C1", unit = "1", rtol = 0,
      ask = [[A block of 8 x 4 x 2 threads (x, y, z). Which lane of its warp is thread ({{= p.x}}, {{= p.y}},
        1)?]],
      vary = {x = {2, 5, 6}, y = {1, 3}},
      answer = function(f, p) return ((4 + p.y)*8 + p.x) % f.warp end,
      wrong = {{value = function(f, p) return (4 + p.y)*8 + p.x end,
                hint = "That is its rank in the block. A warp has 32 lanes."},
               {value = function(f, p) return (p.x*4 + p.y)*2 + 1 end,
                hint = "x runs fastest, z slowest: the other way round."},
               {value = function(f, p) return ((p.x*4 + p.y)*2 + 1) % f.warp end,
                hint = "x runs fastest, z slowest: the other way round."}},
      worked = [[Rank (1 x 4 + {{= p.y}}) x 8 + {{= p.x}} = {{= (4 + p.y)*8 + p.x}}: warp 1, lane
        {{= ((4 + p.y)*8 + p.x) % f.warp}}.]]},
    q.num{id = "idle", unit = "1", rtol = 0,
      ask = "{{= n(p.n)}} elements, one a thread, blocks of {{= f.threads}}: how many threads find nothing to do?",
      vary = {n = {1000000, 3000000, 700001}},
      answer = function(f, p) return f.cover(p.n, f.threads)*f.threads - p.n end,
      wrong = {{value = function(f, p) return p.n % f.threads end,
                hint = "Those are the busy threads of the last block."},
               {value = function(f, p) return f.cover(p.n, f.threads)*f.threads end,
                hint = "Those are all threads. How many elements are there?"}},
      worked = [[{{= n(f.cover(p.n,f.threads))}} blocks are {{= n(f.cover(p.n,f.threads)*f.threads)}} threads,
        {{= n(f.cover(p.n,f.threads)*f.threads - p.n)}} more than elements. Without the guard they write
        past the end.]]},

    -- how far do the numbers reach?
    q.num{id = "overflow", unit = "1", rtol = 0,
      ask = [[`int i = blockIdx.x * blockDim.x + threadIdx.x;` with blocks of {{= p.b}}: which is the first
        block (counted from 0) whose threads get a negative i?]],
      vary = {b = {128, 256, 512}},
      answer = function(f, p) return 2^31//p.b end,
      wrong = {{value = function(f, p) return 2^32//p.b end,
                hint = [[That is where the unsigned product itself wraps to 0. As an int the index is negative
                  before that.]]},
               {value = function(f, p) return 2^31//p.b - 1 end,
                hint = "The last element of that block is 2^31 - 1, which still fits."}},
      worked = [[2^31 / {{= p.b}} = {{= n(2^31//p.b)}}. The product is unsigned and fits up to 2^32; stored in
        an int it is negative from 2^31 on, `i < n` is true, and the write goes {{= gib(f.int_GB,0)}} before
        the array. Block {{= n(2^32//p.b)}} would wrap to 0 and do block 0's work again, silently.]]},
    q.num{id = "tall", unit = "1", rtol = 0, seed = "S004-C02-T02",
      ask = [[One thread a pixel, blocks of 32 x {{= p.by}}, rows along y: how many rows can an image have
        before the launch is refused?]],
      vary = {by = {8, 16, 32}},
      answer = function(f, p) return f.grid_yz*p.by end,
      wrong = {{value = function(f, p) return f.grid_x*p.by end,
                hint = "That is the limit of gridDim.x. y and z have another."},
               {value = function(f, p) return (f.grid_yz + 1)*p.by end,
                hint = "The limit is 65,535 blocks, not 65,536."}},
      worked = [[gridDim.y ends at {{= n(f.grid_yz)}}: {{= n(f.grid_yz)}} x {{= p.by}} =
        {{= n(f.grid_yz*p.by)}}. Put the long direction on x, which goes to {{= n(f.grid_x)}}, or let y
        stride.]]},

    -- what moves?
    q.num{id = "turns", unit = "1", rtol = 0,
      ask = "A grid-stride loop over {{= n(f.N)}} elements with {{= p.g}} blocks of {{= f.threads}}: turns a thread?",
      vary = {g = {256, 1024, 2048}},
      answer = function(f, p) return f.N/(p.g*f.threads) end,
      wrong = {{value = function(f, p) return f.N/p.g end,
                hint = "The stride is the threads of the grid, not its blocks."},
               {value = function(f, p) return f.N/f.threads end,
                hint = "The stride is the threads of the whole grid, not of one block."}},
      worked = "{{= n(f.N)}} / ({{= p.g}} x {{= f.threads}}) = {{= n(f.N/(p.g*f.threads))}}."},
    q.num{id = "stretch", unit = "%", seed = "S000-P2-T1",
      ask = [[Each thread walks along a stretch of its own, as on a CPU. Elements have {{= p.e}} bytes, stretches are
        longer than a sector. What share of the bytes that its warp's loads ask for is wanted?]],
      vary = {e = {2, 8, 16}},
      answer = function(f, p) return 100*p.e/f.sector end,
      wrong = {{value = function() return 100 end,
                hint = "In the same cycle, where are the other 31 lanes?"},
               {value = function() return 100/32 end,
                hint = "32 sectors a request, yes. How many bytes has a sector?"},
               {value = function(f) return 100*f.word/f.sector end, hint = "That is for floats."}},
      worked = [[Each lane stands in another sector of {{= f.sector}} bytes and wants {{= p.e}} of them:
        {{= pct(p.e/f.sector,2)}}.]]},

    -- what fails, and who says so?
    q.choice{id = "refused", seed = "S004-C02-T05", answer = 3,
      ask = [[A kernel is launched with blocks of 2,048 threads. Then come cudaDeviceSynchronize and
        cudaMemcpy. Nobody asks cudaGetLastError. What do the two return?]],
      options = {"Both an error",
                 "Synchronize an error, the copy success",
                 "Both cudaSuccess, and the copy brings old bytes",
                 "The program is aborted at the launch"},
      worked = [[The launch was refused, so there is nothing to wait for and nothing wrong with the copy.
        `<<<>>>` returns nothing; the error waits for cudaGetLastError (seen so on an H200, CUDA 13.0). What
        arrives is whatever was in the
        buffer: often the right answer of the run before.]]},
    q.choice{id = "late", seed = "S004-C02-T05", answer = 2,
      ask = [[A kernel writes past its array, far enough to fault. cudaGetLastError directly after the launch
        returns success. Which call may be the first to report it?]],
      options = {"None: kernels don't report", "Any later call that waits for the device",
                 "Only cudaDeviceReset", "The next launch of the same kernel"},
      worked = [[The launch returned before the kernel ran. Whatever waits next (synchronize, cudaMemcpy,
        sometimes cudaFree) brings the error, and every call after it too: the context is lost. So the
        line that is blamed is not the line that did it.]]},
    q.num{id = "tries", unit = "1", rtol = 0,
      ask = [[A function like relu_on has {{= p.k}} input arrays and one output: each gets its memory on the device,
        the inputs are copied in, one kernel is launched, asked about and waited for, the output is copied out, all
        is freed. How many of its rt_ calls return a status, of a run that succeeds?]],
      vary = {k = {2, 3, 4}},
      answer = function(_, p) return 3*p.k + 5 end,
      wrong = {{value = function(_, p) return 3*p.k + 6 end,
                hint = "The launch returns nothing. That is why there is rt_last_error."},
               {value = function(_, p) return 2*p.k + 4 end, hint = "And the frees, of the output too."},
               {value = function(_, p) return 3*p.k + 4 end,
                hint = "Whether it was taken and whether it ran are two questions."},
               {value = 8, hint = "That is relu_on, with one input."}},
      worked = [[{{= p.k + 1}} malloc, {{= p.k}} copies in, last error, sync, copy out, {{= p.k + 1}} free:
        {{= 3*p.k + 5}}. Only the launch is silent.]]},

    -- what did the compiler make of it?
    q.order{id = "phases", seed = "S001-08", ask = "nvcc makes a program of one .cu file. Put its phases in order.",
      items = {"cudafe++ separates host code from device code", "cicc compiles device code to PTX",
               "ptxas assembles PTX to SASS for one architecture", "fatbinary bundles PTX and SASS",
               "the host compiler compiles the host part with the bundle inside, and links"}},
    q.choice{id = "guard", seed = "S001-08", answer = 3,
      ask = [[In the PTX of the section "Code", which instruction is the guard `if (i < n)`?]],
      options = {"mad.lo.s32 %r1, %r3, %r4, %r5", "fma.rn.f32 %f4, %f2, %f1, %f3",
                 "setp.ge.s32 %p1, %r1, %r2, and the @%p1 branch after it",
                 "cvta.to.global.u64 %rd4, %rd2"},
      worked = [[It is turned round: the predicate is true where i >= n, and those lanes jump to the end. mad
        computes the index, fma is the arithmetic, cvta turns a generic address into a global one.]]},
    q.num{id = "unrolled", seed = "S001-08", unit = "1", rtol = 0,
      ask = [[A kernel has {{= p.l}} loads and one multiply-add in its loop, of any length K. In its PTX you count
        {{= p.l*(p.u + 1)}} ld.global and {{= p.u + 1}} fma.rn.f32. How many turns at once does the unrolled loop
        take?]],
      vary = {l = {2, 3}, u = {2, 8, 16}},
      answer = function(_, p) return p.u end,
      wrong = {{value = function(_, p) return p.u + 1 end,
                hint = "K need not be a multiple of it. Who does the turns that are left over?"},
               {value = function(_, p) return p.l*(p.u + 1) end, hint = "A turn has {{= p.l}} loads."}},
      worked = [[One loop of {{= p.u}} turns at once and one of single turns for the rest:
        {{= p.l}} x ({{= p.u}} + 1) = {{= p.l*(p.u + 1)}} loads, {{= p.u}} + 1 multiply-adds. (nvcc 13.0 gives the
        reference's matmul {{= f.mm_ld}} and {{= f.mm_fma}}.) So the loads in the PTX are not the loads that run:
        find the loop's label first.]]},
    q.choice{id = "image", answer = 2,
      ask = [[A program was built with -gencode=arch=compute_90,code=sm_90 only. What happens on a GPU of the
        next architecture?]],
      options = {"The driver translates the SASS", "No kernel image: every launch fails with an error",
                 "It runs on the CPU", "It runs, slower"},
      worked = [[SASS is for one architecture (and its minor successors). Only PTX can be compiled by the
        driver for a newer one: add code=compute_90, which puts the PTX in the bundle too.]]},
    q.text{id = "why", seed = "S004-C02-T05", min_words = 40,
      ask = "Why does a launch need two checks, and why is one of them left out of timed code?",
      rubric = {"the launch returns before the kernel runs",
                "cudaGetLastError tells whether the launch was taken (configuration, image)",
                "a wait (synchronize, copy) tells what the kernel did",
                "each wait stops the host from running ahead, so timed code waits once, at the end"}},
  },

  hints = {
    {on = "build", match = {"bypasses", "crosses initialization", "no kernel", "undefined"},
     [[nvcc names the line. "Jump bypasses variable initialization": declare what relu_on needs
      before the first CK, since `goto done` may not skip an initialisation. Keep `extern "C"` before each
      kernel.]]},
    {on = "case:n1", [["Never written": the function is still empty, or thread 0 of block 0 begins elsewhere.
      Out of bounds: one element, 256 threads; what keeps the other 255 from writing?]]},
    {on = "case:n257", [[One element more than a block has threads. Does the index count from the start of the
      grid, or of the block?]]},
    {on = "case:stride", [[More elements than threads: each thread goes on, by gridDim.x * blockDim.x.]]},
    {on = "case:flat", [[One layer only. The block's rank is bz, by, bx with x fastest: (bz * gridDim.y + by) *
      gridDim.x + bx. In gridDim count blocks, in blockDim threads.]]},
    {on = "case:ragged", [[33 x 13 x 3 in blocks of 8 x 4 x 2: all three directions need their guard, and
      the grid's sizes round up.]]},
    {on = "case:huge", [[exp(3000) is Inf in float. Subtract the row's largest logit first: the quotient stays
      the same, and no argument is above 0.]]},
    {on = "case:all-below", [[Where does your search for the largest logit begin? 0 is larger than any of
      these: begin with the row's first, or with -INFINITY.]]},
    {on = "case:odd-values", [[NaN is not above 0, nor is it below: the test has to ask what the contract asks.
      And 0 times infinity is not 0.]]},
    {on = "case:k0", "An empty sum is 0, and has to be written."},
    {on = "case:index", [[unsigned times unsigned is computed in 32 bits, whatever you store it in. Widen one
      factor before the multiplication.]]},
    {on = "case:plans", [[The message names problem, block and reason. The order: is the block allowed, is there
      anything to do, is the grid allowed?]]},
    {on = "case:faults", [[The message names the fault and which call should have said so. One exit, `done`; CK
      jumps there; frees there don't touch `status`.]]},
    {on = "counter:ptx:.f64", [[A variable declared double, or exp of one? Write float, expf and 1.0f.]]},
    {on = "counter:spill_B", "relu needs no local array."},
    {on = "counter:g_ld_eff", [[Take lanes 0 and 1 of one warp. In the same turn of the loop, how far apart are
      the elements that they load? It should be 4 bytes.]]},
    {on = "counter:g_st_eff", [[Which index of the output moves when threadIdx.x grows by one? It should be the
      last one.]]},
    {on = "counter:g_ld_spr", [[In matmul let threadIdx.x be the column j: the lanes then read along a row of b,
      and the same word of a.]]},
    {on = "sanitize", [[Two threads that store one element are a race, even when they agree. Does the loop step
      by the whole grid?]]},
    {on = "bench:relu", "Half the reference's speed or less: lanes far apart, or elements visited twice."},
    {on = "bench:saxpy", "12 bytes an element, once. Anything visited twice?"},
    {on = "correct", [[Take one thread near the edge that failed. Write down blockIdx, blockDim, threadIdx, and
      the index that your code makes of them.]]},
    {after = 3, [[`ridge hint g01-cuda-first` shows the next tier; the third one has the loop and the macro
      nearly whole.]]},
  },

  points = {compile = 10, correct = 40, sanitize = 10, profile = 10, perf = 10, answers = 20},
}
