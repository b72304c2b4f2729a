-- tables.lua: constructors of the small tables: readings, parts, catalogue, features, graph,
-- tracks, map.
local host, R = ...
local S = R.S

local function has(file) return host.text(file) ~= nil end

-- --- readings, parts, catalogue, features -------------------------------------------------------

local reading = S.record{
  authors = S.req(S.text), title = S.req(S.text), where = S.opt(S.text), id = S.opt(S.text),
  kind = S.req(S.enum("paper", "book", "blog", "docs", "video", "course")),
  year = S.opt(S.int{min = 1900, max = 2100}), note = S.opt(S.text), seeds = S.opt(S.strings),
  hours = S.opt(S.hours), free = S.opt(S.bool()),
  pdf = S.opt(S.text), sha256 = S.opt(S.text), -- an open copy that its id does not tell, and what it hashes to
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

-- Cards in the order in which lists show them; a week's card stands with that week. One that is
-- only planned has no file yet.
local card_entry = S.record{[1] = S.req(S.str{match = "^%l+/[%w%-]+$", what = "a card's id (cards/name)"}),
                            title = S.req(S.text), week = S.opt(week_number), minutes = S.opt(S.int{min = 1})}
R.constructors.cards = R.constructor("cards", function(loc, t)
  return S.list(card_entry)(t, S.ctx(loc)) or {}
end)

-- The chapters in their order; one without a file is planned.
local dive = S.record{[1] = S.req(S.str{match = "^deep/d%d%d$", what = "a chapter's id (deep/d07)"}),
                      title = S.req(S.text), weeks = S.opt(S.list(week_number), S.empty),
                      weeks24 = S.opt(S.list(week_number), S.empty)}
R.constructors.deep_dives = R.constructor("deep_dives", function(loc, t)
  local out = {}
  for _, e in ipairs(S.list(dive)(t, S.ctx(loc)) or {}) do
    if e[1] and e.title then out[#out + 1] = e end
  end
  return host.array(out)
end, "deep_dives")

-- The tours in their order, by the names that their repositories have today; one without a file is planned. `at` is
-- where the files are asked for, when it is not GitHub.
local repository = S.str{match = "^[%w%-_.]+/[%w%-_.]+$", what = "a repository (owner/name)"}
local tour = S.record{[1] = S.req(S.str{match = "^tours/[%w%-_.]+$", what = "a tour's id (tours/llm.c)"}),
                      title = S.req(S.text), repo = S.req(repository),
                      formerly = S.opt(S.list(repository), S.empty), at = S.opt(S.text)}
R.constructors.tours = R.constructor("tours", function(loc, t)
  local out = {}
  for _, e in ipairs(S.list(tour)(t, S.ctx(loc)) or {}) do
    if e[1] and e.title and e.repo then out[#out + 1] = e end
  end
  return host.array(out)
end)

-- Words and what they mean; `from` is a lab, a card or a page of the prelude.
local word = S.record{[1] = S.req(S.text), [2] = S.req(S.text), from = S.req(S.text)}
R.constructors.glossary = R.constructor("glossary", function(loc, t)
  return S.list(word, {min = 1})(t, S.ctx(loc)) or {}
end)

-- --- graph, tracks, map -------------------------------------------------------------------------

local node = S.record{title = S.req(S.text), labs = S.req(S.strings),
                      seeds = S.opt(S.strings, S.empty), part = S.opt(S.int()),
                      week = S.opt(S.int())}
local edge = S.record{[1] = S.req(S.text), [2] = S.req(S.text), seed = S.opt(S.text),
                      why = S.opt(S.text)}
S.define("graph", {nodes = S.req(S.map(node, {min = 1})), edges = S.req(S.list(edge))}, {
  after = function(g, ctx)
    for k, e in ipairs(g.edges or {}) do
      for _, name in ipairs({e[1], e[2]}) do
        if name and g.nodes and not g.nodes[name] then
          R.complain(ctx.loc, {"edges", k}, ("there is no node '%s'%s"):format(name,
                     R.suggest(name, g.nodes)))
        end
      end
    end
  end})

local step = S.record{[1] = S.req(S.text), labs = S.opt(S.strings, S.empty), deep = S.opt(S.strings, S.empty),
                      weeks = S.opt(S.list(week_number), S.empty), note = S.opt(S.text),
                      readings = S.opt(S.strings, S.empty), seeds = S.opt(S.strings, S.empty),
                      hours = S.opt(S.hours)}
local track = S.record{id = S.req(S.id), title = S.req(S.text), seeds = S.opt(S.strings, S.empty),
                       gated = S.opt(S.bool(), false), year = S.opt(S.bool(), false),
                       steps = S.req(S.list(step, {min = 1})),
                       note = S.opt(S.text), summary = S.opt(S.text), page = S.opt(S.id)}
R.constructors.tracks = R.constructor("tracks", function(loc, t)
  return S.list(track, {min = 1})(t, S.ctx(loc)) or {}
end)

local row = S.record{[1] = S.req(S.str{match = "^S%d%d%d", what = "a row id (S003-W01-C1)"}),
                     by = S.opt(S.strings, S.empty), note = S.opt(S.text)}
R.constructors.map = R.constructor("map", function(loc, t)
  return S.list(row, {min = 1})(t, S.ctx(loc)) or {}
end)

-- --- packs --------------------------------------------------------------------------------------

-- A pack's name begins the ids of its labs, and is none that Ridge itself may ever give a lab: w07, c11.
local function pack_name(v, ctx)
  if type(v) ~= "string" or not v:find("^%l[%l%d]+$") or #v > 20 then
    return S.bad(ctx, "a name of 2 to 20 small letters and digits is expected, not %s", S.describe(v))
  end
  if v:find("^%l%d%d%l?$") then return S.bad(ctx, "'%s' looks like one of Ridge's own labs", v) end
  return v
end
local version = S.str{match = "^%d+%.%d+%.%d+$", what = "a version (1.0.0)"}
local pack_step = S.record{[1] = S.req(S.text), labs = S.req(S.strings), note = S.opt(S.text)}
S.define("pack", {
  api = S.req(S.int{min = 1, max = 1}), name = S.req(pack_name), version = S.req(version), title = S.req(S.text),
  author = S.opt(S.text), license = S.opt(S.text), summary = S.opt(S.text), steps = S.opt(S.list(pack_step, {min = 1})),
  class = S.opt(S.record{weights = S.opt(S.map(S.num{min = 0, max = 1e6})),
                         drop_lowest = S.opt(S.int{min = 0, max = 100})}),
})

-- A pack's labs in the order of its steps, then those that no step names. They join the catalogue, and are a track.
local function add_pack(doc, p, labs)
  local loc, left, steps, rest = R.loc[p], {}, {}, {}
  for _, id in ipairs(labs) do left[id] = true end
  for k, s in ipairs(p.steps or {}) do
    for j, id in ipairs(s.labs or {}) do
      if not left[id] then
        R.complain(loc, {"steps", k, "labs", j}, ("'%s' is no lab of this pack, or stands there twice"):format(id))
      end
      left[id] = nil
    end
    steps[k] = {s[1], labs = s.labs, note = s.note}
  end
  for _, id in ipairs(labs) do
    if left[id] then rest[#rest + 1] = id end
    if p.name and id:sub(1, #p.name + 1) ~= p.name .. "-" then
      R.complain(loc, {"name"}, ("the id of lab '%s' does not begin with '%s-'"):format(id, p.name))
    end
    doc.catalogue[id] = {title = id, pack = p.name}
  end
  if #rest > 0 then steps[#steps + 1] = {p.title or p.name or "labs", labs = rest} end
  if p.name and #steps > 0 then
    doc.tracks[#doc.tracks + 1] = {id = p.name, title = p.title, gated = false, summary = p.summary, steps = steps,
                                     pack = true}
  end
end

function R.ops.pack(arg)
  local p = R.load(arg.file, "pack")
  return p and {name = p.name, version = p.version, title = p.title, author = p.author, license = p.license,
                summary = p.summary, class = p.class}
end

-- --- loading ------------------------------------------------------------------------------------

R.table_files = {"readings", "parts", "catalogue", "features", "graph", "tracks",
                 "cards"}

function R.load_tables(packs)
  local doc = {}
  for _, kind in ipairs(R.table_files) do
    local file = "curriculum/" .. kind .. ".lua"
    local value = has(file) and R.load(file, kind)
    local list = kind == "parts" or kind == "tracks" or kind == "cards"
    doc[kind] = value or (list and host.array({}) or host.object({}))
  end
  doc.deep = has("curriculum/deep.lua") and R.load("curriculum/deep.lua", "deep_dives") or host.array({})
  doc.tours = has("curriculum/tours.lua") and R.load("curriculum/tours.lua", "tours") or host.array({})
  for _, at in ipairs(packs or {}) do
    local p = R.load(at.file, "pack")
    if p then add_pack(doc, p, at.labs) end
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
      steps[j] = {title = s[1], labs = s.labs, deep = s.deep or host.array({}), weeks = s.weeks or host.array({}),
                  note = s.note, readings = s.readings or host.array({}), seeds = s.seeds or host.array({}),
                  hours = s.hours}
    end
    tracks[k] = {id = t.id, title = t.title, seeds = t.seeds or host.array({}), gated = t.gated, year = t.year,
                 note = t.note,
                 summary = t.summary, page = t.page, steps = host.array(steps), pack = t.pack}
  end
  return {
    hw = R.hw_doc(), models = R.models_doc, readings = doc.readings, parts = doc.parts,
    catalogue = doc.catalogue, features = doc.features, tracks = host.array(tracks),
    graph = {nodes = g.nodes or host.object({}), edges = host.array(edges)},
  }
end
