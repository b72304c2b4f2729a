-- deep.lua: deep dives: chapters of nine sections, which quote lessons and end in exercises. A chapter is a card whose
-- id is "deep/d07": its page and its manifest lie in curriculum/deep, its title stands in curriculum/deep.lua.
local host, R = ...
local S = R.S

local claim = S.record{id = S.req(S.id),
                       says = S.req(S.list(S.record{[1] = S.req(S.text), source = S.req(S.text)}, {min = 2}))}
local topic = S.record{[1] = S.req(S.text),
                       at = S.req(S.str{match = "#", what = "a place (lab#Section, or #Section here)"})}

S.define("deep", {
  id = S.req(S.str{match = "^d%d%d$", what = "a chapter's id (d07)"}), words = S.req(S.int{min = 1}),
  exercises = S.req(S.int{min = 1, max = 12}), after = S.opt(S.strings, S.empty), labs = S.opt(S.strings, S.empty),
  hours = S.req(S.record{read = S.req(S.hours), exercises = S.req(S.hours)}), topics = S.opt(S.list(topic), S.empty),
  readings = S.opt(S.list(S.reading), S.empty), sources = S.opt(S.strings, S.empty),
  ephemeral = S.opt(S.ephemeral, S.empty), disputed = S.opt(S.list(claim), S.empty),
  typed = S.opt(S.list(S.record{[1] = S.req(S.text), source = S.req(S.text)}), S.empty),
  class = S.opt(S.strings, S.empty), wip = S.opt(S.bool(), false), seeds = S.opt(S.strings, S.empty),
  facts = S.opt(S.fn()), questions = S.req(S.questions),
}, {after = function(d, ctx)
  local ids = {}
  for _, item in ipairs(d.questions or {}) do ids[item.id or ""] = true end
  for k, item in ipairs(d.questions or {}) do
    if d.id and item.id and item.id:sub(1, #d.id + 1) ~= d.id .. "-" then
      R.complain(ctx.loc, {"questions", k}, ("the exercise '%s' does not begin with '%s-'"):format(item.id, d.id))
    end
  end
  for k, id in ipairs(d.class or {}) do
    if not ids[id] then
      R.complain(ctx.loc, {"class", k}, ("there is no exercise '%s'%s"):format(id, R.suggest(id, ids)))
    end
  end
end})

function R.is_deep(id) return id:find("^deep/d%d%d$") ~= nil end

-- "d07" and "deep/d07" are the same chapter.
function R.deep_id(name)
  return name:find("^d%d%d$") and "deep/" .. name or R.is_deep(name) and name or nil
end

-- As R.load_card: {name=, f=, doc=}.
function R.load_deep(id)
  local env = R.new_env({hw = R.hw, models = R.models, u = R.U.values})
  local doc, clean = R.load(("curriculum/%s.lua"):format(id), "deep", env)
  if not doc then return nil end
  if doc.id and "deep/" .. doc.id ~= id then
    R.complain(R.loc[doc], {"id"}, ("is not the name of its file, %s.lua"):format(id:match("[^/]+$")))
  end
  local f = R.call_facts(doc.facts, R.loc[doc])
  return f and {name = id, doc = doc, loc = R.loc[doc], f = f, clean = clean, questions = doc.questions or {}}
end

-- "D07: Transformer Math and FlashAttention"
function R.deep_title(entry) return ("%s: %s"):format(entry[1]:match("[^/]+$"):upper(), entry.title) end

-- What lists show of the chapters that are there, beside the cards.
function R.deep_briefs(entries, there, out)
  for _, e in ipairs(entries) do
    local c = there[e[1]] and R.load_deep(e[1])
    if c then
      out[#out + 1] = {id = e[1], title = R.deep_title(e), weeks = e.weeks, weeks24 = e.weeks24,
                       minutes = math.floor(60*(c.doc.hours and c.doc.hours.read or 0) + .5),
                       questions = R.questions_brief(c.questions), seeds = c.doc.seeds, exercises = c.doc.exercises,
                       wip = c.doc.wip or nil, sections = host.array({table.unpack(R.SECTIONS)})}
    end
  end
end
