-- The drill window: causal attention over the last w keys, with capped scores.

local S_GATE, TILES = 1024, 30           -- tiles of 64 keys that the eight blocks of the gate need together
local LOADED = S_GATE*64*2 + TILES*64*64*2*2   -- bytes: Q once, each tile's K and V once

local function on(id, S, w, cap, more)
  local c = {id = id, H = 1, S = S, w = w, cap = cap}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function gate_at_1024(id, counter, op, value, why)
  return gate{id = id, call = "flash_window", case = "w128", counter = counter, op = op, value = value, why = why}
end

return drill {
  id = "window", rev = 1, title = "A window, and a cap", hours = 2, needs = "correct",
  edit = {"window.cu"}, skeleton = "window.cu", reference = "ref.cu",

  buffers = {
    Q = {dtype = "f16", shape = {"H", "S", "64"}, dist = gen.normal{sd = 2}},
    K = {dtype = "f16", shape = {"H", "S", "64"}, dist = gen.normal{}},
    V = {dtype = "f16", shape = {"H", "S", "64"}, dist = gen.normal{}},
    O = {dtype = "f16", shape = {"H", "S", "64"}},
    LSE = {dtype = "f32", shape = {"H", "S"}},
  },

  calls = {
    flash_window = call{args = {input"Q", input"K", input"V", output"O", output"LSE", i32"S", f32"1/8", i32"w",
                                f32"cap"}, verify = "window",
                        launch = {grid = {"(S+127)//128", "H"}, block = {256}, smem = 98304}},
  },

  cases = {
    on("one", 1, 1, 0, {tags = {"edge"}}),
    on("itself", 70, 1, 0, {tags = {"edge"}, note = "each row sees itself alone"}),
    on("s100", 100, 64, 0),
    on("capped", 130, 64, 3, {H = 2}),
    on("all", 150, 1000, 0, {tags = {"edge"}, note = "w beyond S: causal attention"}),
    on("two-tiles", 257, 65, 2),
    on("hidden", gen.pick{90, 131, 200}, gen.pick{2, 33, 100}, gen.pick{0, 2}, {hidden = true, H = 2}),
    on("w128", S_GATE, 128, 0, {tags = {"gate"}}),
  },

  gates = {
    gate_at_1024("tiles", "g_ld_sec", "<=", 1.05*LOADED/32, "tiles that no row may see are not loaded"),
    gate_at_1024("load-eff", "g_ld_eff", ">=", .95, "every byte of a loaded sector is used"),
  },
  checks = {
    check("shared memory without bank conflicts", function(t)
      local conflicts = t.counter("flash_window", "w128", "sh_conf")
      local ideal = t.counter("flash_window", "w128", "sh_ideal")
      if not conflicts or not ideal or conflicts <= .05*ideal then return true end
      return false, ("%d wavefronts are conflicts"):format(conflicts)
    end, {milestone = "profile"}),
  },
}
