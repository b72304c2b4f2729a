-- Gradients in buckets, parameters that come and go, and an optimizer that runs on the host.
return tour {
  id = "deepspeed", commit = [[edaa7221267243c7be7fb49c5d5f5c4fb97b4641]], date = "2026-08-22", licence =
        "Apache-2.0",
  seeds = {"S002-REPO-10"}, labs = {"w08-zero", "w07-ddp-overlap", "w25-async-ckpt"}, hours = 3.5, as_of = "2026-11",
  files = {
    {"deepspeed/runtime/zero/stage_1_and_2.py", bytes = 157957,
     sha256 = "a661633ab482c8910f3c6491a48210e1dfad3d4488d4cfd542005cd9e1173c5e", minutes = 60,
     read = {{from = "reduce_independent_p_g_buckets_and_remove_grads", why = [[a gradient arrives; is there room in
        the bucket?]]},
             {from = "average_tensor", why = "who waits for whom before a bucket is reduced"}}},
    {"deepspeed/runtime/zero/partitioned_param_coordinator.py", bytes = 35437,
     sha256 = "713e599e080317d66e889a6bfa785764c5513f46678b6c3ab6eda307993a89f6", minutes = 60,
     read = {{from = "trace_prologue", why = "the second step knows what the first one did"},
             {from = "fetch_sub_module", why = "what is needed now, and what is asked for ahead"},
             {from = "release_sub_module", why = "three reasons to keep a parameter that was used"}}},
    {"csrc/includes/cpu_adam.h", bytes = 10242,
     sha256 = "860efc966eb408c56b277606346b85b7c2f2889db9740090178b70831e5f9584", minutes = 25,
     read = {{from = "Step_AVX", why = "a loop over several registers at once, and what it leaves over"},
             {from = "IncrementStep", why = "powers that are not computed anew at each step"}}},
    {"csrc/includes/simd.h", bytes = 10190,
     sha256 = "4e2e0d909e9c8b080fa84b8062622bd3319134f46ad33f202bc626b114990ca1", minutes = 10,
     read = {{from = "SIMD_WIDTH", why = "how many floats a register has"}}},
    {"csrc/adam/cpu_adam_impl.cpp", bytes = 26652,
     sha256 = "27bf2f662fc119c53902011b4cc59ba4e7527b9ade56a13c8b4f1ba1f5f038ee", minutes = 25,
     read = {{from = "Step_8", why = "eight registers, then four, then one, then single numbers"}}},
  },
  facts = function()
    local f = {}
    function f.asked(free, bucket, layer)
      local limit, n = math.min(free, bucket), 0
      while n < limit do n = n + layer end
      return n
    end
    function f.adam(n)
      local eight = n // 128*128
      local four = (n - eight) // 64*64
      local one = (n - eight - four) // 16*16
      return eight, four, one, n - eight - four - one
    end
    return f
  end,
  questions = {
    q.num{id = "bucket-memory", unit = "GB", file = [[deepspeed/runtime/zero/stage_1_and_2.py]], symbol =
        "reduce_bucket_size",
      ask = [[stage_1_and_2.py, `reduce_bucket_size` = {{= n(p.size)}} with contiguous gradients and overlap, all
        gradients in bf16: how much memory do the buckets take?]],
      vary = {size = {200000000, 500000000, 1000000000}},
      answer = function(f, p) return 2*p.size*2/1e9 end,
      wrong = {{value = function(f, p) return p.size*2/1e9 end,
                hint = "With overlap there is a buffer that is filled and one that is on its way."},
               {value = function(f, p) return 2*p.size*4/1e9 end, hint = [[A bf16 has two bytes, and the size counts
        elements.]]}},
      worked = [[The size counts elements. With overlap there are two buffers, and the index changes when one is
        sent: 2 × {{= n(p.size)}} × 2 bytes = {{= n(2*p.size*2/1e9, 1)}} GB. Without overlap the second is not made.
        It is memory beside the model that no ledger of ZeRO shows, and on a full GPU the first thing to make
        smaller.]]},
    q.multi{id = "arrives", file = "deepspeed/runtime/zero/stage_1_and_2.py",
      symbol = "reduce_independent_p_g_buckets_and_remove_grads",
      ask = [[stage_1_and_2.py, `reduce_independent_p_g_buckets_and_remove_grads`: a gradient arrives. Which
        are so?]],
      options = {"If it does not fit, the bucket is reduced before it is added.",
                 "With overlap the other buffer is filled while the first is reduced.",
                 "A parameter larger than a bucket is reduced by itself and never copied into one.",
                 "A gradient that arrives twice for one parameter is refused.",
                 "A gradient that does not fit is split over two buckets.",
                 "The bucket is reduced as soon as it is more than half full."},
      answer = {1, 2, 3, 4},
      wrong = {{value = 5, hint = "It goes into one bucket as a whole."},
               {value = 6, hint = "Look at the condition: it speaks of the gradient that arrives."}},
      worked = [[The test is whether the new gradient would go over the size; if so, what is there is sent and the
        other buffer becomes the current one. So buckets are seldom full, and their number depends on the order in
        which gradients arrive. A parameter that no bucket could hold has a path of its own. Twice in one step is
        refused since the first value may be on its way already.]]},
    q.num{id = "prefetch", unit = "1", rtol = 1e-6, file = [[deepspeed/runtime/zero/partitioned_param_coordinator.py]],
      symbol = "fetch_sub_module",
      ask = [[partitioned_param_coordinator.py, `fetch_sub_module` with a complete trace: at most 1,000 million
        elements may be there, {{= n(p.there)}} million are, the prefetch bucket is 50 million, and the parameters
        that come next have 20 million elements each and are not there. How many million elements are asked for
        ahead? Answer in millions.]],
      vary = {there = {940, 970, 990}},
      answer = function(f, p) return f.asked(1000 - p.there, 50, 20) end,
      wrong = {{value = function(f, p) return math.min(1000 - p.there, 50) end,
                hint = "Parameters are asked for whole. When is the sum compared?"},
               {value = function(f, p) return math.min(1000 - p.there, 50) // 20*20 end,
                hint = "The sum is compared before a parameter is added, so that the last one may go over."}},
      worked = [[The limit is the smaller of what is free, {{= 1000 - p.there}} million, and the bucket. The loop
        adds whole parameters as long as the sum is below it, so that the last one goes over: {{= f.asked(1000 -
        p.there, 50, 20)}} million. A large layer behind a small rest thus exceeds what was allowed. Whoever sets
        these numbers to the last byte should know.]]},
    q.multi{id = "released", file = [[deepspeed/runtime/zero/partitioned_param_coordinator.py]], symbol =
        "release_sub_module",
      ask = [[partitioned_param_coordinator.py, `release_sub_module`: a module has run. Which are so?]],
      options = {"Without a complete trace all of its parameters are up for release.",
                 "A parameter that is used again within the reuse distance stays.",
                 "A parameter marked as persistent stays.",
                 "A parameter whose later use was skipped by the prefetch, since it was there, stays.",
                 "The reuse distance counts modules.",
                 "If a module comes in another order than in the trace, the step stops with an error."},
      answer = {1, 2, 3, 4},
      wrong = {{value = 5, hint = "It adds up the elements of the parameters that lie between."},
               {value = 6, hint = "The trace is given up, and the step goes on as the first one did."}},
      worked = [[In the first step nobody knows what comes next: what was used is released. From then on the order
        is known and three things keep a parameter: it is small and marked so, it is needed again soon (counted in
        elements, since they are what a second gather costs), or the prefetch has passed over its next use because
        it was there. Another order makes the trace invalid: prefetching ends, and the result stays right.]]},
    q.table{id = "lanes", unit = "1", exact = {1}, file = "csrc/adam/cpu_adam_impl.cpp", symbol = "Step_8",
      ask = [[csrc/adam/cpu_adam_impl.cpp, `Step_8` with AVX-512: {{= n(p.n)}} parameters. How many are worked on in
        groups of eight registers, of four, of one, and one by one? See `Step_AVX` and `SIMD_WIDTH` of the headers.]],
      vary = {n = {1000003, 1000091, 1000121}},
      rows = {"eight registers", "four registers", "one register", "one by one"}, columns = {"parameters"},
      answer = function(f, p)
        local a, b, c, d = f.adam(p.n)
        return {{a}, {b}, {c}, {d}}
      end,
      wrong = {{cell = {1, 1}, value = function(f, p) return p.n // 64*64 end,
                hint = "Eight registers of sixteen floats."},
               {cell = {4, 1}, value = function(f, p) return p.n % 128 end,
                hint = "What eight registers leave over goes to four first, and then to one."}},
      worked = [[Eight registers hold 128 floats, four 64, one 16: {{= n((f.adam(p.n)))}} go eight at a time, and
        each smaller step gets what the larger one has left, down to {{= p.n % 16}} single ones. The wide step is
        not for arithmetic: it has more loads under way at once, and an update that reads and writes 16 bytes and
        more for each parameter waits for memory.]]},
  },
}
