-- base.lua: errors that name a place, and the environment in which a data file runs.
local host, R = ...

R.host = host
R.errors = {}                                  -- {file=, line=, message=, level=}
R.loc = setmetatable({}, {__mode = "k"})       -- constructed table -> {file=, line=, name=}
R.kind = setmetatable({}, {__mode = "k"})      -- constructed table -> "lab", "call", ...
R.ops = {}                                     -- what main.lua answers to
R.constructors = {}                            -- globals of data files
local MAX_ERRORS = 500

function R.report(file, line, message, level)
  if #R.errors < MAX_ERRORS then
    R.errors[#R.errors + 1] = {file = file, line = line or 0, message = message,
                               level = level or "error"}
  end
end

-- Lua's own messages begin with "file:line: ": take them apart, so that all errors look alike.
function R.report_thrown(err, file, line)
  err = tostring(err)
  local f, l, m = err:match("^([%w%-_./]+%.%a+):(%d+): (.*)$")
  if f then
    R.report(f, tonumber(l), m)
  else
    R.report(file, line, (err:gsub("^.-:1: ", "")))
  end
end

-- --- "did you mean" ---------------------------------------------------------------------------

local function distance(a, b)
  if math.abs(#a - #b) > 2 then return 9 end
  local row = {}
  for j = 0, #b do row[j] = j end
  for i = 1, #a do
    local left = row[0]
    row[0] = i
    for j = 1, #b do
      local up = row[j]
      local cost = a:byte(i) == b:byte(j) and 0 or 1
      row[j] = math.min(up + 1, row[j - 1] + 1, left + cost)
      left = up
    end
  end
  return row[#b]
end

function R.sorted_keys(t)
  local keys = {}
  for k in pairs(t) do keys[#keys + 1] = k end
  table.sort(keys, function(a, b)
    if type(a) == type(b) and type(a) ~= "boolean" then return a < b end
    return tostring(a) < tostring(b)
  end)
  return keys
end

-- " (did you mean 'gates'?)", or the short list of what would be right, or nothing.
function R.suggest(name, known, list)
  local best, best_d = nil, 3
  for _, k in ipairs(R.sorted_keys(known)) do
    if type(k) == "string" and type(name) == "string" then
      local d = distance(name:lower(), k:lower())
      if d < best_d and d < math.max(#k, 2) then best, best_d = k, d end
    end
  end
  if best then return (" (did you mean '%s'?)"):format(best) end
  if list then
    local keys = R.sorted_keys(known)
    if #keys > 0 and #keys <= 24 then return (" (known: %s)"):format(table.concat(keys, ", ")) end
  end
  return ""
end

-- --- where in the text a field stands ---------------------------------------------------------

local OPEN = {["function"] = true, ["if"] = true, ["do"] = true, ["repeat"] = true,
              ["("] = true, ["{"] = true, ["["] = true}
local CLOSE = {["end"] = true, ["until"] = true, [")"] = true, ["}"] = true, ["]"] = true}

-- Tokens as two parallel lists, text and line. Only used once there is an error to place.
local function tokens(src)
  local text, line, at, n, size = {}, {}, 1, 1, #src
  local function add(s, literal)
    text[#text + 1] = literal and ("=" .. s) or s
    line[#line + 1] = n
  end
  local function lines_in(from, to)
    local _, count = src:sub(from, to):gsub("\n", "")
    n = n + count
  end
  while at <= size do
    local c = src:sub(at, at)
    local from, to, level = src:find("^%-%-%[(=*)%[", at)
    local is_comment = from ~= nil
    if not from then from, to, level = src:find("^%[(=*)%[", at) end
    if from then
      local _, stop = src:find("]" .. level .. "]", to + 1, true)
      stop = stop or size
      if not is_comment then add(src:sub(to + 1, stop - #level - 2), true) end
      lines_in(at, stop)
      at = stop + 1
    elseif src:find("^%-%-", at) then
      at = (src:find("\n", at, true) or size + 1)
    elseif c == "\n" then
      n, at = n + 1, at + 1
    elseif c:find("%s") then
      at = at + 1
    elseif c == '"' or c == "'" then
      local stop = at + 1
      while stop <= size and src:sub(stop, stop) ~= c do
        stop = stop + (src:sub(stop, stop) == "\\" and 2 or 1)
      end
      add(src:sub(at + 1, stop - 1), true)
      lines_in(at, stop)
      at = stop + 1
    else
      local word = src:match("^[%a_][%w_]*", at) or src:match("^[%d.][%w.]*", at)
        or src:match("^[=~<>]=", at) or c
      add(word)
      at = at + #word
    end
  end
  return {text = text, line = line}
end

local token_cache = {}

local function tokens_of(file)
  local t = token_cache[file]
  if t == nil then
    local src = host.text(file)
    t = src and tokens(src) or false
    token_cache[file] = t
  end
  return t
end

-- The index after the value that starts at i (a separator or the closing brace).
local function skip_value(text, i)
  local depth = 0
  while text[i] do
    local s = text[i]
    if depth == 0 and (s == "," or s == ";" or s == "}") then return i end
    if OPEN[s] then depth = depth + 1 elseif CLOSE[s] then depth = depth - 1 end
    i = i + 1
  end
  return i
end

local function walk(t, i, path, k)
  local text, line = t.text, t.line
  local index, j = 0, i + 1
  while text[j] and text[j] ~= "}" do
    local key, value = nil, j
    if text[j + 1] == "=" and text[j]:find("^[%a_]") then
      key, value = text[j], j + 2
    elseif text[j] == "[" then
      local literal = text[j + 1] or ""
      key = literal:match("^=(.*)$") or tonumber(literal)
      while text[value] and text[value] ~= "]" do value = value + 1 end
      value = value + 2
    else
      index = index + 1
      key = index
    end
    local stop = skip_value(text, value)
    if key == path[k] then
      if k < #path then
        for v = value, stop - 1 do
          if text[v] == "{" then return walk(t, v, path, k + 1) or line[j] end
        end
      end
      return line[j]
    end
    j = (text[stop] == "," or text[stop] == ";") and stop + 1 or stop
  end
  return nil
end

-- The line of field `path` (a list of keys) of the table that constructor `loc` was given.
function R.line_of(loc, path)
  local t = #path > 0 and tokens_of(loc.file)
  if not t then return loc.line end
  for i = 1, #t.text do
    if t.line[i] >= loc.line and t.text[i] == loc.name then
      local open = t.text[i + 1] == "(" and i + 2 or i + 1
      if t.text[open] == "{" then
        local short = {table.unpack(path)}
        while #short > 0 do
          local line = walk(t, open, short, 1)
          if line then return line end
          short[#short] = nil -- a missing field: the line of what should hold it
        end
        return loc.line
      end
    end
  end
  return loc.line
end

function R.path_text(path)
  local s = ""
  for _, k in ipairs(path) do
    if type(k) == "number" then
      s = ("%s[%d]"):format(s, k)
    elseif tostring(k):find("^[%a_][%w_]*$") then
      s = s == "" and k or s .. "." .. k
    else
      s = ('%s["%s"]'):format(s, k)
    end
  end
  return s
end

-- Report about a field of a constructed table.
function R.complain(loc, path, message, level)
  local where = R.path_text(path)
  R.report(loc.file, R.line_of(loc, path), where == "" and message or where .. ": " .. message,
           level)
end

-- --- the environment of data files ------------------------------------------------------------

local function copy(lib, without)
  local t = {}
  for k, v in pairs(lib) do t[k] = v end
  for _, k in ipairs(without or {}) do t[k] = nil end
  return t
end

-- Reading a name that is not there is an error, not nil: a typo must not pass.
function R.strict(t, what, writable)
  return setmetatable(t, {
    __metatable = false,
    __index = function(_, k)
      error(("unknown %s '%s'%s"):format(what, tostring(k), R.suggest(k, t)), 2)
    end,
    __newindex = not writable and function(_, k)
      error(("%s '%s' cannot be set: data files only return values (write 'local')")
        :format(what, tostring(k)), 2)
    end or nil,
  })
end

local plain = {"assert", "error", "getmetatable", "ipairs", "next", "pairs", "pcall", "rawequal",
               "rawlen", "select", "setmetatable", "tonumber", "tostring", "type", "xpcall"}

function R.new_env(extra)
  local env = {}
  for _, name in ipairs(plain) do env[name] = _G[name] end
  env.math = copy(math, {"random", "randomseed"}) -- draws come from Philox, by seed
  env.string, env.table, env.utf8 = copy(string), copy(table), copy(utf8)
  env.coroutine = copy(coroutine)
  for k, v in pairs(R.constructors) do env[k] = v end
  for k, v in pairs(extra or {}) do env[k] = v end
  return R.strict(env, "name")
end

local made = 0

-- A constructor: fn(loc, ...) returns the table it made, which is then known by `kind`.
function R.constructor(kind, fn)
  local name = kind:match("[%w_]+$")
  return host.located(function(file, line, ...)
    made = made + 1
    local loc = {file = file, line = line, name = name, seq = made} -- seq: order in the file
    local t = fn(loc, ...)
    if type(t) == "table" then
      R.loc[t], R.kind[t] = R.loc[t] or loc, kind
    end
    return t
  end)
end

function R.run_file(file, env)
  host.note(file)
  local fn, line, message = host.compile(file, env)
  if not fn then
    R.report(file, line, message)
    return nil
  end
  local ok, value = pcall(fn)
  if not ok then
    R.report_thrown(value, file, 0)
    return nil
  end
  return value
end

-- The value of a data file that must return kind{...}; nil once errors are recorded.
function R.load(file, kind, env)
  local before = #R.errors
  local value = R.run_file(file, env or R.new_env())
  if #R.errors > before and type(value) ~= "table" then return nil end
  if type(value) ~= "table" or R.kind[value] ~= kind then
    R.report(file, 1, ("must end in 'return %s {...}'"):format(kind))
    return nil
  end
  return value, #R.errors == before
end

function R.take_errors()
  table.sort(R.errors, function(a, b)
    if a.file ~= b.file then return a.file < b.file end
    if a.line ~= b.line then return a.line < b.line end
    return a.message < b.message
  end)
  return host.array(R.errors)
end
