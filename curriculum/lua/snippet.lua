-- snippet.lua: {{! path "first" "last" }}, {{! path in "function" "first" "last" }}: lines of a source, found by what
-- they say, so that they stay the ones that were meant.
local host, R = ...

local MAX_LINES, MAX_TEXT, SAID = 400, 200, 80
local FORM = 'write {{! path "text of the first line" }} and, to show more than begins there, "text of the last line" '
  .. "behind it (at most " .. MAX_TEXT .. " characters each; no line numbers, which drift)"
local HAS_STATEMENTS = {c = true, h = true, cu = true, cuh = true, hpp = true}
local OPENS, CLOSES = {["("] = true, ["["] = true, ["{"] = true}, {[")"] = true, ["]"] = true, ["}"] = true}

-- Where the "}}" begins that closes the directive in which `at` stands; one within quotes does not close it.
function R.snippet_close(text, at)
  local paragraph, any = text:find("\n\n", at, true) or #text, text:find("}}", at, true)
  while true do
    local close, quote = text:find("}}", at, true), text:find('"', at, true)
    if not close or not quote or close < quote then return close or any end
    local stop = quote
    repeat stop = text:find('"', stop + 1, true) until not stop or text:sub(stop - 1, stop - 1) ~= "\\"
    if not stop or stop > paragraph then return close end -- a quote without its other half
    at = stop + 1
  end
end

-- path, list of texts, and the text behind "in"; nil where it is written otherwise.
local function parse(directive)
  local path, rest = directive:gsub('\\"', "\0"):match("^%s*([^%s\"]+)%s*(.-)%s*$")
  if not path then return nil end
  local texts, scoped = {}, rest:match('^in%s*(".*)$')
  rest = scoped or rest
  while rest ~= "" do
    local words, behind = rest:match('^"%s*([^"]-)%s*"%s*(.*)$')
    if not words or words == "" or #words > MAX_TEXT then return nil end
    texts[#texts + 1], rest = words:gsub("\0", '"'):gsub("%s+", " "), behind
  end
  local scope = scoped and table.remove(texts, 1)
  if #texts > 2 or scope and #texts == 0 then return nil end
  return path, texts, scope
end

local function line_number(text, at)
  local _, n = text:sub(1, at - 1):gsub("\n", "")
  return n + 1
end

-- The first few places of `words` behind `at`: {from= where the line begins, to= where the words end}. Any white space
-- is as good as another, so words may go on over the end of a line.
local function places(text, at, words)
  local pattern, out = words:gsub("%p", "%%%0"):gsub(" ", "%%s+"), {}
  while at and #out < 4 do
    local from, to = text:find(pattern, at)
    if not from then break end
    out[#out + 1] = {from = text:sub(1, from):match(".*\n()") or 1, to = to}
    at = text:find("\n", from, true)
  end
  return out
end

-- "; nearest is line 7, 'int f(void)'": the line behind `at` that shares most pairs of characters with `words`.
local function nearest(text, at, words)
  local pairs_of, seen, most, best, n = {}, {}, 0, nil, line_number(text, at) - 1
  for k = 1, #words - 1 do
    local pair = words:sub(k, k + 1)
    if not seen[pair] and not pair:find(" ") then pairs_of[#pairs_of + 1] = pair end
    seen[pair] = true
  end
  for line in text:sub(at):gmatch("([^\n]*)\n?") do
    local shared = 0
    n = n + 1
    for _, pair in ipairs(pairs_of) do
      if line:find(pair, 1, true) then shared = shared + 1 end
    end
    if shared > most then most, best = shared, {n, line:match("^%s*(.-)%s*$")} end
  end
  if not best or 2 * most < #pairs_of then return ", nor one like it: copy a line from there" end
  if #best[2] > SAID then best[2] = best[2]:sub(1, SAID):gsub("[\xC0-\xFF][\x80-\xBF]*$", "") .. "…" end
  return ("; nearest is line %d, '%s': copy its text"):format(best[1], best[2])
end

-- The one place of `words` behind `at`, or nil, message. `what` is searched.
local function find_once(what, text, at, words)
  local found = places(text, at, words)
  if #found == 1 then return found[1] end
  if #found == 0 then return nil, ("no line of %s has \"%s\"%s"):format(what, words, nearest(text, at, words)) end
  local lines = {}
  for k = 1, math.min(#found, 3) do lines[k] = line_number(text, found[k].from) end
  return nil, ("%s has \"%s\" on lines %s: write more, or name the function: {{! path in \"function\" \"line\" }}")
    :format(what, words, table.concat(lines, ", ") .. (#found > 3 and " and more" or ""))
end

-- --- where what begins on a line ends -------------------------------------------------------------

-- The place behind a comment, a literal or a line of the preprocessor that begins at `at`; nil where none does.
local function skip(text, at)
  local two = text:sub(at, at + 1)
  local c = two:sub(1, 1)
  if two == "/*" then return (select(2, text:find("*/", at + 2, true)) or #text) + 1 end
  if two == "//" then return text:find("\n", at, true) or #text + 1 end
  if c == "#" then
    local stop = at
    repeat stop = text:find("\n", stop + 1, true) until not stop or text:sub(stop - 1, stop - 1) ~= "\\"
    return stop or #text + 1
  end
  if c ~= '"' and c ~= "'" then return nil end
  local stop = at + 1
  while not text:find("^[" .. c .. "\n]", stop) and stop <= #text do
    stop = stop + (text:sub(stop, stop) == "\\" and 2 or 1)
  end
  return stop + 1
end

-- Where the statement, function or type ends that begins at `at`, or nil: none does, as in a list of constants.
local function item_end(text, at)
  local depth = 0
  at = text:find("[^%s}]", at) or #text -- "} else {" begins behind its brace
  if text:find("^#", at) and not text:find("^#%s*pragma", at) then return skip(text, at) - 1 end
  while true do
    at = text:find("[/\"'#(){};%[%]]", at)
    if not at then return nil end
    local behind, c = skip(text, at), text:sub(at, at)
    if not behind then
      depth = depth + (OPENS[c] and 1 or CLOSES[c] and -1 or 0)
      if depth < 0 then return nil end
      local closed = c == ";" or c == "}" and not text:find("^[ \t]*[^%s/]", at + 1)
      if closed and depth == 0 and not text:find("^%s*else%f[^%w_]", at + 1) then return at end
    end
    at = behind or at + 1
  end
end

-- Where that ends in which the words of `place` end; in a language without statements, their line.
local function through(path, text, place)
  if not HAS_STATEMENTS[path:match("%.(%w+)$")] then return place.to end
  local stop = item_end(text, place.from) or place.to
  while stop < place.to do stop = item_end(text, stop + 1) or place.to end
  return stop
end

-- The end of the line of `at`.
local function line_end(text, at)
  return (text:find("\n", at, true) or #text + 1) - 1
end

-- From where to where the text of a file is shown, or nil, message.
local function range(path, text, texts, scope)
  local what, at = ("'%s'"):format(path), 1
  if #texts == 0 then return 1, line_end(text, #text) end
  if scope then
    local place, message = find_once(what, text, 1, scope)
    if not place then return nil, message end
    what, at = ('"%s" in %s'):format(scope, what), place.from
    text = text:sub(1, line_end(text, through(path, text, place)))
  end
  local first, message = find_once(what, text, at, texts[1])
  if not first then return nil, message end
  local last = first
  if texts[2] then last, message = find_once(what, text, at, texts[2]) end
  if not last then return nil, message end
  if last.from < first.from then
    return nil, ("\"%s\", line %d of '%s', stands above \"%s\", line %d: write the upper one first")
      :format(texts[2], line_number(text, last.from), path, texts[1], line_number(text, first.from))
  end
  return first.from, line_end(text, through(path, text, last))
end

-- What {{!directive}} shows, or nil, message.
function R.snippet(directive)
  local path, texts, scope = parse(directive)
  if not path then return nil, FORM end
  local text = host.text(path)
  if not text then
    return nil, ("there is no file '%s' to show (what lies below labs/, kernels/, runner/ and curriculum/ can be)")
      :format(path)
  end
  local from, to = range(path, text, texts, scope)
  if not from then return nil, to end
  local shown = text:sub(from, to)
  if line_number(shown, #shown + 1) > MAX_LINES then
    return nil, ("shows more than %d lines of '%s'"):format(MAX_LINES, path)
  end
  return shown
end
