-- w20c-legacy: three kernels that are right and slow, each for another reason: what part II's capstone brings forward.

local HEAD, TAPS, SPAN, WIDEST, BLOCK = 128, 8, 1024, 1024, 256          -- lab.h
local CARD = {T = 4096, H = 8, R = 16384, C = 1024, ch = 4096, L = 4096} -- what the cost card and the lesson speak of
local PLAIN, LARGE, FAR_BELOW, MASKED = 0, 1, 2, 3                       -- kernels/w20c-legacy/oracle.c

local function more(c, extra)
  for k, v in pairs(extra or {}) do c[k] = v end
  return c
end
local function tokens(id, T, H, extra)
  return more({id = id, T = T, H = H, scale = .5, calls = {"append_kv"}}, extra)
end
local function rows(id, R, C, kind, extra)
  return more({id = id, R = R, C = C, kind = kind, calls = {"softmax_rows"}}, extra)
end
local function channels(id, C, L, extra) return more({id = id, C = C, L = L, calls = {"conv1d"}}, extra) end
local EDGE, GATED, TIMED = {tags = {"edge"}}, {tags = {"gate"}}, {tags = {"bench"}}

local function at(call, id, case, counter, op, value, why)
  return gate{id = id, call = call, case = case, counter = counter, op = op, value = value, why = why}
end
local function kept(call)
  return gate{id = call:gsub("_", "-").."-stack", call = call, counter = "stack_B", op = "==", value = 0, on = "cuda",
              why = "what a lane keeps has a register"}
end

return lab {
  api = 1, rev = 1, id = "w20c-legacy", title = "Somebody's slow kernels",
  kind = "kernel", week = 20, part = 2, domain = {"cuda", "profiling"},
  seeds = {"S003-W20-MS"},
  requires = {"w18-bottleneck"}, suggests = {"w13-warp-layernorm"},
  hours = {read = .5, lab = 3},
  durable = {"Read a kernel for what it asks of memory, before you read it for what it computes",
             "Passes that were kernels once become one when what they hand over stays in registers",
             "A thread's own row is nobody's sector",
             "What neighbours need twice is loaded once, and shared"},
  ephemeral = {{"Sectors of 32 bytes, loads of 16", as_of = "2026-11"}},
  readings = {
    {"ncuguide", look_for = [[the section Memory Workload Analysis: in which of its tables would you see each of the
      three faults, before you have read a line of the kernel?]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"legacy.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu"},
  limits = {wall_s = 15, mem_MiB = 2048, threads = 1},
  device = {arch = "sm_90a"},
  partial = "function",

  buffers = {
    k = {dtype = "f32", shape = {"T", "H", HEAD}, dist = gen.normal{}},
    v = {dtype = "f32", shape = {"T", "H", HEAD}, dist = gen.normal{}},
    turn = {dtype = "f32", shape = {"T", HEAD}, dist = gen.custom"turns"},
    slot = {dtype = "i32", shape = {"T"}, dist = gen.custom"slots"},
    kc = {dtype = "f32", shape = {"T", "H", HEAD}},
    vc = {dtype = "f32", shape = {"T", "H", HEAD}},
    x = {dtype = "f32", shape = {"R", "C"}, dist = gen.custom"logits"},
    y = {dtype = "f32", shape = {"R", "C"}},
    u = {dtype = "f32", shape = {"C", "L"}, dist = gen.normal{}},
    w = {dtype = "f32", shape = {"C", TAPS}, dist = gen.normal{}},
    b = {dtype = "f32", shape = {"C"}, dist = gen.normal{}},
    z = {dtype = "f32", shape = {"C", "L"}},
  },

  calls = {
    append_kv = call{args = {output"kc", output"vc", input"k", input"v", input"turn", input"slot", i32"T", i32"H",
                             f32"scale"}, oracle = "append", tol = tol.dot{4},
                     launch = {grid = {"T", "H"}, block = {HEAD}}},
    softmax_rows = call{args = {output"y", input"x", i32"R", i32"C"}, oracle = "softmax", tol = tol.dot{WIDEST},
                        launch = {grid = {"math.max(1, (R + 7)//8)"}, block = {BLOCK}}},
    conv1d = call{args = {output"z", input"u", input"w", input"b", i32"C", i32"L"}, oracle = "conv",
                  tol = tol.dot{TAPS + 1}, launch = {grid = {"(L + "..(SPAN - 1)..")//"..SPAN, "C"}, block = {BLOCK}}},
  },

  cases = {
    tokens("one-token", 1, 1, EDGE), tokens("three-heads", 5, 3), tokens("many-tokens", 19, 2, {scale = 1.25}),
    tokens("hidden-tokens", gen.pick{3, 7}, gen.pick{1, 4}, {hidden = true}),
    rows("no-rows", 0, 4, PLAIN, EDGE), rows("1x1", 1, 1, PLAIN, EDGE), rows("9x33", 9, 33, PLAIN, EDGE),
    rows("large", 5, 70, LARGE, more({note = "logits of two hundred"}, EDGE)),
    rows("far-below", 6, 50, FAR_BELOW, more({note = "all near -1,000"}, EDGE)),
    rows("masked", 10, 257, MASKED, more({note = "half of them are -infinity"}, EDGE)),
    rows("widest", 3, WIDEST, PLAIN, EDGE),
    rows("hidden-logits", gen.pick{7, 20}, gen.pick{31, 500, 1000}, gen.pick{PLAIN, LARGE, FAR_BELOW, MASKED},
         {hidden = true}),
    channels("one-place", 1, 1, EDGE), channels("seven-places", 3, 7, EDGE),
    channels("span", 2, SPAN, EDGE), channels("span-and-one", 3, SPAN + 1, more({note = "off 16 bytes"}, EDGE)),
    channels("span-and-four", 2, SPAN + 4, EDGE), channels("two-spans", 2, 2*SPAN + 38),
    channels("hidden-channels", gen.pick{2, 3}, gen.pick{1001, 1500, 1303}, {hidden = true}),
    tokens("tokens-gate", 16, 4, GATED), rows("rows-gate", 64, 512, PLAIN, GATED),
    channels("channels-gate", 4, 2048, GATED),
    tokens("tokens-bench", CARD.T, CARD.H, more({sample = 4}, TIMED)),
    rows("rows-bench", CARD.R, CARD.C, PLAIN, TIMED), channels("channels-bench", CARD.ch, CARD.L, TIMED),
  },

  gates = {
    kept"softmax_rows", kept"conv1d",
    at("append_kv", "append-stores", "tokens-gate", "g_st_sec", "<=", "T*H*"..(2*HEAD*4//32),
       "each key and each value is stored once"),
    at("append_kv", "append-loads", "tokens-gate", "g_ld_sec", "<=", "T*H*"..(3*HEAD*4//32 + HEAD//32),
       "and loaded once, with its token's angles and slot"),
    at("softmax_rows", "softmax-loads", "rows-gate", "g_ld_sec", "<=", "R*C//8",
       "a row is read once, in whole sectors"),
    at("softmax_rows", "softmax-stores", "rows-gate", "g_st_sec", "<=", "R*C//8", "and stored in whole sectors"),
    at("conv1d", "conv-requests", "channels-gate", "g_ld_req", "<=", "C*L//"..SPAN.."*64",
       "what neighbours share is not asked for once by each"),
    at("conv1d", "conv-sectors", "channels-gate", "g_ld_sec", "<=", "C*L//"..SPAN.."*448",
       "nor fetched eight times"),
    at("conv1d", "conv-banks", "channels-gate", "sh_conf", "==", 0,
       "and where they share it no two lanes meet in a bank"),
  },

  bench = {
    bench{id = "append", call = "append_kv", case = "tokens-bench", clock = "gpu", on = "cuda",
          bytes = "T*H*"..(16*HEAD).." + 4*T*"..(HEAD + 1)},
    bench{id = "softmax", call = "softmax_rows", case = "rows-bench", clock = "gpu", on = "cuda", bytes = "8*R*C"},
    bench{id = "conv", call = "conv1d", case = "channels-bench", clock = "gpu", on = "cuda", bytes = "8*C*L"},
    bench{id = "append-stores", call = "append_kv", case = "tokens-gate", metric = "fewer:g_st_sec", on = "simt"},
    bench{id = "softmax-sectors", call = "softmax_rows", case = "rows-gate", metric = "fewer:g_ld_sec", on = "simt"},
    bench{id = "conv-requests", call = "conv1d", case = "channels-gate", metric = "fewer:g_ld_req", on = "simt"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "GFLOP", answer = "2*f.taps*f.ch*f.L/1e9", rtol = .05,
            ask = "FLOP of conv1d for {{= n(f.ch)}} channels of {{= n(f.L)}} places and {{= f.taps}} taps?",
            worked = "A product and a sum for each tap of each place."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.append(f.T, f.H)/1e6", rtol = .05,
            ask = [[Bytes that append_kv has to move for {{= n(f.T)}} tokens of {{= f.H}} heads, angles and slots
              included?]],
            worked = [[Keys and values in and out, {{= n(16*f.head)}} bytes a head; {{= n(4*f.head)}} of angles and 4 of
              the slot a token.]]},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "f.taps/4", rtol = .05,
            ask = "FLOP of conv1d for each byte that it has to move?",
            worked = "{{= 2*f.taps}} for a float in and a float out: against a ridge of {{= n(f.ridge,1)}}."},
    predict{id = "rows", axis = "parallelism", unit = "1", answer = "32",
            ask = "Sectors that a request of softmax_rows touches as you find it, with long rows?",
            worked = "32 lanes, 32 rows, a word of each."},
    predict{id = "risk", axis = "failure",
            ask = [[Two of append_kv's three passes are merged, and a barrier that is still needed is taken out with the
              other. On a GPU…]],
            choices = {"the results are right on most days", "the launch fails", "the results are always wrong"},
            answer = "the results are right on most days",
            worked = [[Warps of a block seldom drift far apart in so short a kernel. The emulator names the race each
              time.]]},
  },

  facts = function(hw)
    local h = hw.h200
    local f = more({head = HEAD, taps = TAPS, span = SPAN, bw = h.bw, ridge = h.fp32/h.bw, sector = 32}, CARD)
    f.append = function(T, H) return 16*HEAD*T*H + 4*T*(HEAD + 1) end
    -- Sectors of a head: keys and values move once each way, and what `passes` more of the keys load and store.
    f.stored = function(passes) return (2 + passes)*HEAD*4//32 end
    f.us = function(bytes) return bytes/h.bw*1e6 end
    f.touched = function(C) return math.min(32, math.ceil(32*4*C/32)) end -- sectors of 32 lanes, C floats apart
    -- Requests of a block of 8 warps: each output asks for every tap's input and weight, and a bias.
    f.asked = function(taps) return SPAN//32*(2*taps + 1) end
    f.reuse = function(own, taps) return own*taps/(own + taps - 1) end
    return f
  end,

  questions = {
    q.num{id = "passes", unit = "%", rtol = .01,
      ask = [[Keys and values are appended, and {{= p.n}} more passes go over the keys in the cache, each of which loads
        and stores all of them. Which share of the stores could go?]],
      vary = {n = {1, 3, 4}},
      answer = function(_, p) return 100*p.n/(2 + p.n) end,
      wrong = {{value = function(_, p) return 100*p.n/(1 + p.n) end, hint = "Values are stored, too."}},
      worked = "{{= p.n}} of {{= 2 + p.n}}."},
    q.num{id = "strided", unit = "1", rtol = 0,
      ask = [[A thread has a row of {{= p.c}} floats, rows are dense, the first begins at a multiple of {{= f.sector}}
        bytes, and a warp's lanes load the first column of 32 rows. How many sectors of {{= f.sector}} bytes does the
        request touch?]],
      vary = {c = {1, 2, 4, 8}},
      answer = function(f, p) return f.touched(p.c) end,
      wrong = {{value = function(f, p) return f.touched(p.c) == 4 and 32 or 4 end,
                hint = "That is another mapping: count from one lane's address to the next one's."}},
      worked = "{{= 4*p.c}} bytes from lane to lane, 32 lanes: {{= 32*4*p.c}} bytes, a sector each {{= f.sector}}."},
    q.num{id = "thrice", unit = "x", rtol = .01,
      ask = [[A softmax that reads its rows {{= p.n}} times, a row for each thread, is given a warp for each row and
        reads it once. By which factor do sectors loaded fall?]],
      vary = {n = {2, 4, 5}},
      answer = function(_, p) return 8*p.n end,
      wrong = {{value = function(_, p) return p.n end,
                hint = "And each sector brings eight floats that are used now."}},
      worked = "Eight floats a sector in place of one, and one reading for {{= p.n}}."},
    q.num{id = "reuse", unit = "x", rtol = .01,
      ask = [[A filter of {{= p.k}} taps; a thread has {{= p.o}} neighbouring outputs and loads each input that it needs
        once. How many times fewer inputs does it load than one that loads all for each output?]],
      vary = {k = {4, 9, 16}, o = {2, 8}},
      answer = function(f, p) return f.reuse(p.o, p.k) end,
      wrong = {{value = function(_, p) return p.k end, hint = "That is the limit for very many outputs."}},
      worked = "{{= p.o}} · {{= p.k}} over {{= p.o}} + {{= p.k}} - 1."},
    q.num{id = "share", unit = "us", rtol = .02, accept = {"s", "ms", "us"},
      ask = [[A depthwise filter over {{= p.c}} channels of {{= n(f.L)}} places in fp32, each read and written once at
        {{= si(f.bw,"B/s")}}: how long?]],
      vary = {c = {1024, 2048, 8192}},
      answer = function(f, p) return f.us(8*p.c*f.L) end,
      wrong = {{value = function(f, p) return f.us(4*p.c*f.L) end, hint = "It is stored, too."}},
      worked = "8 bytes a place: {{= mb(8*p.c*f.L,1)}}."},
    q.choice{id = "which", answer = 2,
      ask = "A profile of softmax_rows as it was found: which pair of figures gives its fault away?",
      options = {"few sectors, many bank conflicts", "32 sectors a request, an eighth of each used",
                 "many instructions, few active threads"},
      worked = "The first is a tile without padding, the third divergence."},
    q.choice{id = "max", answer = 3,
      ask = "Why is the maximum subtracted before the exponential?",
      options = {"It makes the sum 1", "exp is faster below 0", "exp overflows from 89 on, in fp32",
                 "So that -infinity gives 0"},
      worked = "The quotient is the same with any number subtracted; with the maximum no power is above 1."},
    q.choice{id = "fuse", answer = 1,
      ask = "Which pass can NOT be merged with the one that loads a row of scores?",
      options = {"dividing by the row's sum, before the sum is known", "scaling the scores", "adding a mask"},
      worked = "A division needs the whole row. It may wait in registers, which is why the row has to fit."},
    q.multi{id = "contract", answer = {1, 3},
      ask = "You bring forward a kernel that others call. What has to stay?",
      options = {"results, within the rounding that callers allow", "the number of passes",
                 "names, arguments, and what they may overlap", "the order of additions, if nobody relies on it"},
      worked = "Whoever relies on bits has said so, or will."},
    q.text{id = "why", min_words = 40,
      ask = [[For one of the three: which counter of the profile told you the fault, what did you expect it to become,
        and what became of its neighbours?]],
      rubric = {"one counter, with its value as found", "the value expected, with the reason",
                "the value afterwards", "another counter that stayed or rose, and why that is no harm"}},
  },

  hints = {
    {on = "case:far-below", "What does your maximum start from? All of these are near -1,000."},
    {on = "case:large", "exp of 200 is beyond fp32: subtract the row's maximum first."},
    {on = "case:masked", [[exp(-infinity) is 0; -infinity minus -infinity is NaN. What does a lane without a column
      hold?]]},
    {on = "case:widest", "1,024 columns are 32 a lane."},
    {on = "case:span-and-one", [[A row of 1,025 floats: the next one begins off 16 bytes, and the second block has one
      place.]]},
    {on = "case:span", "Before the first place stands nothing: 0, and not the end of the row before."},
    {on = "case:two-spans", "A block's first outputs look back seven places, into what the block before has loaded."},
    {on = "gate:append-stores", "Everything that happens to a key happens between its load and its store."},
    {on = "gate:append-loads", "A pair needs both of its halves: who loads which, and who stores which?"},
    {on = "gate:softmax-loads", "32 lanes on one row; and the row stays in their registers between its three uses."},
    {on = "gate:softmax-stores", "Neighbouring lanes store neighbouring columns."},
    {on = "gate:conv-requests", "Four outputs a thread, loads of 16 bytes; the block's span in shared memory."},
    {on = "gate:conv-sectors", "Each input once a block, and seven that its neighbour has, too."},
    {on = "gate:conv-banks", "A lane that reads word 4t + j meets seven others. Sixteen bytes at once do not."},
    {on = "sanitize", "Who stores what another thread loads, and which barrier lies between? Where do rows begin?"},
    {on = "call:append_kv", "Row t of k goes to row slot[t] of the cache."},
    {on = "call:softmax_rows", "A row's lanes agree on the maximum first, then on the sum."},
    {on = "call:conv1d", "Weight k meets the input k places back."},
    {after = 3, "`ridge hint w20c-legacy` shows the next tier."},
  },

  points = {compile = 10, correct = 25, sanitize = 15, profile = 30, perf = 10, answers = 10},
}
