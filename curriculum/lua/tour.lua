-- tour.lua: tours: a few files of a repository at one commit, in an order, and five questions about them. A tour is a
-- card whose id is "tours/llm.c": its page and its manifest lie in curriculum/tours, its repository and title stand in
-- curriculum/tours.lua. No line of the repository's code is here: a learner fetches the files.
local host, R = ...
local S = R.S

local hex = function(n) return ("^%s$"):format(("[%da-f]"):rep(n)) end
local path = S.str{match = "^[%w_][%w%-_.+/]*$", what = "a path inside the repository"}
local place = S.record{from = S.req(S.text), why = S.req(S.text)}
local file = S.record{[1] = S.req(path), bytes = S.req(S.int{min = 1, max = 2^21}),
                      sha256 = S.req(S.str{match = hex(64), what = "a SHA-256 of 64 hex digits"}),
                      minutes = S.req(S.int{min = 1, max = 300}), read = S.req(S.list(place, {min = 1}))}

S.define("tour", {
  id = S.req(S.id), commit = S.req(S.str{match = hex(40), what = "a commit of 40 hex digits"}), date = S.req(S.date),
  licence = S.req(S.text), seeds = S.opt(S.strings, S.empty), files = S.req(S.list(file, {min = 1, max = 16})),
  labs = S.opt(S.strings, S.empty), hours = S.req(S.hours), as_of = S.req(S.date), facts = S.opt(S.fn()),
  questions = S.req(S.questions),
}, {after = function(d, ctx)
  local seen = {}
  for k, f in ipairs(d.files or {}) do
    if f[1] and f[1]:find("..", 1, true) then R.complain(ctx.loc, {"files", k}, "leads out of the repository") end
    if f[1] and seen[f[1]] then R.complain(ctx.loc, {"files", k}, ("'%s' is there twice"):format(f[1])) end
    seen[f[1] or ""] = true
  end
end})

function R.is_tour(id) return id:find("^tours/[%w_][%w%-_.]*$") ~= nil end

-- As R.load_card: {name=, f=, doc=}.
function R.load_tour(id)
  local env = R.new_env({hw = R.hw, models = R.models, u = R.U.values})
  local doc, clean = R.load(("curriculum/%s.lua"):format(id), "tour", env)
  if not doc then return nil end
  if doc.id and "tours/" .. doc.id ~= id then
    R.complain(R.loc[doc], {"id"}, ("is not the name of its file, %s.lua"):format(id:match("[^/]+$")))
  end
  local f = R.call_facts(doc.facts, R.loc[doc])
  return f and {name = id, doc = doc, loc = R.loc[doc], f = f, clean = clean, questions = doc.questions or {}}
end

local function files_json(doc)
  local out = {}
  for k, f in ipairs(doc.files or {}) do
    local read = {}
    for q, r in ipairs(f.read or {}) do read[q] = {from = r.from, why = R.reflow(r.why)} end
    out[k] = {path = f[1], bytes = f.bytes, sha256 = f.sha256, minutes = f.minutes, read = host.array(read)}
  end
  return host.array(out)
end

-- What lists show of the tours that are there, beside the cards, and what their files are fetched by.
function R.tour_briefs(entries, there, out)
  for _, e in ipairs(entries) do
    local t = there[e[1]] and R.load_tour(e[1])
    if t and t.clean then
      out[#out + 1] = {id = e[1], title = e.title, repo = e.repo, formerly = e.formerly, at = e.at,
                       minutes = math.floor(60*(t.doc.hours or 0) + .5), licence = t.doc.licence,
                       commit = t.doc.commit, date = t.doc.date, files = files_json(t.doc),
                       questions = R.questions_brief(t.questions), seeds = t.doc.seeds, labs = t.doc.labs}
    end
  end
end
