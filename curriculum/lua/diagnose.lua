-- diagnose.lua: a display, what binds, the lines that show it, and what to change first.
local _, R = ...
local list_of = R.list_of

local FORM = "Answer with claim; lines; fix, such as b; 2 5; A."

-- "b" or the words of one -> the number in the file; nil. A kept answer has the words alone.
local function one_of(options, shown, text, stored)
  local letter = not stored and text:match("^%s*(%a)[%s.)]*$")
  if letter then return shown[letter:lower():byte() - 96] end
  return R.option_with_text(options, text)
end

-- "2 5" -> {2, 5}, each once; nil, the sentence.
local function lines_of(text, n)
  local out, seen = {}, {}
  if text:find("%a") or not text:find("%d") then return nil, FORM end
  for digits in text:gmatch("%d+") do
    local k = math.tointeger(tonumber(digits))
    if not k or k < 1 or k > n then return nil, ("The lines have the numbers 1 to %d."):format(n) end
    if not seen[k] then out[#out + 1] = k end
    seen[k] = true
  end
  table.sort(out)
  return out
end

-- {claim =, lines =, fix =} by the numbers of the file; nil, the sentence.
local function typed(inst, given, stored)
  local parts, item = {}, inst.item
  if type(given) ~= "string" then return nil, FORM end
  for part in (given .. ";"):gmatch("([^;]*);") do parts[#parts + 1] = part end
  if #parts ~= 3 then return nil, FORM end
  local claim = one_of(list_of(inst, "claims"), inst.claims, parts[1], stored)
  if not claim then return nil, ("The claims have the letters a to %s."):format(string.char(96 + #item.claims)) end
  local lines, message = lines_of(parts[2], #item.lines)
  if not lines then return nil, message end
  local fix = one_of(list_of(inst, "fixes"), inst.fixes, parts[3], stored)
  if not fix then return nil, ("The fixes have the letters A to %s."):format(string.char(64 + #item.fixes)) end
  return {claim = claim, lines = lines, fix = fix}
end

local function kept(inst, claim, lines, fix)
  local claims, fixes = list_of(inst, "claims"), list_of(inst, "fixes")
  return (("%s; %s; %s"):format(claims[claim], table.concat(lines, " "), fixes[fix]):gsub("%s+", " "))
end

local function plural(n, one, many) return n == 1 and one or many:format(n) end

-- What is wrong with the lines; nil when they show the claim.
local function lines_wrong(inst, lines)
  local item, n, against = inst.item, {["for"] = 0, against = 0, neutral = 0}, nil
  for _, k in ipairs(lines) do
    local role = item.lines[k].role
    n[role] = n[role] + 1
    against = against or role == "against" and k
  end
  if against then
    return "The claim is right, but a line that you chose speaks against it.",
           R.expand_field(item.lines[against].hint, inst.env, inst.loc, {"lines", against, "hint"})
  end
  if n.neutral > 2 then return "The claim is right. Were the lines chosen at random?" end
  if n.neutral == 2 then return "The claim is right, but two of your lines say nothing either way." end
  if n["for"] < item.need then
    return "The claim is right, but " .. plural(item.need - n["for"], "one more line has to show it.",
                                                "%d more lines have to show it.")
  end
  return nil
end

local function hint_of(inst, part, k)
  return R.expand_field((inst.item.hints[part] or {})[k], inst.env, inst.loc, {"hints", part, k})
end

function R.GRADE.diagnose(inst, given, stored)
  local item, shows = inst.item, {}
  local said, message = typed(inst, given, stored)
  if not said then return {status = "INVALID", message = message} end
  for k, line in ipairs(item.lines) do
    if line.role == "for" then shows[#shows + 1] = k end
  end
  local r = {status = "FAIL", given = kept(inst, said.claim, said.lines, said.fix),
             expected = kept(inst, item.claim, shows, item.fix)}
  if said.claim ~= item.claim then
    r.message, r.hint = "That is not what the display shows.", hint_of(inst, "claim", said.claim)
    return r
  end
  r.message, r.hint = lines_wrong(inst, said.lines)
  if r.message then return r end
  if said.fix ~= item.fix then
    r.message = "Claim and lines are right, but something else is changed first."
    r.hint = hint_of(inst, "fix", said.fix)
    return r
  end
  r.status, r.message = "PASS", "Right: claim, lines and fix."
  return r
end

-- Each wrong claim and fix has its hint, and the roles are mixed well enough.
function R.CHECK.diagnose(inst)
  local item, n = inst.item, {["for"] = 0, against = 0, neutral = 0}
  local function want(path, message) R.complain(inst.loc, path, message) end
  for k, line in ipairs(item.lines) do
    n[line.role] = n[line.role] + 1
    R.expand_field(line.hint, inst.env, inst.loc, {"lines", k, "hint"})
    if line.role == "against" and not line.hint then want({"lines", k}, "needs a hint: it speaks against the claim") end
  end
  for role, least in pairs({["for"] = math.max(3, item.need), against = 2, neutral = 2}) do
    if n[role] < least then want({"lines"}, ("needs %d that are '%s', has %d"):format(least, role, n[role])) end
  end
  for part, options in pairs({claim = "claims", fix = "fixes"}) do
    for k, words in ipairs(list_of(inst, options)) do
      if k ~= item[part] and not hint_of(inst, part, k) then want({"hints", part}, ("has none for %d"):format(k)) end
      if words:find(";", 1, true) then want({options, k}, "has a ; which parts an answer") end
    end
  end
end
