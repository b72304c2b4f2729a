-- place.lua: where in the text of a data file a field stands. Lua knows the line of a call, not of
-- a table's field; so the text is split into tokens and the constructor's braces are followed.
local host = ...

local OPEN = {["function"] = true, ["if"] = true, ["do"] = true, ["repeat"] = true,
              ["("] = true, ["{"] = true, ["["] = true}
local CLOSE = {["end"] = true, ["until"] = true, [")"] = true, ["}"] = true, ["]"] = true}

-- Tokens as two parallel lists, text and line. Only used once there is an error to place.
local function tokens(src)
  local text, line, at, n, size = {}, {}, 1, 1, #src
  local function add(s, literal)
    text[#text + 1] = literal and ("$" .. s) or s
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
      local word = src:match("^[%a_][%w_]*", at) or src:match("^%.?%d[%w.]*", at)
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
      key = literal:match("^%$(.*)$") or tonumber(literal)
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
local function find_line(loc, path)
  local t = tokens_of(loc.file)
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

return find_line
