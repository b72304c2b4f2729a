-- grade.lua: one run's raw report, the resolved lab and the learner's history -> milestones.
-- Loaded after the prelude of curriculum/lua; a pure function of its argument.
local host, R = ...
local F = R.F

local STAGES = {"bronze", "silver", "gold"}
local RATIO_MAX = 1e6 -- nothing is so much faster than a reference
local WORTH = {bronze = .5, silver = .75, gold = 1}

local function plural(n, one, many)
  return ("%d %s"):format(n, n == 1 and one or many or one .. "s")
end

local function key(...) return table.concat({...}, "\0") end

-- --- evidence: what failed, for the hints -------------------------------------------------------

local function new_milestone(m)
  return {id = m.id, kind = m.kind, goal = m.goal, max = m.max, status = "PENDING", message = "",
          points = 0, evidence = {}, bench = m.bench, beside = m.beside}
end

-- As a sentence ends.
local function sentence(s)
  return s:find("[%.!?:]%s*$") and s or s .. "."
end

-- The message is a sentence; of what passed or is open it is a few words or the figure beside the sign.
local function settle(m, status, format, ...)
  m.status = status
  m.message = select("#", ...) > 0 and format:format(...) or format
  if status ~= "PASS" and status ~= "PENDING" then m.message = sentence(m.message) end
  if status == "PASS" then m.points = m.max end
  return m
end

local function blame(m, ...)
  for _, e in ipairs({...}) do m.evidence[e] = true end
end

-- The event of a hint for a submission that the system ended.
local function how_it_ended(g, code) return code == g.code.LIMIT and "limit" or "crash" end

-- --- lookups over the raw report ----------------------------------------------------------------

-- Of a case that stands there twice the first that is no pass; of a bench the first; of a counter that Nsight Compute
-- and the emulator have the emulator's, which the gates were written for and which is the same on every machine; a gate
-- on a GPU alone has what the GPU and its compiler say (`native`): one run may have counted on both.
local function index_raw(raw)
  local ix = {cases = {}, counters = {}, native = {}, benches = {}, skipped = {}, charged = {}, doubted = {}}
  for _, c in ipairs(raw.cases or {}) do
    local k = key(c.case or "", c.call or "")
    if not ix.cases[k] or ix.cases[k].status == "PASS" then ix.cases[k] = c end
  end
  for _, c in ipairs(raw.counters or {}) do
    local k = key(c.case or "", c.call or "", c.name or "")
    if (ix.counters[k] or c).source ~= "simt" or c.source == "simt" then ix.counters[k] = c end
    if c.source ~= "simt" then ix.native[k] = c end
  end
  for _, b in ipairs(raw.measurements or {}) do
    ix.benches[b.bench or ""] = ix.benches[b.bench or ""] or b
  end
  for _, s in ipairs(raw.skipped or {}) do
    if s.doubted then ix.doubted[s.phase or ""] = s.why or "The counts are ones that cannot be."
    else ix.skipped[s.phase or ""] = s.why or "This phase was skipped." end
    if s.charged then ix.charged[s.phase or ""] = s.why end -- the submission's own doing
  end
  return ix
end

-- --- one grader a kind --------------------------------------------------------------------------

local GRADE = {}

local function describe_case(c)
  local where = ("case %s%s"):format(c.case or "?", c.backend == "cuda" and ", on the GPU" or "")
  if c.said then return ("%s (%s)"):format((c.said:gsub("%.$", "")), where) end
  local text = ("%s, %s"):format(c.call or "?", where)
  if c.message and c.message ~= "" then return text .. ": " .. c.message end
  local mm = c.mismatch
  if mm and mm.out then
    return ("%s: mismatch at %s[%s]: expected %s, got %s (%s of %s elements wrong)"):format(text,
      mm.out, F.show(mm.index or 0), tostring(mm.expected), tostring(mm.actual),
      F.show(mm.bad or 1), F.show(mm.total or 1))
  end
  return text
end

-- Kernels that are not in the source at all, each said once.
local function missing_kernels(g)
  local names, seen = {}, {}
  for _, c in ipairs(g.raw.cases or {}) do
    local name = (c.message or ""):match("^There is no kernel ([%w_]+)")
    if name and not seen[name] then
      seen[name] = true
      names[#names + 1] = name
    end
  end
  if #names == 0 then return nil end
  local files = g.lab.edit or {}
  return ("%s %s no %s: lab.h declares it, and a kernel is found only when it is extern \"C\"."):format(
    table.concat(files, " and "), #files > 1 and "define" or "defines", table.concat(names, ", "))
end

function GRADE.correct(m, g)
  local wanted, passed, failed, errors, missing, skipped = 0, 0, 0, 0, 0, 0
  local broke_out = g.raw.error and g.raw.error.code == g.code.SUSPICIOUS
  local first, first_missing, first_skipped, escape
  for _, case in ipairs(g.lab.cases) do
    if case.judged then -- resolve.lua says which
      for _, call in ipairs(case.calls) do
        wanted = wanted + 1
        local got = g.ix.cases[key(case.id, call.call)]
        if not got then
          missing = missing + 1
          first_missing = first_missing or ("%s, case %s"):format(call.call, case.id)
        elseif got.status == "PASS" then
          passed = passed + 1
        elseif got.status == "SKIPPED" then
          skipped = skipped + 1
          first_skipped = first_skipped or got.message
        else
          if got.status == "FAIL" then failed = failed + 1 else errors = errors + 1 end
          first = first or got
          if broke_out and got.message == g.raw.error.message then escape = escape or got end
          if not got.timeout then -- of what did not end nobody knows the results, which such hints are about
            blame(m, "correct", "case:" .. case.id, "call:" .. call.call, "case:" .. case.id .. "/" .. call.call)
            for _, t in ipairs(case.tags) do blame(m, "case:" .. t) end
            if case.hidden then blame(m, "case:hidden") end
          end
          if got.status ~= "FAIL" then blame(m, how_it_ended(g, got.code)) end
        end
      end
    end
  end
  m.right, m.cases = passed, wanted
  local absent = missing_kernels(g)
  if absent and not broke_out then return settle(m, first.status == "FAIL" and "FAIL" or "ERROR", "%s", absent) end
  if first then
    local more = failed + errors > 1 and (" (%d more)."):format(failed + errors - 1) or ""
    local found = g.raw.found -- what the emulator's checks say of the smallest that failed comes before its results
    if found then
      m.found = found.message
      blame(m, "found", "found:" .. (found.kind or "error"))
    end
    -- SUSPICIOUS: it asked the system for what a lab never needs; kept, with the evidence, for a person to judge,
    -- whatever was wrong before
    local status = broke_out and "SUSPICIOUS" or first.status == "FAIL" and "FAIL" or "ERROR"
    local said = describe_case(escape or first)
    m.endless = first.timeout and not found
    if first.timeout and skipped > 0 then
      more = (more ~= "" and more or ".") .. (" %s not tried after it."):format(
        skipped == 1 and "1 case was" or skipped .. " cases were")
    end
    if more ~= "" then said = said:gsub("%.$", "") end
    return settle(m, status, "%s%s%s", found and not broke_out and sentence(found.message) .. " " or "", said, more)
  end
  if missing > 0 then
    local e = g.raw.error
    if e then
      blame(m, how_it_ended(g, e.code))
      return settle(m, "ERROR", "%s", e.message or "The run ended early.")
    end
    if g.ix.skipped.correct then return settle(m, "SKIPPED", "%s", g.ix.skipped.correct) end
    return settle(m, "ERROR", "The run ended before %s (%d of %d cases were judged).", first_missing,
                  wanted - missing, wanted)
  end
  if skipped > 0 then
    local why = g.ix.skipped.correct or first_skipped
    return settle(m, "SKIPPED", "%d of %d cases could not run here%s", skipped, wanted, why and ". " .. why or "")
  end
  if passed == 0 then -- the lab's fault: `lab check` refuses it
    m.ours = true
    return settle(m, "ERROR", "Nothing was run: the lab has no case for `correct`.")
  end
  return settle(m, "PASS", "%s right", plural(passed, "case"))
end

function GRADE.sanitize(m, g)
  local s, why = g.raw.sanitize, g.ix.skipped.sanitize
  if not s and g.ix.charged.sanitize then
    blame(m, "sanitize")
    return settle(m, "FAIL", "%s", g.ix.charged.sanitize)
  end
  if not s and not why then return settle(m, "PENDING", "Not run yet") end
  if not s or s.status == "SKIPPED" then
    return settle(m, "SKIPPED", "%s", s and s.message or why or "The sanitizers did not run.")
  end
  if s.status == "PASS" then return settle(m, "PASS", "clean") end
  blame(m, "sanitize")
  local where = s.file and (" at %s:%s"):format(s.file, F.show(s.line or 0)) or ""
  return settle(m, "ERROR", "%s%s", (s.message or "The sanitizer reported an error."):gsub("%.$", ""),
                s.message and s.file and not s.message:find(s.file, 1, true) and where or "")
end

local COMPARE = {
  ["<="] = function(a, b) return a <= b end, [">="] = function(a, b) return a >= b end,
  ["<"] = function(a, b) return a < b end, [">"] = function(a, b) return a > b end,
  ["=="] = function(a, b) return a == b end,
}

-- As a sentence says what a gate asks for.
local BOUND = {["=="] = "", ["<="] = "at most ", [">="] = "at least ", ["<"] = "less than ", [">"] = "more than "}

local function find_counter(g, gate)
  local native = gate.on == "cuda"
  local c = (native and g.ix.native or g.ix.counters)[key(gate.case or "", gate.call or "", gate.counter)]
  if c or gate.case then return c end
  for _, other in ipairs(g.raw.counters or {}) do -- compile counters may come with any case
    local its_call = not gate.call or other.call == gate.call
    if other.name == gate.counter and its_call and not (native and other.source == "simt") then return other end
  end
  return nil
end

-- Gates of a milestone: compile gates for `compile` or `limits`, the rest for `profile`.
local function grade_gates(m, g, compile, phase)
  local applicable, passed, skipped, elsewhere = 0, 0, nil, nil
  local fail
  for _, gate in ipairs(g.lab.gates) do
    if gate.compile == compile then
      if gate.on and not g.on[gate.on] then
        elsewhere = gate.on
      else
        applicable = applicable + 1
        local c = find_counter(g, gate)
        local counted = c and type(c.value) == "number" and (c.value >= 0 or c.source == "lab")
        if not counted then
          skipped = skipped or ("The counter %s of %s was not counted: %s"):format(gate.counter,
            gate.call or "the build", g.ix.skipped[phase] or g.ix.skipped[gate.counter]
            or "this machine has no such counter.")
        elseif COMPARE[gate.op](c.value, gate.value) then
          passed = passed + 1
        else
          blame(m, phase, "counter:" .. gate.counter, "gate:" .. gate.id)
          if gate.call then blame(m, "call:" .. gate.call) end
          local words = g.counters[gate.counter]
          fail = fail or ("%s is %s%s; it should be %s%s. The goal: %s"):format(R.gate_name(gate), F.n(c.value),
            words and " (" .. words .. ")" or "", BOUND[gate.op], F.n(gate.value), gate.why)
        end
      end
    end
  end
  return {applicable = applicable, passed = passed, skipped = skipped, fail = fail,
          elsewhere = elsewhere}
end

local function bench_of(g, id)
  for _, b in ipairs(g.lab.bench) do
    if b.id == id then return b end
  end
end

-- The backend that a milestone of figures needs and this run is not on: it is out of reach then, whatever was handed
-- in, so that what can be reached is the same for all of a class.
local function elsewhere(m, g)
  if m.kind == "perf" then
    local b = bench_of(g, m.bench)
    local on = b and b.on -- a bench that the lab lacks is told by GRADE.perf
    return on and not g.on[on] and on or nil, "This milestone needs the %s backend."
  elseif m.kind == "profile" or m.kind == "limits" then
    local on
    for _, gate in ipairs(g.lab.gates) do
      if gate.compile == (m.kind == "limits") then
        if not gate.on or g.on[gate.on] then return nil end
        on = gate.on
      end
    end
    if m.kind ~= "limits" then return on, "The limits of this milestone need the %s backend." end
    return on, "The limits of registers and shared memory need nvcc: --backend %s checks them."
  end
end

-- Did the phase that counts for these gates run at all? A bench alone counts nothing.
local function measured(g, kind)
  for _, c in ipairs(g.raw.counters or {}) do
    if kind ~= "profile" or c.source ~= "lab" then return true end
  end
  return false
end

-- Profile before you optimise: an earlier profile of a correct version counts, and so does this run's own,
-- which was taken before the clock started. A lab that counts nothing has nothing to wait for.
local function unlocked(g)
  return g.history.profiled or #g.lab.gates == 0 or measured(g, "profile")
end

local COUNT_DOUBTED = "%s What was counted gives no points; what correctness gave stays, and a person is to look " ..
                      "at the source."

local function settle_gates(m, g, r, name)
  local doubt = g.ix.doubted[m.kind]
  if doubt then
    blame(m, m.kind)
    return settle(m, "SUSPICIOUS", COUNT_DOUBTED, sentence(doubt))
  end
  if r.fail then return settle(m, "FAIL", "%s", r.fail) end
  if r.skipped and not measured(g, m.kind) and not g.ix.skipped[m.kind] then
    return settle(m, "PENDING", "Not profiled %s (ridge profile %s)", g.history.profiled and "in this run" or "yet",
                  g.lab.id)
  end
  if r.skipped and g.ix.charged[m.kind] then
    blame(m, m.kind)
    return settle(m, "FAIL", "%s", r.skipped)
  end
  if r.skipped then return settle(m, "SKIPPED", "%s", r.skipped) end
  return settle(m, "PASS", r.applicable == 0 and name or "%d of %s met", r.passed, plural(r.applicable, "limit"))
end

function GRADE.compile(m, g)
  if not g.raw.build or g.raw.build.ok ~= true then return settle(m, "PENDING", "Not built yet") end
  if g.limits then return settle(m, "PASS", "compiles") end
  return settle_gates(m, g, grade_gates(m, g, true, "compile"), "compiles")
end

-- The limits of `compile` where only the compiler for a GPU can tell: a milestone of their own, beside the total.
function GRADE.limits(m, g)
  if not g.raw.build or g.raw.build.ok ~= true then return settle(m, "PENDING", "Not built yet") end
  return settle_gates(m, g, grade_gates(m, g, true, "limits"), "compiles")
end

function GRADE.profile(m, g)
  return settle_gates(m, g, grade_gates(m, g, false, "profile"), "profiled")
end

local function next_stage(stages, reached)
  for _, s in ipairs(STAGES) do
    if not reached or (WORTH[s] > WORTH[reached]) then return s, stages[s] end
  end
end

-- A ceiling that was measured beside other work is too low, and so is a clock: nobody is doubted below this much above.
local ABOVE_ROOF = 1.5

-- The best of a calibration's rows for as many threads as the clock sees, a second; nil where there is none.
local function calibrated(g, rows, several)
  local best
  for _, r in ipairs(rows or {}) do
    if type(r.median) == "number" and ((r.threads or 1) > 1) == several then
      best = math.max(best or 0, r.median)
    end
  end
  return best
end

-- FLOP and bytes a second that no program passes here: of `ridge calibrate`, or else of the core's clock and widest
-- instructions. The calibration counts f32; of narrower numbers more are done at once.
local function roof(g, got)
  local p = type(got.peak) == "table" and got.peak or {}
  local several, c = got.clock == "wall" and (g.threads or 1) > 1, g.calibration or {}
  local flops, bytes = calibrated(g, c.flops, several), calibrated(g, c.bandwidth, several)
  flops = flops and flops * (tonumber(p.narrow) or 1) or (tonumber(p.gflops) or math.huge) * 1e9
  bytes = bytes or (tonumber(p.gbps) or math.huge) * 1e9
  return flops, bytes, c.flops and "`ridge calibrate`" or "its clock and widest instructions"
end

-- What the lab's formulas ask for in less time than this machine needs for it: the sentence, or nil. Formulas that the
-- reference itself is too fast for say nothing.
local function too_fast(g, got, b)
  if b.metric ~= "time" or (got.clock ~= "cpu" and got.clock ~= "wall") then return nil end
  local flops, bytes, by = roof(g, got)
  local t, reference = got.t_learner, got.t_reference
  if type(t) ~= "number" or type(reference) ~= "number" or not (t > 0) then return nil end
  for _, x in ipairs({{b.flops, flops, "FLOP", "FLOP/s"}, {b.bytes, bytes, "B", "B/s"}}) do
    local work, most, unit, rate = table.unpack(x)
    if type(work) == "number" and work > most * ABOVE_ROOF * t and work <= most * ABOVE_ROOF * reference then
      return ("The call is faster than this machine: %s in %s are %s, and by %s this machine does %s at most."):format(
        F.si(work, unit), F.si(t, "s"), F.si(work / t, rate), by, F.si(most, rate))
    end
  end
end

function GRADE.perf(m, g)
  local b = bench_of(g, m.bench)
  if not b then -- the lab's fault: a lab that was read whole has each
    m.ours = true
    return settle(m, "ERROR", "Nothing was timed: the lab has no bench %s.", tostring(m.bench))
  end
  local got = g.ix.benches[m.bench]
  local function aim(reached)
    local s, at = next_stage(b.stages, reached)
    m.goal = s and ("%s: %s in %s"):format(s, R.of_reference(b.metric, F.show(at), g.owner.doc.counters), b.call)
      or ("gold in %s"):format(b.call)
  end
  aim(nil)
  if g.raw.versus then
    return settle(m, "PENDING", "The call was timed against %s, which decides nothing.", g.raw.versus)
  end
  if not unlocked(g) then
    return settle(m, "PENDING", "Locked: profile a correct version first (ridge profile %s)",
                  g.lab.id)
  end
  if not got then
    if g.ix.charged.perf then
      blame(m, "perf")
      return settle(m, "FAIL", "%s", g.ix.charged.perf)
    end
    if g.ix.skipped.perf then return settle(m, "SKIPPED", "%s", g.ix.skipped.perf) end
    return settle(m, "PENDING", "Not measured yet (ridge bench %s)", g.lab.id)
  end
  local lo, hi = got.lo or got.ratio, got.hi or got.ratio
  if got.fault == "learner" then
    blame(m, "perf", "call:" .. b.call) -- not the bench, whose hints are for what is right and slow
    return settle(m, "FAIL", "%s", got.error)
  end
  if got.fault == "clock" then
    m.untrusted = true
    return settle(m, "INCONCLUSIVE", "%s A time that cannot be gives no points; what correctness gave stays. " ..
                  "Run the bench again; if the time stays so, on another GPU or with another driver.",
                  sentence(tostring(got.error)))
  end
  if got.fault == "count" then
    blame(m, "perf")
    return settle(m, "SUSPICIOUS", COUNT_DOUBTED, sentence(tostring(got.error)))
  end
  if type(lo) ~= "number" or type(hi) ~= "number" then
    return settle(m, "INCONCLUSIVE", "%s", got.error or got.note or "No ratio could be measured.")
  end
  if got.lo and not got.hi then
    return settle(m, "INCONCLUSIVE", "%s x the reference, after too few pairs to say how sure that is",
                  F.n(got.ratio or lo, 3))
  end
  local ratio = got.ratio or lo
  if type(ratio) ~= "number" or not (lo <= ratio and ratio <= hi and hi < RATIO_MAX) then
    return settle(m, "INCONCLUSIVE", "The figures contradict each other: %s (%s to %s).", tostring(ratio), F.n(lo),
                  F.n(hi))
  end
  local reached, straddled
  for _, s in ipairs(STAGES) do
    local at = b.stages[s]
    if lo >= at then
      reached = s
    elseif hi >= at and not straddled then
      straddled = s
    end
  end
  local aa = g.raw.self_test
  if aa and aa.sound == false and b.metric == "time" then
    return settle(m, "INCONCLUSIVE", "The reference against itself gave %s (%s to %s) instead of 1: too much else " ..
                  "is running here; %s was %s.", F.n(aa.ratio or 0, 3), F.n(aa.lo or 0, 3), F.n(aa.hi or 0, 3), b.call,
                  F.n(got.ratio or lo, 3))
  end
  local impossible = too_fast(g, got, b)
  if impossible then
    blame(m, "perf")
    return settle(m, "SUSPICIOUS", "%s The time gives no points; what correctness gave stays.", impossible)
  end
  local figures = ("%s x the reference"):format(F.n(got.ratio or lo, 3))
  if lo ~= hi then figures = ("%s (%s to %s)"):format(figures, F.n(lo, 3), F.n(hi, 3)) end
  local busy = got.busy == true -- which the figures say themselves
  if aa and type(aa.sound) ~= "boolean" and b.metric == "time" and not busy then
    figures = figures .. "; whether the machine was idle could not be checked"
  end
  local noise = got.doubt and "within the doubt: " .. got.doubt or "within the noise; run again"
  m.stage = reached
  aim(reached)
  if reached then
    settle(m, "PASS", "%s: %s%s", reached, figures, straddled and
           ("; %s at %s is %s"):format(straddled, F.show(b.stages[straddled]), noise) or "")
    m.points = m.max * WORTH[reached]
    m.straddled = straddled
    return m
  end
  blame(m, "perf", "bench:" .. b.id) -- not the call: what is only slow is right
  if straddled then
    return settle(m, "INCONCLUSIVE", "%s: %s needs %s, which is %s", figures, straddled,
                  F.show(b.stages[straddled]), noise)
  end
  return settle(m, "FAIL", "%s; bronze needs %s", figures, F.show(b.stages.bronze))
end

function GRADE.answers(m, g)
  local total, right, wrong, first_wrong = 0, 0, 0, nil
  for _, q in ipairs(g.lab.questions) do
    if q.kind ~= "text" then
      total = total + 1
      local s = (g.history.answers or {})[q.id]
      if s == "PASS" then
        right = right + 1
      elseif s then
        wrong = wrong + 1
        first_wrong = first_wrong or q.id
      end
    end
  end
  if right == total then return settle(m, "PASS", "all %s right", plural(total, "answer")) end
  if wrong > 0 then blame(m, "answers") end
  settle(m, "PENDING", "%d of %d right%s (ridge answer %s)", right, total,
         first_wrong and ("; not yet: %s"):format(first_wrong) or "", g.lab.id)
  m.points = total > 0 and m.max * right / total or 0
  return m
end

-- --- the lab's own checks -----------------------------------------------------------------------

local ABSENT = {} -- thrown by t.counter and t.ratio when the run has no such figure

-- What a check reads places it: a ratio with `perf`, a counter with `profile`, else `correct`.
local function check_api(g, seen)
  local t = {f = g.owner.f, hw = R.hw, lab = g.lab.id}
  local function known_call(call)
    for _, c in ipairs(g.lab.calls) do
      if c.name == call then return end
    end
    error(("no call '%s' in this lab"):format(tostring(call)), 3)
  end
  function t.case(id, call)
    known_call(call)
    local c = g.ix.cases[key(id, call)]
    if not c then
      seen.absent = ("%s did not run on case %s"):format(call, id)
      error(ABSENT)
    end
    return {pass = c.status == "PASS", status = c.status, message = c.message, ms = c.ms}
  end
  function t.counter(call, case, name)
    known_call(call)
    seen.counter = true
    local c = g.ix.counters[key(case, call, name)]
    if not c or type(c.value) ~= "number" then
      seen.absent = ("%s of %s on case %s was not counted"):format(name, call, case)
      error(ABSENT)
    end
    return c.value
  end
  local function measurement(bench)
    if not bench_of(g, bench) then
      error(("no bench '%s' in this lab"):format(tostring(bench)), 3)
    end
    seen.ratio = bench
    local b = g.ix.benches[bench]
    if not b or not b.ratio then
      seen.absent = ("%s was not measured"):format(bench)
      error(ABSENT)
    end
    return b
  end
  function t.ratio(bench) return measurement(bench).ratio end
  function t.time(bench) return measurement(bench).t_learner end
  function t.passed(lab)
    for _, id in ipairs(g.history.passed or {}) do
      if id == lab then return true end
    end
    return false
  end
  return t
end

local function milestone_for(list, seen, check)
  local want = check.milestone or seen.ratio and "perf" or seen.counter and "profile" or "correct"
  local correct
  for _, m in ipairs(list) do
    if m.id == want then return m end
    if m.kind == "correct" then correct = m end
  end
  for _, m in ipairs(list) do
    local its_bench = want ~= "perf" or not seen.ratio or m.bench == seen.ratio
    if m.kind == want and its_bench then return m end
  end
  return correct
end

local function run_checks(g, list)
  for _, check in ipairs(g.owner.doc.checks or {}) do
    local seen = {}
    host.note(("check '%s'"):format(check.name))
    local ok, pass, message, hint = pcall(check.fn, check_api(g, seen))
    local m = milestone_for(list, seen, check)
    if not ok and pass == ABSENT then
      if m.status == "PASS" and not seen.ratio then
        settle(m, "SKIPPED", "The check '%s' had nothing to judge: %s", check.name, seen.absent)
        m.points = 0
      end
    elseif not ok then
      R.report_thrown(pass, R.loc[check].file, R.loc[check].line)
      settle(m, "ERROR", "The check '%s' is broken: %s", check.name, tostring(pass))
      m.points, m.ours = 0, true
    elseif not pass and m.status == "PASS" then
      settle(m, "FAIL", "%s: %s", check.name,
             type(message) == "string" and message or "this does not hold")
      m.points = 0
      blame(m, "check:" .. check.name, m.id, m.kind)
      if type(hint) == "string" then m.hint = hint end
    end
  end
end

-- A drill is done when all else is passed. What this machine can't judge is passed over, unless it is `correct`.
local function settle_drill(list)
  local drill, judged = nil, false
  for _, m in ipairs(list) do
    if m.kind == "drill" then drill = m end
  end
  for _, m in ipairs(drill and list or {}) do
    local open = m.status ~= "PASS" and (m.status ~= "SKIPPED" or m.kind == "correct")
    judged = judged or m.status == "PASS"
    if m ~= drill and not m.beside and open then return settle(drill, "PENDING", "Comes after %s", m.id) end
  end
  if judged then settle(drill, "PASS", "done") end
end

-- --- hints --------------------------------------------------------------------------------------

-- Does the hint say nothing of texts, or is one of them in the build's log?
local function matches(h, log)
  if not h.match then return true end
  for _, part in ipairs(h.match) do
    if log:find(part, 1, true) then return true end
  end
  return false
end

local ENDLESS = "Follow the variables of each loop by hand through this case: the condition of one loop never turns " ..
                "false, or what one thread waits for never comes."

local function hint_text(g, k)
  return R.expand_field(g.owner.doc.hints[k][1], R.expr_env({f = g.owner.f or {}}), g.owner.loc, {"hints", k})
end

-- The first hint whose event happened; a hint with after= waits for so many attempts. What the emulator found goes
-- before what the results look like; of a source that does not compile only its error is spoken of.
local function choose_hint(g, m)
  local attempts = g.history.attempts or 0
  local log = g.raw.build and g.raw.build.log or ""
  local general
  for k, h in ipairs(m.evidence.found and g.owner.doc.hints or {}) do
    if h.on == "sanitize" then return hint_text(g, k) end
  end
  for k, h in ipairs(g.owner.doc.hints or {}) do
    local due = (not h.after or attempts >= h.after) and matches(h, log)
    if due and h.on and m.evidence[h.on] then return hint_text(g, k) end
    if due and not h.on and not general then general = hint_text(g, k) end
  end
  return m.endless and ENDLESS or not m.evidence.build and general or nil
end

-- --- the whole ----------------------------------------------------------------------------------

-- What heads a run: the worst of what went wrong; where nothing did, SKIPPED when the results themselves could not be
-- judged here, PASS when anything was judged. What was not tried (PENDING) or cannot be had here (SKIPPED) heads no run
-- in which all else went well.
local function overall(list, severity)
  local has, unjudged = {}, false
  for _, m in ipairs(list) do
    has[m.status] = true
    unjudged = unjudged or m.kind == "correct" and m.status == "SKIPPED"
  end
  for _, s in ipairs(severity) do
    if has[s] then return s end
  end
  if unjudged or has.SKIPPED and not has.PASS then return "SKIPPED" end
  return has.PASS and "PASS" or "PENDING"
end

-- The backends that the run was on: more than one where a GPU went with the emulator.
local function backends_of(raw)
  local on = {}
  for _, b in ipairs(type(raw.backends) == "table" and raw.backends or {raw.backend}) do on[b] = true end
  return on
end

-- The compiler's first complaint, without its notes.
local function first_error(log)
  for line in (log or ""):gmatch("[^\n]+") do
    if line:find("defines? no .+: declared in ") or line:find("error: undefined reference", 1, true) then
      return line
    end
    local missing = line:match("undefined reference to [`'](.-)'")
    if missing then return ("The function %s is not there; is it in the file, and spelled so?"):format(missing) end
    if line:find("error[: ]") or line:find("fatal:") then
      return (line:gsub("\27%[[%d;]*m", ""))
    end
  end
  return (log or ""):match("[^\n]+") or "The compiler gave no message."
end

-- A run that ended early behind cases that all are right: the first milestone that waits for what was not run says why.
local WAITS = {sanitize = true, profile = true, perf = true}

local function say_unsaid(g, list)
  local e, first = g.raw.error, nil
  if not e or overall(list, g.severity) ~= "PASS" then return end
  for _, m in ipairs(list) do
    local due = m.status == "PENDING" and WAITS[m.kind] and (m.kind == "perf" or not g.raw.versus)
    first = first or due and m or nil
  end
  if not first then return end
  first.refused = e.code and e.code > g.code.LIMIT
  blame(first, how_it_ended(g, e.code))
  settle(first, "ERROR", "%s", e.message or "The run ended early.")
end

function R.ops.grade(arg)
  local owner = R.load_lab(arg.id)
  if not owner then return nil end
  local g = {lab = arg.lab, raw = arg.raw, history = arg.history or {}, owner = owner,
             calibration = arg.calibration, threads = arg.threads, ix = index_raw(arg.raw),
             on = backends_of(arg.raw), code = arg.words.code, counters = arg.counters,
             severity = arg.words.severity}
  local list, stopped = {}, nil
  for k, m in ipairs(g.lab.milestones) do
    list[k] = new_milestone(m)
    g.limits = g.limits or m.kind == "limits"
  end
  if g.raw.build and g.raw.build.ok == false then
    local m = list[1]
    blame(m, "build", m.id)
    settle(m, "ERROR", "The source does not build: %s", first_error(g.raw.build.log))
    stopped = "Needs a build"
  elseif g.raw.error and #(g.raw.cases or {}) == 0 then
    local e, m = g.raw.error, list[1]
    m.refused = e.code and e.code > g.code.LIMIT -- not run at all, which no hint on the code helps
    blame(m, how_it_ended(g, e.code))
    settle(m, "ERROR", "%s", e.message or "The run failed.")
    stopped = "Needs a run"
  end
  for _, m in ipairs(list) do
    local on, said = elsewhere(m, g)
    if m.kind == "answers" then
      GRADE.answers(m, g)
    elseif m.kind == "drill" then
      m.message = "Comes after the others" -- settle_drill() has the last word
    elseif on then
      settle(m, "SKIPPED", said, on)
    elseif stopped then
      if m.status == "PENDING" then m.message = stopped end
    else
      GRADE[m.kind](m, g)
      -- wrong results make every later figure meaningless; a broken limit of `compile` does not
      if m.status == "ERROR" and m.kind == "compile" or
         m.kind == "correct" and (m.status == "FAIL" or m.status == "ERROR" or m.status == "SUSPICIOUS") then
        stopped = ("Comes after %s"):format(m.id)
      end
    end
  end
  if not stopped then
    run_checks(g, list)
    say_unsaid(g, list)
  end
  settle_drill(list)
  local ours = false
  for _, m in ipairs(list) do
    if (m.status == "FAIL" or m.status == "ERROR") and not m.refused then
      m.hint = m.hint or choose_hint(g, m)
    end
    if m.beside and m.kind == "perf" and g.ix.benches[m.bench] then m.message = "on a GPU: " .. m.message end
    ours = ours or m.ours or false
    m.points = math.tointeger(m.points) or m.points
    m.evidence, m.ours, m.bench, m.refused = nil, nil, nil, nil
  end
  return {milestones = host.array(list), status = overall(list, arg.words.severity), ours = ours}
end
