-- page_lint.lua: what a link of a page leads to, [text](ridge:w02-transpose#Math), is there, and drawings have lines.
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

-- A drawing, a block of no language, has ┌─┐ and │ for its lines, as the workbook's own pages do: +--+ is refused.
function R.check_drawings()
  for _, file in ipairs(host.names()) do
    local text = file:find("%.md$") and host.text(file) or ""
    local n, language, from = 0, nil, 0
    for line in (text:find("+--", 1, true) and text .. "\n" or ""):gmatch("(.-)\n") do
      n = n + 1
      local fence = line:match("^%s*```(.*)")
      if fence then
        language, from = not language and fence or nil, n
      elseif language == "" and line:find("+--", 1, true) then
        R.report(file, from, "a drawing's lines are box characters (┌─┐ and │), not +--")
        break
      end
    end
  end
end
