-- data.lua: constructors of the small tables: hardware, models, readings, parts, catalogue,
-- features, graph, tracks, map.
local host, R = ...
local S, U = R.S, R.U

-- --- hardware ----------------------------------------------------------------------------------

-- spec(312e12, "FLOP/s", "datasheet"[, "2021-06"]): a figure with its unit and where it is from.
for _, source in ipairs({"spec", "derived", "measured", "approx"}) do
  R.constructors[source] = R.constructor(source, function(loc, value, unit, from, date)
    local ctx = S.ctx(loc)
    local q = {source = source, value = 0, unit = "1", from = from, date = date}
    if type(value) ~= "number" or value ~= value then
      S.bad(ctx, "%s(value, unit, source): the value is %s", source, S.describe(value))
      return q
    end
    local dim, factor = U.unit(type(unit) == "string" and unit or "?")
    if not dim then
      S.bad(ctx, "%s(...): unknown unit %s%s", source, S.describe(unit),
            R.suggest(tostring(unit), U.common))
      return q
    end
    if type(from) ~= "string" or not from:find("%S") then
      S.bad(ctx, "%s(value, unit, source): a figure needs its source", source)
      q.from = ""
    end
    if date ~= nil then S.date(date, ctx) end
    local base = value * factor
    q.value, q.unit, q.shown = math.tointeger(base) or base, dim, unit
    return q
  end)
end

local quantity = S.made("spec", "derived", "measured", "approx")
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

-- Plain numbers for expressions, figures with their sources for the screens.
local function set_hardware(doc)
  local plain, cards = {}, {}
  for id, c in pairs(doc) do
    local numbers, shown = {}, {}
    for k, v in pairs(c) do
      if type(v) == "table" and v.source then
        numbers[k] = v.value
        shown[k] = {value = v.value, unit = v.unit, shown = v.shown, source = v.source,
                    from = v.from, date = v.date}
      elseif k ~= "seeds" then
        numbers[k] = v
      end
    end
    local line = R.loc[c] and R.loc[c].line or 0
    cards[id] = {name = c.name, as_of = c.as_of, note = c.note, arch = c.arch, values = shown,
                 line = line}
    plain[id] = R.strict(numbers, "figure of hw." .. id .. ",")
  end
  R.hw, R.hw_doc = R.strict(plain, "hardware"), host.object(cards)
end

-- --- model configurations --------------------------------------------------------------------------

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

-- --- readings, parts, catalogue, features ----------------------------------------------------------------

local reading = S.record{
  authors = S.req(S.text), title = S.req(S.text), where = S.opt(S.text), id = S.opt(S.text),
  kind = S.req(S.enum("paper", "book", "blog", "docs", "video", "course")),
  year = S.opt(S.int{min = 1900, max = 2100}), note = S.opt(S.text), seeds = S.opt(S.strings),
  hours = S.opt(S.hours), free = S.opt(S.bool()),
}
R.constructors.readings = R.constructor("readings", function(loc, t)
  return S.map(reading, {key = "^[%w][%w%-_.]*$", key_what = "a reading key"})(t, S.ctx(loc)) or {}
end)

local week_number = S.int{min = 1, max = 52}
local part = S.record{
  n = S.req(S.int{min = 1, max = 6}), title = S.req(S.text),
  weeks = S.req(S.list(week_number, {min = 2, max = 2})), goal = S.opt(S.text),
  seeds = S.opt(S.strings, S.empty), text = S.opt(S.text),
}
R.constructors.parts = R.constructor("parts", function(loc, t)
  return S.list(part, {min = 1})(t, S.ctx(loc)) or {}
end)

local catalogue_entry = S.record{
  title = S.req(S.text), week = S.opt(week_number), part = S.opt(S.int{min = 1, max = 6}),
  kind = S.opt(S.enum("kernel", "system", "ranks", "codegen", "written", "review", "capstone")),
  lang = S.opt(S.text), backends = S.opt(S.strings), hours = S.opt(S.any()),
}
R.constructors.catalogue = R.constructor("catalogue", function(loc, t)
  return S.map(catalogue_entry, {key = "^[a-z]%d%d[a-z]?%-[%w%-]+$",
                                 key_what = "a lab id such as w01-roofline"})(t, S.ctx(loc)) or {}
end)

local feature = S.record{title = S.req(S.text), built = S.req(S.bool()), note = S.opt(S.text)}
R.constructors.features = R.constructor("features", function(loc, t)
  return S.map(feature, {key = "^F%-[%w%-]+$", key_what = "F-NAME"})(t, S.ctx(loc)) or {}
end)

-- --- graph, tracks, map -----------------------------------------------------------------------------

local node = S.record{title = S.req(S.text), labs = S.req(S.strings),
                      seeds = S.opt(S.strings, S.empty), part = S.opt(S.int()), week = S.opt(S.int())}
local edge = S.record{[1] = S.req(S.text), [2] = S.req(S.text), seed = S.opt(S.text),
                      why = S.opt(S.text)}
S.define("graph", {nodes = S.req(S.map(node, {min = 1})), edges = S.req(S.list(edge))}, {
  after = function(g, ctx)
    for k, e in ipairs(g.edges or {}) do
      for _, name in ipairs({e[1], e[2]}) do
        if name and g.nodes and not g.nodes[name] then
          R.complain(ctx.loc, {"edges", k}, ("no node '%s'%s"):format(name,
                     R.suggest(name, g.nodes)))
        end
      end
    end
  end})

local step = S.record{[1] = S.req(S.text), labs = S.opt(S.strings, S.empty),
                      weeks = S.opt(S.list(week_number), S.empty), note = S.opt(S.text),
                      readings = S.opt(S.strings, S.empty), seeds = S.opt(S.strings, S.empty),
                      hours = S.opt(S.hours)}
local track = S.record{id = S.req(S.id), title = S.req(S.text), seeds = S.opt(S.strings, S.empty),
                       gated = S.opt(S.bool(), false), steps = S.req(S.list(step, {min = 1})),
                       note = S.opt(S.text), summary = S.opt(S.text)}
R.constructors.tracks = R.constructor("tracks", function(loc, t)
  return S.list(track, {min = 1})(t, S.ctx(loc)) or {}
end)

local row = S.record{[1] = S.req(S.str{match = "^S%d%d%d", what = "a row id (S003-W01-C1)"}),
                     by = S.opt(S.strings, S.empty), note = S.opt(S.text)}
R.constructors.map = R.constructor("map", function(loc, t)
  return S.list(row, {min = 1})(t, S.ctx(loc)) or {}
end)

-- --- loading --------------------------------------------------------------------------------------

local function has(file) return host.text(file) ~= nil end

-- hw and models, which every expression may use. Optional files that are absent are empty.
function R.load_figures()
  set_hardware(has("curriculum/hw.lua") and R.load("curriculum/hw.lua", "hardware") or {})
  set_models(has("curriculum/models.lua") and R.load("curriculum/models.lua", "models") or {})
end

R.table_files = {"readings", "parts", "catalogue", "features", "graph", "tracks"}

function R.load_tables()
  local doc = {}
  for _, kind in ipairs(R.table_files) do
    local file = "curriculum/" .. kind .. ".lua"
    local value = has(file) and R.load(file, kind)
    local list = kind == "parts" or kind == "tracks"
    doc[kind] = value or (list and host.array({}) or host.object({}))
  end
  return doc
end

function R.tables_json(doc)
  local g = doc.graph
  local edges = {}
  for _, e in ipairs(g.edges or {}) do
    edges[#edges + 1] = {from = e[1], to = e[2], seed = e.seed, why = e.why}
  end
  local tracks = {}
  for k, t in ipairs(doc.tracks) do
    local steps = {}
    for j, s in ipairs(t.steps or {}) do
      steps[j] = {title = s[1], labs = s.labs, weeks = s.weeks, note = s.note,
                  readings = s.readings, seeds = s.seeds, hours = s.hours}
    end
    tracks[k] = {id = t.id, title = t.title, seeds = t.seeds, gated = t.gated, note = t.note,
                 summary = t.summary, steps = host.array(steps)}
  end
  return {
    hw = R.hw_doc, models = R.models_doc, readings = doc.readings, parts = doc.parts,
    catalogue = doc.catalogue, features = doc.features, tracks = host.array(tracks),
    graph = {nodes = g.nodes or host.object({}), edges = host.array(edges)},
  }
end
