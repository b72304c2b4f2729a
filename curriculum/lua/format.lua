-- format.lua: numbers as a lesson shows them.
local _, R = ...
local F = {}
R.F = F

local function number(x, name)
  if type(x) ~= "number" then
    error(("%s needs a number, got %s"):format(name, type(x)), 3)
  end
  return x + 0.0
end

local function separated(s)
  local sign, whole, rest = s:match("^(%-?)(%d+)(.*)$")
  if not whole then return s end
  local n
  repeat
    whole, n = whole:gsub("^(%d+)(%d%d%d)", "%1,%2")
  until n == 0
  return sign .. whole .. rest
end

local function trimmed(s)
  if not s:find(".", 1, true) then return s end
  return (s:gsub("0+$", ""):gsub("%.$", ""))
end

-- `digits` significant digits, never an exponent.
local function significant(x, digits)
  if x == 0 then return "0" end
  local magnitude = math.floor(math.log(math.abs(x), 10) + 1e-12)
  local decimals = math.max(0, digits - 1 - magnitude)
  return trimmed(("%." .. math.min(decimals, 20) .. "f"):format(x))
end

local function exponent(x, digits)
  local m, e = ("%." .. digits .. "e"):format(x):match("^(.-)e(.*)$")
  return ("%se%d"):format(trimmed(m), tonumber(e))
end

-- n(1365.33) "1,365", n(0.0833) "0.0833", n(x, 2) two decimals
function F.n(x, digits)
  local v = number(x, "n")
  if v ~= v or v == math.huge or v == -math.huge then return tostring(v) end
  if digits then return separated(("%." .. math.tointeger(digits) .. "f"):format(v)) end
  if v == math.floor(v) and math.abs(v) < 2.0 ^ 53 then return separated(("%.0f"):format(v)) end
  if math.abs(v) < 1e-4 or math.abs(v) >= 1e15 then return exponent(v, 3) end
  return separated(significant(v, 4))
end

local PREFIXES = {{1e18, "E"}, {1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"},
                  {1, ""}, {1e-3, "m"}, {1e-6, "\u{b5}"}, {1e-9, "n"}, {1e-12, "p"}}

-- si(4.25e12, "B/s") "4.25 TB/s"
function F.si(x, unit, digits)
  local v = number(x, "si")
  unit = unit or ""
  if v == 0 or v ~= v or v == math.huge or v == -math.huge then
    return (v == 0 and "0" or tostring(v)) .. (unit ~= "" and " " .. unit or "")
  end
  local small = unit:find("^[sWJ]$") or unit == ""
  local chosen
  for _, p in ipairs(PREFIXES) do
    chosen = p
    if math.abs(v) >= p[1] * 0.9995 or p[1] == 1 and not small then break end
  end
  local text = separated(significant(v / chosen[1], digits or 3))
  local suffix = chosen[2] .. unit
  return suffix ~= "" and text .. " " .. suffix or text
end

local function scaled(name, factor, unit, decimals)
  F[name] = function(x, digits)
    local v = number(x, name) / factor
    local text = digits and ("%." .. math.tointeger(digits) .. "f"):format(v)
      or (math.abs(v) >= 0.1 or v == 0) and trimmed(("%." .. decimals .. "f"):format(v))
      or significant(v, 3)
    return separated(text) .. " " .. unit
  end
end

scaled("gib", 2.0 ^ 30, "GiB", 2)
scaled("gb", 1e9, "GB", 2)
scaled("mib", 2.0 ^ 20, "MiB", 2)
scaled("mb", 1e6, "MB", 2)
scaled("kib", 1024, "KiB", 2)
scaled("tb", 1e12, "TB", 2)
scaled("pct", 0.01, "%", 1)
scaled("us", 1e-6, "\u{b5}s", 1)
scaled("ms", 1e-3, "ms", 2)

-- A bare {{= value }}: digits as they are, no separators.
-- As text_hours of tui/screen/screen_text.c: "10 min", "1.5 h", "2 h".
function F.hours(h)
  if h > 0 and h < .5 then return ("%.0f min"):format(60*h) end
  return (math.abs(h - math.floor(h + .5)) < .05 and "%.0f h" or "%.1f h"):format(h)
end

function F.show(v)
  if type(v) == "string" then return v end
  if type(v) == "boolean" then return tostring(v) end
  if type(v) ~= "number" then return nil end
  if math.type(v) == "integer" then return ("%d"):format(v) end
  if v == math.floor(v) and math.abs(v) < 2.0 ^ 53 then return ("%.0f"):format(v) end
  return ("%.6g"):format(v)
end
