-- The drill rms: RMSNorm forward on tile.h, a program a row, in as many turns of BLOCK as the row is long.

local BLOCK = 1024      -- lab.h

-- `behind` floats follow each row's own and belong to somebody else; elements have the standard deviation sd.
local function rows(id, R, C, behind, more)
  local c = {id = id, R = R, C = C, behind = behind, sd = 1, eps = 1e-5}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
local function gated(id, case, counter, most, why)
  return gate{id = id, call = "rms_tile", case = case, counter = counter, op = "<=", value = most, why = why}
end

return drill {
  id = "rms", rev = 1, title = "RMSNorm, rows longer than a block", hours = 2, needs = "correct",
  edit = {"rms.cu"}, skeleton = "rms.cu", reference = "ref.cu",

  buffers = {
    x = {dtype = "f32", shape = {"R", "C + behind"}, dist = gen.custom"rows"},
    g = {dtype = "f32", shape = {"C"}, dist = gen.normal{}},
    y = {dtype = "f32", shape = {"R", "C"}},
  },

  calls = {
    rms_tile = call{args = {input"x", input"g", output"y", i32"R", i32"C", i32"C + behind", f32"eps"}, oracle = "rms",
                    tol = tol.rel_l2(1e-6), grid = {"R"}, block = {128}},
  },

  cases = {
    rows("empty", 0, 5, 0, {tags = {"edge"}}),
    rows("one", 3, 1, 7, {tags = {"edge"}}),
    rows("781", 4, 781, 2, {tags = {"edge"}, note = "only the first row begins at a multiple of 16 bytes"}),
    rows("full", 3, BLOCK, 0),
    rows("1025", 3, BLOCK + 1, 3, {tags = {"edge"}, note = "one element in the second turn"}),
    rows("stride", 4, 3*BLOCK, 5, {tags = {"edge"}, note = "C is a multiple of four, ld is not"}),
    rows("tiny", 2, 500, 0, {sd = 1e-3, tags = {"edge"}, note = "eps is ten times the mean square"}),
    rows("longest", 1, 65536, 0, {tags = {"edge"}}),
    rows("hidden", gen.pick{2, 3}, gen.pick{2049, 3333, 5000}, gen.pick{1, 8, 23}, {hidden = true}),
    rows("short", 8, 1000, 8, {tags = {"gate"}}),
    rows("6000", 4, 6000, 0, {tags = {"gate"}}),
  },

  gates = {
    gated("short-loads", "short", "g_ld_sec", "R*(2*C/8 + 2)",
          "a row of one turn stays in its tile: x once, the gains once, nothing of what lies behind"),
    gated("loads", "6000", "g_ld_sec", "1.02*R*2*C/8 + R*C/8",
          "a long row comes twice, for its sum and for its results, and the gains once a row"),
    gated("stores", "6000", "g_st_sec", "R*C/8", "each result is stored once, when it is one"),
    gated("reductions", "6000", "bar", 2,
          "one sum() a row, which takes two barriers: until then each lane adds up its own"),
    gated("short-reductions", "short", "bar", 2, "one sum() a row"),
  },

  hints = {
    {on = "case:781", [[`other` joins the sum of squares. For a maximum -inf was neutral; which number is neutral in a
      sum of squares? And the mean is over C elements, not over a tile.]]},
    {on = "case:1025", [[The sum is complete after the last turn. Until then no result can be stored, and the last turn
      may have one element.]]},
    {on = "case:stride", [[The promise arange<BLOCK, 4>() is about every row: where does row 1 begin?]]},
    {on = "gate:short-loads", [[The first turn's tile need not be loaded again: keep it in a variable. If there is no
      second turn, that is the whole row.]]},
    {on = "gate:reductions", [[Tiles can be added to tiles: keep a tile of partial sums through all turns, and reduce it
      once.]]},
  },
}
