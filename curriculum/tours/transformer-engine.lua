-- Where the scale of an FP8 tensor comes from: yesterday's largest values, or today's.
return tour {
  id = "transformer-engine", commit = "d0067d0da6cb01811b8072a7d304f0e00344ce2b", date = "2026-08-22",
  licence = "Apache-2.0", seeds = {"S002-REPO-7"},
  labs = {"w31-fp8-kquant", "w31b-fp8-gemm", "w08b-mixed-precision"}, hours = 2.5, as_of = "2026-11",
  files = {
    {"transformer_engine/common/recipe/__init__.py", bytes = 31898,
     sha256 = "f4a8b37f20c095735eb04981f4ac6e27a8f735ed1067bcd286d35b9e321a7f50", minutes = 45,
     read = {{from = "Format", why = "which format is used in which direction, and its largest value"},
             {from = "DelayedScaling", why = "the history, the margin, and the formula in its comment"},
             {from = "Float8CurrentScaling", why = [[what is different when the scale is of now; who gets split
        sums]]}}},
    {"transformer_engine/common/recipe/delayed_scaling.cu", bytes = 15951,
     sha256 = "96a75e083a53e6d81f07f538d1ea9eaf55b10febd17a8c3f5b670d0b0d801751", minutes = 40,
     read = {{from = "kernel", why = "a history rolls, a maximum is taken, a scale is written"},
             {from = "kernel_bulk", why = "the same for many tensors in one launch"},
             {from = "AMAX_PARAMS_LIMIT", why = "a limit that comes from how parameters travel"}}},
    {"transformer_engine/common/recipe/current_scaling.cu", bytes = 14247,
     sha256 = "690322481f4df93b3a40a1623343b2103d0f51143ed60764193c48d4e52ecf75", minutes = 25,
     read = {{from = "compute_scale_from_amax_kernel", why = [[one thread, one tensor: what remains when there is no
        history]]}}},
  },
  questions = {
    q.table{id = "two-scales", unit = "1", file = [[transformer_engine/common/recipe/__init__.py]], symbol =
        "DelayedScaling",
      ask = [[recipe/__init__.py, `DelayedScaling` with the format HYBRID, margin {{= p.margin}}; the largest
        magnitude of the history is {{= p.amax}} in both directions. Which scale does an activation get, and which
        one a gradient?]],
      vary = {margin = {1, 2, 3}, amax = {3.5, 7, 14}},
      rows = {"activation, forward", "gradient, backward"}, columns = {"scale"},
      answer = function(f, p) return {{448*2.0^-p.margin/p.amax}, {57344*2.0^-p.margin/p.amax}} end,
      wrong = {{cell = {1, 1}, value = function(f, p) return 448*2.0^p.margin/p.amax end,
                hint = "A margin leaves room above: it makes the scale smaller."},
               {cell = {2, 1}, value = function(f, p) return 448*2.0^-p.margin/p.amax end,
                hint = "HYBRID has another format for gradients."},
               {cell = {1, 1}, value = function(f, p) return p.amax/448*2.0^p.margin end,
                hint = "That is the inverse, by which the product is multiplied."}},
      worked = [[E4M3 reaches to 448, E5M2 to 57,344. 448 · 2^−{{= p.margin}} / {{= p.amax}} = {{=
        n(448*2.0^-p.margin/p.amax, 2)}} and 57,344 · 2^−{{= p.margin}} / {{= p.amax}} = {{=
        n(57344*2.0^-p.margin/p.amax, 1)}}. The margin leaves {{= n(2.0^p.margin)}} times the largest value of the
        past before anything saturates: with a scale of yesterday that can happen.]]},
    q.num{id = "long-memory", unit = "1", rtol = 0, file = "transformer_engine/common/recipe/delayed_scaling.cu",
      symbol = "kernel",
      ask = [[delayed_scaling.cu, `kernel` with a history of {{= n(p.length)}} and the algorithm that takes the
        maximum: one outlier is recorded. For how many updates does it hold the scale down, the first of them
        counted?]],
      vary = {length = {16, 512, 1024, 2048}},
      answer = function(f, p) return p.length end,
      wrong = {{value = function(f, p) return p.length - 1 end,
                hint = "It counts once as the newest value, and then at each place that it rolls through."},
               {value = 1, hint = "That is the algorithm that takes the most recent value."}},
      worked = [[At its first update the outlier is the newest value, in slot 0. It is written to the last slot and
        rolls forward by one at each update, and the maximum is taken while it rolls, until it leaves slot 1: 1 +
        ({{= n(p.length)}} − 1) = {{= n(p.length)}} updates. Slot 0 is set to zero, ready for the next value. One
        bad batch thus costs precision for a whole history; a short history saturates more often. That is the
        trade.]]},
    q.multi{id = "odd-maxima", file = "transformer_engine/common/recipe/delayed_scaling.cu", symbol = "kernel",
      ask = [[delayed_scaling.cu, the end of `kernel`: what becomes of the scale?]],
      options = {"A largest value of 0 leaves it as it was.", "A largest value of ∞ leaves it as it was.",
                 "A NaN leaves it as it was.", [[A value so small that the division overflows gives the largest
        float.]],
                 "A largest value of 0 gives the largest float.", "A largest value of ∞ gives a scale of 0."},
      answer = {1, 2, 3, 4},
      wrong = {{value = 5, hint = "A tensor of zeros says nothing of the next one."},
               {value = 6, hint = "Only finite values above zero are divided by."}},
      worked = [[The condition is finite and above zero; all else keeps the old scale. So a step that overflowed
        does not spoil the steps after it, and an expert that got no token keeps what it had. The overflow of the
        division is the one other case: then the largest float is taken, and the tensor does not fill the format's
        range. NaN is subtle: `fmaxf` ignores it, so that a history may swallow one without a trace.]]},
    q.table{id = "launches", unit = "1", exact = {1}, file = "transformer_engine/common/recipe/delayed_scaling.cu",
      symbol = "AMAX_PARAMS_LIMIT",
      ask = [[delayed_scaling.cu, `AMAX_PARAMS_LIMIT`: pointers of 8 bytes. How many launches of `kernel_bulk` does
        it take to update {{= n(p.tensors)}} tensors, with a toolkit since CUDA 12.1 and with an older one?]],
      vary = {tensors = {1000, 2000, 3000, 5000}},
      rows = {"CUDA 12.1 and later", "before"}, columns = {"launches"},
      answer = function(f, p) return {{-(-p.tensors // 1364)}, {-(-p.tensors // 169)}} end,
      wrong = {{cell = {2, 1}, value = function(f, p) return -(-p.tensors // 204) end,
                hint = "With its padding an entry has 24 bytes."},
               {cell = {1, 1}, value = function(f, p) return p.tensors end, hint = [[One launch takes as many as its
        parameters hold.]]}},
      worked = [[An entry is a number and two pointers, with padding 24 bytes; the other parameters take 24, too.
        (32,768 − 24) / 24 = 1,364, and (4,096 − 24) / 24 = 169. So {{= -(-p.tensors // 1364)}} and {{= -(-p.tensors
        // 169)}} launches. The parameters of a kernel are copied to constant memory at its launch: passing the
        whole list by value saves a copy to the device and the lifetime of a buffer.]]},
    q.multi{id = "who-rolls", file = "transformer_engine/common/recipe/delayed_scaling.cu", symbol = "kernel_bulk",
      ask = [[delayed_scaling.cu, `kernel_bulk`, and `Float8CurrentScaling` of recipe/__init__.py: which are so?]],
      options = {"The bulk kernel does not roll a history whose newest value is 0.",
                 "A module that did not run keeps its history for when it runs again.",
                 "With current scaling the forward product may use the fast accumulator.",
                 "With current scaling both products of the backward pass use split accumulation.",
                 "With current scaling the history has one entry."},
      answer = {1, 2, 3, 4},
      wrong = {{value = 5, hint = "The scale is computed from the very tensor that is about to be cast."}},
      worked = [[A newest value of zero means that the module did not run in this step, and rolling would push its
        past out. With current scaling there is no past: one pass finds the largest value, one thread computes the
        scale, a second pass casts. It costs a reading of the tensor, and never saturates. The fast accumulator
        drops low bits of the running sum; activations bear that, gradients are summed in parts.]]},
  },
}
