-- wrap.lua: integers of Lua wrap at 2^63 without a word. What facts and expressions give is computed a second time with
-- floats for integers; a figure that differs has wrapped.
local host, R = ...

local DEEP, LARGE = 6, 1000
local BACKSLASH, END = ("\\"):byte(), {['"'] = '["\\]', ["'"] = "['\\]"}

-- A number, or a view of a table, with floats for its integers.
local function floats(v)
  if math.type(v) == "integer" then return v + 0.0 end
  if type(v) ~= "table" then return v end
  return setmetatable({}, {
    __index = function(_, k) return floats(v[k]) end,
    __len = function() return #v end,
    __pairs = function()
      return function(_, k)
        local at, value = next(v, k)
        return at, floats(value)
      end, v, nil
    end,
  })
end

-- The text with ".0" after its integers from `least` on; what is quoted or a comment stays.
local function with_floats(text, least)
  local out, at = {}, 1
  while at <= #text do
    local from, to = text:find("[%w_\"'%[%-.]+", at)
    if not from then break end
    out[#out + 1] = text:sub(at, from - 1)
    local c, word = text:sub(from, from), nil
    local level = text:match("^%-%-%[(=*)%[", from) or text:match("^%[(=*)%[", from)
    if level then
      _, to = text:find("]" .. level .. "]", from, true)
    elseif text:find("^%-%-", from) then
      _, to = text:find("[^\n]*", from)
    elseif c == '"' or c == "'" then
      to = text:find(END[c], from + 1)
      while to and text:byte(to) == BACKSLASH do to = text:find(END[c], to + 2) end
    else
      word = text:match("^%d[%d.]*[eE][-+]%d+", from) or text:match("^[%w_.]+", from)
      to = from + (word and #word or 1) - 1
    end
    to = to or #text
    word = text:sub(from, to)
    out[#out + 1] = word
    if word:find("^%d+$") and tonumber(word) >= least then out[#out + 1] = ".0" end
    at = to + 1
  end
  return table.concat(out) .. text:sub(at)
end

local function finite(v)
  return type(v) == "number" and v == v and math.abs(v) ~= math.huge
end

local function differ(a, b)
  return finite(a) and finite(b) and math.abs(a - b) > 1e-9 * math.max(math.abs(a), math.abs(b))
end

-- Where a tree of figures and its twin differ: path, figure, twin.
local function first_difference(a, b, path, depth)
  if differ(a, b) then return path, a, b end
  if type(a) ~= "table" or type(b) ~= "table" or depth > DEEP then return nil end
  for k, v in next, a do
    local where, x, y = first_difference(v, rawget(b, k), path .. "." .. tostring(k), depth + 1)
    if where then return where, x, y end
  end
  return nil
end

local function message(x, y)
  return ("integers overflow at 2^63: %s with integers, %s with floats"):format(R.F.show(x), R.F.show(y))
end

-- One text stands in many cases: its twin is compiled once, and sees the names of the case in hand.
local twins, names = {}, nil
local in_hand = setmetatable({}, {__index = function(_, k) return names[k] end})

-- Why `value`, that an expression gave in `env`, is not to be trusted; nil when it is.
function R.wrapped(text, env, value)
  if not finite(value) then return nil end
  local fn, before = twins[text] or host.expr(with_floats(text, 0), "expr", in_hand) or error, names
  twins[text], names = fn, floats(env)
  local ok, twin = pcall(fn)
  names = before
  return ok and differ(value, twin) and message(value, twin) or nil
end

-- What stands for a constructor where only the facts are of interest: takes anything, gives its table or itself.
local anything = {}
setmetatable(anything, {__index = function() return anything end,
                        __call = function(_, t) return type(t) == "table" and t or anything end})

-- The facts of the file once more, from a text with floats; nil when they can't be had so.
local function twin_facts(file, least)
  local extra = {hw = R.hw, models = R.models, u = R.U.values}
  for name in pairs(R.constructors) do extra[name] = anything end
  local fn = host.compile(file, R.new_env(extra), with_floats(host.text(file), least))
  local ok, doc = pcall(fn or error)
  if not ok or type(doc) ~= "table" or type(rawget(doc, "facts")) ~= "function" then return nil end
  local good, f = pcall(doc.facts, floats(R.hw), floats(R.models))
  return good and f or nil
end

-- Lint: no fact has wrapped. A small number may be part of a name, so should all floats not do, large ones have to.
function R.check_facts(o)
  if not o.doc.facts then return end
  local twin = twin_facts(o.loc.file, 0) or twin_facts(o.loc.file, LARGE)
  local where, x, y = first_difference(o.f, twin, "f", 1)
  if where then R.complain(o.loc, {"facts"}, ("%s: %s"):format(where, message(x, y))) end
end
