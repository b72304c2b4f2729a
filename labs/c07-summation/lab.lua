-- c07-summation: sums, moments and softmax in fp32, each with a bound on its error.

local STAGES = {bronze = .70, silver = .85, gold = .95}
local EDGE = {"edge"}
local DRAWN, TENTHS, STALL, CANCEL, ILL, LOGITS, MASKED, RISING, OFFSET, FALLING = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
local SUMS = {"naive", "pairwise", "kahan", "neumaier", "workers"}
local SOFT = {"lse", "softmax"}
local TRACED, STREAM, TENTH = 8192, 65536, 10000000

-- A case of n numbers of one kind.
local function numbers(id, n, dist, calls, more)
  local c = {id = id, n = n, dist = dist, calls = calls, parts = 7, pairs = 0}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function sum(fn, title, verify)
  return call{harness = true, asks = {fn = fn}, args = {i64"n", input"x", output"sum"}, verify = verify or "sum",
              title = title}
end

-- x to the nearest fp32, as a double.
local function f32(x) return (string.unpack("<f", string.pack("<f", x))) end

return lab {
  api = 1, rev = 1, id = "c07-summation", title = "Reductions and cancellation",
  kind = "kernel", domain = {"numerics"},
  seeds = {"S004-MAP-11", "S004-TOP-3", "S004-C03-T06", "S004-C11-T03", "S004-C11-T10", "S004-C11-T11",
           "S004-C11-T13", "S004-C11-EX", "S004-C12-T09"},
  requires = {"c06-floatbits"},
  hours = {read = 1.5, lab = 3},
  durable = {"An element's error is the number of additions it passes; trees make that log2 n",
             "What an addition loses is a float and can be computed",
             "Cancellation is not an error: it shows the errors that were there",
             "Same bits mean same order: fix the blocks and the tree, not the workers"},
  ephemeral = {{"Logit caps and z-loss weights of current models", as_of = "2026-11"},
               {"Throughputs of this lab's example machine", as_of = "2026-11"}},
  readings = {
    {"higham", hours = .8, look_for = [[chapter 4: the theorem on a general tree, of which naive and pairwise
      are two cases; and why sorting helps only when all numbers have one sign]]},
    {"goldberg91", hours = .7, look_for = [[the sections on cancellation and the proof of Kahan's sum: which step
      an optimiser that believes in algebra removes]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"summation.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c", "opt.c"},
  limits = {wall_s = 30, mem_MiB = 512, threads = 1},

  buffers = {
    x = {dtype = "f32", shape = {"n"}, dist = gen.custom"x"},
    x2 = {dtype = "f32", shape = {"n"}, dist = gen.custom"x"},
    sum = {dtype = "f32", shape = {"1"}},
    sums = {dtype = "f32", shape = {"8"}, note = "by 1 to 8 workers"},
    moments = {dtype = "f32", shape = {"parts", "3"}, note = "n, mean, m2 after each merge"},
    y = {dtype = "f32", shape = {"n"}},
    far = {dtype = "f32", shape = {"n"}, dist = gen.custom"far", note = "up to 40 caps from 0"},
    caps = {dtype = "f32", shape = {"n"}, dist = gen.custom"caps"},
    grad = {dtype = "f32", shape = {"n"}},
    loss = {dtype = "f32", shape = {"1"}},
    abc = {dtype = "f32", shape = {"n", "3"}, dist = gen.custom"abc"},
    roots = {dtype = "f32", shape = {"n", "3"}, note = "how many, and they"},
  },

  calls = {
    naive = sum("sm_naive", "one after the other", "naive"),
    pairwise = sum("sm_pairwise", "a tree of sums"),
    kahan = sum("sm_kahan", "Kahan's sum"),
    neumaier = sum("sm_neumaier", "Neumaier's sum"),
    dot = call{harness = true, asks = {fn = "sm_dot"},
               args = {i64"n", input"x", input"x2", output"sum"}, verify = "sum",
               title = "a compensated dot product"},
    workers = call{harness = true, args = {i64"n", input"x", output"sums"}, verify = "workers",
                   title = "the same bits from any number of workers"},
    welford = call{harness = true, args = {i64"n", i64"parts", input"x", output"moments"}, verify = "welford",
                   title = "mean and variance, merged"},
    lse = sum("sm_lse", "log of the sum of exponentials", "lse"),
    softmax = call{asks = {fn = "sm_softmax"},
                   args = {i64"n", input"x", output"y"}, verify = "softmax", harness = true, title = "softmax"},
    cap = call{harness = true, args = {i64"n", input"far", input"caps", output"y", output"grad"}, verify = "cap",
               title = "capped logits and their derivative"},
    zloss = call{harness = true, asks = {fn = "sm_zloss"},
                 args = {i64"n", input"x", output"loss", output"grad"}, verify = "zloss",
                 title = "z-loss and its gradient"},
    roots = call{harness = true, asks = {fn = "sm_roots"}, args = {i64"n", input"abc", output"roots"}, verify = "roots",
                 title = "quadratic equations"},
  },

  cases = {
    numbers("none", 0, DRAWN, {"naive", "pairwise", "kahan", "neumaier", "workers", "dot", "lse"}, {tags = EDGE}),
    numbers("one", 1, DRAWN, {"naive", "pairwise", "kahan", "neumaier", "workers", "dot", "welford", "lse",
            "softmax"}, {tags = EDGE}),
    numbers("drawn", 5003, DRAWN, SUMS),
    numbers("drawn-dot", 777, DRAWN, {"dot"}),
    numbers("two-blocks", 1025, DRAWN, {"pairwise", "workers"}, {tags = EDGE}),
    numbers("stalls", 40000, STALL, {"naive", "pairwise", "kahan", "workers"},
            {tags = EDGE, note = "2^24, and then ones"}),
    numbers("large-between", 64, CANCEL, {"neumaier"}, {tags = EDGE, note = "1, 2^100, 1, -2^100, again and again"}),
    numbers("ill", 60, ILL, {"neumaier"}, {note = "the sum is some 1e-7 of what is added"}),
    numbers("ill-dot", 60, ILL, {"dot"}, {pairs = 1, note = "products that cancel but for a last bit"}),
    numbers("tenths", TENTH, TENTHS, {"naive", "pairwise", "kahan"}, {note = "0.1 ten million times"}),
    numbers("far-from-zero", 3000, OFFSET, {"welford"}, {note = "mean 4096, deviation 1"}),
    numbers("around-zero", 500, DRAWN, {"welford"}),
    numbers("masked-some", 4001, LOGITS, SOFT, {tags = EDGE, note = "around 1000, some -inf, the first too"}),
    numbers("masked-all", 33, MASKED, SOFT, {tags = EDGE}),
    numbers("rising", 700, RISING, SOFT, {tags = EDGE}),
    numbers("falling", 700, FALLING, SOFT, {tags = EDGE}),
    numbers("capped", 900, DRAWN, {"cap"}),
    numbers("z", 300, RISING, {"zloss"}),
    numbers("z-hidden", gen.pick{90, 257, 500}, DRAWN, {"zloss"}, {hidden = true}),
    numbers("equations", 3000, DRAWN, {"roots"}),
    numbers("hidden", gen.pick{63, 513, 1500, 4097, 100003}, gen.pick{DRAWN, STALL, OFFSET}, SUMS, {hidden = true}),
    numbers("hidden-dot", gen.pick{65, 801}, DRAWN, {"dot"}, {hidden = true}),
    numbers("hidden-moments", gen.pick{400, 1777}, gen.pick{DRAWN, OFFSET}, {"welford"}, {hidden = true}),
    numbers("hidden-logits", gen.pick{129, 2003}, gen.pick{LOGITS, RISING, FALLING}, SOFT, {hidden = true}),
    numbers("hidden-capped", gen.pick{250, 611}, DRAWN, {"cap"}, {hidden = true}),
    numbers("hidden-equations", gen.pick{700, 1500}, DRAWN, {"roots"}, {hidden = true}),
    numbers("traced", TRACED, DRAWN, {"pairwise", "lse"}, {tags = {"gate"}}),
    numbers("stream", STREAM, DRAWN, {"pairwise"}, {tags = {"bench"}}),
  },

  gates = {
    gate{id = "no-copies", call = "pairwise", case = "traced", counter = "c_bytes", op = "<=",
         value = "6*n", on = "cpu",
         why = "every number is loaded once and the partial sums live in registers: no array of them is stored"},
    gate{id = "one-pass", call = "lse", case = "traced", counter = "c_bytes", op = "<=", value = "4*n + 4096",
         on = "cpu", why = "the largest and the sum in one pass: logits are read once"},
  },

  bench = {
    bench{id = "pairwise", call = "pairwise", case = "stream", clock = "cpu", stages = STAGES, bytes = "4*n",
          flops = "n", title = "a tree of sums",
          why = "accuracy that costs more than a few per cent is not used"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "f.n", rtol = .05,
            ask = "A pairwise sum of {{= n(f.n)}} numbers: how many additions?",
            worked = "n - 1, whatever the tree looks like."},
    predict{id = "bytes", axis = "bytes", unit = "KiB", answer = "4*f.n/1024", rtol = .01,
            ask = "Bytes that it loads?", worked = "4 for each number: the partial sums stay in registers."},
    predict{id = "intensity", axis = "intensity", unit = "1", answer = "0.25", rtol = .01,
            ask = "Additions for each byte?",
            worked = "One for four: a sum waits for loads as soon as its additions don't wait for each other."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "f.lat*f.issue*f.lanes", rtol = .01,
            ask = [[An addition takes {{= f.lat}} cycles, {{= f.issue}} can start in a cycle, a vector has
              {{= f.lanes}} lanes. How many independent partial sums keep the adders busy?]],
            worked = "{{= f.lat}} * {{= f.issue}} vectors in flight of {{= f.lanes}} lanes each."},
    predict{id = "failure", axis = "failure", choices = {"the calls of the recursion, when the leaves are small",
            "the additions of the tree above the leaves", "cache misses"},
            answer = "the calls of the recursion, when the leaves are small",
            ask = "What makes a textbook pairwise sum slow?"},
  },

  facts = function(hw)
    local f = {n = STREAM, u = 2.0^-24, ub = 2.0^-8, stall = 2^24, traced = TRACED, tenth = TENTH,
               bronze = STAGES.bronze, silver = STAGES.silver, gold = STAGES.gold, lat = 4, issue = 2, lanes = 16,
               f32 = f32, tenth32 = f32(.1), leaf = 512}
    f.g = function(x) return ("%.3g"):format(x) end
    f.exact = f.tenth*f.tenth32
    f.bw = hw.h200.bw + 0.0
    f.naive_tenths = 1087937 -- what sm_naive gives; too long a loop for this file
    f.neumaier_tenths = 1002001.75 -- and sm_neumaier
    f.opt_tenths = 1000000.125 -- and sm_pairwise of opt.c
    -- Measured 2026-11 on one core of a virtual machine with an AMD EPYC (AVX-512), gcc 12.2 -O3, thread
    -- CPU clock, best of 400 runs over 65536 floats: nanoseconds for one of them.
    f.ns = {naive = .82, simd = .046, ref = .055, opt = .047, single = 2.04, kahan = 3.26, neumaier = 1.35}
    f.last_exp = {fp32 = math.log((2 - 2^-23)*2.0^127), fp16 = math.log(65504)} -- e^x is infinite beyond
    f.cap_e = function(t) return math.exp(-2*t) end
    return f
  end,

  questions = {
    q.num{id = "stall", unit = "1", rtol = 1e-9, seed = "S004-C11-T10",
      ask = [[A format keeps {{= p.b}} bits with the leading one. 1 is added to a sum again and again, from 0. At
        which value does the sum stand still?]],
      vary = {b = {10, 13, 16, 19}},
      answer = function(_, p) return 2^p.b end,
      wrong = {{value = function(_, p) return 2^(p.b - 1) end,
                hint = "The leading bit is not stored, but it counts."},
               {value = function(_, p) return 2^p.b - 1 end, hint = "The next integer is a power of two: exact."},
               {value = function(_, p) return 2^(p.b + 1) end,
                hint = "Where is 1 half of a step for the first time? A tie goes to the even neighbour."},
               {value = function() return 2^24 end, hint = "That is fp32, with 24 bits."}},
      worked = [[At 2^{{= p.b}} = {{= n(2^p.b)}} the step becomes 2; 1 more is a tie, and the even neighbour is
        the sum as it was. fp32 has 24 bits: {{= n(f.stall)}}.]]},
    q.num{id = "stall-power", unit = "1", rtol = 1e-9, seed = "S004-C11-T10",
      ask = "And when {{= p.d}} is added to a bf16 sum, which keeps 8 bits with the leading one?",
      vary = {d = {.5, .25, 2}},
      answer = function(_, p) return p.d*2^8 end,
      wrong = {{value = function(_, p) return p.d*2^24 end, hint = "That is fp32."},
               {value = function(_, p) return 2^8 end, hint = "That is for ones. The picture scales."}},
      worked = [[{{= p.d}} * 2^8 = {{= n(p.d*2^8)}}: there half a step is what is added. This is why
        accumulators are not bf16.]]},
    q.num{id = "bound", unit = "1", rtol = 1e-6, seed = "S004-C11-T10",
      ask = [[A binary tree adds {{= n(p.n)}} numbers, all leaves single. The bound on |error|/(u*A) is
        (first order in u)?]],
      vary = {n = {65536, 4194304, 67108864}},
      answer = function(_, p) return math.log(p.n, 2) end,
      wrong = {{value = function(_, p) return p.n - 1 end, hint = "That is the chain's. How deep is the tree?"},
               {value = function(_, p) return math.log(p.n, 2) - 1 end,
                hint = "Count the levels of additions for n = 2."}},
      worked = [[log2 n = {{= n(math.log(p.n, 2))}}: {{= n(math.log(p.n, 2))}}u. A chain has
        {{= n(p.n - 1)}}u.]]},
    q.num{id = "leaf", unit = "1", rtol = 1e-6, seed = "S004-C11-T10",
      ask = [[A leaf adds {{= p.m}} elements into {{= p.w}} lanes, and the lanes in a tree. How many additions
        that can err does an element pass at most in the leaf (the first one in a lane is to 0)?]],
      vary = {m = {1024, 2048, 4096}, w = {32, 64}},
      answer = function(_, p) return p.m/p.w - 1 + math.log(p.w, 2) end,
      wrong = {{value = function(_, p) return p.m/p.w + math.log(p.w, 2) end, hint = "0 + x is exact."},
               {value = function(_, p) return math.log(p.m, 2) end, hint = "A lane is a chain, not a tree."}},
      worked = [[{{= p.m}}/{{= p.w}} - 1 + log2 {{= p.w}} = {{= n(p.m/p.w - 1 + math.log(p.w, 2))}}; a tree of
        single elements has {{= n(math.log(p.m, 2))}}.]]},
    q.num{id = "order", unit = "1", rtol = 1e-9, seed = "S004-C11-T13",
      ask = [[In fp32, with h = {{= n(2^(p.k - 24))}}: (2^{{= p.k}} + h) + h is how much less than
        2^{{= p.k}} + (h + h)?]],
      vary = {k = {26, 27, 28, 29}},
      answer = function(_, p) return 2^(p.k - 23) end,
      wrong = {{value = function(_, p) return 2^(p.k - 24) end,
                hint = "Is 2^{{= p.k}} + h a float? And then h is added once more."},
               {value = function() return 0 end, hint = "Floating-point addition is not associative."}},
      worked = [[The step at 2^{{= p.k}} is 2^({{= p.k}} - 23) = {{= n(2^(p.k - 23))}}, and h is half of it: a tie,
        twice, so the left one stays at 2^{{= p.k}}. The right one adds a whole step, exactly.]]},
    q.choice{id = "kahan-large", seed = "S004-C11-T10",
      ask = "Kahan's sum of 1, 2^100, 1, -2^100?",
      options = {"0", "1", "2"}, answer = 1,
      worked = [[The compensation survives next to 2^100 no better than the 1 did. Neumaier keeps it in another
        variable, and gets 2.]]},
    q.choice{id = "fast-math", seed = "S004-C11-T10",
      ask = "What does -ffast-math make of c = (t - s) - y with t = s + y?",
      options = {"an fma", "0", "a wider intermediate"}, answer = 2,
      worked = "As algebra (s + y - s) - y is 0, so Kahan's sum becomes the naive one, without a word."},
    q.num{id = "variance", unit = "1", rtol = .01, seed = "S004-C03-T06",
      ask = [[fp32 values have mean {{= n(p.m)}} and deviation 1. One ulp of fp32 at mean(x^2), about
        {{= n(p.m)}}^2, is how many times the variance that mean(x^2) - mean^2 should give?]],
      vary = {m = {8192, 16384, 32768}},
      answer = function(_, p) return p.m^2*2^-23 end,
      wrong = {{value = function(_, p) return p.m*2^-23 end, hint = "The squares are subtracted, not the means."},
               {value = function(_, p) return p.m^2*2^-24 end, hint = "That is u, half an ulp."}},
      worked = [[{{= n(p.m)}}^2 * 2^-23 = {{= n(p.m^2*2^-23)}}. One last bit already is as large as that: the
        result may be negative.]]},
    q.num{id = "overflow", unit = "1", rtol = .01, seed = "S004-C11-T03",
      ask = [[Softmax of x/{{= p.T}} without subtracting the largest: from about which x on is the exponential
        infinite in {{= p.name}}?]],
      vary = {name = {"fp32", "fp16"}, T = {2, 4}},
      answer = function(f, p) return p.T*f.last_exp[p.name] end,
      wrong = {{value = function(f, p) return p.T*f.last_exp[p.name == "fp32" and "fp16" or "fp32"] end,
                hint = "That is the other format."},
               {value = function(f, p) return f.last_exp[p.name] end,
                hint = "That is x/{{= p.T}}. How large may x be?"}},
      worked = [[ln of the largest number is {{= n(f.last_exp.fp32, 1)}} in fp32 and {{= n(f.last_exp.fp16, 1)}} in
        fp16; times {{= p.T}}: {{= n(p.T*f.last_exp[p.name], 1)}}.]]},
    q.num{id = "zgrad", unit = "1", rtol = .01, seed = "S004-C11-T11",
      ask = [[z-loss with weight 1e-4, lse(x) = {{= p.z}}. What do its derivatives by all logits add up to?]],
      vary = {z = {5, 10, 20}},
      answer = function(_, p) return 2e-4*p.z end,
      wrong = {{value = function(_, p) return 1e-4*p.z end, hint = "Derivative of a square."},
               {value = function(_, p) return 1e-4*p.z^2 end, hint = "That is the loss."}},
      worked = "2 w lse softmax_k, and the softmax adds up to 1: {{= n(2e-4*p.z, 4)}}."},
    q.num{id = "cap", unit = "1", rtol = .02, seed = "S004-C11-T11",
      ask = "A logit of {{= p.x}} under a cap of 30: by which factor is its gradient multiplied?",
      vary = {x = {30, 60, 90}},
      answer = function(_, p) local e = math.exp(-2*p.x/30) return 4*e/(1 + e)^2 end,
      wrong = {{value = function(_, p) local e = math.exp(-2*p.x/30) return (1 - e)/(1 + e) end,
                hint = "That is tanh, not its derivative."},
               {value = function(_, p) local e = math.exp(-2*p.x/30) return 2*e/(1 + e) end,
                hint = "That is 1 - tanh. Its square is missing."}},
      worked = [[1 - tanh^2({{= p.x/30}}) = {{= n(4*math.exp(-2*p.x/30)/(1 + math.exp(-2*p.x/30))^2, 4)}}. A capped
        logit is hard to move back.]]},
    q.multi{id = "deterministic", seed = "S004-C11-T13",
      ask = "Which of these give the same bits on every run on one machine?",
      options = {"partial sums added with atomics as they finish", "fixed blocks, then a fixed tree",
                 "one chunk per worker, the number of workers free",
                 "one chunk per worker, the number of workers fixed"}, answer = {2, 4},
      worked = "The order must not depend on time, nor on how many work. The last breaks on another machine."},
    q.text{id = "rules", min_words = 40, seed = "S004-C12-T09",
      ask = [[A colleague fuses LayerNorm, softmax and a matrix product into one bf16 kernel, with bf16
        accumulators. Which values must be wider, and why each?]],
      rubric = {"the matrix product's accumulator is fp32: long sums stall in 8 bits",
                "mean and variance in fp32, with Welford or two passes: cancellation",
                "the largest and the sum of softmax in fp32; the largest is subtracted first",
                "inputs and outputs may be bf16: one rounding each"}},
  },

  hints = {
    {on = "build", match = {"attempt to use poisoned"},
     [["attempt to use poisoned": a wider type is the other way to do this, and not this lab's. A
      literal without f is a double too.]]},
    {on = "sanitize", "Reading behind the end: what does your leaf do with a rest that fills no vector?"},
    {on = "gate:no-copies", [[Partial sums are stored and read again, or elements are read twice. A piece's lanes
      fit into eight registers.]]},
    {on = "gate:one-pass", [[Two passes: one for the largest, one for the sum. When a larger one comes, everything
      so far must shrink by e^(old - new).]]},
    {on = "bench:pairwise", [[Small leaves cost calls; one accumulator in a leaf waits for each addition. 512
      elements in 64 lanes are eight vectors.]]},
    {on = "call:naive", "From the left, one accumulator. The bits are compared, so no reordering."},
    {on = "call:pairwise", [[If only "stalls" fails: how long is the chain that the first element waits in? If
      "tenths": is a leaf, or the end, a plain loop?]]},
    {on = "call:kahan", [[Is c what was lost of the *last* addition, and does the next element get it back with the
      right sign? c = (t - s) - y is how much too much t has.]]},
    {on = "call:neumaier", [[When |y| > |s| it is s that loses bits. And the lost parts belong into their own
      variable until the end.]]},
    {on = "call:dot", [[Products have errors too: fmaf(x, y, -p). Still wrong? Then the compiler has contracted your
      product into the addition; look at the assembly, and keep p apart.]]},
    {on = "call:workers", [[Let block b be added in the same way whoever does it, and write its sum to part[b].]]},
    {on = "call:welford", [[NaN: a mean over nothing is 0/0. m2 too small: did you forget that the two means
      differ? Use the mean before and after in push.]]},
    {on = "call:lse", "-inf minus -inf is NaN. Which of the two has to be asked about before the subtraction?"},
    {on = "call:softmax", "All masked: the largest is -inf. Zeros, not NaN."},
    {on = "call:cap", [[Right for small x, 0 for large: tanh has rounded to 1, and 1 - 1 is gone. Write the derivative
      with e^(-2|x|/cap).]]},
    {on = "call:zloss", "Chain rule: 2 w lse, times what lse's derivative is. You have written that already."},
    {on = "call:roots", [[A small root wrong: -b + sqrt(d) cancels; compute the other root, and c/a is their product.
      Nearly equal roots wrong: b*b - 4ac cancels, and the products had been rounded.]]},
    {after = 3, [[Take three elements and a format of three bits. Do the loop on paper, and write what each
      addition lost beside it.]]},
  },
}
