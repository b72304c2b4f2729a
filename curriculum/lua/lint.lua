-- lint.lua: what only shows when everything is loaded: references between files, cycles, pages.
local host, R = ...

local function set_of(list)
  local s = {}
  for _, v in ipairs(list or {}) do s[v] = true end
  return s
end

local function load_map()
  local rows = host.text("curriculum/map.lua") and R.load("curriculum/map.lua", "map") or {}
  local by_id = {}
  for k, r in ipairs(rows) do
    if r[1] and by_id[r[1]] then
      R.complain(R.loc[rows], {k}, ("row '%s' is there twice"):format(r[1]))
    elseif r[1] then
      by_id[r[1]] = r
    end
  end
  return rows, by_id
end

-- --- references ---------------------------------------------------------------------------------

local function check_seeds(list, by_id, loc, path, one)
  if not next(by_id) then return end
  for k, id in ipairs(list or {}) do
    if not by_id[id] then
      local full = {table.unpack(path)}
      if not one then full[#full + 1] = k end
      R.complain(loc, full, ("'%s' is no row of map.lua"):format(id))
    end
  end
end

local function check_labs(list, catalogue, loc, path)
  local seen = {}
  for k, id in ipairs(list or {}) do
    local full = {table.unpack(path)}
    full[#full + 1] = k
    if next(catalogue) and not catalogue[id] then
      R.complain(loc, full, ("there is no lab '%s' in catalogue.lua%s"):format(id, R.suggest(id, catalogue)))
    end
    if seen[id] then R.complain(loc, full, ("'%s' is there twice"):format(id)) end
    seen[id] = true
  end
end

local function check_readings(list, readings, loc)
  for k, r in ipairs(list or {}) do
    if r[1] and next(readings) and not readings[r[1]] then
      R.complain(loc, {"readings", k}, ("there is no reading '%s' in readings.lua%s"):format(r[1],
                 R.suggest(r[1], readings)))
    end
  end
end

-- First cycle of a graph {node = {next...}} as "a > b > a", or nil.
local function cycle_in(graph)
  local state, trail = {}, {}
  local function visit(node)
    if state[node] == "done" then return nil end
    trail[#trail + 1] = node
    if state[node] == "open" then
      local from = 1
      while trail[from] ~= node do from = from + 1 end
      return table.concat(trail, " > ", from)
    end
    state[node] = "open"
    for _, n in ipairs(graph[node] or {}) do
      local found = visit(n)
      if found then return found end
    end
    trail[#trail] = nil
    state[node] = "done"
    return nil
  end
  for _, node in ipairs(R.sorted_keys(graph)) do
    local found = visit(node)
    if found then return found, node end
  end
  return nil
end

-- --- one lab ------------------------------------------------------------------------------------

local function check_lab_files(lab)
  local d = lab.doc
  local dir, kernels = "labs/" .. R.lab_dir(lab.name) .. "/", "kernels/" .. R.lab_dir(lab.name) .. "/"
  local function need(file, path, why)
    if not host.text(file) then R.complain(lab.loc, path, ("%s: no file %s"):format(why, file)) end
  end
  for k, file in ipairs(d.edit or {}) do
    need(dir .. "skeleton/" .. file, {"edit", k}, "the learner's file has no skeleton")
  end
  local edit = set_of(d.edit)
  for _, file in ipairs(host.names(dir .. "skeleton/")) do
    local name = file:sub(#dir + #"skeleton/" + 1)
    if not edit[name] then
      R.complain(lab.loc, {"edit"}, ("skeleton/%s is not listed"):format(name))
    end
  end
  if d.kind ~= "capstone" then need(dir .. "lab.h", {}, "the interface is missing") end
  -- a student edition of a pack has objects in the place of the oracle and the reference, and no other rung
  local given = host.text(kernels .. "oracle.so.b64")
  for k, file in ipairs(d.ladder or {}) do
    if not given then need(kernels .. file, {"ladder", k}, "the ladder") end
    if given and file == d.reference then need(kernels .. file .. ".x86-64-v2.so.b64", {"ladder", k}, "the ladder") end
  end
  if d.reference and not set_of(d.ladder)[d.reference] then
    R.complain(lab.loc, {"reference"}, "is not on the ladder")
  end
  local harness, oracle = false, false
  for _, c in pairs(d.calls or {}) do
    harness = harness or c.harness
    oracle = oracle or c.oracle or c.verify
  end
  if harness then need(dir .. "harness.c", {"calls"}, "a call has harness=true") end
  if oracle and not given then need(kernels .. "oracle.c", {"calls"}, "the oracle") end
end

local function check_predictions(lab)
  for _, p in ipairs(R.predictions(lab)) do
    if p.expected == nil then return end
  end
end

-- Gates and benches ask for counters of the dictionary (runner/base/counter_words.c), or for those that the lab itself
-- declares.
local function check_counters(lab, dictionary)
  local own = lab.doc.counters or {}
  local known = {}
  for name in pairs(dictionary) do known[name] = true end
  for name in pairs(own) do
    if known[name] then R.complain(lab.loc, {"counters", name}, ("'%s' is a counter of everybody's"):format(name)) end
    known[name] = true
  end
  local function check(at, key, name)
    if name and not known[name] and not name:find("^ptx:") then
      R.complain(R.loc[at], {key}, ("no counter is called '%s'%s: `ridge help counters` lists them, and a lab " ..
        "declares its own in 'counters'"):format(name, R.suggest(name, known)))
    end
  end
  for _, g in ipairs(lab.doc.gates or {}) do check(g, "counter", g.counter) end
  for _, b in ipairs(lab.doc.bench or {}) do
    check(b, "metric", type(b.metric) == "string" and b.metric:match("^%a+:([%w_]+)$"))
  end
end

-- Home, status and report add labs up: each of the course's own is 100 points, a pack's as many as its author wants.
local function check_total(lab, entry)
  if not entry or entry.pack then return end
  local total = 0
  for _, m in ipairs(R.milestone_list(lab.doc)) do total = total + m.max end
  if math.abs(total - 100) > 0.01 then
    R.complain(lab.loc, {"points"}, ("the milestones come to %g points, and a lab has 100"):format(total))
  end
end

-- As a run reads it, with several draws of its hidden cases.
local function check_resolved(lab)
  for seed = 1, 3 do
    local before = #R.errors
    R.resolve(lab, seed)
    if #R.errors > before then break end
  end
end

-- The functions that calls are said to ask for are those of lab.h: hints are found by their names.
local function check_asked(lab)
  local header = host.text(("labs/%s/lab.h"):format(lab.name)) or ""
  for name, call in pairs(lab.doc.calls or {}) do
    local fn = call.asks and call.asks.fn
    for _, f in pairs(type(fn) == "table" and fn or {fn}) do
      if not header:find("%f[%w_]" .. f .. "%f[^%w_]") then
        R.complain(R.loc[call], {"asks", "fn"}, ("%s: lab.h has no '%s'"):format(name, f))
      end
    end
  end
end

local function check_drills(lab, ctx)
  for _, name in ipairs(R.drill_names(lab.name)) do
    local drill = R.load_lab(lab.name .. "/" .. name)
    if drill then
      check_resolved(drill)
      check_lab_files(drill)
      check_counters(drill, ctx.counters)
      R.check_brief_and_hints(drill)
      R.check_facts(drill)
    end
  end
end

local function check_lab(lab, ctx)
  local d, loc = lab.doc, lab.loc
  check_resolved(lab)
  check_drills(lab, ctx)
  check_total(lab, ctx.tables.catalogue[lab.name])
  check_lab_files(lab)
  check_asked(lab)
  check_counters(lab, ctx.counters)
  R.check_lesson(lab, (ctx.tables.catalogue[lab.name] or {}).pack)
  R.check_brief_and_hints(lab)
  check_predictions(lab)
  R.check_facts(lab)
  for _, item in ipairs(lab.questions) do R.check_question(lab, item) end
  check_readings(d.readings, ctx.tables.readings, loc)
  check_labs(d.requires, ctx.tables.catalogue, loc, {"requires"})
  check_labs(d.suggests, ctx.tables.catalogue, loc, {"suggests"})
  for _, t in ipairs(d.tracks or {}) do
    check_labs(t.uses, ctx.tables.catalogue, R.loc[t], {"uses"})
    for k, id in ipairs(t.uses or {}) do
      if not host.text(R.lab_file(id)) then R.complain(R.loc[t], {"uses", k}, ("'%s' is not there yet"):format(id)) end
    end
  end
  check_seeds(d.seeds, ctx.by_id, loc, {"seeds"})
  local known = ctx.tables.catalogue[lab.name]
  if next(ctx.tables.catalogue) and not known then
    R.complain(loc, {"id"}, "is not in catalogue.lua")
  elseif known and known.pack and d.week then
    R.complain(loc, {"week"}, "a pack's lab stands in the track of its pack, not in a week")
  elseif known and known.week ~= d.week then
    R.complain(loc, {"week"}, ("is %s here and %s in catalogue.lua"):format(tostring(d.week),
               tostring(known.week)))
  end
  if #lab.questions < 3 then
    R.complain(loc, {"questions"}, ("a lab has at least 3 questions, and here are %d"):format(#lab.questions),
               "warning")
  end
  if not next(d.mutants or {}) and #(ctx.mutant_files[lab.name] or {}) == 0 then
    R.complain(loc, {"mutants"}, "there is none, so nothing shows that a wrong answer is caught", "warning")
  end
end

-- What a week leaves for a second reading is an idea of it that none of its labs carries, by map.lua.
local function check_later(w, ctx)
  local row_of = {}
  for _, c in ipairs(w.doc.concepts or {}) do row_of[c.id] = ctx.by_id[c.seed] or {by = {}} end
  for k, id in ipairs(w.doc.later or {}) do
    if not row_of[id] then
      R.complain(w.loc, {"later", k}, ("the week has no idea '%s'%s"):format(id, R.suggest(id, row_of)))
    end
    for _, token in ipairs(row_of[id] and row_of[id].by or {}) do
      local name = token:match("^lab:(.+)$")
      for _, lab in ipairs(name and w.doc.labs or {}) do
        if lab == name or lab:sub(1, #name + 1) == name .. "-" then
          R.complain(w.loc, {"later", k}, ("the idea '%s' is practised this week, in %s"):format(id, lab))
        end
      end
    end
  end
end

local function check_week(w, ctx)
  local d, loc = w.doc, w.loc
  R.week_json(w)
  R.check_facts(w)
  for _, item in ipairs(w.questions) do
    R.check_question(w, item)
    check_seeds({item.seed}, ctx.by_id, R.loc[item], {"seed"}, true)
  end
  check_later(w, ctx)
  check_readings(d.readings, ctx.tables.readings, loc)
  check_labs(d.labs, ctx.tables.catalogue, loc, {"labs"})
  check_seeds(d.seeds, ctx.by_id, loc, {"seeds"})
  for _, field in ipairs({"concepts", "readings", "practice"}) do
    for k, item in ipairs(d[field] or {}) do
      check_seeds({item.seed}, ctx.by_id, loc, {field, k, "seed"}, true)
      check_seeds(item.seeds, ctx.by_id, loc, {field, k, "seeds"})
    end
  end
  if d.milestone then
    check_seeds({d.milestone.seed}, ctx.by_id, loc, {"milestone", "seed"}, true)
  end
  for k, id in ipairs(d.labs or {}) do
    local known = ctx.tables.catalogue[id]
    if known and known.week and known.week ~= d.n then
      R.complain(loc, {"labs", k}, ("'%s' belongs to week %d"):format(id, known.week))
    end
  end
  for _, p in ipairs(ctx.tables.parts) do
    if p.n == d.part and d.n and p.weeks and (d.n < p.weeks[1] or d.n > p.weeks[2]) then
      R.complain(loc, {"part"}, ("part %d has weeks %d to %d"):format(p.n, p.weeks[1], p.weeks[2]))
    end
  end
end

-- A card of cards.lua that is there: its page, its questions, what it cites.
local function check_card(entry, ctx)
  local id = entry[1]
  local c = R.load_card(id)
  if not c then return end
  local page = host.text(("curriculum/%s.md"):format(id))
  if not page then
    R.complain(c.loc, {}, ("there is no page %s.md beside this file"):format(id))
  elseif page:match("^# ([^\r\n]+)") ~= entry.title then
    R.complain(c.loc, {}, ("the page's heading is not '%s', as cards.lua has it"):format(entry.title))
  end
  R.card_page(id)
  R.check_facts(c)
  for _, item in ipairs(c.questions) do
    R.check_question(c, item)
    check_seeds({item.seed}, ctx.by_id, R.loc[item], {"seed"}, true)
  end
  check_readings(c.doc.readings, ctx.tables.readings, c.loc)
  check_seeds(c.doc.seeds, ctx.by_id, c.loc, {"seeds"})
end

-- Every page of a kind is listed once in its table, and `each` checks those that are there; what is listed.
local function check_listed(rows, word, list, there, is_its, each)
  local listed = {}
  for k, e in ipairs(rows) do
    if listed[e[1]] then R.complain(R.loc[rows], {k}, ("%s '%s' is there twice"):format(word, e[1])) end
    listed[e[1]] = true
    if there[e[1]] then each(e) end
  end
  for id in pairs(there) do
    if is_its(id) and not listed[id] then
      R.report(("curriculum/%s.lua"):format(id), 1, ("the %s is not in %s"):format(word, list))
    end
  end
  return listed
end

local function check_cards(ctx, there)
  check_listed(ctx.tables.cards, "card", "cards.lua", there,
               function(id) return not R.is_deep(id) and not R.is_tour(id) end,
               function(e) check_card(e, ctx) end)
end

-- The chapters of deep.lua that are there, and the tracks that name them.
local function check_chapters(ctx, there)
  local listed = check_listed(ctx.tables.deep, "chapter", "deep.lua", there, R.is_deep, function(e)
    local c = R.load_deep(e[1])
    if c then
      R.check_deep(e, ctx)
      R.check_facts(c)
      R.check_deep_names(c, ctx)
      check_readings(c.doc.readings, ctx.tables.readings, c.loc)
      check_labs(c.doc.labs, ctx.tables.catalogue, c.loc, {"labs"})
      check_seeds(c.doc.seeds, ctx.by_id, c.loc, {"seeds"})
    end
  end)
  for k, track in ipairs(ctx.tables.tracks) do
    for j, s in ipairs(track.steps or {}) do
      for i, id in ipairs(s.deep or {}) do
        if not listed["deep/" .. id] then
          R.complain(R.loc[ctx.tables.tracks], {k, "steps", j, "deep", i},
                     ("there is no chapter '%s'%s"):format(id, R.suggest("deep/" .. id, listed)))
        end
      end
    end
  end
end

-- The tours of tours.lua that are there.
local function check_tours(ctx, there)
  check_listed(ctx.tables.tours, "tour", "tours.lua", there, R.is_tour, function(e)
    local t = R.load_tour(e[1])
    if t then
      R.check_tour(e, t)
      R.check_facts(t)
      check_labs(t.doc.labs, ctx.tables.catalogue, t.loc, {"labs"})
      check_seeds(t.doc.seeds, ctx.by_id, t.loc, {"seeds"})
    end
  end)
end

-- Each concept of a seed's week (row S003-W05-C1) is an idea of that week: a section of its page and a review card.
local function check_concepts(ctx, weeks)
  for _, n in ipairs(weeks) do
    local w, carried = R.load_week(n), {}
    for _, c in ipairs(w and w.doc.concepts or {}) do
      if c.seed then carried[c.seed] = true end
      for _, id in ipairs(c.seeds or {}) do carried[id] = true end
    end
    for _, row in ipairs(w and ctx.rows or {}) do
      if row[1]:find(("^S003%%-W%02d%%-C%%d+$"):format(n)) and not carried[row[1]] then
        R.complain(w.loc, {"concepts"}, ("there is none called '%s'"):format(row[1]))
      end
    end
  end
end

local function check_tables(ctx)
  local t = ctx.tables
  local function loc_of(v) return R.loc[v] end
  for k, track in ipairs(t.tracks) do
    local seen = {}
    for j, s in ipairs(track.steps or {}) do
      check_labs(s.labs, t.catalogue, loc_of(t.tracks), {k, "steps", j, "labs"})
      for i, id in ipairs(s.labs or {}) do
        if seen[id] then
          R.complain(loc_of(t.tracks), {k, "steps", j, "labs", i},
                     ("'%s' stands in an earlier step already"):format(id))
        end
        seen[id] = true
      end
    end
    check_seeds(track.seeds, ctx.by_id, loc_of(t.tracks), {k, "seeds"})
  end
  local g = t.graph
  if g.nodes then
    local out = {}
    for name, n in pairs(g.nodes) do
      check_labs(n.labs, t.catalogue, loc_of(g), {"nodes", name, "labs"})
      check_seeds(n.seeds, ctx.by_id, loc_of(g), {"nodes", name, "seeds"})
      out[name] = {}
    end
    for k, e in ipairs(g.edges or {}) do
      check_seeds({e.seed}, ctx.by_id, loc_of(g), {"edges", k}, true)
      if out[e[1]] then table.insert(out[e[1]], e[2]) end
    end
    local found = cycle_in(out)
    if found then R.complain(loc_of(g), {"edges"}, "there is a cycle: " .. found) end
  end
  for k, p in ipairs(t.parts) do check_seeds(p.seeds, ctx.by_id, loc_of(t.parts), {k, "seeds"}) end
end

-- Of each arrow of graph.lua between two topics, of which the labs are there: a lab of the later one requires one of
-- the earlier one. While labs of the later one are missing, one of them may be who does.
local function check_arrows(g, requires)
  for k, e in ipairs(g.edges or {}) do
    local from, to = g.nodes[e[1]], g.nodes[e[2]]
    local earlier, there, whole, realised = set_of(from and from.labs), false, to ~= nil, false
    for id in pairs(earlier) do there = there or requires[id] ~= nil end
    for _, id in ipairs(to and to.labs or {}) do
      whole = whole and requires[id] ~= nil
      for _, r in ipairs(requires[id] or {}) do realised = realised or earlier[r] == true end
    end
    if there and whole and not realised then
      R.complain(R.loc[g], {"edges", k}, ("no lab of '%s' requires a lab of '%s'"):format(e[2], e[1]))
    end
  end
end

-- The glossary: in alphabetical order, short, each word with a page that there is.
local WORD_MAX = 40
local function check_glossary(labs, cards)
  local file, before = "curriculum/glossary.lua", ""
  local list = host.text(file) and R.load(file, "glossary")
  if not list then return end
  local loc, lab_there = R.loc[list], set_of(labs)
  for k, w in ipairs(list) do
    local text, n = R.expand_field(w[2], R.page_env(), loc, {k}), 0
    for _ in (text or ""):gmatch("%S+") do n = n + 1 end
    if n > WORD_MAX then R.complain(loc, {k}, ("'%s' takes %d words, more than %d"):format(w[1], n, WORD_MAX)) end
    if w[1]:lower() <= before then R.complain(loc, {k}, ("'%s' belongs before '%s'"):format(w[1], before)) end
    before = w[1]:lower()
    if not lab_there[w.from] and not cards[w.from] then
      R.complain(loc, {k, "from"}, ("there is no lab and no card '%s'"):format(w.from))
    end
  end
end

-- A part is the one file of a lab in C, whose own manifest says the same of it.
local function check_parts(lab)
  for k, p in ipairs(lab.doc.parts or {}) do
    local other = host.text(R.lab_file(p[1])) and R.load_lab(p[1])
    local d = other and other.doc
    if not d then
      R.complain(lab.loc, {"parts", k}, ("there is no lab '%s'"):format(p[1]))
    elseif d.lang ~= "c" or #(d.edit or {}) ~= 1 or d.edit[1] ~= p.file or d.reference ~= p.reference then
      R.complain(lab.loc, {"parts", k}, ("%s and its reference %s are not those of '%s'"):format(p.file, p.reference,
                 p[1]))
    end
  end
end

-- What has to be the learner's own are all parts of that lab.
local function check_own(lab)
  for k, d in ipairs(lab.doc.deliverables or {}) do
    local other = d.need == "own" and host.text(R.lab_file(d.of)) and R.load_lab(d.of)
    local has, said = {}, table.move(d.parts or {}, 1, #(d.parts or {}), 1, {})
    for _, p in ipairs(other and other.doc.parts or {}) do has[#has + 1] = p[1] end
    table.sort(has)
    table.sort(said)
    if d.need == "own" and table.concat(has, ", ") ~= table.concat(said, ", ") then
      R.complain(lab.loc, {"deliverables", k}, ("the parts of '%s' are %s"):format(d.of, table.concat(has, ", ")))
    end
  end
end

-- What a lab requires, whoever it is: a cycle may go through labs that were not asked for.
local function follow(id, requires, locs)
  for _, other in ipairs(requires[id] or {}) do
    local lab = not requires[other] and host.text(R.lab_file(other)) and R.load_lab(other)
    if lab then
      requires[other], locs[other] = lab.doc.requires or {}, lab.loc
      follow(other, requires, locs)
    end
  end
end

-- --- the operation ------------------------------------------------------------------------------

function R.ops.lint(arg)
  R.tables = R.load_tables(arg.packs)
  local ctx = {tables = R.tables, mutant_files = {}, counters = arg.counters}
  ctx.rows, ctx.by_id = load_map()
  for _, file in ipairs(host.names()) do
    local id = file:match("^labs/([^/]+)/mutants/[^/]+%.lua$")
    if id then
      ctx.mutant_files[id] = ctx.mutant_files[id] or {}
      table.insert(ctx.mutant_files[id], file)
    end
  end
  check_tables(ctx)
  for _, n in ipairs(arg.weeks) do
    local w = R.load_week(n)
    if w then check_week(w, ctx) end
  end
  local requires, locs = {}, {}
  for _, id in ipairs(arg.labs) do
    local lab = R.load_lab(id)
    if lab then
      requires[id], locs[id] = lab.doc.requires or {}, lab.loc
      check_lab(lab, ctx)
      check_parts(lab)
      check_own(lab)
    end
  end
  for _, id in ipairs(arg.labs) do follow(id, requires, locs) end
  local found, node = cycle_in(requires)
  if found then R.complain(locs[node], {"requires"}, "there is a cycle: " .. found) end
  check_arrows(ctx.tables.graph, requires)
  check_concepts(ctx, arg.weeks)
  local there = set_of(arg.cards)
  check_cards(ctx, there)
  check_chapters(ctx, there)
  check_tours(ctx, there)
  check_glossary(arg.labs, there)
  for _, page in ipairs(arg.pages) do
    local id = page:match("^curriculum/(.+)%.md$")
    if not there[id] then R.expand_file(page, R.page_env()) end
  end
  R.check_links(#arg.pages > 0)
  R.check_marks()
  R.check_drawings()
  ctx.card_built = there
  R.map_status(ctx, arg, true)
  return {weeks = #arg.weeks, labs = #arg.labs, pages = #arg.pages, rows = #ctx.rows}
end

-- --- the map ------------------------------------------------------------------------------------

-- Is a token known, is it complete? "built", "known" or nil. A reading is complete once a page asks for it.
local function token_state(token, ctx, seen)
  local kind, name = token:match("^(%a+):(.+)$")
  local t = ctx.tables
  if kind == "lab" then
    for id in pairs(t.catalogue) do
      if id == name or id:sub(1, #name + 1) == name .. "-" then
        return ctx.lab_built[id] and "built" or "known"
      end
    end
  elseif kind == "feature" then
    return t.features[name] and (t.features[name].built and "built" or "known")
  elseif kind == "reading" then
    return t.readings[name] and (ctx.cited[name] and "built" or "known")
  elseif kind == "lesson" then
    local n = math.tointeger(tonumber(name))
    return n and n >= 1 and n <= 52 and (ctx.week_built[n] and "built" or "known") or nil
  elseif kind == "track" then
    for _, track in ipairs(t.tracks) do
      if track.id == name then return "built" end
    end
  elseif kind == "tour" then
    for _, e in ipairs(t.tours) do
      if e[1] == "tours/" .. name then return ctx.card_built[e[1]] and "built" or "known" end
    end
  elseif kind == "fact" then
    return R.hw_read[name] and "built"
  elseif kind == "card" then
    for _, e in ipairs(t.cards) do
      if e[1] == name then return ctx.card_built[name] and "built" or "known" end
    end
  elseif kind == "deep" then
    for _, e in ipairs(t.deep) do
      if e[1] == "deep/" .. name then
        local c = ctx.card_built[e[1]] and R.load_deep(e[1])
        return c and c.doc.wip ~= true and "built" or "known"
      end
    end
  elseif kind == "exercise" then
    for _, e in ipairs(t.deep) do
      local c = e[1] == "deep/" .. name:sub(1, 3) and name:find("^d%d%d%-%w") and (ctx.card_built[e[1]] and
        R.load_deep(e[1]) or {doc = {wip = true}, questions = {}})
      for _, item in ipairs(c and c.questions or {}) do
        if item.id == name then return "built" end
      end
      if c then return c.doc.wip and "known" or nil end
    end
  elseif kind == "duplicate" then
    local row = ctx.by_id[name]
    if not row or seen[name] then return nil end
    local s = R.row_state(row, ctx, seen)
    return s == "implemented" and "built" or s ~= "missing" and "known" or nil
  end
  return nil
end

-- What stands of a row, decided here alone:
--   implemented  all that carries it is there
--   taught       an idea of a week has its text, and with that its review card, and the week has questions; of what
--                carries the row, a lab for example, something is not there yet
--   planned      something that carries it is not there yet
--   missing      nothing carries it, or something that nobody knows
function R.row_state(row, ctx, seen)
  seen = seen or {}
  seen[row[1]] = true
  local state, tokens = #row.by > 0 and "implemented" or "missing", {}
  for k, token in ipairs(row.by) do
    local s = token_state(token, ctx, seen)
    tokens[k] = {token = token, state = s or "unknown"}
    if not s then
      state = "missing"
    elseif s == "known" and state == "implemented" then
      state = "planned"
    end
  end
  seen[row[1]] = nil
  if state == "planned" and ctx.taught[row[1]] then state = "taught" end
  return state, host.array(tokens)
end

function R.map_status(ctx, arg, lint)
  ctx.lab_built, ctx.week_built = {}, {}
  ctx.cited, ctx.taught = ctx.cited or {}, ctx.taught or {}
  for _, id in ipairs(arg.built_labs or {}) do ctx.lab_built[id] = true end
  for _, n in ipairs(arg.built_weeks or {}) do ctx.week_built[n] = true end
  local function none() return {total = 0, implemented = 0, taught = 0, planned = 0, missing = 0} end
  local total = none()
  local by_source, rows = {}, {}
  for k, row in ipairs(ctx.rows) do
    local state, tokens = R.row_state(row, ctx)
    local source = (row[1] or "?"):match("^[^%-]+")
    by_source[source] = by_source[source] or none()
    for _, t in ipairs({total, by_source[source]}) do
      t.total, t[state] = t.total + 1, t[state] + 1
    end
    rows[k] = {id = row[1], status = state, by = tokens, note = row.note}
    if lint then
      if #row.by == 0 then R.complain(R.loc[ctx.rows], {k}, row[1] .. ": nothing carries it") end
      for j, t in ipairs(tokens) do
        if t.state == "unknown" then
          R.complain(R.loc[ctx.rows], {k, "by", j}, ("%s: '%s' names nothing known"):format(row[1],
                     t.token))
        end
      end
    end
  end
  total.by_source, total.rows = host.object(by_source), host.array(rows)
  return total
end

-- What the week, lab or card `o` asks to be read.
local function cite(ctx, o)
  for _, r in ipairs(o and o.doc.readings or {}) do
    if r[1] then ctx.cited[r[1]] = true end
  end
end

-- The rows whose idea week `w` tells and asks about.
local function teach(ctx, w)
  if #w.questions == 0 then return end
  for _, c in ipairs(w.doc.concepts or {}) do
    if c.seed then ctx.taught[c.seed] = true end
    for _, id in ipairs(c.seeds or {}) do ctx.taught[id] = true end
  end
end

function R.ops.map(arg)
  R.tables = R.load_tables(arg.packs)
  local ctx = {tables = R.tables, cited = {}, taught = {}}
  ctx.rows, ctx.by_id = load_map()
  arg.built_labs, arg.built_weeks = {}, {}
  local lessons = set_of(arg.lessons)
  ctx.card_built = {}
  for _, id in ipairs(arg.labs) do
    local lab = R.load_lab(id)
    cite(ctx, lab)
    if lab and lab.clean and lessons[id] then table.insert(arg.built_labs, id) end
  end
  for _, n in ipairs(arg.weeks) do
    local w = R.load_week(n)
    cite(ctx, w)
    if w and w.clean then
      table.insert(arg.built_weeks, n)
      teach(ctx, w)
    end
  end
  for _, id in ipairs(arg.cards) do
    local c = R.load_card(id)
    cite(ctx, c)
    ctx.card_built[id] = c and c.clean or nil
  end
  return R.map_status(ctx, arg, false)
end
