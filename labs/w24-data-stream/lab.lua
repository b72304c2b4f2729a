-- w24-data-stream: shards that may be damaged, an order without a list, a loader that resumes anywhere, and workers
-- that die.

local STAGES = {bronze = .35, silver = .65, gold = .90}
local SKIP, FATAL = 0, 1
local NEVER = 1000

local function make(call, fields, more)
  fields.calls = {call}
  for k, v in pairs(more or {}) do fields[k] = v end
  return fields
end
local function cap(records, toks) return (8 + 16*records + records*(2*toks + 4) + 15)//8*8 end
local function crc(id, n, more) return make("crc", {id = id, n = n}, more) end
local function open(id, shards, records, toks, more)
  return make("open", {id = id, sources = 1, shards = shards, records = records, toks = toks, corrupt = 0, damage = 1,
              cap = (more or {}).cap or cap(records, toks)}, more)
end
local function permute(id, n, key, first, count, more)
  return make("permute", {id = id, n = n, key = key, first = first, count = count}, more)
end
local function order(id, shards, positions, window, epoch, more)
  return make("order", {id = id, shards = shards, positions = positions, window = window, epoch = epoch, seed = 77},
    more)
end
local function mixture(id, n, heaviest, first, count, more)
  return make("mix", {id = id, n = n, heaviest = heaviest, first = first, count = count}, more)
end
-- corrupt: one record in so many has a wrong CRC; cut: the step before which the world becomes world2.
local function stream(id, f, more)
  local c = {id = id, sources = f.sources or 2, shards = f.shards or 4, records = f.records or 12, toks = f.toks or 40,
             corrupt = f.corrupt or 0, damage = f.damage or 0, window = f.window or 10, seed = f.seed or 5,
             seq = f.seq or 32, batch = f.batch or 8, world = f.world or 1, cut = f.cut or NEVER,
             world2 = f.world2 or 1, policy = f.policy or SKIP, steps = f.steps or 6, heaviest = f.heaviest or 5}
  c.cap, c.empty = f.cap or cap(c.records, c.toks), f.empty or 0
  return make("stream", c, more)
end
local function feed(id, f, more)
  return make("feed", {id = id, workers = f.workers or 4, from = f.from or 0, ahead = f.ahead or 12,
              jobs = f.jobs or 200,
              ms = f.ms or 8, step = f.step or 3, patience = f.patience or 60, slow = f.slow or 0, dead = f.dead or 0,
              hung = f.hung or 0, stubborn = f.stubborn or 0, stall_most = f.stall_most or 1}, more)
end
local function minhash(id, docs, len, w, K, more)
  return make("minhash", {id = id, docs = docs, len = len, w = w, K = K, seed = 9}, more)
end
local function lsh(id, docs, K, bands, values, room, more)
  return make("lsh", {id = id, docs = docs, K = K, bands = bands, values = values, room = room}, more)
end

local function EDGE(note) return {tags = {"edge"}, note = note} end
local HIDDEN = {hidden = true}
local EIGHT = {sources = 2, shards = 8, records = 64, toks = 400, seq = 512, batch = 16, world = 8, steps = 4}

return lab {
  api = 1, rev = 1, id = "w24-data-stream", title = "Deterministic streaming loader",
  kind = "system", week = 24, part = 3, domain = {"training", "data"},
  seeds = {"S003-W24", "S003-W24-C1", "S003-W24-C2", "S003-W24-C3", "S003-W24-C5", "S003-W24-C6", "S003-W24-C7",
           "S003-W24-HO", "S003-DN-dataPipe", "S003-DE-14"},
  requires = {"w03-txmath"}, suggests = {"c03-numa-pages-io"},
  hours = {read = 11, lab = 4},
  durable = {"An order that is arithmetic needs no list, no state and no agreement",
             "Who knows lengths can pass what others read: sharding by rank is skipping, not splitting",
             [[A worker that is late and a worker that is dead look the same: ask another one, and take each
               answer once]],
             "A rule for bad data must not move good data"},
  ephemeral = {{"Rates of decoders and of file systems", as_of = "2026-11"}},
  readings = {
    {"mds", hours = 3, look_for = [[what makes its order elastic: which of seed, epoch, number of nodes and number of
      workers it depends on, and what is in a checkpoint]]},
    {"dali", hours = 2, look_for = [[which step of a picture's way is moved to the GPU, and what remains on the CPU]]},
    {"chinchilla", hours = 4, look_for = [[appendix A: what data and how many epochs of each source]]},
    {"llama1", hours = 2, look_for = [[table 1: weights, epochs and sizes of the mixture; which source is seen more than
      once?]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"stream.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  partial = {by = "case", functions = {stream = 3, feed = 2}},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    data = {dtype = "u8", shape = {"n"}, dist = gen.int{lo = 0, hi = 255}},
    sums = {dtype = "u32", shape = {"n + 1"}},
    block = {dtype = "u8", shape = {"n"}, dist = gen.int{lo = 0, hi = 255}},
    sum = {dtype = "u32", shape = {"1"}},
    blob = {dtype = "u8", shape = {"sources", "shards", "cap"}, dist = gen.custom"blob"},
    sizes = {dtype = "i32", shape = {"sources", "shards"}, dist = gen.custom"blob"},
    rc = {dtype = "i32", shape = {"sources", "shards"}},
    opened = {dtype = "i32", shape = {"sources", "shards"}, note = "records"},
    images = {dtype = "i64", shape = {"count"}},
    counts = {dtype = "i32", shape = {"shards"}, dist = gen.custom"counts"},
    where = {dtype = "i32", shape = {"positions", "2"}},
    weights = {dtype = "i32", shape = {"sources"}, dist = gen.custom"weights"},
    weight = {dtype = "i32", shape = {"n"}, dist = gen.custom"weights"},
    source_of = {dtype = "i32", shape = {"count"}},
    index = {dtype = "i64", shape = {"count"}},
    rows = {dtype = "u16", shape = {"steps", "batch", "seq"}},
    bad_count = {dtype = "i32", shape = {"steps"}},
    names = {dtype = "i32", shape = {"steps", "3"}},
    flags = {dtype = "i32", shape = {"5"}},
    ms = {dtype = "f64", shape = {"jobs"}, dist = gen.custom"ms"},
    dies = {dtype = "i32", shape = {"workers"}, dist = gen.custom"fate"},
    hangs = {dtype = "i32", shape = {"workers"}, dist = gen.custom"fate"},
    order = {dtype = "i64", shape = {"jobs"}},
    result = {dtype = "i32", shape = {"3"}},
    times = {dtype = "f64", shape = {"2"}},
    docs_tokens = {dtype = "u16", shape = {"docs", "len"}, dist = gen.custom"docs"},
    lengths = {dtype = "i32", shape = {"docs"}, dist = gen.custom"docs"},
    signature = {dtype = "u32", shape = {"docs", "K"}},
    sig = {dtype = "u32", shape = {"docs", "K"}, dist = gen.custom"sig"},
    pairs = {dtype = "i32", shape = {"room", "2"}},
    pair_count = {dtype = "i64", shape = {"1"}},
  },

  calls = {
    crc = call{harness = true, asks = {fn = "crc32_of"},
               args = {input"data", output"sums"}, verify = "crc", title = "a checksum"},
    crc_long = call{harness = true, asks = {fn = "crc32_of"},
                    args = {i32"n", input"block", output"sum"}, verify = "crc_long",
                    title = "a long checksum"},
    open = call{harness = true, asks = {fn = "shard_open"},
                args = {i32"sources", i32"shards", i64"cap", input"blob", input"sizes", output"rc",
                output"opened"}, verify = "open", title = "shards, whole and damaged"},
    permute = call{harness = true, args = {i64"key", i64"n", i64"first", output"images"}, verify = "permute",
                   title = "a permutation without a table"},
    order = call{harness = true, asks = {fn = "stream_at"},
                 args = {i32"shards", i64"window", i64"seed", i64"epoch", input"counts", output"where"},
                 verify = "order", title = "the order of an epoch"},
    mix = call{harness = true, asks = {fn = "mix_at"},
               args = {i64"first", input"weight", output"source_of", output"index"}, verify = "mix",
               title = "a mixture"},
    stream = call{harness = true, args = {i32"sources", i32"shards", i64"cap", i64"window", i64"seed", i32"seq",
                  i32"batch", i32"world", i32"cut", i32"world2", i32"policy", input"blob", input"sizes",
                  input"weights", output"rows", output"bad_count", output"names", output"flags"}, verify = "stream",
                  title = "the loader, rank by rank"},
    feed = call{harness = true, args = {i32"workers", i64"from", i64"ahead", f64"step", f64"patience", i64"stubborn",
                input"ms", input"dies", input"hangs", output"order", output"result", output"times"}, verify = "feed",
                title = "workers that die and hang"},
    minhash = call{harness = true, asks = {fn = "minhash_sig"},
                   args = {i32"docs", i32"len", i32"w", i32"K", i64"seed", input"docs_tokens",
                   input"lengths", output"signature"}, verify = "minhash", title = "signatures"},
    lsh = call{harness = true, asks = {fn = "lsh_pairs"},
               args = {i32"docs", i32"K", i32"bands", i64"room", input"sig", output"pairs",
               output"pair_count"}, verify = "lsh", title = "candidates"},
  },

  cases = {
    crc("no-bytes", 0, EDGE("the CRC of nothing is 0")),
    crc("each-beginning", 70),
    crc("hidden-crc", gen.pick{33, 100, 129}, HIDDEN),
    make("crc_long", {id = "page", n = 4096}),
    make("crc_long", {id = "hidden-block", n = gen.pick{1000, 3333}}, HIDDEN),
    open("damaged", 30, 9, 12, EDGE("each kind of damage twice: cut, other magic, wild offsets and lengths")),
    open("tiny", 15, 1, 3, EDGE("one record or none")),
    open("hidden-open", 30, gen.pick{5, 7}, gen.pick{4, 9}, {hidden = true, cap = 400}),
    permute("one", 1, 3, 0, 1, EDGE("n = 1")),
    permute("two", 2, 3, 0, 2, EDGE()),
    permute("sixteen", 16, 12345, 0, 16, EDGE("a power of 4")),
    permute("seventeen", 17, 12345, 0, 17, EDGE("one more: most images are out of range at first")),
    permute("large", 2^40, 99, 2^39, 50, EDGE("n = 2^40: nobody has that list")),
    permute("hidden-permute", gen.pick{100, 1000, 65}, gen.pick{1, 22, 333}, 0, 60, HIDDEN),
    order("one-shard", 1, 20, 5, 0, EDGE()),
    order("window-of-one", 6, 40, 1, 0, EDGE("only shards are shuffled")),
    order("window-of-all", 6, 40, 1000, 3, EDGE()),
    order("no-window", 6, 40, 2^40, 2^33 + 3, EDGE("a window and an epoch beyond 32 bits")),
    order("last-window", 9, 101, 16, 1, EDGE("the last window is shorter")),
    order("hidden-order", gen.pick{3, 8}, gen.pick{50, 77}, gen.pick{7, 13}, gen.pick{2, 5}, HIDDEN),
    mixture("alone", 1, 3, 0, 5, EDGE("one source")),
    mixture("some", 5, 9, 0, 120, EDGE("one weight is 0")),
    mixture("far", 6, 20, 12345678901, 80, EDGE("document twelve billion")),
    mixture("hidden-mix", gen.pick{2, 4, 9}, gen.pick{3, 30}, gen.pick{0, 777}, 90, HIDDEN),
    stream("one-rank", {}),
    stream("eight-ranks", {world = 8}),
    stream("short-documents", {toks = 3, seq = 16, steps = 8, world = 4},
           EDGE("many documents in a row, some are empty")),
    stream("long-documents", {toks = 400, seq = 16, steps = 12, world = 2}, EDGE("a document over several steps")),
    stream("many-epochs", {records = 3, shards = 2, steps = 20, world = 2}, EDGE("each source is gone through often")),
    stream("eight-to-two", {world = 8, cut = 3, world2 = 2}),
    stream("one-to-four", {world = 1, cut = 1, world2 = 4, steps = 5}),
    stream("before-the-first", {world = 2, cut = 0, world2 = 8}, EDGE("saved at step 0")),
    stream("damaged-shards", {damage = 1, shards = 11, records = 5, world = 2, steps = 8},
           EDGE("what does not open has no records")),
    stream("corrupt-skipped", {corrupt = 4, world = 4, cut = 4, world2 = 2, steps = 9},
           EDGE("PAD, counted once, the others' rows unmoved")),
    stream("corrupt-fatal", {corrupt = 30, policy = FATAL, world = 2, steps = 12, cut = 1, world2 = 4},
           EDGE("named, nothing consumed")),
    stream("corrupt-fatal-ranks", {corrupt = 3, toks = 14, seq = 4, policy = FATAL, world = 8, steps = 20},
           EDGE("ranks of four tokens: who has of a bad record, or its EOS, fails; nobody else does")),
    stream("weightless", {sources = 4, steps = 4, world = 2, cut = 2, world2 = 1},
           EDGE("a source without a weight may have no record")),
    stream("epochs-back", {records = 3, shards = 2, steps = 8, world = 1, cut = 2, world2 = 2},
           EDGE("whoever takes the state has gone on for some epochs")),
    stream("nothing-there", {records = 0, empty = 1, cap = 64},
           EDGE("a source with a weight has no record")),
    stream("hidden-stream", {records = gen.pick{6, 9}, toks = gen.pick{5, 60}, window = gen.pick{4, 11},
           seed = gen.pick{3, 8, 21}, corrupt = gen.pick{0, 6}, world = gen.pick{2, 4}, cut = gen.pick{2, 3},
           world2 = gen.pick{1, 8}, cap = 1600}, HIDDEN),
    feed("one-worker", {workers = 1, jobs = 20, ahead = 4}, EDGE("one after the other")),
    feed("one-ahead", {workers = 4, jobs = 30, ahead = 1}, EDGE("one batch is all the memory")),
    feed("starts-later", {from = 5000, jobs = 50}, EDGE()),
    feed("one-dies", {workers = 4, dead = 1, jobs = 80}),
    feed("one-hangs", {workers = 4, hung = 1, jobs = 80}, EDGE("late, and never comes back")),
    feed("slow-ones", {workers = 6, slow = 9, jobs = 90, patience = 40, ahead = 30},
         EDGE("late, but comes back: its job is done twice and delivered once")),
    feed("late-alone", {workers = 1, slow = 5, jobs = 20, patience = 40},
         EDGE("the only worker is late, and comes back")),
    feed("stubborn", {workers = 5, stubborn = 3, jobs = 60}, EDGE("one job hangs three workers, the fourth does it")),
    feed("dies-and-hangs", {workers = 6, dead = 2, hung = 2, jobs = 120}),
    feed("all-die", {workers = 3, dead = 3, jobs = 60}, EDGE("-1")),
    feed("none-comes-back", {workers = 3, dead = 1, hung = 2, jobs = 60}, EDGE("-1")),
    feed("hidden-feed", {workers = gen.pick{5, 8}, dead = gen.pick{1, 2}, hung = gen.pick{1, 2}, jobs = gen.pick{70,
      130},
         slow = gen.pick{0, 7}}, HIDDEN),
    feed("sized", {workers = 4, step = 3, jobs = 1000, ahead = 16, stall_most = .01}, {tags = {"gate"},
         note = "8 ms a job, 3 ms a step: 2.7 workers, four are there"}),
    feed("sized-and-dies", {workers = 5, dead = 1, step = 3, jobs = 1000, ahead = 20, stall_most = .01},
         EDGE("still enough when one has died")),
    minhash("short", 8, 6, 3, 4, EDGE("documents shorter than w")),
    minhash("many-values", 3, 20, 2, 300, EDGE("a signature of 300 values")),
    minhash("pairs", 14, 60, 5, 20),
    minhash("hidden-minhash", gen.pick{7, 9}, gen.pick{30, 50}, gen.pick{2, 4}, gen.pick{8, 12}, HIDDEN),
    lsh("no-documents", 0, 4, 2, 3, 4, EDGE()),
    lsh("few", 12, 6, 3, 2, 60),
    lsh("no-room", 30, 6, 3, 3, 5, EDGE("more pairs than room")),
    lsh("one-band", 40, 4, 1, 2, 300, EDGE("bands = 1: all values")),
    lsh("hidden-lsh", gen.pick{20, 33}, 12, gen.pick{2, 3, 6}, gen.pick{2, 4}, 400, HIDDEN),
    lsh("two-thousand", 1200, 20, 4, 40, 64, {tags = {"gate"}}),
    stream("rank-of-eight", EIGHT, {tags = {"gate"}}),
    stream("tokens", {sources = 2, shards = 8, records = 64, toks = 1000, seq = 2048, batch = 32, world = 1, steps =
      16},
           {tags = {"bench"}}),
    make("crc_long", {id = "megabytes", n = 2^22}, {tags = {"bench"}}),
  },

  counters = {stall_permille = "of its time, in thousandths, the consumer waits", submits = "jobs given to workers"},
  gates = {
    gate{id = "own-documents", call = "stream", case = "rank-of-eight", counter = "c_bytes", op = "<=",
         value = "steps*batch*seq*40", on = "cpu",
         why = "the eight ranks together read each token about once, not eight times"},
    gate{id = "by-bands", call = "lsh", case = "two-thousand", counter = "c_loads", op = "<=", value = "docs*K*20",
         on = "cpu", why = "only documents that share a band are compared"},
    gate{id = "no-waiting", call = "feed", case = "sized", counter = "stall_permille", op = "<=", value = 10, on =
      "cpu",
         why = "with workers to spare the consumer never waits"},
  },

  bench = {
    bench{id = "tokens", call = "stream", case = "tokens", clock = "cpu", stages = STAGES, items = "steps*batch*seq",
          item = "tok", why = "all that a loader of tokens costs"},
    bench{id = "crc", call = "crc_long", case = "megabytes", clock = "cpu", stages = STAGES, bytes = "n",
          title = "the checksum", why = "it is most of the loader's time"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "f.workers", rtol = .01,
            ask = [[Pictures take {{= f.decode*1e3}} ms each to decode; {{= n(f.images)}} a second are wanted.
              How many workers?]],
            worked = "{{= n(f.images*f.decode, 2)}}, so {{= f.workers}}: the smallest number not below."},
    predict{id = "bytes", axis = "bytes", unit = "kB/s", answer = "2*f.rate/1e3", rtol = .02,
            ask = [[A 7B model at {{= pct(f.mfu, 0)}} utilisation of one H200 (6 FLOP a parameter and token):
              bytes a second of u16 tokens?]],
            worked = "{{= n(f.rate)}} tokens/s of 2 B: {{= n(2*f.rate/1e3, 1)}} kB/s."},
    predict{id = "intensity", axis = "intensity", unit = "1", answer = "2", rtol = .01,
            ask = "How often must a loader touch each byte of text at least, checksum included?",
            worked = "Once for the CRC, once for the copy; with DMA of the copy, once."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "1", rtol = .01,
            ask = "How many ranks have to agree before one of them can say which sample comes next?",
            worked = "None but itself: the order is a function of the seed and the number of the step."},
    predict{id = "failure", axis = "failure",
            choices = {"the disk is full", "samples are seen twice or never after a restart",
              "the CRC is wrong too often"},
            answer = "samples are seen twice or never after a restart",
            ask = "What goes wrong silently in most loaders?"},
  },

  facts = function(hw, models)
    local f = {decode = 8e-3, images = 1024, mfu = .4, params = 7e9, flops = hw.h200.bf16 + 0.0,
               photo = 110e3, photos = 2500, corpus = 1.4e12, b = 20, r = 5,
               bronze = STAGES.bronze, silver = STAGES.silver, gold = STAGES.gold, state = 128}
    f.workers = math.ceil(f.images*f.decode)
    f.rate = f.mfu*f.flops/(6*f.params)
    f.dup = function(J, b, r) return 1 - (1 - J^r)^b end
    f.threshold = (1/f.b)^(1/f.r)
    f.epoch = {docs = 5e9, bytes = 8}
    return f
  end,

  questions = {
    q.num{id = "workers", unit = "1", rtol = 0, seed = "S003-W24-C1",
      ask = [[Decoding a sample takes {{= p.ms}} ms on one worker. How many workers at least for {{= n(p.rate)}}
        samples a second?]],
      vary = {ms = {6, 11, 25}, rate = {730, 1510}},
      answer = function(_, p) return math.ceil(p.ms*p.rate/1000) end,
      wrong = {{value = function(_, p) return math.floor(p.ms*p.rate/1000) end,
        hint = "Rounded down they are too slow."}},
      worked = [[{{= p.ms}} ms · {{= n(p.rate)}}/s = {{= n(p.ms*p.rate/1000, 2)}}, rounded up.]]},
    q.num{id = "skip", unit = "s", rtol = .01, seed = "S003-W24-C2",
      ask = [[A loader resumes by reading and throwing away what was seen. It reads {{= n(p.rate)}} tokens a
        second, and the run stood at {{= n(p.at)}} million tokens. How long does a restart take?]],
      vary = {rate = {200000, 500000}, at = {3000, 8000, 90000}},
      answer = function(_, p) return p.at*1e6/p.rate end,
      wrong = {{value = function(_, p) return p.at*1e3/p.rate end, hint = "Millions, not thousands."}},
      worked = [[{{= n(p.at*1e6)}} / {{= n(p.rate)}} = {{= n(p.at*1e6/p.rate, 0)}} s, and longer with every restart.]]},
    q.num{id = "list", unit = "GB", rtol = .01, seed = "S003-W24-C2",
      ask = [[{{= p.docs}} billion documents, whose order is a shuffled list of 8-byte numbers, in the memory of each of
        {{= p.procs}} processes of a node. How many GB of the node's memory?]],
      vary = {docs = {2, 5}, procs = {8, 64}},
      answer = function(_, p) return p.docs*8*p.procs end,
      wrong = {{value = function(_, p) return p.docs*8 end, hint = "Each process has its own."},
               {value = function(_, p) return p.docs*8*p.procs*1e9/2^30 end, hint = "GB, not GiB."}},
      worked = [[{{= p.docs}}·10⁹ · 8 B · {{= p.procs}}. A permutation by arithmetic needs none.]]},
    q.num{id = "dup", unit = "%", rtol = .01, seed = "S003-W24-C6",
      ask = [[MinHash with {{= p.b}} bands of {{= p.r}} values. Two documents have a Jaccard similarity of
        {{= p.J}}. With which probability, in per cent, do they become a candidate pair?]],
      vary = {b = {10, 25}, r = {4, 6}, J = {.5, .7}},
      answer = function(f, p) return 100*f.dup(p.J, p.b, p.r) end,
      wrong = {{value = function(_, p) return 100*p.J^p.r end, hint = "That is one band. There are several."},
               {value = function(f, p) return 100*f.dup(p.J, p.r, p.b) end, hint = "r is the length of a band."}},
      worked = [[1 − (1 − {{= p.J}}^{{= p.r}})^{{= p.b}} = {{= n(f.dup(p.J, p.b, p.r), 4)}}.]]},
    q.num{id = "threshold", unit = "1", rtol = .01, seed = "S003-W24-C6",
      ask = "At which similarity does the curve of {{= p.b}} bands of {{= p.r}} rise, by (1/b)^(1/r)?",
      vary = {b = {10, 32, 50}, r = {4, 8}},
      answer = function(_, p) return (1/p.b)^(1/p.r) end,
      wrong = {{value = function(_, p) return (1/p.r)^(1/p.b) end, hint = "b and r are exchanged."}},
      worked = "(1/{{= p.b}})^(1/{{= p.r}}) = {{= n((1/p.b)^(1/p.r), 3)}}."},
    q.num{id = "walk", unit = "1", rtol = .02, seed = "S003-W24-C2",
      ask = [[permute() on n = {{= n(p.n)}}: by how many passes through the four rounds does an index go on
        average, if the images are like random ones?]],
      vary = {n = {17, 300, 5000}},
      answer = function(_, p)
        local b = 1
        while 4^b < p.n do b = b + 1 end
        return 4^b/p.n
      end,
      wrong = {{value = function() return 1 end, hint = "An image of n or more goes through once more."}},
      worked = [[The rounds permute 4^b numbers, of which n are wanted: 4^b/n passes. At worst nearly 4.]]},
    q.num{id = "epochs", unit = "1", rtol = .01, seed = "S003-W24-C5",
      ask = [[A source has {{= p.has}} billion tokens and a weight of {{= p.w}} %. The run trains on
        {{= n(p.run)}} billion tokens. How many epochs of this source?]],
      vary = {has = {20, 60}, w = {4.5, 2}, run = {1000, 2000}},
      answer = function(_, p) return p.run*p.w/100/p.has end,
      wrong = {{value = function(_, p) return p.run/p.has end, hint = "Only its share of the run comes from it."}},
      worked = [[{{= n(p.run)}} · {{= p.w}} % / {{= p.has}} = {{= n(p.run*p.w/100/p.has, 2)}}.]]},
    q.num{id = "pictures", unit = "MB/s", rtol = .01, seed = "S003-W24-C1",
      ask = "{{= n(p.img)}} pictures a second of {{= p.kB}} kB: at which rate must they be read?",
      vary = {img = {1200, 3000}, kB = {80, 150}},
      answer = function(_, p) return p.img*p.kB/1000 end,
      wrong = {{value = function(_, p) return p.img*p.kB*1000/2^20 end, hint = "MB, not MiB."}},
      worked = "{{= n(p.img)}} · {{= p.kB}} kB = {{= n(p.img*p.kB/1000)}} MB/s: thousands of times what text needs."},
    q.choice{id = "per-rank", seed = "S003-W24-C2",
      ask = "Each rank shuffles its own part of the data with a seed of its own. What breaks first?",
      options = {"Speed", [[The same run on another number of ranks sees another order]],
        "Samples are seen twice in an epoch"},
      answer = 2,
      worked = [[Parts and seeds depend on the number of ranks, so a restart on fewer of them is another
        experiment, and which samples of the epoch were seen nobody can say.]]},
    q.choice{id = "bad-record", seed = "S003-W24-C7",
      ask = "Why does a bad record keep its length in this loader?",
      options = {"To save memory", "So that a rank that does not read it knows where the next one begins",
                 "Because PAD is cheaper than EOS"}, answer = 2,
      worked = [[If it vanished, everybody's rows behind it would move, and only who has computed its CRC would
        know. Then every rank has to read everything.]]},
    q.multi{id = "state", seed = "S003-W24-C2",
      ask = "What has to be in the loader's part of a checkpoint here?",
      options = {"The document and the token at which the next step begins", "The rank", "A sign of the configuration",
                 "The shuffled order"}, answer = {1, 3},
      worked = "The rank would make it differ between ranks; the order is computed."},
    q.text{id = "elastic", min_words = 40, seed = "S003-W24-HO",
      ask = [[A run of 8 ranks lost one of them and goes on with 7, at the same global batch. Say what has to be
        decided, what in this lab's contract forbids it, and which two ways out there are.]],
      rubric = {"batch must be a multiple of world: 8 rows on 7 ranks do not divide",
                "another batch (and learning rate), or uneven rows with gradients weighted by rows",
                "the order of the samples stays the same in both; only who has which changes"}},
  },

  hints = {
    {on = "build", match = {"implicit declaration", "undeclared", "unknown type name", "incomplete type"},
     "struct loader is yours to define in stream.c; lab.h only names it."},
    {on = "sanitize", [[A size out of a damaged file reached a pointer: compare in 64 bits, before you look
      there. And a shard with 0 records has no entries.]]},
    {on = "gate:own-documents", [[Pass the other ranks' rows by the lengths in the index; compute the CRC only
      of documents of which you copy something.]]},
    {on = "gate:by-bands", "Sort or hash the documents by each band, and compare only neighbours with the same key."},
    {on = "gate:no-waiting", "Give work to every idle worker after every event, also after TAKEN: there is room then."},
    {on = "bench:tokens", "The CRC is nearly all of it. One memcpy a document and row for the tokens."},
    {on = "bench:crc", [[Eight tables: the CRC of eight bytes is the xor of eight look-ups, of which none waits for the
      other.]]},
    {on = "case:seventeen", [[4^2 is 16: b = 3 for 17. And an image of n or more goes through the rounds again,
      not modulo n.]]},
    {on = "case:last-window", "The last window has n - v*window records, and is permuted among so many."},
    {on = "case:far", "Whole rounds of M documents have exactly weight[i] of each source: divide, do not count."},
    {on = "case:corrupt-skipped", [[A bad document is counted by whoever has its EOS, once; PAD goes over its own length
      only.]]},
    {on = "case:corrupt-fatal", [[Look before you consume: nothing of the loader may have moved when you return
      the error.]]},
    {on = "case:corrupt-fatal-ranks", [[A record that began two ranks ago, or of which only the EOS is yours, is
      yours to fail by. Who has nothing of it goes on.]]},
    {on = "case:stubborn", "A late job may be late again with the next worker: each LATE gives it back."},
    {on = "case:late-alone", "Late is not dead: as long as an event can come, it is not over."},
    {on = "case:before-the-first", "A state at step 0 is a state like any other."},
    {on = "case:slow-ones", [[A late job that comes back twice: the second DONE makes its worker idle, and that
      is all.]]},
    {on = "case:all-die", "POOL_NONE: nothing will ever happen again. Return -1."},
    {on = "case:no-room", "Return how many there are, store the first `room`."},
    {on = "call:crc", "Start with all ones, end inverted; the polynomial 0xedb88320 goes in from the low bit."},
    {on = "call:crc_long", "The same as the short one. What is left over behind whole groups of eight?"},
    {on = "call:open", [[In this order: eight bytes, magic, whole index, and for each entry first its place,
      then its end. A refused shard has 0 records.]]},
    {on = "call:permute", "key + k + 1 + (r << 8) with k from 0; the mask after the mixing."},
    {on = "call:order", [[Shards by permute(key, ...), windows over their concatenation by permute(mix64(key + v
      + 1), ...).]]},
    {on = "call:mix", "The largest weight[i]*(g+1) - M*count[i]; the first one of equals."},
    {on = "call:stream", [[Every rank walks through the whole text by lengths, and copies only its rows. The
      place behind the last row of the step is the same for all, and is the state.]]},
    {on = "call:feed", [[Four events: DONE frees its worker, DIED and LATE give their job back, TAKEN makes
      room. After each: deliver what is next, then give work.]]},
    {on = "call:minhash", "n - w + 1 runs; the hash of a run begins with w."},
    {on = "call:lsh", "Any band that agrees will do. Documents without a run are in no pair."},
  },
}
