-- g12-distrust: ten exhibits as an assistant writes them; tests that find what is wrong, and nothing else; patches.

local STAGES = {bronze = .70, silver = .85, gold = .95}
local NAMES = {"softmax", "matmul", "verify", "offset", "moments", "pages", "block-sum", "columns", "all-reduce",
               "all-gather"}
local UNSEEN = {4, 5, 5, 5, 4, 5, 5, 4, 5, 4}   -- faulty versions that nobody is shown; two right ones each
local TWINS = 2
local FAULTY = 0
for _, n in ipairs(UNSEEN) do FAULTY = FAULTY + n end
local ALPHA_NS, BETA = 1000, 1e9

-- Every call is one of ranks; most have one rank.
local function of(calls, id, more)
  local c = {id = id, P = 1, calls = calls, alpha_ns = ALPHA_NS, beta_Bps = BETA}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
local function EDGE(more)
  more.tags = {"edge"}
  return more
end

local cases, gates = {}, {}
local function add(c) cases[#cases + 1] = c end

for k, name in ipairs(NAMES) do
  add(of({"tests"}, name .. "-shown", {first = k - 1, last = k - 1, shown = 1, rows = 4}))
end
for k, name in ipairs(NAMES) do
  add(of({"tests"}, name .. "-unseen", {first = k - 1, last = k - 1, shown = 0, rows = 2*(2 + UNSEEN[k] + TWINS)}))
  gates[#gates + 1] = gate{id = name .. "-kills", call = "tests", case = name .. "-unseen", counter = "missed",
    op = "<=", value = 1, on = "ranks", why = "a test finds the mistakes that were not shown, all but one at most"}
end
gates[#gates + 1] = gate{id = "kills", call = "tests", case = "all-unseen", counter = "killed", op = ">=",
  value = math.ceil(.8*FAULTY), on = "ranks", why = "at least eight of ten faulty versions are found"}
gates[#gates + 1] = gate{id = "sum-sectors", call = "block_sum", case = "cuda-gate", counter = "g_ld_spr", op = "<=",
  value = 4.5, why = "neighbouring lanes load neighbouring elements"}
gates[#gates + 1] = gate{id = "columns-sectors", call = "columns", case = "cuda-gate", counter = "g_ld_spr", op = "<=",
  value = 4, why = "neighbouring lanes have neighbouring columns"}
gates[#gates + 1] = gate{id = "columns-bytes", call = "columns", case = "cuda-gate", counter = "g_ld_sec", op = "<=",
  value = "1.02*n*width/8", why = "each element is loaded once"}

add(of({"tests"}, "all-unseen", {first = 0, last = 9, shown = 0, rows = 2*(20 + FAULTY + 10*TWINS),
       tags = {"gate", "bench"}, note = FAULTY .. " faulty versions and " .. 10*TWINS .. " right ones"}))
add(of({"locate"}, "findings", {rows = 10}))

add(of({"softmax"}, "rows", {R = 5, n = 33, shift = 0, spread = 4}))
add(of({"softmax"}, "one", EDGE{R = 3, n = 1, shift = -9, spread = 4}))
add(of({"softmax"}, "far-below", EDGE{R = 4, n = 100, shift = -5000, spread = 20}))
add(of({"matmul"}, "ragged", EDGE{M = 20, N = 37, K = 9, pad = 3}))
add(of({"matmul"}, "square", {M = 32, N = 32, K = 32, pad = 0}))
add(of({"matmul"}, "wide", {M = 3, N = 45, K = 17, pad = 1}))
add(of({"matmul"}, "no-terms", EDGE{M = 5, N = 6, K = 0, pad = 2}))
add(of({"verify"}, "distributions", {rows = 8, V = 6}))
add(of({"verify"}, "two-tokens", EDGE{rows = 6, V = 2}))
add(of({"verify"}, "one-token", EDGE{rows = 1, V = 1}))
add(of({"offset"}, "small", {rows = 40, bits = 24}))
add(of({"offset"}, "large", EDGE{rows = 300, bits = 61}))
add(of({"moments"}, "centred", {R = 4, n = 1003, shift = 0, spread = 1}))
add(of({"moments"}, "far-from-zero", EDGE{R = 4, n = 777, shift = 900, spread = 1.7}))
add(of({"moments"}, "constant", EDGE{R = 3, n = 50, shift = 10, spread = 0}))
add(of({"moments"}, "million", EDGE{R = 1, n = 2^20, shift = 500, spread = 1}))
add(of({"pages"}, "few-pages", EDGE{steps = 500, pages = 3, sequences = 7}))
add(of({"pages"}, "many-owners", {steps = 2000, pages = 20, sequences = 12}))
local function sum(id, threads, n, more)
  more = more or {}
  more.n, more.threads, more.blocks = n, threads, math.max(1, (n + 4*threads - 1)//(4*threads))
  more.width, more.wblocks = more.width or 1, 1
  more.shift, more.spread = 1, .5
  return of({"cuda", "block_sum"}, id, more)
end
local function table_(id, n, width, more)
  more = more or {}
  more.n, more.width, more.wblocks, more.threads, more.blocks = n, width, (width + 63)//64, 32, 1
  more.shift, more.spread = 1, .5
  return of({"cuda", "columns"}, id, more)
end
add(sum("sum-ragged", 96, 1001, {tags = {"edge"}}))
add(sum("sum-none", 32, 0, {tags = {"edge"}}))
add(sum("sum-large", 256, 5000))
add(table_("columns-ragged", 13, 100, {tags = {"edge"}}))
add(table_("columns-one", 1, 1, {tags = {"edge"}}))
add(table_("columns-wide", 64, 256))
local gated = sum("cuda-gate", 256, 8192, {width = 256, tags = {"gate"}})
gated.calls, gated.wblocks = {"cuda", "block_sum", "columns"}, 4
add(gated)
for _, P in ipairs({1, 2, 3, 5, 8, 13}) do
  local more = {P = P, n = 1501, orders = P == 3 and 20 or 1}
  if P == 1 then more.tags = {"edge"} end
  add(of({"all_reduce", "all_gather"}, "ranks-" .. P, more))
end
add(of({"all_reduce", "all_gather"}, "nothing", EDGE{P = 3, n = 0}))
add(of({"tests", "locate", "softmax", "matmul", "verify", "offset", "moments", "pages", "cuda", "block_sum", "columns",
        "all_reduce", "all_gather"}, "hidden",
       {hidden = true, first = 0, last = 9, shown = 0, rows = 2*(20 + FAULTY + 10*TWINS), R = 3,
        n = gen.pick{65, 130, 515}, shift = gen.pick{3, 40}, spread = 2, M = gen.pick{18, 33}, N = gen.pick{21, 43},
        K = gen.pick{5, 19}, pad = 2, V = gen.pick{3, 7}, bits = gen.pick{40, 60}, steps = 400, pages = gen.pick{4, 9},
        sequences = 8, threads = gen.pick{160, 224}, blocks = 1, width = gen.pick{33, 61}, wblocks = 1}))

return lab {
  api = 1, rev = 1, id = "g12-distrust", title = "Reviewing generated kernels and collectives",
  kind = "review", domain = {"method", "cuda", "collectives"},
  seeds = {"S002-8", "S002-8-1", "S002-8-2", "S002-8-3"},
  requires = {"w18-bottleneck", "w20-ring-allreduce"}, suggests = {"w05b-specdec", "w06-paged-kv"},
  hours = {read = 1, lab = 4},
  durable = {"A test is worth the mistakes it finds less the right work it refuses; both can be counted",
             "Right values on one order and one size are one property of many: races, sectors, ranks, tails are others",
             "The tolerance comes from the contract, never from the code that is to be judged"},
  ephemeral = {{"Which mistakes language models make in kernels", as_of = "2026-11"}},
  readings = {
    {"nccldebug", hours = .4, look_for = "which failures show on no machine with two GPUs"},
    {"specdec", hours = .3, look_for = [[the proof in the appendix: where is the residual divided by what is left of
      it?]]},
    {"paged", hours = .3, look_for = "copy-on-write: what is counted for each block, and when is a block copied?"},
  },

  lang = "c", backends = {"ranks"},
  edit = {"review.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  partial = {by = "case", functions = {tests = 6, locate = 2}},
  limits = {wall_s = 40, mem_MiB = 512, threads = 1},

  buffers = {
    asked = {dtype = "i32", shape = {"rows", 2}, dist = gen.custom"asked", note = "exhibit and version, in any order"},
    said = {dtype = "i32", shape = {"rows"}},
    exhibits = {dtype = "i32", shape = {10}, dist = gen.custom"exhibits"},
    found = {dtype = "i64", shape = {10, 3}},
    x = {dtype = "f32", shape = {"R", "n"}, dist = gen.custom"rows"},
    y = {dtype = "f32", shape = {"R", "n"}},
    A = {dtype = "f32", shape = {"M", "K + pad"}, dist = gen.custom"padded"},
    B = {dtype = "f32", shape = {"K", "N + pad"}, dist = gen.custom"padded"},
    C = {dtype = "f32", shape = {"M", "N + pad"}},
    p = {dtype = "f32", shape = {6, "V"}, dist = gen.custom"probs"},
    q = {dtype = "f32", shape = {6, "V"}, dist = gen.custom"probs"},
    given = {dtype = "f64", shape = {6, "V"}},
    at = {dtype = "i32", shape = {"rows", 8}, dist = gen.custom"at"},
    offset = {dtype = "i64", shape = {"rows"}},
    moments = {dtype = "f32", shape = {"R", 2}},
    todo = {dtype = "i32", shape = {"steps", 2}, dist = gen.custom"todo"},
    gave = {dtype = "i32", shape = {"steps"}},
    sum_cu = {dtype = "u8", shape = {16384}}, columns_cu = {dtype = "u8", shape = {16384}},
    line = {dtype = "f32", shape = {"n"}, dist = gen.custom"rows"},
    sums = {dtype = "f32", shape = {"blocks"}},
    table = {dtype = "f32", shape = {"n", "width"}, dist = gen.custom"rows"},
    totals = {dtype = "f32", shape = {"width"}},
    part = {dtype = "f32", shape = {"P", "n"}, split = true, dist = gen.normal{}, note = "what each rank brings"},
    sum = {dtype = "f32", shape = {"P", "n"}, split = true},
    all = {dtype = "f32", shape = {"P", "P*n"}, split = true},
  },
  calls = {
    tests = call{harness = true, args = {i64"rows", input"asked", output"said"}, verify = "tests", title = "the tests"},
    locate = call{harness = true, args = {i64"10", input"exhibits", output"found"}, verify = "locate"},
    softmax = call{harness = true, asks = {fn = "fixed_softmax"},
                   args = {i64"R", i64"n", input"x", output"y"}, oracle = "softmax",
                   tol = tol.rel_l2(1e-4), title = "fixed_softmax"},
    matmul = call{harness = true, asks = {fn = "fixed_matmul"},
                  args = {i64"M", i64"N", i64"K", i64"pad", input"A", input"B", output"C"},
                  oracle = "matmul", tol = tol.dot{"math.max(K, 1)"}, title = "fixed_matmul"},
    verify = call{harness = true, asks = {fn = "fixed_verify"},
                  args = {i64"6", i64"V", input"p", input"q", output"given"}, oracle = "verify",
                  tol = tol.abs(.02), title = "fixed_verify"},
    offset = call{harness = true, asks = {fn = "fixed_offset"},
                  args = {i64"rows", input"at", output"offset"}, verify = "offset",
                  title = "fixed_offset"},
    moments = call{harness = true, asks = {fn = "fixed_moments"},
                   args = {i64"R", i64"n", input"x", output"moments"}, verify = "moments",
                   title = "fixed_moments"},
    pages = call{harness = true, asks = {fn = "fixed_pages"},
                 args = {i64"steps", i64"pages", input"todo", output"gave"}, verify = "pages",
                 title = "fixed_pages"},
    cuda = call{harness = true, args = {output"sum_cu", output"columns_cu"}, verify = "cuda", title = "the CUDA texts"},
    block_sum = call{asks = {fn = "fixed_block_sum"},
                     args = {output"sums", input"line", i64"n"}, oracle = "block_sum", tol = tol.dot{"4*threads"},
                     emitted = {by = "cuda", text = "sum_cu", lang = "cuda"}, grid = {"blocks"}, block = {"threads"},
                     title = "fixed_block_sum on the emulator"},
    columns = call{asks = {fn = "fixed_columns"},
                   args = {output"totals", input"table", i64"n", i64"width"}, oracle = "columns", tol = tol.dot{"n"},
                   emitted = {by = "cuda", text = "columns_cu", lang = "cuda"}, grid = {"wblocks"}, block = {64},
                   title = "fixed_columns on the emulator"},
    all_reduce = call{harness = true, asks = {fn = "fixed_all_reduce"},
                      args = {i64"n", input"part", output"sum"}, oracle = "all_reduce",
                      tol = tol.dot"P", title = "fixed_all_reduce"},
    all_gather = call{harness = true, asks = {fn = "fixed_all_gather"},
                      args = {i64"n", input"part", output"all"}, oracle = "all_gather", tol = tol.exact,
                      title = "fixed_all_gather"},
  },
  cases = cases,
  counters = {missed = "faulty versions that a test lets through", killed = "faulty versions that the tests find",
              per_kill = "faulty versions for each one that is found"},
  gates = gates,
  bench = {
    bench{id = "mutation-score", call = "tests", case = "all-unseen", metric = "fewer:per_kill", stages = STAGES,
          title = "mutation score",
          why = "faulty versions found, less right ones refused, as a part of all: the reference finds all of them"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "f.faulty", rtol = .01,
            ask = [[Ten exhibits, {{= f.versions}} versions that you are not shown, {{= f.twins}} right ones for each
              exhibit. How many are faulty?]],
            worked = "{{= f.versions}} - 10·{{= f.twins}} = {{= f.faulty}}."},
    predict{id = "bytes", axis = "bytes", unit = "B", answer = "32*32", rtol = .01,
            ask = "A warp loads 32 floats that lie 256 B apart. How many bytes move in sectors of 32 B?",
            worked = "32 sectors of 32 B, of which 128 B are used."},
    predict{id = "intensity", axis = "intensity", unit = "1", answer = "8", rtol = .01,
            ask = "How many times more is that than the same 32 floats in a row take?", worked = "32 sectors, not 4."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "3", rtol = .01,
            ask = "What is the least number of ranks at which left and right are two different neighbours?",
            worked = "On two the left neighbour is the right one."},
    predict{id = "failure", axis = "failure",
            choices = {"faults that crash", "faults that are right on every size you tried",
                       "faults that a compiler warns of"}, answer = "faults that are right on every size you tried",
            ask = "Which faults are left in a submission that compiles and passes your smoke test?"},
  },

  facts = function(hw)
    -- naive_killed: what naive.c's tests find of the unseen versions, counted in the case all-unseen, 2026-11
    local f = {naive_killed = 13, bw = hw.h200_m.bw_mean, faulty = FAULTY,
               twins = TWINS, versions = FAULTY + 10*TWINS, bronze = STAGES.bronze,
               silver = STAGES.silver, gold = STAGES.gold, eight = math.ceil(.8*FAULTY),
               uint = 2^32, heads = 8, dims = 128, kv_bytes = 2}
    f.row = f.heads*f.dims
    f.kinds = {{"a kernel whose lanes load rows apart", 1}, {"a ring in which all ranks send before they receive", 2},
               {"a rejected token that is drawn from p again", 3}, {"a tree with a barrier too few", 1},
               {"a sum over ranks that takes pairs for granted", 2},
               {"a block that two sequences share and one of them writes", 3}}
    f.guess = function(n) return .5^n end                   -- a coin for each of n versions
    f.never = function(k, n) return (1 - 1/k)^n end
    f.wrap = function(heads) return f.uint/heads end
    f.accept = function(p, q) return math.min(p, q) + math.min(1 - p, 1 - q) end
    f.shown = function(p, q) return math.min(p, q) + (1 - f.accept(p, q))*p end
    f.score = function(kills, flags, all) return (kills - flags)/all end
    f.cancel = function(bits) return 2^(bits/2) end          -- mean/sd at which E[x²] - m² has no digit left
    f.sectors = function(stride) return math.min(32, math.ceil(32*stride*4/32)) end
    f.tail = function(n, t) return n % t end
    return f
  end,

  questions = {
    q.num{id = "wrap", unit = "1", rtol = 0, seed = "S002-8-1",
      ask = [[A kernel computes (token · {{= p.heads}} + head) in 32 bits without a sign. From which token on is the
        index wrong, for head 0?]],
      vary = {heads = {16, 32, 64, 128}},
      answer = function(f, p) return f.wrap(p.heads) end,
      wrong = {{value = function(f, p) return f.wrap(p.heads)/2 end, hint = "That is an index with a sign."}},
      worked = "2^32/{{= p.heads}} = {{= n(f.wrap(p.heads))}}: right in every test of a workstation."},
    q.num{id = "seen", unit = "%", rtol = .02, seed = "S002-8-1",
      ask = [[A race changes the result in one of {{= n(p.k)}} launches. With which probability do {{= n(p.runs)}}
        launches show it?]],
      vary = {k = {500, 2000, 10000}, runs = {50, 300}},
      answer = function(f, p) return 100*(1 - f.never(p.k, p.runs)) end,
      wrong = {{value = function(f, p) return 100*f.never(p.k, p.runs) end,
                hint = "That is the probability that none does."}},
      worked = "1 - (1 - 1/{{= n(p.k)}})^{{= n(p.runs)}} = {{= pct(1 - f.never(p.k, p.runs), 1)}}."},
    q.num{id = "sectors", unit = "1", rtol = 0, seed = "S002-8-1",
      ask = "Neighbouring lanes of a warp load floats that are {{= p.s}} elements apart. Sectors of 32 B a request?",
      vary = {s = {2, 3, 4, 6, 16}},
      answer = function(f, p) return f.sectors(p.s) end,
      wrong = {{value = function() return 4 end, hint = "That is for neighbours: 32 floats are four sectors."}},
      worked = "{{= p.s}} · 4 B · 32 lanes reach over {{= f.sectors(p.s)}} sectors; there are never more than 32."},
    q.num{id = "bias", unit = "%", rtol = .01, seed = "S002-8-3",
      ask = [[Two tokens. The target gives token 0 the probability {{= p.p}}, the draft {{= p.q}}. After a rejection
        somebody samples from p. How often does token 0 come?]],
      vary = {p = {.1, .3, .4}, q = {.7, .9}},
      answer = function(f, p) return 100*f.shown(p.p, p.q) end,
      wrong = {{value = function(_, p) return 100*p.p end, hint = "That is what ought to come."},
               {value = function(f, p) return 100*(1 - f.accept(p.p, p.q)) end,
                hint = "That is how often it rejects."}},
      worked = [[Accepted as token 0: min(p, q) = {{= p.p}}. Rejected: {{= n(1 - f.accept(p.p, p.q), 2)}}, and of those
        {{= p.p}} from p: {{= pct(f.shown(p.p, p.q), 1)}}.]]},
    q.num{id = "digits", unit = "1", rtol = .15, seed = "S002-8-1",
      ask = [[E[x²] - m² in a format with {{= p.bits}} bits of significand. At about which ratio of mean to standard
        deviation is no digit left?]],
      vary = {bits = {8, 11, 24}},
      answer = function(f, p) return f.cancel(p.bits) end,
      wrong = {{value = function(_, p) return 2^p.bits end, hint = "The squares are subtracted: half of the bits."}},
      worked = "2^({{= p.bits}}/2) = {{= n(f.cancel(p.bits), 0)}}: the squares agree in that many bits."},
    q.num{id = "score", unit = "%", rtol = .005, seed = "S002-8",
      ask = [[A suite finds {{= p.k}} of {{= f.faulty}} faulty versions and refuses {{= p.r}} right ones. Its score
        here?]],
      vary = {k = {40, 43, 45}, r = {1, 3}},
      answer = function(f, p) return 100*f.score(p.k, p.r, f.faulty) end,
      wrong = {{value = function(f, p) return 100*p.k/f.faulty end, hint = "False alarms are taken off."}},
      worked = "({{= p.k}} - {{= p.r}})/{{= f.faulty}} = {{= pct(f.score(p.k, p.r, f.faulty), 1)}}."},
    q.num{id = "guess", unit = "%", rtol = .02, seed = "S002-8",
      ask = [[A test tosses a coin for each version, and remembers nothing. With which probability does it say the
        right thing of all {{= p.n}}, each asked twice?]],
      vary = {n = {2, 3, 4}},
      answer = function(f, p) return 100*f.guess(2*p.n) end,
      wrong = {{value = function(f, p) return 100*f.guess(p.n) end, hint = "Each is asked twice."}},
      worked = "(1/2)^{{= 2*p.n}} = {{= pct(f.guess(2*p.n), 2)}}."},
    q.table{id = "rules", seed = "S002-8", rtol = 0,
      ask = [[Which of the three rules would have found each? 1: no kernel without profile, race check and sizes that
        fit nothing. 2: no collective without its race test. 3: read the paper.
        First: {{= f.kinds[p.a][1] }}. Second: {{= f.kinds[(p.a + 2*p.b) % 6 + 1][1] }}. Third:
        {{= f.kinds[(p.a + 2*p.b + 1) % 6 + 1][1] }}.]],
      vary = {a = {1, 2, 3, 4, 5, 6}, b = {1, 2}},
      rows = {"first", "second", "third"}, columns = {"rule"},
      answer = function(f, p)
        return {{f.kinds[p.a][2]}, {f.kinds[(p.a + 2*p.b) % 6 + 1][2]}, {f.kinds[(p.a + 2*p.b + 1) % 6 + 1][2]}}
      end,
      worked = [[{{= f.kinds[p.a][2] }}, {{= f.kinds[(p.a + 2*p.b) % 6 + 1][2] }} and
        {{= f.kinds[(p.a + 2*p.b + 1) % 6 + 1][2] }}: ask what would have shown it, a counter of one kernel, another
        number of ranks, or a condition that only the proof names.]]},
    q.choice{id = "tolerance", seed = "S002-8-1", answer = 3,
      ask = "Your test refuses a right version. What do you do first?",
      options = {"Double the tolerance until it passes", "Compare with that version's own output",
                 "Derive the error that the contract allows, and see which of the two is wrong"},
      worked = "A tolerance that was found by trying is as wide as the widest fault it has met."},
    q.choice{id = "two-ranks", seed = "S002-8-2", answer = 2,
      ask = "A generated ring passes on two ranks and four. Which number of ranks do you add first?",
      options = {"16: the largest that there is", "3: odd, no power of two, left is not right", "1024"},
      worked = "Three is the least for which none of the usual coincidences holds. One rank comes second."},
    q.multi{id = "silent", seed = "S002-8-1",
      ask = "Which of these can be wrong while every value that was compared is right?",
      options = {"a missing barrier", "a strided load", "a send that waits for its receive, tried with small messages",
                 "a matrix product whose last column is missing"},
      answer = {1, 2, 3},
      worked = "The fourth shows as soon as that column is compared; the others need a counter, or another size."},
    q.text{id = "review", min_words = 60, seed = "S002-8",
      ask = [[Take a piece of code that an assistant has written for you. Say what it promises, which test you wrote
        before you read it, which counter or bound you looked at, and what you found.]],
      rubric = {"the contract in one sentence", "a test with sizes and a tolerance that follows from the contract",
                "a counter or a bound with its value", "what was found, or what the test would have found"}},
  },

  hints = {
    {on = "build", match = {"undefined", "conflicting types"},
     [[review.c defines ten tests, locate(), eight patches and two texts, with the types of lab.h.]]},
    {on = "gate:softmax-kills", [[Rows that rise, rows that fall, rows far above and far below 0, and lengths that are
      no multiple of 4.]]},
    {on = "gate:matmul-kills", "lda, ldb, ldc greater than the rows, C filled before, every remainder of M, N and K."},
    {on = "gate:verify-kills", [[Add up over a grid of u and v, for each drafted token by its q, and compare with p.
      Take p and q that differ much, and more than two tokens.]]},
    {on = "gate:offset-kills", [[One shape for each product that may not fit: tokens, layers times tokens, heads times
      dims.]]},
    {on = "gate:moments-kills", "n = 1, n = 2^20, a mean of many standard deviations, a remainder of 8."},
    {on = "gate:pages-kills", "Keep a model beside the pool. Few pages, three owners, the last page, a full pool."},
    {on = "gate:block-sum-kills", [[Races and sectors stand in struct counts. 96 threads, and an n that is no multiple
      of anything.]]},
    {on = "gate:columns-kills", "Requests, sectors and accesses outside, of loads and of stores."},
    {on = "gate:all-reduce-kills", "P from 1 to 16, n that P does not divide, eager of 0 and of much."},
    {on = "gate:all-gather-kills", "Three ranks, one rank, and messages above eager."},
    {on = "gate:kills", "Each gate above it names an exhibit; the tier after this one says what its test should try."},
    {on = "gate:sum-sectors", "Thread t loads element t of each row of blockDim.x elements."},
    {on = "gate:columns-sectors", "Which column has lane 1, if lane 0 has column 0?"},
    {on = "gate:columns-bytes", "Once from memory, into a register."},
    {on = "call:locate", [[The line is where you would change it. The number comes from running the exhibit: a loop over
      n, P or tokens until it is wrong.]]},
    {on = "call:tests", "Test the contract of lab.h, not the way of the exhibit: what takes another way may be right."},
    {on = "call:block_sum", "The emulator names the line of a race and of an access outside."},
    {on = "call:all_reduce", "Who has no partner needs another way; a message between processes always waits."},
    {on = "call:all_gather", "Somebody has to receive first: ISEND, RECV, WAIT."},
    {on = "bench:mutation-score", "`ridge test` names the exhibits whose versions get through."},
    {on = "correct", "Take one exhibit at a time: run it on a size that you can check by hand."},
  },

  points = {correct = 40, sanitize = 10, profile = 20, perf = 20, answers = 10},
}
