-- The drill smooth: SmoothQuant's scales, which move what is hard to quantise from activations into weights.

-- What an input is like; kernels/w05-int8-outliers/drills/smooth/oracle.c fills it.
local PLAIN, DEAD, TINY = 0, 1, 2
local EDGE = {"edge"}

local function layer(id, m, n, k, alpha, more)
  local c = {id = id, m = m, n = n, k = k, alpha = alpha, kind = PLAIN, planted = 0}
  for key, v in pairs(more or {}) do c[key] = v end
  return c
end

return drill {
  id = "smooth", rev = 1, title = "SmoothQuant's scales", hours = 1.5, needs = "correct",
  edit = {"smooth.c"}, skeleton = "smooth.c", reference = "ref.c",

  buffers = {
    X = {dtype = "f32", shape = {"m", "k"}, dist = gen.custom"acts", note = "some channels 60 times as large"},
    W = {dtype = "f32", shape = {"n", "k"}, dist = gen.custom"weights"},
    s = {dtype = "f32", shape = {"k"}},
    room = {dtype = "f32", shape = {"k"}},
  },

  calls = {
    smooth = call{args = {inout"X", inout"W", f32"alpha", output"s", output"room", i32"m", i32"n", i32"k"},
                  verify = "smooth", title = "scales, and the layer scaled in place"},
  },

  cases = {
    layer("one-channel", 5, 3, 1, .5, {tags = EDGE}),
    layer("one-token", 1, 12, 65, .5, {planted = 2, tags = EDGE}),
    layer("one-output", 9, 1, 40, .5, {tags = EDGE}),
    layer("dead", 6, 7, 21, .5, {kind = DEAD, tags = EDGE, note = "channels that are 0 in X, in W, in both"}),
    layer("dead-ends", 6, 7, 21, 1, {kind = DEAD, tags = EDGE}),
    layer("alpha-0", 8, 16, 96, 0, {planted = 2, tags = EDGE, note = "all range goes to the activations"}),
    layer("alpha-1", 8, 16, 96, 1, {planted = 2, tags = EDGE, note = "all range goes to the weights"}),
    layer("small", 7, 9, 33, .65, {kind = TINY, planted = 1, note = "magnitudes below 1"}),
    layer("hidden", gen.pick{3, 11, 20}, gen.pick{5, 18}, gen.pick{67, 130, 200}, gen.pick{.25, .4, .75},
          {hidden = true, planted = 3}),
    layer("planted", 64, 64, 1024, .5,
          {planted = 8, measured = 1, tags = {"gate"}, note = "8 channels of 1,024 are 60 times as large"}),
  },

  counters = {err_to_plain = "error in eight bits, of the unscaled layer's"},
  gates = {
    gate{id = "moved", call = "smooth", case = "planted", counter = "err_to_plain", op = "<=", value = .25, on = "cpu",
         why = "with one step for all activations the scaled layer has a quarter of the error at most"},
    gate{id = "rows", call = "smooth", case = "planted", counter = "l1_miss", op = "<=",
         value = "1.05*(2*4*(m + n)*k + 4*4*k)/64", on = "cpu",
         why = "each line of X and W comes into the L1 twice: once for the maxima, once for the scaling"},
  },

  hints = {
    {on = "case:dead", [[0^alpha is 0, and so is what you divide by next. Which s leaves a channel as it is?]]},
    {on = "gate:rows", [[A step down a column is a whole row away: a line of 16 floats comes in for one of them. Walk
      row by row, with k maxima under way.]]},
  },
}
