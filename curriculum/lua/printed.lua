-- printed.lua: how much of a lab its lesson gives away: lines of the reference, and answers of numeric questions.
local host, R = ...
local U = R.U

local MOST = .15                 -- of the reference's own lines
local FEW = 2                    -- so many of them are not too much, however short the reference is
local DRAWS = 16                 -- so many learners' numbers are compared

-- How often each line of code stands in `text`, without white space, comments and lines that hold no word.
local function code_lines(text)
  local n = {}
  text = text:gsub("/%*.-%*/", ""):gsub("//[^\n]*", "")
  for line in text:gmatch("[^\n]+") do
    line = line:gsub("%s+", "")
    if line:find("[%w_]") then n[line] = (n[line] or 0) + 1 end
  end
  return n
end

-- The code of a page: what stands between fences or is indented by four.
local function code_of(page)
  local out, fenced = {}, false
  for line in (page .. "\n"):gmatch("(.-)\n") do
    if line:find("^%s*```") then
      fenced = not fenced
    elseif fenced or line:find("^    ") then
      out[#out + 1] = line
    end
  end
  return table.concat(out, "\n")
end

-- How many lines the reference has beyond the skeleton and lab.h, and how many of them the page prints; nil where
-- there is no code, as in a capstone.
local function share_of(lab, page)
  local d = lab.doc
  local text = d.reference and host.text(("kernels/%s/%s"):format(lab.name, d.reference))
  if not text or d.kind == "capstone" then return nil end
  local given, shown = code_lines(host.text(("labs/%s/lab.h"):format(lab.name)) or ""), code_lines(code_of(page))
  for _, file in ipairs(d.edit or {}) do
    for line in pairs(code_lines(host.text(("labs/%s/skeleton/%s"):format(lab.name, file)) or "")) do
      given[line] = 1
    end
  end
  local own, printed = 0, 0
  for line, n in pairs(code_lines(text)) do
    if not given[line] then
      own, printed = own + n, printed + math.min(n, shown[line] or 0)
    end
  end
  return own, printed
end

-- The numbers of a page: {value, dimension and size of the unit that stands behind it, if any}.
local function numbers_of(page)
  local out = {}
  page = page:gsub("−", "-"):gsub("×", "*"):gsub("·", "*"):gsub("µ", "u")
  for at, digits, behind in page:gmatch("()(%d[%d,]*%.?%d*)()") do
    local before = at > 1 and page:sub(at - 1, at - 1) or ""
    local value = tonumber((digits:gsub(",", "")))
    if value and not before:find("[%w_.^]") then
      local power, past = page:match("^[eE]([-+]?%d+)()", behind)
      if not power then power, past = page:match("^ ?%*? ?10^(-?%d+)()", behind) end
      if power then value, behind = value*10.0^tonumber(power), past end
      local unit = page:match("^ ?([%a%%][%w/]*)", behind)
      local dim, factor = nil, nil
      if unit then dim, factor = U.unit(unit) end
      out[#out + 1] = {value, dim, factor}
    end
  end
  return out
end

-- Would a number that was copied from the page pass, as the k-th of those that are asked for?
local function prints(numbers, item, k, want)
  local units = item.column_units
  local dim, factor = U.unit(units and units[(k - 1) % #units + 1] or item.unit)
  for _, x in ipairs(numbers) do
    if R.near(x[1], want, item) or (x[2] == dim and R.near(x[1]*x[3]/factor, want, item)) then return true end
  end
  return false
end

local function too_much(own, printed) return printed > math.max(MOST*own, FEW) end

-- The numbers that answer a question for the learner of this seed.
local function wanted_of(o, item, seed)
  local want = R.answer_of(R.instance(o, item, seed))
  if item.kind == "num" or not want then return {want} end
  local cells = {}
  for _, row in ipairs(want) do table.move(row, 1, #row, #cells + 1, cells) end
  return cells
end

local function equal(a, b)
  for k = 1, math.max(#a, #b) do
    if a[k] ~= b[k] then return false end
  end
  return true
end

-- The numbers that answer a question for everybody; nil where learners get different ones: a parameter that is drawn
-- and leaves the answer as it is does not count.
local function same_for_all(o, item)
  local first = wanted_of(o, item, 1)
  for seed = 2, item.vary and DRAWS or 1 do
    if not equal(first, wanted_of(o, item, seed)) then return nil end
  end
  return first
end

-- How many of the owner's questions ask for numbers; the ids of those whose answers are the same for everybody and all
-- stand on the page; and of all whose answers are the same for everybody.
local function fixed_of(o, page)
  local numbers, fixed, same, numeric = numbers_of(page), {}, {}, 0
  for _, item in ipairs(o.questions) do
    if item.kind == "num" or item.kind == "table" then
      numeric = numeric + 1
      local wanted = same_for_all(o, item)
      if wanted then same[#same + 1] = item.id end
      local all = wanted and #wanted > 0
      for k, want in ipairs(wanted or {}) do all = all and prints(numbers, item, k, want) end
      if all then fixed[#fixed + 1] = item.id end
    end
  end
  return numeric, host.array(fixed), host.array(same)
end

-- {lab=, own=, printed=, share=, above=, numeric=, fixed={ids}, same={ids}}; nil without a lesson.
function R.printed(lab)
  local page = R.lab_page(lab, "lesson.md")
  if not page then return nil end
  local own, printed = share_of(lab, page)
  local numeric, fixed, same = fixed_of(lab, page)
  return {lab = lab.name, own = own, printed = printed, share = own and printed/math.max(own, 1),
          above = own and too_much(own, printed), numeric = numeric, fixed = fixed, same = same}
end

-- What a week prints around its questions.
local function week_page(w)
  local d, env, out = w.doc, R.expr_env({f = w.f}), {}
  local function add(v, ...) out[#out + 1] = R.expand_field(v, env, w.loc, {...}) end
  add(d.summary, "summary")
  for k, c in ipairs(d.concepts or {}) do add(c.text, "concepts", k, "text") end
  for k, r in ipairs(d.readings or {}) do add(r.look_for, "readings", k, "look_for") end
  for k, p in ipairs(d.practice or {}) do add(p.text, "practice", k, "text") end
  if d.milestone then add(d.milestone.text, "milestone", "text") end
  return table.concat(out, "\n")
end

-- The same of a week or a reading card, which has no code: {page=, numeric=, fixed={ids}, same={ids}}.
local function printed_page(o, page)
  local numeric, fixed, same = fixed_of(o, page)
  return {page = o.name, numeric = numeric, fixed = fixed, same = same}
end

-- Lint: the lesson, of which `page` is the rendered text, leaves the lab to its reader.
function R.check_printed(lab, page)
  local own, printed = share_of(lab, page)
  if own and too_much(own, printed) then
    R.report(("labs/%s/lesson.md"):format(lab.name), 0,
             ("the lesson prints %d of the reference's own %d lines, %.0f %%; at most %.0f %% leave the lab to " ..
              "its reader")
             :format(printed, own, 100*printed/own, 100*MOST))
  end
end

function R.ops.printed(arg)
  local labs, pages = {}, {}
  for _, id in ipairs(arg.labs) do
    local lab = R.load_lab(id)
    labs[#labs + 1] = lab and R.printed(lab)
  end
  for _, n in ipairs(arg.weeks) do
    local w = R.load_week(n)
    pages[#pages + 1] = w and printed_page(w, week_page(w))
  end
  for _, id in ipairs(arg.cards) do
    local c = R.load_card(id)
    pages[#pages + 1] = c and printed_page(c, R.card_page(id) or "")
  end
  return {most = MOST, labs = host.array(labs), pages = host.array(pages)}
end
