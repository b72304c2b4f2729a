-- page_lint.lua: where a page's links, [text](ridge:w02-transpose#Math), lead to is there; marks mean something;
-- drawings have lines and fit, and stand in line, with their expressions filled in, too.
local host, R = ...

-- A line without its code, which has no links.
local function bare(line)
  return (line:gsub("(`+)(.-)%1", ""))
end

-- Each link of a page outside its code: its line, its target.
local function links_of(text)
  local out, n, fenced = {}, 0, false
  for line in (text .. "\n"):gmatch("(.-)\n") do
    n = n + 1
    if line:find("^%s*```") then fenced = not fenced end
    for target in (fenced and "" or bare(line)):gmatch("%]%(<?ridge:([^>\n]-)>?%)") do
      out[#out + 1] = {line = n, target = target}
    end
  end
  return out
end

-- The links of every page at hand; where only a lab is (`whole` is false), the page of another is not looked into.
function R.check_links(whole)
  for _, file in ipairs(host.names()) do
    local text = file:find("%.md$") and host.text(file) or ""
    for _, link in ipairs(text:find("](", 1, true) and links_of(text) or {}) do
      local message = R.link_error(link.target, whole)
      if message then
        R.report(file, link.line, ("the link 'ridge:%s' leads nowhere: %s"):format(link.target, message))
      end
    end
  end
end

-- A chapter's or a tour's marks mean nothing on another page, which would show them as they are written.
function R.check_marks()
  for _, file in ipairs(host.names()) do
    local chapter = file:find("^curriculum/deep/") or file:find("^curriculum/tours/")
    local text = not chapter and file:find("%.md$") and host.text(file) or ""
    local n, fenced = 0, false
    for line in (text:find("{{[>%a]") and text .. "\n" or ""):gmatch("(.-)\n") do
      n = n + 1
      if line:find("^%s*```") then fenced = not fenced end
      local mark = not fenced and bare(line):match("{{([>%a][^}]*)")
      if mark then
        R.report(file, n, ("a page that is no chapter shows {{%s}} as it is written; expressions are {{= … }}, " ..
                           "lines of a source {{! … }}, and another page is linked: " ..
                           "[text](ridge:w04-flash-tiles#Math)"):format(mark:sub(1, 40)))
      end
    end
  end
end

-- The columns that a drawing may have where its page is narrowest, on a terminal of 80: a page has 77 beside its
-- margins; a lesson's passage is quoted behind a bar of 2; a task stands in a box of 2, and hints in it 2 further in.
local PAGE_WIDTH = 77
local WIDTHS = {["lesson.md"] = PAGE_WIDTH - 2, ["brief.md"] = PAGE_WIDTH - 2, ["hints.md"] = PAGE_WIDTH - 4}

-- The blocks of a text that have no language: their lines, and which block of the text each is.
local function drawings_of(text)
  local out, n, block, drawing = {}, 0, nil, false
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local fence = line:match("^%s*```(.*)")
    if fence and block then
      if drawing then out[#out + 1] = {nth = n, lines = block} end
      block = nil
    elseif fence then
      n, block, drawing = n + 1, {}, fence == ""
    elseif block then
      block[#block + 1] = line
    end
  end
  return out
end

-- The line of the page's file on which its nth block begins: what is filled in may have more lines than the file.
local function block_line(file, nth)
  local n, fences = 0, 0
  for line in (host.text(file) .. "\n"):gmatch("(.-)\n") do
    n = n + 1
    if line:find("^%s*```") then fences = fences + 1 end
    if fences == 2 * nth - 1 then return n end
  end
  return 0
end

-- What is wrong with a drawing, or nil. A line whose expression could not be filled in has no width yet.
local function drawing_error(lines, most)
  for _, line in ipairs(lines) do
    if line:find("+--", 1, true) then return "a drawing's lines are box characters (┌─┐ and │), not +--" end
  end
  for _, line in ipairs(lines) do
    local columns = not line:find("{{", 1, true) and utf8.len(line) or 0
    if columns > most then
      return ("a line of this drawing has %d columns; on a terminal of 80 its page has %d"):format(columns, most)
    end
  end
end

-- The columns in which a line has a bar.
local function bars_of(line)
  local out, column = {}, 0
  for _, c in utf8.codes(line) do
    column = column + 1
    if c == 0x2502 or c == ("|"):byte() then out[#out + 1] = column end
  end
  return out
end

-- Lines with as many bars as each other have them one below the other.
local function in_line(a, b)
  local x, y = bars_of(a), bars_of(b)
  for k = 1, #x == #y and #x or 0 do
    if x[k] ~= y[k] then return false end
  end
  return true
end

-- A chapter's quotations bring drawings of other pages along: is this one as it is written, but for its expressions?
local function same(lines, written)
  if #lines ~= #(written or {}) then return false end
  for k, line in ipairs(written) do
    if line ~= lines[k] and not line:find("{{", 1, true) then return false end
  end
  return true
end

-- What an expression prints has another width than the expression: is a line of the drawing pushed out of line by that?
local function pushed(lines, written)
  for k = 1, same(lines, written) and #lines or 0 do
    if written[k]:find("{{", 1, true) and not lines[k]:find("{{", 1, true) then
      for _, beside in ipairs({lines[k - 1] or lines[k], lines[k + 1]}) do
        if not in_line(lines[k], beside) then
          return ("line %d of this drawing, its expressions filled in, has its bars in other columns than the line " ..
                  "beside it"):format(k)
        end
      end
    end
  end
end

-- By how many columns, one or two, all bars of a line stand beside those of the line above, of which there are as many;
-- or nil. Where only some are moved, or further, that is what the drawing shows.
local function moved_by(above, line)
  local x, y = bars_of(above), bars_of(line)
  local by = #x == #y and #x > 0 and math.abs(x[1] - y[1]) or 0
  for k = 2, #x do
    if by > 0 and x[k] - y[k] ~= x[1] - y[1] then return nil end
  end
  return by > 0 and by <= 2 and by or nil
end

-- Of a drawing as it is written; what an expression takes is known elsewhere.
local function slipped(lines)
  for k = 2, #lines do
    local by = not (lines[k - 1] .. lines[k]):find("{{", 1, true) and moved_by(lines[k - 1], lines[k])
    if by then
      return ("the bars in line %d of this drawing stand %s beside those of the line above"):format(k,
        by == 1 and "one column" or "two columns")
    end
  end
end

-- A drawing, a block of no language, has ┌─┐ and │ for its lines, as the workbook's own pages do, and fits.
function R.check_drawings()
  for _, file in ipairs(host.names()) do
    local text = file:find("%.md$") and (R.expanded[file] or host.text(file)) or ""
    local written = {}
    for _, d in ipairs(text:find("```", 1, true) and drawings_of(host.text(file)) or {}) do
      local message = slipped(d.lines)
      if message then R.report(file, block_line(file, d.nth), message) end
      written[d.nth] = R.expanded[file] and d.lines
    end
    for _, d in ipairs(text:find("```", 1, true) and drawings_of(text) or {}) do
      local message = drawing_error(d.lines, WIDTHS[file:match("[^/]+$")] or PAGE_WIDTH) or
                      pushed(d.lines, written[d.nth])
      if message then R.report(file, block_line(file, d.nth), message) end
    end
  end
end
