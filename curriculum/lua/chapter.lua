-- chapter.lua: the page of a deep dive: its own text, passages that are quoted from lessons with the lessons' own
-- facts, figures with the mark of their kind, research marks, the list of exercises, and where figures are from.
--
--   {{> lab#Section/Subheading }}       alone on a line: that passage, of a lab, a card (cards/qat) or a chapter (d07)
--   {{research "2026-11"}} … {{end}}    alone on their lines: what was research then
--   {{exercises}}                       alone on a line: the questions beside the page
--   {{= fact("h100.bw") }}              a hardware figure with its mark; {{= disputed("id") }}: who says what
local host, R = ...
local F = R.F

local KINDS = {num = "a number", table = "a table", order = "an order", text = "in your words", choice = "a choice",
               multi = "several of a list", sketch = "a sketch", expr = "a formula", diagnose = "a diagnosis",
               measured = "from your own run", build = "a build"}
local MONTHS_UNTIL_OLD = 12

-- --- headings and passages ------------------------------------------------------------------------

-- The headings of a page outside its code: {level=, title=, line=, from=, to=}; the text below one goes from `from` to
-- `to`, where the next heading of its level or a higher one begins.
function R.headings(text)
  local out, at, line, fenced = {}, 1, 0, false
  for row in (text .. "\n"):gmatch("(.-)\n") do
    line = line + 1
    if row:find("^%s*```") then fenced = not fenced end
    local marks, title = row:match("^(##?#?)%s+(.-)%s*$")
    if marks and not fenced then
      for k = #out, 1, -1 do
        if not out[k].to and out[k].level >= #marks then out[k].to = at - 1 end
      end
      out[#out + 1] = {level = #marks, title = title, line = line, from = at + #row + 1}
    end
    at = at + #row + 1
  end
  for _, h in ipairs(out) do h.to = h.to or #text end
  return out
end

-- The heading of `level` called `title` between two places, or nil and the nearest name.
local function find_heading(list, level, title, from, to)
  local known = {}
  for _, h in ipairs(list) do
    if h.level == level and h.from >= from and h.to <= to then
      if h.title:lower() == title:lower() then return h end
      known[h.title] = true
    end
  end
  return nil, R.suggest(title, known, true)
end

-- "Section/Subheading" of a page; nil, message.
local function find_place(text, place)
  local list, section, sub = R.headings(text), place:match("^([^/]+)/?(.*)$")
  if not section then return nil, "no section is named behind '#'" end
  local whole = find_heading(list, 2, place, 1, #text)
  if whole then return whole end
  local h, near = find_heading(list, 2, section, 1, #text)
  if not h then return nil, ("there is no section '%s'%s"):format(section, near) end
  if sub == "" then return h end
  local inner, near_sub = find_heading(list, 3, sub, h.from, h.to)
  if not inner then
    return nil, ("the section '%s' has no subheading '%s'%s"):format(h.title, sub, near_sub)
  end
  return inner
end

local function known_pages()
  local known = {}
  for _, name in ipairs(host.names()) do
    local id = name:match("^labs/([^/]+)/lesson%.md$") or name:match("^curriculum/(%l+/[%w%-]+)%.md$")
    if id then known[id] = true end
  end
  for id in pairs(R.tables and R.tables.catalogue or {}) do known[id] = true end
  return known
end

-- What a passage is quoted from: {file=, title=, owner=}; nil, message.
local function page_of(name)
  local deep = R.deep_id(name)
  local id = deep or name
  local file = R.is_card(id) and ("curriculum/%s.md"):format(id) or ("labs/%s/lesson.md"):format(id)
  if not host.text(file) then
    return nil, ("there is no page '%s'%s"):format(name, R.suggest(name, known_pages()))
  end
  return {file = file, id = id, is_page = R.is_card(id)}
end

-- What is wrong with where "w02-transpose#Math" or "d11" leads; nil: nothing. Unless all pages are at hand, a page that
-- is known is there, and so is its section.
function R.link_error(target, whole)
  local name, place = target:match("^([^#]*)#?(.*)$")
  local p, message = page_of(name)
  if not p then return (whole or not known_pages()[name]) and message or nil end
  if not target:find("#", 1, true) then return nil end
  local h, why = find_place(host.text(p.file), place)
  return not h and ("%s: %s"):format(name, why) or nil
end

-- A passage as {text=, file=, line=, id=, title=, place=}, its expressions not yet filled in; nil, message.
local function passage(target)
  local name, place = target:match("^%s*([^#%s]+)#(.-)%s*$")
  if not name or place == "" then
    return nil, "write {{> lab#Section }} or {{> lab#Section/Subheading }}"
  end
  local p, message = page_of(name)
  if not p then return nil, message end
  local text = host.text(p.file)
  local h, why = find_place(text, place)
  if not h then return nil, ("%s: %s"):format(name, why) end
  local body = text:sub(h.from, h.to)
  if not utf8.len(body) then return nil, ("%s#%s is not valid UTF-8"):format(name, place) end
  if body:find("{{>", 1, true) then
    return nil, ("%s#%s quotes in its turn, and a quoted passage may not"):format(name, place)
  end
  if body:find("{{research", 1, true) or body:find("{{exercises}}", 1, true) then
    return nil, ("%s#%s has marks of a chapter, which are not quoted"):format(name, place)
  end
  return {text = body, file = p.file, line = h.line, id = p.id, is_page = p.is_page, place = place,
          section = place:match("^[^/]+")}
end
R.passage = passage

-- A passage with the facts of its own lab, card or chapter; nil, message.
local function quoted(target)
  local p, message = passage(target)
  if not p then return nil, message end
  local owner = host.text(p.is_page and ("curriculum/%s.lua"):format(p.id) or R.lab_file(p.id))
    and (p.is_page and R.load_card(p.id) or R.load_lab(p.id))
  local env = R.page_env(owner)
  if owner and R.is_deep(p.id) then env = R.chapter_env(owner, {}) end
  p.text = R.expand(p.text, env, function(offset, m)
    R.report(p.file, p.line + 1 + offset, m .. " (in a quoted passage)")
  end)
  p.title = not p.is_page and owner and owner.doc.title or nil
  if not p.title then p.title = (host.text(p.file):match("^#%s+([^\r\n]+)")) end
  return p
end

-- A quoted passage as Markdown: a bar at its left, and where it is from. For whoever ticked it, folded to that line,
-- which ends with the words `unfold`.
local function drawn(p, folded, unfold)
  local name = p.is_page and p.id:match("[^/]+$") or p.id
  local head = ("from `%s` %s · %s"):format(name, p.title or "", p.place)
  if folded then return ("> *%s: read; %s*"):format(head, unfold or "folded"), 0 end
  local out = {("> *%s*"):format(head), ">"}
  local text = p.text:gsub("^%s*\n", ""):gsub("%s+$", "")
  for line in (text .. "\n"):gmatch("(.-)\n") do out[#out + 1] = line == "" and ">" or "> " .. line end
  return table.concat(out, "\n")
end

-- --- figures --------------------------------------------------------------------------------------

local function in_words(v, unit)
  if unit == "1" then return F.n(v) end
  if unit == "B" and v >= 1024 and v % 1024 == 0 and v < 1e9 then return v < 2^20 and F.kib(v) or F.mib(v) end
  return F.si(v, unit, 4)
end

-- The names a chapter's expressions see. `used` collects the marked figures and disputed claims in their order.
function R.chapter_env(c, used)
  local function once(key, entry)
    if not used[key] then
      used[key], used[#used + 1] = entry, entry
    end
  end
  local function fact(path)
    local id, name = tostring(path):match("^([%a_][%w_]*)%.([%a_][%w_]*)$")
    if not id then error(('fact("card.figure") names a figure of hw.lua, not %q'):format(tostring(path)), 2) end
    local card = R.hw_read[id]
    if not card then error(("there is no hardware card '%s'%s"):format(id, R.suggest(id, R.hw_read)), 2) end
    local q = card[name]
    if type(q) ~= "table" or not q.source then
      error(("the card %s has no figure '%s'%s"):format(id, name, R.suggest(name, card)), 2)
    end
    R.note_figure(id, name)
    once(path, {card = card, id = id, name = name, figure = q})
    if q.says then
      local least, most = math.huge, -math.huge
      for _, s in ipairs(q.says) do least, most = math.min(least, s.value), math.max(most, s.value) end
      local low, high = in_words(least, q.unit), in_words(most, q.unit)
      if low:match(" .*$") == high:match(" .*$") then low = low:match("^[^ ]*") end
      return ("%s–%s‡"):format(low, high)
    end
    local text = in_words(q.value, q.unit)
    return q.source == "approx" and "~" .. text or q.source == "measured" and text .. "†" or text
  end
  local function disputed(id)
    local known = {}
    for _, d in ipairs(c.doc.disputed or {}) do
      known[d.id] = true
      if d.id == id then
        local says = {}
        for k, s in ipairs(d.says) do says[k] = ("%s (%s)"):format(R.reflow(s[1]), s.source) end
        once("?" .. id, {})
        return "‡ sources differ: " .. table.concat(says, "; ")
      end
    end
    error(("nothing called '%s' is disputed here%s"):format(tostring(id), R.suggest(id, known, true)), 2)
  end
  return R.expr_env({f = c.f, fact = fact, disputed = disputed})
end

local MARK = {measured = "† ", approx = "~ ", disputed = "‡ "}

-- "- H100 SXM5: `h100.bw` 3.35 TB/s: NVIDIA H100 datasheet, SXM (spec, card of 2026-11)"
local function source_lines(used)
  local out = {}
  for _, u in ipairs(used) do
    local q = u.figure
    for _, s in ipairs(q and (q.says or {q}) or {}) do
      out[#out + 1] = ("- %s%s: `%s.%s` %s: %s (%s, %s)"):format(MARK[q.source] or "", u.card.name, u.id, u.name,
        in_words(s.value, s.unit), s.from, q.source, s.date or "card of " .. u.card.as_of)
    end
  end
  return out
end

-- --- marks of a chapter ---------------------------------------------------------------------------

local function months(date)
  local y, m = date:match("^(%d%d%d%d)%-(%d%d)")
  return y and 12*tonumber(y) + tonumber(m)
end

local function exercise_lines(c, states)
  local out = {}
  for _, item in ipairs(c.questions) do
    local state = states and states[item.id]
    local how = item.kind == "build" and (": `ridge test %s --drill %s`"):format(item.lab, item.drill) or ""
    local kind, now = KINDS[item.kind] or item.kind, state and " · " .. state or ""
    out[#out + 1] = ("- `%s` · %s%s%s"):format(item.id, kind, now, how)
  end
  local left = (c.doc.exercises or 0) - #c.questions
  if c.doc.wip and left > 0 then
    out[#out + 1] = ("- %d more %s not there yet"):format(left, left == 1 and "is" or "are")
  end
  return table.concat(out, "\n")
end

-- What the lines of a chapter's text say: rows of {line=, mark="quote"|"exercises"|"research"|"end", arg=}, and the
-- text with a place holder in each row's stead, which keeps the number of lines. Mistakes are reported of `file`.
local function take_marks(text, file)
  local rows, out, n, fenced, open = {}, {}, 0, false, nil
  local function bad(message) R.report(file, n, message) end
  local function put(mark, arg)
    rows[#rows + 1] = {line = n, mark = mark, arg = arg}
    return ("\1%d\1"):format(#rows)
  end
  for line in (text .. "\n"):gmatch("(.-)\n") do
    n = n + 1
    if line:find("^%s*```") then fenced = not fenced end
    local inside = not fenced and line:match("^%s*{{%s*(.-)%s*}}%s*$")
    local word = inside and inside:match("^%a+")
    local kept = line
    if inside and inside:sub(1, 1) == ">" then
      kept = put("quote", inside:sub(2):match("^%s*(.-)%s*$"))
    elseif inside == "exercises" then
      kept = put("exercises")
    elseif word == "research" then
      local date = inside:match('^research%s*"(%d%d%d%d%-%d%d)"$')
      if not date then bad('write {{research "2026-11"}}, with the month in which it was research') end
      if open then bad(("a research mark is open since line %d: {{end}} closes it"):format(open)) end
      open, kept = n, put("research", date or "0000-00")
    elseif inside == "end" then
      if not open then bad("'{{end}}' closes nothing: no research mark is open") end
      open, kept = nil, put("end")
    elseif word then
      bad(("there is no mark {{%s}}%s"):format(inside:sub(1, 40),
          R.suggest(word, {exercises = true, research = true, ["end"] = true}, true)))
    elseif not fenced and line:gsub("`[^`]*`", ""):find("{{[>%a]") then
      bad("a mark like {{> … }} or {{exercises}} stands alone on its line")
    end
    out[#out + 1] = kept
  end
  if open then R.report(file, open, "the research mark is never closed: {{end}} is missing") end
  return rows, table.concat(out, "\n")
end

-- The words of a text's prose: an expression counts as one, and code as none.
local function prose_words(text)
  local words, fenced = 0, false
  for line in (text .. "\n"):gmatch("(.-)\n") do
    if line:find("^[> ]*```") then
      fenced = not fenced
    elseif not fenced then
      words = words + select(2, line:gsub("%S+", ""))
    end
  end
  return words
end

local function all_words(text) return select(2, text:gsub("%S+", "")) end

-- Which section a line of the page is in.
local function section_at(heads, line)
  local found
  for _, h in ipairs(heads) do
    if h.level == 2 and h.line <= line then found = h.title end
  end
  return found
end

-- {words of the section's own prose, the words that quotes bring, where they are from}, in the page's order.
local function sections_of(text, rows, quotes)
  local heads, out = R.headings(text), {}
  for _, h in ipairs(heads) do
    if h.level == 2 then
      out[#out + 1] = {title = h.title, line = h.line, quoted_from = host.array({}), quoted_words = 0,
                       own_words = prose_words((text:sub(h.from, h.to):gsub("\1%d+\1", "")))}
    end
  end
  for k, row in ipairs(rows) do
    local title = quotes[k] and section_at(heads, row.line)
    for _, s in ipairs(title and out or {}) do
      if s.title == title then
        table.insert(s.quoted_from, ("%s#%s"):format(quotes[k].id, quotes[k].place))
        s.quoted_words = s.quoted_words + all_words(quotes[k].text)
      end
    end
  end
  return host.array(out)
end

local function head_line(d, marks)
  local out = {}
  local function named(list, prefix)
    local names = {}
    for k, id in ipairs(list) do
      names[k] = prefix and id:upper() or ("`%s`%s"):format(id, marks.labs and marks.labs[id] and
        (" (%s)"):format(marks.labs[id]) or "")
    end
    return table.concat(names, ", ")
  end
  if #d.after > 0 then out[#out + 1] = ("Best after: %s."):format(named(d.after, true)) end
  if #d.labs > 0 then out[#out + 1] = ("Leans on %s."):format(named(d.labs)) end
  if d.hours then
    out[#out + 1] = ("%s to read, %s for the exercises."):format(F.hours(d.hours.read or 0),
                                                                 F.hours(d.hours.exercises or 0))
  end
  return table.concat(out, " ")
end

-- A chapter: {id=, title=, markdown=, sections={{title=, own_words=, quoted_from=, …}}, exercises=, research=}.
-- `marks` is what the workbook knows: ticked = {"w04-flash-tiles#Math" = true}, states = {exercise = "right"},
-- labs = {lab = "passed"}, now = "2026-11", unfold = what a folded passage says
-- last; without it everything is printed in full.
function R.chapter(id, marks)
  marks = marks or {}
  local c = R.load_deep(id)
  local file = ("curriculum/%s.md"):format(id)
  local text = host.text(file)
  if not c then return nil end
  if not text then
    R.report(file, 0, "there is no such page")
    return nil
  end
  local _, torn = utf8.len(text)
  if torn then
    R.report(file, select(2, text:sub(1, torn):gsub("\n", "")) + 1, "the page is not valid UTF-8")
    return nil
  end
  R.tables = R.tables or R.load_tables()
  local used, oldest = {}, nil
  local rows, marked = take_marks(text, file)
  local quotes, shown = {}, {}
  for k, row in ipairs(rows) do
    if row.mark == "quote" then
      local q, message = quoted(row.arg)
      if message then R.report(file, row.line, message) end
      quotes[k] = q
      local folded = q and marks.ticked and marks.ticked[("%s#%s"):format(q.id, q.section)]
      shown[k] = q and drawn(q, folded, marks.unfold) or "??"
    elseif row.mark == "exercises" then
      shown[k] = exercise_lines(c, marks.states)
    elseif row.mark == "research" then
      oldest = math.min(oldest or math.huge, months(row.arg))
      shown[k] = ("*research stage as of %s*\n\n---"):format(row.arg)
    else
      shown[k] = "---"
    end
  end
  local body = R.expand(marked, R.chapter_env(c, used), function(offset, m) R.report(file, 1 + offset, m) end)
  R.expanded[file] = body
  local sections = sections_of(body, rows, quotes)
  body = body:gsub("\1(%d+)\1", function(k) return shown[tonumber(k)] end)
  local top = {}
  local now = marks.now and months(marks.now)
  if now and oldest and now - oldest > MONTHS_UNTIL_OLD then
    top[1] = "**A part of this chapter was marked as research more than a year ago: look up what became of it.**"
  end
  top[#top + 1] = head_line(c.doc, marks)
  body = body:gsub("^(#[^\n]*\n)", function(title) return title .. "\n" .. table.concat(top, "\n\n") .. "\n" end, 1)
  local lines = {}
  for _, r in ipairs(R.readings_json(c.doc.readings)) do lines[#lines + 1] = R.reading_line(r) end
  for _, s in ipairs(c.doc.sources) do lines[#lines + 1] = "- " .. s end
  for _, line in ipairs(source_lines(used)) do lines[#lines + 1] = line end
  for _, e in ipairs(c.doc.ephemeral) do lines[#lines + 1] = ("- will change: %s (as of %s)"):format(e[1], e.as_of) end
  if #lines > 0 then body = ("%s\n## Sources\n\n%s\n"):format(body, table.concat(lines, "\n")) end
  return {id = id, title = text:match("^#%s+([^\r\n]+)") or id, markdown = body, sections = sections,
          words = all_words(body), text = text, doc = c, rows = rows, quotes = quotes}
end

-- --- the plan for an afternoon --------------------------------------------------------------------

-- The first fenced blocks without a language of a section, at most `most`.
local function diagrams_of(text, most)
  local out, block = {}, nil
  for line in (text .. "\n"):gmatch("(.-)\n") do
    if block and line:find("^```%s*$") then
      out[#out + 1] = table.concat(block, "\n")
      block = nil
    elseif line:find("^```") then
      block = line:find("^```%s*$") and {} or nil
    elseif block then
      block[#block + 1] = line
    end
  end
  return {table.unpack(out, 1, most)}
end

local function section_text(markdown, title)
  for _, h in ipairs(R.headings(markdown)) do
    if h.level == 2 and h.title == title then return markdown:sub(h.from, h.to) end
  end
  return ""
end

-- The first paragraph of a section, headings and quotes apart.
local function first_paragraph(text)
  for p in (text:gsub("^%s+", "") .. "\n\n"):gmatch("(.-)\n\n+") do
    if not p:find("^[#>`%-|{ ]") then return p end
  end
  return ""
end

local function handout(ch)
  local out, d = {}, ch.doc.doc
  local function put(format, ...) out[#out + 1] = format:format(...) end
  put("# An afternoon with %s\n", ch.title)
  put("Four hours with two pauses. The class has the page open: `ridge show %s`.\n", d.id)
  put("## 1. Why, and how to think of it (20 min)\n\n%s\n\n%s\n", first_paragraph(section_text(ch.markdown, "Why")),
      first_paragraph(section_text(ch.markdown, "Mental model")))
  put("## 2. The pictures (25 min)\n\nDraw each on the board, and let the class say what comes next.\n")
  for _, block in ipairs(diagrams_of(section_text(ch.markdown, "Diagrams"), 3)) do put("```\n%s\n```\n", block) end
  put("## 3. The worked example (45 min)\n\n%s\n", first_paragraph(section_text(ch.markdown, "Numbers")))
  put("Go through *Numbers* line by line; whoever computes says the unit.\n")
  put("## 4. Two exercises together (50 min)\n")
  for _, id in ipairs(d.class) do put("- `ridge answer %s %s`", d.id, id) end
  put("\n## 5. The pitfall that costs a day (20 min)\n\n%s\n", first_paragraph(section_text(ch.markdown, "Pitfalls")))
  put("## 6. Hands on (60 min)\n")
  for _, lab in ipairs(d.labs) do
    put("- one stage of `%s`: `ridge start %s`", lab, lab)
  end
  put("\n## 7. To close (20 min)\n")
  local texts = 0
  for _, item in ipairs(ch.doc.questions) do
    if item.kind == "text" then
      texts = texts + 1
      put("Everybody writes for ten minutes, then two read theirs aloud: `ridge answer %s %s`.", d.id, item.id)
    end
  end
  if texts == 0 then put("Everybody writes down what surprised them most, and two read it aloud.") end
  return table.concat(out, "\n") .. "\n"
end

function R.ops.chapter(arg)
  local ch = R.chapter(arg.id, arg.marks)
  if not ch then return nil end
  local exercises = {}
  for k, item in ipairs(ch.doc.questions) do exercises[k] = {id = item.id, kind = item.kind} end
  return {id = arg.id, title = ch.title, markdown = ch.markdown, sections = ch.sections, words = ch.words,
          exercises = host.array(exercises), handout = arg.handout and handout(ch) or nil}
end
