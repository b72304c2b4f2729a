-- w29-rope-yarn: frequencies in five ways, a table of angles, the rotation, and a model that reads eight times as far.

local STAGES = {bronze = .35, silver = .65, gold = .90}
local NONE, PI, NTK, YARN, LLAMA3 = 0, 1, 2, 3, 4 -- lab.h
local HALVES, NEIGHBOURS = 0, 1
local TRAINED = 1024                               -- microlm's context, and its draft's
local FEW, MANY, L3_FEW, L3_MANY = 1, 32, 1, 4     -- lab.h
local MODEL = {d = 32, half = 16, base = 1e4, trained = TRAINED}

local function make(calls, fields, more)
  fields.calls = calls
  for k, v in pairs(more or {}) do fields[k] = v end
  return fields
end
local function freqs(id, mode, d, base, s, trained, more)
  return make({"rope_freqs"}, {id = id, mode = mode, d = d, half = d//2, base = base, s = s, trained = trained}, more)
end
local function angles(id, n, d, base, far, scale, more)
  return make({"rope_table"}, {id = id, n = n, d = d, half = d//2, base = base, far = far, scale = scale}, more)
end
local function heads(id, T, H, Hkv, d, layout, more)
  return make({"rope_apply"}, {id = id, T = T, H = H, Hkv = Hkv, d = d, layout = layout, scale = 1.1, draw = 1}, more)
end
local function pairs_(id, n, d, base, far, layout, more)
  return make({"relative"}, {id = id, n = n, d = d, base = base, far = far, layout = layout}, more)
end
-- What is asked for: perplexity over its floor at most, share of keys found at least. The reference's YaRN has, in
-- three draws of two documents and 24 keys with microlm's draft (2026-11, gcc 12.2): at 1,024 bytes 1.117 to 1.133 and
-- .917 to 1; at 2,048 1.108 to 1.124 and .917 to 1; at 4,096 1.124 to 1.128 and .750 to .875; at 8,192 1.157 and
-- 1.159. Without any scaling the last three have 1.165 to 1.177 and at most .208; 1.320 to 1.328 and at most .083;
-- 1.711 and 1.720. Cases have fewer keys, so that their bounds leave room for luck.
local function reads(id, length, whole, docs, keys, ratio_most, recall_least, more)
  local fields = {id = id, length = length, whole = whole, docs = docs, keys = keys, ratio_most = ratio_most,
                  recall_least = recall_least, draw = 1}
  for k, v in pairs(MODEL) do fields[k] = v end
  return make({"extend"}, fields, more)
end
-- No model reads here: only what lab.h says of every choice is looked at.
local function chooses(id, d, base, trained, length, more)
  return make({"extend"}, {id = id, d = d, half = d//2, base = base, trained = trained, length = length, whole = 0,
                           docs = 0, keys = 0, ratio_most = 0, recall_least = 0, draw = 0}, more)
end
local function EDGE(note) return {tags = {"edge"}, note = note} end
local HIDDEN = {hidden = true}
local TRACED = {T = 32, H = 8, Hkv = 2, d = 64}

return lab {
  api = 1, rev = 1, id = "w29-rope-yarn", title = "RoPE and context extension",
  kind = "kernel", week = 29, part = 4, domain = {"inference", "attention"},
  seeds = {"S003-W29", "S003-W29-C1", "S003-W29-C2", "S003-W29-C3", "S003-W29-C4", "S003-W29-C5", "S003-W29-C6",
           "S003-W29-HO", "S003-DN-longCtx", "S003-DE-18", "S004-C07-T06"},
  requires = {"w04-flash-tiles"}, suggests = {"c11-transformer-fwd", "c07-summation"},
  hours = {read = 6, lab = 4},
  durable = {"A rotation by position leaves only the difference of positions in a score",
             "A pair that never completed a turn in training is what fails beyond the trained length",
             "An angle is position times frequency: its absolute error grows with the position",
             "Perplexity can stay where it is while nothing far away is found any more"},
  ephemeral = {{"Which rule a model card names, and its bounds", as_of = "2026-11"}},
  readings = {
    {"yarn", hours = 3, look_for = [[the ramp, in turns; then the code beside it, which ramps over the index of the
      pair: for which pairs do the two differ?]]},
    {"eleutherrope", hours = 1.5, look_for = "the two conditions that fix the exponent d/(d − 2)"},
    {"longrope", hours = 1.5, look_for = "what is searched for, and which order the factors have to keep"},
  },

  lang = "c", backends = {"cpu"},
  edit = {"rope.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  partial = {by = "case", functions = {extend = 2, rope_freqs = 2}},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    inv = {dtype = "f64", shape = {"half"}},
    factors = {dtype = "f64", shape = {"n"}, dist = gen.custom"factors", note = "s"},
    mscale = {dtype = "f64", shape = {"n"}},
    cs = {dtype = "f32", shape = {"n", "d"}},
    pos = {dtype = "i32", shape = {"n"}, dist = gen.custom"positions"},
    speed = {dtype = "f64", shape = {"half"}, dist = gen.custom"speeds", note = "inv"},
    q = {dtype = "f32", shape = {"T", "H", "d"}, dist = gen.custom"heads"},
    k = {dtype = "f32", shape = {"T", "Hkv", "d"}, dist = gen.custom"heads"},
    angles = {dtype = "f32", shape = {"T", "d"}, dist = gen.custom"angles", note = "cs"},
    qv = {dtype = "f32", shape = {"d"}, dist = gen.normal(), note = "the query"},
    kv = {dtype = "f32", shape = {"d"}, dist = gen.normal(), note = "the key"},
    spots = {dtype = "i32", shape = {"n", "2"}, dist = gen.custom"spots", note = "where query and key stand"},
    score = {dtype = "f64", shape = {"n"}},
    chosen = {dtype = "f64", shape = {"half"}, note = "inv"},
    chosen_scale = {dtype = "f64", shape = {"1"}, note = "scale"},
  },

  calls = {
    rope_freqs = call{args = {output"inv", i32"d", f64"base", i32"mode", f64"s", i32"trained"}, verify = "freqs",
                      title = "frequencies"},
    yarn_mscale = call{harness = true, args = {i32"n", input"factors", output"mscale"}, verify = "mscale",
                       title = "YaRN's temperature"},
    rope_table = call{args = {output"cs", i32"n", input"pos", input"speed", i32"d", f64"scale"}, verify = "table",
                      title = "cosines and sines"},
    rope_apply = call{args = {inout"q", inout"k", input"angles", i32"T", i32"H", i32"Hkv", i32"d", i32"layout"},
                      verify = "apply", title = "the rotation"},
    relative = call{harness = true, args = {i32"n", i32"d", f64"base", i32"layout", input"qv", input"kv",
                    input"spots", output"score"}, verify = "relative", title = "scores by distance"},
    extend = call{args = {output"chosen", output"chosen_scale", i32"d", f64"base", i32"trained", i32"length"},
                  verify = "extend", title = "a model that reads on"},
  },

  cases = {
    freqs("four-channels", NONE, 4, 1e4, 1, 64, EDGE("two pairs")),
    freqs("llama-3", NONE, 128, 5e5, 1, 8192),
    freqs("factor-one", YARN, 64, 1e4, 1, 4096, EDGE("s = 1: nothing changes")),
    freqs("interpolated", PI, 128, 1e4, 8, 4096),
    freqs("ntk", NTK, 128, 5e5, 4, 8192),
    freqs("ntk-four-channels", NTK, 4, 100, 8, 64, EDGE("d/(d - 2) = 2")),
    freqs("yarn", YARN, 128, 5e5, 4, 8192, {note = "all three kinds of pair"}),
    freqs("yarn-small", YARN, 32, 1e4, 8, 1024, {note = "microlm's"}),
    freqs("yarn-short", YARN, 64, 1e4, 16, 40, EDGE("no pair turned thirty times, most not once")),
    freqs("llama-3.1", LLAMA3, 128, 5e5, 8, 8192),
    freqs("llama3-small", LLAMA3, 64, 1e4, 32, 2048),
    freqs("hidden-freqs", gen.pick{PI, NTK, YARN, LLAMA3}, 96, gen.pick{1e4, 5e5, 1e6}, gen.pick{2, 3.5, 16},
          gen.pick{2048, 4096, 32768}, HIDDEN),
    make({"yarn_mscale"}, {id = "factors", n = 24}, {note = "1, a half, powers of two, ten thousand among them"}),
    make({"yarn_mscale"}, {id = "hidden-factors", n = gen.pick{30, 50}}, HIDDEN),
    angles("one-position", 1, 4, 1e4, 0, 1, EDGE("position 0: no turn")),
    angles("first-positions", 300, 64, 1e4, 0, 1),
    angles("scaled", 100, 128, 5e5, 8192, 1.1386, {note = "with YaRN's temperature"}),
    angles("no-multiple", 40, 22, 1e4, 5000, 1, EDGE("eleven pairs")),
    angles("far", 200, 128, 1e4, 1000000, 1, EDGE("positions up to a million")),
    angles("very-far", 60, 64, 5e5, 16777216, 1, EDGE("positions up to 2^24")),
    angles("hidden-angles", gen.pick{30, 90}, 80, gen.pick{1e4, 5e5}, gen.pick{1000, 3000000}, gen.pick{1, 1.2},
           HIDDEN),
    heads("one-token", 1, 1, 1, 4, HALVES, EDGE()),
    heads("one-token-near", 1, 1, 1, 4, NEIGHBOURS, EDGE()),
    heads("no-token", 0, 2, 1, 8, HALVES, EDGE("T = 0")),
    heads("halves", 9, 8, 2, 128, HALVES),
    heads("neighbours", 9, 8, 2, 128, NEIGHBOURS),
    heads("wide", 3, 4, 1, 576, HALVES, EDGE("heads of 576, as wide as some caches of latent keys")),
    heads("wide-near", 3, 4, 1, 576, NEIGHBOURS, EDGE()),
    heads("equal-heads", 5, 4, 4, 64, HALVES, EDGE("as many heads of k as of q")),
    heads("eleven-pairs", 7, 3, 1, 22, HALVES, EDGE("eleven pairs: no whole vector at the end")),
    heads("eleven-near", 7, 3, 1, 22, NEIGHBOURS, EDGE()),
    heads("hidden-heads", gen.pick{2, 11}, gen.pick{6, 12}, gen.pick{1, 3}, gen.pick{10, 32, 96},
          gen.pick{HALVES, NEIGHBOURS}, {hidden = true, draw = gen.pick{2, 3, 4}}),
    pairs_("distances", 40, 64, 1e4, 4000, HALVES, {note = "the same distance, at many places"}),
    pairs_("distances-far", 40, 128, 5e5, 1000000, NEIGHBOURS, EDGE("places up to a million")),
    pairs_("hidden-distances", 30, gen.pick{32, 64}, 1e4, gen.pick{100000, 2000000}, gen.pick{HALVES, NEIGHBOURS},
           HIDDEN),
    chooses("short-text", 128, 5e5, 8192, 300, EDGE("shorter than in training: plain frequencies, scale 1")),
    chooses("as-trained", 64, 1e4, 4096, 4096, EDGE("exactly as long")),
    chooses("a-bit-longer", 128, 1e6, 32768, 40000, EDGE("1.22 times as long")),
    chooses("other-model", 128, 5e5, 8192, 32768, {note = "Llama-3-8B's base and length"}),
    chooses("hidden-model", 256, gen.pick{5e5, 1e6}, gen.pick{2048, 8192, 40960},
            gen.pick{1500, 50000, 131072}, HIDDEN),
    reads("draft-1x", 1024, 0, 2, 8, 1.2, .6, EDGE("as long as in training: nothing may get worse")),
    reads("draft-2x", 2048, 0, 1, 12, 1.16, .6),
    reads("draft-4x", 4096, 0, 1, 12, 1.17, .5),
    reads("draft-8x", 8192, 0, 1, 0, 1.3, 0, {note = "one document; it must not fall apart"}),
    reads("microlm-2x", 2048, 1, 1, 4, 1.1, .5, {note = "the larger model"}),
    reads("hidden-reads", gen.pick{1536, 3072}, 0, 1, 8, 1.2, .3, {hidden = true, draw = gen.pick{5, 6, 7}}),
    heads("traced", TRACED.T, TRACED.H, TRACED.Hkv, TRACED.d, HALVES, {tags = {"gate"}}),
    heads("traced-near", TRACED.T, TRACED.H, TRACED.Hkv, TRACED.d, NEIGHBOURS, {tags = {"gate"}}),
    heads("prefill", 512, 32, 8, 128, HALVES, {tags = {"bench"}}),
    angles("context", 4096, 128, 5e5, 0, 1, {tags = {"bench"}}),
  },

  counters = {ppl_ratio = "perplexity over its floor", recall = "share of far keys that were found"},
  gates = {
    gate{id = "table-once", call = "rope_apply", case = "traced", counter = "c_bytes", op = "<=",
         value = "8.05*T*(H + Hkv)*d + 9*T*d", on = "cpu",
         why = "q and k are read and written once; a token's row of the table is read for all heads together"},
    gate{id = "table-once-near", call = "rope_apply", case = "traced-near", counter = "c_bytes", op = "<=",
         value = "8.05*T*(H + Hkv)*d + 9*T*d", on = "cpu", why = "the same for neighbouring channels"},
  },

  bench = {
    bench{id = "rotation", call = "rope_apply", case = "prefill", clock = "cpu", stages = STAGES,
          bytes = "8*T*(H + Hkv)*d", flops = "3*T*(H + Hkv)*d", items = "T", item = "tok",
          why = "q and k of 512 tokens of Llama-3-8B, in place"},
    bench{id = "table", call = "rope_table", case = "context", clock = "cpu", stages = STAGES, bytes = "4*n*d",
          flops = "20*n*d", items = "n", item = "position", why = "cosines and sines of 4,096 positions"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = 3, rtol = .1,
            ask = "Multiplications and additions for each channel that is turned?",
            worked = "Four products and two sums for a pair: three each."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.moved(512, 4)/1e6", rtol = .05,
            ask = [[q and k of 512 tokens of Llama-3-8B, {{= f.H}} and {{= f.Hkv}} heads of {{= f.d}} in fp32, turned in
              place: fewest bytes?]],
            worked = "512 · {{= f.H + f.Hkv}} · {{= f.d}} · 8 B = {{= n(f.moved(512, 4)/1e6, 1)}} MB."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = .375, rtol = .05,
            ask = "So its FLOP for each byte?", worked = "3 FLOP for 8 B: memory is the bound on any machine."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "512*40*64", rtol = .01,
            ask = "Pairs of these 512 tokens that can be turned independently?",
            worked = "512 · {{= f.H + f.Hkv}} · {{= f.pairs}}."},
    predict{id = "failure", axis = "failure", ask = "Perplexity at twice the trained length hardly moved. Safe?",
            choices = {"yes", "no: far keys may be lost", "no: the first tokens suffer"},
            answer = "no: far keys may be lost",
            worked = "Most bytes are foretold by what stands near. Ask for something far away."},
  },

  facts = function()
    local f = {d = 128, pairs = 64, H = 32, Hkv = 8, base = 5e5, old_base = 1e4, old_L = 4096, L = 8192, s = 4,
               trained = TRAINED, md = MODEL.d, mbase = MODEL.base, few = FEW, many = MANY, l3_few = L3_FEW,
               l3_many = L3_MANY, bronze = STAGES.bronze, silver = STAGES.silver, gold = STAGES.gold}
    f.wave = function(i, base, d) return 2*math.pi*base^(2*i/d) end
    f.count = function(L, base, d, holds)
      local k = 0
      for i = 0, d//2 - 1 do
        if holds(L/f.wave(i, base, d)) then k = k + 1 end
      end
      return k
    end
    f.unseen = function(L, base, d) return f.count(L, base, d, function(r) return r < 1 end) end
    f.kept = f.count(f.L, f.base, f.d, function(r) return r >= MANY end)
    f.full = f.count(f.L, f.base, f.d, function(r) return r <= FEW end)
    f.ramp = f.pairs - f.kept - f.full
    f.m_unseen = f.unseen(TRAINED, MODEL.base, MODEL.d)
    f.m_kept = f.count(TRAINED, MODEL.base, MODEL.d, function(r) return r >= MANY end)
    f.mscale = function(s) return .1*math.log(s) + 1 end
    f.ntk = function(base, s, d) return base*s^(d/(d - 2)) end
    f.stretch = function(r, s, few, many)
      local g = math.max(0, math.min(1, (r - few)/(many - few)))
      return g + (1 - g)/s
    end
    f.moved = function(T, bytes) return 2*bytes*T*(f.H + f.Hkv)*f.d end
    f.step = function(p) return 2^(math.floor(math.log(p, 2)) - 23) end
    -- microlm's draft by kernels/w29-rope-yarn/oracle.c, 2026-11, gcc 12.2: least and greatest of three draws of two
    -- documents and 24 keys (at 8,192 two draws, one document and 12 keys): perplexity over floor, share of keys found.
    f.runs = {
      {"trained length", 1024, 1.117, 1.133, .917, 1.000},
      {"no scaling", 2048, 1.165, 1.177, .083, .208},
      {"YaRN", 2048, 1.108, 1.124, .917, 1.000},
      {"no scaling", 4096, 1.320, 1.328, .000, .083},
      {"PI", 4096, 8.879, 10.822, .042, .250},
      {"NTK", 4096, 1.147, 1.150, .333, .500},
      {"Llama 3's", 4096, 1.138, 1.140, .750, .833},
      {"YaRN", 4096, 1.124, 1.128, .750, .875},
      {"YaRN without temperature", 4096, 1.131, 1.134, .542, .792},
      {"no scaling", 8192, 1.711, 1.720, .000, .000},
      {"YaRN", 8192, 1.157, 1.159, .417, .500},
    }
    f.run = function(i)
      return ("%s | %d | %.3f – %.3f | %.2f – %.2f"):format(table.unpack(f.runs[i]))
    end
    return f
  end,

  questions = {
    q.num{id = "all-turned", unit = "tok", rtol = .01, seed = "S003-W29-C2",
      ask = [[How long must training texts be, in tokens, so that every pair of a head of {{= f.d}} channels completes a
        turn, with base {{= n(p.base)}}?]],
      vary = {base = {2e4, 1e5, 1e6}},
      answer = function(f, p) return f.wave(f.pairs - 1, p.base, f.d) end,
      wrong = {{value = function(_, p) return 2*math.pi*p.base end, hint = "The last pair is {{= f.pairs - 1}}."},
               {value = function(f, p) return f.wave(f.pairs - 1, p.base, f.d)/(2*math.pi) end,
                hint = "A turn is 2π radians."}},
      worked = [[2π · {{= n(p.base)}}^({{= f.d - 2}}/{{= f.d}}) =
        {{= n(f.wave(f.pairs - 1, p.base, f.d), 0)}}.]]},
    q.num{id = "degrees", unit = "1", rtol = .01, seed = "S003-W29-C3",
      ask = "Position interpolation by {{= p.s}}: by how many degrees does the fastest pair turn from token to token?",
      vary = {s = {2, 8, 16}},
      answer = function(_, p) return 180/math.pi/p.s end,
      wrong = {{value = function() return 180/math.pi end, hint = "That is before interpolation."},
               {value = function(_, p) return 360/p.s end, hint = "It turns by a radian, not by a circle."}},
      worked = "{{= n(180/math.pi, 1)}}° / {{= p.s}} = {{= n(180/math.pi/p.s, 2)}}°."},
    q.num{id = "ntk-middle", unit = "x", rtol = .01, seed = "S003-W29-C4",
      ask = "NTK-aware scaling by {{= p.s}}, head of {{= f.d}}: by which factor is pair {{= p.i}} slowed?",
      vary = {s = {4, 8}, i = {16, 32, 48}},
      answer = function(f, p) return p.s^(2*p.i/(f.d - 2)) end,
      wrong = {{value = function(_, p) return p.s end, hint = "Only the last pair is slowed by all of it."},
               {value = function(f, p) return p.s^(2*p.i/(f.d - 2)*.5) end, hint = "The exponent is −2i/d."}},
      worked = "{{= p.s}}^(2·{{= p.i}}/{{= f.d - 2}}) = {{= n(p.s^(2*p.i/(f.d - 2)), 3)}}."},
    q.num{id = "ramp", unit = "x", rtol = .01, seed = "S003-W29-C5",
      ask = [[A pair made {{= p.r}} turns in training. By which factor does YaRN slow it for s = {{= p.s}}, with bounds
        {{= f.few}} and {{= f.many}}?]],
      vary = {r = {5, 12, 25}, s = {4, 8}},
      answer = function(f, p) return 1/f.stretch(p.r, p.s, f.few, f.many) end,
      wrong = {{value = function(f, p) return 1/(1 - f.stretch(p.r, p.s, f.few, f.many) + 1/p.s) end,
                hint = "Many turns: the pair stays. The ramp is upside down."},
               {value = function(f, p) return f.stretch(p.r, p.s, f.few, f.many) end,
                hint = "That is the factor of its frequency."}},
      worked = [[g = ({{= p.r}} − {{= f.few}})/({{= f.many}} − {{= f.few}}), frequency times
        {{= n(f.stretch(p.r, p.s, f.few, f.many), 4)}}.]]},
    q.num{id = "llama3", unit = "x", rtol = .01, seed = "S003-W29-C5",
      ask = [[The same for Llama 3's rule, bounds {{= f.l3_few}} and {{= f.l3_many}}: a pair that made {{= p.r}} turns,
        s = {{= p.s}}?]],
      vary = {r = {1.5, 2.5, 3}, s = {8, 32}},
      answer = function(f, p) return 1/f.stretch(p.r, p.s, f.l3_few, f.l3_many) end,
      wrong = {{value = function(f, p) return 1/f.stretch(p.r, p.s, f.few, f.many) end, hint = "YaRN's bounds."},
               {value = function(_, p) return p.s end, hint = "It turned more than once: part of it stays."}},
      worked = "Frequency times {{= n(f.stretch(p.r, p.s, f.l3_few, f.l3_many), 4)}}."},
    q.num{id = "temperature", unit = "%", rtol = .01, seed = "S003-W29-C5",
      ask = [[Somebody multiplies the scores by yarn_mscale({{= p.s}}) once, in place of q and of k. By how many per
        cent are the scores too small?]],
      vary = {s = {4, 16, 32}},
      answer = function(f, p) return 100*(1 - 1/f.mscale(p.s)) end,
      wrong = {{value = function(f, p) return 100*(f.mscale(p.s) - 1) end, hint = "Too small, against what is right."},
               {value = function(f, p) return 100*(1 - 1/f.mscale(p.s)^2) end,
                hint = "One of the two factors is there."}},
      worked = "1 − 1/{{= n(f.mscale(p.s), 4)}} = {{= pct(1 - 1/f.mscale(p.s), 1)}}."},
    q.num{id = "moved", unit = "MB", rtol = .01, seed = "S003-W29-C1",
      ask = [[Prefill of {{= n(p.T)}} tokens of Llama-3-8B in bf16: how many MB does a rotation in place move in one
        layer, the table left aside?]],
      vary = {T = {2048, 4096, 16384}},
      answer = function(f, p) return f.moved(p.T, 2)/1e6 end,
      wrong = {{value = function(f, p) return f.moved(p.T, 2)/2e6 end, hint = "Read and written."},
               {value = function(f, p) return 4*p.T*f.H*f.d/1e6 end, hint = "k is turned as well."}},
      worked = "{{= n(p.T)}} · {{= f.H + f.Hkv}} · {{= f.d}} · 4 B = {{= n(f.moved(p.T, 2)/1e6, 1)}} MB."},
    q.num{id = "table", unit = "MB", rtol = .02, seed = "S003-W29-C1",
      ask = "A table of cosines and sines in fp32 for {{= n(p.n)}} positions, heads of {{= f.d}}: MB?",
      vary = {n = {8192, 32768, 131072}},
      answer = function(f, p) return 4*p.n*f.d/1e6 end,
      wrong = {{value = function(f, p) return 8*p.n*f.d/1e6 end, hint = "A pair has one cosine and one sine."}},
      worked = "{{= n(p.n)}} · {{= f.d}} · 4 B; one for all heads and layers."},
    q.num{id = "float-frequency", unit = "1", rtol = .02, seed = "S003-W29-C1",
      ask = [[A frequency near 0.9 is kept as a float, wrong by half a unit in the last place of numbers from 0.5 to
        1, 2^−25. How many radians is the angle at position {{= n(p.p)}} wrong by?]],
      vary = {p = {100000, 1000000, 8000000}},
      answer = function(_, p) return p.p*2^-25 end,
      wrong = {{value = function() return 2^-25 end, hint = "Times the position."},
               {value = function(f, p) return f.step(p.p) end,
                hint = "That is the spacing of floats at the angle itself."}},
      worked = "{{= n(p.p)}} · 2^−25 = {{= n(p.p*2^-25, 4)}}: before anybody has multiplied in float."},
    q.choice{id = "layout", seed = "S003-W29-C1",
      ask = "Weights for NEIGHBOURS are run with HALVES. What does one see?",
      options = {"An error at load: shapes differ", "Text that is right for one token and then nonsense",
                 "Nothing: the score depends on the distance either way"}, answer = 2,
      worked = [[All shapes fit, and at position 0 nothing turns. Scores do depend on the distance alone, but by other
        pairs than the weights were trained for.]]},
    q.choice{id = "near-and-far", seed = "S003-W29-C2",
      ask = [[At twice the trained length, without scaling, the draft's perplexity is {{= n(f.runs[2][3], 3)}} times its
        floor in place of {{= n(f.runs[3][3], 3)}}, and of far keys it finds hardly any. Why so little in perplexity?]],
      options = {"Far keys are rare: most bytes are foretold by those just before them",
                 "Perplexity is a geometric mean, and so cannot rise", "The key's value is guessed from its letter"},
      answer = 1, worked = "That is why recall is measured beside it."},
    q.choice{id = "short", seed = "S003-W29-C5",
      ask = "A server runs every request with YaRN's factor 8, short ones too. What does that cost?",
      options = {"Nothing: the ramp knows the length of the text",
                 "Short texts are read with slowed pairs and sharpened scores that the model was not trained with",
                 "Memory for a larger table alone"}, answer = 2,
      worked = [[The factor belongs to the length that is read. Taking it from the length, as `extend` may, means that a
        cache of turned keys is of another factor when the text has grown.]]},
    q.multi{id = "unchanged", seed = "S003-W29-C5",
      ask = "Which rules leave the fastest pair exactly as it was, if it turned a thousand times in training?",
      options = {"PI", "NTK", "YaRN", "Llama 3's"}, answer = {2, 3, 4},
      worked = "base^0 is 1 for any base; a thousand turns are beyond both ramps. PI divides it like all others."},
    q.text{id = "own-runs", min_words = 50, seed = "S003-W29-HO",
      ask = [[Try three frequencies of your own in `extend` at four times the length, one of them without the
        temperature or with other bounds. Give perplexity over floor and recall of each (`ridge test` has them), say
        which pairs of the draft you changed and how often these turned in training, and what decided.]],
      rubric = {"three runs with both figures", "pairs named by their turns in the trained length",
                "perplexity and recall are told apart", "a reason that follows from the turns"}},
  },

  hints = {
    {on = "build", match = {"implicit declaration", "undeclared", "unknown type name"},
     "lab.h has math.h, stdint.h, stdlib.h and string.h. Is the name spelled as it is there?"},
    {on = "sanitize", "Eleven pairs are no whole vector: what do the last ones of a row touch?"},
    {on = "gate:table-once", [[Tokens outside, then a piece of the row of the table, then heads. The piece stays in
      registers while all heads are turned by it.]]},
    {on = "gate:table-once-near",
     "The same order of loops; each cosine and sine stands for two neighbouring channels."},
    {on = "bench:rotation", "Vectors of floats: load two, store two. What is left is the memory of q and k."},
    {on = "bench:table", [[Take whole quarter turns off the angle in double, then a short polynomial: all pairs of a row
      in vectors, without a call.]]},
    {on = "case:ntk-four-channels", "The exponent d/(d − 2) is 2 here, and 1.016 for a head of 128."},
    {on = "case:yarn-short", "Below the ramp and above the ramp: g stays between 0 and 1."},
    {on = "case:far", "At a million, floats are a sixteenth apart. In which type do you multiply?"},
    {on = "case:very-far", "Position and frequency are exact in double. Is anything a float before the sine is taken?"},
    {on = "case:short-text", "Where the text is no longer than in training, nothing needs stretching."},
    {on = "case:as-trained", "Where the text is no longer than in training, nothing needs stretching."},
    {on = "case:a-bit-longer", "How many times as long is it? 40,000 over 32,768 is not a whole number."},
    {on = "case:other-model", "Width, base and trained length are arguments: not every model is microlm."},
    {on = "case:draft-1x", "Where the text is no longer than in training, nothing needs stretching."},
    {on = "call:rope_freqs", "Turns are trained · t / 2π. YARN and LLAMA3 are one formula with two pairs of bounds."},
    {on = "call:yarn_mscale", "Natural logarithm; below 1 nothing is stretched, and nothing is multiplied."},
    {on = "call:rope_table", "First all cosines of a row, then all sines, both times scale, the angle in double."},
    {on = "call:rope_apply", "Both new values of a pair need both old ones."},
    {on = "call:relative", "If frequencies, table and rotation are right one by one, is the sign of the sine?"},
    {on = "call:extend",
     "Which of the five modes leaves pairs alone that turned often, and stretches those that never did?"},
  },
}
