-- resolve.lua: a loaded lab -> the JSON that the runner and the grader read (every expression
-- evaluated, every secret left out), with its milestones.
local host, R = ...
local S, P, F = R.S, R.P, R.F

local INTEGER = {i32 = true, i64 = true}
local RANGE = {i32 = {-2^31, 2^31 - 1}}
local MAX_COUNT = 2^36

local function numeric(v)
  if v == true then return 1 end
  if v == false then return 0 end
  return v
end

local function tidy(v) return math.tointeger(v) or v end

-- Evaluate an expression over a case; reports at loc/path; nil when it has no finite number.
local function number_at(text, env, loc, path, what)
  local v, message
  if type(text) == "function" then
    local ok, got = pcall(text, env.f, R.hw)
    if ok then v = got else message = tostring(got):gsub("^.-:%d+: ", "") end
  elseif type(text) == "number" then
    v = text
  else
    v, message = R.eval(text, env)
  end
  v = numeric(v)
  if message then
    R.complain(loc, path, ("%s: '%s': %s"):format(what, tostring(text), message))
    return nil
  end
  if type(v) ~= "number" or v ~= v or v == math.huge or v == -math.huge then
    R.complain(loc, path, ("%s: '%s' gives %s, not a finite number"):format(what, tostring(text),
               S.describe(v)))
    return nil
  end
  return tidy(v)
end

-- Fields of a case, with gen.pick drawn by (seed, lab, case, field); and the environment for them.
local function case_env(lab, c, seed)
  local fields, values = {}, {}
  for _, k in ipairs(R.sorted_keys(c)) do
    if k ~= "id" and k ~= "tags" and k ~= "hidden" and k ~= "calls" and k ~= "note" then
      local v = c[k]
      if type(v) == "table" then
        v = v.values[P.draw(seed, lab.name .. "/" .. c.id .. "/" .. k, 0, #v.values)]
      end
      values[k] = type(v) == "number" and v + 0.0 or v -- integers would wrap silently
      fields[k] = tidy(numeric(v))
    end
  end
  values.f = lab.f
  return host.object(fields), R.expr_env(values)
end

local function tol_json(t, env, loc, path, dtype)
  if t.kind == "exact" then return {kind = "exact"} end
  if t.kind == "dot" then
    local u = t.u or ((dtype == "f16" or dtype == "bf16") and dtype) or "f32"
    return {kind = "dot", K = number_at(t.K, env, loc, path, "tol.dot"), u = u}
  end
  return {kind = t.kind, eps = number_at(t.eps, env, loc, path, "tol." .. t.kind)}
end

local function launch_json(l, env, loc)
  if not l then return nil end
  local function three(list, name)
    local out = {}
    for k = 1, 3 do
      local v = list[k] and number_at(list[k], env, loc, {name, k}, name) or 1
      out[k] = math.tointeger(math.floor(v)) -- (n+31)/32 counts blocks
      if not out[k] or out[k] < 0 or out[k] > 2^31 - 1 then
        R.complain(loc, {name, k}, ("%s is %s"):format(name, tostring(v)))
        out[k] = 1
      end
    end
    return host.array(out)
  end
  local smem = number_at(l.smem or 0, env, loc, {"smem"}, "smem") or 0
  return {grid = three(l.grid, "grid"), block = three(l.block, "block"),
          smem = math.tointeger(math.floor(smem)) or 0, cooperative = l.cooperative or nil}
end

local SIZES = {i8 = 1, u8 = 1, i16 = 2, u16 = 2, f16 = 2, bf16 = 2, i32 = 4, u32 = 4, f32 = 4, i64 = 8, u64 = 8,
               f64 = 8}
local SWIZZLES = {[0] = 0, [32] = 1, [64] = 2, [128] = 3}

-- A tensor map of an argument, innermost dimension first; the rules are those of cuTensorMapEncodeTiled().
local function map_json(a, shape, size, env, where)
  local loc, t, n = R.loc[a], a.tile, #shape
  local dims, strides, box, bytes = {}, {}, {}, size
  local function bad(...) R.complain(loc, {}, where..": "..(...):format(select(2, ...))) end
  if #t.box ~= n or t.dims and #t.dims ~= n then
    bad("the box and dims of '%s' need its %d dimensions", a.name, n)
    return nil
  end
  for d = 1, n do
    local from = n + 1 - d
    dims[d] = t.dims and math.tointeger(number_at(t.dims[from], env, loc, {}, where) or 1) or shape[from]
    box[d] = math.tointeger(number_at(t.box[from], env, loc, {}, where) or 1)
    if not dims[d] or dims[d] < 1 or dims[d] > shape[from] then bad("dims of '%s' lie outside its shape", a.name) end
    if not box[d] or box[d] < 1 or box[d] > 256 then bad("the box of '%s' has 1 to 256 in each dimension", a.name) end
    bytes = bytes*shape[from]
    if d < n then strides[d] = bytes end
    if d < n and bytes % 16 ~= 0 then bad("a row of '%s' has %d bytes, not a multiple of 16", a.name, bytes) end
  end
  local row = size*(box[1] or 1)
  if not SWIZZLES[t.swizzle] then bad("the swizzle of '%s' is 0, 32, 64 or 128", a.name) end
  if row % 16 ~= 0 or t.swizzle > 0 and row > t.swizzle then
    bad("a row of the box of '%s' has %d bytes: a multiple of 16, and at most the swizzle's", a.name, row)
  end
  return {dims = host.array(dims), strides = host.array(strides), box = host.array(box), swizzle = SWIZZLES[t.swizzle]}
end

-- One call on one case: scalars, element counts, tolerance, launch.
local function case_call(lab, call, name, env, case_id)
  local loc = R.loc[call]
  local where = ("%s on case '%s'"):format(name, case_id)
  local scalars, counts, shapes, maps = {}, {}, {}, {}
  local doc, out_dtypes = lab.doc, {}
  for k, a in ipairs(call.args or {}) do
    local b = (doc.buffers or {})[a.name]
    if b or a.kind == "input" or a.kind == "output" or a.kind == "inout" then
      if not b then
        R.complain(R.loc[a], {}, ("%s: no buffer '%s'%s"):format(name, a.name,
                   R.suggest(a.name, doc.buffers or {})))
      elseif not counts[a.name] then
        local count, shape = 1, {}
        for d, expr in ipairs(b.shape or {}) do
          local v = number_at(expr, env, lab.loc, {"buffers", a.name, "shape", d}, where)
          local i = v and math.tointeger(v)
          if v and (not i or i < 0) then
            R.complain(lab.loc, {"buffers", a.name, "shape", d},
                       ("%s: '%s' is %s, not a size"):format(where, tostring(expr), F.show(v)))
          end
          count = count * (i or 1)
          shape[d] = i or 1
        end
        if count > MAX_COUNT then
          R.complain(lab.loc, {"buffers", a.name}, ("%s: %d elements"):format(where, count))
          count = 1
        end
        counts[a.name], shapes[a.name] = count, host.array(shape)
        if a.kind ~= "input" then out_dtypes[a.name] = b.dtype end
        maps[a.name] = a.tile and map_json(a, shape, SIZES[b.dtype], env, where)
      end
    else
      local v = number_at(a.name, env, R.loc[a], {}, where)
      if v and INTEGER[a.kind] then
        local i, range = math.tointeger(v), RANGE[a.kind]
        if not i or (range and (i < range[1] or i > range[2])) then
          R.complain(R.loc[a], {}, ("%s: %s'%s' is %s"):format(where, a.kind, a.name, F.show(v)))
        end
        v = i
      end
      scalars[#scalars + 1] = v or 0
    end
  end
  local json = {call = name, scalars = host.array(scalars), counts = host.object(counts),
                shapes = host.object(shapes), maps = next(maps) and host.object(maps) or nil,
                launch = launch_json(call.launch, env, loc)}
  if call.tol and R.TOL[call.tol] then
    local dtype
    for _, d in pairs(out_dtypes) do dtype = d end
    json.tol = tol_json(call.tol, env, loc, {"tol"}, dtype)
  elseif call.tol then
    json.tols = {}
    for out, t in pairs(call.tol) do
      if not out_dtypes[out] then
        R.complain(loc, {"tol", out}, ("%s has no output '%s'%s"):format(name, out,
                   R.suggest(out, out_dtypes)))
      end
      json.tols[out] = tol_json(t, env, loc, {"tol", out}, out_dtypes[out])
    end
    for out in pairs(out_dtypes) do
      if not call.tol[out] then
        R.complain(loc, {"tol"}, ("%s: no tolerance for output '%s'"):format(name, out))
      end
    end
  end
  return json
end

local function call_order(doc)
  local names = R.sorted_keys(doc.calls or {})
  if doc.order then return doc.order end
  table.sort(names, function(a, b)
    local la, lb = R.loc[doc.calls[a]], R.loc[doc.calls[b]]
    return la.seq < lb.seq
  end)
  return names
end

-- The rows that `asks` speaks of are an input of the call, and have a column for each argument.
local function check_asks(lab, name, call)
  local of = call.asks and call.asks.of
  if not of then return end
  local named = call.asks.args or {}
  local shape = ((lab.doc.buffers or {})[of] or {}).shape or {}
  local columns = tonumber(shape[#shape])
  for _, a in ipairs(call.args or {}) do
    if a.name == of and a.kind == "input" then
      if columns and #named <= columns then return end
      R.complain(R.loc[call], {"asks", "args"}, ("%s: %d arguments, and '%s' has %s columns"):format(name,
                 #named, of, tostring(shape[#shape])))
      return
    end
  end
  R.complain(R.loc[call], {"asks", "of"}, ("%s has no input '%s'"):format(name, of))
end

local function calls_json(lab)
  local out = {}
  for k, name in ipairs(call_order(lab.doc)) do
    local c, args = lab.doc.calls[name], {}
    for j, a in ipairs(c.args or {}) do args[j] = {kind = a.kind, name = a.name, tile = a.tile and true or nil} end
    out[k] = {name = name, args = host.array(args), harness = c.harness, oracle = c.oracle,
              verify = c.verify, kernel = c.kernel, title = c.title, emitted = c.emitted, asks = c.asks}
    check_asks(lab, name, c)
  end
  return host.array(out)
end

-- Emitted code needs the call that writes it, in every case that runs it.
local function check_emitted(lab, name, call, runs)
  local e = call.emitted
  local maker = e and (lab.doc.calls or {})[e.by]
  if not e then return end
  local loc, written = R.loc[call], false
  for _, a in ipairs(maker and maker.args or {}) do
    written = written or (a.kind == "output" and a.name == e.text)
  end
  local b = (lab.doc.buffers or {})[e.text]
  if not maker or maker.emitted then
    R.complain(loc, {"emitted", "by"}, ("there is no call '%s' that writes code%s"):format(e.by,
               R.suggest(e.by, lab.doc.calls or {})))
  elseif not written or not b or b.dtype ~= "u8" then
    R.complain(loc, {"emitted", "text"}, ("'%s' is no u8 output of '%s'"):format(e.text, e.by))
  end
  local before = false
  for _, other in ipairs(runs) do before = before or other == e.by end
  if not before then
    R.complain(loc, {"emitted", "by"}, ("a case runs '%s' without '%s'"):format(name, e.by))
  end
end

local function buffers_json(lab, env)
  local out = {}
  for name, b in pairs(lab.doc.buffers or {}) do
    local dist = host.null
    if b.dist then
      dist = {}
      for k, v in pairs(b.dist) do
        dist[k] = v
        if k ~= "kind" and k ~= "fn" then
          dist[k] = number_at(v, env, lab.loc, {"buffers", name, "dist"}, b.dist.kind)
        end
      end
    end
    out[name] = {dtype = b.dtype, dist = dist, shape = b.shape, split = b.split,
                 fields = b.fields and host.array(b.fields),
                 guard = b.guard and {cells = host.array({b.guard[1], b.guard[2]}), of = b.guard.of}}
  end
  return host.object(out)
end

-- Does the case count for `correct`? One that is there for a gate or a bench alone is judged where it is measured.
-- Runner and grader ask for nothing but this mark.
local function is_judged(c)
  if c.hidden then return true end
  local tags = c.tags or {}
  for _, t in ipairs(tags) do
    if t == "edge" then return true end
  end
  return #tags == 0
end

-- Is a field of the case drawn anew for each run? What only such a case shows may be shown by luck.
local function is_drawn(c)
  for _, v in pairs(c) do
    if R.kind[v] == "gen.pick" then return true end
  end
  return nil
end

local function cases_json(lab, seed, envs)
  local out, seen, names = {}, {}, call_order(lab.doc)
  for k, c in ipairs(lab.doc.cases or {}) do
    if c.id and seen[c.id] then
      R.complain(lab.loc, {"cases", k}, ("case '%s' is there twice"):format(c.id))
    elseif c.id then
      seen[c.id] = true
      local fields, env = case_env(lab, c, seed)
      local calls = {}
      envs[c.id] = env
      for j, name in ipairs(c.calls or names) do
        local call = lab.doc.calls and lab.doc.calls[name]
        if call then
          check_emitted(lab, name, call, c.calls or names)
          calls[#calls + 1] = case_call(lab, call, name, env, c.id)
        else
          R.complain(lab.loc, {"cases", k, "calls", j}, ("there is no call '%s'%s"):format(name,
                     R.suggest(name, lab.doc.calls or {})))
        end
      end
      out[#out + 1] = {id = c.id, tags = c.tags, hidden = c.hidden, drawn = is_drawn(c), judged = is_judged(c),
                       fields = fields, calls = host.array(calls), note = c.note, block_order = c.block_order}
    end
  end
  return host.array(out)
end

-- Does the case run the call? One that names no calls runs all.
local function runs(case, call)
  for _, name in ipairs(case.calls or {call}) do
    if name == call then return true end
  end
  return false
end

-- Does case `id` run call `name`?
local function check_pair(lab, envs, loc, call, case, optional)
  local doc = lab.doc
  if call and not (doc.calls or {})[call] then
    R.complain(loc, {"call"}, ("there is no call '%s'%s"):format(call, R.suggest(call, doc.calls or {})))
  end
  if not case then
    if not optional then R.complain(loc, {}, "field 'case' is missing") end
    return
  end
  if not envs[case] then
    R.complain(loc, {"case"}, ("there is no case '%s'%s"):format(case, R.suggest(case, envs)))
    return
  end
  for _, c in ipairs(doc.cases) do
    if c.id == case and call and not runs(c, call) then
      R.complain(loc, {"case"}, ("case '%s' does not run '%s'"):format(case, call))
    end
  end
end

local function gates_json(lab, envs, plain)
  local out, seen = {}, {}
  for k, g in ipairs(lab.doc.gates or {}) do
    local loc = R.loc[g]
    local id = g.id or "g" .. k
    if seen[id] then R.complain(loc, {"id"}, ("gate '%s' is there twice"):format(id)) end
    seen[id] = true
    local compile = R.is_compile_counter(g.counter)
    check_pair(lab, envs, loc, g.call, g.case, compile)
    out[k] = {id = id, name = R.gate_name(g), call = g.call, case = g.case, counter = g.counter, op = g.op,
              why = g.why, compile = compile, on = g.on or R.counted_on(lab.doc, compile),
              value = g.value ~= nil and number_at(g.value, envs[g.case] or plain, loc, {"value"},
                                                   "gate") or 0}
  end
  return host.array(out)
end

-- What the submission itself counts ("counter:") is read from a plain run in its own process; what the emulator or the
-- ranks count ("fewer:") from a run of theirs. A bench that the other kind would have to run never could be.
local function check_metric(doc, b, loc)
  local kind = b.metric and b.metric:match("^(%a+):")
  for _, backend in ipairs(kind and (b.on and {b.on} or doc.backends) or {}) do
    if kind == "counter" and backend ~= "cpu" then
      R.complain(loc, {"metric"}, ("'%s' is read in a plain run, which backend '%s' has not: use 'fewer:NAME', or " ..
        "'on = \"cpu\"'"):format(b.metric, backend))
    elseif kind == "fewer" and backend == "cpu" then
      R.complain(loc, {"metric"}, ("'%s' is counted by the emulator or the ranks, and backend 'cpu' is neither: use " ..
        "'counter:NAME', which the lab's oracle counts"):format(b.metric))
    end
  end
end

local function bench_json(lab, envs)
  local out, seen = {}, {}
  for k, b in ipairs(lab.doc.bench or {}) do
    local loc = R.loc[b]
    if b.id and seen[b.id] then
      R.complain(loc, {"id"}, ("bench '%s' is there twice"):format(b.id))
    end
    seen[b.id or k] = true
    check_pair(lab, envs, loc, b.call, b.case)
    check_metric(lab.doc, b, loc)
    local call = (lab.doc.calls or {})[b.call]
    if call and call.emitted and call.emitted.lang == "cuda" then
      R.complain(loc, {"call"}, "emitted CUDA runs on the emulator, which has counters and no time: use a gate")
    end
    local env = envs[b.case]
    out[k] = {id = b.id, call = b.call, case = b.case, clock = b.clock, mode = b.mode, metric = b.metric,
              stages = b.stages, title = b.title, why = b.why, on = b.on,
              flops = env and b.flops and number_at(b.flops, env, loc, {"flops"}, "flops") or nil,
              bytes = env and b.bytes and number_at(b.bytes, env, loc, {"bytes"}, "bytes") or nil,
              items = env and b.items and number_at(b.items, env, loc, {"items"}, "items") or nil, item = b.item}
  end
  return host.array(out)
end

-- What `output` of `call` lacks to be a curve; nil: nothing.
local function no_series(doc, call, output)
  for _, a in ipairs(call.args or {}) do
    local b = a.name == output and (doc.buffers or {})[output]
    if b and (a.kind == "output" or a.kind == "inout") then
      if #b.shape ~= 1 then return "has more than one dimension: a curve has one value a step" end
      if b.dtype ~= "f32" and b.dtype ~= "f64" then return ("is of %s: a curve is f32 or f64"):format(b.dtype) end
      return b.split and "has a part on each rank: a curve is whole" or nil
    end
  end
  return "is no output of this call"
end

local function takes(call, scalar)
  for _, a in ipairs(call.args or {}) do
    if a.name == scalar and not (a.kind:find("put$") or a.kind == "inout") then return true end
  end
  return false
end

local function serves_json(lab)
  local s = lab.doc.serves
  if not s then return nil end
  local call = (lab.doc.calls or {})[s.call]
  local function say(field, format, ...) R.complain(lab.loc, {"serves", field}, format:format(...)) end
  if not call then
    say("call", "there is no call '%s'%s", s.call, R.suggest(s.call, lab.doc.calls or {}))
  elseif not call.harness then
    say("call", "'%s' has no harness, and requests come to one", s.call)
  end
  for _, file in ipairs(s.models) do
    if not file:find("^[%w_%-]+/[%w_%-.]+$") then say("models", "'%s' is no folder and file of kernels/", file) end
  end
  return {call = s.call, models = host.array(s.models)}
end

local function parts_json(lab)
  local out = {}
  for k, p in ipairs(lab.doc.parts or {}) do
    if lab.doc.lang ~= "c" then R.complain(lab.loc, {"parts"}, "only a lab in C has parts") end
    out[k] = {lab = p[1], dir = "labs/" .. p[1], kernels = "kernels/" .. p[1], file = p.file, reference = p.reference}
  end
  return host.array(out)
end

local function curves_json(lab)
  local doc, out, seen, cases = lab.doc, {}, {}, {}
  for _, c in ipairs(doc.cases or {}) do cases[c.id or "?"] = c end
  for k, c in ipairs(doc.curves or {}) do
    local call, case = (doc.calls or {})[c.call], cases[c.case]
    local function say(field, format, ...) R.complain(lab.loc, {"curves", k, field}, format:format(...)) end
    if seen[c.id] then say("id", "curve '%s' is there twice", c.id) end
    seen[c.id or k] = true
    if not call then
      say("call", "there is no call '%s'%s", tostring(c.call), R.suggest(c.call, doc.calls or {}))
    elseif no_series(doc, call, c.output) then
      say("output", "'%s' %s", tostring(c.output), no_series(doc, call, c.output))
    end
    if not case then
      say("case", "there is no case '%s'%s", tostring(c.case), R.suggest(c.case, cases))
    elseif case.hidden then
      say("case", "case '%s' is hidden, and a curve is shown", c.case)
    elseif call and not runs(case, c.call) then
      say("case", "case '%s' does not run '%s'", c.case, c.call)
    elseif c.seed and math.type(case[c.seed]) ~= "integer" then
      say("seed", "case '%s' has no whole number '%s' to change", c.case, c.seed)
    elseif c.seed and call and not takes(call, c.seed) then
      say("seed", "'%s' is no number that '%s' takes", c.seed, c.call)
    end
    out[k] = {id = c.id, call = c.call, case = c.case, output = c.output, title = c.title, unit = c.unit,
              seed = c.seed}
  end
  return host.array(out)
end

local function predict_json(lab, env)
  local out = {}
  for k, p in ipairs(lab.doc.predict or {}) do
    out[k] = {id = p.id, axis = p.axis, unit = p.unit, choices = p.choices,
              ask = R.expand_field(p.ask, env, R.loc[p], {"ask"})}
  end
  return host.array(out)
end

-- --- milestones ---------------------------------------------------------------------------------

local function plural(n, one, many) return n == 1 and ("1 " .. one) or ("%d %s"):format(n, many) end

-- What each milestone asks for, in a sentence; and whether nothing would ever run for `correct`.
function R.milestones(doc, json)
  local goals, goal = {}, {}
  local gates = R.count_gates(doc)
  for _, d in ipairs(doc.deliverables or {}) do goals[d.id] = d.goal end
  goal.compile = (gates.compile == 0 or gates.beside) and "the kernels compile" or
    ("the kernels compile and keep %s"):format(plural(gates.compile, "limit", "limits"))
  goal.limits = ("beside the points: nvcc's kernels keep %s"):format(plural(gates.compile, "limit", "limits"))
  local runs, calls = 0, {}
  for _, c in ipairs(json.cases) do
    if c.judged then
      runs = runs + #c.calls -- a result counts a call with a case as one, and so does its goal
      for _, call in ipairs(c.calls) do calls[call.call] = true end
    end
  end
  local ncalls = #R.sorted_keys(calls)
  local how = {}
  for _, c in ipairs(json.calls) do how[c.verify and "verify" or "oracle"] = true end
  goal.correct = ("all %s of %s agree with the float64 oracle")
    :gsub("the float64 oracle", not how.oracle and "what the checker replays" or "%0")
    :format(plural(runs, "case", "cases"), plural(ncalls, "function", "functions"))
  goal.sanitize = doc.lang == "c" and "no bad access, no undefined behaviour, no leak" or
    "no race, no bad access, no read before a write, on the emulator"
  goal.drill = "all of the above on one machine: the drill is done"
  goal.profile = ("%s on the memory traffic"):format(plural(gates.profile, "gate", "gates"))
    :gsub("on the memory traffic", gates.profile == 1 and "holds" or "hold")
  local benches, graded = {}, 0
  for _, b in ipairs(json.bench) do benches[b.id or "?"] = b end
  for _, item in ipairs(doc.questions or {}) do
    if item.kind ~= "text" then graded = graded + 1 end
  end
  goal.answers = ("%s answered right"):format(plural(graded, "question", "questions"))
  local out = R.milestone_list(doc)
  for _, m in ipairs(out) do
    local b = m.kind == "perf" and benches[m.bench or "?"]
    local s = b and b.stages or {}
    m.goal = b and ("%s: %s for bronze, %s silver, %s gold"):format(b.call or "?",
      R.of_reference(b.metric, F.show(s.bronze or 0), doc.counters), F.show(s.silver or 0), F.show(s.gold or 0))
      or goals[m.id] or goal[m.kind]
    if b and m.beside then m.goal = "beside the points, on a GPU: " .. m.goal end
  end
  return host.array(out), doc.kind ~= "capstone" and runs == 0
end

-- Lists as one, in which each name stands once.
local function union(lists)
  local out, seen = {}, {}
  for _, list in ipairs(lists) do
    for _, name in ipairs(list) do
      out[#out + 1] = not seen[name] and name or nil
      seen[name] = true
    end
  end
  return #out > 0 and host.array(out) or nil
end

-- The counters and curves that a track speaks of: what its changes have to lower, and what its figure shows.
local function track_shows(t)
  local figure = t.figure or {}
  local counters, curves = {t.moves or {}, #(t.moves or {}) > 0 and figure.counters or {}}, {}
  for _, r in ipairs(figure.results or {}) do
    counters[#counters + 1] = r.counters
    counters[#counters + 1] = r.drawn and r.drawn.counters or {}
    curves[#curves + 1] = r.curves
  end
  return union(counters), union(curves)
end

local function tracks_json(d)
  local out = {}
  for k, t in ipairs(d.tracks or {}) do
    local counters, curves = track_shows(t)
    out[k] = {id = t.id, title = t.title, why = t.why, uses = t.uses, passed = t.passed, counters = counters,
              curves = curves}
  end
  return host.array(out)
end

-- What a capstone names is there, and each text has its question.
local function check_capstone(lab, json)
  local asked = {}
  for _, q in ipairs(json.questions) do asked[q.id] = q.kind end
  for k, d in ipairs(lab.doc.deliverables or {}) do
    if d.question and asked[d.question] ~= "text" then
      R.complain(lab.loc, {"deliverables", k}, ("there is no text question '%s'"):format(d.question))
    end
  end
  for _, t in ipairs(lab.doc.tracks or {}) do
    local uses = {}
    local shown = {}
    for _, id in ipairs(t.uses or {}) do uses[id] = true end
    for k, r in ipairs(t.figure and t.figure.results or {}) do shown[k] = r.lab end
    for _, list in ipairs({t.passed or {}, t.each or {}, t.figure and t.figure.labs or {}, shown}) do
      for _, id in ipairs(list) do
        if not uses[id] then R.complain(R.loc[t], {}, ("'%s' is not in 'uses'"):format(id)) end
      end
    end
  end
end

local function check_points(lab, milestones)
  local kinds = {}
  for _, m in ipairs(milestones) do kinds[m.kind] = true end
  for k in pairs(lab.doc.points or {}) do
    if not kinds[k] then
      R.complain(lab.loc, {"points", k}, ("there is no milestone of this kind%s"):format(
                 R.suggest(k, kinds, true)))
    end
  end
end

-- --- the whole ----------------------------------------------------------------------------------

-- What a hint may hang on: everything of this lab that can fail.
function R.hint_events(json)
  local e = {build = true, sanitize = true, crash = true, limit = true}
  for _, m in ipairs(json.milestones) do e[m.id], e[m.kind] = true, true end
  for _, c in ipairs(json.cases) do
    e["case:" .. c.id] = true
    for _, t in ipairs(c.tags) do e["case:" .. t] = true end
    if c.hidden then e["case:hidden"] = true end
    for _, call in ipairs(c.calls) do e["case:" .. c.id .. "/" .. call.call] = true end
  end
  for _, c in ipairs(json.calls) do e["call:" .. c.name] = true end
  for _, g in ipairs(json.gates) do
    e["counter:" .. (g.counter or "?")], e["gate:" .. g.id] = true, true
  end
  for _, b in ipairs(json.bench) do e["bench:" .. (b.id or "?")] = true end
  for _, name in ipairs(json.checks) do e["check:" .. name] = true end
  return e
end

-- What each thing that can fail brings to the grader's choice of a hint: grader/lua/grade.lua's blame().
local function failures_of(json)
  local list, compile = {}, "compile"
  for _, m in ipairs(json.milestones) do compile = m.kind == "limits" and m.kind or compile end
  for _, c in ipairs(json.cases) do
    for _, call in ipairs(c.calls) do
      local e = {correct = true, ["case:" .. c.id] = true, ["call:" .. call.call] = true,
                 ["case:" .. c.id .. "/" .. call.call] = true}
      for _, t in ipairs(c.tags) do e["case:" .. t] = true end
      if c.hidden then e["case:hidden"] = true end
      list[#list + 1] = e
    end
  end
  for _, g in ipairs(json.gates) do
    list[#list + 1] = {[g.compile and compile or "profile"] = true, ["gate:" .. g.id] = true,
                       ["counter:" .. (g.counter or "?")] = true, ["call:" .. (g.call or "?")] = true}
  end
  for _, b in ipairs(json.bench) do
    list[#list + 1] = {perf = true, ["bench:" .. (b.id or "?")] = true} -- slow; below, wrong when it was timed
    list[#list + 1] = {perf = true, ["call:" .. (b.call or "?")] = true}
  end
  if #json.gates > 0 then list[#list + 1] = {[compile] = true} end -- refused, or wrong at the profile's size:
  if #json.gates > 0 then list[#list + 1] = {profile = true} end -- nothing was counted
  return list
end

-- The hint of the n first that is shown instead of one on `event`, whatever fails; nil when that one can be shown.
local function shadow_of(hints, n, event, failures)
  local shadow
  for _, f in ipairs(failures) do
    if f[event] then
      local earlier
      for k = 1, n do
        local h = hints[k]
        earlier = earlier or (h.on and not h.after and f[h.on] and h.on)
      end
      if not earlier then return nil end
      shadow = shadow or earlier
    end
  end
  return shadow
end

-- The grader shows the first hint in this order of which something failed, and the message of the first gate.
local function check_hint_order(lab, json)
  local hints, failures, place, last = lab.doc.hints or {}, failures_of(json), {}, nil
  for k, g in ipairs(json.gates) do place["gate:" .. g.id] = {k, g.compile} end
  for k, h in ipairs(hints) do
    local shadow = h.on and shadow_of(hints, k - 1, h.on, failures)
    local at = place[h.on]
    if shadow then
      R.complain(lab.loc, {"hints", k, "on"}, ("the hint is never shown: '%s' stands before it and is " ..
                 "true whenever '%s' is")
        :format(shadow, h.on))
    end
    if at and last and at[2] == last[2] and at[1] < last[1] then
      R.complain(lab.loc, {"hints", k, "on"}, ("'%s' is checked before the gate of the hint above: put hints in the " ..
        "order of the gates"):format(h.on))
    end
    last = at or last
  end
end

local function check_hints(lab, json)
  local events = R.hint_events(json)
  for k, h in ipairs(lab.doc.hints or {}) do
    if h.on and not events[h.on] then
      R.complain(lab.loc, {"hints", k, "on"}, ("nothing here is called '%s'%s"):format(h.on,
                 R.suggest(h.on, events)))
    end
    if not h.on and not h.after then
      R.complain(lab.loc, {"hints", k}, "needs on=\"...\" or after=n")
    end
    R.expand_field(h[1], R.expr_env({f = lab.f or {}}), lab.loc, {"hints", k}) -- what it cannot say is told now
  end
end

-- A check may name the milestone it belongs to.
local function check_checks(lab, json)
  local known = {}
  for _, m in ipairs(json.milestones) do known[m.id], known[m.kind] = true, true end
  for _, c in ipairs(lab.doc.checks or {}) do
    if c.milestone and not known[c.milestone] then
      R.complain(R.loc[c], {}, ("there is no milestone '%s'%s"):format(c.milestone,
                 R.suggest(c.milestone, known, true)))
    end
  end
end

-- May a check of the lab's own decide `correct`? One that names no milestone may.
local function checks_correct(doc)
  for _, c in ipairs(doc.checks or {}) do
    if not c.milestone or c.milestone == "correct" then return true end
  end
  return nil
end

-- Each weight of `partial` is that of a function or a case which `correct` judges, and the rule can give something.
local function check_partial(lab, json)
  local p, judged, functions = lab.doc.partial, {}, {}
  if not p then return end
  for _, c in ipairs(json.cases) do
    for _, call in ipairs(c.judged and c.calls or {}) do judged[c.id], functions[call.call] = true, true end
  end
  for name in pairs(p.functions or {}) do
    if not functions[name] then
      R.complain(lab.loc, {"partial", "functions", name}, ("no function of this name is judged%s"):format(
                 R.suggest(name, functions)))
    end
  end
  for id in pairs(p.cases or {}) do
    if not judged[id] then
      R.complain(lab.loc, {"partial", "cases", id}, ("`correct` judges no case of this name%s"):format(
                 R.suggest(id, judged)))
    end
  end
  if p.by == "function" and #R.sorted_keys(functions) < 2 then
    R.complain(lab.loc, {"partial"}, "a lab of one function gives partial credit by 'case' alone")
  end
  if p.by ~= "case" and next(p.cases or {}) then
    R.complain(lab.loc, {"partial", "cases"}, "cases have weights where by = 'case' alone")
  end
  if p.by ~= "none" and json.checked then
    R.complain(lab.loc, {"partial"}, "a check of this lab may decide `correct`: who breaks one would be better off "..
               "with a wrong case beside it. Give each check its milestone")
  end
end

-- `ridge answer LAB ID` is for both.
local function check_ids(lab, json)
  local asked = {}
  for _, q in ipairs(json.questions) do asked[q.id] = true end
  for k, p in ipairs(json.predict) do
    if asked[p.id] then
      R.complain(lab.loc, {"predict", k}, ("'%s' is the id of a question too: `ridge answer` could not tell them apart")
        :format(p.id))
    end
  end
end

-- `ridge mark LAB KEY ITEM` names one.
local function check_rubric(lab)
  local seen = {}
  for k, item in ipairs(lab.doc.rubric or {}) do
    if seen[item.id] then R.complain(lab.loc, {"rubric", k, "id"}, ("'%s' is there twice"):format(item.id)) end
    seen[item.id] = true
  end
end

function R.resolve(lab, seed)
  local d, envs = lab.doc, {}
  local plain = R.expr_env({f = lab.f})
  local checks = {}
  for k, c in ipairs(d.checks or {}) do checks[k] = c.name end
  local json = {
    id = lab.name, rev = d.rev, title = d.title, kind = d.kind, lang = d.lang, week = d.week,
    part = d.part, backends = d.backends, dir = "labs/" .. R.lab_dir(lab.name),
    kernels = "kernels/" .. R.lab_dir(lab.name), drill = d.drill, drills = host.array(R.drill_names(lab.name)),
    edit = d.edit, reference = d.reference, ladder = d.ladder,
    limits = d.limits, requires = d.requires, suggests = d.suggests, seeds = d.seeds,
    readings = R.readings_json(d.readings), hours = d.hours, domain = d.domain,
    durable = d.durable, ephemeral = R.ephemeral_json(d.ephemeral), device = d.device,
    checks = host.array(checks), checked = checks_correct(d), partial = d.partial, note = d.note,
    counters = d.counters, rubric = d.rubric,
  }
  json.cases = cases_json(lab, seed, envs)
  json.calls = calls_json(lab)
  json.buffers = buffers_json(lab, plain)
  json.gates = gates_json(lab, envs, plain)
  json.tracks = tracks_json(d)
  json.bench = bench_json(lab, envs)
  json.curves = curves_json(lab)
  json.serves = serves_json(lab)
  json.parts = parts_json(lab)
  json.predict = predict_json(lab, plain)
  local vacuous
  json.milestones, vacuous = R.milestones(d, json)
  if vacuous then
    R.complain(lab.loc, {"cases"}, "all cases are there for a gate or a bench alone, and none is left to " ..
               "judge `correct` by")
  end
  json.questions = R.public_questions(lab, seed)
  json.mutants = R.mutants(lab)
  json.points = {}
  for _, m in ipairs(json.milestones) do json.points[m.id] = m.max end
  check_points(lab, json.milestones)
  check_hints(lab, json)
  check_hint_order(lab, json)
  check_checks(lab, json)
  check_partial(lab, json)
  check_ids(lab, json)
  check_rubric(lab)
  check_capstone(lab, json)
  R.check_mutants(json)
  R.check_drill(lab, json)
  return json
end
