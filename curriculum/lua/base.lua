-- base.lua: errors that name a place, and the environment in which a data file runs.
local host, R = ...

R.host = host
R.errors = {}                                  -- {file=, line=, message=, level=}
R.loc = setmetatable({}, {__mode = "k"})       -- constructed table -> {file=, line=, name=}
R.kind = setmetatable({}, {__mode = "k"})      -- constructed table -> "lab", "call", ...
R.ops = {}                                     -- what main.lua answers to
R.constructors = {}                            -- globals of data files
R.SECTIONS = {"Why", "Mental model", "Mechanism", "Math", "Numbers", "Diagrams", "Code", "Pitfalls", "Exercises"}
local MAX_ERRORS = 500

-- As a sentence begins and ends; a field in front ("cases[2].id: …") stays as it is.
local function sentence(s)
  s = s:gsub("^%l+%f[ ]", function(word) return word:sub(1, 1):upper() .. word:sub(2) end)
  return s:find("[%.!?:]%s*$") and s or s .. "."
end

function R.report(file, line, message, level)
  if #R.errors < MAX_ERRORS then
    R.errors[#R.errors + 1] = {file = file, line = line or 0, message = sentence(tostring(message)),
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

-- --- "did you mean" -----------------------------------------------------------------------------

function R.sorted_keys(t)
  local keys, plain, kind = {}, true, nil
  for k in pairs(t) do
    keys[#keys + 1] = k
    kind = kind or type(k)
    plain = plain and type(k) == kind
  end
  if plain and kind ~= "boolean" then
    table.sort(keys)
    return keys
  end
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
      local d = host.slips(name:lower(), k:lower())
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

-- The line of field `path` of what constructor `loc` was given. Only errors need it, so the text is
-- taken apart by a chunk that is compiled on the first of them.
function R.line_of(loc, path)
  if #path == 0 then return loc.line end
  if not R.find_line then
    local chunk = host.compile("curriculum/lua/place.lua")
    if not chunk then return loc.line end
    R.find_line = chunk(host)
  end
  return R.find_line(loc, path)
end

local PREDICATE = {gives = true, has = true, is = true, must = true, needs = true}

-- Report about a field of a constructed table, which is the subject of a message that begins with its verb.
function R.complain(loc, path, message, level)
  local where = R.path_text(path)
  local predicate = PREDICATE[message:match("^%l+")]
  if where ~= "" or predicate and loc.name then
    message = (predicate and "'%s' %s" or "%s: %s"):format(where ~= "" and where or loc.name, message)
  end
  R.report(loc.file, R.line_of(loc, path), message, level)
end

-- --- the environment of data files --------------------------------------------------------------

local function copy(lib, without) -- a data file that spoils its library spoils no other's
  local t = {}
  for k, v in pairs(lib) do t[k] = v end
  for _, k in ipairs(without or {}) do t[k] = nil end
  return t
end

-- A read-only view of t in which a name that is not there is an error, not nil: no typo passes. `on_read` is told of
-- each name that is looked up.
function R.strict(t, what, on_read, why)
  local function unknown(k) -- called by the function that the look-up calls: that line is the mistake's
    error(why and why(k) or ("there is no %s '%s'%s"):format(what, tostring(k), R.suggest(k, t)), 3)
  end
  setmetatable(t, {__index = function(_, k) unknown(k) end})
  return setmetatable({}, {
    __metatable = false,
    __index = on_read and function(_, k)
      local v = rawget(t, k)
      if v == nil then unknown(k) end
      on_read(k)
      return v
    end or t,
    __pairs = function() return next, t end,
    __newindex = function(_, k)
      error(("%s '%s' cannot be set: data files only return values (write 'local')")
        :format(what, tostring(k)), 2)
    end,
  })
end

R.copy = copy

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
-- `name` is what stands before its brace, when that is not the end of `kind`.
function R.constructor(kind, fn, name)
  name = name or kind:match("[%w_]+$")
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
    R.report(file, 1, ("the file must end in 'return %s {...}'"):format(kind))
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
  local out, last = {}, {}
  for _, e in ipairs(R.errors) do -- what several pages quote or lead to is read once for each of them
    if e.file ~= last.file or e.line ~= last.line or e.message ~= last.message then out[#out + 1] = e end
    last = e
  end
  return host.array(out)
end
