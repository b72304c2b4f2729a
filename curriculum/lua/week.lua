-- week.lua: the week{...} of curriculum/weeks/wNN.lua.
local host, R = ...
local S = R.S

local week_n = S.int{min = 1, max = 52}
local concept = S.record{id = S.req(S.id), title = S.req(S.text), text = S.req(S.text),
                         seed = S.opt(S.text), seeds = S.opt(S.strings), as_of = S.opt(S.date)}
local practice = S.record{text = S.req(S.text), hours = S.opt(S.hours), seed = S.opt(S.text),
                          seeds = S.opt(S.strings), lab = S.opt(S.text)}
local milestone = S.record{text = S.req(S.text), seed = S.opt(S.text), seeds = S.opt(S.strings)}

local function ids_differ(list, what, ctx, field)
  local seen = {}
  for k, c in ipairs(list or {}) do
    if c.id and seen[c.id] then
      R.complain(ctx.loc, {field, k}, ("%s '%s' is there twice"):format(what, c.id))
    end
    if c.id then seen[c.id] = true end
  end
end

S.define("week", {
  n = S.req(week_n), part = S.req(S.int{min = 1, max = 6}), title = S.req(S.text),
  seeds = S.opt(S.strings, S.empty), summary = S.req(S.text),
  concepts = S.req(S.list(concept)), later = S.opt(S.strings, S.empty), readings = S.req(S.list(S.reading)),
  practice = S.opt(S.list(practice), S.empty), milestone = S.opt(milestone),
  labs = S.req(S.strings), durable = S.opt(S.strings, S.empty),
  ephemeral = S.opt(S.ephemeral, S.empty), facts = S.opt(S.fn()),
  questions = S.req(S.questions), notes = S.opt(S.text),
}, {after = function(w, ctx)
  ids_differ(w.concepts, "concept", ctx, "concepts")
  if w.questions and #w.questions < 3 then
    R.complain(ctx.loc, {"questions"}, ("needs at least 3, has %d"):format(#w.questions))
  end
end})

-- The facts of a week or lab; nil once the error is reported.
function R.call_facts(fn, loc)
  if not fn then return {} end
  local ok, f = pcall(fn, R.hw, R.models)
  if not ok then
    R.report_thrown(f, loc.file, R.line_of(loc, {"facts"}))
    return nil
  end
  if type(f) ~= "table" then
    R.complain(loc, {"facts"}, "must return a table")
    return nil
  end
  return f
end

function R.week_file(n) return ("curriculum/weeks/w%02d.lua"):format(n) end

-- {name="w01", f=, doc=}: what expressions and questions of a week need; nil when it cannot load.
function R.load_week(n)
  local file = R.week_file(n)
  local env = R.new_env({hw = R.hw, models = R.models, u = R.U.values})
  local doc, clean = R.load(file, "week", env)
  if not doc then return nil end
  if doc.n and doc.n ~= n then
    R.complain(R.loc[doc], {"n"}, ("is %d in the file of week %d"):format(doc.n, n))
  end
  local f = R.call_facts(doc.facts, R.loc[doc])
  return f and {name = ("w%02d"):format(n), doc = doc, loc = R.loc[doc], f = f, clean = clean,
                questions = doc.questions or {}}
end

local function readings_json(list)
  local out = {}
  for k, r in ipairs(list or {}) do
    out[k] = {key = r[1], hours = r.hours, look_for = r.look_for, seed = r.seed}
  end
  return host.array(out)
end
R.readings_json = readings_json

function R.ephemeral_json(list)
  local out = {}
  for k, e in ipairs(list or {}) do out[k] = {text = e[1], as_of = e.as_of} end
  return host.array(out)
end

function R.questions_brief(list)
  local out = {}
  for k, item in ipairs(list or {}) do
    out[k] = {id = item.id, kind = item.kind, seed = item.seed, drill = R.built_by(item)}
  end
  return host.array(out)
end

-- Labs that the week names and that are not its own: its track asks for them beside it.
local function extras(d)
  local out = {}
  for _, id in ipairs(d.labs or {}) do
    local known = R.tables.catalogue[id]
    if known and known.week ~= d.n then out[#out + 1] = id end
  end
  return host.array(out)
end

-- The hours of a week, added up from its readings and from what its labs say of themselves: the week's own, and those
-- of the extra labs apart. What the week reads anyway is counted once. A lab that is not there yet has no hours.
local function hours_of(d)
  local read_too, is_extra = {}, {}
  local h = {read = 0, lab = 0, extra_read = 0, extra_lab = 0}
  for _, r in ipairs(d.readings or {}) do
    h.read, read_too[r[1]] = h.read + (r.hours or 0), true
  end
  for _, id in ipairs(extras(d)) do is_extra[id] = true end
  for _, id in ipairs(d.labs or {}) do
    local lab = host.text(R.lab_file(id)) and R.load_lab(id, true)
    local own = lab and lab.doc.hours
    if own then
      local twice, kind = 0, is_extra[id] and "extra_" or ""
      for _, r in ipairs(lab.doc.readings or {}) do twice = twice + (read_too[r[1]] and r.hours or 0) end
      h[kind .. "read"] = h[kind .. "read"] + math.max(0, (own.read or 0) - twice)
      h[kind .. "lab"] = h[kind .. "lab"] + (own.lab or 0)
    end
  end
  return h
end

local function among(list)
  local last = table.remove(list)
  return #list > 0 and ("%s and %s"):format(table.concat(list, ", "), last) or last
end

-- The ideas that no lab of the week practises, by title; `d` is as week_json() has it.
local function later_ideas(d)
  local titles, is_later = {}, {}
  for _, id in ipairs(d.later) do is_later[id] = true end
  for _, c in ipairs(d.concepts) do
    if is_later[c.id] then titles[#titles + 1] = ('"%s"'):format(c.title) end
  end
  return #titles > 0 and ("the idea%s %s, which no lab of this week practises")
         :format(#titles > 1 and "s" or "", among(titles))
end

-- What somebody with little time does, and what can wait; "" where nothing can, or where the week has no lab.
local function when_short(d)
  local h, wait, read = d.hours, {}, 0
  for _, r in ipairs(d.readings) do read = read + (r.hours or 0) end
  if read > 0 then wait[1] = ("the readings (%s)"):format(R.F.hours(read)) end
  if h.extra_lab > 0 then
    wait[#wait + 1] = ("the extra lab%s (%s)"):format(#d.extras > 1 and "s" or "",
                                                      R.F.hours(h.extra_lab + h.extra_read))
  end
  wait[#wait + 1] = later_ideas(d) or nil
  if #wait == 0 or h.lab == 0 then return "" end
  return ("With little time: the ideas, the week's own lab%s (%s) and the questions. For a second reading: %s.")
         :format(#d.labs - #d.extras > 1 and "s" or "", R.F.hours(h.lab), among(wait))
end

-- What a list of weeks shows: the summary, and the ideas' texts as they are written, for who searches.
function R.week_brief(w)
  local d = w.doc
  local concepts = {}
  R.tables = R.tables or R.load_tables()
  for k, c in ipairs(d.concepts or {}) do
    concepts[k] = {id = c.id, title = c.title, seed = c.seed, text = c.text}
  end
  return {n = d.n, part = d.part, title = d.title, seeds = d.seeds, hours = hours_of(d), labs = d.labs,
          extras = extras(d), summary = R.expand_field(d.summary, R.expr_env({f = w.f}), w.loc, {"summary"}),
          concepts = host.array(concepts), readings = readings_json(d.readings),
          questions = R.questions_brief(d.questions), durable = d.durable,
          ephemeral = R.ephemeral_json(d.ephemeral), file = R.week_file(d.n or 0),
          broken = not w.clean}
end

function R.week_json(w)
  local d, env = w.doc, R.expr_env({f = w.f})
  R.tables = R.tables or R.load_tables()
  local function text(v, ...) return R.expand_field(v, env, w.loc, {...}) end
  local concepts, exercises = {}, {}
  for k, c in ipairs(d.concepts or {}) do
    concepts[k] = {id = c.id, title = text(c.title, "concepts", k, "title"), seed = c.seed,
                   text = text(c.text, "concepts", k, "text"), as_of = c.as_of}
  end
  for k, p in ipairs(d.practice or {}) do
    exercises[k] = {text = text(p.text, "practice", k, "text"), hours = p.hours, seed = p.seed,
                    lab = p.lab}
  end
  local readings = readings_json(d.readings)
  for k, r in ipairs(readings) do r.look_for = text(r.look_for, "readings", k, "look_for") end
  local out = {
    n = d.n, part = d.part, title = d.title, seeds = d.seeds, hours = hours_of(d), extras = extras(d),
    summary = text(d.summary, "summary"), concepts = host.array(concepts), readings = readings, later = d.later,
    practice = host.array(exercises), labs = d.labs, durable = d.durable,
    milestone = d.milestone and {text = text(d.milestone.text, "milestone", "text"),
                                 seed = d.milestone.seed} or nil,
    ephemeral = R.ephemeral_json(d.ephemeral), notes = text(d.notes, "notes"),
    questions = R.questions_brief(d.questions), file = R.week_file(d.n or 0),
  }
  out.when_short = when_short(out)
  return out
end
