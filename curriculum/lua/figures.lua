-- figures.lua: hardware and models: the numbers that every expression may use.
local host, R = ...
local S, U = R.S, R.U

-- --- hardware -----------------------------------------------------------------------------------

-- A figure's value in base units with its unit and where it is from; what is wrong with it is told, as of `word`.
local function figure(ctx, word, value, unit, from, date)
  local q = {source = word, value = 0, unit = "1", from = from, date = date}
  if type(value) ~= "number" or value ~= value then
    S.bad(ctx, "%s(value, unit, source): the value is %s", word, S.describe(value))
    return q
  end
  local dim, factor = U.unit(type(unit) == "string" and unit or "?")
  if not dim then
    S.bad(ctx, "%s(...): there is no unit %s%s", word, S.describe(unit), R.suggest(tostring(unit), U.common))
    return q
  end
  if type(from) ~= "string" or not from:find("%S") then
    S.bad(ctx, "%s(value, unit, source): a figure needs its source", word)
    q.from = ""
  end
  if date ~= nil then S.date(date, ctx) end
  -- a float: products of large integers would wrap silently
  q.value, q.unit, q.shown = value * factor + 0.0, dim, unit
  return q
end

-- spec(312e12, "FLOP/s", "datasheet"[, "2021-06"]): a figure with its unit and where it is from.
for _, source in ipairs({"spec", "derived", "measured", "approx"}) do
  R.constructors[source] = R.constructor(source, function(loc, value, unit, from, date)
    return figure(S.ctx(loc), source, value, unit, from, date)
  end)
end

-- disputed{{3.35e12, "B/s", "datasheet", "2026-11"}, {3e12, "B/s", "a book", "2025-01"}, use = 1}: what two or more
-- sources state, and each of them when. Expressions compute with the statement number `use`; without it they may not.
R.constructors.disputed = R.constructor("disputed", function(loc, t)
  local ctx, q = S.ctx(loc), {source = "disputed", value = 0, unit = "1", says = {}}
  local froms, values, several = {}, {}, 0
  if type(t) ~= "table" then
    S.bad(ctx, "disputed{...}: a table of statements is expected, not %s", S.describe(t))
    return q
  end
  for k, one in ipairs(t) do
    local s = figure(ctx, "disputed", table.unpack(type(one) == "table" and one or {one}, 1, 4))
    if s.date == nil then S.bad(ctx, "disputed{...}: statement %d needs the date of its source", k) end
    if s.from and froms[s.from] then S.bad(ctx, "disputed{...}: the source '%s' is there twice", s.from) end
    if k > 1 and s.unit ~= q.says[1].unit then S.bad(ctx, "disputed{...}: statement %d is of another unit", k) end
    several = several + (values[s.value] and 0 or 1)
    froms[s.from or ""], values[s.value] = true, true
    q.says[k] = s
  end
  if #q.says < 2 then
    S.bad(ctx, "disputed{...}: %d source%s: what is disputed has two sources at least", #q.says,
          #q.says == 1 and "" or "s")
  elseif several < 2 then
    S.bad(ctx, "disputed{...}: all sources state the same")
  end
  if t.use ~= nil and not q.says[t.use] then
    S.bad(ctx, "disputed{...}: use = %s is the number of no statement", S.describe(t.use))
  end
  local chosen = q.says[t.use or 1]
  for _, k in ipairs({"value", "unit", "shown", "from", "date"}) do q[k] = chosen and chosen[k] end
  q.use = t.use
  return q
end)

local quantity = S.made("spec", "derived", "measured", "approx", "disputed")
local gpu_fields = {name = S.req(S.text), as_of = S.req(S.date), note = S.opt(S.text),
                    seeds = S.opt(S.strings), arch = S.opt(S.text)}
for _, k in ipairs({"bf16", "fp32", "bw", "mem", "sms", "smem_sm", "smem_block", "regs_sm",
                    "threads_sm"}) do
  gpu_fields[k] = S.req(quantity)
end
for _, k in ipairs({"fp8", "nvlink"}) do gpu_fields[k] = S.opt(quantity) end
S.define("gpu", gpu_fields, {rest = quantity})

-- Anything that is no GPU of the required table: a link, a node, a CPU, measured ceilings.
S.define("device", {name = S.req(S.text), as_of = S.req(S.date), note = S.opt(S.text),
                    seeds = S.opt(S.strings)}, {rest = quantity})

local card = S.either("gpu{...} or device{...}", S.is_made("gpu"), S.made("gpu"),
                      S.is("table"), S.made("device", "gpu"))
R.constructors.hardware = R.constructor("hardware", function(loc, t)
  return S.map(card, {key = "^[%a_][%w_]*$"})(t, S.ctx(loc)) or {}
end)

-- Which figures of which cards are looked up, while somebody asks: R.figures_read = {h100 = {bw = true}}, else nil.
local function note(id, figure)
  local read = R.figures_read
  if not read then return end
  read[id] = read[id] or {}
  read[id][figure] = true
end
R.note_figure = note

-- A figure as the screens have it; of a disputed one what each source says.
local function shown_figure(v)
  local out = {value = v.value, unit = v.unit, shown = v.shown, source = v.source, from = v.from, date = v.date}
  if v.says then
    out.use, out.says = v.use, {}
    for k, s in ipairs(v.says) do
      out.says[k] = {value = s.value, unit = s.unit, shown = s.shown, from = s.from, date = s.date}
    end
    host.array(out.says)
  end
  return out
end

-- Plain numbers for expressions.
local function set_hardware(doc)
  local plain = {}
  for id, c in pairs(doc) do
    local numbers, open = {}, {}
    for k, v in pairs(c) do
      if type(v) == "table" and v.source then
        if v.says and not v.use then open[k] = true else numbers[k] = v.value end
      elseif k ~= "seeds" then
        numbers[k] = v
      end
    end
    plain[id] = R.strict(numbers, "figure of hw." .. id .. ",", function(k) note(id, k) end, function(k)
      return open[k] and ("the sources of hw.%s.%s differ: its card has to choose one (use = 1)"):format(id, k)
    end)
  end
  R.hw, R.hw_read = R.strict(plain, "hardware"), doc
end

-- The cards as the screens have them: few operations ask.
function R.hw_doc()
  local cards = {}
  for id, c in pairs(R.hw_read) do
    local shown = {}
    for k, v in pairs(c) do
      if type(v) == "table" and v.source then shown[k] = shown_figure(v) end
    end
    cards[id] = {name = c.name, as_of = c.as_of, note = c.note, arch = c.arch, values = shown,
                 line = R.loc[c] and R.loc[c].line or 0}
  end
  return host.object(cards)
end

-- --- model configurations -----------------------------------------------------------------------

local model_value = S.either("a number, text or true/false", S.is("number"), S.num(),
                             S.is("string"), S.text, S.is("boolean"), S.bool())
S.define("model", {name = S.req(S.text), source = S.req(S.text), as_of = S.opt(S.date)},
         {rest = model_value})
local model_entry = S.either("model{...}", S.is_made("model"), S.made("model"), S.is("table"),
                             S.record({name = S.req(S.text), source = S.opt(S.text),
                                       as_of = S.opt(S.date)}, {rest = model_value}))
R.constructors.models = R.constructor("models", function(loc, t)
  return S.map(model_entry, {key = "^[%a_][%w_]*$"})(t, S.ctx(loc)) or {}
end)

local function set_models(doc)
  local plain = {}
  for id, m in pairs(doc) do
    local values = {}
    for k, v in pairs(m) do values[k] = v end
    plain[id] = R.strict(values, "figure of models." .. id .. ",")
  end
  R.models, R.models_doc = R.strict(plain, "model"), host.object(doc)
end

local function has(file) return host.text(file) ~= nil end

-- hw and models, which every expression may use. Optional files that are absent are empty.
function R.load_figures()
  set_hardware(has("curriculum/hw.lua") and R.load("curriculum/hw.lua", "hardware") or {})
  set_models(has("curriculum/models.lua") and R.load("curriculum/models.lua", "models") or {})
end
