-- predict.lua: the cost card: what a learner predicted against what it comes to.
local host, R = ...
local S, U, F = R.S, R.U, R.F

-- {id=, axis=, unit=, expected=} of every prediction of a lab; expected is nil after an error.
function R.predictions(lab)
  local env, out = R.expr_env({f = lab.f}), {}
  for k, p in ipairs(lab.doc.predict or {}) do
    local v, message = p.answer, nil
    if type(v) == "function" then
      local ok, got = pcall(v, lab.f, R.hw)
      if ok then v = got else v, message = nil, tostring(got) end
    elseif type(v) == "string" and not p.choices then
      v, message = R.eval(v, env)
    end
    if not message and type(v) ~= (p.choices and "string" or "number") then
      v, message = nil, "gives " .. S.describe(v)
    end
    if message then
      R.complain(R.loc[p], {"answer"}, message)
      v = nil
    end
    out[k] = {id = p.id, axis = p.axis, unit = p.unit, expected = v, rtol = p.rtol,
              worked = R.expand_field(p.worked, env, R.loc[p], {"worked"}), choices = p.choices}
  end
  return out
end

-- arg.given: {id = answer}. Adds status PASS, FAIL, INVALID or PENDING and the factor said/true.
function R.ops.predict(arg)
  local lab = R.load_lab(arg.id)
  if not lab then return nil end
  local out = R.predictions(lab)
  for _, p in ipairs(out) do
    local given = (arg.given or {})[p.id]
    if given == nil then
      p.status, p.expected, p.worked = "PENDING", nil, nil
    elseif p.choices then
      local said = type(given) == "number" and p.choices[given]
        or p.choices[tonumber(given) or 0] or given
      p.said = said
      p.status = said == p.expected and "PASS" or "FAIL"
    elseif p.expected then
      local base, dim, _, plain = U.parse(given)
      local want_dim, factor = U.unit(p.unit)
      if not base then
        p.status, p.message = "INVALID", dim
      elseif dim and dim ~= want_dim then
        p.status, p.message = "INVALID", ("Answer in %s."):format(U.shown(p.unit))
      else
        p.said = dim and base / factor or plain
        p.factor = p.expected ~= 0 and p.said / p.expected or nil
        p.status = math.abs(p.said - p.expected) <= p.rtol * math.abs(p.expected) and "PASS"
          or "FAIL"
        p.hint = p.status == "FAIL" and U.near_miss(p.said, p.expected, want_dim) or nil
        p.shown = F.n(p.expected) .. " " .. U.shown(p.unit)
      end
    end
    p.choices = nil
    if p.status == "INVALID" then p.expected, p.worked = nil, nil end
  end
  return host.array(out)
end
