-- c10-pure-functions: keys, pytrees, a tracer with scan, text, plan and C of a trace, and the cache of jit.

local DRAWN, ALL, WILD = -1, -2, -3           -- kernels/c10-pure-functions/oracle.c
local CALLS, SESSION, WARM = 0, 1, 2
local ORIGINAL, PARTITIONABLE = 0, 1
local WIDE, WRITTEN, N = 1000, 58, 1048576    -- kernels/c10-pure-functions/written.h

local function make(calls, fields, more)
  fields.calls = calls
  for k, v in pairs(more or {}) do fields[k] = v end
  return fields
end
local function keys(id, R, more) return make({"keys"}, {id = id, R = R}, more) end
local function draw(id, layout, n, seed, more) return make({"draw"}, {id = id, layout = layout, n = n, seed = seed},
  more) end
local function bits(id, layout, n, more) return make({"bits"}, {id = id, layout = layout, n = n, seed = -1}, more) end
local function chi(id, n, reused, more) return make({"chi"}, {id = id, n = n, reused = reused}, more) end
local function trees(id, R, more) return make({"trees"}, {id = id, R = R}, more) end
local function types(id, R, more) return make({"types"}, {id = id, R = R}, more) end
local function traced(id, T, pick, more) return make({"trace"}, {id = id, T = T, pick = pick}, more) end
local function traces(id, T, times, more)
  return make({"traces"}, {id = id, T = T, pick = DRAWN, times = times}, more)
end
local function compiled(id, pick, more)
  return make({"compile", "program"}, {id = id, T = 1, pick = pick, draw = 0, large = 0}, more)
end
local function session(id, R, kind, more) return make({"jit"}, {id = id, R = R, kind = kind}, more) end
local function warm(id, R, times, more) return make({"warm"}, {id = id, R = R, kind = WARM, times = times}, more) end
local EDGE, GATE, BENCH = {tags = {"edge"}}, {tags = {"gate"}}, {tags = {"bench"}}
local function hidden(more) more.hidden = true return more end

local STAGES = {bronze = .3, silver = .6, gold = .9}

return lab {
  api = 1, rev = 1, id = "c10-pure-functions", title = "Tracing, jit cache, PRNG keys, pytrees",
  kind = "codegen", domain = {"frameworks", "compilers"},
  seeds = {"S001-13", "S002-REPO-8", "S003-W45-C3", "S004-MAP-05", "S004-TOP-2", "S004-C05-T01", "S004-C05-T02",
           "S004-C05-T03", "S004-C05-T04", "S004-C05-T05", "S004-C05-T06", "S004-C05-T11", "S004-C05-EX"},
  requires = {"c09-tensor-dispatch"}, suggests = {"w10-fusion-compiler"},
  hours = {read = 2, lab = 4},
  durable = {"A trace is what a function did with types in place of values: what it did besides happens once",
             "A compiled program is found by everything that it was compiled for, and by nothing else",
             "Random numbers without state are a hash of a key and a counter: a key is used once",
             "A loop that is kept as a loop has a body that gives back what it takes"},
  ephemeral = {{"Which layout of counters JAX uses unless told otherwise", as_of = "2026-08"},
               {"The form in which JAX prints a jaxpr", as_of = "2026-08"}},
  readings = {
    {"salmon11", hours = 1, look_for = [[section 2: why a generator whose state is a counter needs a good output
      function, and section 3.3: what Threefish had that Threefry gave up]]},
    {"jaxautodiff", hours = .5, look_for = [[every function that is differentiated twice: what has to be true of it so
      that this may be asked]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"pure.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    words = {dtype = "u32", shape = {"R", "4"}, dist = gen.custom"words", note = "key and counter"},
    hashes = {dtype = "u32", shape = {"R", "6"}, note = "hash, seed as a key, fold_in"},
    key = {dtype = "u32", shape = {"2"}, dist = gen.custom"key"},
    many = {dtype = "u32", shape = {"n", "2"}, note = "split"},
    bits = {dtype = "u32", shape = {"n"}},
    floats = {dtype = "f32", shape = {"n"}},
    a = {dtype = "u32", shape = {"n"}, dist = gen.custom"stream"},
    b = {dtype = "u32", shape = {"n"}, dist = gen.custom"stream"},
    chi = {dtype = "f64", shape = {"1"}},
    trees = {dtype = "i32", shape = {"R", "97"}, dist = gen.custom"trees", note = "nodes: kind, children, name, leaf"},
    defs = {dtype = "i32", shape = {"R", "97"}},
    leaves = {dtype = "i32", shape = {"R", "24"}},
    back = {dtype = "i32", shape = {"R", "97"}},
    pairs = {dtype = "i32", shape = {"R", "2", "5"}, dist = gen.custom"pairs", note = "dtype, weak, rank, sizes"},
    promoted = {dtype = "i32", shape = {"R", "6"}},
    fns = {dtype = "i32", shape = {"T", "48", "8"}, dist = gen.custom"fns", note = "programs.h"},
    said = {dtype = "i32", shape = {"T", "2"}, note = "status, prints"},
    texts = {dtype = "u8", shape = {"T", "4096"}},
    one = {dtype = "i32", shape = {"2"}, note = "status, prints"},
    text = {dtype = "u8", shape = {"4096"}},
    cells = {dtype = "i32", shape = {"1"}},
    code = {dtype = "u8", shape = {"65536"}, note = "the generated C"},
    ["in"] = {dtype = "u32", shape = {"8192"}, dist = gen.custom"in"},
    out = {dtype = "u32", shape = {"8192"}},
    m = {dtype = "u32", shape = {"16384"}, note = "a program's memory"},
    sum = {dtype = "i64", shape = {"1"}},
    calls = {dtype = "i32", shape = {"R", "95"}, dist = gen.custom"calls", note = "programs.h"},
    served = {dtype = "i64", shape = {"R", "3"}, note = "program, compilations, types"},
  },

  calls = {
    keys = call{harness = true, args = {input"words", output"hashes"}, verify = "keys",
      title = "threefry2x32, key_new, fold_in"},
    draw = call{harness = true, args = {i32"layout", i64"n", input"key", output"many", output"bits", output"floats"},
                verify = "draw", title = "split, random_bits, uniform"},
    bits = call{harness = true, asks = {fn = "random_bits"},
                args = {i32"layout", i64"n", input"key", output"bits"}, verify = "bits",
                title = "many random bits"},
    chi = call{harness = true, asks = {fn = "chi_square"},
               args = {i64"n", input"a", input"b", output"chi"}, oracle = "chi", tol = tol.rel_l2(1e-9),
               title = "two streams by chi square"},
    trees = call{harness = true, args = {input"trees", output"defs", output"leaves", output"back"}, verify = "trees",
                 title = "flatten, unflatten"},
    types = call{harness = true, asks = {fn = "promote"},
                 args = {input"pairs", output"promoted"}, verify = "types", title = "promotion"},
    trace = call{harness = true, args = {input"fns", output"said", output"texts"}, verify = "trace",
                 title = "functions to jaxprs"},
    traces = call{harness = true, asks = {fn = "trace"},
                  args = {i64"times", input"fns", output"sum"}, verify = "traces", title = "traces"},
    compile = call{harness = true, asks = {fn = "lower"},
                   args = {input"fns", output"one", output"text", output"cells", output"code"},
                   verify = "compile", title = "a jaxpr to a plan and to C"},
    program = call{verify = "program", title = "the generated C, run", emitted = {by = "compile", text = "code"},
                   args = {input"in", output"out", output"m"}},
    jit = call{harness = true, asks = {fn = "jit_call"},
               args = {input"calls", output"served"}, verify = "jit", title = "calls of a jit"},
    warm = call{harness = true, asks = {fn = "jit_call"},
                args = {i64"times", input"calls", output"sum"}, verify = "warm", title = "warm calls"},
  },

  cases = {
    keys("hashes", 300, {note = "Random123's vectors first"}),
    keys("hidden-hashes", gen.pick{100, 150}, hidden{}),
    draw("jax-42", PARTITIONABLE, 3, 42, {tags = {"edge"}, note = "what JAX prints for key(42)"}),
    draw("jax-0-before", ORIGINAL, 2, 0, {tags = {"edge"}, note = "what it printed for PRNGKey(0)"}),
    draw("odd-before", ORIGINAL, 7, -1, EDGE),
    draw("single", ORIGINAL, 1, -1, EDGE),
    draw("draws", PARTITIONABLE, 1000, -1),
    draw("hidden-draws", gen.pick{ORIGINAL, PARTITIONABLE}, gen.pick{33, 64, 101}, -1, hidden{}),
    bits("some-bits", PARTITIONABLE, 500),
    bits("hidden-bits", PARTITIONABLE, gen.pick{63, 700}, hidden{}),
    chi("two-keys", 20000, 0),
    chi("one-key", 20000, 1, {note = "the key of the first stream, used again"}),
    chi("hundred", 100, 0),
    chi("hidden-chi", gen.pick{100, 333}, gen.pick{0, 1}, hidden{}),
    trees("trees", 300),
    trees("hidden-trees", gen.pick{100, 120}, hidden{}),
    types("types", 600),
    types("hidden-types", gen.pick{200, 300}, hidden{}),
    traced("rules", WRITTEN, ALL, {tags = {"edge"}, note = "one function for each rule of lab.h"}),
    traced("functions", 150, DRAWN),
    traced("wild", 150, WILD, {note = "functions that print, and some that may not be traced"}),
    traced("hidden-functions", gen.pick{60, 80}, WILD, hidden{}),
    traces("some-traces", 20, 40),
    traces("hidden-traces", gen.pick{10, 15}, gen.pick{20, 30}, hidden{}),
    compiled("affine", 0, {tags = {"edge"}}),
    compiled("constant", 1, {tags = {"edge"}}),
    compiled("weak-float", 7, {tags = {"edge"}}),
    compiled("select", 8, {tags = {"edge"}}),
    compiled("repeated", 12, {tags = {"edge"}}),
    compiled("sum-so-far", 13, {tags = {"edge"}}),
    compiled("sum-before", 15, {tags = {"edge"}}),
    compiled("rows", 16, {tags = {"edge"}}),
    compiled("delay", 17, {tags = {"edge"}}),
    compiled("casts", 22, {large = 1, tags = {"edge"}}),
    compiled("nobody-computes", 23, {tags = {"edge"}}),
    compiled("unneeded", 25, {tags = {"edge"}}),
    compiled("wraps", 26, {large = 1, tags = {"edge"}}),
    compiled("sums", 27, {large = 1, tags = {"edge"}}),
    compiled("nested", 29, {tags = {"edge"}}),
    compiled("literals", 31, {tags = {"edge"}}),
    compiled("wide-condition", 33, {tags = {"edge"}}),
    compiled("needed-late", 39, {tags = {"edge"}}),
    compiled("used-again", 40, {tags = {"edge"}}),
    compiled("column-and-row", 41, {tags = {"edge"}}),
    compiled("bf16", 44, {tags = {"edge"}}),
    compiled("small-donated", 46, {tags = {"edge"}}),
    compiled("donated-result", 55, {tags = {"edge"}}),
    compiled("rounded-sum", 56, {large = 1, tags = {"edge"}}),
    compiled("drawn", DRAWN, {draw = 1}),
    compiled("drawn-again", DRAWN, {draw = 2}),
    compiled("hidden-program", DRAWN, hidden{draw = gen.pick{3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
      19, 20}}),
    session("calls", 800, CALLS, {note = "a hundred different ones, and nearly the same ones"}),
    session("hidden-calls", gen.pick{150, 200}, SESSION, hidden{}),
    warm("some-warm", 6, 30),
    warm("hidden-warm", gen.pick{4, 6}, gen.pick{18, 24}, hidden{}),
    session("warm-list", 120, WARM, {tags = {"gate"}, note = "six calls, twenty times"}),
    compiled("wide", 37, {tags = {"gate"}}),
    compiled("wide-donated", 38, {tags = {"gate"}}),
    bits("million", PARTITIONABLE, N, BENCH),
    traces("many-traces", 40, 20000, BENCH),
    warm("many-warm", 6, 200000, BENCH),
  },

  counters = {retraces = "traces after the first round", compilations = "compilations", cells = "cells of the plan"},
  gates = {
    gate{id = "chain-cells", call = "compile", case = "wide", counter = "cells", op = "<=", value = 2*WIDE + 8,
         why = "of a chain of operations, two vectors live: the argument, which stays, and one more"},
    gate{id = "donated-cells", call = "compile", case = "wide-donated", counter = "cells", op = "<=", value = WIDE + 8,
         why = "a donated argument gives its memory to the result"},
    gate{id = "warm", call = "jit", case = "warm-list", counter = "retraces", op = "==", value = 0,
         why = "a call that was seen is never traced again"},
  },
  bench = {
    bench{id = "bits", call = "bits", case = "million", stages = STAGES, bytes = "4*n",
      title = "a million random words",
          why = "counters are independent: rounds of eight of them fit into one vector"},
    bench{id = "trace", call = "traces", case = "many-traces", stages = STAGES, title = "traced operations"},
    bench{id = "warm", call = "warm", case = "many-warm", stages = STAGES, title = "calls of compiled programs",
          why = "each step of a training pays this before anything runs"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", rtol = .1, answer = "f.ops",
      ask = [[A hash of Threefry-2x32: 20 rounds of an addition, a rotation and an xor; the key is added before the
        first
        and after each fourth, two additions each, of which the last five times one takes a third. Integer operations, a
        rotation counted as one?]],
      worked = "3·20 + 6·2 + 5 = {{= f.ops}}."},
    predict{id = "bytes", axis = "bytes", unit = "MB", rtol = .05, answer = "4*f.N/1e6",
      ask = "{{= n(f.N)}} random words of 32 bits: MB that have to be moved?",
      worked = "Only the result: a counter is computed, and the key stays in registers."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", rtol = .1, answer = "(f.ops + 1)/4",
      ask = [[So operations for each byte (entered as FLOP/B), in the partitionable layout, where a word is one hash
        and an xor?]],
      worked = "{{= f.ops + 1}} for 4 B: arithmetic decides, and not memory."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", rtol = .01, answer = "f.N",
      ask = "How many of these {{= n(f.N)}} words could be computed at once?",
        worked = "All: word i needs the key and i."},
    predict{id = "failure", axis = "failure", answer = "training runs, with the same mask in each step",
      choices = {"an error at the second use", "training runs, with the same mask in each step", "slower training"},
      ask = "The key of dropout is made once, outside of the step that is jitted, and never split. What happens?",
      worked = "A key is a value: the same value gives the same numbers, and nobody counts its uses."},
  },

  facts = function()
    local f = {layers = models.llama3_70b.L, rate = 2*8*3e9/(3*20 + 6*2 + 5 + 1)*4, N = N, wide = WIDE,
      functions = WRITTEN, ops = 3*20 + 6*2 + 5, programs = 8, critical = 37.70}
    local M = 0xffffffff
    local turn = {{13, 15, 26, 6}, {17, 29, 16, 24}}
    f.hash = function(k0, k1, x, y)
      local ks = {k0, k1, k0 ~ k1 ~ 0x1bd11bda}
      x, y = (x + ks[1]) & M, (y + ks[2]) & M
      for g = 0, 4 do
        for r = 1, 4 do
          local by = turn[g % 2 + 1][r]
          x = (x + y) & M
          y = ((y << by | y >> (32 - by)) & M) ~ x
        end
        x, y = (x + ks[(g + 1) % 3 + 1]) & M, (y + ks[(g + 2) % 3 + 1] + g + 1) & M
      end
      return x, y
    end
    f.first = function(s, i) local x = f.hash(0, s, 0, i) return x end
    f.second = function(s, i) local _, y = f.hash(0, s, 0, i) return y end
    f.draw = function(s, i) local x, y = f.hash(0, s, 0, i) return x ~ y end
    f.hex = function(x) return ("%08x"):format(x) end
    f.before = function(s, i) -- word i of split(PRNGKey(s), 2) in the original layout
      local x, y = f.hash(0, s, i % 2, 2 + i % 2)
      return i < 2 and x or y
    end
    f.unit = function(w) return (w >> 9)/2.0^23 end
    -- traces of `steps` training steps, lengths in buckets of `bucket` up to `longest`, and one short last batch
    f.traces = function(longest, bucket) return longest//bucket + 1 end
    f.same_chi = function(n) return 3*n end
    f.gb = function(params, bytes) return params*bytes/1e9 end
    return f
  end,

  questions = {
    q.num{id = "key", unit = "1", rtol = 0, seed = "S004-C05-T04",
      ask = [[With your functions, partitionable: the first word of key {{= p.i}} of split(key({{= p.s}}), 4), counted
        from 0?]],
      vary = {s = {7, 99, 1234}, i = {1, 2, 3}},
      answer = function(f, p) return f.first(p.s, p.i) end,
      wrong = {{value = function(f, p) return f.draw(p.s, p.i) end, hint = "That is a draw: a key has both words."},
               {value = function(f, p) return f.second(p.s, p.i) end, hint = "That is its second word."}},
      worked = "The hash of (0, {{= p.i}}) under (0, {{= p.s}}): {{= f.first(p.s, p.i)}} {{= f.second(p.s, p.i)}}."},
    q.num{id = "draw", unit = "1", rtol = 1e-6, seed = "S004-C05-T04",
      ask = "And number {{= p.i}} (from 0) of uniform(key({{= p.s}})), to seven digits?",
      vary = {s = {5, 77, 4321}, i = {0, 2, 5}},
      answer = function(f, p) return f.unit(f.draw(p.s, p.i)) end,
      wrong = {{value = function(f, p) return f.unit(f.first(p.s, p.i)) end,
        hint = "A draw of 32 bits is both words, xored."}},
      worked = "The two words xored are {{= f.draw(p.s, p.i)}}; its upper 23 bits, divided by 2^23."},
    q.num{id = "reuse", unit = "1", rtol = .001, seed = "S004-C05-EX",
      ask = [[{{= n(p.n)}} pairs (a, b) of words, both drawn with the same key: a = b. Each of the 4 values of two upper
        bits comes equally often. chi_square(a, b)?]],
      vary = {n = {1600, 8000, 20000}},
      answer = function(f, p) return f.same_chi(p.n) end,
      wrong = {{value = function(f, p) return p.n*36/16 end, hint = "The twelve empty cells count as well."},
               {value = 15, hint = "That is the mean for two independent streams."}},
      worked = [[Four cells of n/4 and twelve of 0, where n/16 are expected: (4·(3n/16)² + 12·(n/16)²)/(n/16) = 3n.
        Independent
        streams stay below {{= n(f.critical, 1)}} in 999 of 1,000 cases, whatever n is.]]},
    q.num{id = "retraces", unit = "1", rtol = 0, seed = "S004-C05-T06",
      ask = [[A jitted step is called with batches of token ids: lengths are rounded up to the next multiple of
        {{= p.b}},
        up to {{= n(p.longest)}}, and each length occurs; the batch is full but for the last one of the epoch, which is
        shorter and as long as the longest. Ten epochs, with the learning rate as a Python float that changes at every
        step. How many traces, if nothing is evicted?]],
      vary = {b = {64, 128, 256}, longest = {2048, 4096}},
      answer = function(f, p) return f.traces(p.longest, p.b) end,
      wrong = {{value = function(f, p) return f.traces(p.longest, p.b) - 1 end,
        hint = "The last batch has a shape of its own."},
               {value = function(f, p) return 10*f.traces(p.longest, p.b) end,
                 hint = "The second epoch finds all programs."}},
      worked = [[{{= n(p.longest)}}/{{= p.b}} = {{= p.longest//p.b}} lengths, and one short batch. A Python float is a
        traced
        argument: a weak f32[], whatever its value.]]},
    q.num{id = "static", unit = "s", rtol = .01, seed = "S004-C05-T06",
      ask = [[Somebody makes the step's number a static argument. A trace and compilation take {{= p.t}} s. What do
        {{= n(p.n)}} steps cost on top?]],
      vary = {t = {8, 20, 45}, n = {1000, 5000}},
      answer = function(_, p) return p.t*p.n end,
      wrong = {{value = function(_, p) return p.t end, hint = "Each step has another number, and so another key."}},
      worked = "One compilation for each value: {{= n(p.n)}} · {{= p.t}} s = {{= n(p.n*p.t/3600, 1)}} h."},
    q.num{id = "donate", unit = "GB", rtol = .01, seed = "S004-C05-T06",
      ask = [[A step takes parameters and Adam's two moments of a model with {{= p.m}} million parameters, all
        float32, and
        returns new ones. How much less memory do its arguments and results need together if they are donated?]],
      vary = {m = {350, 1300, 7000}},
      answer = function(f, p) return f.gb(p.m*1e6, 12) end,
      wrong = {{value = function(f, p) return f.gb(p.m*1e6, 4) end, hint = "Moments are donated, too."},
               {value = function(f, p) return f.gb(p.m*1e6, 24) end, hint = "One copy has to stay."}},
      worked = "Three floats a parameter exist once instead of twice: {{= n(f.gb(p.m*1e6, 12), 1)}} GB."},
    q.num{id = "unrolled", unit = "1", rtol = 0, seed = "S004-C05-T11",
      ask = [[A layer is {{= p.e}} equations. {{= p.l}} layers in a Python loop, and {{= p.l}} layers as one scan over
        stacked
        parameters: how many equations fewer has the second trace, the body's counted, and the scan itself as one?]],
      vary = {e = {40, 62, 90}, l = {32, 80}},
      answer = function(_, p) return p.e*p.l - p.e - 1 end,
      wrong = {{value = function(_, p) return p.e*p.l - p.e end, hint = "The scan is an equation, too."},
               {value = function(_, p) return p.e*p.l - 1 end, hint = "The body is still there, once."}},
      worked = "{{= p.e}}·{{= p.l}} against {{= p.e}} + 1."},
    q.choice{id = "print", seed = "S004-C05-T02",
      ask = [[A jitted function prints its argument. It is called three times with arrays of the same type. What is
        printed?]],
      options = {"A tracer, once", "Three arrays", "An array, once", "Nothing: printing is an error"}, answer = 1,
      worked = "print() is called while the function is traced, and then it is no part of the program."},
    q.choice{id = "weak", seed = "S004-C05-T05",
      ask = "x is bf16[8]. What are x·2.0, and x·jnp.float32(2.0)?",
      options = {"bf16 and f32", "f32 and f32", "bf16 and bf16", "f32 and bf16"}, answer = 1,
      worked = "Python's 2.0 is weak and takes x's dtype; an array of f32 is not weak, and f32 comes after bf16."},
    q.multi{id = "guards", seed = "S004-C05-T06",
      ask = "The argument of a jitted function changes. Which changes make it trace again?",
      options = {"Another value of an array", "f32[8] becomes f32[9]", "A tuple becomes a list",
                 "Entries of a dict come in another order", "A weak f32[] becomes f32[]"}, answer = {2, 3, 5},
      worked = "Values are not in the key. A dict's entries are sorted, so their order is not, either."},
    q.choice{id = "global", seed = "S004-C05-T02",
      ask = [[A jitted function reads the global array `scale`. The global is replaced between two calls. What does
        the second call use?]],
      options = {"The old array: it is a constant of the trace", "The new array", "An error is raised"}, answer = 1,
      worked = "Nothing in the key says what the global was. Whoever wants the new one makes it an argument."},
    q.order{id = "way", seed = "S004-C05-T05",
      ask = "The first call of a jitted function.",
      items = {"Arguments are flattened", "The cache is asked and has nothing", "The function is called with tracers",
               "Its jaxpr is lowered", "The compiler makes a program", "The program runs with the leaves",
               "Results are put into the tree of the output"},
      hint = "The key needs leaves; the tree of the output is known after tracing, and used last."},
    q.text{id = "carry", min_words = 50, seed = "S004-C05-T11",
      ask = [[A colleague's scan fails: "carry input and carry output must have equal types". His carry begins as
        jnp.zeros(()) in bf16, and xs is float32. Explain why a loop needs this rule, why 0.0 instead of his zero would
        have worked, what type the sum then has, and what you would recommend.]],
      rubric = {"the body is compiled once: what comes out of one round has to go into the next, in the same memory",
                "bf16 + f32 is f32: the second round would be another program",
                "0.0 is weak: the trace is repeated with f32 as the carry, so the sum is f32",
                "say the type of the accumulator: zeros of float32, or cast x inside"}},
  },

  hints = {
    {on = "build", match = {"defines no", "implicit declaration", "undeclared", "undefined reference", "unknown type"},
     "pure.c defines the functions of lab.h; say() and jaxpr_new() are given."},
    {on = "call:keys", [[The key is injected before the first round and after each fourth; rotations change every four
      rounds.]]},
    {on = "case:jax-42", "Partitionable: key i is both words of the hash of (0, i). A draw is their xor."},
    {on = "case:odd-before", [[Seven words and a zero: (0,4) (1,5) (2,6) (3,0). All first words come before all second
      ones.]]},
    {on = "call:draw", "Draw the row of counters for n = 2 on paper, and fold it in the middle."},
    {on = "call:bits", "The same as random_bits in `draw`, only longer."},
    {on = "call:chi", "n/16 is expected in each cell, and it need not be a whole number."},
    {on = "call:trees", "Where does the second child begin? After the first one and all that is below it."},
    {on = "call:types", "Six places in a row, and the later one wins; weak is a part of the place."},
    {on = "case:rules", [[The report says what the function is about, and which line differs. CONVERT comes before
      BROADCAST, operand by operand; a scalar is never broadcast.]]},
    {on = "case:wild", "A status is passed on at once: nothing is called after it."},
    {on = "call:trace", "Write down x·2.0 + y for bf16[3] and f32[3] by hand, line by line, and compare."},
    {on = "call:traces", [[Equations stay the same however often a function is traced: what is left over from last
      time?]]},
    {on = "case:sum-before", "y of this round is the carry of the last: copy y out before the carry is replaced."},
    {on = "case:wraps", "Overflow of an int is undefined in C; of a uint32_t it wraps."},
    {on = "case:needed-late", "A donated argument may be overwritten after its last use, not before."},
    {on = "gate:chain-cells", "When may a pointwise result lie where its operand lay?"},
    {on = "gate:donated-cells", "The last use of a donated argument frees its cells, or hands them on."},
    {on = "call:compile", "Every result, constant and argument lies between 0 and cells."},
    {on = "call:program", "`ridge test` names the result; compile the text by hand, with F and I as lab.h says."},
    {on = "gate:warm", "Is something in the key that changes from call to call?"},
    {on = "call:jit", "Compare what flatten() gives; names and kinds belong to the structure, and weak to the type."},
    {on = "call:warm", "Nothing but the cache is asked here."},
    {on = "bench:bits", "A loop over counters without branches and calls becomes vectors."},
    {on = "bench:trace", "What do you clear or copy for each operation?"},
    {on = "bench:warm", "Compare the function and the number of leaves before anything else."},
    {after = 3, "Begin with keys and trees, which need nothing else; then promote, apply, trace, print."},
  },
}
