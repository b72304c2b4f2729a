-- prose.lua: the words of a text that a learner wrote, without what stands in it more than once.
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

-- The words of `text` but those of repeated passages, in order; and how many words it has in all.
function R.own_words(text)
  local words, seen, again, own = words_of(text), {}, {}, {}
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
