-- chapter_lint.lua: what a deep dive has to have: nine sections, its topics, its exercises, pitfalls, diagrams, a text
-- of its own, and no figure that somebody typed.
local host, R = ...
local U = R.U

local OWN_WORDS, SHORT, LONG, PITFALLS, DIAGRAMS = 2000, 5000, 11000, 6, 3

local function check_sections(ch, file)
  local at = {}
  for k, s in ipairs(ch.sections) do at[s.title] = at[s.title] or k end
  local last, last_name = 0, nil
  for _, want in ipairs(R.SECTIONS) do
    local k = at[want]
    if not k then
      R.report(file, 0, ("section '## %s' is missing"):format(want))
    elseif k < last then
      R.report(file, ch.sections[k].line, ("section '%s' stands before '%s'; the order is: %s")
               :format(want, last_name, table.concat(R.SECTIONS, ", ")))
    else
      last, last_name = k, want
      local s = ch.sections[k]
      if s.own_words < 15 then
        R.report(file, s.line, ("section '%s' has own words: %d; it says at least why its quotes are there")
                 :format(want, s.own_words))
      end
    end
  end
  local known = {}
  for _, want in ipairs(R.SECTIONS) do known[want] = true end
  for _, s in ipairs(ch.sections) do
    if not known[s.title] then
      R.report(file, s.line, ("'%s' is none of the nine sections%s"):format(s.title, R.suggest(s.title, known)))
    end
  end
end

-- --- figures that somebody typed ------------------------------------------------------------------

-- A line of prose without what is computed, code, or excused.
local function bare(line, typed)
  line = line:gsub("{{.-}}", " "):gsub("`[^`]*`", " "):gsub("%]%([^)]*%)", "] ")
  for _, t in ipairs(typed) do
    local from, to = line:find(t[1], 1, true)
    while from do
      line = line:sub(1, from - 1) .. (" "):rep(to - from + 1) .. line:sub(to + 1)
      from, to = line:find(t[1], to + 1, true)
    end
  end
  return line
end

local function is_year(digits)
  return digits:find("^[12]%d%d%d$") and tonumber(digits) >= 1900 and tonumber(digits) < 2100
end

-- The first typed figure of a line: three digits or more, or any number with a unit; nil: none.
local function typed_figure(line)
  for at, digits, behind in line:gmatch("()(%d[%d,]*%.?%d*)()") do
    digits = digits:gsub("[.,]+$", "")
    behind = at + #digits
    local before, after = line:sub(1, at - 1), line:sub(behind)
    local joined = before:find("[%w_.^×]$") or before:find("[−%-]$") and before:find("[%^%w][−%-]$")
    local shape = after:find("^ ?×") or before:find("× ?$") or after:find("^%-bit")
    local power = before:find("%^−$") or before:find("%^%-$") or before:find("%^$")
    if not joined and not shape and not power and not is_year(digits) then
      local unit = after:match("^ ?([%a%%µ][%a/]*)")
      local count = select(2, digits:gsub("%d", ""))
      local has_unit = unit and unit ~= "x" and U.unit(unit) ~= nil
      if count >= 3 and not digits:find("^0?%.") or has_unit then
        return has_unit and ("%s %s"):format(digits, unit) or digits
      end
    end
  end
  return nil
end
R.typed_figure = typed_figure

local function check_figures(ch, file)
  local typed, n, fenced = ch.doc.doc.typed or {}, 0, false
  for line in (ch.text .. "\n"):gmatch("(.-)\n") do
    n = n + 1
    if line:find("^%s*```") then fenced = not fenced end
    local found = not fenced and not line:find("^    ") and not line:find("^#") and typed_figure(bare(line, typed))
    if found then
      R.report(file, n, ("the figure '%s' is typed: compute it with {{= … }}, or list it in 'typed' with its source")
               :format(found))
    end
  end
  for k, t in ipairs(typed) do
    if not ch.text:find(t[1], 1, true) then
      R.complain(ch.doc.loc, {"typed", k}, ("the page does not say '%s'"):format(t[1]))
    end
  end
end

-- --- topics ---------------------------------------------------------------------------------------

local function check_topics(ch, ctx)
  local c = ch.doc
  local prefix = ("S004-C%s-T"):format(c.doc.id:sub(2))
  local seen = {}
  for k, t in ipairs(c.doc.topics) do
    local at = {"topics", k}
    if not ctx.by_id[t[1]] or t[1]:sub(1, #prefix) ~= prefix then
      if next(ctx.by_id) then R.complain(c.loc, at, ("'%s' is no topic of this chapter in map.lua"):format(t[1])) end
    elseif seen[t[1]] then
      R.complain(c.loc, at, ("the topic '%s' is there twice"):format(t[1]))
    end
    seen[t[1]] = true
    local _, message = R.passage(t.at:sub(1, 1) == "#" and c.doc.id .. t.at or t.at)
    if message and not message:find("may not$") and not message:find("are not quoted$") then
      R.complain(c.loc, at, ("at = '%s': %s"):format(t.at, message))
    end
  end
  for _, row in ipairs(ctx.rows) do
    if row[1]:sub(1, #prefix) == prefix and not seen[row[1]] then
      R.complain(c.loc, {"topics"}, ("the topic '%s' is missing"):format(row[1]))
    end
  end
end

-- --- one chapter ----------------------------------------------------------------------------------

-- Fenced blocks without a language in two sections, those of quoted passages, too.
local function diagrams(ch)
  local n, section, fenced = 0, nil, false
  for line in (ch.markdown .. "\n"):gmatch("(.-)\n") do
    section = not fenced and line:match("^##%s+(.-)%s*$") or section
    local fence = line:match("^[> ]*```(.*)$")
    if fence then
      if not fenced and fence:find("^%s*$") and (section == "Diagrams" or section == "Mechanism") then n = n + 1 end
      fenced = not fenced
    end
  end
  return n
end

local function pitfalls(ch)
  for _, h in ipairs(R.headings(ch.markdown)) do
    if h.level == 2 and h.title == "Pitfalls" then
      local n = 0
      for line in (ch.markdown:sub(h.from, h.to) .. "\n"):gmatch("(.-)\n") do
        if line:find("^[> ]*[-*]?%s*%*%*%S") then n = n + 1 end
      end
      return n
    end
  end
  return 0
end

-- What keeps a chapter from being whole is a mistake, unless it says wip = true: then a warning.
local function check_whole(ch, file)
  local d, loc = ch.doc.doc, ch.doc.loc
  local level = d.wip and "warning" or "error"
  local own, n = 0, #ch.doc.questions
  for _, s in ipairs(ch.sections) do own = own + s.own_words end
  if n ~= d.exercises then
    R.complain(loc, {"questions"}, ("are %d, and the chapter has %d exercises"):format(n, d.exercises or 0), level)
  end
  if own < OWN_WORDS then
    R.report(file, 0, ("the chapter's own words are %d, and it needs %d"):format(own, OWN_WORDS), level)
  end
  if ch.words < SHORT or ch.words > LONG then
    R.report(file, 0, ("with what it quotes the chapter's words are %d, and %d to %d are right")
             :format(ch.words, SHORT, LONG), "warning")
  end
  local traps, pictures = pitfalls(ch), diagrams(ch)
  if traps < PITFALLS then
    R.report(file, 0, ("the chapter has %d pitfalls, and needs %d, each with its name in bold"):format(traps, PITFALLS),
             level)
  end
  if pictures < DIAGRAMS then
    R.report(file, 0, ("the chapter has %d diagrams, and needs %d"):format(pictures, DIAGRAMS), level)
  end
end

local function has_exercises(ch)
  for _, row in ipairs(ch.rows) do
    if row.mark == "exercises" then return true end
  end
  return false
end

function R.check_deep(entry, ctx)
  local id = entry[1]
  local file, ch = ("curriculum/%s.md"):format(id), R.chapter(id)
  if not ch then return end
  if ch.title ~= R.deep_title(entry) then
    R.report(file, 1, ("the page's heading is not '%s', as deep.lua has it"):format(R.deep_title(entry)))
  end
  check_sections(ch, file)
  if not has_exercises(ch) then R.report(file, 0, "the line {{exercises}} is missing") end
  check_figures(ch, file)
  check_topics(ch, ctx)
  check_whole(ch, file)
  for _, item in ipairs(ch.doc.questions) do
    R.check_question(ch.doc, item)
    if not item.worked then R.complain(R.loc[item], {"worked"}, "is missing: an exercise has its worked answer") end
    if item.kind == "num" and #(item.wrong or {}) < 2 then
      R.complain(R.loc[item], {"wrong"}, "needs two near misses, each with what it says")
    end
  end
end

-- Each other name of a chapter's manifest: readings, labs, chapters.
function R.check_deep_names(c, ctx)
  local known = {}
  for _, e in ipairs(ctx.tables.deep) do known[e[1]:match("[^/]+$")] = true end
  for k, id in ipairs(c.doc.after) do
    if not known[id] then
      R.complain(c.loc, {"after", k}, ("there is no chapter '%s'%s"):format(id, R.suggest(id, known)))
    end
  end
end
