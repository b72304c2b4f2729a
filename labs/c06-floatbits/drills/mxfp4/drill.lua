-- The drill mxfp4: OCP's MXFP4, blocks of 32 elements of four bits with a common power of two.

local TRACED = 1 << 16    -- 256 KiB of floats: more than the L1 of the model holds

-- What the blocks of an input are like; kernels/c06-floatbits/drills/mxfp4/oracle.c fills them.
local ZERO, NORMAL, POWERS, TOP, TIES, TINY, BROKEN, WIDE, MIXED = 0, 1, 2, 3, 4, 5, 6, 7, 8
local ENCODE = {"mxfp4_encode", "mxfp4_encode_sr"}

return drill {
  id = "mxfp4", rev = 1, title = "MXFP4: 32 elements, one scale", hours = 2, needs = "correct",
  edit = {"mxfp4.c"}, skeleton = "mxfp4.c", reference = "ref.c",

  buffers = {
    x = {dtype = "f32", shape = {"n"}, dist = gen.custom"floats"},
    rnd = {dtype = "u32", shape = {"n"}, dist = gen.custom"dice"},
    scale = {dtype = "u8", shape = {"(n+31)//32"}},
    codes = {dtype = "u8", shape = {"(n+1)//2"}},
    scales = {dtype = "u8", shape = {"(n+31)//32"}, dist = gen.custom"scales"},
    packed = {dtype = "u8", shape = {"(n+1)//2"}, dist = gen.int{lo = 0, hi = 255}},
    y = {dtype = "f32", shape = {"n"}},
  },

  calls = {
    mxfp4_encode = call{args = {i64"n", input"x", output"scale", output"codes"}, verify = "encode",
                        title = "floats to blocks, to nearest even"},
    mxfp4_encode_sr = call{args = {i64"n", input"x", input"rnd", output"scale", output"codes"}, verify = "encode_sr",
                           title = "floats to blocks, by dice"},
    mxfp4_decode = call{args = {i64"n", input"scales", input"packed", output"y"}, verify = "decode",
                        title = "blocks to floats"},
  },

  cases = {
    {id = "none", n = 0, kind = ZERO, tags = {"edge"}},
    {id = "zeros", n = 32, kind = ZERO, tags = {"edge"}, note = "of both signs"},
    {id = "one", n = 1, kind = NORMAL, tags = {"edge"}},
    {id = "powers", n = 96, kind = POWERS, tags = {"edge"}, note = "amax is a power of two, or the float below one"},
    {id = "top", n = 64, kind = TOP, tags = {"edge"}, note = "scale 1, with 6.5 and 7.9 in the block"},
    {id = "ties", n = 320, kind = TIES, tags = {"edge"}, note = "middles, and a hair to either side"},
    {id = "tiny", n = 160, kind = TINY, tags = {"edge"}, note = "subnormals, and scales at the bottom"},
    {id = "broken", n = 200, kind = BROKEN, tags = {"edge"}, note = "a NaN or an infinity in some blocks"},
    {id = "odd", n = 33, kind = NORMAL, tags = {"edge"}},
    {id = "wide", n = 1000, kind = WIDE, note = "any float"},
    {id = "mixed", n = 999, kind = MIXED},
    {id = "hidden", hidden = true, n = gen.pick{517, 1023, 2047}, kind = MIXED},
    {id = "traced", n = TRACED, kind = NORMAL, calls = ENCODE, tags = {"gate"}},
  },

  gates = {
    gate{id = "once", call = "mxfp4_encode", case = "traced", counter = "l1_miss", op = "<=",
         value = "1.05*(4*n + n/2 + n/32)/64", on = "cpu",
         why = "each line of x comes into the L1 once: a block gets its scale and its codes while it is there"},
    gate{id = "sr-once", call = "mxfp4_encode_sr", case = "traced", counter = "l1_miss", op = "<=",
         value = "1.05*(8*n + n/2 + n/32)/64", on = "cpu", why = "and each line of the dice"},
  },
}
