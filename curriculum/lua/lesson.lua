-- lesson.lua: pages: a lab's lesson, brief and hints, a week, the prelude.
local host, R = ...

local COURSE_WORDS = 40 -- of the lesson of a course's lab, at least
local SECTIONS = R.SECTIONS

function R.page_env(o)
  return R.expr_env({f = o and o.f or {}})
end

-- A lab's page (lesson.md, brief.md, hints.md) with its expressions filled in.
local function lab_page(lab, name)
  return R.expand_file(("labs/%s/%s"):format(R.lab_dir(lab.name), name), R.page_env(lab))
end
R.lab_page = lab_page

-- Where a reading's id leads to, as papers_page() tells it to the screens; nil: nowhere.
local function address(id)
  local doi, arxiv = (id or ""):match("^doi:(.+)$"), (id or ""):match("^arXiv:([%w./-]+)$")
  return doi and "https://doi.org/" .. doi or arxiv and "https://arxiv.org/abs/" .. arxiv
         or (id or ""):match("^https?://.+$")
end

-- "- Williams et al.: *Roofline* (2 h). Look for: …" and its address, of a reading of a week, lab or card.
local function reading_line(r)
  local known = R.tables and R.tables.readings[r.key]
  local title = known and ("%s: *%s*"):format(known.authors, known.title) or r.key
  local at = known and address(known.id)
  return ("- %s%s%s%s"):format(title, r.hours and (" (%s)"):format(R.F.hours(r.hours)) or "",
         r.look_for and (". Look for: %s"):format((r.look_for:gsub("%s+", " "))) or "",
         at and ("  \n  <%s>"):format(at) or known and known.where and (". " .. known.where) or "")
end
R.reading_line = reading_line

-- "- will change: …", of each idea that will.
local function lasting_lines(d)
  local out = {}
  for _, text in ipairs(d.durable or {}) do out[#out + 1] = "- " .. text end
  for _, e in ipairs(R.ephemeral_json(d.ephemeral)) do
    out[#out + 1] = ("- will change: %s (as of %s)"):format(e.text, e.as_of)
  end
  return out
end

-- A lesson with what its manifest says beside it: what to read, and what of it lasts. A student edition's lesson was
-- written with these sections, and gets none twice.
local function lesson_page(lab)
  local page, d, out = lab_page(lab, "lesson.md"), lab.doc, {}
  if not page then return nil end
  local function section(title, lines)
    if #lines > 0 and not page:find(("\n## %s\n"):format(title), 1, true) then
      out[#out + 1] = ("\n## %s\n\n%s\n"):format(title, table.concat(lines, "\n"))
    end
  end
  R.tables = R.tables or R.load_tables()
  local reads = {}
  for _, r in ipairs(R.readings_json(d.readings)) do reads[#reads + 1] = reading_line(r) end
  section("Reading", reads)
  section("What lasts", lasting_lines(d))
  return page .. table.concat(out)
end

-- "- `c01-simd-gemm` SIMD GEMM (6 h, extra)"
local function lab_line(d, id)
  local known = R.tables.catalogue[id]
  local lab = host.text(R.lab_file(id)) and R.load_lab(id, true)
  local about = {lab and R.F.hours(lab.doc.hours and lab.doc.hours.lab or 0) or "not there yet"}
  for _, extra in ipairs(d.extras) do
    if extra == id then about[2] = "extra" end
  end
  return ("- `%s` %s (%s)"):format(id, known and known.title or "", table.concat(about, ", "))
end

-- "Reading 7.5 h, labs 2.2 h; the extra ones 14.5 h, and 6.5 h to read for them."
local function hours_line(h)
  local extra = h.extra_lab > 0 and ("; the extra ones %s"):format(R.F.hours(h.extra_lab)) or ""
  local read = h.extra_read > 0 and (", and %s to read for them"):format(R.F.hours(h.extra_read)) or ""
  return ("Reading %s, labs %s%s%s."):format(R.F.hours(h.read), R.F.hours(h.lab), extra, read)
end

-- "- `collectives` Eight collectives, and what each must send (15 min)", of each card of week `n` that is there: a
-- planned one has no minutes in cards.lua.
local function card_lines(n)
  local out = {}
  for _, e in ipairs(R.tables.cards) do
    if e.week == n and e.minutes then
      out[#out + 1] = ("- `%s` %s (%d min)"):format(e[1]:match("[^/]+$"), e.title, math.tointeger(e.minutes))
    end
  end
  return out
end

-- "Deep dive D07: … (`ridge show d07`)", of each chapter of week `n` that is there.
local function dive_lines(n)
  local out = {}
  for _, e in ipairs(R.tables.deep) do
    for _, week in ipairs(e.weeks) do
      if week == n and host.text(("curriculum/%s.lua"):format(e[1])) then
        out[#out + 1] = ("Deep dive %s (`ridge show %s`)"):format(R.deep_title(e), e[1]:match("[^/]+$"))
      end
    end
  end
  return out
end

function R.week_page(w)
  local d = R.week_json(w)
  local out = {}
  local function put(format, ...) out[#out + 1] = format:format(...) end
  put("# Week %d: %s\n", d.n, d.title)
  put("%s\n", d.summary)
  if d.when_short ~= "" then put("%s\n", d.when_short) end
  put("## Ideas\n")
  for _, c in ipairs(d.concepts) do
    put("### %s%s\n\n%s\n", c.title, c.as_of and (" (as of %s)"):format(c.as_of) or "", c.text)
  end
  if #d.readings > 0 then
    put("## Reading\n")
    for _, r in ipairs(d.readings) do put("%s", reading_line(r)) end
    put("")
  end
  local cards = card_lines(d.n)
  if #cards > 0 then
    put("## Cards\n\n`ridge show` and a name shows the page, `ridge answer` asks its questions.\n")
    for _, line in ipairs(cards) do put("%s", line) end
    put("")
  end
  local dives = dive_lines(d.n)
  if #dives > 0 then put("%s\n", table.concat(dives, "  \n")) end
  if #d.practice > 0 then
    put("## Hands on\n")
    for _, p in ipairs(d.practice) do
      -- what a lab of the week asks for has that lab's hours
      local hours = p.hours and d.hours.lab == 0 and (" (%s)"):format(R.F.hours(p.hours)) or ""
      put("- %s%s", p.text:gsub("\n", "\n  "), hours)
    end
    put("")
  end
  if d.milestone then put("## Milestone\n\n%s\n", d.milestone.text) end
  if d.notes then put("## Notes\n\n%s\n", d.notes) end
  if #d.labs > 0 then
    put("## Labs\n\n%s\n", hours_line(d.hours))
    for _, id in ipairs(d.labs) do put("%s", lab_line(d, id)) end
    put("")
  end
  if #d.durable + #d.ephemeral > 0 then
    put("## What lasts\n")
    for _, text in ipairs(d.durable) do put("- %s", text) end
    for _, e in ipairs(d.ephemeral) do put("- will change: %s (as of %s)", e.text, e.as_of) end
    put("")
  end
  return table.concat(out, "\n")
end

-- "**warp**  32 threads ... (`g01-cuda-first`)", a paragraph each.
function R.glossary_page()
  local file = "curriculum/glossary.lua"
  local list, env = R.load(file, "glossary") or {}, R.page_env()
  local out = {"# Glossary\n"}
  for k, w in ipairs(list) do
    local text = R.expand_field(w[2], env, R.loc[list] or {file = file}, {k, 2})
    out[#out + 1] = ("**%s** · %s `%s`\n"):format(w[1], text, w.from)
  end
  return table.concat(out, "\n")
end

-- arg.kind: "glossary", "lesson" (arg.id a lab), "brief", "week" (arg.id a number), "page" (arg.file),
-- "card" (arg.id)
function R.ops.page(arg)
  if arg.kind == "glossary" then return R.glossary_page() end
  if arg.kind == "page" then return R.expand_file(arg.file, R.page_env()) end
  if arg.kind == "card" then return R.card_page(arg.id) end
  if arg.kind == "week" then
    R.tables = R.load_tables()
    local w = R.load_week(arg.id)
    return w and R.week_page(w)
  end
  local lab = R.load_lab(arg.id)
  if lab and arg.kind == "lesson" then return lesson_page(lab) end
  return lab and lab_page(lab, arg.kind .. ".md")
end

-- The hardware figures that a page computes with, in its text, its facts or its questions' answers: each as `ridge hw`
-- has it, with its card and its name. One without a date of its own has its card's.
function R.ops.sources(arg)
  R.figures_read = {}
  local page, read, cards, out = R.ops.page(arg), R.figures_read, R.hw_doc(), {}
  R.figures_read = nil
  if not page then return nil end
  for _, id in ipairs(R.sorted_keys(read)) do
    local c = cards[id]
    for _, name in ipairs(R.sorted_keys(read[id])) do
      local v = c.values[name]
      if v then
        out[#out + 1] = {card = id, name = c.name, figure = name, value = v.value, unit = v.unit, source = v.source,
                         from = v.from, date = v.date or c.as_of, says = v.says, use = v.use}
      end
    end
  end
  return host.array(out)
end

-- hints.md: "## Tier 1 ..." sections, each more explicit than the last.
function R.tiers(lab)
  local text = lab_page(lab, "hints.md")
  if not text then return nil end
  local out = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local title = line:match("^##%s+(.-)%s*$")
    if title then
      out[#out + 1] = {title = title, text = ""}
    elseif #out > 0 then
      out[#out].text = out[#out].text .. line .. "\n"
    end
  end
  for _, t in ipairs(out) do t.text = t.text:gsub("^%s+", ""):gsub("%s+$", "") end
  return host.array(out)
end

function R.ops.tiers(arg)
  local lab = R.load_lab(arg.id)
  return lab and R.tiers(lab)
end

-- --- lint of pages ------------------------------------------------------------------------------

-- Headings "## X" outside code fences: {title, line, words}; and the words of prose below them, in which an expression
-- is one word and code is none.
local function sections_of(text)
  local out, n, fenced, prose = {}, 0, false, 0
  for line in (text .. "\n"):gmatch("(.-)\n") do
    n = n + 1
    if line:find("^%s*```") then fenced = not fenced end
    local title = not fenced and line:match("^##%s+(.-)%s*$")
    if title then
      out[#out + 1] = {title = title, line = n, words = 0}
    elseif #out > 0 then
      local _, words = line:gsub("%S+", "")
      out[#out].words = out[#out].words + words
      _, words = line:gsub("{{.-}}", "0"):gsub("%S+", "")
      prose = prose + (fenced and 0 or words)
    end
  end
  return out, prose
end

function R.check_lesson(lab, of_course)
  local file = ("labs/%s/lesson.md"):format(lab.name)
  local text = host.text(file)
  if not text then
    R.report(file, 0, "there is no such page: a lab needs its lesson")
    return
  end
  local found, total = sections_of(text)
  if of_course then -- who writes a course knows the class: the nine sections are advice there
    local _, words = text:gsub("%S+", "")
    if words < COURSE_WORDS then
      R.report(file, 0, ("a lesson of %d words says at least what the lab is about, and this one has %d")
               :format(COURSE_WORDS, words))
    end
    R.check_printed(lab, lab_page(lab, "lesson.md"))
    return
  end
  local at = {}
  for k, s in ipairs(found) do
    local name = s.title:gsub("^%d+[.)]?%s*", "")
    for n, want in ipairs(SECTIONS) do
      if name:lower():find(want:lower(), 1, true) == 1 and not at[n] then at[n] = {k, s} end
    end
  end
  local last = 0
  for n, want in ipairs(SECTIONS) do
    if not at[n] then
      R.report(file, 0, ("section '## %s' is missing"):format(want))
    else
      if at[n][1] < last then
        R.report(file, at[n][2].line, ("section '%s' stands too early; the order is: %s")
                 :format(want, table.concat(SECTIONS, ", ")))
      end
      last = math.max(last, at[n][1])
      if at[n][2].words < 15 then
        R.report(file, at[n][2].line, ("section '%s' is nearly empty"):format(want))
      end
    end
  end
  if total < 1500 or total > 3000 then
    R.report(file, 0, ("the lesson has %d words, and 1500 to 3000 are right"):format(total), "warning")
  end
  R.check_printed(lab, lab_page(lab, "lesson.md"))
end

function R.check_brief_and_hints(lab)
  for _, name in ipairs(lab.doc.drill and {"brief.md"} or {"brief.md", "hints.md"}) do
    local file = ("labs/%s/%s"):format(R.lab_dir(lab.name), name)
    local text = host.text(file)
    if not text then
      R.report(file, 0, "there is no such page")
    elseif name == "brief.md" then
      lab_page(lab, name)
      local _, lines = text:gsub("\n", "")
      if lines > 40 then
        R.report(file, 41, ("the brief has %d lines, and fits one screen with 40"):format(lines), "warning")
      end
    else
      local tiers = R.tiers(lab) or {}
      for n = 1, 3 do
        if not tiers[n] or not tiers[n].title:find("^Tier " .. n) then
          R.report(file, 0, ("section '## Tier %d ...' is missing"):format(n))
        elseif not tiers[n].text:find("%S") then
          R.report(file, 0, ("tier %d is empty"):format(n))
        end
      end
    end
  end
end
