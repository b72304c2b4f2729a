-- w35b-engine: microlm behind a door once more, by the parts that were written since week 12.

local EDGE = {tags = {"edge"}}
local MICROLM = {d = 256, L = 4, H = 8, Hkv = 2, hd = 32, ff = 768, V = 256}
local DRAFT = {d = 64, L = 2, H = 2, Hkv = 1, hd = 32, ff = 192, V = 256}
local PREFIX, CHUNK, EVICT, TREE, SLO, POOLS = 1, 2, 4, 8, 16, 32
local STREAM, H2O, SNAP = 0, 1, 2

local function matrices(m) return m.V*m.d + m.L*(2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff) end
local function count(m) return matrices(m) + (2*m.L + 1)*m.d end

-- n requests for `seats` seats, served twice: with the parts `on`, and with those of `off`. Bounds ("_share") are of
-- the first run's figure to the second's; 0: none.
local function world(id, on, seats, n, longest, wmax, more)
  local c = {id = id, on = on, off = 0, seats = seats, n = n, longest = longest, wmax = wmax, least = .5, small = 1,
             same = 0, groups = 1, every_us = 1500, even = 0, urgent = 0, brief = 0, says = 0, bs = 8, budget = 16,
             keep = 16, kind = STREAM, blocks = 0, passes_share = 0, prefill_share = 0, held_share = 0, wait_share = 0,
             gap_share = 0, ppl_most = 0, moved_share = 0, shown_share = 0, longest_share = 0,
             room = 400, together = 96, msg_us = 20, kB_us = 40, ttft_ms = 400, tpot_ms = 20, patience_ms = 400}
  for k, v in pairs(more or {}) do c[k] = v end
  if c.blocks == 0 then c.blocks = (seats + 2)*((longest + wmax + 6)//c.bs + 4) end
  local one_layer = {}
  for k, v in pairs(DRAFT) do one_layer[k] = v end
  one_layer.L = 1
  c.nt, c.nd = count(c.small == 1 and DRAFT or MICROLM), count(c.small == 1 and one_layer or DRAFT)
  return c
end

return lab {
  api = 1, rev = 1, id = "w35b-engine", title = "One engine out of your parts",
  kind = "system", week = 35, part = 4, domain = {"serving", "inference"},
  seeds = {"S003-W35-MS"},
  requires = {"w30b-radix-chunked", "w33-tree-spec"},
  suggests = {"w12b-serve", "w30-kv-evict", "w34-disagg", "w35-slo-serving"},
  hours = {read = .5, lab = 10},
  durable = {"A part that is right alone is a claim about an interface; only the whole tests the interface",
             "A block has one owner at a time, and everybody else holds it by a count",
             "Each part is switched off in the same run before its gain is believed",
             "A cache can leave while the next layer is computed; only its end is seen"},

  lang = "c", backends = {"cpu"},
  edit = {"engine.c"},
  parts = {{"w30b-radix-chunked", file = "prefix.c"}, {"w30-kv-evict", file = "evict.c"},
           {"w33-tree-spec", file = "tree.c"}, {"w34-disagg", file = "disagg.c"},
           {"w35-slo-serving", file = "slo.c"}},
  serves = {call = "serve", models = {"microlm/weights.bin", "microlm/draft.bin"}},
  reference = "ref.c", ladder = {"ref.c"},
  limits = {wall_s = 60, mem_MiB = 512, threads = 1},

  buffers = {
    shapes = {dtype = "i32", shape = {2, 9}, dist = gen.custom"shapes", note = "d L H Hkv hd ff V ctx base"},
    target = {dtype = "bf16", shape = {"nt"}, dist = gen.custom"target"},
    draft = {dtype = "bf16", shape = {"nd"}, dist = gen.custom"draft"},
    reqs = {dtype = "i32", shape = {"n", 4}, dist = gen.custom"reqs", note = "bytes, wanted, class, when in us"},
    text = {dtype = "u8", shape = {"n", "longest"}, dist = gen.custom"text"},
    promise = {dtype = "i32", shape = {3}, dist = gen.custom"promise", note = "to class 1: ttft, tpot, patience, ms"},
    said = {dtype = "i32", shape = {"n*wmax", 2}, note = "to whom, which byte, in order"},
    plain = {dtype = "i32", shape = {"n*wmax", 2}, note = "the same with the parts of `off`"},
    sees = {dtype = "u8", shape = {"n", "wmax", "longest+wmax"}, note = "what each said byte's pass saw of the text"},
    notes = {dtype = "f64", shape = {2, 20}},
  },

  calls = {
    serve = call{harness = true, args = {i32"seats", i32"n", i32"longest", i32"on", i32"off", i32"bs", i32"blocks",
                 i32"budget", i32"keep", i32"kind", i32"room", i32"together", i32"msg_us", i32"kB_us", i32"wmax",
                 input"shapes", input"target", input"draft", input"reqs", input"text",
                 output"said", output"plain", output"sees", output"notes", input"promise"},
                 verify = "serve", title = "requests in, bytes out, with the parts on and off"},
  },

  cases = {
    world("alone", 0, 1, 1, 12, 12, EDGE),
    world("plain", 0, 3, 6, 20, 12),
    world("prefix", PREFIX, 3, 8, 48, 8, {same = 32, prefill_share = .45, every_us = 6000}),
    world("prefix-dry", PREFIX, 2, 10, 40, 8, {same = 24, groups = 3, blocks = 20, every_us = 5000, prefill_share = .7,
          tags = {"edge"}, note = "a pool that the tree fills: old blocks have to leave it"}),
    world("prefix-tight", PREFIX + CHUNK, 4, 10, 40, 8, {same = 24, groups = 2, budget = 8, blocks = 12, every_us = 800,
          tags = {"edge"}, note = "what was found is read for many passes, and others want blocks"}),
    world("prefix-fours", PREFIX, 3, 6, 40, 4, {same = 36, bs = 4, every_us = 6000, prefill_share = .35,
          tags = {"edge"}, note = "blocks of four: half of a block of eight is found"}),
    world("chunk", CHUNK, 4, 6, 64, 16, {gap_share = .5, every_us = 4000}),
    world("tree", TREE, 2, 4, 16, 24, {small = 0, passes_share = .9, every_us = 3000}),
    world("tree-last", TREE, 2, 4, 9, 3, {tags = {"edge"}, note = "no more is said than is wanted"}),
    world("tree-tight", TREE, 3, 6, 24, 4, {bs = 2, blocks = 42, least = .95, every_us = 10, tags = {"edge"},
          note = "a pool for two seats: what guesses need is promised, too"}),
    world("forget", EVICT, 3, 6, 60, 12, {keep = 24, held_share = .8, ppl_most = 2, every_us = 3000}),
    world("forget-shared", PREFIX + EVICT, 3, 6, 48, 12, {same = 32, keep = 16, prefill_share = .5, every_us = 9000,
          ppl_most = 3, tags = {"edge"}, note = "what the tree holds is read again after somebody forgot it"}),
    world("forget-light", EVICT, 3, 6, 60, 12, {keep = 16, kind = H2O, held_share = .56,
          every_us = 3000, note = "what all heads of all layers gave says what stays, after each byte anew"}),
    world("forget-votes", EVICT, 3, 6, 60, 12, {keep = 24, kind = SNAP, every_us = 3000}),
    world("slo", SLO, 3, 12, 64, 24, {off = CHUNK, urgent = 4, brief = 8, wait_share = .4, every_us = 2500}),
    world("slo-tight", SLO, 4, 10, 40, 12, {urgent = 3, brief = 8, blocks = 14, every_us = 800, tags = {"edge"},
          note = "two have room in the pool, whatever seats there are"}),
    world("slo-late", SLO, 3, 12, 64, 24, {off = CHUNK, urgent = 4, brief = 8, wait_share = .5, every_us = 2500,
          ttft_ms = 0, tpot_ms = 0, hidden = true, note = "all who have time are late at once, and patient"}),
    world("slo-pace", SLO, 1, 8, 16, 64, {off = CHUNK, urgent = 2, brief = 4, says = 2, least = .75, wait_share = .5,
          every_us = 35000, even = 1, ttft_ms = 15, patience_ms = 2,
          note = "who speaks has a promise for each byte, and is late by none: the seat goes to the urgent one"}),
    world("all", PREFIX + CHUNK + TREE + SLO, 3, 9, 48, 16, {same = 24, groups = 2, urgent = 3,
          prefill_share = .75, passes_share = 1.1, every_us = 5000}),
    world("all-urgent", PREFIX + CHUNK + TREE + SLO, 3, 12, 64, 24, {off = PREFIX + CHUNK + TREE, same = 24, groups = 2,
          urgent = 4, brief = 8, wait_share = .5, every_us = 2500, note = "what promises win beside everything else"}),
    world("pools", POOLS, 3, 8, 64, 16, {gap_share = .75, moved_share = 1, shown_share = .75, every_us = 4000}),
    world("pools-shared", PREFIX + POOLS, 3, 8, 48, 8, {same = 32, prefill_share = .6, moved_share = .6,
          shown_share = .75, every_us = 6000, tags = {"edge"}, note = "what DECODE has does not travel"}),
    world("pools-full", POOLS, 3, 8, 48, 12, {room = 140, blocks = 22, moved_share = 1, tags = {"edge"},
          note = "caches wait where they were computed, and leave in one message"}),
    world("pools-all", PREFIX + TREE + POOLS, 3, 8, 48, 32, {off = PREFIX + POOLS, same = 24, groups = 2,
          moved_share = .75, passes_share = .95, every_us = 4000}),
    world("pools-hits", PREFIX + POOLS, 3, 10, 48, 8, {same = 32, room = 90, blocks = 30, every_us = 800,
          longest_share = .5, tags = {"edge"}, note = "three fit behind what DECODE has, else one or two"}),
    world("pools-rush", POOLS, 3, 8, 40, 6, {together = 60, every_us = 300, moved_share = 1, tags = {"edge"},
          note = "more prompts wait than a pass of PREFILL may have"}),
    world("pools-one-byte", POOLS, 3, 4, 20, 1, {least = 1, moved_share = 1, tags = {"edge"},
          note = "whoever is served on PREFILL is on his way all the same"}),
    world("hidden", gen.pick{PREFIX + POOLS, PREFIX + POOLS + TREE, PREFIX,
          PREFIX + CHUNK, PREFIX + TREE + SLO, CHUNK + TREE, PREFIX + CHUNK + TREE + SLO},
          gen.pick{1, 2, 3}, gen.pick{4, 7}, gen.pick{24, 40}, gen.pick{3, 12},
          {hidden = true, same = gen.pick{0, 9, 16}, groups = 2, urgent = gen.pick{0, 2, 3}, bs = gen.pick{4, 8},
           blocks = 90, room = 200, every_us = gen.pick{500, 4000}}),
    world("guesses", TREE, 2, 4, 16, 24, {small = 0, every_us = 3000, tags = {"gate"}}),
    world("again", PREFIX, 3, 8, 48, 8, {same = 32, every_us = 6000, tags = {"gate"}}),
    world("quality", EVICT, 3, 6, 60, 12, {keep = 16, kind = H2O, every_us = 3000, tags = {"gate"}}),
    world("wire", PREFIX + POOLS, 3, 8, 48, 8, {same = 32, every_us = 6000, moved_share = .6,
          tags = {"gate"}}),
    world("urgent", SLO, 3, 12, 64, 24, {off = CHUNK, urgent = 4, brief = 8, every_us = 2500, tags = {"gate"}}),
  },

  counters = {
    passes = "passes of the model with the parts on", passes_share = "passes of the model, of those with the parts off",
    prefill_share = "bytes of prompts that were computed, of those with the parts off",
    held_share = "blocks held in a pass, on average, of those with the parts off",
    wait_share = "mean time to the first byte of the urgent, of that with the parts off",
    gap_share = "the longest time between two bytes, of that with the parts off",
    longest_share = "the longest time to a first byte, of that with the parts off",
    moved_share = "bytes of keys and values on the wire, of those of all prompts",
    shown_share = "the wire's time after the passes that computed what it carries, of all its time",
    ppl_ratio = "mean of p(likeliest)/p(said)",
  },

  gates = {
    gate{id = "guesses", call = "serve", case = "guesses", counter = "passes_share", op = "<=", value = .6, on = "cpu",
         why = "passes over microlm with trees of six guesses: the draft has to have read the text"},
    gate{id = "again", call = "serve", case = "again", counter = "prefill_share", op = "<=", value = .45, on = "cpu",
         why = "two thirds of each prompt have been read before, in whole blocks"},
    gate{id = "wire", call = "serve", case = "wire", counter = "shown_share", op = "<=", value = .75, on = "cpu",
         why = "two layers, of which the first can leave while the second is computed"},
    gate{id = "quality", call = "serve", case = "quality", counter = "ppl_ratio", op = "<=", value = 2, on = "cpu",
         why = "what forgetting most of a prompt may cost: the mean of p(likeliest)/p(said), by the whole text"},
    gate{id = "urgent", call = "serve", case = "urgent", counter = "wait_share", op = "<=", value = .3, on = "cpu",
         why = "the urgent wait for their first byte, against first come, first served, on the same trace"},
  },
  points = {correct = 55, sanitize = 10, profile = 20, answers = 15},

  facts = function()
    local f = {token_us = 50, weights_us = 1000, total = 6, m = MICROLM, bs = 8, prompt = 48}
    f.slot_B = 4*(2*MICROLM.L*MICROLM.Hkv*MICROLM.hd + 1)
    f.knee = f.weights_us/f.token_us
    f.read = function(n, long, same) return (long + (n - 1)*(long - same))/(n*long) end
    f.whole = function(same) return same//f.bs*f.bs end
    f.blocks = function(slots) return math.ceil(slots/f.bs) end
    return f
  end,

  questions = {
    q.num{id = "knee", unit = "tok", rtol = .01,
      ask = "A pass reads the weights in {{= p.w}} µs; a token's arithmetic takes {{= p.t}} µs. How many are free?",
      vary = {w = {1000, 1500}, t = {50, 40}},
      answer = function(_, p) return p.w/p.t end,
      wrong = {{value = function(_, p) return p.t/p.w end, hint = "Tokens for a pass, not passes for a token."}},
      worked = "{{= p.w}}/{{= p.t}} = {{= n(p.w/p.t, 1)}}: up to there memory is the bound, and a guess is free."},
    q.num{id = "read-again", unit = "%", rtol = .005, seed = "S003-W35-MS",
      ask = [[Ten prompts of {{= f.prompt}} bytes begin with the same {{= p.same}}, one comes after the other, and a
        block has {{= f.bs}} slots. Which share of all their bytes is computed?]],
      vary = {same = {36, 29, 44}},
      answer = function(f, p) return 100*f.read(10, f.prompt, f.whole(p.same)) end,
      wrong = {{value = function(f, p) return 100*f.read(10, f.prompt, p.same) end,
                hint = "Only whole blocks are cached."},
               {value = function(f, p) return 100*(f.prompt - f.whole(p.same))/f.prompt end,
                hint = "The first of them finds nothing."}},
      worked = [[{{= f.whole(p.same)}} bytes lie in whole blocks: {{= f.prompt}} + 9·{{= f.prompt - f.whole(p.same)}} of
        {{= 10*f.prompt}}, {{= n(100*f.read(10, f.prompt, f.whole(p.same)), 1)}} %.]]},
    q.num{id = "promised", unit = "1", rtol = .001,
      ask = [[A prompt of {{= f.prompt}} bytes, {{= p.w}} wanted, trees of {{= f.total}} guesses, blocks of {{= f.bs}}
        slots, nothing cached. How many blocks must the pool be able to give before it has a seat?]],
      vary = {w = {16, 24, 40}},
      answer = function(f, p) return f.blocks(f.prompt + p.w + f.total) end,
      wrong = {{value = function(f, p) return f.blocks(f.prompt + p.w) end,
                hint = "A tree's nodes need slots behind the text, also those that are refused."}},
      worked = "{{= f.prompt + p.w + f.total}} slots: {{= n(f.blocks(f.prompt + p.w + f.total))}} blocks."},
    q.num{id = "seats", unit = "1", rtol = .001,
      ask = [[Each seat that decodes brings its last byte and {{= p.n}} guesses. How many seats until the pass of this
        lab ({{= f.weights_us}} µs of weights, {{= f.token_us}} µs a token) is still as long as one token's?]],
      vary = {n = {6, 4, 3}},
      answer = function(f, p) return math.floor(f.knee/(1 + p.n)) end,
      wrong = {{value = function(f) return f.knee end, hint = "A seat brings more than one token."}},
      worked = "{{= n(f.knee)}} tokens are free, {{= 1 + p.n}} a seat: {{= n(math.floor(f.knee/(1 + p.n)))}}."},
    q.choice{id = "owner", answer = 2,
      ask = "A request's prompt was computed and is in the tree; now its cache is to forget half of it. Where?",
      options = {"In place: the blocks were its own", "In other blocks, and it lets go of the tree's",
                 "In place, after the tree evicted them"},
      worked = [[The tree promises whoever comes that these blocks hold this beginning. Who holds them too may read them
        and nothing else.]]},
    q.choice{id = "byte-for-byte", answer = 3,
      ask = "Which of these may change what is said?",
      options = {"chunks of a prompt in the passes of others", "a tree of guesses that is verified",
                 "forgetting what is seldom looked at", "the order in which requests are served"},
      worked = "All others compute the same sums, elsewhere or at another time. That is why the judge compares bytes."},
    q.text{id = "report", min_words = 60, seed = "S003-W35-MS",
      ask = [[Take one part of yours that was right in its own lab and whose first version in this engine was not. What
        did its own lab not ask? If none failed: which figure of `ridge profile` moved least against what you expected
        of its part, and why?]],
      rubric = {"a part by name, and the figure with it on and off in one run",
                "the assumption between part and engine",
                "what shows that it is met now"}},
  },

  hints = {
    {on = "build", match = {"defines no", "redefinition", "multiple definition", "undefined reference"},
     [[engine.c defines serve and kv_admit, and nothing else that a part or lab.h names. Helpers are static, in your
       parts too: two files of one program may not give one name twice.]]},
    {on = "sanitize", [[A table needs room for the tree's nodes behind the text. A request that lost its seat begins
      anew: which of its pointers still say otherwise?]]},
    {on = "case:prefix-dry", [[The pool is empty and the tree is full of blocks that nobody holds. Who asks
      radix_evict(), and are the blocks that you count on promised to somebody already?]]},
    {on = "case:tree", [[A node sees the cache and its ancestors: seen = kv.len, and mask bit j is node j. After the
      verdict kv_commit() moves the path together, then the text has those bytes.]]},
    {on = "case:slo-pace", [[When is the next byte of somebody who speaks due, by w35's lab.h? Whoever has time until
      then gives the seat up; a `due` that stands still makes him overdue, and nobody takes a seat from the overdue.]]},
    {on = "case:tree-last", "A tree as deep as want - said - 1 guesses too little for nobody, and never too much."},
    {on = "case:tree-tight", [[How many slots may a seat come to have, with a tree behind its last byte? It is
      given when so many blocks are free of all other promises.]]},
    {on = "case:forget", [[evict_on_step() hears of the entry that has just come: n is the cache's length with it. What
      it keeps is moved in rising order, and blocks behind it go back.]]},
    {on = "case:forget-shared",
     "Blocks that the tree has are others' as well. Move what stays into blocks of your own."},
    {on = "case:slo",
     "need of one that waits is all that the tree has not; due of one that has said something moves by tpot."},
    {on = "case:slo-tight",
     "kv and room are counted in slots of whole blocks; what one seat is promised no other gets."},
    {on = "case:pools-rush", "The dispatcher keeps to its budget if it is told `together`."},
    {on = "case:pools", [[Bytes of a pass are said when the clock is there, and PASSED is told then. The caches of one
      pass leave together: one stream, whose pieces are layers of all of them.]]},
    {on = "case:pools-shared", [[What DECODE has is held when the place is decided, and what has come goes into its tree
      when it is there. Behind that, only n - hit slots travel.]]},
    {on = "case:pools-hits", [[The dispatcher takes room for prompt - hit + wanted. With ds_hit() 0 everybody waits for
      room that he does not need; it is told in bytes, not in blocks.]]},
    {on = "case:pools-one-byte", "DONE comes before MOVED: what is still on its way needs no place any more."},
    {on = "counter:passes_share",
     "draft_read() before each tree: a draft that has not read the text guesses like a die."},
    {on = "counter:prefill_share", "Insert when the prompt is through, not when the answer is."},
    {on = "correct", [[Did serve not return? Only passes take time, and clock_on() with two machines: if one is here
      and nobody is in a pass, who waits for whom? Write to stderr what your plan was when it had no token.]]},
    {after = 4, "One part at a time: `on` is in the failed call, and the engine without parts is your reference."},
  },
}
