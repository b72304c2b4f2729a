-- The drill swizzle: a transpose of 16-bit values whose tile has no padding, so that its addresses are permuted.

local TILE = 64*64*2      -- bytes

return drill {
  id = "swizzle", rev = 1, title = "A 16-bit tile without padding", hours = 2, needs = "correct",
  edit = {"swizzle.cu"}, skeleton = "swizzle.cu", reference = "ref.cu",

  buffers = {
    ["in"] = {dtype = "u16", shape = {"R", "C"}, dist = gen.int{lo = 0, hi = 65535}},
    out = {dtype = "u16", shape = {"C", "R"}},
  },

  calls = {
    transpose_b16 = call{args = {output"out", input"in", i32"R", i32"C"}, oracle = "transpose", tol = tol.exact,
                         grid = {"(C+63)//64", "(R+63)//64"}, block = {32, 8}},
  },

  cases = {
    {id = "empty", R = 0, C = 5, tags = {"edge"}},
    {id = "1x1", R = 1, C = 1, tags = {"edge"}},
    {id = "1xN", R = 1, C = 1000, tags = {"edge"}},
    {id = "65x130", R = 65, C = 130, tags = {"edge"}, note = "odd rows of `out`"},
    {id = "130x65", R = 130, C = 65, tags = {"edge"}, note = "odd rows of `in`"},
    {id = "1000x1024", R = 1000, C = 1024},
    {id = "hidden", hidden = true, R = gen.pick{67, 127, 322}, C = gen.pick{95, 129, 250}},
    {id = "1024", R = 1024, C = 1024, tags = {"gate"}},
  },

  gates = {
    gate{id = "no-spill", call = "transpose_b16", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "nothing spills to local memory, global memory under another name"},
    gate{id = "one-bar", call = "transpose_b16", counter = "ptx:bar.sync", op = "==", value = 1, on = "cuda",
         why = "one barrier between filling the tile and reading it: none is a race, more is waiting"},
    gate{id = "tile", call = "transpose_b16", case = "1024", counter = "smem_static", op = "<=", value = TILE,
         why = "the tile is exactly 64x64: no word is there for padding"},
    gate{id = "banks", call = "transpose_b16", case = "1024", counter = "sh_conf", op = "==", value = 0,
         why = "the words that a warp reads together lie in 32 banks"},
    gate{id = "loads", call = "transpose_b16", case = "1024", counter = "g_ld_eff", op = ">=", value = .99,
         why = "every byte of a loaded sector is used"},
    gate{id = "stores", call = "transpose_b16", case = "1024", counter = "g_st_eff", op = ">=", value = .99,
         why = "every byte of a stored sector is new"},
    gate{id = "barrier", call = "transpose_b16", case = "1024", counter = "bar", op = "==", value = 1,
         why = "one barrier between filling the tile and reading it"},
  },

  hints = {
    {on = "gate:banks", [[Write down the banks of the 32 words that one warp reads on the way out. Which rows do the 32
      lanes read at once? Two rows of one lane may have the same permutation; two lanes may not.]]},
    {on = "case:65x130", [[With an odd R every second row of `out` begins between two words: a pair there is two stores
      of 16 bits, and the last may lie outside.]]},
  },
}
