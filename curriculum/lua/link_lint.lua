-- link_lint.lua: what the links of pages lead to, [text](ridge:w02-transpose#Math), is there.
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
