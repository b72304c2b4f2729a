-- capstone.lua: what the workbook holds (evidence, of tui/app/evidence.h) against a capstone's deliverables.
-- A pure function of its argument: nothing passes for which no attempt, prediction or answer is there.
local host, R = ...

local function key(...) return table.concat({...}, "\0") end

local function among(list, v)
  for _, x in ipairs(list or {}) do
    if x == v then return true end
  end
  return false
end

-- --- the evidence, put in order -------------------------------------------------------------------

local function index(e)
  local ix = {attempt = {}, list = e.attempts or {}, measured = e.measurements or {}, said = {}, answer = {}}
  for _, a in ipairs(ix.list) do ix.attempt[a.id] = a end
  for _, p in ipairs(e.predictions or {}) do
    if p.attempt and p.value then ix.said[key(p.attempt, p.key)] = p end
  end
  for _, a in ipairs(e.answers or {}) do ix.answer[a.question] = a end
  return ix
end

-- ": 1800 tok/s, then 4500" where the lab counts what a call makes.
local function rates_of(m)
  if not ((m.items or 0) > 0 and (m.t_reference or 0) > 0 and (m.t_learner or 0) > 0) then return "" end
  return (": %.4g %s/s, then %.4g"):format(m.items/m.t_reference, m.item, m.items/m.t_learner)
end

-- Timed runs of one version against another, in one run each: the oldest first.
local function races(ix, track)
  local out = {}
  for _, m in ipairs(ix.measured) do
    local after = ix.attempt[m.attempt]
    local before = after and ix.attempt[tonumber(after.impl:match("^versus:attempt:(%d+)$"))]
    if before and among(track.uses, after.lab) and before.lab == after.lab and after.correct and m.ratio and
       m.lo and m.hi and m.lo <= m.ratio and m.ratio <= m.hi and before.source ~= after.source then
      out[#out + 1] = {attempt = after.id, lab = after.lab, bench = m.bench, ratio = m.ratio, lo = m.lo, hi = m.hi,
                       before = before.id, from = before.source, to = after.source, started = after.started,
                       clock = m.clock, rates = rates_of(m), said = ix.said[key(after.id, "versus:" .. m.bench)]}
    end
  end
  table.sort(out, function(a, b)
    if a.attempt ~= b.attempt then return a.attempt < b.attempt end
    return a.bench < b.bench
  end)
  return out
end

-- A pair is the first race of a change, and it was predicted. Whoever has seen the ratio predicts nothing.
local function pairs_of(list)
  local out, seen, blind = {}, {}, nil
  for _, r in ipairs(list) do
    local change = key(r.lab, r.bench, r.from, r.to)
    local predicted = r.said and r.said.when <= r.started
    if not seen[change] and predicted then
      out[#out + 1] = r
    elseif not seen[change] then
      blind = blind or r
    end
    seen[change] = true
  end
  return out, blind
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

local function profile_of(w, lab, source, before)
  for _, a in ipairs(w.ix.list) do
    if a.lab == lab and a.impl == "learner" and a.correct and a.counters ~= "" and (not source or a.source == source)
       and (not before or a.id < before) then return a end
  end
end

function NEED.profile(w)
  local claims = {}
  for _, g in ipairs(first_pairs(w.pairs)) do
    local p = profile_of(w, g.lab, g.from, g.attempt)
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
  if #claims > 0 then
    return true, ("profiled before the first change: attempt %d"):format(claims[1].attempt), nil, claims
  end
  for _, lab in ipairs(w.track.uses) do
    local p = profile_of(w, lab)
    if p then
      return true, ("attempt %d profiles %s"):format(p.id, lab), nil, {{attempt = p.id, lab = lab,
             text = ("%s was counted: the baseline."):format(lab)}}
    end
  end
  return false, "There is no profile of a correct version in " .. table.concat(w.track.uses, ", "),
         "ridge profile " .. w.track.uses[1]
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
  return ("ridge bench %s --versus attempt:N --predict RATIO"):format(lab)
end

function NEED.pairs(w, d)
  local has, claims = {}, {}
  for _, p in ipairs(w.pairs) do
    has[p.lab] = true
    claims[#claims + 1] = {attempt = p.attempt, before = p.before, lab = p.lab, bench = p.bench, ratio = p.ratio,
      lo = p.lo, hi = p.hi, predicted = p.said.value, clock = p.clock,
      text = ("%s, %s, attempt %d against attempt %d%s."):format(p.lab, p.bench, p.attempt, p.before, p.rates)}
  end
  for _, lab in ipairs(w.track.each) do
    if not has[lab] then
      return false, ("%s has no pair before and after."):format(lab), pair_command(lab), claims
    end
  end
  local changes = changes_in(w.pairs)
  if changes < d.min and w.blind then
    return false, ("%d of %d pairs; attempt %d was timed without a prediction before the measurement."):format(changes,
           d.min, w.blind.attempt), pair_command(w.blind.lab) .. ", with another change", claims
  elseif changes < d.min and changes < #w.pairs then
    return false, ("%d of %d pairs before and after: one change that is timed on several benches is one pair.")
      :format(changes, d.min), pair_command(w.track.uses[1]), claims
  elseif changes < d.min then
    return false,
      ("%d of %d pairs before and after, each predicted and then measured in one run"):format(changes, d.min),
           pair_command(w.track.uses[1]), claims
  end
  return true, ("%d %s, each predicted first"):format(changes, changes == 1 and "pair" or "pairs"), nil, claims,
         stage_of(w, d)
end

local function total_of(w, g)
  for _, r in ipairs(w.races) do
    if r.lab == g.lab and r.bench == g.bench and r.from == g[1].from and r.to == g[#g].to then return r end
  end
end

function NEED.total(w)
  local claims = {}
  for _, g in ipairs(w.groups) do
    local t = total_of(w, g)
    if not t then
      return false, ("%s, %s: the first version was never timed against the last; the product of %d gains is no " ..
                     "measurement.")
        :format(g.lab, g.bench, #g), ("ridge bench %s --versus attempt:%d"):format(g.lab, g[1].before)
    end
    claims[#claims + 1] = {attempt = t.attempt, before = t.before, lab = t.lab, bench = t.bench, ratio = t.ratio,
      lo = t.lo, hi = t.hi, clock = t.clock,
      text = ("%s, %s, from the first version to the last, in one run%s."):format(t.lab, t.bench, t.rates)}
  end
  if #claims == 0 then return false, "There is no pair yet, so no whole.", pair_command(w.track.uses[1]) end
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

-- The first version and the last, so that a reader sees what the changes did.
function FIGURE.counters(w, lab)
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

function NEED.figure(w)
  local claims, ids = {}, {}
  for _, lab in ipairs(w.track.figure.labs) do
    local some, why, how = FIGURE[w.track.figure.kind](w, lab)
    if not some then return false, why, how end
    for _, claim in ipairs(some) do
      claims[#claims + 1] = claim
      ids[#ids + 1] = tostring(claim.attempt)
    end
  end
  return true, ("attempt%s %s"):format(#ids > 1 and "s" or "", table.concat(ids, ", ")), nil, claims
end

function NEED.text(w, d)
  local a = w.ix.answer[d.question]
  local how = ("ridge answer %s %s TEXT"):format(w.lab, d.question)
  local _, words = (a and a.text or ""):gsub("%S+", "")
  if words < d.words then return false, ("The text has %d of at least %d words."):format(words, d.words), how end
  if a.status ~= "PASS" then
    return false, "The text is written, and its rubric is not all ticked yet.", (how:gsub("TEXT$", "--ticks LIST"))
  end
  local last = w.pairs[#w.pairs]
  if d.after == "pairs" and last and a.when < last.started then
    return false, ("The text was written before attempt %d, the last pair, was measured."):format(last.attempt), how
  end
  return true, ("%d %s"):format(words, words == 1 and "word" or "words")
end

-- --- the whole ------------------------------------------------------------------------------------

local function judge(doc, track, ix)
  local w = {lab = doc.id, track = track, ix = ix, races = races(ix, track)}
  w.pairs, w.blind = pairs_of(w.races)
  w.groups = groups_of(w.pairs)
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
