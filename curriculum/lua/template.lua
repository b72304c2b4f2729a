-- template.lua: {{= expression }} and {{! path "text" }} inside texts and Markdown pages.
local host, R = ...
local F, U = R.F, R.U

R.expanded = {} -- file -> its text with its expressions filled in, of the pages that were read

local MATH = {"ceil", "floor", "min", "max", "abs", "sqrt", "log", "exp", "sin", "cos", "tan"}
local shared

local function shared_names()
  local env = {math = R.copy(math), hw = R.hw, models = R.models, u = U.values, pi = math.pi,
               tostring = tostring, tonumber = tonumber, string = R.copy(string),
               table = R.copy(table),
               ipairs = ipairs, pairs = pairs, select = select, type = type}
  for _, name in ipairs(MATH) do env[name] = math[name] end
  env.log2 = function(x) return math.log(x, 2) end
  env.cdiv = function(a, b) return -(-a // b) end
  env.round = function(x) return math.floor(x + 0.5) end
  for name, fn in pairs(F) do
    if name ~= "show" then env[name] = fn end
  end
  return env
end

-- What an expression sees: `own` (f, p, a case's fields) before the shared names.
function R.expr_env(own)
  shared = shared or shared_names()
  return setmetatable(own, {
    __metatable = false,
    __index = function(t, k)
      local v = shared[k]
      if v ~= nil then return v end
      local known = {}
      for name in pairs(shared) do known[name] = true end
      for name in next, t do known[name] = true end
      error(("there is no name '%s'%s"):format(tostring(k), R.suggest(k, known)), 2)
    end,
    __newindex = function(_, k)
      error(("'%s' cannot be set in an expression"):format(tostring(k)), 2)
    end,
  })
end

-- Value of an expression, or nil, message.
function R.eval(text, env)
  local known = text:find("^[%a_][%w_]*$") and rawget(env, text)
  if known ~= nil and known ~= false then return known end -- a name alone computes nothing
  local fn, message = host.expr(text, "expr", env)
  if not fn then return nil, message end
  local ok, value = pcall(fn)
  if not ok then
    return nil, (tostring(value):gsub("^expr:%d+: ", "")
                 :gsub(" %(global '([^']*)'%)", " ('%1')"))
  end
  if value == nil then return nil, "has no value (nil)" end
  local wrapped = R.wrapped(text, env, value)
  if wrapped then return nil, wrapped end
  return value
end

local function count_lines(text)
  local _, n = text:gsub("\n", "")
  return n
end

-- What is wrong with an expression, which is the subject of a message that begins with its verb.
local function whole(code, message)
  local verb = message:find("^has ") or message:find("^gives ")
  return ("{{=%s}}%s %s"):format(code, verb and "" or ":", message)
end

-- Expands `text`; on_error(line_offset, message) is told of each mistake, whose place shows "??".
function R.expand(text, env, on_error)
  if not text:find("{{[=!]") then return text end
  local out, at = {}, 1
  while true do
    local from, to, kind = text:find("{{([=!])", at)
    if not from then break end
    out[#out + 1] = text:sub(at, from - 1)
    local stop, message, value = to, nil, nil
    if kind == "!" then
      local close = R.snippet_close(text, to)
      if close then
        value, message = R.snippet(text:sub(to + 1, close - 1))
        stop = close + 1
      else
        message = "'{{!' without '}}'"
      end
    else
      -- the expression may itself hold "}}": take the first end that compiles
      local line_end = text:find("\n\n", to, true) or #text + 1
      local search, first_end, first_message = to, nil, nil
      while true do
        local close = text:find("}}", search, true)
        if not close or close > line_end then break end
        local code = text:sub(to + 1, close - 1)
        local fn, m = host.expr(code, "expr", env)
        if fn then
          local v
          v, message = R.eval(code, env)
          value = v ~= nil and F.show(v) or nil
          if v ~= nil and value == nil then
            message = ("gives a %s, not a number or text"):format(type(v))
          end
          if message then message = whole(code, message) end
          stop, first_end = close + 1, nil
          break
        end
        if not first_end then first_end, first_message = close, whole(code, m) end
        search = close + 1
      end
      if first_end then
        stop, message = first_end + 1, first_message
      elseif stop == to then
        message = "'{{=' without '}}'"
      end
    end
    if message then
      on_error(count_lines(text:sub(1, from - 1)), message)
      value = "??"
    end
    out[#out + 1] = value
    at = stop + 1
  end
  out[#out + 1] = text:sub(at)
  return table.concat(out)
end

-- Text as it stands indented in a data file -> Markdown: the common indent goes, and the lines of
-- a paragraph are joined; lists, tables and code keep their lines.
function R.reflow(text)
  if not text:find("\n", 1, true) then return text end
  local lines, indent = {}, nil
  for line in (text .. "\n"):gmatch("(.-)\n") do
    lines[#lines + 1] = line:gsub("%s+$", "")
    local lead = #lines > 1 and line:match("^( *)%S")
    if lead and (not indent or #lead < indent) then indent = #lead end
  end
  local out, fenced, joinable, listed = {}, false, false, false
  for k, line in ipairs(lines) do
    if k > 1 then
      line = line:gsub("^" .. (" "):rep(math.min(indent or 0, #line:match("^ *"))), "")
    end
    local fence = line:find("^%s*```")
    local number = line:match("^%s*(%d+)[.)]%s")
    -- Within a paragraph only 1. begins a list, as in Markdown: "BK =" may be followed by "64. How many".
    local item = number and (number == "1" or listed or not joinable)
    local plain = not fenced and not fence and line:find("%S") and not line:find("^%s*[-*+|>#]")
      and not item and not line:find("^    ")
    if fence then fenced = not fenced end
    if plain and joinable then
      out[#out] = out[#out] .. " " .. line:gsub("^%s+", "")
    else
      out[#out + 1] = line
      listed = not fenced and item and true or false
    end
    joinable = plain or (not fenced and (listed or line:find("^%s*[-*+]%s") ~= nil))
  end
  while out[1] == "" do table.remove(out, 1) end
  while out[#out] == "" do out[#out] = nil end
  return table.concat(out, "\n")
end

-- A text field of a constructed table.
function R.expand_field(text, env, loc, path)
  if not text then return nil end
  text = R.expand(text, env, function(offset, message)
    R.report(loc.file, R.line_of(loc, path) + offset, message)
  end)
  return R.reflow(text)
end

-- A page of its own.
function R.expand_file(file, env)
  local text = host.text(file)
  if not text then
    R.report(file, 0, "there is no such page")
    return nil
  end
  R.expanded[file] = R.expand(text, env, function(offset, message) R.report(file, 1 + offset, message) end)
  return R.expanded[file]
end
