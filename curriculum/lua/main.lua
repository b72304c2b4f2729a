-- main.lua: the operations. Called with {op=, ...}; answers {value=, errors={...}}.
local host, R = ...

-- The questions of an owner (a week "w01", a lab or a card), drawn for one learner.
function R.public_questions(o, seed)
  local out = {}
  for k, item in ipairs(o.questions) do out[k] = R.public_view(R.instance(o, item, seed)) end
  return host.array(out)
end

-- "3" or "w03" is a week, "cards/qat" a card, anything else a lab.
function R.load_owner(name)
  local n = name:match("^w(%d%d)$") or name:match("^(%d+)$")
  if n then return R.load_week(tonumber(n)) end
  if R.is_card(name) then return R.load_card(name) end
  return R.load_lab(name)
end

function R.ops.nothing()
  return true
end

function R.ops.tables(arg)
  R.tables = R.load_tables(arg.packs)
  return R.tables_json(R.tables)
end

function R.ops.week(arg)
  local w = R.load_week(arg.n)
  return w and R.week_json(w)
end

function R.ops.weeks(arg)
  local out = {}
  for _, n in ipairs(arg.weeks) do
    local w = R.load_week(n)
    if w then out[#out + 1] = R.week_brief(w) end
  end
  return host.array(out)
end

function R.ops.labs(arg)
  local out = {}
  for _, id in ipairs(arg.labs) do
    local lab = R.load_lab(id, true)
    if lab then out[#out + 1] = R.lab_brief(lab) end
  end
  return host.array(out)
end

function R.ops.all(arg)
  return {tables = R.ops.tables(arg), weeks = R.ops.weeks(arg), labs = R.ops.labs(arg),
          cards = R.ops.cards(arg)}
end

function R.ops.lab(arg)
  local lab = R.load_lab(arg.id)
  if not lab then return nil end
  return R.resolve(lab, arg.seed or 0)
end

function R.ops.questions(arg)
  local o = R.load_owner(arg.owner)
  return o and R.public_questions(o, arg.seed or 0)
end

return function(arg)
  local op = R.ops[arg.op]
  if not op then error("there is no operation " .. tostring(arg.op)) end
  R.counter_words = arg.counters or {}
  R.load_figures()
  local value
  if #R.errors == 0 then value = op(arg) end -- without figures every expression would fail
  return {value = value == nil and host.null or value, errors = R.take_errors()}
end
