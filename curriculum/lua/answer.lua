-- answer.lua: grading an answer, and checking that a question can be graded.
local host, R = ...
local U, F = R.U, R.F
local S, text_of, list_of = R.S, R.text_of, R.list_of

-- The value of `answer` (or of a wrong value, of a table's with the cell's row); nil once an error is reported.
local function value_of(inst, v, path, row)
  if type(v) == "function" then
    local ok, got = pcall(v, inst.o.f, inst.p, row or R.hw)
    if not ok then
      R.report_thrown(got, inst.loc.file, R.line_of(inst.loc, path))
      return nil
    end
    v = got
  elseif type(v) == "string" and (inst.item.kind == "num" or row) then
    local got, message = R.eval(v, inst.env)
    if got == nil then
      R.complain(inst.loc, path, message)
      return nil
    end
    v = got
  end
  return v
end

-- A number with its unit; "1" is none.
local function with_unit(v, unit) return F.n(v) .. (unit ~= "1" and " " .. U.shown(unit) or "") end

local BROKEN = "This question is broken, which is no mistake of yours. `ridge lab check --lint` names what is wrong."

local function finite(v)
  return type(v) == "number" and v == v and v ~= math.huge and v ~= -math.huge
end

local function answer_of(inst)
  local item = inst.item
  local v = item.answer
  if item.kind == "num" then
    v = value_of(inst, v, {"answer"})
    if v ~= nil and not finite(v) then
      R.complain(inst.loc, {"answer"}, ("gives %s, not a finite number"):format(S.describe(v)))
      return nil
    end
  elseif item.kind == "table" then
    v = value_of(inst, v, {"answer"})
    local good = type(v) == "table" and #v == #item.rows
    for _, r in ipairs(good and v or {}) do
      good = good and type(r) == "table" and #r == #item.columns
      for _, c in ipairs(good and r or {}) do good = good and finite(c) end
    end
    if v ~= nil and not good then
      R.complain(inst.loc, {"answer"}, ("must give %d x %d numbers (rows, columns)")
        :format(#item.rows, #item.columns))
      return nil
    end
  end
  return v
end
R.answer_of = answer_of

-- --- grading ------------------------------------------------------------------------------------

local function near(x, y, item)
  if item.rtol == 0 and item.atol == 0 and math.tointeger(y) then -- a whole number, which its unit may have rounded
    return math.abs(x - y) <= math.min(1e-12*math.abs(y), .25)
  end
  return math.abs(x - y) <= math.max(item.rtol * math.abs(y), item.atol, 1e-12 * math.abs(y))
end
R.near = near

-- An answer as typed -> value in the question's unit, or nil, message. Third: was a unit written?
local function typed_number(item, text)
  if type(text) ~= "string" and type(text) ~= "number" then return nil, "The answer is a number." end
  local base, dim, typed, plain = U.parse(text)
  if not base then return nil, dim end
  local want_dim, factor = U.unit(item.unit)
  if not dim then
    if want_dim == "1" or type(text) == "number" then return plain, nil, false end
    return nil, ("The unit is missing: write for example %s %s."):format(F.show(plain), U.shown(item.unit))
  end
  if dim ~= want_dim then
    if item.unit == "1" then return nil, ("The answer is a plain number, without '%s'."):format(typed) end
    return nil, ("'%s' is not a unit of this quantity: answer in %s."):format(typed, U.shown(item.unit))
  end
  if item.accept then
    local allowed = typed == item.unit
    for _, a in ipairs(item.accept) do allowed = allowed or a == typed end
    if not allowed then
      local names = {}
      for k, a in ipairs(item.accept) do names[k] = U.shown(a) end
      return nil, ("'%s' is not asked here: answer in %s."):format(U.shown(typed), table.concat(names, " or "))
    end
  end
  return base / factor, nil, true
end

-- Does the planted wrong value explain this answer?
local function planted(inst, same)
  for k, w in ipairs(inst.item.wrong or {}) do
    local v = value_of(inst, w.value, {"wrong", k, "value"})
    if v ~= nil and same(v) then
      return R.expand_field(w.hint, inst.env, inst.loc, {"wrong", k, "hint"})
    end
  end
  return nil
end

local GRADE, CHECK = {}, {}
R.GRADE, R.CHECK = GRADE, CHECK -- kinds that have a file of their own put theirs there

function GRADE.num(inst, given)
  local item, want = inst.item, answer_of(inst)
  if want == nil then return {status = "ERROR", message = BROKEN} end
  if type(given) ~= "string" and type(given) ~= "number" then
    return {status = "INVALID", message = "The answer is a number with its unit."}
  end
  local x, message = typed_number(item, given)
  if not x then return {status = "INVALID", message = message} end
  local expected = with_unit(want, item.unit)
  if near(x, want, item) then
    return {status = "PASS", message = ("Right: %s."):format(expected), expected = expected}
  end
  local hint = planted(inst, function(v)
    return finite(v) and math.abs(x - v) <= math.max(item.rtol, 1e-3) * math.abs(v) + item.atol
  end)
  hint = hint or U.near_miss(x, want, (U.unit(item.unit)))
  return {status = "FAIL", message = ("%s is not the answer."):format(with_unit(x, item.unit)), hint = hint,
          expected = expected}
end

-- The figure that a run has; nil where the run has none of them.
local function figure_of(inst, values)
  local v = value_of(inst, inst.item.answer, {"answer"}, values)
  return finite(v) and v or nil
end

-- About the learner's own run: the reference's figure is another run's.
function GRADE.measured(inst, given)
  local item, own = inst.item, inst.own or {}
  if not own.values then
    return {status = "INVALID", message = own.lack
      or ("There is no run of yours to ask about: `ridge test %s` first."):format(item.lab)}
  end
  local before = #R.errors
  local want = figure_of(inst, own.values)
  if #R.errors > before then return {status = "ERROR", message = BROKEN} end
  if not want then
    return {status = "INVALID", message = ("Your run has no such figure: %s `ridge %s %s`."):format(
      item.bench and "it is measured by" or "look at its counters with", item.bench and "test" or "profile", item.lab)}
  end
  local x, message = typed_number(item, given)
  if not x then return {status = "INVALID", message = message} end
  local expected = with_unit(want, item.unit)
  if near(x, want, item) then
    return {status = "PASS", message = ("Right: %s."):format(expected), expected = expected, attempt = own.attempt}
  end
  local reference = figure_of(inst, item.reference)
  local hint = reference and near(x, reference, item) and "That is the reference's figure. Yours differs." or nil
  for k, w in ipairs(not hint and item.wrong or {}) do
    local v = value_of(inst, w.value, {"wrong", k, "value"}, own.values)
    if finite(v) and math.abs(x - v) <= math.max(item.rtol, 1e-3)*math.abs(v) then
      hint = R.expand_field(w.hint, inst.env, inst.loc, {"wrong", k, "hint"})
      break
    end
  end
  return {status = "FAIL", message = ("%s is not the figure of your run."):format(with_unit(x, item.unit)),
          hint = hint or U.near_miss(x, want, (U.unit(item.unit))), expected = expected}
end

-- What is asked can be computed from the reference's run, and the lab has such a case.
function CHECK.measured(inst)
  local item, reference = inst.item, figure_of(inst, inst.item.reference)
  if not reference then return R.complain(inst.loc, {"answer"}, "has no value for 'reference'") end
  for k, w in ipairs(item.wrong or {}) do
    local v = value_of(inst, w.value, {"wrong", k, "value"}, item.reference)
    if not finite(v) then
      R.complain(inst.loc, {"wrong", k, "value"}, "is not a finite number")
    elseif near(v, reference, item) then
      R.complain(inst.loc, {"wrong", k, "value"}, "is within the tolerance of the right answer")
    end
  end
  local lab = inst.o.name == item.lab and inst.o or host.text(R.lab_file(item.lab)) and R.load_lab(item.lab)
  if not lab then return end -- a lab that is not there yet
  local found = false
  for _, b in ipairs(item.bench and lab.doc.bench or {}) do found = found or b.id == item.bench end
  if item.bench then
    if not found then R.complain(inst.loc, {"bench"}, ("is no bench of %s"):format(item.lab)) end
    return
  end
  for _, c in ipairs(lab.doc.cases or {}) do found = found or c.id == item.case and not c.hidden end
  if not found then R.complain(inst.loc, {"case"}, ("is no case of %s that a learner sees"):format(item.lab)) end
  if item.call and not (lab.doc.calls or {})[item.call] then
    R.complain(inst.loc, {"call"}, ("is no call of %s"):format(item.lab))
  end
end

-- The outcome that the workbook holds is the answer, whatever is typed.
function GRADE.build(inst)
  local own = inst.own or {}
  if not own.attempt then return {status = "INVALID", message = own.lack or R.public_view(inst).about} end
  local said = ("attempt %d passed the drill"):format(own.attempt)
  return {status = "PASS", message = ("Built: %s %s of %s."):format(said, inst.item.drill, inst.item.lab),
          expected = said, given = said, attempt = own.attempt}
end

function CHECK.build(inst)
  local item = inst.item
  if host.text(R.lab_file(item.lab)) and not host.text(R.lab_file(R.built_by(item))) then
    local known = {}
    for _, name in ipairs(R.drill_names(item.lab)) do known[name] = true end
    R.complain(inst.loc, {"drill"}, ("%s has no drill '%s'%s"):format(item.lab, item.drill,
               R.suggest(item.drill, known, true)))
  end
end

-- "2", "b", 2 or the option's text -> its number.
local function option_index(options, given)
  if math.type(given) == "integer" then return given >= 1 and given <= #options and given or nil end
  if type(given) == "number" then return option_index(options, math.tointeger(given) or 0) end
  if type(given) ~= "string" then return nil end
  local text = given:match("^%s*(.-)[%s.)]*$")
  for k, o in ipairs(options) do
    if o:lower() == text:lower() then return k end
  end
  if text:find("^%d+$") then return option_index(options, tonumber(text)) end
  if text:find("^%a$") then return option_index(options, text:lower():byte() - 96) end
  return nil
end

-- "1, 3" / "a c" / "acd" / {1,3} -> list of the items' numbers
local function option_list(options, given)
  local parts = {}
  if type(given) == "table" then
    parts = given
  elseif type(given) == "string" then
    for word in given:gmatch("[^%s,;>]+") do parts[#parts + 1] = word end
    if #parts == 1 and parts[1]:find("^%a+$") and #parts[1] > 1 and #parts[1] <= #options
       and not option_index(options, parts[1]) then
      local word = parts[1]
      parts = {}
      for c in word:gmatch("%a") do parts[#parts + 1] = c end
    end
  else
    parts = {given}
  end
  local out = {}
  for k = 1, math.min(#parts, 64) do
    out[k] = option_index(options, parts[k])
    if not out[k] then return nil end
  end
  return out
end

-- An option behind a word: with a full stop, which some have.
local function one_sentence(text) return text:find("[.!?]$") and text or text .. "." end

local function one_line(text)
  return (text:gsub("%s+", " "):match("^ ?(.-) ?$"))
end

-- How an answer is kept: the option's words, which mean the same in any order. Numbers as words are quoted.
local function kept_option(option)
  local text = one_line(option)
  return text:find("^%d+$") and '"' .. text .. '"' or text
end

local function option_with_text(options, text)
  local words = one_line(text):gsub('^"(.*)"$', "%1"):gsub("[%s.)]*$", ""):lower()
  for k, o in ipairs(options) do
    if one_line(o):gsub("[%s.)]*$", ""):lower() == words then return k end
  end
  return nil
end

R.option_with_text = option_with_text

-- What a learner chose -> the option's number in the file: a number or letter of the learner's own page, or the words.
-- `stored`: as kept. There a bare number is one of the time when every page had the file's order.
local function chosen(inst, options, given, stored)
  local place = type(given) == "number" and math.tointeger(given)
  if type(given) == "string" then
    local text = given:match("^%s*(.-)[%s.)]*$")
    place = text:find("^%d+$") and math.tointeger(tonumber(text))
    local named = option_with_text(options, given)
    if named and not (place and place >= 1 and place <= #options) then return named end
    if not place and text:find("^%a$") then place = text:lower():byte() - 96 end
  end
  if not place or place < 1 or place > #options then return nil end
  return stored and place or inst.shown[place]
end

function GRADE.choice(inst, given, stored)
  local options = list_of(inst, "options")
  local k = chosen(inst, options, given, stored)
  local expected = options[inst.item.answer]
  if not k then
    return {status = "INVALID", message = ("Answer with a number from 1 to %d."):format(#options)}
  end
  if k == inst.item.answer then
    return {status = "PASS", message = "Right: " .. one_sentence(expected), expected = expected,
            given = kept_option(options[k])}
  end
  return {status = "FAIL", message = ("'%s' is not the answer."):format(options[k]), expected = expected,
          given = kept_option(options[k]),
          hint = planted(inst, function(v) return option_index(options, v) == k end)}
end

-- "1,3", "ac", {1, 3}, or words with " | " between -> options' numbers in the file; nil when one is none.
local function chosen_list(inst, options, given, stored)
  local parts = {}
  if type(given) ~= "string" then
    parts = type(given) == "table" and given or {given}
  elseif given:find("|", 1, true) then
    for words in given:gmatch("[^|]+") do parts[#parts + 1] = words end
  elseif chosen(inst, options, given, stored) then
    parts[1] = given
  else
    for word in given:gmatch("[^%s,;>]+") do parts[#parts + 1] = word end
    if #parts == 1 and parts[1]:find("^%a+$") and #parts[1] <= #options then
      local word = parts[1]
      parts = {}
      for c in word:gmatch("%a") do parts[#parts + 1] = c end
    end
  end
  local out = {}
  for k = 1, math.min(#parts, 64) do
    out[k] = chosen(inst, options, parts[k], stored)
    if not out[k] then return nil end
  end
  return out
end

function GRADE.multi(inst, given, stored)
  local options = list_of(inst, "options")
  local list = chosen_list(inst, options, given, stored)
  if not list or #list == 0 then
    return {status = "INVALID", message = ("Answer with numbers from 1 to %d, such as 1,3.")
      :format(#options)}
  end
  local picked, want, right, spurious, names, kept = {}, {}, 0, 0, {}, {}
  for _, k in ipairs(inst.item.answer) do want[k] = true end
  for _, k in ipairs(list) do picked[k] = true end
  for k = 1, #options do
    if want[k] then names[#names + 1] = options[k] end
    if picked[k] then kept[#kept + 1] = kept_option(options[k]) end
    if picked[k] and want[k] then right = right + 1 end
    if picked[k] and not want[k] then spurious = spurious + 1 end
  end
  local expected = table.concat(names, "; ")
  local r = {expected = expected, given = table.concat(kept, " | ")}
  if right == #names and spurious == 0 then
    r.status, r.message = "PASS", "Right: " .. one_sentence(expected)
    return r
  end
  r.status, r.hint = "FAIL", planted(inst, function(v) return picked[option_index(options, v) or 0] end)
  local missing = #names - right
  if spurious > 0 then
    r.message = ("%d of the options that you chose %s wrong."):format(spurious, spurious == 1 and "is" or "are")
  else
    r.message = ("What you chose is right, but %d %s missing."):format(missing, missing == 1 and "option is" or
                                                                       "options are")
  end
  return r
end

-- The hint of the first planted slip: one item before another that has to come first.
local function planted_order(inst, places)
  for k, w in ipairs(inst.item.wrong or {}) do
    if places[w.before[1]] < places[w.before[2]] then
      return R.expand_field(w.hint, inst.env, inst.loc, {"wrong", k, "hint"})
    end
  end
  return nil
end

-- "2 1 3 4": all n numbers, and none of them the order of the page.
local function such_as(n)
  local all = {}
  for k = 1, n do all[k] = k < 3 and n > 1 and 3 - k or k end
  return table.concat(all, " ")
end

function GRADE.order(inst, given)
  local item, items = inst.item, R.public_view(inst).items
  local list = option_list(items, given)
  if not list or #list ~= #items then
    return {status = "INVALID", message = ("Give all %d numbers in order, such as %s.")
      :format(#items, such_as(#items))}
  end
  local places, first_bad, names = {}, nil, {}
  for k, shown in ipairs(list) do
    local number = inst.order[shown]
    if places[number] then
      return {status = "INVALID", message = ("The number %d stands there twice."):format(shown)}
    end
    places[number] = k
    if item.group[number] ~= item.group[k] and not first_bad then first_bad = k end
  end
  for k = 1, #items do names[k] = R.expand(item.items[k], inst.env, function() end) end
  local expected = table.concat(names, " > ")
  if not first_bad then return {status = "PASS", message = "The order is right.", expected = expected} end
  return {status = "FAIL", expected = expected,
          message = first_bad == 1 and "Another item comes first."
            or ("The order is right up to place %d; then another item comes first."):format(first_bad - 1),
          hint = planted_order(inst, places) or first_bad == 1 and text_of(inst, "hint") or nil}
end

-- "4 8; 9 27", "4 | 8" with lines, or lists of cells -> lists of cells.
local function typed_rows(item, given)
  if type(given) ~= "string" then return given end
  local rows = {}
  for line in (given .. "\n"):gmatch("(.-)[\n;]") do
    if line:find("%S") then
      local r = {}
      for cell in (line .. "|"):gmatch("(.-)[|\t]") do r[#r + 1] = cell:match("^%s*(.-)%s*$") end
      if #r == 1 and #item.columns > 1 then
        r = {}
        for cell in line:gmatch("%S+") do r[#r + 1] = cell end
      end
      rows[#rows + 1] = r
    end
  end
  return rows
end

-- A cell as typed -> its number in the column's unit; or nil, the sentence.
local function typed_cell(item, c, v)
  if type(v) ~= "string" or v:find("[%a%%]") then return typed_number({unit = item.column_units[c]}, v) end
  local base, message = U.parse(v) -- a table's heading already says the unit
  return base, not base and (v:find("%S") and "The cell holds no number." or "The cell is empty.") or message
end

local function cell_near(item, c, x, y)
  if item.is_exact[c] then return x == y end
  return near(x, y, item)
end

-- The hint of the first wrong cell that has a planted one.
local function planted_cell(inst, bad)
  for _, b in ipairs(bad) do
    for k, w in ipairs(inst.item.wrong or {}) do
      local r, c = w.cell[1], w.cell[2]
      if c == b.c and (r == "*" or r == b.r) then
        local v = value_of(inst, w.value, {"wrong", k, "value"}, b.r)
        if finite(v) and math.abs(b.x - v) <= math.max(inst.item.rtol, 1e-3)*math.abs(v) + inst.item.atol then
          return R.expand_field(w.hint, inst.env, inst.loc, {"wrong", k, "hint"})
        end
      end
    end
  end
  return nil
end

local function expected_table(item, rows, want)
  local lines = {}
  for r = 1, #item.rows do
    local row = {}
    for c = 1, #item.columns do row[c] = F.n(want[r][c]) end
    lines[r] = rows[r] .. ": " .. table.concat(row, " | ")
  end
  return table.concat(lines, "; ")
end

function GRADE.table(inst, given)
  local item, want = inst.item, answer_of(inst)
  local rows, columns = list_of(inst, "rows"), list_of(inst, "columns")
  if not want then return {status = "ERROR", message = BROKEN} end
  given = typed_rows(item, given)
  if type(given) ~= "table" or #given ~= #item.rows then
    return {status = "INVALID", message = ("The answer has %d row%s of %d number%s%s.")
      :format(#item.rows, #item.rows > 1 and "s" or "", #item.columns, #item.columns > 1 and "s" or "",
              (#item.rows > 1 and ", with ';' between rows" or "") ..
              (#item.columns > 1 and ", with '|' between the numbers of a row" or ""))}
  end
  local bad = {}
  for r = 1, #item.rows do
    if type(given[r]) ~= "table" or #given[r] ~= #item.columns then
      return {status = "INVALID", message = ("Row %d needs %d number%s."):format(r, #item.columns,
              #item.columns > 1 and "s" or "")}
    end
    for c = 1, #item.columns do
      local x, message = typed_cell(item, c, given[r][c])
      if not x then
        return {status = "INVALID", message = ("%s, %s – %s"):format(rows[r], columns[c], message)}
      end
      if not cell_near(item, c, x, want[r][c]) then bad[#bad + 1] = {r = r, c = c, x = x} end
    end
  end
  local expected, first = expected_table(item, rows, want), bad[1]
  if not first then return {status = "PASS", message = "All cells are right.", expected = expected} end
  return {status = "FAIL", message = ("%d of %d cells %s: %s, %s.")
    :format(#bad, #item.rows * #item.columns, #bad == 1 and "is wrong" or "are wrong, first", rows[first.r],
            columns[first.c]),
          hint = planted_cell(inst, bad)
            or U.near_miss(first.x, want[first.r][first.c], (U.unit(item.column_units[first.c]))),
          expected = expected}
end

-- The reference's tree, its points and its values there; nil once an error is reported.
local function true_expr(inst)
  local item, tag = inst.item, inst.o.name .. "/" .. inst.item.id .. "/points"
  local tree, message = R.X.parse(item.answer, item.vars)
  if not tree then
    R.complain(inst.loc, {"answer"}, message)
    return nil
  end
  local points, holds = R.X.points(item, tag, inst.seed)
  if not points then
    R.complain(inst.loc, {"where"}, "must leave a point to try")
    return nil
  end
  local ys, why, point = R.X.values(tree, points)
  if not ys then
    R.complain(inst.loc, {"answer"}, ("%s at %s"):format(why, R.X.point_text(point)))
    return nil
  end
  return tree, points, holds, ys
end

-- The hint of the planted formula that has the same values.
local function planted_expr(inst, points, xs)
  for k, w in ipairs(inst.item.wrong) do
    local tree = R.X.parse(w.expr, inst.item.vars)
    local ys = tree and R.X.values(tree, points)
    if ys and R.X.agree(xs, ys, math.max(inst.item.rtol, 1e-9)) then
      return R.expand_field(w.hint, inst.env, inst.loc, {"wrong", k, "hint"})
    end
  end
  return nil
end

-- An answer that can't be read has "typed" and "column", where a caret belongs.
function GRADE.expr(inst, given)
  local item = inst.item
  local want, points, holds, ys = true_expr(inst)
  if not want then return {status = "ERROR", message = BROKEN} end
  if type(given) == "number" then given = ("%.17g"):format(given) end
  if type(given) ~= "string" then return {status = "INVALID", message = "The answer is a formula."} end
  local tree, message, at = R.X.parse(given, item.vars)
  if not tree then
    local typed = given:gsub("%c", " ")
    return {status = "INVALID", message = message, typed = utf8.len(typed) and typed,
            column = utf8.len(typed) and utf8.len(typed:sub(1, at - 1))}
  end
  local xs, why, point = R.X.values(tree, points)
  if not xs then
    return {status = "FAIL", message = "The formula does not hold everywhere.", expected = item.answer,
            hint = ("At %s it %s."):format(R.X.point_text(point), why)}
  end
  if R.X.agree(xs, ys, item.rtol) then
    return {status = "PASS", message = "Right: it agrees wherever it was tried.", expected = item.answer}
  end
  return {status = "FAIL", message = "The formula is not the answer.", expected = item.answer,
          hint = planted_expr(inst, points, xs) or R.X.explain(tree, want, item, points, holds, xs, ys)}
end

local SKETCH = {{"bw", "B/s", "the slope"}, {"peak", "FLOP/s", "the roof"}, {"ridge", "FLOP/B", "the ridge"},
                {"reached", "FLOP/s", "what is reached"}}

-- The four numbers as typed, "3.35 TB/s; 989 TFLOP/s; 295 FLOP/B; 67 TFLOP/s"; nil, message.
local function typed_sketch(text)
  local said, parts = {}, {}
  for part in tostring(text):gmatch("[^;]+") do parts[#parts + 1] = part end
  if #parts ~= #SKETCH then
    return nil, "The answer is four numbers with ';' between them: slope; roof; ridge; reached."
  end
  for k, s in ipairs(SKETCH) do
    local base, dim = U.parse(parts[k])
    if not base then return nil, ("%s – %s"):format(s[3]:gsub("^%l", string.upper), dim) end
    if dim ~= s[2] then return nil, ("Give %s in %s."):format(s[3], s[2]) end
    if base <= 0 then return nil, ("Give %s as more than 0."):format(s[3]) end
    said[s[1]] = base
  end
  return said
end

local function true_sketch(inst)
  local v = value_of(inst, inst.item.answer, {"answer"})
  for _, k in ipairs({"bw", "peak", "at"}) do
    if type(v) ~= "table" or not finite(v[k]) or v[k] <= 0 then
      if v ~= nil then R.complain(inst.loc, {"answer"}, "must give bw, peak and at, all above 0") end
      return nil
    end
  end
  return {bw = v.bw, peak = v.peak, ridge = v.peak/v.bw, reached = math.min(v.peak, v.at*v.bw), at = v.at}
end

function CHECK.sketch(inst) true_sketch(inst) end

-- Which of it is off; a picture that contradicts itself is told so first.
local function sketch_hint(said, want, item)
  if not near(said.peak/said.bw, said.ridge, item) then
    return ("Your roof over your slope is %s FLOP/B, not %s."):format(F.n(said.peak/said.bw), F.n(said.ridge))
  end
  local off = {}
  for _, s in ipairs(SKETCH) do
    if not near(said[s[1]], want[s[1]], item) then off[#off + 1] = s[3] end
  end
  return ("%s %s off."):format(table.concat(off, " and "):gsub("^%l", string.upper), #off == 1 and "is" or "are")
end

-- `sketch` says what to draw: the learner's own, and beside it the true one once that may be told.
function GRADE.sketch(inst, given)
  local want = true_sketch(inst)
  local said, message = typed_sketch(given)
  if not want then return {status = "ERROR", message = BROKEN} end
  if not said then return {status = "INVALID", message = message} end
  local right = true
  for _, s in ipairs(SKETCH) do right = right and near(said[s[1]], want[s[1]], inst.item) end
  local expected = ("%s; %s; %s; %s"):format(F.si(want.bw, "B/s"), F.si(want.peak, "FLOP/s"),
                                             F.n(want.ridge, 0) .. " FLOP/B", F.si(want.reached, "FLOP/s"))
  local r = {status = right and "PASS" or "FAIL", expected = expected, sketch = {said = said, want = want},
             message = right and ("Right: %s."):format(expected) or "The roofline of that machine is another."}
  if not right then r.hint = sketch_hint(said, want, inst.item) end
  return r
end

-- The learner's ticks, in order and each once; nil where one is no number of the rubric's.
local function ticks_of(list, n)
  local seen, out = {}, host.array({})
  for _, k in ipairs(list) do
    if math.type(k) ~= "integer" or k < 1 or k > n then return nil end
    seen[k] = true
  end
  for k = 1, n do
    if seen[k] then out[#out + 1] = k end
  end
  return out
end

local COPIED = .8                -- so much of a text from the question is no text of one's own

local function words_of(text)
  local out = {}
  for word in text:lower():gmatch("[%w\128-\255]+") do out[#out + 1] = word end
  return out
end

-- Is it the question once more? Each word of the question counts as often as it stands there.
local function repeats(own, ask)
  local left, words, same = {}, words_of(table.concat(own, " ")), 0
  for _, word in ipairs(words_of(ask)) do left[word] = (left[word] or 0) + 1 end
  for _, word in ipairs(words) do
    if (left[word] or 0) > 0 then left[word], same = left[word] - 1, same + 1 end
  end
  return #words > 0 and same >= COPIED*#words
end

-- Why a text is none that can be kept; or nil.
local function refused(text, inst)
  local own, all = R.own_words(text)
  local least = inst.item.min_words
  if all < least then
    return ("Your text has %d word%s; write at least %d."):format(all, all == 1 and "" or "s", least)
  elseif repeats(own, text_of(inst, "ask")) then
    return "That repeats the question. Say it in words of your own."
  elseif #own < least then
    return ("Your text repeats itself: without what stands in it more than once it has %d word%s; write at least %d.")
      :format(#own, #own == 1 and "" or "s", least)
  end
end

-- Self-assessed: a person holds the text against the rubric and ticks what it has. Never a pass. `given` is the text,
-- or {text =, ticks = {1, 3}}.
function GRADE.text(inst, given)
  local text = type(given) == "table" and given.text or given
  if type(text) ~= "string" then return {status = "INVALID", message = "The answer is a text."} end
  local why = refused(text, inst)
  if why then return {status = "INVALID", message = why} end
  local rubric = list_of(inst, "rubric")
  local said = type(given) == "table" and type(given.ticks) == "table" and given.ticks or nil
  local ticks = ticks_of(said or {}, #rubric)
  if not ticks then
    return {status = "INVALID", message = ("The items of the rubric have the numbers 1 to %d."):format(#rubric)}
  end
  local r = {status = "PENDING", self = true, rubric = rubric, expected = table.concat(rubric, "; "),
             message = "Your text is kept. Now tick what it has of the rubric."}
  if said then
    r.ticks, r.told = ticks, true
    r.message = ("Self-assessed: %d of the %d items of the rubric."):format(#ticks, #rubric)
  end
  return r
end

-- {"status","message","hint","worked","expected","given"}: worked and expected only when passed or revealed; given: how
-- to keep a choice, where what was typed means something on this learner's page alone. `stored`: it was kept.
function R.grade_answer(inst, given, reveal, stored)
  local most = inst.item.kind == "text" and 50000 or 2000
  local text = type(given) == "table" and given.text or given
  if type(text) == "string" and #text > most then
    return {status = "INVALID", message = ("The answer has more than %s characters."):format(F.n(most))}
  end
  if type(given) == "string" then given = given:gsub("[%z\1-\8\11-\31\127]", "") end
  local r = GRADE[inst.item.kind](inst, given, stored)
  if r.status == "FAIL" and not r.hint then r.hint = text_of(inst, "hint") end
  local open = r.status == "PASS" or reveal
  if open or r.told then r.worked = text_of(inst, "worked") end
  if not open then
    r.expected = nil
    if r.sketch then r.sketch.want = nil end
  end
  return r
end

-- The same facts with floats for integers: an answer that differs has wrapped at 2^63.
local function floats(t, depth)
  local out = {}
  for k, v in pairs(t) do
    if math.type(v) == "integer" and math.abs(v) >= 1000 then -- a small one may be part of a name
      v = v + 0.0
    elseif type(v) == "table" and depth < 4 then v = floats(v, depth + 1) end
    out[k] = v
  end
  return out
end

local function check_wrap(inst, want)
  local f, p, answer = floats(inst.o.f, 1), floats(inst.p, 1), inst.item.answer
  local ok, v
  if type(answer) == "function" then
    ok, v = pcall(answer, f, p, R.hw)
  else
    ok, v = true, R.eval(tostring(answer), R.expr_env({f = f, p = p}))
  end
  if ok and finite(v) and math.abs(v - want) > 1e-9 * math.abs(want) then
    R.complain(inst.loc, {"answer"}, ("integers overflow: %s with integers, %s with floats")
      :format(F.n(want), F.n(v)))
  end
end

-- Answers are kept in the options' words.
local function check_options(inst)
  local seen = {}
  for k, option in ipairs(inst.item.options and list_of(inst, "options") or {}) do
    local words = one_line(option):lower()
    if seen[words] then R.complain(inst.loc, {"options", k}, ("is option %d once more"):format(seen[words])) end
    if words:find("|", 1, true) then
      R.complain(inst.loc, {"options", k}, "has a |, which parts the options of an answer")
    end
    seen[words] = k
  end
end

-- Each planted formula can be read and is another one than the answer.
function CHECK.expr(inst)
  local item = inst.item
  local holds, why = true, nil
  if item.where then holds, why = R.X.condition(item.where, item.vars) end
  if not holds then return R.complain(inst.loc, {"where"}, why) end
  for name in pairs(item.vars) do
    if R.X.is_taken(name) then R.complain(inst.loc, {"vars", name}, "is the name of a function or of pi") end
  end
  local want, points, _, ys = true_expr(inst)
  if not want then return end
  for k, w in ipairs(item.wrong) do
    local tree, message = R.X.parse(w.expr, item.vars)
    local xs = tree and R.X.values(tree, points)
    if not tree then
      R.complain(inst.loc, {"wrong", k, "expr"}, message)
    elseif xs and R.X.agree(xs, ys, item.rtol) then
      R.complain(inst.loc, {"wrong", k, "expr"}, "is the right answer at all points")
    end
  end
end

local MOST_DRAWS = 4096

-- Calls f(p) with every combination of the parameters, until one gives false.
local function each_draw(item, f)
  local names, at = R.sorted_keys(item.vary or {}), {}
  for k in ipairs(names) do at[k] = 1 end
  for _ = 1, MOST_DRAWS do
    local p = {}
    for k, name in ipairs(names) do p[name] = item.vary[name][at[k]] end
    if f(p) == false then return end
    local k = 1
    while names[k] and at[k] == #item.vary[names[k]] do
      at[k], k = 1, k + 1
    end
    if not names[k] then return end
    at[k] = at[k] + 1
  end
end

local function draw_text(p)
  local out = {}
  for k, name in ipairs(R.sorted_keys(p)) do out[k] = ("%s = %s"):format(name, tostring(p[name])) end
  return #out > 0 and " with " .. table.concat(out, ", ") or ""
end

-- Whether a planted value is another one than the right answer; nil once an error is reported.
local function is_wrong(inst, k, w, want)
  if inst.item.kind == "num" then
    local v = value_of(inst, w.value, {"wrong", k, "value"})
    if v == nil then return nil end
    if finite(v) then return not near(v, want, inst.item) end
  else
    local from, to = w.cell[1], w.cell[1]
    if from == "*" then from, to = 1, #inst.item.rows end
    local other = false
    for r = from, to do
      local v = value_of(inst, w.value, {"wrong", k, "value"}, r)
      if v == nil then return nil end
      if not finite(v) then other = "none" break end
      other = other or not cell_near(inst.item, w.cell[2], v, want[r][w.cell[2]])
    end
    if other ~= "none" then return other end
  end
  R.complain(inst.loc, {"wrong", k, "value"}, "is not a finite number" .. draw_text(inst.p))
  return nil
end

-- Whatever is drawn, at least one planted value is no right answer; and each is wrong somewhere.
local function check_planted(o, item)
  local used, bare = {}, nil
  if not item.wrong or #item.wrong == 0 then return end
  each_draw(item, function(p)
    local inst = R.instance(o, item, 1, p)
    local want, left = answer_of(inst), false
    if want == nil then return false end
    for k, w in ipairs(item.wrong) do
      local wrong = is_wrong(inst, k, w, want)
      if wrong == nil then return false end
      used[k], left = used[k] or wrong, left or wrong
    end
    bare = bare or not left and p or nil
  end)
  for k in ipairs(item.wrong) do
    if used[k] == false then
      R.complain(R.loc[item], {"wrong", k, "value"}, "is within the tolerance of the right answer")
    end
  end
  if bare then
    R.complain(R.loc[item], {"wrong"}, "has no mistake left" .. draw_text(bare) .. ": all are right there")
  end
end

-- Lint: every text expands, every answer is a number, no planted wrong value is right.
function R.check_question(o, item)
  for seed = 1, (item.vary or item.vars) and 5 or 1 do
    local inst = R.instance(o, item, seed)
    local before = #R.errors
    R.public_view(inst)
    text_of(inst, "worked")
    text_of(inst, "hint")
    local want = answer_of(inst)
    if item.kind == "num" and want then check_wrap(inst, want) end
    if CHECK[item.kind] then CHECK[item.kind](inst) end
    for k, w in ipairs(item.wrong or {}) do
      R.expand_field(w.hint, inst.env, inst.loc, {"wrong", k, "hint"})
      local v = item.options and value_of(inst, w.value, {"wrong", k, "value"})
      if item.options and not option_index(list_of(inst, "options"), v) then
        R.complain(inst.loc, {"wrong", k, "value"}, "is not one of the options")
      end
    end
    check_options(inst)
    if #R.errors > before then return end -- one seed's complaints are enough
  end
  if item.kind == "num" or item.kind == "table" then check_planted(o, item) end
end

function R.ops.answer(arg)
  local o = R.load_owner(arg.owner)
  if not o then return nil end
  for _, item in ipairs(o.questions) do
    if item.id == arg.question then
      return R.grade_answer(R.instance(o, item, arg.seed or 0, nil, arg.own), arg.answer, arg.reveal, arg.stored)
    end
  end
  local ids = {}
  for _, item in ipairs(o.questions) do ids[item.id or "?"] = true end
  return {status = "INVALID", message = ("There is no question '%s' here%s."):format(arg.question,
          R.suggest(arg.question, ids, true))}
end
