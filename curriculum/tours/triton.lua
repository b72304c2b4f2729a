-- From a tile in Python to the layout that the compiler gives it.
return tour {
  id = "triton", commit = "a7e3476e86757780c2528d1100eb7aabe58d8c19", date = "2024-07-01", licence = "MIT",
  seeds = {"S000-REPO-3", "S002-REPO-2"}, labs = {"w09-tile-dsl", "g09-rmsnorm-bwd"}, hours = 3,
  as_of = "2026-11",
  files = {
    {"python/tutorials/02-fused-softmax.py", bytes = 8507,
     sha256 = "24776c17df52cef1674f67f79f047c942e260630f921d0a2fdf594a4f5383876", minutes = 25,
     read = {{from = "softmax_kernel", why = "a program takes a row, then the next one that is its own"},
             {from = "kernels", why = "a kernel is compiled first, and asked how many of it fit"}}},
    {"python/tutorials/03-matrix-multiplication.py", bytes = 19408,
     sha256 = "6d50dec97c37e0920c1332d4eae1d61d74b426106f91aff43d547f94fb26d961", minutes = 35,
     read = {{from = "matmul_kernel", why = [[how a linear index becomes a tile, and where masks stand and
        where not]]}}},
    {"python/triton/runtime/jit.py", bytes = 34797,
     sha256 = "c3a5a25ab5932faba5cb61ba8a8c41d365c5a797c051679257317804e313fdd3", minutes = 40,
     read = {{from = "KernelParam", why = "what of an argument goes into the key of a compiled kernel"},
             {from = "JITFunction", why = "the way from a call to a launch; look for the cache"}}},
    {"python/triton/runtime/autotuner.py", bytes = 14974,
     sha256 = "9dd27fc2e39569708156c8e6233157d4844f1d3007e852949bed421e93a1350b", minutes = 25,
     read = {{from = "Autotuner", why = "what is run, how often, and under which key the winner is kept"}}},
    {"lib/Dialect/TritonGPU/Transforms/Coalesce.cpp", bytes = 7756,
     sha256 = "9ff46bcf1cb4d1aefc057b3c79cb78c9c89f3500284d5f5af24604725712ae65", minutes = 30,
     read = {{from = "setCoalescedEncoding", why = "how many neighbours one thread gets"}}},
  },
  questions = {
    q.num{id = "wrapped-rows", unit = "%", file = [[python/tutorials/03-matrix-multiplication.py]], symbol =
        "matmul_kernel",
      ask = [[03-matrix-multiplication.py, `matmul_kernel`: M = {{= n(p.M)}}, BLOCK_SIZE_M = 128. Which share of the
        last program's rows is computed and thrown away? (What do those rows load, and why is the result right?)]],
      vary = {M = {900, 1000, 4000, 4010}},
      answer = function(f, p) return 100*((-p.M) % 128)/128 end,
      wrong = {{value = function(f, p) return 100*(p.M % 128)/128 end, hint = "Those are the rows that are there."},
               {value = function(f, p) return 100*((-p.M) % 128)/p.M end,
                hint = "Of the last program's rows, not of the matrix."}},
      worked = [[{{= n(-(-p.M // 128))}} programs cover {{= n(-(-p.M // 128)*128)}} rows, {{= (-p.M) % 128}} more
        than there are: {{= n(100*((-p.M) % 128)/128, 2)}} % of the last one. Their addresses are taken modulo M, so
        that they load the first rows once more: no mask is needed in the inner loop, no address is out of bounds.
        The products are rubbish, and the store has the mask that keeps them away. Only along K are loads masked.]]},
    q.num{id = "tuning-time", unit = "s", file = "python/triton/runtime/autotuner.py", symbol = "Autotuner",
      ask = [[autotuner.py, `Autotuner` with its default times: a kernel with 16 configurations is called with {{=
        p.shapes}} different triples M, N, K, which are its key, all in one dtype. How long is measured in all,
        without compilation? Take each measurement at the time that it is meant to take.]],
      vary = {shapes = {1, 3, 8, 20}},
      answer = function(f, p) return p.shapes*16*0.125 end,
      wrong = {{value = function(f, p) return p.shapes*16*0.1 end, hint = [[Before it is timed, each configuration
        is warmed up.]]},
               {value = function(f, p) return p.shapes == 1 and 0.125 or 16*0.125 end,
                hint = "Each key is tuned by itself, and each configuration is tried."}},
      worked = [[25 ms to warm up and 100 ms to measure, 16 configurations, {{= p.shapes}} keys: {{=
        n(p.shapes*16*0.125, 1)}} s. The key has the values that were named and the dtypes of the tensors, and
        nothing else: not their strides, not their alignment. A serving engine that sees a new batch size each step
        would be tuning for ever, which is why one rounds such sizes up or takes them out of the key.]]},
    q.multi{id = "tuned-sum", file = "python/triton/runtime/autotuner.py", symbol = "reset_to_zero",
      ask = [[autotuner.py, `reset_to_zero` and `restore_value`: a kernel adds into its output and is autotuned.
        Which are so?]],
      options = {"Without help the output holds the sums of hundreds of runs.",
                 [[`reset_to_zero` clears the named arguments before each run that is measured, and once more at the
        end.]],
                 "`restore_value` keeps a copy and writes it back after a run.",
                 "The tuner notices that an argument is written and copies it by itself.",
                 "A result that is wrong once, at the first call for a key, is right from the second call on."},
      answer = {1, 2, 3, 5},
      wrong = {{value = 4, hint = "It knows no more than names: whoever writes the kernel has to say it."}},
      worked = [[Every configuration runs many times on the real arguments. A kernel that only writes does not mind;
        one that adds does. Zeroing is right for a sum that begins at zero, restoring for one that does not. The
        mistake shows once for each key, in the first step of a training, and then never again: a test that runs the
        kernel twice will not see it.]]},
    q.multi{id = "wide-stores", file = [[lib/Dialect/TritonGPU/Transforms/Coalesce.cpp]], symbol =
        "setCoalescedEncoding",
      ask = [[Coalesce.cpp, `setCoalescedEncoding`: a thread's share of a store is limited, that of a load is not.
        Which are so?]],
      options = {"A store has at most 128 bits a thread.",
                 "A wider share would leave gaps between the lanes of one store instruction.",
                 "With loads the gaps are filled from L1 by the instructions that follow.",
                 "A load takes the largest share among accesses of the same shape and order.",
                 "Stores wider than 128 bits are split by the hardware without cost.",
                 "The limit is there because stores have fewer registers."},
      answer = {1, 2, 3, 4},
      wrong = {{value = 5, hint = [[There is no such instruction: the compiler would write several, each with
        gaps.]]},
               {value = 6, hint = "Think of the addresses of 32 lanes in one instruction."}},
      worked = [[A thread that owns 32 bytes writes them by two instructions, and in each of them the lanes are 32
        bytes apart with 16 used: half of each sector, twice. For loads the second instruction finds the rest of the
        sectors in L1. So loads may follow the widest access of their order, which saves changes of layout, and
        stores may not.]]},
    q.table{id = "programs", unit = "1", exact = {1}, file = [[python/tutorials/02-fused-softmax.py]], symbol =
        "NUM_REGS",
      ask = [[02-fused-softmax.py, `NUM_REGS` and what follows: {{= n(p.rows)}} rows on 132 SMs with 65,536
        registers each, 8 warps a program, shared memory in plenty. How many programs are launched when the compiler
        needs so many registers a thread?]],
      vary = {rows = {700, 1000, 4096}},
      rows = {"32 registers", "40 registers", "64 registers"}, columns = {"programs"},
      answer = function(f, p)
        local out = {}
        for k, regs in ipairs({32, 40, 64}) do out[k] = {math.min(p.rows, 132*(65536 // (regs*32*8)))} end
        return out
      end,
      wrong = {{cell = {2, 1}, value = function(f, p) return 132*(65536 // (40*32)) end,
                hint = "A program has 8 warps."},
               {cell = {1, 1}, value = 132, hint = "Several programs are on an SM at a time."}},
      worked = [[65,536 / (32 · 32 · 8) = 8 on an SM, then 6 (6.4), then 4: 1,056, 792 and 528, and never more than
        the {{= n(p.rows)}} rows. Each program walks over rows in steps of that number. The kernel is compiled
        before the launch to learn its registers, and kept under the block size alone, since the number of columns
        is an argument: a second width with the same power of two costs no compilation.]]},
  },
}
