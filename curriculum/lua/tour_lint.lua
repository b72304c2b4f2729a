-- tour_lint.lua: what a tour has to have: five sections, its files in the text, five questions about its files, and no
-- line of anybody else's code.
local host, R = ...

local SECTIONS = {"What it is for", "What to leave out", "The order", "In Ridge", "Since then"}
local LEAST, MOST, QUESTIONS, MONTHS = 400, 900, 5, 18

local function months(date)
  local y, m = (date or ""):match("^(%d%d%d%d)%-(%d%d)")
  return y and 12*tonumber(y) + tonumber(m) or 0
end

local function check_sections(page, file)
  local k = 0
  for _, h in ipairs(R.headings(page.text)) do
    if h.level == 2 then
      k = k + 1
      if h.title ~= SECTIONS[k] then
        R.report(file, h.line, ("section '%s' stands where '%s' belongs; the sections are: %s"):format(h.title,
                 SECTIONS[k] or "nothing", table.concat(SECTIONS, ", ")))
        return
      end
    end
  end
  if k < #SECTIONS then R.report(file, 0, ("section '## %s' is missing"):format(SECTIONS[k + 1])) end
end

local function check_words(page, file)
  local words, n = 0, 0
  for line in (page.text .. "\n"):gmatch("(.-)\n") do
    n = n + 1
    if line:find("^%s*```") then
      R.report(file, n, "a tour shows no code of its own: {{source path:symbol}} shows the learner's copy")
      return
    end
    if not line:find("^%s*{{%l") then words = words + select(2, line:gsub("{{=.-}}", "0"):gsub("%S+", "")) end
  end
  if words < LEAST or words > MOST then
    R.report(file, 0, ("the words of the page are %d, and %d to %d are right"):format(words, LEAST, MOST))
  end
end

-- A question names a file of the tour, and its statement says which, and which symbol of it.
local function check_about(t, item, known)
  local at = R.loc[item]
  if not item.file then
    R.complain(at, {"file"}, "is missing: a question of a tour is about one of its files")
    return
  end
  if not known[item.file] then
    R.complain(at, {"file"}, ("is no file of this tour%s"):format(R.suggest(item.file, known, true)))
  end
  local base = item.file:match("[^/]+$")
  if not item.ask:find(base, 1, true) then
    R.complain(at, {"ask"}, ("does not say that it is about '%s'"):format(base))
  end
  if item.symbol and not item.ask:find(item.symbol, 1, true) then
    R.complain(at, {"ask"}, ("does not say that it is about '%s'"):format(item.symbol))
  end
end

local function check_questions(t)
  local known, texts = {}, 0
  for _, f in ipairs(t.doc.files) do known[f[1]] = true end
  if #t.questions ~= QUESTIONS then
    R.complain(t.loc, {"questions"}, ("are %d, and a tour has %d"):format(#t.questions, QUESTIONS))
  end
  for _, item in ipairs(t.questions) do
    R.check_question(t, item)
    check_about(t, item, known)
    texts = texts + (item.kind == "text" and 1 or 0)
    if not item.worked then R.complain(R.loc[item], {"worked"}, "is missing: a question has its worked answer") end
    if item.kind == "num" and #(item.wrong or {}) < 2 then
      R.complain(R.loc[item], {"wrong"}, "needs two near misses, each with what it says")
    end
  end
  if texts > 1 then R.complain(t.loc, {"questions"}, ("has %d texts, and one is the most"):format(texts)) end
end

function R.check_tour(entry, t)
  local file, page = ("curriculum/%s.md"):format(entry[1]), R.tour(entry[1])
  if not page then return end
  if page.title ~= entry.title then
    R.report(file, 1, ("the page's heading is not '%s', as tours.lua has it"):format(entry.title))
  end
  if page.marks.files ~= 1 then
    R.report(file, 0, "the line {{files}} stands once in the page, and here it does not")
  end
  check_sections(page, file)
  check_words(page, file)
  check_questions(t)
  if months(t.doc.as_of) - months(t.doc.date) > MONTHS then
    R.complain(t.loc, {"date"}, ("is more than %d months before 'as_of': read it again at a newer commit, and pin that")
               :format(MONTHS), "warning")
  end
end
