-- tour_page.lua: the page of a tour: its own text, the files in their order, and what the learner's copies say.
--
--   {{files}}                  alone on a line: the files in their order, each with what to look for in it
--   {{source path:symbol}}     alone on a line: what that file says there, from the learner's copy
local host, R = ...
local F = R.F

local SHOWN = 24 -- lines of a file that a page shows at once

local function lines_of(text)
  local out = {}
  for line in (text:gsub("\r", "") .. "\n"):gmatch("(.-)\n") do out[#out + 1] = line end
  return out
end

-- Does the line define that name, as Python, C and C++ write it? At the least it names it and is no comment.
local function rank(line, name)
  local word = "%f[%w_]" .. name:gsub("%p", "%%%0") .. "%f[^%w_]"
  if not line:find(word) or line:find("^%s*//") or line:find("^%s*#%s") or line:find("^%s*%*") then return 0 end
  if line:find("^%s*def%s+" .. word) or line:find("^%s*class%s+" .. word) then return 3 end
  if line:find("#%s*define%s+" .. word) or line:find("struct%s+" .. word) then return 3 end
  if line:find("^[%w_][^(){}=;]*" .. word .. "%s*%(") and not line:find(";%s*$") then return 2 end
  return 1
end

-- Where a name is defined, or else stands first; nil: nowhere.
local function line_of(lines, name)
  local best, at = 0, nil
  for k, line in ipairs(lines) do
    local r = rank(line, name)
    if r > best then best, at = r, k end
  end
  return at
end

-- How a name of a file begins: {lines}, the number of the first; nil: it is not there.
local function excerpt(text, name)
  local lines = lines_of(text)
  local at = line_of(lines, name)
  if not at then return nil end
  local out = {table.unpack(lines, at, math.min(at + SHOWN - 1, #lines))}
  while #out > 1 and not out[#out]:find("%S") do out[#out] = nil end
  return out, at
end

local function fetch_line(id) return ("`ridge fetch tour:%s`"):format(id) end

-- What {{source path:symbol}} shows; `known` has the tour's files by their paths.
local function source(doc, known, path, name)
  if not known[path] then return nil, ("the tour has no file '%s'%s"):format(path, R.suggest(path, known)) end
  local text = host.text("copy/" .. path)
  if not text then
    return ("> `%s` of `%s`: fetch the tour to see it, %s."):format(name, path, fetch_line(doc.id))
  end
  local out, at = excerpt(text, name)
  if not out then return ("> `%s` does not stand in `%s`."):format(name, path) end
  return ("`%s`, from line %d, as you have it:\n\n````%s\n%s\n````"):format(path, at, path:match("%.(%w+)$") or "",
                                                                          table.concat(out, "\n"))
end

local STATE = {here = "here", other = "another file; not shown"}

-- The files in their order, each with what to look for; `states` says which of them are here.
local function file_lines(doc, states)
  local out = {}
  for k, f in ipairs(doc.files) do
    out[#out + 1] = ("%d. `%s` (%s, %d min; %s)"):format(k, f[1], F.si(f.bytes, "B", 3), f.minutes,
                                                        STATE[states[f[1]]] or "not fetched")
    for _, r in ipairs(f.read) do out[#out + 1] = ("   - `%s`: %s"):format(r.from, R.reflow(r.why)) end
  end
  return table.concat(out, "\n")
end

local function head(entry, t)
  local d, out = t.doc, {}
  local labs, old = {}, {}
  for k, id in ipairs(d.labs) do labs[k] = ("`%s`"):format(id) end
  for k, name in ipairs(entry.formerly) do old[k] = name end
  out[1] = ("**%s**%s at commit `%s` of %s."):format(entry.repo, #old > 0 and (" (formerly %s)"):format(
    table.concat(old, ", ")) or "", d.commit:sub(1, 12), d.date)
  out[2] = ("Licence: %s; the files stay their authors', and none of them is part of Ridge. %s fetches them.")
    :format(d.licence, fetch_line(d.id))
  out[3] = ("About %s with its questions.%s"):format(F.hours(d.hours),
    #labs > 0 and (" Beside it: %s."):format(table.concat(labs, ", ")) or "")
  return table.concat(out, "  \n")
end

-- The marks of a page, each alone on its line: fn(mark, argument) gives what stands there, or nil, message.
local function with_marks(text, file, fn)
  local out, n = {}, 0
  for line in (text .. "\n"):gmatch("(.-)\n") do
    n = n + 1
    local inside = line:match("^%s*{{%s*(%l.-)%s*}}%s*$")
    if inside then
      local shown, message = fn(inside:match("^%l+"), inside:match("^%l+%s+(.*)$"))
      if message then R.report(file, n, message) end
      line = shown or "??"
    elseif line:gsub("`[^`]*`", ""):find("{{%l") then
      R.report(file, n, "a mark like {{files}} or {{source path:symbol}} stands alone on its line")
    end
    out[#out + 1] = line
  end
  return table.concat(out, "\n")
end

local function entry_of(id)
  R.tables = R.tables or R.load_tables()
  for _, e in ipairs(R.tables.tours) do
    if e[1] == id then return e end
  end
  return {id, title = id, repo = id, formerly = {}}
end

-- A tour: {id=, title=, markdown=, text= as it is written, marks= how often each mark stands there}. `states` says of
-- the files which are here; what those hold is in the texts "copy/PATH".
function R.tour(id, states)
  local t, file = R.load_tour(id), ("curriculum/%s.md"):format(id)
  local text = host.text(file)
  if not t or not t.clean then return nil end
  if not text then
    R.report(file, 0, "there is no such page")
    return nil
  end
  if not utf8.len(text) then
    R.report(file, 0, "the page is not valid UTF-8")
    return nil
  end
  local known, marks = {}, {}
  for _, f in ipairs(t.doc.files) do known[f[1]] = true end
  local body = R.expand(text, R.expr_env({f = t.f}), function(offset, m) R.report(file, 1 + offset, m) end)
  body = with_marks(body, file, function(mark, argument)
    marks[mark] = (marks[mark] or 0) + 1
    if mark == "files" then return file_lines(t.doc, states or {}) end
    local path, name = (argument or ""):match("^([^:%s]+):([%w_]+)$")
    if mark == "source" and path then return source(t.doc, known, path, name) end
    if mark == "source" then return nil, "write {{source path:symbol}}" end
    return nil, ("there is no mark {{%s}}%s"):format(mark, R.suggest(mark, {files = true, source = true}, true))
  end)
  local entry = entry_of(id)
  body = body:gsub("^(#[^\n]*\n)", function(title) return title .. "\n" .. head(entry, t) .. "\n" end, 1)
  return {id = id, title = text:match("^#%s+([^\r\n]+)") or id, markdown = body, text = text, marks = marks}
end

-- Where each name that the tour looks for in a file stands in the learner's copy of it, in their order; 0: nowhere.
function R.ops.tour_lines(arg)
  local t, text = R.load_tour(arg.id), host.text("copy/" .. arg.path)
  if not t or not t.clean or not text then return nil end
  local lines, out = lines_of(text), {}
  for _, f in ipairs(t.doc.files) do
    for k, r in ipairs(f[1] == arg.path and f.read or {}) do out[k] = line_of(lines, r.from) or 0 end
  end
  return host.array(out)
end

function R.ops.tour(arg)
  local t = R.tour(arg.id, arg.states)
  return t and {id = arg.id, title = t.title, markdown = t.markdown}
end
