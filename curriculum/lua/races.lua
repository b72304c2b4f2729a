-- races.lua: timed runs of one version of a lab against another, in one run each, and which of them are a capstone's
-- pairs; and which attempts count beside these. grader/lua/capstone.lua judges by them; they are functions of what the
-- workbook holds.
local _, R = ...

local function key(...) return table.concat({...}, "\0") end

local function among(list, v)
  for _, x in ipairs(list) do
    if x == v then return true end
  end
  return false
end

-- ": 1800 tok/s, then 4500" where the lab counts what a call makes.
local function rates_of(m)
  if not ((m.items or 0) > 0 and (m.t_reference or 0) > 0 and (m.t_learner or 0) > 0) then return "" end
  return (": %.4g %s/s, then %.4g"):format(m.items/m.t_reference, m.item, m.items/m.t_learner)
end

-- The oldest first. An interval whose ends lie further apart than a good prediction may lie from what came out (within)
-- can judge none: that race is `wide`, and was no measurement.
function R.races(ix, track, within)
  local out = {}
  for _, m in ipairs(ix.measured) do
    local after = ix.attempt[m.attempt]
    local before = after and ix.attempt[tonumber(after.impl:match("^versus:attempt:(%d+)$"))]
    if before and among(track.uses, after.lab) and before.lab == after.lab and after.correct and m.ratio and
       m.lo and m.hi and m.lo <= m.ratio and m.ratio <= m.hi and before.source ~= after.source then
      out[#out + 1] = {attempt = after.id, lab = after.lab, bench = m.bench, call = m.call or "",
                       case = m.case or "", ratio = m.ratio, lo = m.lo, hi = m.hi, wide = m.hi > within*m.lo,
                       before = before.id, from = before.source, to = after.source,
                       started = after.started, clock = m.clock, rates = rates_of(m),
                       said = ix.said[key(after.id, "versus:" .. m.bench)]}
    end
  end
  table.sort(out, function(a, b)
    if a.attempt ~= b.attempt then return a.attempt < b.attempt end
    return a.bench < b.bench
  end)
  return out
end

-- A pair is the first race of a change that measured it, and it was predicted before any race of the change: whoever
-- has seen a ratio predicts nothing. `since`: the attempt of that first race. Besides the pairs: the first race without
-- a prediction, and by lab the last one of a change that all its races left unmeasured.
function R.race_pairs(list)
  local out, first, done, wide, blind = {}, {}, {}, {}, nil
  for _, r in ipairs(list) do
    local change = key(r.lab, r.bench, r.from, r.to)
    first[change] = first[change] or r
    local said = first[change].said
    if not r.wide and not done[change] then
      done[change] = true
      if said and said.when <= first[change].started then
        r.said, r.since, out[#out + 1] = said, first[change].attempt, r
      else
        blind = blind or r
      end
    end
  end
  for _, r in ipairs(list) do
    if r.wide and not done[key(r.lab, r.bench, r.from, r.to)] then wide[r.lab] = r end
  end
  return out, blind, wide
end

-- Why a race does not count whose interval is wide.
function R.too_wide(r, within)
  return ("%s, %s: attempt %d measured a factor from %.3g to %.3g, whose ends may differ by a factor of %g at most.")
    :format(r.lab, r.bench, r.attempt, r.lo, r.hi, within)
end

-- Is an attempt behind a pair of an older version that was put back? A version that the pair timed is none of these.
function R.put_back(list, pair, a)
  if not pair or a.id < pair.attempt or a.source == pair.to then return false end
  for _, b in ipairs(list) do
    if b.lab == a.lab and b.source == a.source and b.id < pair.attempt then return true end
  end
  return false
end

-- "attempts 4, 9": those that claims rest on, each once.
function R.attempts_of(claims)
  local ids = {}
  for _, c in ipairs(claims) do
    if not among(ids, tostring(c.attempt)) then ids[#ids + 1] = tostring(c.attempt) end
  end
  return ("attempt%s %s"):format(#ids > 1 and "s" or "", table.concat(ids, ", "))
end
