-- card.lua: reading cards: a page and the questions beside it, without a lab. A card's id is the
-- path of both below curriculum/, "prelude/02-five-axes" or "cards/qat".
local host, R = ...
local S = R.S

S.define("card", {
  seeds = S.opt(S.strings, S.empty), readings = S.opt(S.list(S.reading), S.empty),
  sources = S.opt(S.strings, S.empty), facts = S.opt(S.fn()), ephemeral = S.opt(S.ephemeral, S.empty),
  questions = S.req(S.questions),
}, {after = function(c, ctx)
  local n = c.questions and #c.questions or 0
  if n < 2 then R.complain(ctx.loc, {"questions"}, ("needs at least 2, has %d"):format(n)) end
end})

function R.is_card(id) return id:find("/", 1, true) ~= nil end

local function file_of(id) return ("curriculum/%s.lua"):format(id) end

-- {name=id, f=, doc=} as R.load_week gives it; nil when it cannot load.
function R.load_card(id)
  if R.is_deep(id) then return R.load_deep(id) end
  if R.is_tour(id) then return R.load_tour(id) end
  local env = R.new_env({hw = R.hw, models = R.models, u = R.U.values})
  local doc, clean = R.load(file_of(id), "card", env)
  if not doc then return nil end
  local f = R.call_facts(doc.facts, R.loc[doc])
  return f and {name = id, doc = doc, loc = R.loc[doc], f = f, clean = clean,
                questions = doc.questions or {}}
end

-- What lists show of the cards that are there, of the chapters and of the tours; `t` is R.load_tables().
function R.cards_json(t, ids)
  local there, out = {}, {}
  for _, id in ipairs(ids) do there[id] = true end
  for _, e in ipairs(t.cards) do
    local c = there[e[1]] and R.load_card(e[1])
    if c then
      out[#out + 1] = {id = e[1], title = e.title, week = e.week or 0, minutes = e.minutes,
                       questions = R.questions_brief(c.questions), seeds = c.doc.seeds}
    end
  end
  R.deep_briefs(t.deep, there, out)
  R.tour_briefs(t.tours, there, out)
  return host.array(out)
end

function R.ops.cards(arg)
  return R.cards_json(R.load_tables(), arg.cards)
end

-- The page with the card's facts, then where its claims are from.
function R.card_page(id)
  if R.is_deep(id) then
    local chapter = R.chapter(id)
    return chapter and chapter.markdown
  end
  if R.is_tour(id) then
    local tour = R.tour(id)
    return tour and tour.markdown
  end
  local c = R.load_card(id)
  if not c then return nil end
  local text = R.expand_file(("curriculum/%s.md"):format(id), R.expr_env({f = c.f}))
  local out = {}
  R.tables = R.tables or R.load_tables()
  for _, r in ipairs(R.readings_json(c.doc.readings)) do out[#out + 1] = R.reading_line(r) end
  for _, s in ipairs(c.doc.sources) do out[#out + 1] = "- " .. s end
  for _, e in ipairs(c.doc.ephemeral) do
    out[#out + 1] = ("- will change: %s (as of %s)"):format(e[1], e.as_of)
  end
  if not text or #out == 0 then return text end
  return ("%s\n## Sources\n\n%s\n"):format(text, table.concat(out, "\n"))
end
