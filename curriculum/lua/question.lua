-- question.lua: the kinds of question and what a learner sees of them.
local host, R = ...
local S, U, P = R.S, R.U, R.P

local vary_list = S.list(S.either("a number or text", S.is("number"), S.num(), S.is("string"),
                                  S.text), {min = 1, max = 64})
local vary = S.map(vary_list, {key = "^[%a_][%w_]*$"})
local wrong = S.list(S.record{value = S.req(S.any()), hint = S.req(S.text)})
local unit = function(v, ctx)
  if type(v) ~= "string" then return S.bad(ctx, "a unit is expected, not %s", S.describe(v)) end
  if not U.unit(v) then return S.bad(ctx, "there is no unit '%s'%s", v, R.suggest(v, U.common)) end
  return v
end
local units = S.list(unit)
local place = S.int{min = 1}
local cell = S.record{[1] = S.req(S.either("a row's number or \"*\"", function(v) return v == "*" end, S.any(),
                                           S.is("number"), place)), [2] = S.req(place)}
local number_answer = S.either("a number, an expression or function(f, p)", S.is("number"),
                               S.num(), S.is("function"), S.fn(), S.is("string"), S.text)

-- {[2] = "..."}: texts of some of a list.
local function by_number(v, ctx)
  if type(v) ~= "table" then return S.bad(ctx, "a table {[2] = ...} is expected, not %s", S.describe(v)) end
  for k, text in pairs(v) do S.at(ctx, k, S.text, text, ctx) end
  return v
end

local evidence = S.record{[1] = S.req(S.text), role = S.req(S.enum("for", "against", "neutral")),
                          hint = S.opt(S.text)}

local function fields(more)
  local t = {id = S.req(S.id), ask = S.req(S.text), worked = S.opt(S.text), seed = S.opt(S.text),
             seeds = S.opt(S.strings), vary = S.opt(vary), wrong = S.opt(wrong),
             hint = S.opt(S.text), tags = S.opt(S.strings),
             file = S.opt(S.text), symbol = S.opt(S.text)} -- of a tour: what the question is about
  for k, v in pairs(more) do t[k] = v end
  return t
end

local SPECS = {
  num = fields{unit = S.req(unit), answer = S.req(number_answer),
               rtol = S.opt(S.num{min = 0}, 0.01), atol = S.opt(S.num{min = 0}, 0),
               accept = S.opt(units), worked = S.req(S.text)},
  choice = fields{options = S.req(S.list(S.text, {min = 2, max = 12})),
                  answer = S.req(S.int{min = 1}), worked = S.req(S.text)},
  multi = fields{options = S.req(S.list(S.text, {min = 2, max = 12})),
                 answer = S.req(S.list(S.int{min = 1}, {min = 1}))},
  -- before = {3, 2}: item 3 stands before item 2; same = {{4, 5}}: the order of these two is free
  order = fields{items = S.req(S.list(S.text, {min = 3, max = 12})),
                 same = S.opt(S.list(S.list(place, {min = 2}))),
                 wrong = S.opt(S.list(S.record{before = S.req(S.list(place, {min = 2, max = 2})),
                                               hint = S.req(S.text)}))},
  table = fields{rows = S.req(S.list(S.text, {min = 1, max = 32})),
                 columns = S.req(S.list(S.text, {min = 1, max = 12})), unit = S.opt(unit),
                 units = S.opt(units), exact = S.opt(S.list(place)),
                 wrong = S.opt(S.list(S.record{cell = S.req(cell), value = S.req(number_answer),
                                               hint = S.req(S.text)})),
                 answer = S.req(S.either("a table or function(f, p)", S.is("table"),
                                         S.list(S.list(S.num())), S.is("function"), S.fn())),
                 rtol = S.opt(S.num{min = 0}, 0.01), atol = S.opt(S.num{min = 0}, 0)},
  -- a roofline from memory: answer(f, p, hw) gives {bw=, peak=, at=}, B/s, FLOP/s and FLOP/B
  sketch = fields{answer = S.req(S.fn()), rtol = S.opt(S.num{min = 0}, 0.1),
                  atol = S.opt(S.num{min = 0}, 0), worked = S.req(S.text)},
  -- answer(f, p, own) of the learner's own run, which the caller reads from the workbook: of a case's counters, or of
  -- what a bench measured
  measured = fields{lab = S.req(S.id), case = S.opt(S.text), call = S.opt(S.text), unit = S.req(unit),
                    milestone = S.opt(S.text, "correct"), counters = S.opt(S.list(S.text, {min = 1, max = 8})),
                    bench = S.opt(S.text), fields = S.opt(S.list(S.enum("ratio", "t_learner", "gflops", "gbps"),
                                                                 {min = 1, max = 4})),
                    source = S.opt(S.list(S.text, {min = 1}), function() return host.array({"lab"}) end),
                    answer = S.req(number_answer), reference = S.req(S.map(S.num())), accept = S.opt(units),
                    rtol = S.opt(S.num{min = 0}, 0.01), atol = S.opt(S.num{min = 0}, 0), worked = S.req(S.text)},
  -- what binds, the lines that show it, the first thing to change: diagnose.lua
  diagnose = fields{source = S.req(S.enum("made", "recorded")), from = S.req(S.text), title = S.opt(S.text),
                    lines = S.req(S.list(evidence, {min = 7, max = 24})),
                    claims = S.req(S.list(S.text, {min = 3, max = 8})), claim = S.req(place),
                    fixes = S.req(S.list(S.text, {min = 3, max = 8})), fix = S.req(place),
                    need = S.opt(S.int{min = 1, max = 8}, 2), worked = S.req(S.text),
                    hints = S.req(S.record{claim = S.req(by_number), fix = S.req(by_number)})},
  -- a formula in the names of `vars`, compared with `answer` at drawn points: expr.lua
  expr = fields{unit = S.req(unit), answer = S.req(S.text), worked = S.req(S.text), rtol = S.opt(S.num{min = 0}, 1e-9),
                vars = S.req(S.map(S.record{[1] = S.req(S.num()), [2] = S.req(S.num()), log = S.opt(S.bool(), false),
                                            int = S.opt(S.bool(), false), grow = S.opt(S.bool(), false),
                                            unit = S.opt(unit)}, {key = "^[%a_][%w_]*$", min = 1})),
                where = S.opt(S.text), points = S.opt(S.int{min = 8, max = 64}, 24),
                at = S.opt(S.list(S.map(S.num()))),
                wrong = S.req(S.list(S.record{expr = S.req(S.text), hint = S.req(S.text)}, {min = 2}))},
  -- done when the drill of the lab has passed: the workbook knows, and nobody types it
  build = fields{lab = S.req(S.id), drill = S.req(S.id), worked = S.req(S.text)},
  text = fields{rubric = S.req(S.list(S.text, {min = 1})),
                min_words = S.opt(S.int{min = 1, max = 2000}, 40)},
}

-- What a kind's fields must have among themselves.
local AFTER = {}

local function last_option(loc, t, list, one)
  for k, v in ipairs(list) do
    if v > #(t.options or {}) then
      R.complain(loc, one and {"answer"} or {"answer", k}, ("is option %d of %d"):format(v, #t.options))
    end
  end
end

-- Groups of neighbours: an item's number -> the first of its group.
local function groups_of(loc, t)
  local first = {}
  for k = 1, #(t.items or {}) do first[k] = k end
  for k, group in ipairs(t.same or {}) do
    for at, item in ipairs(group) do
      if item ~= group[1] + at - 1 or not first[item] then
        R.complain(loc, {"same", k}, "must name neighbours by their numbers, in their order")
        return first
      end
      first[item] = group[1]
    end
  end
  return first
end

function AFTER.order(loc, t)
  t.group = groups_of(loc, t)
  for k, w in ipairs(t.wrong or {}) do
    local early, late = t.group[(w.before or {})[1] or 0], t.group[(w.before or {})[2] or 0]
    if not early or not late or early <= late then
      R.complain(loc, {"wrong", k, "before"}, "must name a later item and an earlier one: else it is no mistake")
    end
  end
end

function AFTER.table(loc, t)
  local n = #(t.columns or {})
  if t.units and t.unit then R.complain(loc, {"units"}, "cannot stand beside 'unit'") end
  if t.units and #t.units ~= n then R.complain(loc, {"units"}, ("has %d of %d columns"):format(#t.units, n)) end
  local all, exact = t.units or {}, {}
  for c = 1, n do all[c] = all[c] or t.unit or "1" end
  for k, c in ipairs(t.exact or {}) do
    exact[c] = true
    if c > n then R.complain(loc, {"exact", k}, ("is column %d of %d"):format(c, n)) end
  end
  t.column_units, t.is_exact, t.unit = all, exact, t.unit or not t.units and "1" or nil
  local there = {}
  for k, w in ipairs(t.wrong or {}) do
    local r, c = (w.cell or {})[1], (w.cell or {})[2]
    if r and c and (c > n or r ~= "*" and r > #(t.rows or {})) then
      R.complain(loc, {"wrong", k, "cell"}, "is not in the table")
    elseif r and c then
      there[#there + 1] = w
    end
  end
  t.wrong = there
end

function AFTER.choice(loc, t) last_option(loc, t, {t.answer}, true) end
function AFTER.multi(loc, t) last_option(loc, t, t.answer or {}) end

function AFTER.measured(loc, t)
  local list = t.bench and "fields" or "counters"
  if t.bench and (t.case or t.call or t.counters) then
    R.complain(loc, {"bench"}, "is measured alone: 'case', 'call' and 'counters' are of the other kind")
  elseif not t[list] then
    R.complain(loc, {t.bench and "bench" or "lab"}, ("needs '%s'"):format(list))
  elseif not t.bench and (not t.case or t.fields) then
    R.complain(loc, {"counters"}, not t.case and "needs a 'case'" or "is of a case: 'fields' are of a 'bench'")
  end
  for k, name in ipairs(t[list] or {}) do
    if not (t.reference or {})[name] then R.complain(loc, {list, k}, "has no value in 'reference'") end
  end
end

function AFTER.diagnose(loc, t)
  for part, options in pairs({claim = "claims", fix = "fixes"}) do
    if t[part] and t[part] > #(t[options] or {}) then
      R.complain(loc, {part}, ("is %d of %d"):format(t[part], #(t[options] or {})))
      t[part] = 1
    end
  end
end

function AFTER.expr(loc, t)
  for name, v in pairs(t.vars or {}) do
    if v[1] and v[2] and (v[1] >= v[2] or v.log and v[1] <= 0) then
      R.complain(loc, {"vars", name}, "needs two bounds, the lower one first" .. (v.log and ", and both above 0" or ""))
    end
  end
  local whole = {}
  for k, point in ipairs(t.at or {}) do
    local before = #R.errors
    for _, name in ipairs(R.sorted_keys(t.vars or {})) do
      if not point[name] then R.complain(loc, {"at", k}, ("has no value of '%s'"):format(name)) end
    end
    for name in pairs(point) do
      if not (t.vars or {})[name] then R.complain(loc, {"at", k}, ("has '%s', which 'vars' has not"):format(name)) end
    end
    if #R.errors == before then whole[#whole + 1] = point end
  end
  t.at = whole
end

local q = {}
for kind, spec in pairs(SPECS) do
  local check = S.record(spec)
  q[kind] = R.constructor("q." .. kind, function(loc, t)
    local ctx = S.ctx(loc)
    local out = check(type(t) == "table" and t or {}, ctx) or {}
    out.kind = kind
    if AFTER[kind] then AFTER[kind](loc, out) end
    return out
  end)
end
R.constructors.q = R.strict(q, "kind of question")

S.questions = function(v, ctx)
  local made = S.made("q.num", "q.choice", "q.multi", "q.order", "q.table", "q.text", "q.sketch", "q.expr",
                      "q.diagnose", "q.measured", "q.build")
  local list = S.list(made)(v, ctx) or {}
  local seen = {}
  for k, item in ipairs(list) do
    if item.id and seen[item.id] then
      R.complain(R.loc[item], {"id"}, ("'%s' is the id of another question at line %d")
        :format(item.id, seen[item.id]))
    elseif item.id then
      seen[item.id] = R.loc[item] and R.loc[item].line or k
    end
  end
  return list
end

-- The drill that a build asks for, as labs are named: "w02-transpose/swizzle"; nil for all other questions.
function R.built_by(item)
  return item.kind == "build" and ("%s/%s"):format(item.lab, item.drill) or nil
end

-- --- one instance for one learner ---------------------------------------------------------------

-- Parameters drawn for (owner, question, learner).
function R.draw_params(owner, item, seed)
  local p = {}
  for k, name in ipairs(R.sorted_keys(item.vary or {})) do
    local list = item.vary[name]
    p[name] = list[P.draw(seed, owner .. "/" .. item.id, k, #list)]
  end
  return p
end

-- What speaks of the other options stays where it is, and so does a bare number, whose place is a number, too.
local function stays(option)
  local text = option:lower():match("^%s*(.-)%s*$")
  return text:find("^all of ") or text:find("^none of ") or text:find("^both[:,] ") or text:find("^neither ")
    or text:find("^%d+$")
end

-- Place on the learner's page -> number of the option in the file.
local function shown_order(o, item, seed, options, what)
  local free, shown = {}, {}
  for k, option in ipairs(options) do
    shown[k] = k
    if not stays(option) then free[#free + 1] = k end
  end
  local drawn = P.shuffle(seed, o.name .. "/" .. item.id .. "/" .. (what or "options"), #free)
  for k, at in ipairs(free) do shown[at] = free[drawn[k]] end
  return shown
end

-- o: an owner as main.lua makes it: {name=, f=, hw=}; returns the question with what it draws.
-- p: its parameters, in place of those drawn. own: of a run, as curriculum_answer_own() has it.
function R.instance(o, item, seed, p, own)
  p = p or R.draw_params(o.name, item, seed)
  local env = R.expr_env({f = o.f, p = p, own = own and own.values or item.reference})
  local order = item.kind == "order" and P.shuffle(seed, o.name .. "/" .. item.id .. "/order",
                                                   #item.items)
  if order then -- never show the right order
    local sorted = true
    for k = 1, #order do sorted = sorted and item.group[order[k]] == item.group[k] end
    if sorted then table.insert(order, 1, table.remove(order)) end
  end
  local inst = {item = item, p = p, env = env, order = order, o = o, own = own, seed = seed, loc = R.loc[item]}
  inst.shown = item.options and shown_order(o, item, seed, R.list_of(inst, "options"))
  for _, what in ipairs(item.claims and {"claims", "fixes"} or {}) do
    inst[what] = shown_order(o, item, seed, R.list_of(inst, what), what)
  end
  return inst
end

function R.text_of(inst, field)
  return R.expand_field(inst.item[field], inst.env, inst.loc, {field})
end

function R.list_of(inst, field)
  local out = {}
  for k, text in ipairs(inst.item[field]) do
    if type(text) == "table" then text = text[1] end
    out[k] = R.expand_field(text, inst.env, inst.loc, {field, k})
  end
  return host.array(out)
end

function R.public_view(inst)
  local item = inst.item
  local v = {id = item.id, kind = item.kind, ask = R.text_of(inst, "ask"), unit = item.unit,
             seed = item.seed, params = host.object({})}
  for k, value in pairs(inst.p) do v.params[k] = math.tointeger(value) or value end
  if item.options then
    local options = R.list_of(inst, "options")
    v.options = host.array({})
    for k, from in ipairs(inst.shown) do v.options[k] = options[from] end
  end
  if item.rows then
    v.rows, v.columns = R.list_of(inst, "rows"), R.list_of(inst, "columns")
    for c, u in ipairs(item.units or {}) do
      if u ~= "1" then v.columns[c] = ("%s (%s)"):format(v.columns[c], U.shown(u)) end
    end
  end
  if item.kind == "order" then
    local items = R.list_of(inst, "items")
    v.items = host.array({})
    for k, from in ipairs(inst.order) do v.items[k] = items[from] end
  end
  if item.bench then
    v.own = {lab = item.lab, bench = item.bench, milestone = item.milestone, fields = item.fields}
    v.about = ("Of your own run of %s, bench %s: %s. `ridge test %s` measures it."):format(item.lab, item.bench,
              table.concat(item.fields or {}, ", "), item.lab)
  elseif item.counters then
    v.own = {lab = item.lab, case = item.case, call = item.call, milestone = item.milestone, counters = item.counters,
             source = item.source}
    v.about = ("Of your own run of %s, case %s: %s. `ridge profile %s` shows them."):format(item.lab, item.case,
              table.concat(item.counters, ", "), item.lab)
  end
  if item.kind == "build" then
    v.build = {id = R.built_by(item), lab = item.lab, drill = item.drill}
    v.params.drill = v.build.id
    v.about = ("This is built, not typed: `ridge test %s --drill %s` lays out its files, runs them, and answers.")
      :format(item.lab, item.drill)
  end
  if item.lines then
    v.title, v.lines = R.text_of(inst, "title"), R.list_of(inst, "lines")
    v.from = (item.source == "made" and "Constructed figures, consistent with %s." or "Recorded: %s.")
      :format(R.text_of(inst, "from"):gsub("%.$", ""))
    for _, what in ipairs({"claims", "fixes"}) do
      local list = R.list_of(inst, what)
      v[what] = host.array({})
      for k, from in ipairs(inst[what]) do v[what][k] = list[from] end
    end
  end
  if item.vars then
    local said = {}
    v.vars = host.array({})
    for k, name in ipairs(R.sorted_keys(item.vars)) do
      local var = item.vars[name]
      local what = var.int and "a whole number" or var.unit and U.shown(var.unit)
      v.vars[k] = {name = name, unit = var.unit, int = var.int}
      said[k] = what and ("%s (%s)"):format(name, what) or name
    end
    v.names = table.concat(said, ", ")
  end
  if item.kind == "text" then v.min_words, v.rubric_items = item.min_words, #item.rubric end
  return v
end
