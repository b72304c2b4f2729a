-- units.lua: units, numbers as a learner types them, and the slips worth naming.
local _, R = ...
local U = {}
R.U = U

local BASES = {B = {"B", 1}, bit = {"B", 0.125}, s = {"s", 1}, min = {"s", 60}, h = {"s", 3600},
               FLOP = {"FLOP", 1}, tok = {"tok", 1}, W = {"W", 1}, J = {"J", 1}, Hz = {"Hz", 1},
               USD = {"USD", 1}, req = {"req", 1}}
local DECIMAL = {k = 1e3, M = 1e6, G = 1e9, T = 1e12, P = 1e15, E = 1e18,
                 m = 1e-3, u = 1e-6, n = 1e-9, p = 1e-12}
local BINARY = {Ki = 2.0 ^ 10, Mi = 2.0 ^ 20, Gi = 2.0 ^ 30, Ti = 2.0 ^ 40, Pi = 2.0 ^ 50}
local SMALL = {s = true, W = true, J = true} -- units that take m, u, n

local ALIAS = {
  ["x"] = "x", ["\u{d7}"] = "x", ["%"] = "%", percent = "%", ["1"] = "1", [""] = "1",
  us = "us", ["\u{b5}s"] = "us", ["\u{3bc}s"] = "us", sec = "s", secs = "s", second = "s",
  seconds = "s", hours = "h", hour = "h", minutes = "min", bytes = "B", byte = "B", bits = "bit",
  KB = "kB", token = "tok", tokens = "tok", FLOPs = "FLOP", FLOPS = "FLOP/s", ["$"] = "USD",
  hertz = "Hz", watts = "W", requests = "req",
}

local function simple(name)
  name = ALIAS[name] or name
  if BASES[name] then return BASES[name][1], BASES[name][2] end
  for _, base in ipairs({"bit", "FLOP", "tok", "Hz", "B", "s", "W", "J", "req"}) do
    if name:sub(-#base) == base then
      local prefix = name:sub(1, #name - #base)
      local f = DECIMAL[prefix]
      if f and (f > 1 and base ~= "s" or f < 1 and SMALL[base]) then
        return BASES[base][1], f * BASES[base][2]
      end
      if BINARY[prefix] and (base == "B" or base == "bit") then
        return "B", BINARY[prefix] * BASES[base][2]
      end
    end
  end
  local prefix, rest = name:match("^([kMGTPE])(%a.*)$")
  if prefix and ALIAS[rest] then
    local dim, f = simple(ALIAS[rest])
    if dim and dim ~= "1" then return dim, f * DECIMAL[prefix] end
  end
  return nil
end

-- A count as people say it: 12.2 M, 64 Ki, 3 million.
local COUNTS = {k = 1e3, M = 1e6, G = 1e9, T = 1e12, Ki = 2.0 ^ 10, Mi = 2.0 ^ 20, Gi = 2.0 ^ 30, Ti = 2.0 ^ 40,
                thousand = 1e3, million = 1e6, billion = 1e9, trillion = 1e12}
local cache = {}

-- dimension ("B", "FLOP/s", "1") and factor to its base unit; nil for an unknown unit.
function U.unit(name)
  local hit = cache[name]
  if hit then return hit[1], hit[2] end
  local dim, factor
  local short = ALIAS[name] or name
  if short == "1" or short == "x" then
    dim, factor = "1", 1
  elseif short == "%" then
    dim, factor = "1", 0.01
  elseif COUNTS[short] then
    dim, factor = "1", COUNTS[short]
  else
    local over, under = short:match("^([^/]+)/([^/]+)$")
    if over then
      local d1, f1 = simple(over)
      local d2, f2 = simple(under)
      if over == "1" then d1, f1 = "1", 1 end
      if d1 and d2 then dim, factor = d1 .. "/" .. d2, f1 / f2 end
    elseif short:match("^[kMGTPE]FLOPS$") then
      dim, factor = U.unit(short:sub(1, 1) .. "FLOP/s")
    else
      dim, factor = simple(short)
    end
  end
  if dim then cache[name] = {dim, factor} end
  return dim, factor
end

-- --- a number as typed: 1,024 · 2^30 · 3*4096^2*2 · 1.5e-3 --------------------------------------

local function arithmetic(text)
  local at, depth = 1, 0
  local function space() at = text:find("%S", at) or #text + 1 end
  local sum
  local function atom()
    space()
    if text:sub(at, at) == "(" then
      depth = depth + 1
      if depth > 50 then return nil end
      at = at + 1
      local v = sum()
      space()
      if not v or text:sub(at, at) ~= ")" then return nil end
      at, depth = at + 1, depth - 1
      return v
    end
    local digits = text:match("^%d[%d,_']*%.?%d*", at) or text:match("^%.%d+", at)
    if not digits then return nil end
    at = at + #digits
    local exponent = text:match("^[eE][+-]?%d+", at) or ""
    at = at + #exponent
    for group in digits:match("^[^.]*"):gmatch(",(%d*)") do
      if #group ~= 3 then return nil end -- "1,5" is no number here: a comma splits thousands
    end
    local whole = digits:gsub("[,_']", "") .. exponent
    local v = tonumber(whole)
    return v and v + 0.0
  end
  local function power()
    local v = atom()
    space()
    if v and text:sub(at, at) == "^" then
      at = at + 1
      space()
      local sign = 1
      if text:sub(at, at) == "-" then sign, at = -1, at + 1 end
      local e = power()
      return e and v ^ (sign * e)
    end
    return v
  end
  local function product()
    local v = power()
    while v do
      space()
      local op = text:sub(at, at)
      if op ~= "*" and not (op == "/" and text:find("^/%s*[%d.(]", at)) then break end
      at = at + 1
      local w = power()
      if not w then return nil end
      v = op == "*" and v * w or v / w
    end
    return v
  end
  function sum()
    space()
    local sign = 1
    if text:sub(at, at) == "-" then sign, at = -1, at + 1
    elseif text:sub(at, at) == "+" then at = at + 1 end
    local v = product()
    v = v and sign * v
    while v do
      space()
      local op = text:sub(at, at)
      if op ~= "+" and op ~= "-" then break end
      at = at + 1
      local w = product()
      if not w then return nil end
      v = op == "+" and v + w or v - w
    end
    return v
  end
  local v = sum()
  if not v or v ~= v or v == math.huge or v == -math.huge then return nil end
  return v, text:sub(at)
end

-- "12.5 GiB" -> value in base units, dimension, unit as typed (nil when none), or nil, message.
function U.parse(text)
  if type(text) == "number" then return text + 0.0, nil, nil, text + 0.0 end
  if #text > 200 then return nil, "The text is too long for a number." end
  text = text:gsub("\u{2212}", "-"):gsub("\u{a0}", " "):gsub("\u{202f}", " ")
  text = text:gsub("\u{d7}(%s*10)", "*%1"):gsub("\u{b7}", "*"):gsub("\u{b2}", "^2")
             :gsub("\u{b3}", "^3")
  local value, rest = arithmetic(text)
  if not value then return nil, "That is not a number; write for example 12.5 GiB, 2*4096^3 or 1.5e-3 s." end
  local unit = rest:match("^%s*(.-)%s*$"):gsub("%s*/%s*", "/")
  if unit == "" then return value, nil, nil, value end
  local dim, factor = U.unit(unit)
  if not dim then
    return nil, ("There is no unit '%s'%s."):format(unit:sub(1, 20), R.suggest(unit, U.common))
  end
  return value * factor, dim, unit, value
end

-- A unit as people read it.
function U.shown(unit) return unit == "us" and "\u{b5}s" or unit end

U.common = {}
for _, name in ipairs({"B", "kB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB", "bit", "s", "ms",
                       "us", "ns", "h", "FLOP", "GFLOP", "TFLOP", "PFLOP", "FLOP/s", "GFLOP/s",
                       "TFLOP/s", "B/s", "GB/s", "TB/s", "GiB/s", "FLOP/B", "tok", "tok/s", "x",
                       "%", "1", "W", "Hz", "GHz"}) do
  U.common[name] = true
end

-- What `u.GiB` means in an expression: a plain number.
U.values = {}
for name in pairs(U.common) do
  local _, factor = U.unit(name)
  U.values[name] = factor
end
for _, name in ipairs({"PB", "PiB", "PFLOP/s", "MHz", "kHz", "min", "MFLOP", "MB/s", "kB/s"}) do
  U.values[name] = select(2, U.unit(name))
end
U.values.pct, U.values.us = 0.01, 1e-6
U.values.TFLOPs, U.values.GFLOPs, U.values.PFLOPs = 1e12, 1e9, 1e15
U.values.TBps, U.values.GBps, U.values.tok_s = 1e12, 1e9, 1
for k, v in pairs(U.values) do
  U.values[k] = math.tointeger(v) or v
end
U.values.parse = function(text) return (U.parse(text)) end
U.values = R.strict(U.values, "unit")

-- --- near misses --------------------------------------------------------------------------------

-- Where a slip can be true: "B" bytes, also for each of something; "FLOP" work, also for each of something; "of bytes"
-- what follows from bytes, their time and an intensity too; "prefix" what has a unit that takes one; else that
-- dimension alone.
local SLIPS = {
  {1.024, "1,024 and 1,000 are mixed up: kB is 1,000 B, KiB is 1,024 B.", "B"},
  {1.048576, "MB and MiB are mixed up: a factor of 1.049.", "B"},
  {1.073741824, "GB and GiB are mixed up: a factor of 1.074.", "B"},
  {1.099511627776, "TB and TiB are mixed up: a factor of 1.100.", "B"},
  {2, "Your number is off by exactly 2: a multiply-add is 2 FLOP.", "FLOP"},
  {2, "Your number is off by exactly 2: a link's figure may be both directions.", "B/s"},
  {4, "Your number is off by exactly 4: how many bytes per element?", "of bytes"},
  {8, "Your number is off by exactly 8: bits and bytes are mixed up.", "B"},
  {1000, "Your number is off by exactly 1,000: a prefix (k, M, G, T) slipped.", "prefix"},
  {1e6, "Your number is off by exactly 10^6: a prefix (k, M, G, T) slipped.", "prefix"},
  {1e9, "Your number is off by exactly 10^9: a prefix (k, M, G, T) slipped.", "prefix"},
  {1024, "Your number is off by exactly 1,024: a binary prefix (Ki, Mi, Gi) slipped.", "B"},
  {2.0 ^ 20, "Your number is off by exactly 2^20: a binary prefix slipped.", "B"},
  {2.0 ^ 30, "Your number is off by exactly 2^30: a binary prefix slipped.", "B"},
  {100, "Your number is off by exactly 100: a fraction and a percentage are mixed up.", "1"},
}

local function can_be(where, dim)
  if not dim or where == dim then return where == dim end
  local first = dim:match("^[^/]+")
  if where == "prefix" then return dim ~= "1" end
  if where == "of bytes" then return first == "B" or dim == "s" or dim:match("/B$") ~= nil end
  return (where == "B" or where == "FLOP") and first == where
end

-- Why x, though wrong, is close to y; nil when no slip explains it. dim says which slips can be true.
function U.near_miss(x, y, dim)
  if type(x) ~= "number" or type(y) ~= "number" or x == 0 or y == 0 then return nil end
  if x == -y then return "The sign is wrong." end
  local ratio = math.abs(x / y)
  if x * y < 0 then return nil end
  for _, slip in ipairs(SLIPS) do
    local f, why, where = slip[1], slip[2], slip[3]
    local tolerance = f < 1.2 and 0.004 or 0.002
    if can_be(where, dim) and (math.abs(ratio / f - 1) < tolerance or math.abs(ratio * f - 1) < tolerance) then
      return why
    end
  end
  return nil
end
