-- expr.lua: a formula as a learner types it: its grammar, its value at a point, and what two formulas have in common.
local _, R = ...
local U, P = R.U, R.P
local X = {}
R.X = X

local MOST_CHARS, MOST_NODES, MOST_DEPTH, DRAWS = 400, 200, 50, 1000
local TINY = 1e-12               -- of the largest value: below that a difference is rounding

-- --- functions ----------------------------------------------------------------------------------

local function tanh(x)
  local t = math.exp(-2*math.abs(x))
  return (x < 0 and -1 or 1)*(1 - t)/(1 + t)
end

-- Each takes floats; `bad` says why an argument has no finite value.
local function root_of(x) return x < 0 and "takes the root of a negative number" end
local function log_of(x)
  return x == 0 and "takes the logarithm of 0" or x < 0 and "takes the logarithm of a negative number"
end
local FUNCTIONS = {
  sqrt = {1, math.sqrt, root_of}, exp = {1, math.exp}, log = {1, math.log, log_of}, ln = {1, math.log, log_of},
  log2 = {1, function(x) return math.log(x, 2) end, log_of}, abs = {1, math.abs}, floor = {1, math.floor},
  ceil = {1, math.ceil}, tanh = {1, tanh}, min = {2, math.min}, max = {2, math.max},
}

function X.is_taken(name) return FUNCTIONS[name] ~= nil or name == "pi" end

-- --- the grammar --------------------------------------------------------------------------------

local SIGNS = {["\u{b7}"] = "*", ["\u{d7}"] = "*", ["\u{2212}"] = "-", ["\u{3c0}"] = "pi"}

-- Stops the reading with a sentence about byte `at` of the text.
local function stop(at, format, ...) error({message = format:format(...), at = at}, 0) end

local function one_char(text, at) return text:match("^[%z\1-\127\194-\244][\128-\191]*", at) or text:sub(at, at) end

-- "did you mean N?", or all names that there are.
local function suggest(name, names)
  local known = {}
  for k in pairs(FUNCTIONS) do known[k] = true end
  for k in pairs(names) do
    if k:lower() == name:lower() then return (": did you mean %s?"):format(k) end
    known[k] = true
  end
  local near = #name > 2 and R.suggest(name, known):match("'(.-)'")
  if near then return (": did you mean %s?"):format(near) end
  local list = R.sorted_keys(names)
  return #list > 0 and (". The names are %s."):format(table.concat(list, ", ")) or "."
end

local Reader = {}
Reader.__index = Reader

function Reader:space() self.at = self.text:find("%S", self.at) or #self.text + 1 end

-- The sign at the reader's place, and its length: "+" ... or a letter of Unicode that stands for one.
function Reader:sign()
  self:space()
  local c = one_char(self.text, self.at)
  return SIGNS[c] or c, #c
end

function Reader:node(at, node)
  self.nodes = self.nodes + 1
  if self.nodes > MOST_NODES then stop(at, "The formula has more than %d parts.", MOST_NODES) end
  return node
end

function Reader:deeper(at)
  self.depth = self.depth + 1
  if self.depth > MOST_DEPTH then stop(at, "The formula is nested more than %d deep.", MOST_DEPTH) end
end

-- 1.5e9, 1_000 and, outside of an argument list, 1,000.
function Reader:number()
  local from = self.at
  local digits = self.text:match("^%d[%d_]*", from) or ""
  while not self.listing and digits ~= "" do
    local group = self.text:match("^,%d%d%d%f[^%d]", from + #digits)
    if not group then break end
    digits = digits .. group
  end
  self.at = from + #digits
  local rest = self.text:match("^%.%d*", self.at) or ""
  if digits == "" and #rest < 2 then return nil end
  self.at = self.at + #rest
  local exponent = self.text:match("^[eE][+-]?%d+", self.at) or ""
  self.at = self.at + #exponent
  local v = tonumber((digits:gsub("[,_]", "")) .. rest .. exponent)
  if not v or v == math.huge then stop(from, "That number is too large.") end
  return self:node(from, {op = "number", value = v + 0.0})
end

function Reader:arguments(name, from)
  local takes, list, before = FUNCTIONS[name][1], {}, self.listing
  self:deeper(from)
  self.listing = true
  repeat
    list[#list + 1] = self:sum()
    local sign, n = self:sign()
    if sign ~= "," and sign ~= ")" then stop(self.at, "A parenthesis is missing: %s( is not closed.", name) end
    self.at = self.at + n
  until sign == ")"
  self.listing, self.depth = before, self.depth - 1
  if takes == 1 and #list ~= 1 then stop(from, "%s takes one argument, and here are %d.", name, #list) end
  if takes == 2 and #list < 2 then stop(from, "%s takes two arguments or more.", name) end
  return self:node(from, {op = "call", name = name, list = list})
end

function Reader:name()
  local from, name = self.at, self.text:match("^[%a_][%w_]*", self.at)
  if not name and self:sign() == "pi" then name, self.at = "pi", self.at + 2
  elseif not name then return nil
  else self.at = self.at + #name end
  local called = self.text:find("^%s*%(", self.at)
  if self.names[name] then return self:node(from, {op = "name", name = name}) end
  if name == "pi" then return self:node(from, {op = "number", value = math.pi}) end
  if FUNCTIONS[name] then
    if not called then stop(self.at, "%s wants its argument in parentheses.", name) end
    self.at = self.text:find("(", self.at, true) + 1
    return self:arguments(name, from)
  end
  return stop(from, "There is no %s '%s' here%s", called and "function" or "name", name:sub(1, 30),
              suggest(name, self.names))
end

function Reader:group()
  local from, before = self.at, self.listing
  self:deeper(from)
  self.at, self.listing = from + 1, false
  local v = self:sum()
  if self:sign() ~= ")" then stop(from, "A parenthesis is missing: this one is not closed.") end
  self.at, self.listing, self.depth = self.at + 1, before, self.depth - 1
  return v
end

function Reader:atom()
  self:space()
  local v = self:number() or self:name() or self.text:sub(self.at, self.at) == "(" and self:group()
  if v then return v end
  local sign = self:sign()
  if sign == "" then stop(self.at, "The formula ends where a number or a name is missing.") end
  if sign == ")" then stop(self.at, "A number or a name is missing before this parenthesis.") end
  if sign == "=" then stop(self.at, "Give only the right-hand side, without '='.") end
  return stop(self.at, "A number or a name is missing before '%s'.", sign)
end

-- x², x³ and x^y, which binds from right to left and tighter than a sign before it.
function Reader:power()
  local v = self:atom()
  local exponent = self.text:match("^\u{b2}", self.at) and 2 or self.text:match("^\u{b3}", self.at) and 3
  if exponent then
    local at = self.at
    self.at = at + 2
    v = self:node(at, {op = "^", v, self:node(at, {op = "number", value = exponent + 0.0})})
  end
  local sign, n = self:sign()
  if sign ~= "^" then return v end
  local at = self.at
  self.at = at + n
  self:deeper(at)
  v = self:node(at, {op = "^", v, self:signed()})
  self.depth = self.depth - 1
  return v
end

function Reader:signed()
  local sign, n = self:sign()
  if sign ~= "-" and sign ~= "+" then return self:power() end
  local at = self.at
  self.at = at + n
  self:deeper(at)
  local v = self:signed()
  self.depth = self.depth - 1
  return sign == "-" and self:node(at, {op = "-", v}) or v
end

-- Two factors side by side: how they are written.
function Reader:needs_sign(from)
  self:space()
  local left = self.text:sub(from, self.at - 1):match("^%s*(.-)%s*$"):match("[%w_.,]+$") or "(...)"
  local right = self.text:match("^[%w_.]+", self.at) or "(...)"
  stop(self.at, "Two factors need a sign between them: write %s*%s.", left, right)
end

function Reader:product()
  local from = self.at
  local v = self:signed()
  while true do
    local sign, n = self:sign()
    local at = self.at
    if sign:find("^[%w_.(]") and sign ~= "" then self:needs_sign(from) end
    if sign ~= "*" and sign ~= "/" then return v end
    if self.text:sub(at, at + 1) == "**" then stop(at, "A power is written with ^, not with **.") end
    self.at = at + n
    v = self:node(at, {op = sign, v, self:signed()})
  end
end

function Reader:sum()
  local v = self:product()
  while true do
    local sign, n = self:sign()
    if sign ~= "+" and sign ~= "-" then return v end
    local at = self.at
    self.at = at + n
    v = self:node(at, {op = sign .. sign, v, self:product()})
  end
end

local function whole(reader)
  reader:space()
  if reader.at > #reader.text then stop(1, "The formula is empty.") end
  local equals = reader.text:find("=", 1, true)
  if equals then stop(equals, "Give only the right-hand side, without '='.") end
  local v = reader:sum()
  local sign = reader:sign()
  if sign == ")" then stop(reader.at, "This parenthesis was never opened.") end
  if sign == "," then stop(reader.at, "A comma splits thousands, as in 1,000, or the arguments of min and max.") end
  if sign ~= "" then stop(reader.at, "There is no sign '%s' in a formula.", sign) end
  return v
end

-- A tree; or nil, the sentence and the byte where it went wrong. names: those that may stand in it.
function X.parse(text, names)
  text = text:gsub("[%c]", " ")
  if not utf8.len(text) then return nil, "That is not UTF-8 text.", 1 end
  if utf8.len(text) > MOST_CHARS then
    return nil, ("The formula has more than %d characters."):format(MOST_CHARS), 1
  end
  local reader = setmetatable({text = text, names = names, at = 1, nodes = 0, depth = 0}, Reader)
  local ok, tree = pcall(whole, reader)
  if ok then return tree end
  if type(tree) ~= "table" then error(tree, 0) end
  return nil, tree.message, math.min(tree.at, #text + 1)
end

-- --- values -------------------------------------------------------------------------------------

local function finite(v) return v == v and v ~= math.huge and v ~= -math.huge end

-- What made a value that is not finite out of finite ones.
local function reason_of(tree, a, b)
  if tree.op == "/" and b == 0 then return "divides by zero" end
  if tree.op == "^" and a == 0 then return "divides by zero" end
  if tree.op == "^" and a < 0 then return "takes a broken power of a negative number" end
  return "is too large for a number"
end

-- The value at a point {name = number}; or nil and why there is none.
function X.value(tree, point)
  local op = tree.op
  if op == "number" then return tree.value end
  if op == "name" then return point[tree.name] + 0.0 end
  if op == "call" then
    local given, f = {}, FUNCTIONS[tree.name]
    for k, e in ipairs(tree.list) do
      local v, why = X.value(e, point)
      if not v then return nil, why end
      given[k] = v
    end
    local why = f[3] and f[3](given[1])
    if why then return nil, why end
    local v = f[2](table.unpack(given)) + 0.0
    if not finite(v) then return nil, "is too large for a number" end
    return v
  end
  local a, why = X.value(tree[1], point)
  if not a then return nil, why end
  if op == "-" and not tree[2] then return -a end
  local b
  b, why = X.value(tree[2], point)
  if not b then return nil, why end
  local v
  if op == "++" then v = a + b elseif op == "--" then v = a - b elseif op == "*" then v = a*b
  elseif op == "/" then v = a/b else v = a^b end
  if not finite(v) then return nil, reason_of(tree, a, b) end
  return v
end

-- --- points -------------------------------------------------------------------------------------

local COMPARE = {["<="] = function(a, b) return a <= b end, [">="] = function(a, b) return a >= b end,
                 ["<"] = function(a, b) return a < b end, [">"] = function(a, b) return a > b end}

-- "c <= b": a function of a point; or nil, the sentence.
function X.condition(text, names)
  local left, sign, right = text:match("^(.-)([<>]=?)(.*)$")
  if not left then return nil, "has no <=, >=, < or >" end
  local a, why_a = X.parse(left, names)
  local b, why_b = X.parse(right, names)
  if not a or not b then return nil, why_a or why_b end
  return function(point)
    local x, y = X.value(a, point), X.value(b, point)
    return x and y and COMPARE[sign](x, y)
  end
end

local function draw_one(v, seed, tag, index)
  local u = (P.draw(seed, tag, index, 1 << 32) - 0.5)/2.0^32
  local lo, hi = v[1] + 0.0, v[2] + 0.0
  if v.int and not v.log then return math.floor(lo + u*(hi - lo + 1)) end
  local x = v.log and lo*(hi/lo)^u or lo + u*(hi - lo)
  return v.int and math.floor(x + 0.5) or x
end

-- The points of one learner, the same at each try; nil where `where` leaves none.
function X.points(item, tag, seed)
  local names, out = R.sorted_keys(item.vars), {}
  local holds = item.where and X.condition(item.where, item.vars) or function() return true end
  local index = 0
  for k = 1, item.points do
    local point
    for _ = 1, DRAWS do
      point = {}
      for _, name in ipairs(names) do
        index = index + 1
        point[name] = draw_one(item.vars[name], seed, tag, index)
      end
      if holds(point) then break end
      point = nil
    end
    if not point then return nil end
    out[k] = point
  end
  for _, corner in ipairs(item.at or {}) do out[#out + 1] = corner end
  return out, holds
end

-- The values at all points; or nil, why and the smallest of the points that have none.
function X.values(tree, points)
  local out, bad, why = {}, nil, nil
  for k, point in ipairs(points) do
    local v, reason = X.value(tree, point)
    out[k] = v or 0
    local smaller = not v and not bad
    if not v and bad then
      for _, name in ipairs(R.sorted_keys(point)) do
        if point[name] ~= bad[name] then
          smaller = point[name] < bad[name]
          break
        end
      end
    end
    if smaller then bad, why = point, reason end
  end
  if bad then return nil, why, bad end
  return out
end

local function largest(ys)
  local most = 0
  for _, y in ipairs(ys) do most = math.max(most, math.abs(y)) end
  return most
end

function X.agree(xs, ys, rtol)
  local floor = TINY*largest(ys)
  for k, x in ipairs(xs) do
    if math.abs(x - ys[k]) > rtol*math.max(math.abs(ys[k]), floor) then return false end
  end
  return true
end

-- --- why a formula is not the answer ------------------------------------------------------------

-- "B/s" -> {B = 1, s = -1}
local function powers_of(unit)
  local dim, out = U.unit(unit or "1"), {}
  for part, base in (dim or "1"):gmatch("(/?)([^/]+)") do
    if base ~= "1" then out[base] = (out[base] or 0) + (part == "/" and -1 or 1) end
  end
  return out
end

-- By which power of `base` a formula grows; nil where it is none, or not the same everywhere.
local function power_in(tree, base, item, points)
  local power
  for _, point in ipairs(points) do
    local scaled = {}
    for name, v in pairs(point) do scaled[name] = v*3.0^(powers_of(item.vars[name].unit)[base] or 0) end
    local x, y = X.value(tree, point), X.value(tree, scaled)
    if not x or not y or (x == 0) ~= (y == 0) or x*y < 0 then return nil end
    local p = x ~= 0 and math.log(y/x, 3) or power or 0
    if math.abs(p - (power or p)) > 1e-6 then return nil end
    power = p
  end
  return math.floor(2*power + .5)/2
end

local function unit_text(powers)
  local over, under = {}, {}
  for _, base in ipairs(R.sorted_keys(powers)) do
    local p = powers[base]
    local text = math.abs(p) == 1 and base or ("%s^%g"):format(base, math.abs(p))
    if p > 0 then over[#over + 1] = text elseif p < 0 then under[#under + 1] = text end
  end
  local top = #over > 0 and table.concat(over, "\u{b7}") or "1"
  return #under > 0 and top .. "/" .. table.concat(under, "/") or top
end

local function wrong_dimension(mine, reference, item, points)
  local bases, got, off, mixed = {}, {}, false, false
  for _, v in pairs(item.vars) do
    for base in pairs(powers_of(v.unit)) do bases[base] = true end
  end
  for _, base in ipairs(R.sorted_keys(bases)) do
    local want = powers_of(item.unit)[base] or 0
    if power_in(reference, base, item, points) ~= want then return nil end -- a unit that the check needs is not there
    local p = power_in(mine, base, item, points)
    mixed = mixed or not p
    off = off or p ~= want
    got[base] = p
  end
  if mixed then return "Its terms have different units, so they can't be added." end
  if not off then return nil end
  local asked = item.unit == "1" and "a plain number is asked" or ("the answer is in %s"):format(U.shown(item.unit))
  local is = unit_text(got)
  return ("That is %s, and %s."):format(is == "1" and "a plain number" or "in " .. is, asked)
end

local RATIOS = {
  {-1, "The sign is wrong."}, {2, "It is too large by a factor of 2."}, {1/2, "It is too small by a factor of 2."},
  {4, "It is too large by a factor of 4."}, {1/4, "It is too small by a factor of 4."},
  {8, "It is too large by a factor of 8: are bits and bytes mixed up?"},
  {1/8, "It is too small by a factor of 8: are bits and bytes mixed up?"},
  {1000, "It is too large by a factor of 1,000: a prefix slipped."},
  {1/1000, "It is too small by a factor of 1,000: a prefix slipped."},
  {1024, "It is too large by a factor of 1,024: a binary prefix slipped."},
  {1/1024, "It is too small by a factor of 1,024: a binary prefix slipped."},
  {math.log(2), "It is off by a factor of ln 2: which logarithm?"},
  {1/math.log(2), "It is off by a factor of ln 2: which logarithm?"},
}

-- f(x, y) where it is the same at all points.
local function constant(xs, ys, f)
  local first
  for k, x in ipairs(xs) do
    local v = f(x, ys[k])
    if not finite(v) or first and math.abs(v - first) > 1e-9*math.max(math.abs(first), math.abs(v)) then return nil end
    first = first or v
  end
  return first
end

local function constant_ratio(xs, ys)
  local r = constant(xs, ys, function(x, y) return x/y end)
  if not r or r == 0 then return nil end
  for _, known in ipairs(RATIOS) do
    if math.abs(r/known[1] - 1) < 1e-9 then return known[2] end
  end
  return ("It is right up to a factor of %s."):format(R.F.n(r, 4))
end

local function constant_difference(xs, ys)
  local d = constant(xs, ys, function(x, y) return x - y end)
  return d and d ~= 0 and math.abs(d) > 1e-9*largest(ys) and "It is right up to an added constant." or nil
end

-- Does a formula move when `name` alone takes the value that it has at the next point? nil: nowhere to try.
local function moves(tree, name, points, holds)
  local tried
  for k, point in ipairs(points) do
    local other = R.copy(point)
    other[name] = points[k % #points + 1][name]
    if other[name] ~= point[name] and holds(other) then
      local x, y = X.value(tree, point), X.value(tree, other)
      if x and y then
        tried = true
        if math.abs(x - y) > 1e-9*math.max(math.abs(x), math.abs(y)) then return true end
      end
    end
  end
  return tried and false
end

local function missing_name(mine, reference, item, points, holds)
  for _, name in ipairs(R.sorted_keys(item.vars)) do
    local m, r = moves(mine, name, points, holds), moves(reference, name, points, holds)
    if r and m == false then return ("Does it not depend on %s?"):format(name) end
    if m and r == false then return ("It does not depend on %s."):format(name) end
  end
  return nil
end

-- Right where a variable marked `grow` is largest, and only there.
local function right_in_the_limit(mine, reference, item, points)
  for _, name in ipairs(R.sorted_keys(item.vars)) do
    local v, close = item.vars[name], true
    for _, point in ipairs(v.grow and points or {}) do
      local far = R.copy(point)
      far[name] = v[2]
      local x, y = X.value(mine, far), X.value(reference, far)
      close = close and x and y and math.abs(x - y) <= .01*math.abs(y)
    end
    if v.grow and close then return ("It is right in the limit. What is left out for small %s?"):format(name) end
  end
  return nil
end

-- The one sentence about a formula that is wrong; nil when none of these explains it.
function X.explain(mine, reference, item, points, holds, xs, ys)
  return wrong_dimension(mine, reference, item, points) or constant_ratio(xs, ys) or constant_difference(xs, ys)
    or missing_name(mine, reference, item, points, holds) or right_in_the_limit(mine, reference, item, points)
end

-- "N = 1, c = 2e9" of a point.
function X.point_text(point)
  local out = {}
  for k, name in ipairs(R.sorted_keys(point)) do out[k] = ("%s = %s"):format(name, R.F.show(point[name])) end
  return table.concat(out, ", ")
end
