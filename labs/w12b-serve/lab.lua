-- w12b-serve: microlm behind a door; tokens a second, the first byte, the pace, and the price in quality.

local STAGES = {bronze = .70, silver = .80, gold = .90}
local EDGE = {tags = {"edge"}}
local MICROLM = {d = 256, L = 4, H = 8, Hkv = 2, hd = 32, ff = 768, V = 256}
local DRAFT = {d = 64, L = 2, H = 2, Hkv = 1, hd = 32, ff = 192, V = 256}

-- Weights in matrices, and all of them: the file has them in this order.
local function matrices(m) return m.V*m.d + m.L*(2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff) end
local function count(m) return matrices(m) + (2*m.L + 1)*m.d end

-- n requests of `longest` bytes at most for `seats` seats, who want up to wmax; one more has come after
-- each `spread` bytes said. The small pair is microlm's draft and its first layer.
local function crowd(id, seats, n, longest, wmax, more)
  local c = {id = id, seats = seats, n = n, longest = longest, wmax = wmax, spread = 0, least = .3, small = 1,
             judged = 100} -- of the requests, drawn by their texts
  for k, v in pairs(more or {}) do c[k] = v end
  local one_layer = {}
  for k, v in pairs(DRAFT) do one_layer[k] = v end
  one_layer.L = 1
  c.nt, c.nd = count(c.small == 1 and DRAFT or MICROLM), count(c.small == 1 and one_layer or DRAFT)
  return c
end

local function full(id, seats, n, longest, wmax, more)
  local c = crowd(id, seats, n, longest, wmax, {small = 0, least = 1})
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

return lab {
  api = 1, rev = 1, id = "w12b-serve", title = "A serving engine for microlm",
  kind = "system", week = 12, part = 1, domain = {"serving", "inference", "quantisation"},
  seeds = {"S003-W12-TRA"},
  requires = {"w05-int8-outliers"}, suggests = {"w05b-specdec", "w06-paged-kv", "c11-transformer-fwd"},
  hours = {read = 1, lab = 6},
  durable = {"A pass over the weights serves one token or sixty-four at nearly the same price, until arithmetic binds",
             "Batching, speculation and fewer bits all spend the same idle time: measure each after the others",
             "Throughput, first token and pace are three measurements, and a change moves them apart"},
  ephemeral = {{"What four bits cost on a CPU without instructions for them", as_of = "2026-11"}},
  readings = {
    {"orca", hours = .5, look_for = [[the figure with two requests of unequal length in one batch; which operations
      of a layer can be batched across requests, and which one cannot]]},
    {"sarathi", hours = .5, look_for = [[what a long prompt does to the pace of those who are being served, and what
      it is cut into]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"serve.c"},
  serves = {call = "serve", models = {"microlm/weights.bin", "microlm/draft.bin"}},
  reference = "ref.c", ladder = {"naive.c", "four.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    shapes = {dtype = "i32", shape = {2, 9}, dist = gen.custom"shapes", note = "d L H Hkv hd ff V ctx base"},
    target = {dtype = "bf16", shape = {"nt"}, dist = gen.custom"target"},
    draft = {dtype = "bf16", shape = {"nd"}, dist = gen.custom"draft"},
    reqs = {dtype = "i32", shape = {"n", 3}, dist = gen.custom"reqs", note = "bytes, wanted, after so many said"},
    text = {dtype = "u8", shape = {"n", "longest"}, dist = gen.custom"text"},
    said = {dtype = "i32", shape = {"n*wmax", 2}, note = "to whom, which byte, in order"},
    notes = {dtype = "f64", shape = {4}},
  },

  calls = {
    serve = call{harness = true, args = {i32"seats", i32"n", i32"longest", input"shapes", input"target", input"draft",
                 input"reqs", input"text", output"said", output"notes"},
                   verify = "serve", title = "requests in, bytes out"},
  },

  cases = {
    crowd("one", 1, 1, 12, 12, {least = 1}),
    crowd("first-byte-only", 1, 3, 6, 1, EDGE),
    crowd("prompt-of-one", 2, 3, 1, 5, EDGE),
    crowd("one-seat", 1, 4, 10, 8, {tags = {"edge"}, note = "a queue, and nobody beside"}),
    crowd("more-seats", 16, 5, 9, 9, {tags = {"edge"}, note = "seats that stay empty"}),
    crowd("long-prompt", 2, 2, 90, 6, {least = .9, note = "more tokens than anybody wants in one pass"}),
    crowd("queue", 4, 10, 24, 24, {spread = 3}),
    crowd("hidden", gen.pick{1, 2, 3, 7}, gen.pick{4, 9}, gen.pick{5, 40}, gen.pick{3, 20},
          {hidden = true, spread = gen.pick{0, 2, 9}, least = .1}),
    full("microlm", 3, 4, 10, 22, {least = .8, spread = 8, note = "the model that is timed, and its quality"}),
    crowd("refill", 4, 14, 6, 48, {least = .1, tags = {"gate"}}),
    full("traced", 3, 3, 7, 3, {tags = {"gate"}}),
    full("crowd8", 8, 10, 16, 16, {judged = 4, tags = {"bench"}}),
    full("alone", 1, 1, 24, 100, {tags = {"bench"}}),
    full("prompt128", 1, 1, 128, 1, {tags = {"bench"}}),
  },

  counters = {ppl_ratio = "mean of p(likeliest)/p(said)", waited = "bytes said while a seat was free"},
  gates = {
    gate{id = "quality", call = "serve", case = "microlm", counter = "ppl_ratio", op = "<=", value = 1.05, on = "cpu",
         why = "the mean of p(likeliest)/p(said), by the model in 16 bits: fewer bits may cost 5 %"},
    gate{id = "refill", call = "serve", case = "refill", counter = "waited", op = "<=", value = "8*seats", on = "cpu",
         why = "bytes said while a free seat was kept from somebody: a step's worth, not a whole answer's"},
    gate{id = "weights", call = "serve", case = "traced", counter = "l2_miss", op = "<=",
         value = "1.3*(1 + n + wmax)*2*nt/64", on = "cpu",
         why = "the weights are read once for loading, once for each prompt and once for each byte of an answer"},
  },

  bench = {
    bench{id = "throughput", call = "serve", case = "crowd8", clock = "cpu", stages = STAGES, items = "n*wmax",
          item = "tok", flops = "2*nt*n*(longest + wmax)", bytes = "2*nt*(n/seats)*wmax",
          title = "tokens a second, eight seats", why = "what a machine earns: 10 requests, 16 bytes in, 16 out each"},
    bench{id = "stream", call = "serve", case = "alone", clock = "cpu", stages = STAGES, items = "n*wmax",
          item = "tok", flops = "2*nt*(longest + wmax)", bytes = "2*nt*wmax", title = "tokens a second for one",
          why = "its inverse is the time per output token: one request, 100 bytes out"},
    bench{id = "first", call = "serve", case = "prompt128", clock = "cpu", stages = STAGES, flops = "2*nt*longest",
          bytes = "2*nt*longest/64", title = "time to the first token",
          why = "128 bytes of prompt, one byte out: the time of the call is what the user waits"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "MFLOP", answer = "2*f.N/1e6", rtol = .1,
            ask = [[microlm has {{= n(f.N)}} weights in matrices. FLOP for one token of one request, attention left
              aside?]], worked = "A multiplication and an addition for each weight."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "2*f.N/1e6", rtol = .1,
            ask = "Bytes of 16-bit weights that a pass over eight requests, one token each, has to read?",
            worked = "All of them once: eight requests, one reading."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "8", rtol = .1,
            ask = "So FLOP for each of these bytes?",
              worked = "2 FLOP for each weight and token, 2 bytes for each weight: the batch."},
    predict{id = "parallelism", axis = "parallelism", unit = "tok", answer = "f.alpha(0.9, 4)", rtol = .05,
            ask = "One request, four guesses by the draft, 90 % of them right. Tokens for each pass of the target?",
            worked = "1 + 0.9 + 0.9² + 0.9³ + 0.9⁴ = {{= n(f.alpha(.9, 4), 2)}}."},
    predict{id = "failure", axis = "failure",
            choices = {"the text is wrong", "the text is right and the server slow", "it crashes"},
            answer = "the text is right and the server slow",
            ask = [[A batch is filled when the last request of the previous one has finished, and not before. What will
              you see?]]},
  },

  facts = function(hw)
    local m8 = models.llama3_8b
    local s = MICROLM
    local f = {s = s, stages = STAGES, N = matrices(s), P = count(s), Pd = count(DRAFT), rows = 64}
    f.small = f.Pd/f.P
    f.kv_tok = 2*s.L*s.Hkv*s.hd*4
    f.alpha = function(beta, K)
      local sum = 1
      for _ = 1, K do sum = 1 + beta*sum end
      return sum
    end
    f.gain = function(beta, K, c) return f.alpha(beta, K)/(1 + K*c) end
    -- tokens a second of b requests: weights read once, or b tokens' arithmetic
    f.rate = function(P, bytes, b, bw, peak) return b/math.max(bytes*P/bw, 2*P*b/peak) end
    f.bw, f.peak = 2e10, 1e11
    f.knee = f.peak/f.bw
    f.P8 = m8.L*(2*m8.d*m8.H*m8.hd + 2*m8.d*m8.Hkv*m8.hd + 3*m8.d*m8.ff) + m8.V*m8.d
    f.h_bw, f.h_peak = hw.h200.bw + 0.0, hw.h200.bf16 + 0.0
    f.used = function(list, seats)
      local sum, most, start = 0, 0, 1
      for k, w in ipairs(list) do
        sum = sum + w
        if k - start + 1 == seats or k == #list then
          local top = 0
          for j = start, k do top = math.max(top, list[j]) end
          most, start = most + top, k + 1
        end
      end
      return sum/(most*seats)
    end
    -- Measured 2026-11 on two cores with nothing else to do (AVX-512): `ridge bench w12b-serve --impl naive|four`,
    -- t_reference/t in 15 to 23 pairs, the mean of two runs: throughput, stream, first.
    f.measured = {naive = {.43, .59, .57}, four = {1.07, .93, 1.06}}
    return f
  end,

  questions = {
    q.num{id = "floor", unit = "ms", rtol = .01,
      ask = [[A core reads weights at {{= p.bw}} GB/s. The least time per output token of microlm for a single
        request, {{= n(f.P)}} weights in 16 bits, nothing guessed?]],
      vary = {bw = {20, 12, 40}},
      answer = function(f, p) return 1e3*2*f.P/(p.bw*1e9) end,
      wrong = {{value = function(f, p) return 1e3*f.P/(p.bw*1e9) end, hint = "Two bytes for each weight."},
               {value = function(f, p) return 1e3*4*f.P/(p.bw*1e9) end,
                 hint = "They lie there in 16 bits, not in 32."}},
      worked = [[{{= n(2*f.P/1e6, 2)}} MB at {{= p.bw}} GB/s: {{= n(1e3*2*f.P/(p.bw*1e9), 3)}} ms, at most
        {{= n(p.bw*1e9/(2*f.P), 0)}} tok/s.]]},
    q.num{id = "knee", unit = "tok", rtol = .01,
      ask = [[The same core does {{= p.g}} GFLOP/s and reads {{= p.bw}} GB/s. From how many tokens in a pass on is it
        arithmetic that binds, with 16-bit weights?]],
      vary = {g = {100, 60}, bw = {20, 12}},
      answer = function(_, p) return p.g/p.bw end,
      wrong = {{value = function(_, p) return 2*p.g/p.bw end,
        hint = "2 FLOP and 2 bytes for each weight: the twos cancel."},
               {value = function(_, p) return p.g/p.bw/2 end,
                 hint = "2 FLOP and 2 bytes for each weight: the twos cancel."}},
      worked = [[n tokens do 2n FLOP for each 2 bytes: n FLOP/B. The ridge is at {{= n(p.g/p.bw, 2)}}. Fewer bytes for
        a weight move it to the left: with 8 bits, {{= n(p.g/p.bw/2, 2)}} tokens.]]},
    q.num{id = "batched", unit = "tok/s", rtol = .01,
      ask = [[Llama 3 8B, {{= n(f.P8/1e9, 2)}} billion weights in matrices in 16 bits, one H200 ({{= si(f.h_bw,
        "B/s")}},
        {{= si(f.h_peak, "FLOP/s")}}), ideal, caches left aside: tokens a second at batch {{= p.b}}?]],
      vary = {b = {8, 32, 1024}},
      answer = function(f, p) return f.rate(f.P8, 2, p.b, f.h_bw, f.h_peak) end,
      wrong = {{value = function(f) return f.h_bw/(2*f.P8) end,
        hint = "That is one request. A pass serves all of them."},
               {value = function(f, p) return p.b > 206 and p.b*f.h_bw/(2*f.P8) or f.h_peak/(2*f.P8) end,
                hint = "Which lasts longer at this batch: reading the weights, or the arithmetic?"}},
      worked = [[The pass lasts the longer of {{= n(2e3*f.P8/f.h_bw, 2)}} ms of reading and
        {{= n(2e3*f.P8*p.b/f.h_peak, 2)}} ms of arithmetic: {{= n(f.rate(f.P8, 2, p.b, f.h_bw, f.h_peak), 0)}}
          tok/s.]]},
    q.num{id = "idle", unit = "%", rtol = .01,
      ask = [[Four seats; answers of 8, 40, 16, {{= p.w}}, 24, 8, 32, 16 bytes come in this order. Seats are filled in
        fours, and again when all four have finished. Which share of the seats' steps says something?]],
      vary = {w = {24, 12, 40}},
      answer = function(f, p) return 100*f.used({8, 40, 16, p.w, 24, 8, 32, 16}, 4) end,
      wrong = {{value = function(f, p) return 100 - 100*f.used({8, 40, 16, p.w, 24, 8, 32, 16}, 4) end,
                hint = "That is the share that says nothing."}},
      worked = [[{{= n(144 + p.w)}} bytes in 4·(40 + 32) = 288 steps of a seat:
        {{= pct(f.used({8, 40, 16, p.w, 24, 8, 32, 16}, 4))}}. With seats refilled at once nearly all of them do.]]},
    q.num{id = "guessing", unit = "x", rtol = .01, seed = "S003-W12-TRA",
      ask = [[One request; the draft has {{= n(f.Pd)}} weights, the target {{= n(f.P)}}, a pass costs what its weights
        cost to read, and {{= n(100*p.beta)}} % of the guesses are right, independently. The speed-up by four
          guesses?]],
      vary = {beta = {.9, .8, .6}},
      answer = function(f, p) return f.gain(p.beta, 4, f.small) end,
      wrong = {{value = function(f, p) return f.alpha(p.beta, 4) end,
        hint = "The draft's four passes take time as well."},
               {value = function(f, p) return f.gain(p.beta, 4, f.small) - 1/(1 + 4*f.small) end,
                hint = "The target's own byte comes with every pass, whatever was guessed."}},
      worked = [[{{= n(f.alpha(p.beta, 4), 3)}} tokens for 1 + 4·{{= n(f.small, 4)}} passes:
        {{= n(f.gain(p.beta, 4, f.small), 2)}}. It is a bound: small matrices run less well than large ones.]]},
    q.num{id = "regret", unit = "%", rtol = .02,
      ask = [[Of {{= p.n}} bytes, with fewer bits, {{= p.bad}} were not the likeliest: each of these had half of the
        likeliest one's probability. By how much is the mean ratio (geometric) above 1?]],
      vary = {n = {400, 200}, bad = {8, 20}},
      answer = function(_, p) return 100*(2^(p.bad/p.n) - 1) end,
      wrong = {{value = function(_, p) return 100*p.bad/p.n end,
                hint = "Take logarithms: each of them adds ln 2, not 1."}},
      worked = [[exp({{= p.bad}}·ln 2/{{= p.n}}) = {{= n(2^(p.bad/p.n), 4)}}. A perplexity is a mean of this kind, which
        is why one byte in fifty may go wrong by a factor of two at this price.]]},
    q.choice{id = "order", seed = "S003-W12-TRA",
      ask = [[Eight seats are taken and the pass is bound by arithmetic. Which of these still speeds up a step?]],
      options = {"guessing four bytes for everybody", "weights in fewer bits, widened to float",
                 "a product that keeps more of its operands in registers", "reading the weights in larger blocks"},
      answer = 3,
      worked = [[Guesses add arithmetic, fewer bits and larger blocks save bytes; neither is scarce. That is the seed of
        the capstone's rule: each gain is measured after the others, never beside them.]]},
    q.multi{id = "moves",
      ask = "A prompt of 2,000 bytes is fed in one go while seven others are being served. What gets worse?",
      options = {"its own first token", "the pace of the seven others", "tokens a second over the next minute",
                 "the largest gap between two bytes of one answer"}, answer = {2, 4},
      worked = [[The work is the same, so throughput stays; the newcomer is served first. The others wait for all of it.
        Cut into pieces that ride along with their steps, it costs them little: chunked prefill does that.]]},
    q.text{id = "report", min_words = 60, seed = "S003-W12-TRA",
      ask = [[Take your three benches before and after the change that you are proudest of. Which moved, which did
        not, and
        why? Name what was idle before.]],
      rubric = {"all three: throughput, stream, first",
                "what bound each before: bytes of weights, arithmetic, or neither",
                "the prediction beside the measurement",
                "what the change cost: loading, quality, the pace of others"}},
  },

  hints = {
    {on = "build", match = {"defines no", "redefinition", "implicit declaration", "undefined reference"},
     "serve.c defines serve and nothing else that lab.h names; what is given is static inline there."},
    {on = "sanitize", [[A prompt and its answer fit into ctx tokens exactly: a guess behind the last byte does not. A
      prompt may be one byte long, and nobody may want more than one.]]},
    {on = "case:one", [[Position 0 is the prompt's first byte. The byte after the prompt's last comes from the pass that
      had this last byte in it.]]},
    {on = "case:first-byte-only", "want = 1: one byte is said, and it needs no further pass."},
    {on = "case:prompt-of-one", "No prompt before the last byte: there is nothing to feed."},
    {on = "case:one-seat", "A seat that is taken again begins at position 0, with an empty cache."},
    {on = "case:queue", [[Right alone and wrong in company: whose cache does this token write, at which position, and up
      to where does it look?]]},
    {on = "counter:waited", "Ask the door after each step, for every free seat, not when all have finished."},
    {on = "counter:l2_miss", [[Count the passes over the weights: one for all known bytes of the prompts, then one a
      step
      for everybody. Are prompts fed one byte at a time, or requests one after the other?]]},
    {on = "counter:ppl_ratio", [[Scales for smaller groups, or more bits, at least for the head: it decides between two
      bytes that are nearly as likely.]]},
    {on = "bench:throughput", [[Eight tokens share a weight only if the inner loop has eight sums. Let vectors run over
      outputs, and no sum goes across lanes.]]},
    {on = "bench:stream", [[One token at a time is bound by the bytes of the weights: fewer bytes, or more tokens in a
      pass. The draft has a 27th of the weights.]]},
    {on = "bench:first", "The prompt's bytes are all known: up to 64 of them go through a layer together."},
    {after = 4, "Write the slow server first, byte by byte, and keep it: every later version must say the same."},
  },
}
