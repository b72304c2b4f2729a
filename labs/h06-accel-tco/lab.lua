-- h06-accel-tco: which accelerator, at which price, and when the answer turns.

local GIVEN, DRAWN, ALONE, PROMISES, UNKNOWN, EXACT, EVEN = 0, 1, 2, 3, 4, 5, 6 -- kernels/h06-accel-tco/oracle.c
local MARKET, MIXED, REFUSED, RATES, TIES, SAME, ENDS, TRIPLE, NARROW, RANGES, LOADS, MONEY, FAN =
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
local PRICE, UTIL, KWH, PUE, MTOK, ANY = 0, 1, 2, 3, 4, -1                      -- knobs of lab.h
local BUY, COMMIT, DEMAND = 0, 1, 2
local NONE = -1                                                                -- a promise that nobody made

-- --- works ------------------------------------------------------------------------------------------------

local function params(m) return m.L*(2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff) + 2*m.V*m.d end
local function work(m, bytes, prompt, answer, ttft, tpot, users)
  return {params = params(m), active = params(m), bytes = bytes, layers = m.L, width = m.d, kv = 2*m.L*m.Hkv*m.hd*2,
          prompt = prompt, answer = answer, ttft = ttft, tpot = tpot, users = users}
end
local WORKS = {
  chat70 = work(models.llama3_70b, 1, 2048, 256, 2, .05, 256),
  chat8  = work(models.llama3_8b, 2, 1024, 256, .5, .05, 64),
  batch70 = work(models.llama3_70b, 1, 2048, 256, NONE, NONE, 4096),
}

-- --- accelerators: hw.lua's cards. What no card says is assumed here: shares, latencies of a sum, some links ---

local MEASURED, SPEC, APPROX = 0, 1, 2
local PEAK_SHARE, BW_SHARE, HELD_BACK = .6, .8, .08
local FAST, SLOW = 5e-6, 30e-6 -- s of a sum over a switch or neighbours, and over PCIe through the host
local function accel(card, peak, link, lat, most, tags)
  return {name = card.name, mem = card.mem, reserve = math.floor(HELD_BACK*card.mem), peak = peak, bw = card.bw,
          link = link, lat = lat, peak_share = PEAK_SHARE, bw_share = BW_SHARE, most = most, tag_mem = tags[1],
          tag_peak = tags[2], tag_bw = tags[3], tag_link = tags[4], power = tags.power}
end
local SHEET, PCIE = {SPEC, SPEC, SPEC, SPEC}, {SPEC, SPEC, SPEC, APPROX}
local CARDS = {
  {"a100", accel(hw.a100, hw.a100.bf16, hw.a100.nvlink_dir, FAST, 8, SHEET)},
  {"h100", accel(hw.h100, hw.h100.fp8, hw.h100.nvlink_dir, FAST, 8, SHEET)},
  {"h200", accel(hw.h200, hw.h200.fp8, hw.h200.nvlink_dir, FAST, 8, SHEET)},
  {"l40s", accel(hw.l40s, hw.l40s.fp8, hw.pcie4.bw_eff, SLOW, 8, PCIE)},
  {"rtx4090", accel(hw.rtx4090, hw.rtx4090.fp8, hw.pcie4.bw_eff, SLOW, 8, PCIE)},
  {"a10g", accel(hw.a10g, hw.a10g.bf16, hw.pcie4.bw_eff, SLOW, 8, {SPEC, APPROX, SPEC, APPROX})},
  {"tpu-v6e", accel(hw.tpu_v6e, hw.tpu_v6e.bf16, hw.tpu_v6e.ici/2, FAST, 8, SHEET)},
  {"trn1", accel(hw.trn1, hw.trn1.bf16, 96e9, FAST, 16, PCIE)},
  {"gaudi3", accel(hw.gaudi3, hw.gaudi3.fp8, hw.gaudi3.up*hw.gaudi3.port, FAST, 8, SHEET)},
  {"lpu", accel(hw.lpu, hw.lpu.bf16, 100e9, 1e-6, 1024, {APPROX, APPROX, APPROX, APPROX})},
  {"wse3", accel(hw.wse3, hw.wse3.flops, hw.wse2.io, FAST, 4, {SPEC, APPROX, SPEC, APPROX})},
  {"m4max", accel(hw.m4max, 0, 0, 0, 1, {APPROX, APPROX, APPROX, APPROX})},
}
local CARD = {}
for _, c in ipairs(CARDS) do CARD[c[1]] = c[2] end

-- --- prices: none is the lab's. Each is somebody's, of one day, and approximate ---------------------------

local HOST = 7500 -- dollars of a server for each accelerator: 300,000 for eight H100s at some 30,000 each
local OFFERS = {
  {"h100 owned", "h100", BUY, 300000/8, "2026-05",
   "300,000 for eight and their server, as an example; cards were quoted at 25,000 to 40,000"},
  {"h100 reserved", "h100", COMMIT, 2.35, "2026-03", "a year's contract, SemiAnalysis as quoted by others"},
  {"h100 by the hour", "h100", DEMAND, 6.88, "2026-03", "AWS p5 on demand, an eighth of it"},
  {"h200 by the hour", "h200", DEMAND, 4.00, "2026-05", "smaller clouds, 3.50 to 4.50"},
  {"a100 by the hour", "a100", DEMAND, 1.30, "2026-05", "smaller clouds, 1.10 to 1.50"},
  {"l40s", "l40s", DEMAND, 0, "", "nobody has entered one"},
  {"rtx4090 owned", "rtx4090", BUY, 1599 + HOST/4, "2022-10", "NVIDIA's 1,599 at its launch; its server is assumed"},
  {"a10g by the hour", "a10g", DEMAND, 1.006, "2026-06", "AWS g5.xlarge on demand"},
  {"tpu-v6e reserved", "tpu-v6e", COMMIT, 1.22, "2024-12", "Google Cloud, three years; 2.70 on demand"},
  {"trn1 reserved", "trn1", COMMIT, .968, "2024-12", "AWS Capacity Block, a sixteenth of it"},
  {"gaudi3 owned", "gaudi3", BUY, 125000/8 + HOST, "2024-06",
   "Intel's list, 125,000 for eight on their board; its server is assumed"},
  {"lpu owned", "lpu", BUY, 20000, "2024-02", "one card at a distributor, as commentators quote it"},
  {"wse3 owned", "wse3", BUY, 2.5e6, "2026-03", "a CS-3 for 2 to 3 million, as reports say"},
}
local PORTS = {["tpu-v6e"] = 3e5, trn1 = 3e5, gaudi3 = 1.5e5, lpu = 3e5, wse3 = 3e5} -- assumed: engineers' time
local KW = {h100 = hw.dgx_h100.power/8e3, rtx4090 = (hw.rtx4090.power + 150)/1e3, lpu = (hw.lpu.power + 50)/1e3,
            gaudi3 = (hw.gaudi3.power + hw.dgx_h100.power/8 - hw.h100.power)/1e3, wse3 = hw.wse3.power/1e3}
local SITE = {util = .6, usd_kwh = .1, pue = 1.3, rate = .08, mtok = 2e5}
local YEARS, KEEP, IDLE = 4, .03, .4

-- --- lab.h's model once more, for the lesson's figures and for the market's case ---------------------------

local function pass(w, a, n, t, read)
  local f, b = 2*w.active*t/(n*a.peak*a.peak_share), read/(n*a.bw*a.bw_share)
  local sums = n > 1 and 2*w.layers*(a.lat + 2*(n - 1)/n*(t*w.width*2)/a.link) or 0
  local rest = math.max(f, b)
  return rest + sums, sums > rest and "sums" or b > f and "memory" or "arithmetic"
end
local function kept(promise, t) return promise == NONE or t <= promise end
local function try_n(w, a, n)
  local W, r = w.bytes*w.params, {n = n}
  local function step(B) return pass(w, a, n, B, W + B*w.kv*(w.prompt + w.answer/2)) end
  local room = math.floor((n*(a.mem - a.reserve) - W)/(w.kv*(w.prompt + w.answer)))
  r.prefill, r.prefill_by = pass(w, a, n, w.prompt, W)
  r.verdict = room < 1 and "memory" or not kept(w.ttft, r.prefill) and "first token" or
              not kept(w.tpot, (step(1))) and "step" or nil
  if r.verdict then return r end
  local lo, hi = 1, math.min(room, w.users)
  while lo < hi do
    local half = (lo + hi + 1)//2
    if kept(w.tpot, (step(half))) then lo = half else hi = half - 1 end
  end
  r.batch = lo
  r.step, r.step_by = step(lo)
  r.limit = lo == w.users and "users" or lo == room and "room" or "step"
  r.tok_s = lo*w.answer/(w.answer*r.step + lo*r.prefill)
  return r
end
local function fit(w, a)
  local best, order = nil, {memory = 1, ["first token"] = 2, step = 3}
  if a.peak <= 0 then return {verdict = "unknown", n = 0} end
  local n = 1
  while n <= (a.link > 0 and a.most or 1) do
    local r = try_n(w, a, n)
    if not best or best.verdict and (not r.verdict or order[r.verdict] > order[best.verdict]) or
       not r.verdict and not best.verdict and r.tok_s/n > best.tok_s/best.n*(1 + 1e-9) then
      best = r
    end
    n = n*2
  end
  return best
end

local function tco(s, o)
  if not (o.price > 0) then return nil end
  if o.kind == COMMIT then return {capital = o.price, power = 0, keep = 0, hour = o.price, used = o.price/s.util} end
  if o.kind == DEMAND then
    return {capital = o.price*s.util, power = 0, keep = 0, hour = o.price*s.util, used = o.price}
  end
  local back = (1 + s.rate)^-o.years
  local year = s.rate > 0 and (o.price - (o.resale or 0)*back)*s.rate/(1 - back) or (o.price - (o.resale or 0))/o.years
  local b = {capital = year/8766, keep = o.keep/8766,
             power = s.pue*s.usd_kwh*(s.util*o.kw + (1 - s.util)*o.idle_kw)}
  b.hour = b.capital + b.keep + b.power
  b.used = b.hour/s.util
  return b
end
local function usd(s, o, f)
  local b = f and not f.verdict and tco(s, o)
  return b and f.n*b.used*1e6/(3600*f.tok_s) + (o.port or 0)/s.mtok or nil
end
local function offer(o)
  local kw = KW[o[2]] or 0
  return {kind = o[3], price = o[4], years = YEARS, resale = 0, kw = kw, idle_kw = IDLE*kw,
          keep = o[3] == BUY and KEEP*o[4] or 0, port = PORTS[o[2]] or 0}
end
local function with(t, more)
  local r = {}
  for k, v in pairs(t) do r[k] = v end
  for k, v in pairs(more or {}) do r[k] = v end
  return r
end

-- --- cases ------------------------------------------------------------------------------------------------

local cases = {}
local function add(c) cases[#cases + 1] = c end
local EDGE = {"edge"}
for _, c in ipairs(CARDS) do
  for _, id in ipairs({"chat70", "chat8"}) do
    local card = with(c[2], WORKS[id])
    card.name, card.power = nil, nil
    add(with(card, {id = c[1] .. "-" .. id, calls = {"fit"}, kind = GIVEN, R = 1}))
  end
end
local function works(id, kind, R, more) add(with({id = id, calls = {"fit"}, kind = kind, R = R}, more)) end
works("drawn", DRAWN, 300)
works("alone", ALONE, 60, {tags = EDGE, note = "no link, or no neighbour"})
works("promises", PROMISES, 200, {tags = EDGE, note = "first tokens and steps that are hard to keep"})
works("unknown", UNKNOWN, 27, {tags = EDGE, note = "what nobody publishes: 0, less, no number"})
works("exact", EXACT, 15, {tags = EDGE, note = "just fits, just in time, all three equal, most 3"})
works("even", EVEN, 24, {tags = EDGE, note = "as many tokens for each accelerator, whatever n"})
works("hidden-drawn", DRAWN, gen.pick{90, 110}, {hidden = true})
works("hidden-promises", PROMISES, gen.pick{60, 80}, {hidden = true})

local MONEYS = {"tco", "usd_per_mtok", "fleet"}
local function scenes(id, calls, kind, R, N, knob, more)
  add(with({id = id, calls = calls, kind = kind, R = R, N = N, knob = knob}, more))
end
scenes("bills", MONEYS, MIXED, 200, 1, ANY)
scenes("refused", MONEYS, REFUSED, 240, 1, ANY, {tags = EDGE, note = "each rule broken, and three at once"})
scenes("small-rates", {"tco", "usd_per_mtok"}, RATES, 40, 1, ANY, {tags = EDGE, note = "0, 1e-12, 1e-9, 1e-5 a year"})
scenes("loads", {"fleet"}, LOADS, 40, 1, ANY, {tags = EDGE, note = "whole copies, one token more, no load"})
scenes("hidden-bills", MONEYS, MIXED, gen.pick{70, 90}, 1, ANY, {hidden = true})

scenes("lists", {"rank"}, MIXED, 40, 12, ANY)
scenes("ties", {"rank"}, TIES, 60, 9, ANY, {tags = EDGE, note = "equal to the bit, and chains of 6e-10"})
scenes("one-bid", {"rank", "turns"}, MIXED, 30, 1, ANY, {tags = EDGE})
scenes("all-alike", {"rank", "turns"}, SAME, 40, 5, ANY, {tags = EDGE, note = "twins, and two of half the size"})
scenes("hidden-lists", {"rank"}, TIES, gen.pick{30, 50}, gen.pick{7, 16}, ANY, {hidden = true})

for k, name in ipairs({"price", "util", "kwh", "pue", "mtok"}) do
  scenes("turn-" .. name, {"crossover"}, MIXED, 80, 2, k - 1)
end
for k, name in ipairs({"util", "kwh", "pue"}) do
  scenes("fan-" .. name, {"crossover", "turns"}, FAN, 40, 9, k)
end
scenes("same", {"crossover"}, SAME, 40, 2, ANY, {tags = EDGE, note = "both cost the same everywhere"})
scenes("ends", {"crossover"}, ENDS, 32, 2, PRICE, {tags = EDGE, note = "both cost the same at an end"})
scenes("refused-two", {"crossover"}, REFUSED, 160, 2, ANY, {tags = EDGE, note = "two refusals: the first counts"})
scenes("ranges", {"crossover", "turns"}, RANGES, 40, 3, ANY, {tags = EDGE, note = "no range, ends without an answer"})
scenes("hidden-turn", {"crossover"}, MIXED, gen.pick{70, 90}, 2, ANY, {hidden = true})

scenes("stretches", {"turns"}, MIXED, 120, 12, ANY)
scenes("many", {"turns"}, MIXED, 20, 64, ANY)
scenes("in-a-point", {"turns"}, TRIPLE, 200, 5, KWH, {tags = EDGE, note = "all meet in one point"})
scenes("narrow", {"turns"}, NARROW, 40, 5, KWH, {tags = EDGE, note = "cheapest over a ten-thousandth of the range"})
scenes("hidden-stretches", {"turns"}, MIXED, gen.pick{50, 70}, gen.pick{9, 20}, ANY, {hidden = true})

-- The offers of the lesson's table that serve the 70B chat and have a price, as a case.
local function market(id, knob, which, lo, hi)
  local c = with(SITE, {id = id, calls = {"rank", "crossover", "turns"}, kind = MARKET, R = 1, N = 7, knob = knob,
                        which = which, lo = lo, hi = hi, mean = 500, peak = 2000, years = YEARS, keep = KEEP,
                        idle = IDLE})
  for k, i in ipairs({1, 2, 4, 5, 9, 10, 11}) do
    local o, f = offer(OFFERS[i]), fit(WORKS.chat70, CARD[OFFERS[i][2]])
    for name, v in pairs({kind = o.kind, price = o.price, kw = o.kw, port = o.port, n = f.n, tok_s = f.tok_s or 0}) do
      c[name .. "_" .. (k - 1)] = v
    end
  end
  add(c)
end
market("market-util", UTIL, 0, .05, 1)
market("market-price", PRICE, 0, 5000, 80000)
market("market-mtok", MTOK, 0, 1e3, 1e7)

for _, shift in ipairs({-40, 40}) do
  scenes("in-other-money" .. (shift < 0 and "-small" or "-large"), {"other_money"}, MONEY, 40, 8, ANY,
         {shift = shift, tags = {"gate"}})
end
scenes("alike-in-other-money", {"other_money"}, TIES, 40, 6, UTIL, {shift = -40, tags = {"gate"}})
scenes("hidden-money", {"other_money"}, MONEY, gen.pick{20, 30}, 6, ANY, {shift = gen.pick{-60, 60}, hidden = true,
       tags = {"gate"}})

local GATES = {}
for _, id in ipairs({"in-other-money-small", "in-other-money-large", "alike-in-other-money"}) do
  GATES[#GATES + 1] = gate{id = id .. "-costs", call = "other_money", case = id, counter = "price_constants", op = "<=",
    value = 0, why = "every price is an argument: in another money all costs are so many times as large, to 1e-9"}
  GATES[#GATES + 1] = gate{id = id .. "-order", call = "other_money", case = id, counter = "orders_changed", op = "<=",
    value = 0, why = "who is cheaper, what is a tie and where it turns depends on no currency"}
end

return lab {
  api = 1, rev = 1, id = "h06-accel-tco", title = "Accelerator choice and TCO", kind = "system",
  domain = {"inference", "capacity", "roofline"},
  seeds = {"S001-01", "S001-02", "S001-07", "S001-29", "S001-34", "S002-1-OPT", "S002-7-4", "S003-W35-MS"},
  requires = {"c12-five-axis"}, suggests = {"w35-slo-serving"},
  hours = {read = 2, lab = 3},
  durable = {"Does it fit, what does it wait for, what does an hour at work cost: in this order",
             "An hour that passes and an hour at work differ by the utilisation, which load and whole copies decide",
             "Costs are straight lines in prices: a choice of two turns once at most, and where is a number"},
  ephemeral = {{"Prices of accelerators and of their hours: each with its date, all approximate", as_of = "2026-06"},
               {"Peaks, memories and links of twelve accelerators", as_of = "2026-11"}},
  readings = {
    {"engsurvey", hours = 1, look_for = [[its table of hardware: which engine runs on which of the accelerators here,
      and what of it is marked as planned]]},
    {"accelbeyond", hours = 1, look_for = [[each price and each multiple: who says it, of which day, against which load;
      which of them could you enter into your ledger?]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"tco.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    rows = {dtype = "f64", shape = {"R", "24"}, dist = gen.custom"rows", note = "a work and an accelerator"},
    sites = {dtype = "f64", shape = {"R", "11"}, dist = gen.custom"sites", note = "a site, a knob, a load"},
    bids = {dtype = "f64", shape = {"R*N", "11"}, dist = gen.custom"bids", note = "offers, and how they fit"},
    fits = {dtype = "f64", shape = {"R", "11"}},
    bills = {dtype = "f64", shape = {"R", "7"}},
    costs = {dtype = "f64", shape = {"R", "2"}},
    fleets = {dtype = "f64", shape = {"R", "5"}},
    places = {dtype = "f64", shape = {"R*N", "4"}},
    crossings = {dtype = "f64", shape = {"R", "5"}},
    counts = {dtype = "i32", shape = {"R"}},
    stretches = {dtype = "f64", shape = {"R*N", "3"}},
    twice = {dtype = "f64", shape = {"2*R*(7*N + 6)"}, note = "all of it in dollars, and in another money"},
  },
  calls = {
    fit = call{harness = true, args = {input"rows", output"fits"}, verify = "fit", title = "what fits, and how fast"},
    tco = call{harness = true, args = {input"sites", input"bids", output"bills"}, verify = "tco",
               title = "an hour's bill"},
    usd_per_mtok = call{harness = true, args = {input"sites", input"bids", output"costs"}, verify = "usd_per_mtok",
                        title = "a million tokens"},
    fleet = call{harness = true, args = {input"sites", input"bids", output"fleets"}, verify = "fleet",
                 title = "whole copies for a load"},
    rank = call{harness = true, args = {input"sites", input"bids", output"places"}, verify = "rank", title = "places"},
    crossover = call{harness = true, args = {input"sites", input"bids", output"crossings"}, verify = "crossover",
                     title = "where two of them turn"},
    turns = call{harness = true, args = {input"sites", input"bids", output"counts", output"stretches"},
                 verify = "turns", title = "who is cheapest where"},
    other_money = call{harness = true, args = {i64"shift", input"sites", input"bids", output"twice"},
                       verify = "other_money", title = "the same in another money"},
  },
  partial = {by = "case", functions = {fit = 3, turns = 2, crossover = 2}},
  counters = {price_constants = "lists whose costs do not follow the currency",
              orders_changed = "lists whose order, ties or turns depend on the currency"},

  cases = cases,
  gates = GATES,

  predict = {
    predict{id = "flops", axis = "flops", unit = "TFLOP", rtol = .1, answer = "2*f.chat.params*f.t.h100.batch/2/1e12",
            ask = [[Llama 3 70B on two H100s, {{= f.t.h100.batch}} sequences decode. FLOP of one card in a step,
              attention left aside?]],
            worked = "2 · {{= n(f.chat.params)}} · {{= f.t.h100.batch}} / 2."},
    predict{id = "bytes", axis = "bytes", unit = "GB", rtol = .1, answer = "f.read('h100')/2/1e9",
            ask = [[Bytes that one card reads for it: weights in 8 bits, and of each sequence {{= n(f.cached)}} tokens
              of {{= n(f.chat.kv)}} B?]],
            worked = [[({{= gb(f.chat.params)}} + {{= gb(f.t.h100.batch*f.cached*f.chat.kv)}}) / 2 =
              {{= gb(f.read("h100")/2)}}.]]},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", rtol = .1,
            answer = "2*f.chat.params*f.t.h100.batch/f.read('h100')",
            ask = "So the intensity?",
            worked = "Below the card's ridge in FP8 of {{= n(f.hw.h100.ridge_fp8, 0)}}: a step waits for memory."},
    predict{id = "parallelism", axis = "parallelism", unit = "MB", rtol = .1,
            answer = "2*f.chat.layers*f.t.h100.batch*f.chat.width*2/1e6",
            ask = [[What one of the two cards sends in a step: two sums a layer, {{= f.chat.layers}} layers, of
              {{= f.t.h100.batch}} vectors of {{= n(f.chat.width)}} 16-bit numbers?]],
            worked = "2·(2-1)/2 = 1 times the vectors, in each of {{= 2*f.chat.layers}} sums."},
    predict{id = "failure", axis = "failure",
            choices = {"no room for another sequence", "a step that is longer than promised",
                       "no user is left waiting"},
            answer = "no room for another sequence",
            ask = "Users come and come. What limits the batch of the two H100s first?",
            worked = [[{{= f.t.h100.batch}} sequences fill the memory; a step then takes {{= ms(f.t.h100.step, 1)}}.]]},
  },

  facts = function(hw)
    local f = {hw = hw, chat = WORKS.chat70, small = WORKS.chat8, site = SITE, host = HOST, held = HELD_BACK,
               peak_share = PEAK_SHARE, bw_share = BW_SHARE, years = YEARS, keep = KEEP, idle = IDLE, card = CARD,
               offer = OFFERS, kw = KW, ports = PORTS, t = {}, s = {}, tco = tco}
    for _, c in ipairs(CARDS) do f.t[c[1]], f.s[c[1]] = fit(WORKS.chat70, c[2]), fit(WORKS.chat8, c[2]) end
    f.cached = f.chat.prompt + f.chat.answer/2
    f.read = function(card, B) return f.chat.params + (B or f.t[card].batch)*f.cached*f.chat.kv end
    f.prompts = function(card)
      local t = f.t[card]
      return t.batch*t.prefill/(t.batch*t.prefill + f.chat.answer*t.step)
    end
    f.n = {} -- offers by name
    for i, o in ipairs(OFFERS) do f.n[o[1]] = i end
    -- dollars of offer i for a million tokens; `fits`: f.t or f.s
    f.usd = function(i, fits, site, more)
      return usd(with(SITE, site), with(offer(OFFERS[i]), more), fits[OFFERS[i][2]])
    end
    f.hour = function(i, site, more) return tco(with(SITE, site), with(offer(OFFERS[i]), more)) end
    f.root = function(g, lo, hi)
      local below = g(lo) < 0
      for _ = 1, 100 do
        local half = (lo + hi)/2
        if (g(half) < 0) == below then lo = half else hi = half end
      end
      return hi
    end
    -- where offers i and j cost the same: the field of the site or, with i's own, of the offer
    f.turn = function(i, j, fits, field, lo, hi, own)
      return f.root(function(x)
        local m = {[field] = x}
        return own and f.usd(i, fits, nil, m) - f.usd(j, fits) or f.usd(i, fits, m) - f.usd(j, fits, m)
      end, lo, hi)
    end
    -- the share of its peak at which card i, without its port, costs as much as j does
    f.share = function(i, j)
      return f.root(function(x)
        local at = fit(WORKS.chat70, with(CARD[OFFERS[i][2]], {peak_share = x}))
        return usd(SITE, with(offer(OFFERS[i]), {port = 0}), at) - f.usd(j, f.t)
      end, .05, 1)
    end
    f.simple = function(usd8, years, kw8, pue, kwh) return usd8/8/(years*8766) + kw8/8*pue*kwh end
    f.ten = f.simple(300e3, 4, hw.dgx_h100.power/1e3, 1.3, .1)
    f.fleet = function(card, mean, peak)
      local t = f.t[card]
      local copies = math.ceil(peak/t.tok_s)
      return {copies = copies, util = mean/(copies*t.tok_s)}
    end
    f.state = 16*params(models.llama3_8b) -- bytes to train it: weights, gradients, Adam
    f.p8 = params(models.llama3_8b)
    return f
  end,

  questions = {
    q.num{id = "hour", unit = "1", rtol = .01, seed = "S001-07",
      ask = [[A server of eight for ${{= n(p.usd)}}, written off over {{= p.y}} years without interest, draws
        {{= n(f.hw.dgx_h100.power/1e3, 1)}} kW. PUE {{= n(p.pue, 1)}}, ten cents a kWh. Dollars for an hour of one GPU,
        at full power always? A year has 8,766 hours.]],
      vary = {usd = {240000, 360000, 420000}, y = {3, 5}, pue = {1.1, 1.2, 1.5}},
      answer = function(f, p) return f.simple(p.usd, p.y, f.hw.dgx_h100.power/1e3, p.pue, .1) end,
      wrong = {{value = function(_, p) return p.usd/8/(p.y*8766) end, hint = "And the power?"},
               {value = function(f, p) return 8*f.simple(p.usd, p.y, f.hw.dgx_h100.power/1e3, p.pue, .1) end,
                hint = "That is the server's hour."}},
      worked = [[{{= n(p.usd)}}/(8·{{= p.y}}·8,766) = {{= n(p.usd/8/(p.y*8766), 3)}}, and
        {{= n(f.hw.dgx_h100.power/8e3, 3)}}·{{= n(p.pue, 1)}}·0.10 = {{= n(f.hw.dgx_h100.power/8e3*p.pue*.1, 3)}}:
        ${{= n(f.simple(p.usd, p.y, f.hw.dgx_h100.power/1e3, p.pue, .1), 2)}}.]]},
    q.num{id = "at-work", unit = "1", rtol = .01, seed = "S001-07",
      ask = [[An owned card costs ${{= n(p.fix, 2)}} an hour in capital and place. At work it draws {{= n(p.kw, 1)}} kW,
        else 0.4 kW; a kWh costs ${{= n(p.kwh, 2)}}, the PUE is 1.25. It works {{= p.u}} % of its hours. Dollars for an
        hour at work?]],
      vary = {fix = {1.1, 1.4}, kw = {1, 1.3}, kwh = {.12, .3}, u = {25, 45, 80}},
      answer = function(_, p) local u = p.u/100; return (p.fix + 1.25*p.kwh*(u*p.kw + (1 - u)*.4))/u end,
      wrong = {{value = function(_, p) local u = p.u/100; return p.fix + 1.25*p.kwh*(u*p.kw + (1 - u)*.4) end,
                hint = "That is an hour that passes."},
               {value = function(_, p) return (p.fix + 1.25*p.kwh*p.kw)/(p.u/100) end,
                hint = "It does not draw full power while it waits."},
               {value = function(_, p) return p.fix/(p.u/100) + 1.25*p.kwh*p.kw end,
                hint = "Idle hours draw power as well."}},
      worked = [[An hour that passes: {{= n(p.fix, 2)}} + 1.25·{{= n(p.kwh, 2)}}·({{= n(p.u/100, 2)}}·{{= n(p.kw, 1)}}
        + {{= n(1 - p.u/100, 2)}}·0.4); over {{= n(p.u/100, 2)}}:
        ${{= n((p.fix + 1.25*p.kwh*(p.u/100*p.kw + (1 - p.u/100)*.4))/(p.u/100), 2)}}.]]},
    q.num{id = "seats", unit = "1", rtol = 0, seed = "S001-34",
      ask = [[Llama 3 70B, {{= n(f.chat.params/1e9, 2)}} GB in 8 bits, on {{= p.n}} L40S of 48 GB, of which 8 % are held
        back. A token's cache is {{= n(f.chat.kv)}} B. How many sequences of {{= n(p.len)}} tokens have room?]],
      vary = {n = {2, 4, 8}, len = {2048, 4096, 8192}},
      answer = function(f, p) return math.floor((p.n*.92*48e9 - f.chat.params)/(f.chat.kv*p.len)) end,
      wrong = {{value = function(f, p) return math.floor((p.n*48e9 - f.chat.params)/(f.chat.kv*p.len)) end,
                hint = "And what is held back?"},
               {value = function(f, p) return math.floor(p.n*.92*48e9/(f.chat.kv*p.len)) end,
                hint = "The weights are in the same memory."}},
      worked = [[{{= gb(p.n*.92*48e9, 1)}} less the weights, over {{= mb(f.chat.kv*p.len, 0)}} a sequence:
        {{= n(math.floor((p.n*.92*48e9 - f.chat.params)/(f.chat.kv*p.len)))}}.]]},
    q.num{id = "step", unit = "ms", rtol = .02, seed = "S001-34",
      ask = [[Two H100s ({{= si(f.hw.h100.bw, "B/s")}} each, of which {{= pct(f.bw_share, 0)}} are reached) decode
        {{= p.B}} sequences with {{= n(p.len)}} tokens cached each; weights and cache as before. How long do the bytes
        of a step take?]],
      vary = {B = {16, 48, 90}, len = {1024, 3000}},
      answer = function(f, p)
        return 1e3*(f.chat.params + p.B*p.len*f.chat.kv)/(2*f.hw.h100.bw*f.bw_share)
      end,
      wrong = {{value = function(f) return 1e3*f.chat.params/(2*f.hw.h100.bw*f.bw_share) end,
                hint = "The caches are read, too."},
               {value = function(f, p) return 1e3*(f.chat.params + p.B*p.len*f.chat.kv)/(f.hw.h100.bw*f.bw_share) end,
                hint = "Each of the two reads half."}},
      worked = [[({{= gb(f.chat.params, 1)}} + {{= gb(p.B*p.len*f.chat.kv, 1)}}) over
        {{= si(2*f.hw.h100.bw*f.bw_share, "B/s")}}:
        {{= ms((f.chat.params + p.B*p.len*f.chat.kv)/(2*f.hw.h100.bw*f.bw_share), 1)}}.]]},
    q.num{id = "prompts-share", unit = "%", rtol = .02, seed = "S001-29",
      ask = [[A copy decodes {{= p.B}} sequences in steps of {{= p.st}} ms and computes a prompt in {{= p.pf}} ms.
        Answers have 300 tokens. Which share of its time goes to prompts?]],
      vary = {B = {40, 80}, st = {20, 35}, pf = {60, 140, 400}},
      answer = function(_, p) return 100*p.B*p.pf/(p.B*p.pf + 300*p.st) end,
      wrong = {{value = function(_, p) return 100*p.pf/(p.pf + 300*p.st) end,
                hint = "Each of the sequences had a prompt; they share the steps."},
               {value = function(_, p) return 100*p.pf/(p.pf + p.st) end, hint = "And how many steps has an answer?"}},
      worked = [[{{= p.B}} prompts take {{= n(p.B*p.pf/1e3, 1)}} s, 300 steps {{= n(.3*p.st, 1)}} s:
        {{= n(100*p.B*p.pf/(p.B*p.pf + 300*p.st), 0)}} %. A better decoder moves only the rest.]]},
    q.num{id = "mtok", unit = "1", rtol = .01, seed = "S002-1-OPT",
      ask = [[A copy of {{= p.n}} cards makes {{= n(p.tok)}} tokens a second; a card costs ${{= n(p.usd, 2)}} an hour at
        work, and a port of $200,000 is to be paid by {{= n(p.m)}} million tokens. Dollars for a million?]],
      vary = {n = {2, 4}, tok = {900, 1600}, usd = {1.7, 3.2}, m = {50000, 400000}},
      answer = function(_, p) return p.n*p.usd*1e6/(3600*p.tok) + 2e5/p.m end,
      wrong = {{value = function(_, p) return p.usd*1e6/(3600*p.tok) + 2e5/p.m end,
                hint = "All cards of the copy are paid."},
               {value = function(_, p) return p.n*p.usd*1e6/(3600*p.tok) end, hint = "And the port?"}},
      worked = [[{{= p.n}}·{{= n(p.usd, 2)}}·10⁶/(3,600·{{= n(p.tok)}}) = {{= n(p.n*p.usd*1e6/(3600*p.tok), 3)}}, and
        200,000/{{= n(p.m)}} = {{= n(2e5/p.m, 2)}}.]]},
    q.num{id = "turn-use", unit = "%", rtol = .01, seed = "S001-34",
      ask = [[Owned: ${{= n(p.own, 2)}} an hour that passes, whatever it does. By the hour: ${{= n(p.rent, 2)}}, when it
        is needed. From which use on is owning cheaper, with the same card?]],
      vary = {own = {1.2, 1.55, 1.9}, rent = {3.5, 5, 6.5}},
      answer = function(_, p) return 100*p.own/p.rent end,
      wrong = {{value = function(_, p) return 100*(1 - p.own/p.rent) end, hint = "own / u = rent."},
               {value = function(_, p) return 100*p.own/(p.own + p.rent) end,
                hint = "They are alternatives; nothing is added."}},
      worked = "{{= n(p.own, 2)}}/u = {{= n(p.rent, 2)}} at u = {{= n(100*p.own/p.rent, 1)}} %."},
    q.num{id = "turn-mix", unit = "%", rtol = .01, seed = "S001-34",
      ask = [[The rented card is another one: it makes {{= n(p.k, 1)}} times the tokens of the owned one a second. Owned
        ${{= n(p.own, 2)}} an hour that passes, rented ${{= n(p.rent, 2)}} an hour in use. From which use of the owned
        one on is owning cheaper for a token?]],
      vary = {own = {1.2, 1.5}, rent = {4, 5.5}, k = {1.2, 1.8}},
      answer = function(_, p) return 100*p.own*p.k/p.rent end,
      wrong = {{value = function(_, p) return 100*p.own/p.rent end, hint = "That is for cards of equal speed."},
               {value = function(_, p) return 100*p.own/(p.rent*p.k) end,
                hint = "The faster one needs less of its hour."}},
      worked = [[A token costs {{= n(p.own, 2)}}/u on the one and {{= n(p.rent, 2)}}/{{= n(p.k, 1)}} on the other: u =
        {{= n(100*p.own*p.k/p.rent, 1)}} %.]]},
    q.num{id = "turn-port", unit = "1", rtol = .02, seed = "S001-07",
      ask = [[Another architecture makes a million tokens for ${{= n(p.b, 2)}} in place of ${{= n(p.a, 2)}}, and takes
        {{= p.e}} engineers half a year at $250,000 a year each until it does. After how many million tokens is that
        earned?]],
      vary = {a = {1.2, 1.5}, b = {.7, .9}, e = {2, 3}},
      answer = function(_, p) return p.e*125e3/(p.a - p.b) end,
      wrong = {{value = function(_, p) return p.e*125e3/p.a end, hint = "Only the difference pays for it."},
               {value = function(_, p) return p.e*250e3/(p.a - p.b) end, hint = "Half a year."}},
      worked = [[{{= n(p.e*125e3)}}/{{= n(p.a - p.b, 2)}} = {{= n(p.e*125e3/(p.a - p.b))}} million. And who serves less
        stays.]]},
    q.table{id = "whole-copies", unit = "1", rtol = .01, seed = "S003-W35-MS",
      ask = [[A copy makes {{= n(p.tok)}} tokens a second. The load is {{= n(p.mean)}} on average and {{= n(p.k)}} times
        as much at its height. How many copies, and which use in per cent?]],
      rows = {"copies", "use, %"}, columns = {"value"},
      vary = {tok = {700, 1250}, mean = {900, 1600}, k = {3, 4}},
      answer = function(_, p)
        local c = math.ceil(p.mean*p.k/p.tok)
        return {{c}, {100*p.mean/(c*p.tok)}}
      end,
      hint = "Whole copies carry the peak; the mean is what they are used for.",
      worked = [[{{= math.ceil(p.mean*p.k/p.tok)}} copies for {{= n(p.mean*p.k)}}, used
        {{= n(100*p.mean/(math.ceil(p.mean*p.k/p.tok)*p.tok), 0)}} %: the ledger's util is this one.]]},
    q.num{id = "train", unit = "1", rtol = .02, seed = "S001-02",
      ask = [[Training 8·10⁹ parameters on {{= n(p.T, 1)}}·10¹² tokens takes 6·N·D FLOP. {{= p.card}}s reach
        {{= p.mfu}} % of their dense bf16 peak at ${{= n(p.usd, 2)}} a GPU hour. Dollars, in thousands?]],
      vary = {T = {1, 2}, card = {"A100", "H100"}, mfu = {35, 45}, usd = {1.5, 2.5}},
      answer = function(f, p)
        return 6*8e9*p.T*1e12/(p.mfu/100*f.hw[p.card:lower()].bf16)/3600*p.usd/1e3
      end,
      wrong = {{value = function(f, p) return 2*8e9*p.T*1e12/(p.mfu/100*f.hw[p.card:lower()].bf16)/3600*p.usd/1e3 end,
                hint = "Forward is 2, backward 4."},
               {value = function(f, p)
                  return 6*8e9*p.T*1e12/(p.mfu/100*2*f.hw[p.card:lower()].bf16)/3600*p.usd/1e3
                end, hint = "That peak assumes that half of the weights are 0."}},
      worked = [[{{= n(6*8e9*p.T*1e12/(p.mfu/100*f.hw[p.card:lower()].bf16)/3600)}} GPU hours: ${{= n(6*8e9*p.T*1e12/
        (p.mfu/100*f.hw[p.card:lower()].bf16)/3600*p.usd/1e3, 0)}} thousand. The same ledger, with another work.]]},
    q.choice{id = "no-turn", seed = "S001-07",
      ask = [[Owned and committed hardware, both paid for every hour, drawing no power. Does the choice between them
        turn with the utilisation?]],
      options = {"No: both costs go with 1/util, and their ratio stays", "Yes, at the ratio of their hours",
                 "Yes, where util is a half"},
      answer = 1,
      worked = "Whoever is cheaper by the hour that passes is so at any use. It turns with a price, or with the term."},
    q.choice{id = "greenfield", seed = "S002-7-4",
      ask = "A new product, no traffic yet, nobody knows how much will come. What first?",
      options = {"Buy for the business plan's peak: the hour is cheapest",
                 "Reserve for a year: the middle way",
                 "By the hour, the vendor hidden behind an interface; measure; compute where another bid takes over"},
      answer = 3,
      worked = "Only on demand does a token's cost not depend on the use, which is what nobody knows."},
    q.multi{id = "tagged", seed = "S001-07",
      ask = "Which of these may not be entered as they are?",
      options = {"a peak printed \"with sparsity\"", "a dense peak of the vendor's sheet, marked as such",
                 "\"up to 5 times faster than H100\"", "a price of 0 in an exported table",
                 "a bandwidth that you measured"},
      answer = {1, 3, 4},
      worked = [[Half of the first is dense. The third has a load, a baseline and a day that are not named. The fourth
        is an empty cell.]]},
    q.order{id = "order", seed = "S001-07",
      ask = "In which order does a candidate fall out soonest, for the least work?",
      items = {"does it hold the weights and one sequence", "does it keep the promises alone, with a batch of 1",
               "tokens a second of its best number of cards", "dollars for a million tokens",
               "up to which price, use and volume it stays so"},
      hint = "A yes or no before a rate, a rate before a price, a price before its derivative."},
    q.text{id = "memo", min_words = 90, seed = "S001-34",
      ask = [[Write the decision memo for a load that you know, or for this one: two candidates that you could really
        get, with their fit, dollars for a million tokens, and at least two turning points from your own `crossover`.
        Every price with its source and date.]],
      rubric = {"each price has a source and a day, and what is approximate is called so",
                "what each candidate waits for, and what limits its batch",
                "the use comes from a mean and a peak, not from a wish",
                "two turning points with the side on which the load stands, and how far from them",
                "what the model leaves out that could turn it, with its direction"}},
  },

  hints = {
    {on = "build", match = {"defines no", "implicit declaration", "undeclared", "unknown type name"},
     "lab.h declares all seven functions; tco.c has to define each of them, also those that you have not begun."},
    {on = "case:unknown", "A rate of 0 or NAN is a fact that nobody published: FIT_UNKNOWN, and all else 0."},
    {on = "case:exact", [[Nothing here is rounded. `<=` keeps a promise; equal times go to the first name; room, then
      users; and n is a power of two.]]},
    {on = "case:even", "tok_s / n is the same for all n, up to rounding: a larger n has to win by more than 1e-9."},
    {on = "case:alone", "link 0, or most 1: only n = 1, whatever else would help."},
    {on = "case:promises", "Three reasons in a row: room, ttft, tpot. The verdict is the furthest that any n came."},
    {on = "call:fit", [[One n by hand: two times and the sums of a prompt, room, the step of that batch. The message
      gives the row.]]},
    {on = "case:refused/tco", "Rules in lab.h's order, each as !(what must hold). Outputs stay as they are."},
    {on = "case:small-rates/tco", "1 - (1 + 1e-12)^-4 keeps four digits. expm1 and log1p keep all."},
    {on = "call:tco", "Which kind is the row? What does it pay in an hour in which nothing runs?"},
    {on = "case:refused/usd_per_mtok", "tco's refusals, then NO_FIT, then NO_PORT. A port of 0 asks for no tokens."},
    {on = "call:usd_per_mtok", "n · used · 10⁶ / (3,600 · tok_s), and port / mtok."},
    {on = "case:loads", "1,024 over 128 are eight copies, 1,025 nine. The site's own util is not asked for."},
    {on = "call:fleet", "ceil for the peak; the mean over all copies is the util, in a site of its own."},
    {on = "case:ties", "Within 1e-9 of the first of the place, not of the one before."},
    {on = "call:rank", "Costs, places, order: 1, 1, 3; of one place by index; refusals last."},
    {on = "case:ends", "A tie at an end is 0, and nothing turns."},
    {on = "case:ranges", "The range first, then bid 0 at lo, bid 1 at lo, bid 0 at hi, bid 1 at hi."},
    {on = "call:crossover", "Straight in price, energy and PUE; straight in 1/util and 1/mtok."},
    {on = "case:in-a-point", "Whoever wins between two equal values wins nothing: shorter than 1e-9 of the range."},
    {on = "case:narrow", "A ten-thousandth of the range. Do you sample?"},
    {on = "case:all-alike", "Twins: the least index of those that cost the same over the whole stretch."},
    {on = "call:turns", [[Two numbers a bid: cost at lo, cost at hi. The next leader ends lower than this one and meets
      him first.]]},
    {on = "gate:in-other-money-small-costs", "Which number in tco.c is meant in dollars?"},
    {on = "gate:in-other-money-small-order", "1e-9 of the larger one, not of the larger one and 1."},
    {on = "gate:in-other-money-large-costs", "Which number in tco.c is meant in dollars?"},
    {on = "gate:alike-in-other-money-order", "1e-9 of the first's cost, not 1e-9 dollars."},
    {after = 3, [[Take one row of the failing case to paper. Each function is at most one formula of lab.h at a
      time.]]},
  },

  points = {correct = 45, sanitize = 10, profile = 15, answers = 30},
}
