-- schema.lua: what a field may hold. A type is function(value, ctx) -> normal value; errors are
-- reported with the place of the field, and checking goes on.
local _, R = ...
local S = {}
R.S = S

-- ctx: {loc=, path={...}}
function S.ctx(loc)
  return {loc = loc, path = {}}
end

local function bad(ctx, format, ...)
  R.complain(ctx.loc, ctx.path, format:format(...))
  return nil
end
S.bad = bad

local function at(ctx, key, fn, ...)
  local path = ctx.path
  local n = #path + 1
  path[n] = key
  local value = fn(...)
  path[n] = nil
  return value
end
S.at = at

local function describe(v)
  if type(v) == "string" then return #v > 30 and "a text" or ("'%s'"):format(v) end
  if type(v) == "number" then return ("%.14g"):format(v) end
  if type(v) == "table" then
    return R.kind[v] and ("a '%s'"):format(R.kind[v]) or "a table"
  end
  return v == nil and "nothing" or "a " .. type(v)
end
S.describe = describe

function S.str(o)
  o = o or {}
  return function(v, ctx)
    if type(v) ~= "string" then return bad(ctx, "a text is expected, not %s", describe(v)) end
    if not o.empty and not v:find("%S") then return bad(ctx, "is empty") end
    if o.match and not v:find(o.match) then
      return bad(ctx, "'%s' is not %s", v, o.what or "of the right form")
    end
    if not utf8.len(v) then return bad(ctx, "is not valid UTF-8") end
    return v
  end
end

function S.num(o)
  o = o or {}
  return function(v, ctx)
    if type(v) ~= "number" then return bad(ctx, "a number is expected, not %s", describe(v)) end
    if v ~= v or v == math.huge or v == -math.huge then return bad(ctx, "is not finite") end
    if o.int then
      local i = math.tointeger(v)
      if not i then return bad(ctx, "an integer is expected, not %s", describe(v)) end
      v = i
    end
    if o.min and v < o.min then return bad(ctx, "is %s, less than %s", v, o.min) end
    if o.max and v > o.max then return bad(ctx, "is %s, more than %s", v, o.max) end
    return v
  end
end

function S.int(o)
  o = o or {}
  o.int = true
  return S.num(o)
end

function S.bool()
  return function(v, ctx)
    if type(v) ~= "boolean" then return bad(ctx, "true or false is expected, not %s", describe(v)) end
    return v
  end
end

function S.fn()
  return function(v, ctx)
    if type(v) ~= "function" then return bad(ctx, "a function is expected, not %s", describe(v)) end
    return v
  end
end

function S.any()
  return function(v) return v end
end

function S.enum(...)
  local known = {}
  for _, k in ipairs({...}) do known[k] = true end
  return function(v, ctx)
    if not known[v] then
      return bad(ctx, "%s is not one of: %s%s", describe(v),
                 table.concat(R.sorted_keys(known), ", "), R.suggest(v, known))
    end
    return v
  end
end

function S.list(elem, o)
  o = o or {}
  return function(v, ctx)
    if type(v) ~= "table" or R.kind[v] then
      return bad(ctx, "a list {...} is expected, not %s", describe(v))
    end
    local out, n = {}, #v
    for k in pairs(v) do
      if math.type(k) ~= "integer" or k < 1 or k > n then
        at(ctx, k, bad, ctx, "a list has no named fields%s",
           type(k) == "string" and "" or " and no holes")
      end
    end
    if n < (o.min or 0) then bad(ctx, "needs at least %d, has %d", o.min, n) end
    if o.max and n > o.max then bad(ctx, "at most %d, has %d", o.max, n) end
    for k = 1, n do
      local e = at(ctx, k, elem, v[k], ctx)
      if e ~= nil then out[#out + 1] = e end
    end
    return R.host.array(out)
  end
end

-- A table from names to values.
function S.map(elem, o)
  o = o or {}
  return function(v, ctx)
    if type(v) ~= "table" or R.kind[v] then
      return bad(ctx, "a table {name = ...} is expected, not %s", describe(v))
    end
    local out = {}
    for k, e in next, v do
      if type(k) ~= "string" then
        at(ctx, k, bad, ctx, "needs a name as its key")
      elseif o.key and not k:find(o.key) then
        at(ctx, k, bad, ctx, "'%s' is not %s", k, o.key_what or "a name")
      else
        out[k] = at(ctx, k, elem, e, ctx)
      end
    end
    if o.min and not next(out) then bad(ctx, "is empty") end
    return R.host.object(out)
  end
end

-- Something made by a constructor.
function S.made(...)
  local kinds = {...}
  return function(v, ctx)
    for _, kind in ipairs(kinds) do
      if type(v) == "table" and R.kind[v] == kind then return v end
    end
    return bad(ctx, "%s{...} is expected, not %s", kinds[1], describe(v))
  end
end

function S.opt(t, default)
  return {type = t, default = default, optional = true}
end

function S.req(t)
  return {type = t}
end

-- A table with known fields. `fields` maps a name (or a position) to S.req or S.opt.
function S.record(fields, o)
  o = o or {}
  return function(v, ctx)
    if type(v) ~= "table" then return bad(ctx, "a table is expected, not %s", describe(v)) end
    if R.kind[v] and R.kind[v] ~= o.kind then
      return bad(ctx, "a table is expected, not a '%s'", R.kind[v])
    end
    local out = {}
    for k, given in next, v do
      local f = fields[k]
      if f then
        out[k] = at(ctx, k, f.type, given, ctx)
      elseif o.rest then
        out[k] = at(ctx, k, o.rest, given, ctx)
      elseif type(k) == "string" then
        at(ctx, k, bad, ctx, "there is no such field%s", R.suggest(k, fields, true))
      else
        at(ctx, k, bad, ctx, "a value without a name%s", R.suggest(nil, fields, true))
      end
    end
    for k, f in next, fields do
      if v[k] == nil then
        if f.optional then
          local d = f.default
          if type(d) == "function" then d = d() end
          out[k] = d
        else
          bad(ctx, "%s is missing",
              type(k) == "string" and ("field '%s'"):format(k) or ("value %d"):format(k))
        end
      end
    end
    return out
  end
end

function S.either(what, ...)
  local tests = {...} -- pairs: predicate, type
  return function(v, ctx)
    for k = 1, #tests, 2 do
      if tests[k](v) then return tests[k + 1](v, ctx) end
    end
    return bad(ctx, "%s is expected, not %s", what, describe(v))
  end
end

function S.is(kind)
  return function(v) return type(v) == kind end
end

function S.is_made(kind)
  return function(v) return type(v) == "table" and R.kind[v] == kind end
end

-- Common fields.
S.id = S.str{match = "^[%w][%w%-_.]*$", what = "an id (letters, digits, - _ .)"}
S.date = S.str{match = "^%d%d%d%d%-%d%d[%-%d]*$", what = "a date (2026-01 or 2026-01-31)"}
S.text = S.str()
S.strings = S.list(S.text)
S.hours = S.num{min = 0, max = 500}
S.ephemeral = S.list(S.record{[1] = S.req(S.text), as_of = S.req(S.date)})
S.reading = S.record{[1] = S.req(S.text), hours = S.opt(S.hours), look_for = S.opt(S.text),
                     seed = S.opt(S.text)}

function S.empty()
  return R.host.array({})
end

-- Define data-file constructor `kind`: its one argument is checked against `fields`.
function S.define(kind, fields, o)
  o = o or {}
  local check = S.record(fields, {rest = o.rest, kind = nil})
  R.constructors[kind] = R.constructor(kind, function(loc, t)
    local ctx = S.ctx(loc)
    if type(t) ~= "table" then
      bad(ctx, "%s{...} needs a table, got %s", kind, describe(t))
      t = {}
    end
    local out = check(t, ctx)
    if o.after then o.after(out, ctx) end
    return out
  end)
end
