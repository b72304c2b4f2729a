-- prose.lua: the words of a text that a learner wrote, without what stands in it more than once; and its numbers,
-- against what attempts recorded.
local _, R = ...

local PASSAGE = 5                -- so many words that stood there before are no words of their own

-- Each word without the punctuation around it, in lower case; a sign alone is no word.
local function words_of(text)
  local out = {}
  for word in text:lower():gmatch("%S+") do
    word = word:gsub("^%p+", ""):gsub("%p+$", "")
    if word ~= "" then out[#out + 1] = word end
  end
  return out
end

-- The words of `text` but those of repeated passages, in order; and how many words it has in all. What stands in a text
-- of the list `before` is repeated, too.
function R.own_words(text, before)
  local words, seen, again, own = words_of(text), {}, {}, {}
  for _, other in ipairs(before or {}) do
    local said = words_of(other)
    for k = 1, #said - PASSAGE + 1 do seen[table.concat(said, " ", k, k + PASSAGE - 1)] = true end
  end
  for k = 1, #words - PASSAGE + 1 do
    local passage = table.concat(words, " ", k, k + PASSAGE - 1)
    if seen[passage] then
      for q = k, k + PASSAGE - 1 do again[q] = true end
    end
    seen[passage] = true
  end
  for k, word in ipairs(words) do
    if not again[k] then own[#own + 1] = word end
  end
  return own, #words
end

local ATTEMPT = "[Aa]ttempts?%s+(%d+)"

-- "attempts 4, 6 and #9" with the word before each; and "i.e." ends no sentence.
local function spelt(text)
  local before
  text = text:gsub("%f[%a](%a)%.(%a)%. ", "%1%2 "):gsub("([Aa]ttempts?%s+)#", "%1")
  repeat
    before = text
    text = text:gsub("[Aa]ttempts%s+(%d+),?%s+a?n?d?%s*#?(%d+)([.,]?%d?)", function(one, other, more)
      if not more:find("^[.,]%d") then return ("attempt %s, attempts %s%s"):format(one, other, more) end
    end)
  until text == before
  return text
end

-- The numbers of a text, each as {value =, half =}: half of what its last digit stands for. A digit within a word is
-- none, nor is the number of an attempt.
local function numbers_of(text)
  local out = {}
  for written in text:gsub(ATTEMPT, " "):gmatch("%f[%w.]%.?%d[%d.,]*") do
    local plain = written:gsub("[.,]+$", ""):gsub(",(%d%d%d)", "%1")
    local value = tonumber(plain)
    if value then out[#out + 1] = {value = value, half = .5*10.0^-#(plain:match("%.(%d*)$") or "")} end
  end
  return out
end

-- How a figure may be told: as counted, as a share in per cent, by thousands of its unit. To its last digit, and no
-- further off than a fifth: one half is not 1.
local SCALES = {1, 100, 1e3, 1e6, 1e9, 1e-3, 1e-6, 1e-9}

local function tells(number, figures)
  for _, figure in ipairs(figures) do
    for _, scale in ipairs(SCALES) do
      local off, told = math.abs(number.value - figure*scale), math.abs(figure*scale)
      if off <= math.min(number.half*(1 + 1e-9), told/5) then return true end
    end
  end
  return false
end

-- Which numbers of a text are figures of an attempt that the same sentence names: how many that differ, the set of
-- these attempts, and how many numbers differ in sentences that name any. `figures`: by attempt, a list.
local function told(text, figures)
  local seen, n, who, beside, all = {}, 0, {}, {}, 0
  for sentence in (text:gsub("%s+", " "):gsub("([.!?]) ", "%1\n") .. "\n"):gmatch("(.-)\n") do
    for _, number in ipairs(numbers_of(sentence)) do
      for id in sentence:gmatch(ATTEMPT) do
        all, beside[number.value] = all + (beside[number.value] and 0 or 1), true
        if tells(number, figures[tonumber(id)] or {}) then
          n, seen[number.value], who[tonumber(id)] = n + (seen[number.value] and 0 or 1), true, true
        end
      end
    end
  end
  return n, who, all
end

-- Of each lab of a manifest the text has a figure beside the attempt that recorded it, and `least` in all; or what it
-- lacks. Half of the numbers beside attempts are theirs: a list of all numbers there are would have any figure.
local function unrecorded(text, of, least)
  local n, who, all = told(text, of.figures)
  local labs = {}
  for id in pairs(who) do labs[of.lab[id]] = true end
  for _, lab in ipairs(of.labs) do
    if not labs[lab] then
      return ("No sentence of the text has a figure of %s together with the attempt that recorded the figure%s.")
        :format(lab, of.such[lab] and "; " .. of.such[lab] or "")
    end
  end
  if n < least then
    return ("The text has %d of at least %d numbers that are recorded by an attempt which the same sentence names.")
      :format(n, least)
  elseif 2*n < all then
    return ("Sentences that name an attempt have %d different numbers, and %d of them are recorded by it: at least " ..
            "half have to be."):format(all, n)
  end
end

-- A factor is told where a number of the text is within half its last digit and a twentieth of the factor.
local function has_factor(numbers, factor)
  for _, number in ipairs(numbers) do
    if math.abs(number.value - factor) <= math.min(number.half*(1 + 1e-9), factor/20) then return true end
  end
end

-- What a text lacks that has to tell of each pair both what was predicted and what came out.
local function unpaired(numbers, list)
  for _, p in ipairs(list) do
    local value = not has_factor(numbers, p.said.value) and p.said.value or p.ratio
    if not has_factor(numbers, value) then
      return ("The text does not have %.3g, the factor that was %s in attempt %d of %s."):format(value,
        value == p.said.value and "predicted" or "measured", p.attempt, p.lab)
    end
  end
end

local function distinct(text)
  local seen, n = {}, 0
  for word in text:lower():gmatch("%S+") do n, seen[word] = n + (seen[word] and 0 or 1), true end
  return n
end

local function cited(text, lab)
  local seen, n = {}, 0
  for id in text:gmatch(ATTEMPT) do
    if lab[tonumber(id)] and not seen[id] then n, seen[id] = n + 1, true end
  end
  return n
end

-- What the text of a deliverable lacks that the rubric alone would not notice; or nil. `of`: the `lab` of each correct
-- attempt of the track, its `pairs`, and what changes `moved`; for `recorded` the `figures` of each of these attempts,
-- the `labs` of the manifest in order, and one figure of each lab in words (`such`).
function R.unfounded(d, text, of)
  text = spelt(text)
  local numbers, found = #numbers_of(text), cited(text, of.lab)
  if 3*distinct(text) < d.words then
    return ("The text repeats itself: %d different words."):format(distinct(text))
  elseif numbers < (d.numbers or 0) then
    return ("The text has %d of at least %d numbers."):format(numbers, d.numbers)
  elseif found < (d.cites or 0) then
    return ("The text names %d of at least %d correct attempts of the track, as \"attempt 61\"."):format(found, d.cites)
  end
  for _, m in ipairs(d.names and of.moved or {}) do
    if not text:find("%f[%w_]" .. m.name .. "%f[^%w_]") then
      return ("The text does not name %s, the counter that attempt %d moved."):format(m.name, m.pair.attempt)
    end
  end
  local why = d.factors and unpaired(numbers_of(text), of.pairs)
  if why then return why end
  return d.recorded and unrecorded(text, of, d.numbers or 0) or nil
end
