-- capstone.lua: what the workbook holds (evidence, of tui/app/evidence.h) against a capstone's deliverables.
-- A pure function of its argument: nothing passes for which no attempt, prediction or answer is there.
local host, R = ...
local F = R.F

local function key(...) return table.concat({...}, "\0") end

local function among(list, v)
  for _, x in ipairs(list or {}) do
    if x == v then return true end
  end
  return false
end

-- --- the evidence, put in order -------------------------------------------------------------------

local function index(e)
  local ix = {attempt = {}, list = e.attempts or {}, measured = e.measurements or {}, said = {}, answer = {},
              counted = {}, curve = {}}
  for _, c in ipairs(e.curves or {}) do ix.curve[key(c.attempt, c.id)] = c end
  for _, a in ipairs(ix.list) do ix.attempt[a.id] = a end
  for _, p in ipairs(e.predictions or {}) do
    if p.attempt and p.value then ix.said[key(p.attempt, p.key)] = p end
  end
  for _, a in ipairs(e.answers or {}) do ix.answer[a.question] = a end
  for _, c in ipairs(e.counted or {}) do
    local of = key(c.attempt, c.call)
    ix.counted[of] = ix.counted[of] or {}
    ix.counted[of][key(c.case, c.name)] = {case = c.case, name = c.name, value = c.value}
  end
  return ix
end

-- One change may be timed on several benches: it is one change.
local function changes_in(list)
  local seen, n = {}, 0
  for _, p in ipairs(list) do
    local change = key(p.lab, p.from, p.to)
    n = n + (seen[change] and 0 or 1)
    seen[change] = true
  end
  return n
end

-- {lab, bench} in the order of their first pair, each with its pairs.
local function groups_of(pairs_list)
  local out, by = {}, {}
  for _, p in ipairs(pairs_list) do
    local k = key(p.lab, p.bench)
    if not by[k] then
      by[k] = {lab = p.lab, bench = p.bench}
      out[#out + 1] = by[k]
    end
    table.insert(by[k], p)
  end
  return out
end

-- The first pair of each lab, whatever its bench: where the work on that lab began.
local function first_pairs(list)
  local out, seen = {}, {}
  for _, p in ipairs(list) do
    if not seen[p.lab] then out[#out + 1] = p end
    seen[p.lab] = true
  end
  return out
end

-- --- one judge a need: ok, what is found or missing, the command that supplies it, claims --------------

local NEED = {}

function NEED.passed(w)
  for _, lab in ipairs(w.track.passed) do
    local found = false
    for _, a in ipairs(w.ix.list) do found = found or a.lab == lab and a.impl == "learner" and a.correct end
    if not found then return false, ("No attempt of %s passes `correct`."):format(lab), "ridge test " .. lab end
  end
  return true, ("%s passed"):format(table.concat(w.track.passed, ", "))
end

local function first_correct(w, lab)
  for _, a in ipairs(w.ix.list) do
    if a.lab == lab and a.impl == "learner" and a.correct then return a end
  end
end

-- A lab is made of the learner's files of other labs once `correct` was passed there: so what was judged after the last
-- of these is his own.
function NEED.own(w, d)
  local since = 0
  for _, lab in ipairs(d.parts) do
    local a = first_correct(w, lab)
    if not a then
      return false, ("No attempt of %s passes `correct`: Ridge's own stands in for this part of %s."):format(lab, d.of),
        "ridge test " .. lab
    end
    since = math.max(since, a.id)
  end
  for _, a in ipairs(w.ix.list) do
    if a.lab == d.of and a.impl == "learner" and a.correct and a.id > since then
      return true, ("attempt %d of %s is made of your own parts"):format(a.id, d.of), nil,
        {{attempt = a.id, lab = d.of, text = ("Made of the learner's own files of %s."):format(
          table.concat(d.parts, ", "))}}
    end
  end
  return false, ("Each part is correct since attempt %d, and no attempt of %s passes `correct` since."):format(since,
         d.of), "ridge test " .. d.of
end

local function profile_of(w, lab, source, before)
  for _, a in ipairs(w.ix.list) do
    if a.lab == lab and a.impl == "learner" and a.correct and a.counters ~= "" and (not source or a.source == source)
       and (not before or a.id < before) then return a end
  end
end

-- Profiles of labs without a pair, and labs that lack one: all that have to have a pair, or else any of the track.
local function without_claim(w, claims)
  local has, found, wanted, chosen = {}, {}, {}, w.track.each[1]
  for _, c in ipairs(claims) do has[c.lab] = true end
  for _, lab in ipairs(chosen and w.track.each or w.track.uses) do
    local p = not has[lab] and profile_of(w, lab)
    if p then
      found[#found + 1] = {attempt = p.id, lab = lab, text = ("%s was counted: the baseline."):format(lab)}
    elseif not has[lab] then
      wanted[#wanted + 1] = lab
    end
  end
  return found, (chosen or not (found[1] or claims[1])) and wanted or {}
end

function NEED.profile(w)
  local claims = {}
  for _, g in ipairs(first_pairs(w.pairs)) do
    local p = profile_of(w, g.lab, g.from, g.since)
    if not p and profile_of(w, g.lab) then
      return false, ("%s: there is no profile of attempt %d, the baseline, older than attempt %d, which is timed " ..
                     "against the baseline.")
        :format(g.lab, g.before, g.attempt), ("ridge restore %d; ridge profile %s; then the pair anew, from a " ..
                                                    "new change")
        :format(g.before, g.lab)
    elseif not p then
      return false, ("The change of %s was timed, and nothing was profiled before."):format(g.lab),
        "ridge profile " .. g.lab
    end
    claims[#claims + 1] = {attempt = p.id, lab = g.lab,
                           text = ("Before any change %s was counted: the baseline."):format(g.lab)}
  end
  local rest, wanted = without_claim(w, claims)
  if wanted[1] then
    return false, "There is no profile of a correct version in " .. table.concat(wanted, ", "),
           "ridge profile " .. wanted[1]
  elseif #claims > 0 then
    return true, "profiled before the first change: " .. R.attempts_of(claims), nil, claims
  end
  return true, ("attempt %d profiles %s"):format(rest[1].attempt, rest[1].lab), nil, {rest[1]}
end

local function off_by(p)
  local said = p.said.value
  return said > 0 and math.max(said / p.ratio, p.ratio / said) or math.huge
end

local function stage_of(w, d)
  for _, p in ipairs(w.pairs) do
    if off_by(p) > d.within then return "bronze" end
  end
  for _, lab in ipairs(w.track.uses) do
    local best = false
    for _, a in ipairs(w.ix.list) do
      best = best or a.lab == lab and a.impl == "learner" and (a.stage == "silver" or a.stage == "gold")
    end
    if not best then return "silver" end
  end
  return "gold"
end

local function pair_command(lab)
  return ("ridge bench %s --versus attempt:N --predict BENCH=RATIO"):format(lab)
end

-- Of a lab of which a pair counts: not every one that the track stands on has a bench.
local function any_pair(w) return pair_command(w.track.each[1] or w.track.uses[1]) end

function NEED.pairs(w, d)
  local has, claims = {}, {}
  for _, p in ipairs(w.pairs) do
    has[p.lab] = true
    claims[#claims + 1] = {attempt = p.attempt, before = p.before, lab = p.lab, bench = p.bench, ratio = p.ratio,
      lo = p.lo, hi = p.hi, predicted = p.said.value, clock = p.clock,
      text = ("%s, %s, attempt %d against attempt %d%s."):format(p.lab, p.bench, p.attempt, p.before, p.rates)}
  end
  for _, lab in ipairs(w.track.each) do
    if not has[lab] and w.wide[lab] then
      return false, R.too_wide(w.wide[lab], w.within),
        ("ridge bench %s --versus attempt:%d, on a quieter machine"):format(lab, w.wide[lab].before), claims
    elseif not has[lab] then
      return false, ("%s has no pair before and after."):format(lab), pair_command(lab), claims
    end
  end
  local changes = changes_in(w.pairs)
  if changes < d.min and w.blind then
    return false, ("%d of %d pairs; attempt %d was timed without a prediction before the measurement."):format(changes,
           d.min, w.blind.attempt), pair_command(w.blind.lab) .. ", with another change", claims
  elseif changes < d.min and changes < #w.pairs then
    return false, ("%d of %d pairs before and after: one change that is timed on several benches is one pair.")
      :format(changes, d.min), any_pair(w), claims
  elseif changes < d.min then
    return false,
      ("%d of %d pairs before and after, each predicted and then measured in one run"):format(changes, d.min),
           any_pair(w), claims
  end
  return true, ("%d %s, each predicted first"):format(changes, changes == 1 and "pair" or "pairs"), nil, claims,
         stage_of(w, d)
end

-- --- what changes moved: links of a chain from version to version ---------------------------------

-- A counter of one call in the case that was timed; or, if that need not be, since a GPU times a case that no profile
-- has, summed over the cases that both attempts counted; or nil.
local function both_counted(ix, call, case, name, before, after, exact)
  local had, has, from, to = ix.counted[key(before.id, call)], ix.counted[key(after.id, call)], nil, nil
  local timed = key(case, name)
  if had and has and had[timed] and has[timed] then return had[timed].value, has[timed].value end
  for k, c in pairs(had or {}) do
    if not exact and c.name == name and has and has[k] then
      from, to = (from or 0) + c.value, (to or 0) + has[k].value
    end
  end
  return from, to
end

-- Of the track's counters the one that a change lowered most, in the call it was timed by; how many were compared.
local function lowered_most(w, p, before, after)
  local best, compared = {factor = 0}, 0
  for _, name in ipairs(w.track.moves) do
    local from, to = both_counted(w.ix, p.call, p.case, name, before, after, p.clock == "counter")
    local factor = from and from > 0 and (to > 0 and from/to or math.huge) or 0
    compared = compared + (from and 1 or 0)
    if factor > best.factor then best = {name = name, factor = factor, from = from, to = to} end
  end
  return best, compared
end

local function profiles_of(w, lab, source)
  local out = {}
  for _, a in ipairs(w.ix.list) do
    if a.lab == lab and a.impl == "learner" and a.correct and a.counters ~= "" and a.source == source then
      out[#out + 1] = a
    end
  end
  return out
end

-- Profiles of both sides of a change by the same backend: a GPU and the emulator do not count the same launches.
local function profiles_alike(befores, afters, attempt)
  for _, b in ipairs(befores) do
    for _, a in ipairs(afters) do
      if b.id < attempt and a.backend == b.backend and a.rev == b.rev then return b, a end
    end
  end
end

-- Why nobody can say what a pair moved, and the command that helps; nil where somebody can.
local function unprofiled(p, first, befores, afters)
  if not befores[1] or befores[1].id > p.attempt then
    return ("Attempt %d was not profiled before attempt %d was timed against it."):format(p.before, p.attempt),
      ("ridge profile %s, before the next change"):format(p.lab)
  elseif not afters[1] then
    return ("What attempt %d changed was not profiled, so no counter confirms the change."):format(p.attempt),
      ("ridge restore %d; ridge profile %s"):format(p.attempt, p.lab)
  elseif afters[1].id < first then
    return ("Attempt %d had counted the new version before attempt %d was predicted: its counters were known.")
      :format(afters[1].id, first), pair_command(p.lab) .. ", before the profile, with another change"
  end
end

-- An attempt older than `first` that measured the new version in the same call: its ratio to anything tells the count.
local function seen_before(w, p, first)
  for _, m in ipairs(w.ix.measured) do
    local a = w.ix.attempt[m.attempt]
    if a and a.id < first and a.lab == p.lab and a.source == p.to and (m.call or "") == p.call then return a end
  end
end

-- What a pair moved; or nil, the reason and the command that helps. `first`: the attempt that timed the change first.
local function moved_by(w, d, p, first)
  local befores, afters = profiles_of(w, p.lab, p.from), profiles_of(w, p.lab, p.to)
  local why, how = unprofiled(p, first, befores, afters)
  if why then return nil, why, how end
  local seen = seen_before(w, p, first)
  if seen then
    return nil, ("Attempt %d had measured the new version before attempt %d was predicted: its count was known.")
      :format(seen.id, first), pair_command(p.lab) .. ", before any other bench, with another change"
  end
  local before, after = profiles_alike(befores, afters, p.attempt)
  if not before then
    return nil, ("Attempts %d and %d are profiles by different backends, or of different revisions of %s, so their " ..
                 "counters cannot be compared."):format(befores[1].id, afters[1].id, p.lab),
      ("ridge restore %d; ridge profile %s --backend %s"):format(p.attempt, p.lab, befores[1].backend)
  end
  local best, compared = lowered_most(w, p, before, after)
  if compared == 0 then
    return nil, ("Attempts %d and %d did not both count %s in the case that was timed."):format(before.id, after.id,
      p.call),
      "ridge profile " .. p.lab
  elseif best.factor < d.by then
    return nil, ("Attempt %d lowered none of %s by a factor of %g in %s."):format(p.attempt,
      table.concat(w.track.moves, ", "), d.by, p.call), "ridge profile " .. p.lab
  elseif p.lo <= 1 then
    return nil, ("Attempt %d lowered %s, and %s is no better for it: %.4g times, from %.4g to %.4g."):format(p.attempt,
      best.name, p.bench, p.ratio, p.lo, p.hi), pair_command(p.lab) .. ", with another change"
  end
  best.pair, best.after, best.claim = p, after, {attempt = after.id, before = before.id, lab = p.lab,
    text = ("%s, %s: %s went from %s to %s."):format(p.lab, p.call, best.name, F.n(best.from), F.n(best.to))}
  return best
end

-- The changes of all pairs, each with the counters that it moved: one a call that it was timed by.
local function links_of(w, d)
  local out, by = {}, {}
  for _, p in ipairs(w.pairs) do
    local k = key(p.lab, p.from, p.to)
    local link = by[k] or {lab = p.lab, from = p.from, to = p.to, attempt = p.attempt, before = p.before, moved = {}}
    if not by[k] then out[#out + 1] = link end
    by[k] = link
    local moved, why, how = moved_by(w, d, p, link.attempt)
    if moved then link.moved[#link.moved + 1] = moved end
    link.why, link.how = link.why or why, link.how or how
  end
  return out
end

-- Adds a step to the ways that end with a link, by the set of counters that they have moved; the first of each stays.
local function step(ways, way, moved, link, bit)
  local set = (way and way.set or 0) | bit
  if not ways[set] then
    ways[set] = {set = set, back = way, link = link, moved = moved, n = (way and way.n or 0) + (moved and 1 or 0)}
  end
end

-- All ways that come to `link` from the links before it, and the empty one.
local function ways_to(links, k)
  local out = {false}
  for q = 1, k - 1 do
    if links[q].lab == links[k].lab and links[q].to == links[k].from then
      for _, way in pairs(links[q].ways) do out[#out + 1] = way end
    end
  end
  table.sort(out, function(a, b) return (a and a.set or 0) < (b and b.set or 0) end)
  return out
end

-- The chain of changes with the most counters, each moved once: every change starts from the version that the one
-- before it ended with. A change that moved nothing new may lie between two that did.
local function chain_of(w, links)
  local bits, best = {}, nil
  for k, name in ipairs(w.track.moves) do bits[name] = 1 << (k - 1) end
  for k, link in ipairs(links) do
    link.ways = {}
    for _, way in ipairs(ways_to(links, k)) do
      for _, m in ipairs(link.moved) do
        if not way or way.set & bits[m.name] == 0 then step(link.ways, way, m, link, bits[m.name]) end
      end
      if way then step(link.ways, way, nil, link, 0) end
    end
    for _, way in pairs(link.ways) do
      if way.moved and (not best or way.n > best.n or way.n == best.n and way.link == best.link and
                        way.set < best.set) then best = way end
    end
  end
  local out = {}
  while best do
    if best.moved then table.insert(out, 1, best.moved) end
    best = best.back
  end
  return out
end

-- The two ends of the work: of the chain, or where none is there, of the pairs.
local function ends_of(w)
  local list = w.chain and w.chain[1] and {w.chain[1].pair, w.chain[#w.chain].pair} or {w.pairs[1], w.pairs[#w.pairs]}
  return list[1], list[2]
end

-- Each change has a counter of its own: three changes of one counter are one improvement in three sizes.
function NEED.moved(w, d)
  local claims, kinds, found, why, how = {}, {}, 0, nil, nil
  for k, m in ipairs(w.chain) do claims[k] = m.claim end
  if #claims >= d.min then
    return true, ("%d changes, each confirmed by a counter of its own"):format(#claims), nil, claims
  end
  if #w.pairs == 0 then
    return false, "There is no pair yet, so no counter was moved.", any_pair(w)
  end
  local twice
  for _, link in ipairs(w.links) do
    if #link.moved == 0 then why, how = why or link.why, how or link.how end
    for _, m in ipairs(link.moved) do
      twice = kinds[m.name] and m.name or twice
      found, kinds[m.name] = found + (kinds[m.name] and 0 or 1), true
    end
  end
  how = how or any_pair(w)
  if why then return false, why, how, claims end
  if found >= d.min then
    return false, ("%d of %d improvements build on one another: a change has to start from the version that the one " ..
                   "before it ended with."):format(#claims, d.min), how, claims
  end
  return false, ("%d of %d improvements differ in kind%s."):format(#claims, d.min, twice and
           (": %s is what more than one change lowered most"):format(twice) or ""), how, claims
end

-- Has a later version kept what the changes of the chain lowered?
local function keeps_all(w, a)
  for _, m in ipairs(w.chain) do
    local p = m.pair
    local from, to = both_counted(w.ix, p.call, p.case, m.name, m.after, a, p.clock == "counter")
    if a.backend ~= m.after.backend or a.rev ~= m.after.rev or not from or to > from then return false end
  end
  return w.chain[1] ~= nil
end

-- The lab's gates say what a good version counts. The last one has to hold them, or one after it that mends the rest
-- of the lab and takes nothing back.
function NEED.gates(w)
  local _, last = ends_of(w)
  if not last then return false, "There is no pair yet, so no last version.", any_pair(w) end
  for _, a in ipairs(w.ix.list) do
    if a.lab == last.lab and a.impl == "learner" and a.gates and
       (a.source == last.to or a.id > last.attempt and keeps_all(w, a)) then
      return true, ("attempt %d holds the gates of %s"):format(a.id, last.lab), nil, {{attempt = a.id, lab = last.lab,
             text = ("This version holds every gate of %s."):format(last.lab)}}
    end
  end
  local counted = profiles_of(w, last.lab, last.to)[1]
  if counted then
    return false, ("The last version, that of attempt %d, breaks a gate of %s; the profile, attempt %d, says which.")
      :format(last.attempt, last.lab, counted.id), "mend that, and ridge profile " .. last.lab
  end
  return false, ("The last version, that of attempt %d, was not profiled: nobody knows whether the gates of %s hold.")
    :format(last.attempt, last.lab), ("ridge restore %d; ridge profile %s"):format(last.attempt, last.lab)
end

-- Of several races between the two versions the best measured one: nobody chooses by the ratio.
local function total_of(w, g)
  local best
  for _, r in ipairs(w.races) do
    if r.lab == g.lab and r.bench == g.bench and r.from == g[1].from and r.to == g[#g].to and
       not (best and best.hi*r.lo <= r.hi*best.lo) then best = r end
  end
  return best
end

local function geometric(list)
  local sum = 0
  for _, r in ipairs(list) do sum = sum + math.log(r) end
  return math.exp(sum/#list)
end

-- The last version's factor over a rung of the lab on one bench, as the emulator counts both.
local function over_rung(w, last, bench)
  for _, m in ipairs(w.ix.measured) do
    local a = w.ix.attempt[m.attempt]
    if a and a.lab == last.lab and a.impl == "versus:" .. w.track.whole.rung and a.source == last.to and a.correct and
       m.clock == "counter" and m.bench == bench then return m.ratio end
  end
end

-- The last version against a rung of the lab: nobody chooses that baseline, nor on which of the benches it counts.
local function against_rung(w, last, benches)
  local ratios, whole, stage = {}, w.track.whole, nil
  for k, bench in ipairs(benches) do
    ratios[k] = over_rung(w, last, bench)
    if not ratios[k] then
      return nil, ("%s, %s: the last version was never counted against `%s`."):format(last.lab, bench, whole.rung),
        ("ridge bench %s --versus %s --backend simt"):format(last.lab, whole.rung)
    end
  end
  local mean = geometric(ratios)
  for _, name in ipairs({"bronze", "silver", "gold"}) do
    if mean >= whole[name] then stage = name end
  end
  return mean, nil, stage
end

-- Of a chain: its first version against its last, on each bench that one of its changes was timed by.
local function total_of_chain(w)
  local first, last = ends_of(w)
  local claims, seen, benches = {}, {}, {}
  for _, m in ipairs(w.chain) do
    local p, found = m.pair, nil
    for _, r in ipairs(w.races) do
      if r.lab == p.lab and r.bench == p.bench and r.from == first.from and r.to == last.to then found = found or r end
    end
    local how = ("ridge bench %s --versus attempt:%d"):format(p.lab, first.before)
    if not found then
      return false, ("%s, %s: the first version was never timed against the last; gains measured apart are no whole.")
        :format(p.lab, p.bench), how
    elseif found.lo <= 1 then
      return false, ("%s, %s: the last version is no better than the first: a later change took back what this one " ..
                     "gained."):format(p.lab, p.bench), "ridge history " .. p.lab
    end
    if not seen[p.bench] then
      benches[#benches + 1] = p.bench
      claims[#claims + 1] = {attempt = found.attempt, before = found.before, lab = p.lab, bench = p.bench,
        ratio = found.ratio, lo = found.lo, hi = found.hi, clock = found.clock,
        text = ("%s, %s, from the first version to the last, in one run%s."):format(p.lab, p.bench, found.rates)}
    end
    seen[p.bench] = true
  end
  local message = ("%d measured whole"):format(#claims)
  if not w.track.whole then return true, message, nil, claims end
  local mean, why, stage = against_rung(w, last, benches)
  if not mean then return false, why, stage, claims end
  message = ("%.3g times `%s`, as a geometric mean"):format(mean, w.track.whole.rung)
  if stage then return true, message, nil, claims, stage end
  return false, ("The last version is %s; the track asks for %g."):format(message, w.track.whole.bronze),
         any_pair(w), claims
end

-- The lab of which no bench shows a gain, of those that need a pair, or else of all; nil where each has one.
-- `better`: false or true of each lab with a pair.
local function without_gain(w, better, any)
  for _, lab in ipairs(w.track.each) do
    if better[lab] == false then return lab end
  end
  return not any and w.groups[1].lab or nil
end

function NEED.total(w)
  if w.chain and w.chain[1] then return total_of_chain(w) end
  local claims, better, any = {}, {}, false
  for _, g in ipairs(w.groups) do
    local t, how = total_of(w, g), ("ridge bench %s --versus attempt:%d"):format(g.lab, g[1].before)
    if not t then
      return false, ("%s, %s: the first version was never timed against the last; the product of %d gains is no " ..
                     "measurement."):format(g.lab, g.bench, #g), how
    elseif t.wide then
      return false, R.too_wide(t, w.within), how .. ", on a quieter machine"
    elseif t.hi < 1 then
      return false, ("%s, %s: the last version is slower than the first: %.4g times as fast, from %.4g to %.4g.")
        :format(g.lab, g.bench, t.ratio, t.lo, t.hi), pair_command(g.lab) .. ", with another change"
    end
    better[g.lab], any = better[g.lab] or t.lo > 1, any or t.lo > 1
    claims[#claims + 1] = {attempt = t.attempt, before = t.before, lab = t.lab, bench = t.bench, ratio = t.ratio,
      lo = t.lo, hi = t.hi, clock = t.clock,
      text = ("%s, %s, from the first version to the last, in one run%s."):format(t.lab, t.bench, t.rates)}
  end
  if #claims == 0 then return false, "There is no pair yet, so no whole.", any_pair(w) end
  local lab = without_gain(w, better, any)
  if lab then
    return false, ("%s: no bench with a pair shows a last version that is faster than the first."):format(lab),
      pair_command(lab) .. ", with another change"
  end
  return true, ("%d measured whole"):format(#claims), nil, claims
end

local FIGURE = {}

function FIGURE.roofline(w, lab)
  for _, m in ipairs(w.ix.measured) do
    local a = w.ix.attempt[m.attempt]
    if a and a.lab == lab and a.impl == "learner" and (m.gflops or 0) > 0 and (m.gbps or 0) > 0 then
      return {{attempt = a.id, lab = lab, text = ("%s stands in the roofline."):format(lab)}}
    end
  end
  return nil, ("%s has no timed run with FLOP and bytes, so no point in the roofline."):format(lab),
         "ridge bench " .. lab
end

local function counted(a, wanted)
  local have = {}
  for name in (a.counters or ""):gmatch("[^,]+") do have[name] = true end
  for _, name in ipairs(wanted) do
    if not have[name] then return false end
  end
  return true
end

-- What one attempt counted in the calls of a chain: the figure's counters, and what its warps waited for most.
local function row_of(w, a, calls)
  local out = {}
  for _, call in ipairs(calls) do
    local cells, stalls = {}, {}
    for _, c in pairs(w.ix.counted[key(a.id, call)] or {}) do
      if c.value > 0 and c.name:find("^stall_") then stalls[#stalls + 1] = c end
    end
    for _, name in ipairs(w.track.figure.counters) do
      local value = both_counted(w.ix, call, "", name, a, a)
      if (value or 0) > 0 then cells[#cells + 1] = ("%s %s"):format(name, F.n(value)) end
    end
    table.sort(stalls, function(x, y) return x.value > y.value or x.value == y.value and x.name < y.name end)
    for k = 1, math.min(3, #stalls) do cells[#cells + 1] = ("%s %.3g %%"):format(stalls[k].name, stalls[k].value) end
    out[#out + 1] = call .. ": " .. (#cells > 0 and table.concat(cells, ", ") or "nothing counted")
  end
  return table.concat(out, "; ")
end

-- Of a chain: a table of its first version and its last.
local function ends_counted(w)
  local first, last = ends_of(w)
  local calls, seen, claims = {}, {}, {}
  for _, m in ipairs(w.chain) do
    if not seen[m.pair.call] then calls[#calls + 1] = m.pair.call end
    seen[m.pair.call] = true
  end
  local before, after = profiles_alike(profiles_of(w, first.lab, first.from), profiles_of(w, last.lab, last.to),
                                       math.huge)
  if not before then
    return nil, ("%s: no backend has profiled both the first version and the last."):format(first.lab),
      ("ridge restore %d; ridge profile %s"):format(last.attempt, last.lab)
  end
  for _, name in ipairs(w.track.figure.counters) do
    if not ((before.counters .. ","):find(name .. ",", 1, true) and (after.counters .. ","):find(name .. ",", 1, true))
    then
      return nil, ("%s: %s is not counted yet, of the first version and the last."):format(first.lab, name),
        "ridge profile " .. first.lab
    end
  end
  claims[1] = {attempt = before.id, lab = first.lab, text = "The first version. " .. row_of(w, before, calls) .. "."}
  claims[2] = {attempt = after.id, lab = last.lab, text = "The last version. " .. row_of(w, after, calls) .. "."}
  return claims
end

-- The first version and the last, so that a reader sees what the changes did.
function FIGURE.counters(w, lab)
  if w.chain and w.chain[1] then return ends_counted(w) end
  local wanted, first, last = w.track.figure.counters, nil, nil
  local names = table.concat(wanted, ", ")
  for _, a in ipairs(w.ix.list) do
    if a.lab == lab and a.impl == "learner" and a.correct and counted(a, wanted) then
      first, last = first or a, a
    end
  end
  if not first then
    return nil, ("%s: %s is not counted yet."):format(lab, names), "ridge profile " .. lab
  end
  local claims = {{attempt = first.id, lab = lab, text = ("%s, counted first: %s."):format(lab, names)}}
  if last.id ~= first.id then
    claims[2] = {attempt = last.id, lab = lab, text = ("%s, counted last: %s."):format(lab, names)}
  end
  return claims
end

-- Mean and sample deviation.
local function spread(list)
  local mean, square = 0, 0
  for _, x in ipairs(list) do mean = mean + x/#list end
  for _, x in ipairs(list) do square = square + (x - mean)^2/math.max(#list - 1, 1) end
  return mean, math.sqrt(square)
end

local function counted_in(w, a, r, case, name)
  local c = (w.ix.counted[key(a.id, r.call)] or {})[key(case, name)]
  return c and c.value
end

local function figures(value) return math.abs(value) < 1000 and ("%.3g"):format(value) or F.n(value, 0) end

-- What an attempt counted in one case, and how its curves end; or nil, the first that is missing, how many came before.
local function result_of(w, a, r)
  local cells = {}
  for _, name in ipairs(r.counters) do
    local value = counted_in(w, a, r, r.case, name)
    if not value then return nil, name, #cells end
    cells[#cells + 1] = ("%s %s"):format(name, figures(value))
  end
  for _, two in ipairs(r.ratios) do -- both counted in one run
    local over = counted_in(w, a, r, r.case, two[2])
    if over and over ~= 0 then
      cells[#cells + 1] = ("%s/%s %.3g"):format(two[1], two[2], counted_in(w, a, r, r.case, two[1])/over)
    end
  end
  for _, id in ipairs(r.curves) do
    local c = w.ix.curve[key(a.id, id)]
    if not (c and c.last) then return nil, "the curve " .. id, #cells end
    local cell = ("%s ends at %.3g after %d steps"):format(id, c.last, c.n)
    if #(c.tail or {}) > 1 then
      local mean, deviation = spread(c.tail)
      cell = ("%s, %.3g ± %.2g over the last %d"):format(cell, mean, deviation, #c.tail)
    end
    cells[#cells + 1] = cell
  end
  return table.concat(cells, ", ")
end

-- The spread of a hidden case's counters over the attempts of one version, each of which drew a seed of its own.
local function drawn_by(w, last, r)
  local seen, ids, values = {}, {}, {}
  for _, a in ipairs(w.ix.list) do
    local first = a.lab == r.lab and a.impl == "learner" and a.correct and a.source == last.source and
                  counted_in(w, a, r, r.drawn.case, r.drawn.counters[1])
    if first and not seen[first] then
      seen[first], ids[#ids + 1] = true, tostring(a.id)
      for _, name in ipairs(r.drawn.counters) do
        values[name] = values[name] or {}
        table.insert(values[name], counted_in(w, a, r, r.drawn.case, name))
      end
    end
  end
  if #ids < r.drawn.least then
    return nil, ("%s, %s: its last version has %d of %d attempts whose seeds differ, so a spread is not known.")
      :format(r.lab, r.drawn.case, #ids, r.drawn.least), "ridge test " .. r.lab .. ", again"
  end
  local cells = {}
  for k, name in ipairs(r.drawn.counters) do cells[k] = ("%s %.3g ± %.2g"):format(name, spread(values[name])) end
  return {attempt = last.id, lab = r.lab, text = ("%s, %s, over %d seeds (attempts %s): %s."):format(r.lab,
    r.drawn.case, #ids, table.concat(ids, ", "), table.concat(cells, ", "))}
end

local function last_pair(w, lab)
  for k = #w.pairs, 1, -1 do
    if w.pairs[k].lab == lab then return w.pairs[k] end
  end
end

-- A stage's row: what an attempt of its lab recorded, the first that did and the last.
function FIGURE.results(w, r)
  local first, last, missing, most, pair, back = nil, nil, nil, -1, last_pair(w, r.lab), false
  for _, a in ipairs(w.ix.list) do
    local text, lacks, found
    if a.lab == r.lab and a.impl == "learner" and a.correct then text, lacks, found = result_of(w, a, r) end
    if lacks and found > most then missing, most = lacks, found end
    if text and R.put_back(w.ix.list, pair, a) then
      back = true
    elseif text then
      last = {attempt = a.id, lab = r.lab, source = a.source, text = text}
      first = first or last
    end
  end
  if not last then
    return nil, missing and ("%s, %s: %s is not counted yet."):format(r.lab, r.case, missing) or
      ("%s has no correct attempt that counted anything."):format(r.lab), "ridge profile " .. r.lab
  end
  if pair and last.source ~= pair.to and last.attempt < pair.attempt then
    return nil, ("%s, %s: no attempt has recorded the version that attempt %d timed, so the row is of an older one.")
      :format(r.lab, r.case, pair.attempt), (back and ("ridge restore %d; "):format(pair.attempt) or "") ..
      "ridge test " .. r.lab
  end
  local claims = {}
  for k, c in ipairs(first.text == last.text and {last} or {first, last}) do
    claims[k] = {attempt = c.attempt, lab = r.lab, text = ("%s, %s%s: %s."):format(r.lab, r.what,
      first.text == last.text and "" or k == 1 and ", recorded first" or ", recorded last", c.text)}
  end
  if r.drawn then
    local claim, why, how = drawn_by(w, w.ix.attempt[last.attempt], r)
    if not claim then return nil, why, how end
    claims[#claims + 1] = claim
  end
  return claims
end

function NEED.figure(w)
  local claims, figure = {}, w.track.figure
  for _, of in ipairs(figure.kind == "results" and figure.results or figure.labs) do
    local some, why, how = FIGURE[figure.kind](w, of)
    if not some then return false, why, how end
    for _, claim in ipairs(some) do claims[#claims + 1] = claim end
  end
  return true, R.attempts_of(claims), nil, claims
end

-- How many items of the rubric the learner ticked, and of how many; nil where nobody went through them.
local function ticked(answer)
  local has, of = 0, 0
  for _, t in ipairs(answer.ticks or {}) do
    if t.who == "self" then has, of = has + (t.ticked and 1 or 0), of + 1 end
  end
  if of > 0 then return has, of end
end

-- Adds the figures that a row of the manifest has of one attempt; returns the first of them in words.
local function add_figures(w, a, r, to)
  local such
  local function take(case, name)
    local value = counted_in(w, a, r, case, name)
    to[#to + 1] = value
    such = such or value and ("attempt %d has %s %s"):format(a.id, name, figures(value))
  end
  for _, name in ipairs(r.counters) do take(r.case, name) end
  for _, name in ipairs(r.drawn and r.drawn.counters or {}) do take(r.drawn.case, name) end
  return such
end

-- What a text is held against (R.unfounded).
local function facts_of(w)
  local of = {lab = {}, figures = {}, labs = {}, such = {}, moved = w.chain or {}, pairs = w.pairs}
  for _, a in ipairs(w.ix.list) do
    if a.correct and among(w.track.uses, a.lab) then of.lab[a.id], of.figures[a.id] = a.lab, {} end
  end
  for _, r in ipairs(w.track.figure and w.track.figure.results or {}) do
    if not among(of.labs, r.lab) then of.labs[#of.labs + 1] = r.lab end
    for _, a in ipairs(w.ix.list) do
      local own = a.impl == "learner" and of.lab[a.id] == r.lab
      local such = own and add_figures(w, a, r, of.figures[a.id])
      of.such[r.lab] = of.such[r.lab] or such or nil
    end
  end
  return of
end

-- The pass is of what can be checked; how good the text is, its writer says, and that gates nothing.
function NEED.text(w, d)
  local a = w.ix.answer[d.question]
  local how = ("ridge answer %s %s TEXT"):format(w.lab, d.question)
  local own, words = R.own_words(a and a.text or "", w.said)
  w.said[#w.said + 1] = a and a.text
  if words < d.words then return false, ("The text has %d of at least %d words."):format(words, d.words), how end
  if #own < d.words then
    return false, ("The text repeats itself: without what stands in it more than once, or in a text before it, it " ..
                   "has %d of at least %d words."):format(#own, d.words), how
  end
  local has, of = ticked(a)
  if not has then
    return false, "The text is written, and you have not gone through its rubric yet.",
           (how:gsub("TEXT$", "--ticks LIST"))
  end
  local last = w.pairs[#w.pairs]
  if d.after == "pairs" and last and a.when < last.started then
    return false, ("The text was written before attempt %d, the last pair, was measured."):format(last.attempt), how
  end
  local why = R.unfounded(d, a.text, facts_of(w))
  if why then return false, why, how end
  return true, ("%d %s, self-assessed %d of %d"):format(#own, #own == 1 and "word" or "words", has, of)
end

-- --- the whole ------------------------------------------------------------------------------------

local function within_of(doc)
  for _, d in ipairs(doc.deliverables) do
    if d.need == "pairs" then return d.within end
  end
  return math.huge
end

local function judge(doc, track, ix)
  local w = {lab = doc.id, track = track, ix = ix, within = within_of(doc), said = {}}
  w.races = R.races(ix, track, w.within)
  w.pairs, w.blind, w.wide = R.race_pairs(w.races)
  w.groups = groups_of(w.pairs)
  for _, d in ipairs(doc.deliverables) do
    if d.need == "moved" then
      w.links = links_of(w, d)
      w.chain = chain_of(w, w.links)
    end
  end
  local out = {track = track.id, title = track.title, milestones = {}, met = 0, pairs = #w.pairs}
  for k, d in ipairs(doc.deliverables) do
    local ok, message, how, claims, stage = NEED[d.need](w, d)
    out.met = out.met + (ok and 1 or 0)
    for _, c in ipairs(claims or {}) do c.started = ix.attempt[c.attempt].started end
    out.milestones[k] = {id = d.id, kind = "deliverable", goal = d.goal, max = d.max, points = ok and d.max or 0,
      status = ok and "PASS" or "FAIL", message = message, hint = how or "", stage = stage,
      claims = host.array(claims or {})}
  end
  return out
end

-- Answers are the grader's usual ones: they never fail a run.
local function add_answers(doc, to, ix)
  local total, right = 0, 0
  for _, q in ipairs(doc.questions or {}) do
    if q.kind ~= "text" then
      local a = ix.answer[q.id]
      total, right = total + 1, right + (a and a.status == "PASS" and 1 or 0)
    end
  end
  if total == 0 then return end
  local max = doc.points and doc.points.answers or 10
  local goal = ("%d %s answered right"):format(total, total == 1 and "question" or "questions")
  table.insert(to.milestones, {id = "answers", kind = "answers", goal = goal,
    max = max, points = max * right / total, status = right == total and "PASS" or "PENDING", hint = "",
    message = ("%d of %d right (ridge answer %s)"):format(right, total, doc.id)})
end

-- The track with the most behind it: more deliverables, then more pairs, then the first.
function R.ops.capstone(arg)
  local owner = R.load_lab(arg.id)
  if not owner then return nil end
  local ix, best = index(arg.evidence), nil
  for _, track in ipairs(owner.doc.tracks) do
    local j = (not arg.track or arg.track == track.id) and judge(owner.doc, track, ix)
    if j and (not best or j.met > best.met or j.met == best.met and j.pairs > best.pairs) then best = j end
  end
  if not best then return host.null end
  best.complete = best.met == #best.milestones
  add_answers(owner.doc, best, ix)
  best.status = not best.complete and "FAIL" or "PASS"
  for _, m in ipairs(best.milestones) do
    m.points = math.tointeger(m.points) or m.points
    if best.status == "PASS" and m.status ~= "PASS" then best.status = m.status end
  end
  best.milestones = host.array(best.milestones)
  return best
end
