-- printed.lua: how much of a lab its lesson gives away: lines of the reference, and answers of numeric questions.
local host, R = ...
local U = R.U

local MOST = .15                 -- of the reference's own lines
local FEW = 2                    -- so many of them are not too much, however short the reference is

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

-- Would a number that was copied from the page pass?
local function prints(numbers, item, want)
  local dim, factor = U.unit(item.unit)
  for _, x in ipairs(numbers) do
    if R.near(x[1], want, item) or (x[2] == dim and R.near(x[1]*x[3]/factor, want, item)) then return true end
  end
  return false
end

local function too_much(own, printed) return printed > math.max(MOST*own, FEW) end

-- {lab=, own=, printed=, share=, above=, numeric=, fixed={ids}}; nil without a lesson. `fixed` are the numeric
-- questions whose answer is the same for everybody and stands in the lesson.
function R.printed(lab)
  local page = R.lab_page(lab, "lesson.md")
  if not page then return nil end
  local own, printed = share_of(lab, page)
  local numbers, fixed, numeric = numbers_of(page), {}, 0
  for _, item in ipairs(lab.questions) do
    if item.kind == "num" then
      numeric = numeric + 1
      local want = not item.vary and R.answer_of(R.instance(lab, item, 1))
      if want and prints(numbers, item, want) then fixed[#fixed + 1] = item.id end
    end
  end
  return {lab = lab.name, own = own, printed = printed, share = own and printed/math.max(own, 1),
          above = own and too_much(own, printed), numeric = numeric, fixed = host.array(fixed)}
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
  local out = {}
  for _, id in ipairs(arg.labs) do
    local lab = R.load_lab(id)
    out[#out + 1] = lab and R.printed(lab)
  end
  return {most = MOST, labs = host.array(out)}
end
