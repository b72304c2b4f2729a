-- c08-gptq: weights in few bits, whose errors are made up for by the weights that come after them.

local function of(call, id, n, k, more)
  local c = {id = id, calls = {call}, n = n, k = k, m = type(k) == "number" and 2*k or 80, noise = .4, dead = 0,
             damp = .01, bad = 0, bits = 4, group = 16, block = 16, order = 0, size = 1, near = 0}
  for key, v in pairs(more or {}) do c[key] = v end
  return c
end
local EDGE = {"edge"}
local GATE = {n = 48, k = 512, group = 128, block = 64}
local BENCH = {n = 384, k = 768}

return lab {
  api = 1, rev = 1, id = "c08-gptq", title = "GPTQ from Optimal Brain Surgeon", kind = "kernel",
  domain = {"quantisation", "pruning"},
  seeds = {"S000-P4-T1", "S002-R-10", "S003-W05-C3", "S003-W32-C1", "S004-MAP-09", "S004-C09-T07", "S004-C09-EX"},
  requires = {"w05-int8-outliers"},
  hours = {read = 2, lab = 5},
  durable = {"Rounding one weight is an error that the others can make up for, as far as inputs move together",
             "The inverse of the inputs' moments says how; its factor says it for every column at once",
             "Changes may wait for a block's end, where nobody reads them before"},
  ephemeral = {{"4 bits with groups of 128 as the usual setting", as_of = "2026-11"}},
  readings = {
    {"gptq", hours = 1.5, look_for = [[section 3: which three steps lead from OBQ to GPTQ, and which of them change the
      result; then algorithm 1: which line is your trailing update?]]},
    {"sparsegpt", hours = .5, look_for = [[why a row's mask does not need an inverse of its own, and where quantisation
      and pruning are one pass]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"gptq.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c", "opt.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    X = {dtype = "f32", shape = {"m", "k"}, dist = gen.custom"data", note = "inputs, which move together"},
    W = {dtype = "f32", shape = {"n", "k"}, dist = gen.normal{}},
    V = {dtype = "f32", shape = {"n", "k"}, dist = gen.normal{}},
    H0 = {dtype = "f64", shape = {"k", "k"}, dist = gen.custom"data", note = "2 X^T X"},
    HD = {dtype = "f64", shape = {"k", "k"}, dist = gen.custom"data", note = "the same, damped"},
    UD = {dtype = "f32", shape = {"k", "k"}, dist = gen.custom"data", note = "its factor"},
    H = {dtype = "f64", shape = {"k", "k"}},
    W1 = {dtype = "f32", shape = {"n", "k"}},
    U = {dtype = "f32", shape = {"k", "k"}},
    dead = {dtype = "i64", shape = {"1"}},
    ok = {dtype = "i32", shape = {"1"}, note = "1: it returned 0"},
    perm = {dtype = "i32", shape = {"k"}},
    loss = {dtype = "f64", shape = {"1"}},
    codes = {dtype = "u8", shape = {"n", "k"}},
    grids = {dtype = "f32", shape = {"n", "(k + group - 1)//group", "2"}, fields = {"scale", "zero"}},
  },
  calls = {
    hessian = call{harness = true, args = {i64"m", i64"k", input"X", output"H"}, oracle = "hessian", tol = tol.dot"m",
                   title = "hessian"},
    prepare = call{harness = true, args = {i64"n", i64"k", f64"damp", input"H0", input"W", output"H", output"W1",
                   output"dead"}, oracle = "prepare", tol = tol.dot"1", title = "prepare"},
    factor = call{harness = true, args = {i64"k", input"HD", output"U", output"ok"}, oracle = "factor",
                  tol = tol.dot"16", title = "factor"},
    order = call{harness = true, asks = {fn = "order_of"},
                 args = {i64"k", input"H0", output"perm"}, oracle = "order", tol = tol.exact,
                 title = "order_of"},
    loss = call{harness = true, asks = {fn = "layer_error"},
                args = {i64"n", i64"k", input"W", input"V", input"H0", output"loss"}, oracle = "loss",
                tol = tol.rel_l2(1e-9), title = "layer_error"},
    gptq = call{harness = true, args = {i64"n", i64"k", i64"bits", i64"group", i64"block", input"W", input"UD",
                output"codes", output"grids"}, verify = "gptq", title = "gptq"},
    sparse = call{harness = true, asks = {fn = "sparse24"},
                  args = {i64"n", i64"k", input"W", input"UD", output"W1"}, verify = "sparse",
                  title = "sparse24"},
    quantise = call{harness = true, args = {i64"m", i64"n", i64"k", i64"bits", i64"group", i64"block", i64"order",
                    f64"damp", input"X", input"W", output"codes", output"grids", output"perm", output"ok"},
                    verify = "quantise", title = "quantise"},
  },
  partial = {by = "case", functions = {gptq = 3, quantise = 2, factor = 2}},
  counters = {of_rtn_pct = "percent of the error of rounding to the nearest"},

  cases = {
    of("hessian", "one-input", 1, 1, {m = 5, tags = EDGE}),
    of("hessian", "moments", 1, 24),
    of("hessian", "few-samples", 1, 20, {m = 3, tags = EDGE}),
    of("hessian", "hidden-moments", 1, gen.pick{13, 17}, {m = 40, hidden = true}),
    of("prepare", "damped", 5, 16, {damp = .1}),
    of("prepare", "dead-inputs", 5, 24, {dead = 2, tags = EDGE}),
    of("prepare", "hardly-on", 4, 10, {dead = 1, size = 1e-18, tags = EDGE,
       note = "moments of about 10^-35 are not 0"}),
    of("prepare", "undamped", 3, 8, {damp = 0, tags = EDGE}),
    of("prepare", "hidden-dead", 4, gen.pick{18, 26}, {dead = gen.pick{1, 2}, damp = .02, hidden = true}),
    of("factor", "one-by-one", 1, 1, {tags = EDGE}),
    of("factor", "two", 1, 2),
    of("factor", "factor-24", 1, 24),
    of("factor", "singular", 1, 40, {m = 5, damp = .05, tags = EDGE, note = "fewer samples than inputs"}),
    of("factor", "not-definite", 1, 12, {bad = 1, tags = EDGE, note = "refused"}),
    of("factor", "positive-diagonal", 1, 12, {bad = 2, tags = EDGE,
       note = "refused: its diagonal is positive, it is not"}),
    of("factor", "equal-inputs", 1, 2, {bad = 3, m = 2, damp = 0, tags = EDGE, note = "refused: a pivot is exactly 0"}),
    of("factor", "small-numbers", 1, 12, {size = 1e-6, tags = EDGE, note = "pivots of about 10^-11 are above 0"}),
    of("factor", "hidden-factor", 1, gen.pick{19, 33}, {hidden = true}),
    of("order", "by-size", 1, 40),
    of("order", "ties", 1, 40, {dead = 5, tags = EDGE, note = "five inputs that were always 0"}),
    of("order", "nearly-equal", 1, 20, {near = 1, tags = EDGE, note = "equal as floats, and not as doubles"}),
    of("order", "hidden-order", 1, gen.pick{21, 50}, {dead = 2, hidden = true}),
    of("loss", "error", 6, 20),
    of("loss", "hidden-error", gen.pick{3, 7}, gen.pick{9, 16}, {hidden = true}),
    of("gptq", "one-column", 3, 1, {tags = EDGE}),
    of("gptq", "a-row", 4, 32, {group = 32, block = 32}),
    of("gptq", "blocks", 5, 64, {group = 64, note = "one grid a row, four blocks"}),
    of("gptq", "groups", 5, 64, {group = 16, block = 16}),
    of("gptq", "small-groups", 4, 64, {group = 8, block = 32, note = "four groups in a block"}),
    of("gptq", "large-groups", 4, 128, {group = 64, block = 16, note = "four blocks in a group"}),
    of("gptq", "short-end", 5, 75, {group = 16, block = 16, tags = EDGE, note = "the last group has 11 columns"}),
    of("gptq", "wide", 3, 200, {group = 32, block = 32, note = "a rest of 168, 136, ... columns"}),
    of("gptq", "rest-of-three", 5, 35, {note = "two blocks, and three columns"}),
    of("gptq", "rest-of-one", 3, 33, {group = 32, block = 32, tags = EDGE}),
    of("gptq", "two-bits", 4, 48, {bits = 2, group = 16}),
    of("gptq", "eight-bits", 4, 48, {bits = 8, group = 48, block = 16}),
    of("gptq", "hidden-gptq", gen.pick{3, 6}, gen.pick{50, 96}, {bits = gen.pick{3, 4}, group = gen.pick{16, 32, 96},
       block = 16, hidden = true}),
    of("sparse", "half", 6, 32),
    of("sparse", "four", 5, 4, {tags = EDGE}),
    of("sparse", "hidden-half", 4, gen.pick{24, 60}, {hidden = true}),
    of("quantise", "whole", 8, 48, {group = 16}),
    of("quantise", "in-order", 8, 48, {group = 16, order = 1, note = "inputs with the largest moments first"}),
    of("quantise", "never-on", 6, 40, {dead = 3, order = 1, group = 8, block = 8, tags = EDGE}),
    of("quantise", "weak-inputs", 6, 40, {dead = 3, order = 1, size = .01, group = 8, block = 8, tags = EDGE,
       note = "an input that was never on has its turn last, though a 1 stands for its moment"}),
    of("quantise", "undamped-layer", 6, 40, {damp = 0, m = 160, tags = EDGE}),
    of("quantise", "equal-twins", 3, 2, {bad = 3, m = 2, damp = 0, tags = EDGE, note = "refused"}),
    of("quantise", "few-data", 6, 40, {m = 7, damp = .05, tags = EDGE, note = "H is singular before it is damped"}),
    of("quantise", "hidden-layer", gen.pick{5, 9}, gen.pick{32, 56}, {bits = gen.pick{3, 4}, order = gen.pick{0, 1},
       dead = gen.pick{0, 2}, group = 8, block = gen.pick{8, 16}, hidden = true}),

    of("quantise", "correlated", 24, 96, {noise = .2, m = 400, group = 32, block = 32, tags = {"gate"}}),
    of("quantise", "correlated-3", 24, 96, {noise = .2, m = 400, bits = 3, group = 32, block = 32, order = 1,
       tags = {"gate"}}),
    of("gptq", "memory", GATE.n, GATE.k, {m = 600, group = GATE.group, block = GATE.block, tags = {"gate"}}),
    of("factor", "once", 1, 128, {tags = {"gate"}}),
    of("gptq", "layer", BENCH.n, BENCH.k, {m = 64, damp = .05, group = 128, block = 128, tags = {"bench"}}),
    of("factor", "factor-384", 1, 384, {m = 64, damp = .05, tags = {"bench"}}),
  },

  gates = {
    gate{id = "once", call = "factor", case = "once", counter = "c_loads", op = "<=", value = "2*k*k*k", on = "cpu",
         why = "one factorisation and one triangular inverse: a third of k^3 products each, or half"},
    gate{id = "lazy", call = "gptq", case = "memory", counter = "l1_miss", op = "<=", value = "n*k*k//256", on = "cpu",
         why = "later columns are changed once a block, not once a column"},
    -- the reference under 31 seeds: 11.0 to 27.4, with three bits 4.9 to 8.0
    gate{id = "of-rtn", call = "quantise", case = "correlated", counter = "of_rtn_pct", op = "<=", value = 40,
         why = "with inputs that move together, what one weight loses others make up for"},
    gate{id = "of-rtn-3", call = "quantise", case = "correlated-3", counter = "of_rtn_pct", op = "<=", value = 20,
         why = "the fewer bits, the more there is to make up for"},
  },
  bench = {
    bench{id = "layer", call = "gptq", case = "layer", flops = "n*k*k", title = "a layer of 384 × 768",
          stages = {bronze = .5, silver = .8, gold = .95},
          why = "column by column the whole of W passes through the cache for each of them"},
    bench{id = "factor", call = "factor", case = "factor-384", flops = "2*k*k*k/3", title = "the factor of 384 inputs"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "GFLOP", answer = "f.n*f.k*f.k/1e9", rtol = .1,
            ask = [[{{= n(f.n)}} rows of {{= n(f.k)}} weights: each weight's error is taken from all later ones of its
              row. FLOP?]],
            worked = "n·k²/2 products, each with a sum."},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "f.n*f.k*4*f.k*2/2/1e9", rtol = .15,
            ask = "If W is changed after every column, and does not fit into the cache: bytes read and written?",
            worked = "k times half of W, 4 B each way: n·k²·4."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "f.block/4", rtol = .1,
            ask = "And after every block of {{= f.block}} columns: FLOP for each of those bytes?",
            worked = "The same FLOP, a block-th of the bytes: 1/4 FLOP a byte becomes {{= f.block}}/4."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "f.n", rtol = .01,
            ask = "How many of the layer's weights can be rounded at the same time?",
            worked = "One of each row: columns wait for each other, rows do not."},
    predict{id = "failure", axis = "failure",
            choices = {"an error message", "nan in all weights", "weights that grow without a bound"},
            answer = "nan in all weights",
            ask = "Fewer samples than inputs, and no damping: what does a Cholesky factorisation do?",
            worked = "A pivot that should be 0 comes out a little below: its square root is not a number."},
  },

  facts = function()
    local f = {n = BENCH.n, k = BENCH.k, block = 128, gate = GATE}
    -- two inputs: H = {{a, b}, {b, a}}, a weight that loses e: what the other one gets
    f.makeup = function(a, b, e) return e*b/a end
    -- H^-1 of that, and its upper factor
    f.inv = function(a, b) local d = a*a - b*b; return a/d, -b/d end
    f.u = function(a, b)
      local p, q = f.inv(a, b)
      local u00 = math.sqrt(p)
      return u00, q/u00, math.sqrt(p - q*q/p)
    end
    f.round = function(x) return math.floor(x + .5) end
    -- loss of e0, e1 in both
    f.loss = function(a, b, e0, e1) return (a*e0*e0 + 2*b*e0*e1 + a*e1*e1)/2 end
    f.bits = function(bits, group) return bits + (16 + bits)/group end
    return f
  end,

  questions = {
    q.table{id = "two-weights", unit = "1", rtol = .01, seed = "S004-C09-T07",
      ask = [=[H = [[2, {{= p.b}}], [{{= p.b}}, 2]], weights {{= p.w0}} and {{= p.w1}}, a grid of whole numbers. The
        first weight is rounded. What does the second one become, and what is it rounded to?]=],
      rows = {"second weight, made up", "its value"}, columns = {"value"},
      vary = {b = {1, 1.5}, w0 = {.6, .7}, w1 = {.3, .9}},
      answer = function(f, p)
        local w1 = p.w1 + f.makeup(2, p.b, p.w0 - 1)
        return {{w1}, {f.round(w1)}}
      end,
      hint = [[w1 -= e/U00·U01, where e is weight less value, and U01/U00 is what H^-1 has there over its diagonal:
        -b/2.]],
      worked = [[The first loses {{= n(p.w0 - 1, 2)}}; U01/U00 = -{{= n(p.b/2, 2)}}, so the second becomes
        {{= n(p.w1, 2)}} + {{= n(p.b/2, 2)}}·({{= n(p.w0 - 1, 2)}}) = {{= n(p.w1 + f.makeup(2, p.b, p.w0 - 1), 3)}}.]]},
    q.num{id = "loss", unit = "1", rtol = .01, seed = "S004-C09-T07",
      ask = [=[H = [[{{= p.a}}, 1], [1, {{= p.a}}]]. Weights lose {{= p.e0}} and {{= p.e1}}. What is
        (w - v) H (w - v)^T / 2?]=],
      vary = {a = {2, 3}, e0 = {.4, .3}, e1 = {-.2, -.3, .2}},
      answer = function(f, p) return f.loss(p.a, 1, p.e0, p.e1) end,
      wrong = {{value = function(f, p) return f.loss(p.a, 0, p.e0, p.e1) end,
                hint = "Inputs that move together let errors cancel, or add up: the term off the diagonal."}},
      worked = "({{= p.a}}·{{= n(p.e0^2, 2)}} + 2·{{= n(p.e0*p.e1, 2)}} + {{= p.a}}·{{= n(p.e1^2, 2)}})/2."},
    q.num{id = "bits", unit = "bit", rtol = .005, seed = "S003-W05-C3",
      ask = [[{{= p.b}} bits in groups of {{= p.g}}, a scale of 16 bits and a zero of {{= p.b}} bits a group. How many
        bits is a weight?]],
      vary = {b = {3, 4}, g = {32, 64, 128}},
      answer = function(f, p) return f.bits(p.b, p.g) end,
      wrong = {{value = function(_, p) return p.b end, hint = "Scales and zeros are stored, too."}},
      worked = "{{= p.b}} + {{= 16 + p.b}}/{{= p.g}} = {{= n(f.bits(p.b, p.g), 3)}}."},
    q.num{id = "passes", unit = "MB", rtol = .02, seed = "S004-C09-T07",
      ask = [[A layer of {{= n(p.n)}} × {{= n(p.k)}} floats, too large for the cache. Blocks of {{= p.B}} columns; all
        columns behind a block are read and written once when it ends. Bytes in all, by the mean of half a layer a
        block?]],
      vary = {n = {4096, 8192}, k = {4096, 11008}, B = {64, 128}},
      answer = function(_, p) return p.n*p.k*4*2*(p.k/p.B)/2/1e6 end,
      wrong = {{value = function(_, p) return p.n*p.k*4*2*p.k/2/1e6 end, hint = "That is once a column."},
               {value = function(_, p) return p.n*p.k*4*2*(p.k/p.B)/1e6 end,
                hint = "The first block changes nearly all, the last one nothing."}},
      worked = [[{{= n(p.k/p.B, 1)}} blocks, half of {{= mb(p.n*p.k*4, 0)}} each way:
        {{= gb(p.n*p.k*4*(p.k/p.B), 1)}}.]]},
    q.num{id = "obq", unit = "x", rtol = .02, seed = "S004-C09-T07",
      ask = [[Optimal Brain Quantisation chooses each row's next weight greedily, and so needs an inverse of its own for
        each row: k³ a row. GPTQ takes all rows in one order, n·k² and one inverse of k³. How many times fewer
        operations is that, for {{= n(p.n)}} × {{= n(p.k)}}?]],
      vary = {n = {4096, 8192}, k = {2048, 4096}},
      answer = function(_, p) return p.n*p.k/(p.n + p.k) end,
      wrong = {{value = function(_, p) return p.k end, hint = "The one inverse is left: k³ beside n·k²."}},
      worked = "n·k³ over n·k² + k³ is n·k/(n + k) = {{= n(p.n*p.k/(p.n + p.k), 0)}}."},
    q.choice{id = "rows", seed = "S004-C09-T07",
      ask = "Why may all rows share one H and one factor, whatever their weights are?",
      options = {"H depends on inputs alone, and rows do not meet in the loss", "All rows have similar weights",
                 "The factor is only an approximation"}, answer = 1,
      worked = "The loss is a sum over rows, each with the same H. Only an order of a row's own would differ."},
    q.choice{id = "uncorrelated", seed = "S002-R-10",
      ask = "Inputs are independent of each other: H is diagonal. What does GPTQ give?",
      options = {"Rounding to the nearest", "A smaller error than rounding", "An error that depends on the order"},
      answer = 1,
      worked = "U is diagonal, too: U[j][l] = 0, and nothing is made up for. Correlation is all there is to gain."},
    q.choice{id = "act-order", seed = "S004-C09-T07",
      ask = "Why are inputs with large moments taken first?",
      options = {"Their weights are larger", "The last ones have nobody who makes up for them", "It is faster"},
      answer = 2,
      worked = [[An error in an input that is rarely on costs little. The last columns keep what they lose, so they
        should be those.]]},
    q.multi{id = "lazy", seed = "S004-C09-T07",
      ask = "What do lazy blocks change?",
      options = {"bytes that pass through the cache", "the codes", "FLOP",
                 "the shape of the work: products of matrices"},
      answer = {1, 4},
      worked = "The same sums, later: a column needs its changes when it has its turn, and not before."},
    q.order{id = "steps", seed = "S004-C09-T07",
      ask = "From a trained layer to codes.",
      items = {"Run some inputs through the model and add up X^T X", "Take care of inputs that were always 0, and damp",
               "Factor the inverse", "Make the group's grid", "Round the column",
               "Take its error from the columns behind"},
      hint = "What does each one need?"},
    q.text{id = "calibrate", min_words = 50, seed = "S002-R-10",
      ask = [[Somebody calibrates with 32 sentences of one language, gets a smaller layer error than rounding on these,
        and a worse model in another language. Explain what happened with H, what damping does about it, and how you
        would have seen it.]],
      rubric = {"H is that of the calibration data: directions that they do not have cost nothing, so errors go there",
                "damping makes every direction cost something, and moves the result towards rounding",
                "a layer error, or perplexity, on data that were not used for H"}},
  },

  hints = {
    {on = "build", match = {"defines no", "implicit declaration", "undeclared", "undefined reference", "unknown type"},
     "gptq.c defines the eight functions of lab.h; grids are given there."},
    {on = "sanitize", "Which group is the last one's, if it is short? And is a block longer than the row?"},
    {on = "case:few-samples", "In double, and twice X^T X."},
    {on = "call:hessian", "H[i][j] = 2·sum of x[t][i]·x[t][j]; both halves are stored."},
    {on = "case:dead-inputs", "The mean is taken when the ones have been put in."},
    {on = "call:prepare", "First the inputs that were always 0, then the mean of the diagonal, then damping."},
    {on = "case:two", "For two inputs you can write down the inverse and its factor on paper."},
    {on = "case:not-definite", "A pivot that is not above 0: -1. Compare so that nan counts, too."},
    {on = "gate:once", "H^-1 as a whole costs three times what its factor needs. H = R·R^T with R upper: U = R^-1."},
    {on = "case:equal-inputs", "A pivot of 0 is not above 0."},
    {on = "case:small-numbers", "What is small depends on H: only the sign of a pivot tells."},
    {on = "call:factor", "U^T·U = H^-1 with U upper. Not U·U^T, and not the factor of H."},
    {on = "call:order", "Of equal ones the lower index."},
    {on = "call:loss", "All of H, not its diagonal; half of it."},
    {on = "case:one-column", "No column behind: round, and done."},
    {on = "case:blocks", "Behind the block, every column gets what all of the block's errors ask for."},
    {on = "case:small-groups", "A group that begins within a block: its weights have changed since the block began."},
    {on = "case:large-groups", "A group of four blocks: its grid is made once, while some weights still change."},
    {on = "case:short-end", "The last group and the last block are short."},
    {on = "gate:lazy", "Finish a row's block by itself; change the rest once, in pieces that stay in the cache."},
    {on = "call:gptq", [[The report says by which column it is off, and what the weight is by then. The first column
      right and the second wrong: the error is divided by U[j][j], once.]]},
    {on = "call:sparse", "The mask of four is made when the first of them has its turn, from w²/U², each its own U."},
    {on = "case:in-order", "Rows and columns of H change places together, columns of W too, and codes go back."},
    {on = "case:weak-inputs", "The order is that of H as hessian() leaves it, before prepare()."},
    {on = "case:never-on", "Their diagonal is 0 when the order is made, and 1 when H is factored."},
    {on = "gate:of-rtn", "Does the error of a column change the columns behind, and with which sign?"},
    {on = "call:quantise", "hessian, order_of, prepare, places, factor, gptq, places back."},
    {on = "bench:layer", "A product of errors and U, in tiles that stay in registers."},
    {after = 3, "Take the two weights of the first question and go through your code with a pencil."},
  },
}
