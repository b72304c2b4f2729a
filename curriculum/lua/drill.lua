-- drill.lua: the drill{...} of labs/LAB/drills/NAME/drill.lua: a small second task in a lab's harness, worth no points
-- of the lab. Language, backends and limits are the lab's; drills are known by the id "LAB/NAME".
local host, R = ...
local S = R.S

local LEAST_MUTANTS = 2
local file_name = R.file_name

S.define("drill", R.program_fields{
  id = S.req(S.id), rev = S.req(S.int{min = 1}), title = S.req(S.text), hours = S.req(S.hours),
  needs = S.req(S.text),                        -- the milestone of the lab that is passed before
  edit = S.req(S.list(file_name, {min = 1, max = 1})), skeleton = S.req(file_name),
  backends = S.opt(S.list(R.backend, {min = 1})),
}, {after = function(d, ctx)
  for _, k in ipairs({"buffers", "calls", "cases"}) do
    if not d[k] then S.bad(ctx, "field '%s' is missing", k) end
    d[k] = d[k] or k == "cases" and S.empty() or {}
  end
  if d.skeleton and d.edit and d.skeleton ~= d.edit[1] then
    R.complain(ctx.loc, {"skeleton"}, ("'%s' is not the file that 'edit' names"):format(d.skeleton))
  end
end})

-- Gives a drill what it has of its lab; false once errors are recorded.
function R.drill_of(doc, lab, name)
  local of = R.load_lab(lab, true)
  if not of then return false end
  local d = of.doc
  local runs = {}
  for _, b in ipairs(d.backends or {}) do runs[b] = true end
  for k, b in ipairs(doc.backends or {}) do
    if not runs[b] then R.complain(R.loc[doc], {"backends", k}, ("%s does not run on '%s'"):format(lab, b)) end
  end
  if d.kind == "capstone" or d.parts and #d.parts > 0 then
    R.complain(R.loc[doc], {}, ("%s has no harness of its own for a drill"):format(lab))
    return false
  end
  doc.drill = {lab = lab, name = name, needs = doc.needs}
  doc.api, doc.kind, doc.lang, doc.device = 1, d.kind, d.lang, d.device
  doc.backends, doc.limits = doc.backends or d.backends, doc.limits or d.limits
  doc.ladder, doc.requires, doc.seeds = host.array({doc.reference}), host.array({lab}), S.empty()
  doc.suggests, doc.domain, doc.durable, doc.questions = S.empty(), S.empty(), S.empty(), S.empty()
  doc.hours = {read = 0, lab = doc.hours}
  local known = {}
  for _, m in ipairs(R.milestone_list(d)) do known[m.id] = true end
  if doc.needs and not known[doc.needs] then
    R.complain(R.loc[doc], {"needs"}, ("%s has no milestone '%s'%s"):format(lab, doc.needs,
               R.suggest(doc.needs, known, true)))
  end
  return true
end

-- The names of a lab's drills, of those whose manifests are given.
function R.drill_names(lab)
  local out, dir = {}, ("labs/%s/drills/"):format(lab)
  for _, file in ipairs(host.names(dir)) do
    local name = file:match("^([%w][%w%-_]*)/drill%.lua$", #dir + 1)
    if name then out[#out + 1] = name end
  end
  return out
end

-- What lists show of a lab's drills.
function R.drill_briefs(lab)
  local out = {}
  for _, name in ipairs(R.drill_names(lab)) do
    local drill = R.load_lab(lab .. "/" .. name, true)
    local d = drill and drill.doc
    if d then
      out[#out + 1] = {id = drill.name, name = name, rev = d.rev, title = d.title, hours = d.hours.lab, needs = d.needs,
                       edit = d.edit, broken = not drill.clean}
    end
  end
  return host.array(out)
end

function R.check_drill(lab, json)
  if lab.doc.drill and #json.mutants < LEAST_MUTANTS then
    R.complain(lab.loc, {"mutants"}, ("are %d, and a drill needs %d real mistakes at least"):format(#json.mutants,
               LEAST_MUTANTS))
  end
end
