-- The questions of an owner with their answers, for who prints a book. What is right is said by the grading of an
-- answer that can be read, so that there is one place that knows.

local host, R = ...

local function count(n)
  local out = {}
  for k = 1, n do out[k] = k end
  return out
end

-- An answer that can be read, right or wrong.
local READABLE = {
  num = function() return 1 end,
  expr = function() return "1" end,
  diagnose = function() return "a; 1; A" end,
  choice = function() return 1 end,
  multi = function() return {1} end,
  order = function(item) return count(#item.items) end,
  sketch = function() return "1 B/s; 1 FLOP/s; 1 FLOP/B; 1 FLOP/s" end,
  text = function(item) return table.concat(count(item.min_words), " ") end,
  table = function(item)
    local rows = {}
    for r = 1, #item.rows do rows[r] = count(#item.columns) end
    return rows
  end,
}

-- [{the public view, "expected","worked"}]; a text's rubric is its "expected".
function R.ops.solved(arg)
  local o = R.load_owner(arg.owner)
  if not o then return nil end
  local out = host.array({})
  for k, item in ipairs(o.questions) do
    local inst, readable = R.instance(o, item, arg.seed or 0), READABLE[item.kind]
    local v = R.public_view(inst)
    if readable then
      local r = R.grade_answer(inst, readable(item), true)
      v.expected, v.worked = r.expected, r.worked
    end
    if item.kind == "build" then
      v.expected = ("drill %s of %s passes"):format(item.drill, item.lab)
      v.worked = R.text_of(inst, "worked")
    end
    if item.kind == "text" then v.rubric = R.list_of(inst, "rubric") end
    out[k] = v
  end
  return out
end
