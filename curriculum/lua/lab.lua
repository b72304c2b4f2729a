-- lab.lua: the lab{...} of labs/<id>/lab.lua and the constructors that stand inside it.
local host, R = ...
local S = R.S

R.TOL = {}      -- value -> its kind, for tol.exact{} and its like
local DTYPES = {"f32", "f64", "f16", "bf16", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"}
local SCALARS = {i32 = true, i64 = true, f32 = true, f64 = true}
local BACKENDS = S.enum("cpu", "cuda", "simt", "ranks")
local expr = S.either("a number or an expression", S.is("number"), S.num(), S.is("string"), S.text)

-- --- arguments, distributions, tolerances -------------------------------------------------------

-- A buffer that a kernel gets as a tensor map: input{"A", box = {128, 64}, swizzle = 128}. `box` is the tile of a copy,
-- in the order of the buffer's shape; `dims`, at most that shape, is what the map says is there (default: all of it).
local tile_fields = S.record{[1] = S.req(S.text), box = S.req(S.list(expr, {min = 2, max = 5})),
                             dims = S.opt(S.list(expr, {min = 2, max = 5})),
                             swizzle = S.opt(S.num{min = 0, max = 128}, 0)}

for _, kind in ipairs({"i32", "i64", "f32", "f64", "input", "output", "inout"}) do
  R.constructors[kind] = R.constructor("arg", function(loc, name)
    if type(name) == "table" and not SCALARS[kind] then
      local t = tile_fields(name, S.ctx(loc)) or {"?"}
      return {kind = kind, name = t[1] or "?", tile = t.box and {box = t.box, dims = t.dims, swizzle = t.swizzle}}
    end
    if type(name) ~= "string" or name == "" then
      R.complain(loc, {}, ('%s needs a name: %s"M"'):format(kind, kind))
      name = "?"
    elseif not SCALARS[kind] and not name:find("^[%a_][%w_]*$") then
      R.complain(loc, {}, ("%s: '%s' is not the name of a buffer"):format(kind, name))
    end
    return {kind = kind, name = name}
  end, kind)
end

local gen = {}
local function distribution(kind, fields)
  local check = S.record(fields)
  gen[kind] = R.constructor("gen", function(loc, t)
    local out = check(t == nil and {} or t, S.ctx(loc)) or {}
    out.kind = kind
    return out
  end, kind)
end
distribution("normal", {mean = S.opt(expr, 0), sd = S.opt(expr, 1)})
distribution("uniform", {lo = S.opt(expr, 0), hi = S.opt(expr, 1)})
distribution("int", {lo = S.req(expr), hi = S.req(expr)})
distribution("const", {value = S.req(expr)})
distribution("zero", {})
gen.custom = R.constructor("gen", function(loc, fn)
  local out = {kind = "custom", fn = fn}
  if type(fn) ~= "string" or not fn:find("^[%a_][%w_]*$") then
    R.complain(loc, {}, 'gen.custom needs the name of its function: gen.custom"reqs"')
    out.fn = "?"
  end
  return out
end, "custom")
-- A field of a hidden case: one of these, drawn by the run's seed.
gen.pick = R.constructor("gen.pick", function(loc, list)
  local values = S.list(S.either("a number or true/false", S.is("number"), S.num(),
                                 S.is("boolean"), S.bool()), {min = 1})(list, S.ctx(loc)) or {}
  return {values = values}
end)
R.constructors.gen = R.strict(gen, "generator")

local tol = {}
local function tolerance(kind, make)
  return R.constructor("tol." .. kind, function(loc, ...)
    local out = make(loc, ...)
    out.kind = kind
    R.TOL[out] = true
    return out
  end)
end
local tol_dot = S.record{[1] = S.req(expr), u = S.opt(S.enum("f32", "f16", "bf16"))}
tol.dot = tolerance("dot", function(loc, v)
  if type(v) ~= "table" then v = {v} end
  local t = tol_dot(v, S.ctx(loc)) or {}
  return {K = t[1], u = t.u}
end)
for _, kind in ipairs({"rel_l2", "abs"}) do
  tol[kind] = tolerance(kind, function(loc, v)
    if type(v) == "table" then v = v[1] or v.eps end
    return {eps = expr(v, S.ctx(loc))}
  end)
end
local exact = {kind = "exact"}
R.TOL[exact] = true
tol.exact = setmetatable(exact, {__call = function(self) return self end})
R.constructors.tol = R.strict(tol, "tolerance")

local function is_tol(v) return type(v) == "table" and R.TOL[v] == true end
local one_tol = function(v, ctx)
  if not is_tol(v) then return S.bad(ctx, "expected tol.exact, tol.dot, tol.rel_l2 or tol.abs") end
  return v
end
local any_tol = S.either("a tolerance", is_tol, one_tol, S.is("table"),
                         S.map(one_tol, {key = "^[%a_][%w_]*$"}))

-- --- call, gate, bench, predict, check, mutant --------------------------------------------------

local dims = S.list(expr, {min = 1, max = 3})
-- The call runs what call `by` of the same case wrote into its output `text` (u8, up to a zero), built on its own.
local emitted = S.record{by = S.req(S.text), text = S.req(S.text), lang = S.opt(S.enum("c", "cuda"), "c")}
-- How a failed case speaks of a harness's calls: of function `fn` (by output, where there are several), once for
-- each row of the input `of`, whose columns are `args` ("" for one that is no argument); without `of` they are fields
-- of the case, without `args` the arguments are the harness's.
local asks = S.record{
  fn = S.opt(S.either("a name, or one for each output", S.is("string"), S.text, S.is("table"),
                      S.map(S.text, {key = "^[%a_][%w_]*$"}))),
  of = S.opt(S.text), args = S.opt(S.list(S.str{empty = true}, {min = 1}))}
-- cooperative: the blocks of the grid may wait for one another; a grid that is not resident at once is refused.
local launch_fields = {grid = S.req(dims), block = S.req(dims), smem = S.opt(expr, 0),
                       cooperative = S.opt(S.bool(), false)}
S.define("call", {
  args = S.req(S.list(S.made("arg"), {min = 1, max = 32})), oracle = S.opt(S.text),
  verify = S.opt(S.text), tol = S.opt(any_tol), harness = S.opt(S.bool(), false),
  emitted = S.opt(emitted), launch = S.opt(S.record(launch_fields)), grid = S.opt(dims), block = S.opt(dims),
  smem = S.opt(expr), cooperative = S.opt(S.bool()), kernel = S.opt(S.text), asks = S.opt(asks),
  why = S.opt(S.text), title = S.opt(S.text),
}, {after = function(c, ctx)
  if c.oracle and c.verify then S.bad(ctx, "give 'oracle' or 'verify', not both") end
  if not c.oracle and not c.verify then
    S.bad(ctx, "nothing judges it: field 'oracle' or 'verify' is missing")
  end
  if c.oracle and not c.tol then
    S.bad(ctx, "an oracle needs field 'tol' (tol.exact, tol.dot...)")
  end
  if c.emitted and c.harness then S.bad(ctx, "emitted code is called as it is: no 'harness'") end
  if c.grid or c.block then
    if c.launch then S.bad(ctx, "give grid and block, or launch={...}, not both") end
    if not (c.grid and c.block) then S.bad(ctx, "a launch needs both 'grid' and 'block'") end
    c.launch = {grid = c.grid or {}, block = c.block or {}, smem = c.smem or 0,
                cooperative = c.cooperative or false}
  end
end})

local comparison = S.enum("<=", ">=", "<", ">", "==")
S.define("gate", {
  id = S.opt(S.id), call = S.opt(S.text), case = S.opt(S.text), counter = S.req(S.text),
  op = S.req(comparison), why = S.req(S.text), on = S.opt(BACKENDS),
  value = S.req(S.either("a number, an expression or a function", S.is("number"), S.num(),
                         S.is("string"), S.text, S.is("function"), S.fn())),
})

local stages = S.record{bronze = S.req(S.num{min = 0}), silver = S.req(S.num{min = 0}),
                        gold = S.req(S.num{min = 0})}
local metric = function(v, ctx)
  local text = type(v) == "string" and v or ""
  if text == "time" or text:find("^counter:[%w_]+$") or text:find("^fewer:[%w_]+$") then return v end
  return S.bad(ctx, 'expected "time" or "counter:NAME" or "fewer:NAME", got %s', S.describe(v))
end
S.define("bench", {
  id = S.req(S.id), call = S.req(S.text), case = S.req(S.text), title = S.opt(S.text),
  clock = S.opt(S.enum("cpu", "wall", "gpu"), "cpu"),
  mode = S.opt(S.enum("cold", "batch")), -- gpu: one launch on a flushed L2, or many on a warm one
  metric = S.opt(metric, "time"),
  stages = S.opt(stages, function() return {bronze = .35, silver = .65, gold = .90} end),
  flops = S.opt(expr), bytes = S.opt(expr), why = S.opt(S.text), on = S.opt(BACKENDS),
  items = S.opt(expr), item = S.opt(S.str{match = "^%l+$", what = "what is counted, in small letters: tok"}),
}, {after = function(b, ctx)
  if (b.items == nil) ~= (b.item == nil) then
    S.bad(ctx, 'a rate needs both: items (how many a call makes) and item (what they are, "tok")')
  end
  local s = b.stages
  if s and s.bronze and not (s.bronze <= s.silver and s.silver <= s.gold) then
    R.complain(ctx.loc, {"stages"}, "bronze <= silver <= gold does not hold")
  end
end})

S.define("predict", {
  id = S.req(S.id), ask = S.req(S.text),
  axis = S.req(S.enum("flops", "bytes", "intensity", "parallelism", "failure")),
  unit = S.opt(S.text), choices = S.opt(S.list(S.text, {min = 2})),
  rtol = S.opt(S.num{min = 0}, 0.05),
  answer = S.req(S.either("a number, a text or a function", S.is("number"), S.num(), S.is("string"),
                          S.text, S.is("function"), S.fn())),
  worked = S.opt(S.text),
}, {after = function(p, ctx)
  if p.unit and not R.U.unit(p.unit) then
    R.complain(ctx.loc, {"unit"}, ("there is no unit '%s'%s"):format(p.unit,
               R.suggest(p.unit, R.U.common)))
  end
  if not p.unit and not p.choices then S.bad(ctx, "needs 'unit' (a number) or 'choices'") end
  if p.choices and type(p.answer) == "string" then
    local found = false
    for _, c in ipairs(p.choices) do found = found or c == p.answer end
    if not found then R.complain(ctx.loc, {"answer"}, "is not one of the choices") end
  end
end})

-- check(name, fn[, {milestone="perf"}])
R.constructors.check = R.constructor("check", function(loc, name, fn, o)
  local ctx = S.ctx(loc)
  if type(name) ~= "string" or name == "" then S.bad(ctx, "check(name, function(t) ... end)") end
  if type(fn) ~= "function" then S.bad(ctx, "check '%s' has no function", tostring(name)) end
  o = S.record{milestone = S.opt(S.text)}(o or {}, ctx) or {}
  return {name = tostring(name), fn = fn, milestone = o.milestone}
end)

-- What finds the mutant on the emulator, where that is another milestone than on a GPU. One of a CUDA lab that fails
-- `sanitize` may fail `correct` before: whether a race shows there is luck.
local elsewhere = S.record{fails = S.req(S.text), message = S.opt(S.text, "")}
local mutant_fields = {
  files = S.req(S.list(S.text, {min = 1})), fails = S.req(S.text), message = S.opt(S.text, ""),
  why = S.req(S.text), backend = S.opt(BACKENDS), simt = S.opt(elsewhere),
}
local replacement = S.record{[1] = S.req(S.text), [2] = S.req(S.str{empty = true})}
S.define("mutant", {
  base = S.opt(S.text, "reference"), file = S.req(S.text), fails = S.req(S.text),
  replace = S.req(S.list(replacement, {min = 1})), message = S.opt(S.text, ""),
  why = S.req(S.text), backend = S.opt(BACKENDS), simt = S.opt(elsewhere),
})

-- --- lab ----------------------------------------------------------------------------------------

local buffer = S.record{dtype = S.req(S.enum(table.unpack(DTYPES))),
                        shape = S.req(S.list(expr, {min = 1})), dist = S.opt(S.made("gen")),
                        -- ranks: of the first dimension each has its part; else each the whole, and
                        -- an output has to be the same, to the bit, on all
                        split = S.opt(S.bool()), note = S.opt(S.text),
                        -- how a failed case speaks of an element: the fields of a struct that the last dimension
                        -- is, and cells around the learner's own part (called `of`) that he must leave alone
                        fields = S.opt(S.strings),
                        guard = S.opt(S.record{[1] = S.req(S.int{min = 0}), [2] = S.req(S.int{min = 0}),
                                               of = S.opt(S.text)})}
local field = S.either("a number, true/false or gen.pick{...}", S.is("number"), S.num(),
                       S.is("boolean"), S.bool(), S.is_made("gen.pick"), S.made("gen.pick"))
local tags = S.list(S.enum("edge", "gate", "bench"))
-- Of a lab with the backend "ranks" a case says: P (ranks), alpha_ns and beta_Bps (a message of n
-- bytes takes alpha + n / beta), and may say: net (0 switch, 1 ring, 2 nodes of `node` ranks with
-- alpha2_ns and beta2_Bps between them, one port a node, 3 the same, one port a rank), orders (how
-- many orders of delivery it is run under, default 1), and faults: slow_rank and slow_factor (of its
-- comm_compute), slow_from, slow_to and slow_link (a divisor of beta), kill_rank and kill_call
-- (with detect_ns the others hear of it and may go on: "failures" in ridge/ranks.h; without it they wait for ever;
-- the dead rank's parts of outputs are 0),
-- lose_from, lose_to and lose_nth. Its calls get a comm_t * first, unless they are of the harness.
-- Counters for gates and benches (metric = "fewer:vtime_ns"): vtime_ns exposed_comm_ns compute_ns
-- work_ns sent_B_max recv_B_max sent_B_total msgs msgs_max peak_B_max node_B_max, and how often a rank
-- called all_reduce, reduce_scatter, all_gather, broadcast, all_to_all, barrier.
-- A case of a CUDA lab may say block_order = "descending": on the emulator its launches start their blocks from the
-- last index down, one after another, and a block that waits for one that has not started fails with that sentence (a
-- GPU promises no order; elsewhere the emulator's is ascending). sanitize leaves such a case out; a GPU ignores it.
-- A case of a CUDA lab may say warp = 64: the submission is built a second time, for the emulator's device whose warps
-- have 64 lanes, and the case runs there; without it, or with warp = 32, on the lab's first device. Counters and
-- benches of such a case are that device's. The lab's one backend is simt then.
local case = S.record({id = S.req(S.id), tags = S.opt(tags, S.empty),
                       hidden = S.opt(S.bool(), false), calls = S.opt(S.strings),
                       block_order = S.opt(S.enum("descending")),
                       note = S.opt(S.text)}, {rest = field})
-- `match`, of hints on "build": texts of which one has to be in what the compiler or linker said.
local hint = S.record{[1] = S.req(S.text), on = S.opt(S.text), after = S.opt(S.int{min = 1}),
                      match = S.opt(S.list(S.text, {min = 1})),
                      text = S.opt(S.text)}
-- A series that a call writes, one value a step: output `output` of `call` in `case`, which a run keeps, thinned, and
-- `ridge curve` draws. `seed` is the field of the case that `ridge lab curve` changes from run to run.
local curve = S.record{id = S.req(S.id), call = S.req(S.text), case = S.req(S.text), output = S.req(S.text),
                       title = S.req(S.text), unit = S.opt(S.text), seed = S.opt(S.text)}
-- What a person gives points for beside the machine (`ridge mark`); points below 0 are taken off, and an item of 0
-- points is a comment that can be used again (`ridge comment LAB KEY LINE @ITEM`).
local item = S.record{id = S.req(S.id), points = S.req(S.num{min = -1000, max = 1000}), text = S.req(S.text)}
local name_key = {key = "^[%a_][%w_]*$", key_what = "a C name"}
local file_name = S.str{match = "^[%w_][%w_%-]*%.[%w]+$", what = "a file name"}
-- The lab, its file and its reference: what is read of a lab cannot look into another's manifest, but the lint can.
local part = S.record{[1] = S.req(S.id), file = S.req(file_name), reference = S.opt(file_name, "ref.c")}

-- --- capstones ------------------------------------------------------------------------------------

-- A capstone runs nothing of its own: it judges what the workbook holds of other labs' attempts. One of
-- its tracks is enough. grader/lua/capstone.lua says what each `need` asks for.
-- What has to stand in one attempt of a lab: counters of one case, ratios of two of them, curves, of which the end is
-- shown. `drawn` asks for a hidden case, too, whose seed is another in each run: as many attempts of one version as
-- `least`, for a spread.
local drawn = S.record{case = S.req(S.text), counters = S.req(S.strings), least = S.opt(S.int{min = 2}, 3)}
local result = S.record{lab = S.req(S.text), call = S.req(S.text), case = S.req(S.text), counters = S.req(S.strings),
                        ratios = S.opt(S.list(S.strings), S.empty), curves = S.opt(S.strings, S.empty),
                        drawn = S.opt(drawn), what = S.req(S.text)}
local figure = S.record{kind = S.req(S.enum("roofline", "counters", "results")), labs = S.opt(S.strings, S.empty),
                        counters = S.opt(S.strings, S.empty), results = S.opt(S.list(result), S.empty)}
-- `total` against a rung of the lab's ladder, as its counting benches have it: from which factor on it is what.
local whole = S.record{rung = S.req(S.text), bronze = S.req(S.num{min = 1}), silver = S.req(S.num{min = 1}),
                       gold = S.req(S.num{min = 1})}
S.define("track", {
  id = S.req(S.id), title = S.req(S.text), why = S.opt(S.text), figure = S.req(figure),
  uses = S.req(S.list(S.text, {min = 1})),      -- labs whose attempts count
  passed = S.opt(S.strings, S.empty),           -- labs whose `correct` has to be passed
  each = S.opt(S.strings, S.empty),             -- labs that need a pair of their own
  moves = S.opt(S.strings, S.empty),            -- counters, of which each change has to lower one of its own most
  whole = S.opt(whole),
}, {after = function(t, ctx)
  local f = t.figure
  local need = f and (f.kind == "results" and "results" or "labs")
  if need and #f[need] == 0 then S.bad(ctx, "a figure of kind '%s' needs '%s'", f.kind, need) end
  for _, r in ipairs(f and f.results or {}) do
    local counts = {}
    for _, name in ipairs(r.counters) do counts[name] = true end
    for _, two in ipairs(r.ratios) do
      if #two ~= 2 or not (counts[two[1]] and counts[two[2]]) then S.bad(ctx, "a ratio is of two of its counters") end
    end
  end
end})
S.define("deliverable", {
  id = S.req(S.id), goal = S.req(S.text), max = S.req(S.num{min = 0}),
  need = S.req(S.enum("passed", "own", "profile", "pairs", "moved", "gates", "total", "figure", "text")),
  min = S.opt(S.int{min = 1}, 1),               -- pairs, moved: how many
  by = S.opt(S.num{min = 1}, 1.25),             -- moved: the factor by which a counter has to fall
  names = S.opt(S.bool(), false),               -- text: it has to name each counter that was moved
  numbers = S.opt(S.int{min = 1}),              -- text: how many numbers it has to have
  recorded = S.opt(S.bool(), false),            -- text: these are the manifest's, each lab's beside its attempt
  factors = S.opt(S.bool(), false),             -- text: it has to have each pair's prediction and measurement
  cites = S.opt(S.int{min = 1}),                -- text: how many correct attempts of the track it has to name
  within = S.opt(S.num{min = 1}, 2),            -- pairs: the factor of a good prediction
  of = S.opt(S.text), parts = S.opt(S.strings), -- own: the lab that is made of other labs' files, and these labs
  question = S.opt(S.text), words = S.opt(S.int{min = 1}, 1), after = S.opt(S.text), -- text
}, {after = function(d, ctx)
  if d.need == "text" and not d.question then S.bad(ctx, "a text needs 'question'") end
  if d.need == "own" and not (d.of and d.parts) then S.bad(ctx, "'own' needs 'of' and 'parts'") end
end})

-- Partial credit within `correct`: by function or by case, with weights where not all count alike. A bare word is all
-- that most labs need.
local weights = S.map(S.num{min = .001, max = 1000})
local partial_fields = S.record{by = S.req(S.enum("none", "function", "case")), functions = S.opt(weights),
                                cases = S.opt(weights)}
local function partial(v, ctx)
  return partial_fields(type(v) == "string" and {by = v} or v, ctx)
end

-- What a lab with a program has to have, and one without.
local PROGRAM = {"edit", "buffers", "calls", "cases"}
local function check_kind(d, ctx)
  local capstone = d.kind == "capstone"
  for _, k in ipairs(PROGRAM) do
    if not capstone and not d[k] then S.bad(ctx, "field '%s' is missing", k) end
    d[k] = d[k] or (k == "calls" or k == "buffers") and {} or S.empty()
  end
  for _, k in ipairs({"tracks", "deliverables"}) do
    if capstone and not d[k] then S.bad(ctx, "a capstone needs '%s'", k) end
    if not capstone and d[k] then S.bad(ctx, "only a capstone has '%s'", k) end
  end
end

-- Only the emulator has warps of 64 lanes, and it can't draw a width that it has to build for.
local function check_widths(d, ctx)
  local alone = #(d.backends or {}) == 1 and d.backends[1] == "simt"
  for _, c in ipairs(d.lang == "cuda" and d.cases or {}) do
    if c.warp ~= nil and c.warp ~= 32 and c.warp ~= 64 then
      S.bad(ctx, "case '%s': 'warp' is the lanes of a warp, 32 or 64", tostring(c.id))
    elseif c.warp == 64 and not alone then
      S.bad(ctx, "case '%s' has warps of 64 lanes, for which the lab's only backend has to be simt", tostring(c.id))
    end
  end
end

-- What a program is judged by, of a lab and of a drill (drill.lua).
local function program_fields(more)
  local t = {
    edit = S.opt(S.list(file_name, {min = 1})), reference = S.req(file_name),
    limits = S.opt(S.record{wall_s = S.opt(S.num{min = 1, max = 3600}, 60),
                            mem_MiB = S.opt(S.int{min = 16, max = 1048576}, 2048),
                            threads = S.opt(S.int{min = 1, max = 256}, 1)}),
    buffers = S.opt(S.map(buffer, name_key)),
    calls = S.opt(S.map(S.made("call"), {key = name_key.key, key_what = "a C name", min = 1})),
    cases = S.opt(S.list(case, {min = 1})),
    -- what the oracle counts by ridge_count() and gates or benches ask for: its name, and what it is in words
    counters = S.opt(S.map(S.text, name_key), function() return {} end),
    gates = S.opt(S.list(S.made("gate")), S.empty), bench = S.opt(S.list(S.made("bench")), S.empty),
    facts = S.opt(S.fn()), checks = S.opt(S.list(S.made("check")), S.empty), hints = S.opt(S.list(hint), S.empty),
    mutants = S.opt(S.map(S.record(mutant_fields), {key = "^[%w][%w%-_]*$"}),
                    function() return {} end),
    order = S.opt(S.strings), note = S.opt(S.text),
  }
  for k, v in pairs(more) do t[k] = v end
  return t
end
R.program_fields, R.backend, R.file_name = program_fields, BACKENDS, file_name

S.define("lab", program_fields{
  api = S.req(S.int{min = 1, max = 1}), rev = S.req(S.int{min = 1}), id = S.req(S.id),
  title = S.req(S.text),
  kind = S.req(S.enum("kernel", "system", "written", "ranks", "codegen", "review", "capstone")),
  week = S.opt(S.int{min = 1, max = 52}), part = S.opt(S.int{min = 1, max = 6}),
  domain = S.opt(S.strings, S.empty), seeds = S.req(S.strings),
  requires = S.opt(S.strings, S.empty), suggests = S.opt(S.strings, S.empty),
  hours = S.req(S.record{read = S.opt(S.hours, 0), lab = S.req(S.hours)}),
  durable = S.opt(S.strings, S.empty), ephemeral = S.opt(S.ephemeral, S.empty),
  readings = S.opt(S.list(S.reading), S.empty),
  lang = S.req(S.enum("c", "cuda")), backends = S.req(S.list(BACKENDS, {min = 1})),
  -- labs in C with one file each, which is a part of this lab's program: it is compiled in a folder of its lab's name,
  -- beside its own lab.h. The learner's where its lab's `correct` was passed, else its lab's reference
  parts = S.opt(S.list(part, {max = 8}), S.empty),
  -- from the simplest rung to the best, the reference among them; of a capstone: recorded work that is complete, one
  -- file a track, in the form that tui/app/evidence.h tells
  ladder = S.req(S.list(file_name, {min = 1})),
  curves = S.opt(S.list(curve, {max = 8}), S.empty),
  -- of a lab whose code `ridge serve` runs: the call that lasts until nobody asks any more (ridge/engine.h), and the
  -- files of kernels/ that it has as its models
  serves = S.opt(S.record{call = S.req(S.text), models = S.opt(S.list(S.text, {max = 4}), S.empty)}),
  predict = S.opt(S.list(S.made("predict")), S.empty), questions = S.opt(S.questions, S.empty),
  points = S.opt(S.map(S.num{min = 0})), partial = S.opt(partial), device = S.opt(S.record{arch = S.opt(S.text)}),
  rubric = S.opt(S.list(item, {min = 1, max = 100})),
  tracks = S.opt(S.list(S.made("track"), {min = 1})),
  deliverables = S.opt(S.list(S.made("deliverable"), {min = 1})),
}, {after = function(d, ctx)
  d.limits = d.limits or {wall_s = 60, mem_MiB = 2048, threads = 1}
  check_kind(d, ctx)
  check_widths(d, ctx)
end})

-- Below labs/ and kernels/: "w02-transpose", and for its drill "w02-transpose/swizzle" the folder drills/swizzle in it.
function R.lab_dir(id) return (id:gsub("^([^/]+)/([^/]+)$", "%1/drills/%2")) end
function R.lab_file(id) return ("labs/%s/%s.lua"):format(R.lab_dir(id), id:find("/", 1, true) and "drill" or "lab") end

-- {name=id, doc=, loc=, f=, questions=}, or nil once errors are recorded.
-- With `brief`, the facts are not computed.
local briefs = {} -- weeks add up the hours of labs that are listed, too

local function load_lab(id, brief)
  local file = R.lab_file(id)
  if brief and briefs[id] ~= nil then return briefs[id] or nil end
  if not host.text(file) then
    R.report(file, 0, "there is no such lab")
    return nil
  end
  local of, name = id:match("^([^/]+)/([^/]+)$")
  local doc, clean = R.load(file, of and "drill" or "lab", R.new_env({hw = R.hw, models = R.models, u = R.U.values}))
  if brief then briefs[id] = false end
  if not doc then return nil end
  if doc.id and doc.id ~= (name or id) then
    R.complain(R.loc[doc], {"id"}, ("'%s' is not the name of its folder '%s'"):format(doc.id, name or id))
  end
  if of and not R.drill_of(doc, of, name) then return nil end
  local f = brief and {} or R.call_facts(doc.facts, R.loc[doc])
  local lab = f and {name = id, doc = doc, loc = R.loc[doc], clean = clean, f = f,
                     questions = doc.questions or {}}
  if brief then briefs[id] = lab end
  return lab
end

-- What a list says of a lab is no figure of the page that the list is on.
function R.load_lab(id, brief)
  local read = R.figures_read
  R.figures_read = not brief and read or nil
  local lab = load_lab(id, brief)
  R.figures_read = read
  return lab
end

-- What a list of labs shows, without evaluating any case.
function R.lab_brief(lab)
  local d = lab.doc
  return {id = d.id, rev = d.rev, title = d.title, kind = d.kind, lang = d.lang, week = d.week,
          part = d.part, backends = d.backends, requires = d.requires, suggests = d.suggests,
          seeds = d.seeds, hours = d.hours, domain = d.domain, durable = d.durable,
          ephemeral = R.ephemeral_json(d.ephemeral), readings = R.readings_json(d.readings),
          timed = #(d.bench or {}) > 0, serves = d.serves ~= nil,
          questions = R.questions_brief(d.questions), edit = d.edit, broken = not lab.clean,
          drills = R.drill_briefs(lab.name),
          milestones = R.host.array(R.milestone_list(d))}
end
