-- mutants.lua: wrong versions of a lab's files, each with the milestone that must find it.
local host, R = ...

local function base_text(lab, m)
  local name = m.base
  if name == "reference" then name = lab.doc.reference end
  if name == "skeleton" then return host.text(("labs/%s/skeleton/%s"):format(R.lab_dir(lab.name), m.file)) end
  return host.text(("kernels/%s/%s"):format(R.lab_dir(lab.name), name or "?"))
end

local function patched(lab, m, loc)
  local text = base_text(lab, m)
  if not text then
    R.complain(loc, {"base"}, ("there is no file for base '%s'"):format(m.base))
    return nil
  end
  for k, r in ipairs(m.replace or {}) do
    local from, to = text:find(r[1], 1, true)
    if not from then
      R.complain(loc, {"replace", k}, "the old text does not occur in the base")
    elseif text:find(r[1], from + 1, true) then
      R.complain(loc, {"replace", k}, "the old text occurs more than once in the base")
    else
      text = text:sub(1, from - 1) .. r[2] .. text:sub(to + 1)
    end
  end
  return text
end

-- May a mutant change it? Of a capstone, that is the recorded work.
local function is_edit(lab, file)
  for _, e in ipairs(lab.doc.kind == "capstone" and lab.doc.ladder or lab.doc.edit or {}) do
    if e == file then return true end
  end
  return false
end

-- One row, or two when the emulator finds it at another milestone.
local function add(out, m, row)
  out[#out + 1] = row
  if not m.simt then return end
  local twin = {}
  for k, v in pairs(row) do twin[k] = v end
  row.backend, twin.backend = row.backend or "cuda", "simt"
  twin.fails, twin.message = m.simt.fails, m.simt.message
  out[#out + 1] = twin
end

-- All mutants of a lab with their texts: those of lab.lua and those of mutants/*.lua.
function R.mutants(lab)
  local out, known = {}, {}
  local dir = ("labs/%s/mutants/"):format(R.lab_dir(lab.name))
  for name, m in pairs(lab.doc.mutants or {}) do
    local files = {}
    for k, file in ipairs(m.files or {}) do
      files[file] = host.text(dir .. name .. "/" .. file)
      if not is_edit(lab, file) then
        R.complain(lab.loc, {"mutants", name, "files", k}, ("'%s' is not in 'edit'"):format(file))
      elseif not files[file] then
        R.complain(lab.loc, {"mutants", name, "files", k},
                   ("no file %s%s/%s"):format(dir, name, file))
      end
    end
    known[name] = true
    add(out, m, {name = name, files = host.object(files), fails = m.fails, message = m.message,
                 why = m.why, backend = m.backend, loc = {lab.loc, {"mutants", name, "fails"}}})
  end
  for _, file in ipairs(host.names(dir)) do
    local name = file:match("^([%w][%w%-_]*)%.lua$", #dir + 1)
    if name then
      local m = R.load(file, "mutant")
      if m then
        local loc = R.loc[m]
        if known[name] then R.complain(loc, {}, "lab.lua has a mutant of this name too") end
        if m.file and not is_edit(lab, m.file) then
          R.complain(loc, {"file"}, ("'%s' is not in the lab's 'edit'"):format(m.file))
        end
        add(out, m, {name = name, files = {[m.file or "?"] = patched(lab, m, loc)},
                     fails = m.fails, message = m.message, why = m.why, backend = m.backend,
                     loc = {loc, {"fails"}}})
      end
    end
  end
  table.sort(out, function(a, b)
    if a.name ~= b.name then return a.name < b.name end
    return (a.backend or "") < (b.backend or "")
  end)
  return host.array(out)
end

-- Each must say which milestone finds it.
function R.check_mutants(json)
  local ids = {}
  for _, m in ipairs(json.milestones) do ids[m.id] = true end
  for _, m in ipairs(json.mutants) do
    if m.fails and not ids[m.fails] then
      R.complain(m.loc[1], m.loc[2], ("there is no milestone '%s'%s"):format(m.fails,
                 R.suggest(m.fails, ids, true)))
    end
    m.loc = nil
  end
end
