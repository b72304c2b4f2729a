-- milestones.lua: what a lab is judged by, in order, and the points of each, from its manifest alone.
local _, R = ...

local COMPILE_COUNTERS = {regs = true, spill_B = true, stack_B = true, smem_B = true}
local DEFAULT_POINTS = {compile = 10, correct = 40, sanitize = 10, profile = 20, perf = 20,
                        answers = 10}

local function tidy(v) return math.tointeger(v) or v end

-- What a gate is about, as a sentence names it.
function R.gate_name(gate)
  return ("%s of %s%s"):format(gate.counter, gate.call or "the kernel",
                               gate.case and (" (case %s)"):format(gate.case) or "")
end

-- What a bench asks for, `figure` of it: a count that should be low is the reference's over the learner's. Behind a
-- counter's name stand its words, as in what a gate says: `own` has those of what the lab alone counts.
function R.of_reference(metric, figure, own)
  local kind, counted = (metric or "time"):match("^(%a+):(.+)$")
  local words = (own or {})[counted] or R.counter_words[counted]
  counted = words and ("%s (%s)"):format(counted, words) or counted
  if kind == "fewer" then return ("the reference's %s over yours, at least %s"):format(counted, figure) end
  return ("%s of the reference's %s"):format(figure, counted or "speed")
end

function R.is_compile_counter(name)
  return name and (COMPILE_COUNTERS[name] or name:sub(1, 4) == "ptx:") or false
end

-- Of a CUDA lab, ptxas has its say where nvcc builds; what the emulator counts it counts for every backend.
function R.counted_on(doc, compile)
  if doc.lang == "cuda" then return compile and "cuda" or nil end
  return (doc.backends or {})[1]
end

-- Only a GPU, or the compiler for one, can tell, and the lab can be done without: it stands beside the total, which is
-- the same on every machine. `on`: the backend that a gate or a bench needs.
local function beside_the_total(doc, on)
  local others = false
  for _, b in ipairs(doc.backends or {}) do others = others or b ~= "cuda" end
  return on == "cuda" and others
end

-- How many gates of compilation and of measurement there are, and whether all of the former stand beside.
function R.count_gates(doc)
  local n = {compile = 0, profile = 0, beside = true}
  for _, g in ipairs(doc.gates or {}) do
    local compile = R.is_compile_counter(g.counter)
    local kind = compile and "compile" or "profile"
    n[kind] = n[kind] + 1
    n.beside = n.beside and (not compile or beside_the_total(doc, g.on or R.counted_on(doc, true)))
  end
  n.beside = n.beside and n.compile > 0
  return n
end

local function add_benches(doc, add, max)
  local counted, all = 0, doc.bench or {}
  for _, b in ipairs(all) do
    if not beside_the_total(doc, b.on) then counted = counted + 1 end
  end
  for _, b in ipairs(all) do
    local beside = beside_the_total(doc, b.on)
    add(#all == 1 and "perf" or "perf:" .. (b.id or "?"), "perf", beside and 0 or max("perf")/counted,
        {bench = b.id, beside = beside or nil})
  end
end

-- Every milestone of a lab in order, {id, kind, max[, bench][, beside]}, from its manifest alone: no case is evaluated.
function R.milestone_list(doc)
  local out, points = {}, doc.points or {}
  local function add(id, kind, max, more)
    local m = {id = id, kind = kind, max = tidy(max)}
    for k, v in pairs(more or {}) do m[k] = v end
    out[#out + 1] = m
  end
  local function max(kind) return doc.drill and 0 or points[kind] or DEFAULT_POINTS[kind] end
  for _, d in ipairs(doc.deliverables or {}) do add(d.id, "deliverable", d.max) end
  local program, gates, emulated = doc.kind ~= "capstone", R.count_gates(doc), false
  for _, b in ipairs(doc.backends or {}) do emulated = emulated or b == "simt" end
  if program and doc.lang == "cuda" then
    add("compile", "compile", max("compile"))
    if gates.beside then add("limits", "limits", 0, {beside = true}) end
  end
  if program then add("correct", "correct", max("correct")) end
  if program and (doc.lang == "c" or emulated) then add("sanitize", "sanitize", max("sanitize")) end
  if gates.profile > 0 then add("profile", "profile", max("profile")) end
  add_benches(doc, add, max)
  for _, item in ipairs(doc.questions or {}) do
    if item.kind ~= "text" then
      add("answers", "answers", max("answers"))
      break
    end
  end
  if doc.drill then add("drill:" .. doc.drill.name, "drill", 0) end
  return out
end
